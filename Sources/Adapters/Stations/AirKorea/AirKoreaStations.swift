public import AQKit

/// Korea's stations: the newest hour of the whole country with the comprehensive air-quality index
/// (data.go.kr, B552584, ArpltnInforInqireSvc 1.3 and MsrstnInfoInqireSvc).
///
/// The values have no locations, so the list of stations is requested as well. A time is the end of its hour on Korean
/// clocks, written as 01:00 to 24:00. Errors come with HTTP status 200, and as XML even if JSON was requested.
public struct AirKoreaStations: StationNetwork {
  /// The declaration of AirKorea's offers, needs and rights.
  public static let descriptor = SourceDescriptor.network(
    "airkorea", "AirKorea",
    "Korea's reference stations by the hour, with the comprehensive air-quality index.",
    at: "https://apis.data.go.kr/B552584", .hourly(in: .country(.korea), latency: 1800, columns),
    limits: RequestLimits(
      windows: [.init(500, perSeconds: 86_400)], placesPerRequest: 100,
      budgets: ["stations": [.init(500, perSeconds: 86_400)]]),
    options: [.key("Your key from data.go.kr, in either of its two spellings.", name: "serviceKey")],
    credit: AirAttribution(
      "Korea Environment Corporation, AirKorea (한국환경공단 에어코리아)", link: "https://www.airkorea.or.kr/",
      licence: "KOGL Type 1"),
    rights: .open("https://www.kogl.or.kr/info/licenseType1.do"), near: (37.572, 127.005))

  /// The agency's moving estimate of the 24-hour mean from the latest 12 hours, named by its origin: it isn't a plain mean.
  private static let estimate = AirOrigin(model: "24-hour estimate")

  private static let columns = [
    ReportColumn("pm25Value", .pm25, "µg/m³"), ReportColumn("pm10Value", .pm10, "µg/m³"),
    ReportColumn("o3Value", .o3, .ppm), ReportColumn("no2Value", .no2, .ppm),
    ReportColumn("so2Value", .so2, .ppm), ReportColumn("coValue", .co, .ppm),
    ReportColumn("pm10Value24", .pm10, "µg/m³", averaging: .hours(12), origin: estimate),
    ReportColumn("pm25Value24", .pm25, "µg/m³", averaging: .hours(12), origin: estimate),
    ReportColumn("khaiValue", .publishedIndex(scale: "kr-cai"), .one),
  ]

  let serviceKey: AirSecret?
  let baseURL: String?
  static let template = AirSite(
    timeZone: "Asia/Seoul", country: "KR", kind: .referenceStation, details: .init(network: "AirKorea"))

  /// Asks for all stations, and for the newest hour of all of them.
  public func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Void>] {
    // The platform issues each key twice, plain and percent-encoded. It must be encoded exactly once.
    let key = serviceKey?.exposed ?? ""
    let plain = key.contains("%") ? PercentEncoding.decode(Substring(key)) : key
    let items = [("serviceKey", plain), ("returnType", "json")]
    let page = TransportRequest.Page(size: 1000, as: .number("pageNo", size: "numOfRows"))
    let stations = call(
      "MsrstnInfoInqireSvc/getMsrstnList", (), items, keepsFor: .days(1), budget: "stations", page: page)
    if query.detail == .sites { return [stations] }
    let values = call(
      "ArpltnInforInqireSvc/getCtprvnRltmMesureDnsty", items + [("sidoName", "전국"), ("ver", "1.3")],
      page: page)
    return [stations, values]
  }

  /// Reads a list of stations, values of one or many stations, or the error in a response.
  public func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    let page = reply.body.opening == "<" ? try Self.rows(of: reply.xml()) : try Self.rows(of: reply.json())
    try report.each(page.rows) { try read($0, &$1) }
    return reply.nextPage(received: page.rows.count, of: page.total)
  }

  private func read(_ row: StationRow, _ report: inout ReportBuilder) throws {
    let (name, time) = (row.text("stationName"), row.text("dataTime"))
    guard name != nil || time != nil else {
      throw AQError(.malformed, "A row names neither a station nor a time.")
    }
    // The two fields have sometimes been exchanged; in Korea they can't be mistaken for each other.
    let degrees = ["dmX", "dmY"].compactMap(row.number).sorted()
    var described = Self.site(
      name, name, at: degrees.count == 2 ? report.coordinate(degrees[0], degrees[1]) : nil)
    described.details.setting = .init(named: row.text("mangName"))
    described.details.further = row.texts("mangName", "sidoName", "addr", "stationCode")
    let site = report.site(described)
    guard let time else { return }
    let nothing: Set<String> = ["-", "null", "NULL", "NaN"]
    for column in Self.columns {
      guard let value = row[column.name] else { continue }
      // The reason for an absent value, or a doubt about a present one.
      let flag = row.text(column.name.dropLast("Value".count) + "Flag")
      let reason = flag.flatMap { nothing.contains($0) ? nil : $0 }
      if let reason, value.content.map({ $0.isEmpty || nothing.contains($0) }) ?? false {
        report.note(
          .notMeasured, "AirKorea's reason for a missing value of \(column.parameter): \(reason.prefix(40)).",
          parameters: [column.parameter])
      }
      report.add(
        row, [column], missing: nothing, at: .localText(time, secondsFromUTC: 9 * 3600),
        flags: reason == nil ? [] : [.suspect], to: site)
    }
  }

  private static func rows(of document: AQXML) throws -> (rows: [StationRow], total: Int64?) {
    let header = (document["cmmMsgHeader"] ?? document["header"]).map { StationRow($0) }
    if try saysNoData(header) { return ([], nil) }
    guard document.name == "response", let body = document["body"] else { throw foreign }
    let items = body["items"]?.children("item") ?? []
    return (items.map { StationRow($0) }, try? body["totalCount"]?.text.int())
  }

  private static func rows(of document: AQJSON) throws -> (rows: [StationRow], total: Int64?) {
    let whole =
      document["response"].ifPresent ?? document["OpenAPI_ServiceResponse"].ifPresent ?? document
    let header = try (whole["header"].ifPresent ?? whole["cmmMsgHeader"].ifPresent).map { try StationRow($0) }
    if try saysNoData(header) { return ([], nil) }
    let body = whole["body"].ifPresent ?? whole
    // An empty string means no rows. In older responses the rows are in `list` and may leave out the station's name.
    let listed = body["items"].isMissing ? body["list"] : body["items"]
    let items = listed["item"].ifPresent ?? listed
    guard let rows = items.rows ?? (items.isNull || items.kind == .string ? [] : nil) else { throw foreign }
    let station = ["ArpltnInforInqireSvcVo", "parm"].compactMap { body[$0]["stationName"].filledText }.first
    let total = try? body["totalCount"].int(acceptingText: true)
    return try (
      rows.map { row in
        let row = try StationRow(row)
        return row.setting("stationName", to: row.text("stationName") ?? station)
      }, total
    )
  }

  /// Returns whether a result code (data.go.kr, error codes of open APIs) means no data; throws the error of a failure.
  private static func saysNoData(_ header: StationRow?) throws -> Bool {
    guard let code = header?.text("returnReasonCode", "resultCode") else { return false }
    let name = header?.text("returnAuthMsg", "resultMsg", "errMsg").map { " (\($0.prefix(80)))" } ?? ""
    switch Int(code) {
    case 0: return false
    case 3: return true
    case 10, 11, 12: throw AQError(.invalidRequest, "AirKorea rejects this request\(name).")
    case 20, 21, 30, 31, 32, 33: throw AQError(.unauthorized, "AirKorea refuses the key\(name).")
    case 22: throw AQError(.rateLimited, "The key's requests for the day are used up\(name).")
    default: throw AQError(.unavailable, "AirKorea failed with the code \(code.prefix(10))\(name).")
    }
  }
}

extension AQModule where Self == HTTPModule<AirKoreaStations> {
  /// Registers AirKorea, whose option `serviceKey` must be set, and the format of its responses.
  public static var airKorea: HTTPModule<AirKoreaStations> {
    HTTPModule(.airKorea, key: "serviceKey") { AirKoreaStations(serviceKey: $0, baseURL: $1) }
  }
}
