public import AQKit

/// Pirate Weather's modelled air for points anywhere: current and hourly for the days ahead, from the models SILAM and
/// RAQDPS (pirateweather.net; the service's OpenAPI file of version 2.9.7, 9 July 2026).
///
/// Gases are in ppb, particles in µg/m³. The member `ozone` is the column above the place, in Dobson units, and isn't
/// read: ozone at the ground is `ozoneConcentration`. The scale of the index follows the units; American units are
/// requested, so it is that of the U.S. EPA.
public struct PirateWeather: StationNetwork {
  /// The declaration of Pirate Weather's offers, needs and rights. A free key has 10,000 requests a month.
  public static let descriptor = SourceDescriptor.network(
    "pirate-weather", "Pirate Weather",
    "Modelled air for points anywhere, by the hour, from SILAM and RAQDPS.",
    at: "https://api.pirateweather.net",
    .hourly(
      in: .world, latency: nil, at: [.coordinate], for: [.current, .forecast], of: .forecast,
      [(columns.map(\.parameter) + indices, .instant, .instant)]),
    precedence: 90, siteKinds: [.modelCell],
    limits: RequestLimits(
      windows: [.init(10_000, perSeconds: 30 * 86_400)], placesPerRequest: 1, concurrentRequests: 2),
    options: [.key("Your key from pirate-weather.apiable.io.")],
    credit: AirAttribution("Pirate Weather", link: "https://pirateweather.net/"),
    rights: AirRights(terms: "https://pirateweather.net/en/latest/"), sentinels: [-999],
    near: (37.3035, -89.523))

  private static let columns = [
    ReportColumn("pm25", .pm25, "µg/m³"), ReportColumn("pm10", .pm10, "µg/m³"),
    ReportColumn("no2Concentration", .no2, .ppb), ReportColumn("ozoneConcentration", .o3, .ppb),
    ReportColumn("so2Concentration", .so2, .ppb), ReportColumn("coConcentration", .co, .ppb),
  ]
  private static let indices = ["us-epa", "ca-aqhi", "eu-caqi"].map { AirParameter.publishedIndex(scale: $0) }
  private static let scales = [
    "us": "us-epa", "ca": "ca-aqhi", "si": "eu-caqi", "uk": "eu-caqi", "uk2": "eu-caqi",
  ]

  let apiKey: AirSecret?
  let baseURL: String?
  static let root = "/forecast/"
  static let template = AirSite(kind: .modelCell)

  /// Asks for a point's current air, with the hours ahead if the query asks for them.
  public func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Void>] {
    guard let point = query.places.first?.coordinate else {
      throw AQError(.unsupported, "Pirate Weather can only be asked about points.")
    }
    let place = [point.latitude, point.longitude].degrees
    let hours = query.window.interval(at: now).end > now.adding(seconds: 1) ? "" : ",hourly"
    return [
      call(
        "\(PercentEncoding.encode(apiKey?.exposed ?? ""))/\(place)",
        [
          ("version", "2"), ("include", "airqualitydetails"), ("units", "us"),
          ("exclude", "minutely,daily,alerts\(hours)"),
        ])
    ]
  }

  /// Reads the current and the hourly air, or a refusal as a web page or as JSON.
  public func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    if reply.body.opening != "{" {
      let said = String(decoding: reply.body.prefix(2000), as: UTF8.self)
      if said.contains("Kong") { throw Self.refusal(saying: said, otherwise: .unavailable) }
      throw Self.foreign
    }
    let body = try reply.json()
    let moments = (body["currently"].rows ?? []) + (body["hourly"]["data"].rows ?? [])
    guard !moments.isEmpty else { throw Self.refusal(of: body, otherwise: .unavailable) }
    var site = Self.site(nil, at: report.coordinate(of: body))
    site.timeZone = body["timezone"].stringValue
    let place = report.site(site, place: reply.query.places.count == 1 ? 0 : nil)
    let scale = Self.scales[body["flags"]["units"].stringValue ?? "us"].map {
      ReportColumn(
        "airQualityIndex", .publishedIndex(scale: $0), .one, averaging: .instant, timeConvention: .instant)
    }
    let columns = Self.columns + [scale].compactMap(\.self)
    try report.each(moments) { moment, report in
      let time = try TimeStamp.unix(moment.require("time").int())
      report.add(moment, columns, at: time, to: place)
    }
    if !moments.contains(where: { moment in columns.contains { !moment[$0.name].isMissing } }) {
      report.note(.notMeasured, "The response has the weather, but not the air.")
    }
    return []
  }
}

extension AQModule where Self == HTTPModule<PirateWeather> {
  /// Registers Pirate Weather, whose option `apiKey` must be set, and the format of its responses.
  public static var pirateWeather: HTTPModule<PirateWeather> {
    HTTPModule(.pirateWeather, key: "apiKey") { PirateWeather(apiKey: $0, baseURL: $1) }
  }
}
