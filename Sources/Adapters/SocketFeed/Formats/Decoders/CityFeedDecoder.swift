public import AQKit

/// Reads a feed of city indices: messages such as `[{"city":"Mumbai","aqi":161.2}]` with a changing subset of the cities.
///
/// The index is the provider's, on a scale that the caller may name; messages have no time, so each value gets its time of
/// arrival and a flag. Merge updates by city with ``FeedSnapshot``.
public struct CityFeedDecoder: FeedDecoder {
  private let parameter: AirParameter
  private let cities = Locked<Cities?>(nil)
  /// The feed's declaration, with the known facts about its operator.
  public let descriptor: SourceDescriptor

  /// Creates a decoder for one operator's feed.
  ///
  /// Messages state neither the scale of their indices nor their publisher and terms; the feed's configuration must.
  ///
  /// - Parameters:
  ///   - scale: The name of the index's scale, such as `in-naqi`; nil if the provider does not name it.
  ///   - attribution: The attribution that must be shown with the indices.
  ///   - rights: The uses that their licence allows.
  ///   - testPlaces: Cities with which the feed is tested.
  public init(
    scale: String? = nil, attribution: [AirAttribution] = [], rights: AirRights = .unknown,
    testPlaces: [AirQuery.Place] = []
  ) {
    parameter = .publishedIndex(scale: scale)
    descriptor = changed(Self.descriptor) {
      ($0.attribution, $0.rights, $0.testPlaces) = (attribution, rights, testPlaces)
    }
  }

  /// The declaration of any such feed.
  public static let descriptor = SourceDescriptor(
    id: "city-feed",
    name: "City index feed",
    summary: "A live feed of published indices by city.",
    offers: [
      SourceDescriptor.Offer(
        capabilities: [.live, .current], placeKinds: [.city], parameters: [], coverage: .unknown,
        kinds: [.observation], timeConvention: .instant, averaging: .instant, cadence: .seconds(60))
    ],
    precedence: 50,
    siteKinds: [.city],
    options: FeedRegistration.options(
      SourceDescriptor.Option(
        "scale", summary: "The name of the scale that the indices are on, such as in-naqi.")))

  /// Reads a message; an invalid element is counted and the rest is kept.
  ///
  /// - Throws: ``AQError/Code/malformed`` for a message that isn't an array.
  public func decode(_ message: FeedMessage, for query: AirQuery, into report: inout ReportBuilder) throws {
    // Some services write NaN for a missing number; then only its element is lost, not the message.
    var reader = try AQJSON.Reader(message.bytes, allowsNaN: true)
    // Taken out instead of copied; a message of another connection that is read meanwhile begins without them.
    var known = cities.withLock { cities in cities.take() } ?? Cities()
    defer { cities.withLock { $0 = known.isFull ? nil : known } }
    let details = ReportBuilder.Details()
    try reader.rows(Self.members) { row throws(AQError) in
      do throws(AQError) {
        let value = try row.double(1)
        let site = try known.site(of: row, in: message.bytes, &report)
        report.add(parameter, value, unit: .one, at: .received, with: details, to: site)
      } catch {
        report.refuse(error, element: row.ordinal)
      }
    }
    try reader.end()
  }

  /// The cities of earlier messages, most of which come again.
  private struct Cities {
    /// The names of the cities, as the feed writes them.
    private var names = ByteKeyTable(segmentCount: 1)
    private var sites: [ReportBuilder.KnownSite] = []
    /// The range of a name; a new array for each row would need new memory.
    private var range = [0..<0]
    /// The maximum number of remembered cities, and the maximum bytes of a name as written.
    private static let most = 4096
    private static let longest = 256

    var isFull: Bool { sites.count > Self.most }

    mutating func site(
      of row: borrowing AQJSON.Reader.Row, in bytes: [UInt8], _ report: inout ReportBuilder
    ) throws(AQError) -> ReportBuilder.SiteReference {
      guard let written = row.rangeOfString(0), written.count <= Self.longest else {
        return report.site(try Self.site(row))
      }
      range[0] = written
      if let city = bytes.withUnsafeBytes({ names.find($0.bytes, range) }) {
        return report.site(&sites[city])
      }
      sites.append(.init(try Self.site(row)))
      let city = bytes.withUnsafeBytes { names.add($0.bytes, range) }
      return report.site(&sites[city])
    }

    private static func site(_ row: borrowing AQJSON.Reader.Row) throws(AQError) -> AirSite {
      let name = try row.string(0)
      guard name.utf8.contains(where: { $0 > 0x20 }) else {
        throw AQError(.malformed, "a site has an empty name")
      }
      return AirSite(name: name, kind: .city)
    }
  }

  private static let members = ["city", "aqi"]

  /// The messages have no time.
  public var semantics: FeedOptions.Semantics { FeedOptions.Semantics(time: .none) }
}
