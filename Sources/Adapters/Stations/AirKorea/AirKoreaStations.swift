public import AQKit

/// Korea's stations: the newest hour of the whole country with the comprehensive air-quality index
/// (data.go.kr, B552584, ArpltnInforInqireSvc 1.3 and MsrstnInfoInqireSvc).
///
/// The values don't say where a station is, so the list of stations is asked for beside them. A time is the
/// end of its hour in Korea, written from 01:00 to 24:00. Errors come with HTTP status 200, and as XML even
/// where JSON was asked.
public struct AirKoreaStations: HTTPAdapter {
  private static let index = AirParameter.publishedIndex(scale: "kr-cai")

  /// What AirKorea offers, needs and allows.
  public static let descriptor = SourceDescriptor(
    id: "airkorea", name: "AirKorea",
    summary: "Korea's reference stations by the hour, with the comprehensive air-quality index.",
    offers: .hourly(
      in: StationCountry.korea.boxes, latency: 1800,
      [
        ([.pm25, .pm10, .o3, .no2, .so2, .co], .end, .oneHour), ([.pm10, .pm25], .end, .day),
        ([index], .instant, .instant),
      ]),
    precedence: 300, siteKinds: [.referenceStation],
    limits: RequestLimits(
      windows: [.init(500, perSeconds: 86_400)], placesPerRequest: 100,
      budgets: ["stations": [.init(500, perSeconds: 86_400)]]),
    options: [
      .init(
        "serviceKey", summary: "Your key of data.go.kr, in either of its two spellings.", isRequired: true,
        isSecret: true),
      .init("baseURL", summary: "Another address of the service."),
    ],
    attribution: [
      AirAttribution(
        "Korea Environment Corporation, AirKorea (한국환경공단 에어코리아)", link: "https://www.airkorea.or.kr/",
        licence: "KOGL Type 1")
    ],
    rights: .open("https://www.kogl.or.kr/info/licenseType1.do"),
    endpoints: [.init("https://apis.data.go.kr/B552584")], testPlaces: .points((37.572, 127.005)))

  /// What a call asks for.
  public enum Step: Sendable { case stations, values }

  let serviceKey: AirSecret
  let baseURL: String?

  /// The declaration, with the configured address.
  public var descriptor: SourceDescriptor { Self.descriptor.asked(at: baseURL) }

  /// Asks for all stations, and for the newest hour of all of them.
  public func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Step>] {
    let stations = call(
      "MsrstnInfoInqireSvc/getMsrstnList", .stations, [], keepsFor: .days(1), budget: "stations")
    if query.detail == .sites { return [stations] }
    let values = call(
      "ArpltnInforInqireSvc/getCtprvnRltmMesureDnsty", .values, [("sidoName", "전국"), ("ver", "1.3")],
      keepsFor: .untilNextValue)
    return [stations, values]
  }

  private func call(
    _ path: String, _ step: Step, _ items: [(name: String, value: String)], keepsFor keeping: HTTPKeeping,
    budget: String? = nil
  ) -> HTTPCall<Step> {
    // The platform issues each key twice, as it is and percent-encoded. It is encoded once.
    let key = serviceKey.exposed
    let plain = key.contains("%") ? PercentEncoding.decode(Substring(key)) : key
    let request = TransportRequest(
      base: baseURL ?? "https://apis.data.go.kr/B552584", path: "/\(path)",
      query: [("serviceKey", plain), ("returnType", "json")] + items)
    return HTTPCall(
      request, step: step, keepsFor: keeping, budget: budget,
      page: HTTPPage(size: 1000, as: .number("pageNo", size: "numOfRows")))
  }

  /// Reads a list of stations, values of one or many stations, or the error in an answer.
  public func decode(_ reply: HTTPReply<Step>, into report: inout ReportBuilder) throws -> [HTTPCall<Step>] {
    let answer = try AirKoreaAnswer(reply.body)
    try report.each(answer.rows) { row, report in
      let (name, place) = (row.text("stationName"), row.coordinate(&report))
      var details = AirSite.Details(
        network: "AirKorea", setting: row.text("mangName").flatMap { Self.settings[String($0.prefix(2))] })
      for key in ["mangName", "sidoName", "addr", "stationCode"] { details.further[key] = row.text(key) }
      guard name != nil || row.text("dataTime") != nil else {
        throw AQError(.malformed, "A row names neither a station nor a time.")
      }
      let site = report.site(
        AirSite(
          id: name, name: name, coordinate: place, timeZone: "Asia/Seoul", country: "KR",
          kind: .referenceStation, details: details))
      guard let time = row.text("dataTime") else { return }
      for column in Self.columns { Self.add(column, row, at: time, to: site, &report) }
    }
    return reply.nextPage(received: answer.rows.count, of: answer.total)
  }

  /// The surroundings by the first two letters of a network's name: at a road; of a town, its edge, the country.
  private static let settings: [String: AirSite.Details.Setting] = [
    "도로": .traffic, "도시": .background, "교외": .background, "국가": .background,
  ]

  private static let nothing: Set<String> = ["", "-", "null", "NULL", "NaN"]

  private static func add(
    _ column: Column, _ row: AirKoreaAnswer.Row, at time: String, to site: ReportBuilder.SiteReference,
    _ report: inout ReportBuilder
  ) {
    guard let text = row[column.name] else { return }
    let value: Double?
    do { value = try text.double(missing: nothing) } catch { return report.refuse(error.message) }
    // The reason for an absent value, or a doubt about one that is there.
    let reason = row.text(column.flag).flatMap { nothing.contains($0) ? nil : $0 }
    if let reason, value == nil {
      report.note(
        AirNote(
          .notMeasured, "AirKorea says why there is no value of \(column.parameter): \(reason.prefix(40)).",
          parameters: [column.parameter]))
    }
    report.add(
      column.parameter, value, unit: column.unit, at: .localText(time, secondsFromUTC: 9 * 3600),
      averaging: column.averaging, flags: reason == nil ? [] : [.suspect], origin: column.origin, to: site)
  }

  private struct Column: Sendable {
    let name: String
    let flag: String
    let parameter: AirParameter
    let unit: AirUnit
    var averaging: AveragingPeriod?
    var origin: AirOrigin?
  }

  /// The agency's moving estimate of the mean of 24 hours, from the latest 12; it is no plain mean, so it
  /// names itself.
  private static let estimate = AirOrigin(model: "24-hour estimate")

  private static let columns =
    [("so2", AirParameter.so2), ("co", .co), ("o3", .o3), ("no2", .no2)].map {
      Column(name: "\($0)Value", flag: "\($0)Flag", parameter: $1, unit: .ppm)
    }
    + [("pm10", AirParameter.pm10), ("pm25", .pm25)].flatMap {
      [
        Column(name: "\($0)Value", flag: "\($0)Flag", parameter: $1, unit: .microgramsPerCubicMetre),
        Column(
          name: "\($0)Value24", flag: "", parameter: $1, unit: .microgramsPerCubicMetre, averaging: .day,
          origin: estimate),
      ]
    } + [Column(name: "khaiValue", flag: "", parameter: index, unit: .one)]
}

extension AQModule where Self == HTTPModule<AirKoreaStations> {
  /// Registers AirKorea, whose option `serviceKey` must be set, and the format of its answers.
  public static var airKorea: HTTPModule<AirKoreaStations> {
    HTTPModule(countedBy: "serviceKey", formats: [.airKorea]) {
      AirKoreaStations(serviceKey: $0.secret("serviceKey") ?? "", baseURL: $0["baseURL"])
    }
  }
}

extension PayloadFormat {
  /// Answers of AirKorea: stations, values, errors, in JSON or XML.
  public static let airKorea = PayloadFormat(
    AirKoreaStations(serviceKey: "", baseURL: nil), step: .values)
}
