public import AQKit

/// Japan's stations: the newest hour of the whole country, provisional
/// (soramame.env.go.jp, Ministry of the Environment; the files of its map).
///
/// It takes three files: the number of the newest hour, the locations of the stations, and the hour's values. An hour
/// is numbered 01 to 24 by its end. Photochemical oxidant (`ox`) isn't ozone, and suspended particulate matter (`spm`)
/// isn't PM10: both are separate quantities.
public struct SoramameStations: StationNetwork {
  /// The declaration of the ministry's offers. Each operator of stations has its own terms, so the rights are unknown.
  public static let descriptor = SourceDescriptor.network(
    "soramame", "Soramame Japan", "Japan's stations by the hour, provisional; the operators' terms differ.",
    at: "https://soramame.env.go.jp", .hourly(in: .country(.japan), latency: 3600, columns),
    limits: RequestLimits(placesPerRequest: 100, concurrentRequests: 1),
    credit: AirAttribution(
      "Ministry of the Environment, Japan, and the operators of the stations (環境省 そらまめくん)",
      link: "https://soramame.env.go.jp/"),
    rights: AirRights(terms: "https://soramame.env.go.jp/apiManual"), near: (35.69, 139.77))

  /// The columns that are read. A molecule of methane has one carbon atom, so for methane ppmC equals ppm. Other
  /// hydrocarbons are left out with a note: their unit counts carbon atoms, which AQKit's units don't.
  private static let columns = [
    ReportColumn("PM2.5", .pm25, "µg/m³"), ReportColumn("SPM", "spm", "mg/m³"),
    ReportColumn("OX", "ox", .ppm), ReportColumn("NO2", .no2, .ppm), ReportColumn("NO", .no, .ppm),
    ReportColumn("NOX", .nox, .ppm), ReportColumn("SO2", .so2, .ppm), ReportColumn("CO", .co, .ppm),
    ReportColumn("CH4", .ch4, .ppm), ReportColumn("TEMP", .temperature, .celsius),
    ReportColumn("HUM", .humidity, .percent), ReportColumn("WS", .windSpeed, "m/s"),
    ReportColumn("WD", .windDirection, .degrees),
  ]

  /// The request of a call.
  public enum Step: Sendable {
    case newest, stations
    /// The hour's values, by the end of the hour; nil if the file doesn't state it.
    case values(end: AirTime?)
  }

  let baseURL: String?
  static let root = "/data/"
  /// The code for a page of the web site, which is served in place of a file that doesn't exist yet.
  static let pageCode = AQError.Code.unavailable
  static let template = AirSite(timeZone: "Asia/Tokyo", country: "JP", kind: .referenceStation)
  private static let zone = TimeStamp.Zone.fixed(secondsFromUTC: 9 * 3600)

  /// Asks which hour is the newest.
  public func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Step>] {
    [call("sokutei/noudoAll/metadata.json", .newest, keepsFor: .seconds(300))]
  }

  /// Reads the number of the newest hour, the stations, the values of an hour or of a station, or rows of the search.
  public func decode(_ reply: HTTPReply<Step>, into report: inout ReportBuilder) throws -> [HTTPCall<Step>] {
    let opening = reply.body.opening
    if opening == "{" || opening == "[" {
      let body = try reply.json()
      if body.kind == .object, body["SKT_CD"].isMissing { return try newest(body, reply) }
      // The search uses other names.
      let names = ["SKT_CD": "測定局コード", "PM2_5": "PM2.5"]
      try report.each(body.rows ?? []) { row, report in
        let row = try StationRow(row) { names[$0] ?? $0 }
        let time = try [row.require("SKT_DATE"), row.require("SKT_TIME")]
        let format = TimeStamp.Format.pattern("yyyy/M/d k", in: Self.zone)
        read(row, of: try row.require("測定局コード"), at: .written(fields: time, as: format), &report)
      }
      return []
    }
    let table = try reply.csv()
    // The file of one station has the time in each row, but not the station.
    let time = ["年", "月", "日", "時"]
    let (isNamed, isTimed) = (table.header.contains("測定局コード"), time.allSatisfy(table.header.contains))
    guard isNamed || isTimed else { throw Self.foreign }
    var stamp = TimeStamp.received
    if case .values(let end?) = reply.step { stamp = .time(end) }
    try report.each(table.rows) { row, report in
      let row = try StationRow(row, of: table)
      let fields = isTimed ? try time.map { try row.require($0) } : []
      let own = TimeStamp.written(fields: fields, as: .pattern("yyyy M d k", in: Self.zone))
      let code = isNamed ? try row.require("測定局コード") : nil
      read(row, of: code, at: isTimed ? own : stamp, &report)
    }
    return []
  }

  private func newest(_ body: AQJSON, _ reply: HTTPReply<Step>) throws -> [HTTPCall<Step>] {
    let latest = try TimeStamp.written(
      String(body.require("latest").string().prefix(16)), as: .pattern("yyyy/MM/dd HH:mm", in: Self.zone))
    guard let end = latest.instant(receivedAt: reply.receivedAt) else {
      throw AQError(.malformed, "The newest hour can't be read.")
    }
    let (day, hour) = end.adding(seconds: -3600).hour(at: 9)
    // Just after midnight the day's table of stations is still missing.
    let dayBefore = end.adding(seconds: -90_000).hour(at: 9).day
    func folder(_ day: String) -> String { day.replacing("-", with: "/") }
    let stations = call("map/kyokuNoudo/\(folder(dayBefore))/01.csv", .stations, keepsFor: .days(1))
    if reply.query.detail == .sites { return [stations] }
    let file = "sokutei/noudoAll/\(folder(day))/\(hour < 10 ? "0" : "")\(hour).csv"
    return [stations, call(file, .values(end: end))]
  }

  private func read(
    _ row: StationRow, of code: String?, at stamp: TimeStamp, _ report: inout ReportBuilder
  ) {
    var site = Self.site(code, row.text("測定局名称"), at: report.coordinate(of: row, "緯度", "経度"))
    site.details.operatedBy = row.text("問い合わせ先")
    site.details.setting = .init(named: row.text("局種別", "測定局種別"))
    let wind = row.text("WD").flatMap(Self.winds.firstIndex).map { "\(Double($0) * 22.5)" }
    report.add(
      row.setting("WD", to: wind), Self.columns, missing: ["-", "－", "null", "静穏", "CALM"], at: stamp,
      flags: [.provisional], to: report.site(site))
    for name in ["NMHC", "THC", "SP"] where row.number(name) != nil {
      report.note(.remark, "Values of \(name) are left out: AQKit has no unit for them.")
    }
  }

  private static let winds = [
    "北", "北北東", "北東", "東北東", "東", "東南東", "南東", "南南東", "南", "南南西", "南西", "西南西", "西", "西北西",
    "北西", "北北西",
  ]
}

extension AQModule where Self == HTTPModule<SoramameStations> {
  /// Registers Japan's stations and the format of their files.
  public static var soramame: Self { Self(.soramame) { SoramameStations(baseURL: $0) } }
}
