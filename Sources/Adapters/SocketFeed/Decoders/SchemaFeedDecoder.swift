public import AQKit

/// Reads a feed in AQKit's own schema: each message is a report, or an array of reports (`Docs/Schema.md`).
public struct SchemaFeedDecoder: FeedDecoder {
  /// Makes a decoder.
  public init() {}

  /// What such a feed offers.
  public static let descriptor = SourceDescriptor(
    id: "aqkit-feed",
    name: "AQKit feed",
    summary: "A live feed of reports in AQKit's own schema.",
    offers: [
      Offer(
        capabilities: [.live, .current], placeKinds: [.city, .site, .coordinate, .area], parameters: [],
        coverage: .unknown, kinds: Set(ReportKind.allCases), timeConvention: .instant, averaging: .instant)
    ],
    options: [
      SourceOption(
        "url", summary: "The address of the feed, such as wss://example.org/feed.", isRequired: true)
    ] + FeedOptions.declared)

  /// Reads a message.
  ///
  /// - Throws: ``AQError/Code/malformed`` for a message that is not in the schema; in an array, an element that is not
  ///   is counted and the rest is kept.
  public func decode(_ message: FeedMessage, for query: AirQuery, into report: inout ReportBuilder) throws {
    let root = try message.json()
    guard root.kind == .array else {
      report.add(try AirReport(root))
      return
    }
    try report.each(try root.array()) { element, report in
      report.add(try AirReport(element))
    }
  }
}
