public import AQKit

/// Japan's stations: the newest hour of the whole country, provisional
/// (soramame.env.go.jp, Ministry of the Environment; the files of its map).
///
/// Three files give the answer: which hour is the newest, where the stations are, and the hour's values. An
/// hour is named 01 to 24 by its end. Photochemical oxidant (`ox`) isn't ozone, and suspended particulate
/// matter (`spm`) isn't PM10: both are quantities of their own.
public struct SoramameStations: HTTPAdapter {
  private static let (ox, spm) = (AirParameter("ox"), AirParameter("spm"))

  /// What the ministry offers. Each operator of stations has terms of its own, so the rights are unknown.
  public static let descriptor = SourceDescriptor(
    id: "soramame", name: "Soramame Japan",
    summary: "Japan's stations by the hour, provisional; the operators' terms differ.",
    offers: .hourly(
      in: StationCountry.japan.boxes, latency: 3600, [(columns.map(\.parameter), .end, .oneHour)]),
    precedence: 300, siteKinds: [.referenceStation],
    limits: RequestLimits(placesPerRequest: 100, concurrentRequests: 1),
    options: [.init("baseURL", summary: "Another address of the service.")],
    attribution: [
      AirAttribution(
        "Ministry of the Environment, Japan, and the operators of the stations (環境省 そらまめくん)",
        link: "https://soramame.env.go.jp/")
    ],
    rights: AirRights(terms: "https://soramame.env.go.jp/apiManual"),
    endpoints: [.init("https://soramame.env.go.jp")], testPlaces: .points((35.69, 139.77)))

  /// What a call asks for.
  public enum Step: Sendable {
    case newest, stations
    /// The hour's values, by the end of the hour; nil if the file doesn't say.
    case values(end: AirTime?)
  }

  let baseURL: String?

  /// The declaration, with the configured address.
  public var descriptor: SourceDescriptor { Self.descriptor.asked(at: baseURL) }

  /// Asks which hour is the newest.
  public func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Step>] {
    [call("sokutei/noudoAll/metadata.json", .newest, keepsFor: .seconds(300))]
  }

  private func call(_ path: String, _ step: Step, keepsFor keeping: HTTPKeeping) -> HTTPCall<Step> {
    HTTPCall(
      TransportRequest(base: baseURL ?? "https://soramame.env.go.jp", path: "/data/\(path)", query: []),
      step: step, keepsFor: keeping)
  }

  /// Reads which hour is the newest, the stations, the values of an hour or of a station, or rows of the search.
  public func decode(_ reply: HTTPReply<Step>, into report: inout ReportBuilder) throws -> [HTTPCall<Step>] {
    switch reply.body.first(where: { $0 > 0x20 && $0 < 0x80 }) {
    case UInt8(ascii: "<")?:
      // The page of the web site stands for a file that isn't there yet.
      throw AQError(.unavailable, "Soramame answers with its web page in place of data; ask again later.")
    case UInt8(ascii: "{")?:
      let answer = try reply.json()
      if answer["SKT_CD"].isMissing { return try newest(answer, reply.query) }
      try found([answer], &report)
    case UInt8(ascii: "[")?: try found(reply.json().array(), &report)
    default:
      let table = try reply.csv()
      // The file of one station names the time in each row, and not the station.
      let (isNamed, isTimed) = (table.header.contains("測定局コード"), Self.time.allSatisfy(table.header.contains))
      guard isNamed || isTimed else { throw AQError(.malformed, "This is no file of Soramame.") }
      var end: AirTime?
      if case .values(let known) = reply.step { end = known }
      try report.each(table.rows) { row, report in
        let stamp: TimeStamp =
          if isTimed {
            .written(fields: try Self.time.map { try row[$0].string() }, as: format("yyyy M d k"))
          } else { end.map(TimeStamp.time) ?? .received }
        let code = try isNamed ? row["測定局コード"].string() : nil
        let kind = row["局種別"].filled ?? row["測定局種別"].filled
        var site = AirSite(
          id: code, name: row["測定局名称"].filled, timeZone: "Asia/Tokyo", country: "JP", kind: .referenceStation)
        site.coordinate = report.coordinate(
          (try? row["緯度"].double()) ?? nil, (try? row["経度"].double()) ?? nil)
        site.details = .init(
          operatedBy: row["問い合わせ先"].filled,
          setting: kind?.hasPrefix("自") ?? false ? .traffic : kind == nil ? nil : .background)
        let registered = report.site(site)
        for column in Self.columns where table.header.contains(column.name) {
          Self.add(column, row[column.name], at: stamp, to: registered, &report)
        }
        for name in ["NMHC", "THC", "SP"] where ((try? row[name].double(missing: ["", "-"])) ?? nil) != nil {
          report.note(AirNote(.remark, "Values of \(name) are left out: AQKit has no unit for them."))
        }
      }
    }
    return []
  }

  /// Asks for the stations and the values of the newest hour.
  private func newest(_ answer: AQJSON, _ query: AirQuery) throws -> [HTTPCall<Step>] {
    // The hour's end on Japan's clocks, as if it were UTC. The first hour of a day is 01, the last one 24.
    let written = try answer.require("latest").string().prefix(16).map {
      $0 == "/" ? "-" : $0 == " " ? "T" : $0
    }
    guard let end = AirTime("\(String(written)):00Z") else {
      throw AQError(.malformed, "The newest hour can't be read.")
    }
    let start = Array("\(end.adding(seconds: -3600))")
    guard start.count > 13, let hour = Int(String(start[11..<13])) else {
      throw AQError(.malformed, "The newest hour can't be read.")
    }
    func day(_ text: [Character]) -> String { String(text.prefix(10).map { $0 == "-" ? "/" : $0 }) }
    // A day's table of stations isn't there yet just after midnight.
    let dayBefore = day(Array("\(end.adding(seconds: -3600 - 86_400))"))
    let stations = call("map/kyokuNoudo/\(dayBefore)/01.csv", .stations, keepsFor: .days(1))
    if query.detail == .sites { return [stations] }
    let values = call(
      "sokutei/noudoAll/\(day(start))/\(hour < 9 ? "0" : "")\(hour + 1).csv",
      .values(end: end.adding(seconds: -Int64(Self.offset))), keepsFor: .untilNextValue)
    return [stations, values]
  }

  /// Adds the rows of the search, whose names have an underscore.
  private func found(_ rows: [AQJSON], _ report: inout ReportBuilder) throws {
    try report.each(rows) { row, report in
      let day = try row.require("SKT_DATE").string()
      let hour = try row.require("SKT_TIME").string(acceptingNumber: true)
      let site = report.site(
        AirSite(
          id: try row.require("SKT_CD").string(acceptingNumber: true), timeZone: "Asia/Tokyo", country: "JP",
          kind: .referenceStation))
      let stamp = TimeStamp.written(fields: [day, hour], as: format("yyyy/M/d k"))
      for column in Self.columns {
        let name = column.name == "PM2.5" ? "PM2_5" : column.name
        if row[name].isMissing { continue }
        let text = try row[name].ifPresent?.string(acceptingNumber: true)
        Self.add(column, AQText(text ?? "", at: name), at: stamp, to: site, &report)
      }
    }
  }

  private func format(_ pattern: String) -> TimeStamp.Format {
    .pattern(pattern, in: .fixed(secondsFromUTC: Self.offset))
  }

  private static func add(
    _ column: Column, _ text: AQText, at stamp: TimeStamp, to site: ReportBuilder.SiteReference,
    _ report: inout ReportBuilder
  ) {
    do {
      let value =
        try column.parameter == .windDirection
        ? direction(text) : text.double(missing: ["", "-", "－", "null"])
      report.add(
        column.parameter, value, unit: column.unit, at: stamp, flags: [.provisional], to: site)
    } catch {
      report.refuse("a value of \(column.parameter) is no number")
    }
  }

  /// The degrees of one of the sixteen winds; none for a calm.
  private static func direction(_ text: AQText) throws -> Double? {
    let word = text.content ?? ""
    if ["", "-", "静穏", "CALM"].contains(word) { return nil }
    guard let number = winds.firstIndex(of: word) else { return try text.double() }
    return Double(number) * 22.5
  }

  private static let offset = 9 * 3600
  /// The columns of the time in a station's file: year, month, day, hour.
  private static let time = ["年", "月", "日", "時"]
  private static let winds = [
    "北", "北北東", "北東", "東北東", "東", "東南東", "南東", "南南東", "南", "南南西", "南西", "西南西", "西", "西北西",
    "北西", "北北西",
  ]

  private struct Column: Sendable {
    let name: String
    let parameter: AirParameter
    let unit: AirUnit

    init(_ name: String, _ parameter: AirParameter, _ unit: AirUnit) {
      self.name = name
      self.parameter = parameter
      self.unit = unit
    }
  }

  /// The columns that are read. A molecule of methane has one carbon atom, so its ppmC are ppm. Other
  /// hydrocarbons are left out with a note: their unit counts carbon atoms, which AQKit's units don't.
  private static let columns = [
    Column("PM2.5", .pm25, .microgramsPerCubicMetre), Column("SPM", spm, .milligramsPerCubicMetre),
    Column("OX", ox, .ppm), Column("NO2", .no2, .ppm), Column("NO", .no, .ppm), Column("NOX", .nox, .ppm),
    Column("SO2", .so2, .ppm), Column("CO", .co, .ppm), Column("CH4", .ch4, .ppm),
    Column("TEMP", .temperature, .celsius),
    Column("HUM", .humidity, .percent), Column("WS", .windSpeed, .metresPerSecond),
    Column("WD", .windDirection, .degrees),
  ]
}

extension AQText {
  /// The text; nil if it is blank or missing.
  fileprivate var filled: String? { content.flatMap { $0.isEmpty ? nil : $0 } }
}

extension AQModule where Self == HTTPModule<SoramameStations> {
  /// Registers Japan's stations and the format of their files.
  public static var soramame: HTTPModule<SoramameStations> {
    HTTPModule(formats: [.soramame]) { SoramameStations(baseURL: $0["baseURL"]) }
  }
}

extension PayloadFormat {
  /// Files of Soramame: the newest hour, stations, values of an hour or of a station, and rows of the search.
  public static let soramame = PayloadFormat(SoramameStations(baseURL: nil), step: .values(end: nil))
}
