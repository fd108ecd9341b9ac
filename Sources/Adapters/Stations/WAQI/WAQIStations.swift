public import AQKit

/// The World Air Quality Index project (aqicn.org): indices of stations all over the world, never concentrations.
///
/// The service computes every number, including those named after pollutants, with the U.S. breakpoints of 2012 and 2016;
/// these are sub-indices on its own scale, `waqi`. Its terms forbid paid applications, caching and redistribution.
///
/// Sources: aqicn.org/json-api/doc, aqicn.org/api/tos, aqicn.org/data-platform/tos.
public struct WAQIStations: StationNetwork {
  private static let pollutants: [AirParameter] = [.pm25, .pm10, .o3, .no2, .so2, .co]

  static let indexScale = "waqi"

  static func column(_ name: String, _ parameter: AirParameter, _ unit: AirUnit = .one) -> ReportColumn {
    ReportColumn(name, parameter, unit, averaging: .instant, timeConvention: .instant)
  }

  static let index = column("aqi", ownIndex())
  static let weather = [
    column("t", .temperature, "°C"), column("h", .humidity, "%"), column("p", .pressure, "hPa"),
    column("w", .windSpeed, "m/s"), column("wg", .windGusts, "m/s"), column("wd", .windDirection, "°"),
    column("dew", .dewPoint, "°C"), column("r", .precipitation, "mm"),
  ]

  /// The declaration of WAQI's offers and rights.
  public static let descriptor = SourceDescriptor.network(
    "waqi", "World Air Quality Index", "Indices of stations in the whole world; not validated.",
    at: "https://api.waqi.info",
    .hourly(
      in: .world, latency: 3600,
      [([ownIndex()] + pollutants.map(ownIndex) + weather.map(\.parameter), .instant, .instant)])
      + .hourly(
        in: .world, latency: 3600, for: [.forecast], of: .forecast,
        [
          ([.pm25, .pm10, .o3].map(ownIndex), .start, .day),
          ([.pm25, .pm10, .o3].map(ownIndex) + [.uvIndex], .start, AveragingPeriod.instant.dailyMaximum),
        ]),
    precedence: 90, siteKinds: [.referenceStation, .lowCostSensor],
    limits: RequestLimits(windows: [.init(1000, perSeconds: 60)]),
    options: [.key("Your token from aqicn.org/data-platform/token.")], credit: waqi,
    rights: AirRights(
      commercialUse: .forbidden, redistribution: .forbidden, caching: .forbidden,
      terms: "https://aqicn.org/api/tos/"),
    sentinels: [-999, -9999], near: (52.1, 5.13))

  static let waqi = AirAttribution("World Air Quality Index Project", link: "https://waqi.info/")

  private let apiKey: AirSecret
  let baseURL: String?
  static let template = AirSite(kind: .referenceStation)

  /// Creates an adapter with a token.
  ///
  /// - Parameters:
  ///   - apiKey: The token.
  ///   - baseURL: Another address of the service.
  public init(apiKey: AirSecret, baseURL: String? = nil) {
    (self.apiKey, self.baseURL) = (apiKey, baseURL)
  }

  /// Asks for the station nearest to a point, one by its number, or all in a box: one request, or two for a box across the
  /// 180th meridian.
  public func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Void>] {
    switch query.places.first {
    case .near(let point):
      let place = [point.latitude, point.longitude].degrees.replacing(",", with: ";")
      return [call("feed/geo:\(place)/")]
    case .site(let name):
      guard let number = Int64(name), number != .min else {
        throw AQError(.invalidRequest, "WAQI identifies stations by a number.")
      }
      // Citizens' stations have negative numbers, and letters in addresses.
      return [call(number < 0 ? "feed/A\(-number)/" : "feed/@\(number)/")]
    case .area(let box):
      return box.parts.map { part in
        let corners = [part.south, part.west, part.north, part.east].degrees
        return call("v2/map/bounds", [("latlng", corners), ("networks", "all")])
      }
    default: throw AQError(.unsupported, "WAQI can only be asked about a point, a station or a box.")
    }
  }

  private func call(_ path: String, _ items: [(name: String, value: String)] = []) -> HTTPCall<Void> {
    // Its terms forbid keeping.
    call(path, (), items + [("token", apiKey.exposed)], keepsFor: nil)
  }

  /// Reads a station, the stations of a box or of a search, or a refusal. All come with the status 200.
  public func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    let body = try reply.json()
    var data = body["data"]
    if let status = body["status"].stringValue {
      // A refusal can be inside an otherwise successful response.
      let inner = data["status"].stringValue
      if status != "ok" || inner.map({ $0 != "ok" }) ?? false {
        let words = [data["msg"], data["message"], data, body["message"], body["msg"]]
        let said = words.lazy.compactMap(\.stringValue).first ?? "no reason"
        throw Self.refusal(saying: said, otherwise: .unavailable)
      }
    } else if data.isMissing {
      // The part of a response that a recording may hold.
      data = body
    }
    if data.kind == .array {
      let rows = try data.elements
      if rows.isEmpty { report.note(.nothingNear, "WAQI has no station there.") }
      try report.each(rows) { try read(entry: $0, for: reply.query, into: &$1) }
    } else {
      _ = try data.require("city")
      try read(station: data, for: reply.query, into: &report)
    }
    return []
  }
}

extension AQModule where Self == HTTPModule<WAQIStations> {
  /// Registers the World Air Quality Index, whose terms forbid paid applications.
  public static var waqi: Self { Self(.waqi, key: "apiKey") { WAQIStations(apiKey: $0 ?? "", baseURL: $1) } }
}
