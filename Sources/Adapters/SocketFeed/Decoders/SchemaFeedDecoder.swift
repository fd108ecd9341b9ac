public import AQKit

/// Reads a feed in AQKit's own schema: each message is a report, or an array of reports (`Docs/Schema.md`).
public struct SchemaFeedDecoder: FeedDecoder {
  /// What the feed offers, with what is known of its operator.
  public let descriptor: SourceDescriptor

  /// Makes a decoder.
  ///
  /// Each report says how its own data may be used; what holds for the feed as a whole, and how often it sends, whoever
  /// configures it knows.
  ///
  /// - Parameters:
  ///   - cadence: How often there are new values of a site; an hour by default.
  ///   - attribution: What must be shown beside the values.
  ///   - rights: What their licence allows.
  ///   - testPlaces: Places to test the feed at.
  public init(
    cadence: Duration = .seconds(3600), attribution: [Attribution] = [], rights: Rights = .unknown,
    testPlaces: [PlaceReference] = []
  ) {
    var descriptor = Self.descriptor
    for index in descriptor.offers.indices { descriptor.offers[index].cadence = cadence }
    descriptor.attribution = attribution
    descriptor.rights = rights
    descriptor.testPlaces = testPlaces
    self.descriptor = descriptor
  }

  /// What such a feed offers.
  public static let descriptor = SourceDescriptor(
    id: "aqkit-feed",
    name: "AQKit feed",
    summary: "A live feed of reports in AQKit's own schema.",
    offers: [
      Offer(
        capabilities: [.live, .current], placeKinds: [.city, .site, .coordinate, .area], parameters: [],
        coverage: .unknown, kinds: Set(ReportKind.allCases), timeConvention: .instant, averaging: .instant,
        cadence: .seconds(3600))
    ],
    options: [
      SourceOption(
        "url", summary: "The address of the feed, such as wss://example.org/feed.", isRequired: true),
      SourceOption("cadence", summary: "Seconds between new values of a site.", defaultValue: "3600"),
    ] + SocketFeedModule.termsOptions + FeedOptions.declared)

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
