public import AQKit

/// Taiwan's stations: hourly values, running means and the air quality index of the Ministry of Environment
/// (data.moenv.gov.tw, data set AQX_P_432).
///
/// The names of the fields changed with the years, in case and in words; a time is taken for the end of its
/// hour, when the values are published.
public struct MOENVStations: HTTPAdapter {
  private static let index = AirParameter.publishedIndex(scale: "tw-aqi")

  /// What the ministry offers, needs and allows.
  public static let descriptor = SourceDescriptor(
    id: "moenv", name: "MOENV Taiwan",
    summary: "Taiwan's reference stations by the hour, with the ministry's own index.",
    offers: .hourly(
      in: StationCountry.taiwan.boxes, latency: 2700,
      [
        ([.pm25, .pm10, .o3, .no2, .so2, .co, .no, .nox, .windSpeed, .windDirection], .end, .oneHour),
        ([.o3, .co], .end, .eightHours), ([.so2], .end, .day), ([.pm25, .pm10], .end, .hours(12)),
        ([index], .instant, .instant),
      ]),
    precedence: 300, siteKinds: [.referenceStation],
    limits: RequestLimits(windows: [.init(5000, perSeconds: 86_400)], placesPerRequest: 100),
    options: [
      .init(
        "apiKey", summary: "Your key of the ministry's open data platform.", isRequired: true, isSecret: true),
      .init("baseURL", summary: "Another address of the service."),
    ],
    attribution: [
      AirAttribution(
        "Ministry of Environment, Taiwan (環境部)", link: "https://data.moenv.gov.tw/",
        licence: "Open Government Data License, version 1.0", licenceLink: "https://data.gov.tw/license")
    ],
    rights: .open("https://data.gov.tw/license"),
    endpoints: [.init("https://data.moenv.gov.tw/api/v2")], sentinels: [-999, -9999],
    testPlaces: .points((25.0631, 121.128)))

  let apiKey: AirSecret
  let baseURL: String?

  /// The declaration, with the configured address.
  public var descriptor: SourceDescriptor { Self.descriptor.asked(at: baseURL) }

  /// Asks for the newest hour of all stations.
  public func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Void>] {
    let request = TransportRequest(
      base: baseURL ?? "https://data.moenv.gov.tw/api/v2", path: "/aqx_p_432",
      query: [("api_key", apiKey.exposed), ("format", "json")])
    return [
      HTTPCall(
        request, keepsFor: .untilNextValue, page: HTTPPage(size: 1000, as: .offset("offset", size: "limit")))
    ]
  }

  /// Reads the records of an answer, a bare list of records, or a single one.
  public func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    let answer: AQJSON
    do { answer = try reply.json() } catch {
      // A refusal may be a bare sentence; what begins like JSON or a page is none.
      let text = String(decoding: reply.body.prefix(500), as: UTF8.self)
      let isSentence =
        text.first { !$0.isWhitespace && $0 != "\u{FEFF}" }.map { !"{[<".contains($0) } ?? false
      throw isSentence ? Self.refusal(text) ?? error : error
    }
    if answer.kind == .array {
      let records = try answer.array()
      try read(records, &report)
      return reply.nextPage(received: records.count)
    }
    if let list = answer["records"].ifPresent {
      let records = try list.array()
      try read(records, &report)
      return reply.nextPage(received: records.count, of: try? answer["total"].int(acceptingText: true))
    }
    if ["siteid", "sitename", "SiteId", "SiteName"].contains(where: { answer[$0].ifPresent != nil }) {
      try read(answer, &report)
      return []
    }
    let words = ["message", "Message", "error", "msg"].lazy.compactMap { answer[$0].filledText }.first
    throw Self.refusal(answer.asString ?? words ?? "")
      ?? AQError(.malformed, "This is no answer of Taiwan's stations.")
  }

  /// Adds the values of several stations. If no record can be read, they are something else.
  private func read(_ records: [AQJSON], _ report: inout ReportBuilder) throws {
    let count = try report.each(records) { try read($0, &$1) }.count
    if count == 0, !records.isEmpty {
      throw AQError(.malformed, "No record has a station of Taiwan and a time.")
    }
  }

  /// Adds the values of a station.
  private func read(_ record: AQJSON, _ report: inout ReportBuilder) throws {
    let fields = Dictionary(try record.members.map { (Self.name($0.name), $0.value) }) { first, _ in first }
    func text(_ names: String...) -> String? { names.lazy.compactMap { fields[$0]?.filledText }.first }
    guard let stamp = text("publishtime", "datacreationdate", "importdate") else {
      throw AQError(.malformed, "A record has no time.")
    }
    guard let id = text("siteid", "sitename") else {
      throw AQError(.malformed, "A record names no station.")
    }
    let point = ["latitude", "longitude"].compactMap { try? fields[$0]?.double(acceptingText: true) }
    let place = report.coordinate(point.first, point.dropFirst().first)
    let site = report.site(
      AirSite(
        id: id, name: text("sitename"),
        coordinate: place, timeZone: "Asia/Taipei",
        country: "TW", kind: .referenceStation,
        details: .init(
          network: "Taiwan Air Quality Monitoring Network",
          further: text("county").map { ["county": $0] } ?? [:])))
    let time = TimeStamp.localText(String(stamp.map { $0 == "/" ? "-" : $0 }), secondsFromUTC: 8 * 3600)
    for column in Self.columns {
      guard let value = fields[column.name] else { continue }
      report.add(
        column.parameter, value, nothing: Self.nothing, unit: column.unit, at: time,
        averaging: column.averaging, origin: column.origin, to: site)
    }
  }

  /// The error that a text stands for; nil if it says nothing of a key or of a limit.
  private static func refusal(_ text: String) -> AQError? {
    let text = text.lowercased()
    let limit = ["limit", "quota", "too many", "次數", "上限", "流量"]
    if limit.contains(where: text.contains) {
      return AQError(.rateLimited, "The ministry's platform asks for fewer requests.")
    }
    if ["api_key", "api key", "apikey", "金鑰"].contains(where: text.contains) {
      return AQError(.unauthorized, "The ministry's platform refuses the key or asks for one.")
    }
    return nil
  }

  private static let nothing: Set<String> = ["-", "--", "—", "NA", "N/A", "null"]

  /// The name of a field in the spelling of today.
  private static func name(_ spelling: String) -> String {
    let name = spelling.lowercased()
    for old in ["pm2_5", "pm25"] where name.hasPrefix(old) { return "pm2.5" + name.dropFirst(old.count) }
    return name
  }

  private struct Column: Sendable {
    let name: String
    let parameter: AirParameter
    let unit: AirUnit
    var averaging: AveragingPeriod?
    var origin: AirOrigin?

    init(
      _ name: String, _ parameter: AirParameter, _ unit: AirUnit, _ averaging: AveragingPeriod? = nil,
      _ origin: AirOrigin? = nil
    ) {
      self.name = name
      self.parameter = parameter
      self.unit = unit
      self.averaging = averaging
      self.origin = origin
    }
  }

  /// The moving mean of particles that the index takes: half the mean of 12 hours and half that of the latest
  /// 4, by the ministry's AQI page of 1 January 2025. It is no plain mean, so it names itself.
  private static let mixed = AirOrigin(model: "half the 12-hour mean, half the 4-hour mean")

  private static let columns = [
    Column("pm2.5", .pm25, .microgramsPerCubicMetre),
    Column("pm2.5_avg", .pm25, .microgramsPerCubicMetre, .hours(12), mixed),
    Column("pm10", .pm10, .microgramsPerCubicMetre),
    Column("pm10_avg", .pm10, .microgramsPerCubicMetre, .hours(12), mixed),
    Column("o3", .o3, .ppb), Column("o3_8hr", .o3, .ppb, .eightHours), Column("no2", .no2, .ppb),
    Column("nox", .nox, .ppb), Column("no", .no, .ppb), Column("so2", .so2, .ppb),
    Column("so2_avg", .so2, .ppb, .day), Column("co", .co, .ppm), Column("co_8hr", .co, .ppm, .eightHours),
    Column("windspeed", .windSpeed, .metresPerSecond), Column("winddirec", .windDirection, .degrees),
    Column("aqi", index, .one),
  ]
}

extension AQModule where Self == HTTPModule<MOENVStations> {
  /// Registers Taiwan's stations, whose option `apiKey` must be set, and the format of their answers.
  public static var moenv: HTTPModule<MOENVStations> {
    HTTPModule(countedBy: "apiKey", formats: [.moenv]) {
      MOENVStations(apiKey: $0.secret("apiKey") ?? "", baseURL: $0["baseURL"])
    }
  }
}

extension PayloadFormat {
  /// Answers of Taiwan's stations: an answer of the platform, a bare list, or one record.
  public static let moenv = PayloadFormat(MOENVStations(apiKey: "", baseURL: nil))
}
