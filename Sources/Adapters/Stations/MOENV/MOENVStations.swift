public import AQKit

/// Taiwan's stations: hourly values, running means and the air quality index of the Ministry of Environment
/// (data.moenv.gov.tw, data set AQX_P_432).
///
/// The names of fields have changed in case and in words; a time is the end of its hour, which is when it is published.
public struct MOENVStations: StationNetwork {
  /// The declaration of the ministry's offers, needs and rights.
  public static let descriptor = SourceDescriptor.network(
    "moenv", "MOENV Taiwan", "Taiwan's reference stations by the hour, with the ministry's own index.",
    at: "https://data.moenv.gov.tw/api/v2", .hourly(in: .country(.taiwan), latency: 2700, columns),
    limits: RequestLimits(windows: [.init(5000, perSeconds: 86_400)], placesPerRequest: 100),
    options: [.key("Your key for the ministry's open data platform.")],
    credit: AirAttribution(
      "Ministry of Environment, Taiwan (環境部)", link: "https://data.moenv.gov.tw/",
      licence: "Open Government Data License, version 1.0", licenceLink: "https://data.gov.tw/license"),
    rights: .open("https://data.gov.tw/license"), sentinels: [-999, -9999], near: (25.0631, 121.128))

  /// The moving mean of particles in the index: half the 12-hour mean plus half the mean of the latest 4 hours,
  /// according to the ministry's AQI page of 1 January 2025. It isn't a plain mean, so its origin names it.
  private static let mixed = AirOrigin(model: "half the 12-hour mean, half the 4-hour mean")

  private static let columns = [
    ReportColumn("pm2.5", .pm25, "µg/m³"), ReportColumn("pm10", .pm10, "µg/m³"),
    ReportColumn("o3", .o3, .ppb), ReportColumn("no2", .no2, .ppb), ReportColumn("so2", .so2, .ppb),
    ReportColumn("co", .co, .ppm), ReportColumn("no", .no, .ppb), ReportColumn("nox", .nox, .ppb),
    ReportColumn("windspeed", .windSpeed, "m/s"), ReportColumn("winddirec", .windDirection, .degrees),
    ReportColumn("o3_8hr", .o3, .ppb, averaging: .eightHours),
    ReportColumn("co_8hr", .co, .ppm, averaging: .eightHours),
    ReportColumn("so2_avg", .so2, .ppb, averaging: .day),
    ReportColumn("pm2.5_avg", .pm25, "µg/m³", averaging: .hours(12), origin: mixed),
    ReportColumn("pm10_avg", .pm10, "µg/m³", averaging: .hours(12), origin: mixed),
    ReportColumn("aqi", .publishedIndex(scale: "tw-aqi"), .one),
  ]

  let apiKey: AirSecret?
  let baseURL: String?
  static let template = AirSite(
    timeZone: "Asia/Taipei", country: "TW", kind: .referenceStation,
    details: .init(network: "Taiwan Air Quality Monitoring Network"))
  static let reasons = ["message", "Message", "error", "msg"]

  /// Asks for the newest hour of all stations.
  public func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Void>] {
    [
      call(
        "aqx_p_432", [("api_key", apiKey?.exposed ?? ""), ("format", "json")],
        page: TransportRequest.Page(size: 1000, as: .offset("offset", size: "limit")))
    ]
  }

  /// Reads records, a bare list of them, or a single one. If none can be read, the content is of another kind.
  public func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    let body: AQJSON
    do { body = try reply.json() } catch {
      // A refusal may be a bare sentence, but doesn't begin like JSON or a web page.
      guard let opening = reply.body.opening, !["{", "[", "<"].contains(opening) else { throw error }
      throw Self.refusal(
        saying: String(decoding: reply.body.prefix(500), as: UTF8.self), otherwise: .malformed)
    }
    let isRecord =
      body["records"].ifPresent == nil
      && ["siteid", "sitename", "SiteId", "SiteName"].contains { body[$0].ifPresent != nil }
    guard let records = isRecord || body.kind == .array ? body.rows : body["records"].rows else {
      throw Self.refusal(of: body, otherwise: .malformed)
    }
    let count = try report.each(records) { try read(StationRow($0, name: Self.name), &$1) }.count
    if count == 0, !records.isEmpty { throw Self.foreign }
    return reply.nextPage(received: records.count, of: try? body["total"].int(acceptingText: true))
  }

  private func read(_ record: StationRow, _ report: inout ReportBuilder) throws {
    let time = try record.require("publishtime", "datacreationdate", "importdate")
    var site = Self.site(
      try record.require("siteid", "sitename"), record.text("sitename"),
      at: report.coordinate(of: record, "latitude", "longitude"))
    site.details.further = record.texts("county")
    report.add(
      record, Self.columns, missing: ["-", "--", "—", "NA", "N/A", "null"],
      at: .localText(String(time.map { $0 == "/" ? "-" : $0 }), secondsFromUTC: 8 * 3600),
      to: report.site(site))
  }

  private static func name(_ spelling: String) -> String {
    let name = spelling.lowercased()
    for old in ["pm2_5", "pm25"] where name.hasPrefix(old) { return "pm2.5" + name.dropFirst(old.count) }
    return name
  }
}

extension AQModule where Self == HTTPModule<MOENVStations> {
  /// Registers Taiwan's stations, whose option `apiKey` must be set, and the format of their responses.
  public static var moenv: Self { Self(.moenv, key: "apiKey") { MOENVStations(apiKey: $0, baseURL: $1) } }
}
