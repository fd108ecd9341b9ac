public import AQKit

/// Reads a feed in AQKit's own schema: each message is a report, or an array of reports.
///
/// The guide “The JSON schema of a report” lists the members.
public struct SchemaFeedDecoder: FeedDecoder {
  /// The feed's declaration, with the known facts about its operator.
  public let descriptor: SourceDescriptor

  /// Creates a decoder for one operator's feed.
  ///
  /// Each report states its own data's terms; the feed's configuration states its cadence and the feed's own terms.
  ///
  /// - Parameters:
  ///   - cadence: The time from one value of a site to the next; an hour by default.
  ///   - attribution: The attribution that must be shown with the values.
  ///   - rights: The uses that their licence allows.
  ///   - testPlaces: Places with which the feed is tested.
  public init(
    cadence: Duration = .seconds(3600), attribution: [AirAttribution] = [], rights: AirRights = .unknown,
    testPlaces: [AirQuery.Place] = []
  ) {
    descriptor = changed(Self.descriptor) {
      for index in $0.offers.indices { $0.offers[index].cadence = cadence }
      ($0.attribution, $0.rights, $0.testPlaces) = (attribution, rights, testPlaces)
    }
  }

  /// The declaration of any such feed.
  public static let descriptor = SourceDescriptor(
    id: "aqkit-feed",
    name: "AQKit feed",
    summary: "A live feed of reports in AQKit's own schema.",
    offers: [
      SourceDescriptor.Offer(
        capabilities: [.live, .current], placeKinds: [.city, .site, .coordinate, .area], parameters: [],
        coverage: .unknown, kinds: Set(AirReport.Kind.allCases), timeConvention: .instant,
        averaging: .instant,
        cadence: .seconds(3600))
    ],
    options: FeedRegistration.options(
      SourceDescriptor.Option(
        "cadence", summary: "Seconds between new values of a site.", defaultValue: "3600")))

  /// Reads a message.
  ///
  /// - Throws: ``AQError/Code/malformed`` for a message outside the schema; an invalid element of an array is counted
  ///   and the rest is kept.
  public func decode(_ message: FeedMessage, for query: AirQuery, into report: inout ReportBuilder) throws {
    let root = try message.json()
    guard root.kind == .array else {
      report.merge(try AirReport(root))
      return
    }
    try report.each(try root.array()) { element, report in
      report.merge(try AirReport(element))
    }
  }
}
