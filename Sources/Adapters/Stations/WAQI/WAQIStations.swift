public import AQKit

/// The World Air Quality Index project (aqicn.org): indices of stations in the whole world, never concentrations.
///
/// The service computes every number, also those named after pollutants, by the U.S. breakpoints of 2012 and 2016; they
/// are sub-indices of its own scale, `waqi`. Its terms forbid paid applications, and keeping or passing on the data.
///
/// Sources: aqicn.org/json-api/doc, aqicn.org/api/tos, aqicn.org/data-platform/tos.
public struct WAQIStations: HTTPAdapter {
  static let pollutants: [AirParameter] = [.pm25, .pm10, .o3, .no2, .so2, .co]

  /// The index, or the sub-index of a pollutant.
  static func index(_ pollutant: AirParameter? = nil) -> AirParameter {
    .publishedIndex(scale: "waqi", pollutant: pollutant)
  }

  /// The weather among the sub-indices.
  static let weather: [String: (AirParameter, AirUnit)] = [
    "t": (.temperature, "°C"), "h": (.humidity, "%"), "p": (.pressure, "hPa"), "w": (.windSpeed, "m/s"),
    "wg": (.windGusts, "m/s"), "wd": (.windDirection, "°"), "dew": (.dewPoint, "°C"),
    "r": (.precipitation, "mm"),
  ]

  private static func offer(
    _ capabilities: Set<SourceDescriptor.Capability>, _ parameters: [AirParameter],
    averaging: AveragingPeriod = .instant, kinds: Set<AirReport.Kind> = [.observation]
  ) -> SourceDescriptor.Offer {
    SourceDescriptor.Offer(
      capabilities: capabilities, placeKinds: [.coordinate, .site, .area], parameters: parameters,
      kinds: kinds,
      timeConvention: averaging == .instant ? .instant : .start, averaging: averaging,
      cadence: .seconds(3600),
      latency: .seconds(3600))
  }

  /// What WAQI offers and allows.
  public static let descriptor = SourceDescriptor(
    id: "waqi", name: "World Air Quality Index",
    summary: "Indices of stations in the whole world; not validated.",
    offers: [
      offer(
        [.current, .stations],
        [index()] + pollutants.map { index($0) }
          + weather.values.map(\.0).sorted { $0.rawValue < $1.rawValue }),
      offer([.forecast], [.pm25, .pm10, .o3].map { index($0) }, averaging: .day, kinds: [.forecast]),
      offer(
        [.forecast], [.pm25, .pm10, .o3].map { index($0) } + [.uvIndex],
        averaging: AveragingPeriod.instant.dailyMaximum, kinds: [.forecast]),
    ],
    precedence: 90, siteKinds: [.referenceStation, .lowCostSensor],
    limits: RequestLimits(windows: [.init(1000, perSeconds: 60)]),
    options: [
      .init(
        "apiKey", summary: "Your token of aqicn.org/data-platform/token.", isRequired: true, isSecret: true),
      .init("baseURL", summary: "Another address of the service."),
    ],
    attribution: [waqi],
    rights: AirRights(
      commercialUse: .forbidden, redistribution: .forbidden, caching: .forbidden,
      terms: "https://aqicn.org/api/tos/"),
    endpoints: [.init("https://api.waqi.info")], sentinels: [-999, -9999], testPlaces: .points((52.1, 5.13)))

  static let waqi = AirAttribution("World Air Quality Index Project", link: "https://waqi.info/")

  /// This instance's declaration.
  public let descriptor: SourceDescriptor
  private let apiKey: AirSecret
  private let base: String

  /// The service, with a token.
  ///
  /// - Parameters:
  ///   - apiKey: The token.
  ///   - baseURL: Another address of the service.
  public init(apiKey: AirSecret, baseURL: String? = nil) {
    self.apiKey = apiKey
    base = baseURL ?? "https://api.waqi.info"
    var descriptor = Self.descriptor
    if let baseURL { descriptor.endpoints = [SourceDescriptor.Endpoint(configured: baseURL)] }
    self.descriptor = descriptor
  }

  /// The station nearest to a point, one by its number, or all in a box: one request.
  public func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Void>] {
    switch query.places.first {
    case .near(let point):
      let (north, east) = (
        Coordinate.text(degrees: point.latitude), Coordinate.text(degrees: point.longitude)
      )
      return [call("/feed/geo:\(north);\(east)/")]
    case .site(let name):
      guard let number = Int64(name), number != .min else {
        throw AQError(.invalidRequest, "A station of WAQI is named by a number.")
      }
      // Stations of citizens have negative numbers, and letters in addresses.
      return [call(number < 0 ? "/feed/A\(-number)/" : "/feed/@\(number)/")]
    case .area(let box):
      let corners = [box.south, box.west, box.north, box.east].map { Coordinate.text(degrees: $0) }
      return [call("/v2/map/bounds", [("latlng", corners.joined(separator: ",")), ("networks", "all")])]
    default: throw AQError(.unsupported, "WAQI is asked about a point, a station or a box.")
    }
  }

  private func call(_ path: String, _ items: [(name: String, value: String)] = []) -> HTTPCall<Void> {
    HTTPCall(TransportRequest(base: base, path: path, query: items + [("token", apiKey.exposed)]))
  }

  /// Reads a station, the stations of a box or of a search, or a refusal. All come with the status 200.
  public func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    let answer = try reply.json()
    var data = answer["data"]
    if let status = answer["status"].asString {
      // A refusal can be inside an answer that is fine.
      let inner = data["status"].asString
      if status != "ok" || inner.map({ $0 != "ok" }) ?? false {
        let words = [data["msg"], data["message"], data, answer["message"], answer["msg"]]
        throw Self.refusal(words.lazy.compactMap(\.asString).first ?? "no reason", at: status)
      }
    } else if data.isMissing {
      // The part of an answer that one may have kept.
      data = answer
    }
    if data.kind == .array {
      let rows = try data.elements
      if rows.isEmpty { report.note(AirNote(.nothingNear, "WAQI has no station there.")) }
      try report.each(rows) { try read(entry: $0, for: reply.query, into: &$1) }
    } else {
      _ = try data.require("city")
      try read(station: data, for: reply.query, into: &report)
    }
    return []
  }

  private static func refusal(_ words: String, at status: String) -> AQError {
    let (text, told) = (words.lowercased(), "WAQI says “\(words.prefix(100))”.")
    if text.contains("key") || text.contains("token") { return AQError(.unauthorized, told) }
    if text.contains("quota") || text.contains("limit") { return AQError(.rateLimited, told) }
    if text.contains("unknown") || text.contains("no such") || text.contains("not found")
      || text.contains("invalid")
    {
      return AQError(.invalidRequest, told)
    }
    return AQError(.unavailable, told)
  }
}
