public import AQKit

/// France's stations, hourly: a day of the whole country in one file of about 12 MB, which is read while it arrives
/// (LCSQA and Ineris, data.gouv.fr, dataset E2).
///
/// The file states both ends of each hour, and no zone. Géod'air's description of its exports (16 August 2023) says that
/// the times of metropolitan France are in UTC. Two doubts remain: on a day in February 2026 the values of a station
/// matched those that a regional service gave for an hour later, and the overseas departments aren't mentioned. All
/// times are read as UTC.
///
/// The file has no coordinates. Dataset D has them; its newest resource is requested once a week, and a bundled table
/// (``LCSQAStations/tableDay``) replaces it if that fails. A station that neither has is only found by its number.
public struct LCSQAStations: StationNetwork {
  /// The request of a call.
  public enum Step: Sendable {
    /// A day of the whole country; the resources of the dataset; the coordinates of dataset D.
    case day, catalogue, stations
  }

  /// The names of pollutants in the file. Nitrogen oxides are counted as nitrogen dioxide.
  static let pollutants: [String: AirParameter] = [
    "PM2.5": .pm25, "PM10": .pm10, "NO2": .no2, "O3": .o3, "SO2": .so2, "CO": .co, "NO": .no,
    "NOX as NO2": .nox,
    "NOX": .nox, "C6H6": .c6h6, "PM1": .pm1, "H2S": .h2s, "NH3": .nh3,
  ]

  /// The declaration of the laboratory's offers and rights. The laboratory states no limit.
  public static let descriptor: SourceDescriptor = {
    var descriptor = SourceDescriptor.network(
      "lcsqa", "LCSQA France", "The French reference stations, by the hour; provisional.",
      at: "https://files.data.gouv.fr",
      .hourly(
        in: .country(.france), latency: 7200, for: [.current, .history, .stations],
        [(Set(pollutants.values).sorted { $0.rawValue < $1.rawValue }, .start, .oneHour)]),
      limits: RequestLimits(placesPerRequest: 1000, concurrentRequests: 2, requestsPerFetch: 40),
      and: [
        .init(
          "catalogueURL", summary: "Another server of the catalogue.",
          defaultValue: "https://www.data.gouv.fr"),
        .init(
          "stationsURL", summary: "Another server of dataset D.",
          defaultValue: "https://tabular-api.data.gouv.fr"),
      ],
      credit: AirAttribution(
        "LCSQA/Ineris and the French air quality associations (AASQA)", link: "https://www.lcsqa.org/",
        licence: "Licence Ouverte 2.0", licenceLink: licence),
      rights: .open(licence), near: (45.92361, 6.713611))
    // The files are redirected to these.
    descriptor.endpoints += ["https://ineris.s3.rbx.io.cloud.ovh.net", "https://object.files.data.gouv.fr"]
      .map { .init($0) }
    return descriptor
  }()

  private static let licence = "https://www.etalab.gouv.fr/licence-ouverte-open-licence/"

  let addresses: [String?]
  static let template = AirSite(country: "FR", kind: .referenceStation)

  /// Creates an adapter for the services, or for other servers of the files, the catalogue and dataset D.
  public init(baseURL: String? = nil, catalogueURL: String? = nil, stationsURL: String? = nil) {
    addresses = [baseURL, catalogueURL, stationsURL]
  }

  /// Asks for the stations' coordinates, and for the days of a window, newest first. For a query about now it asks for
  /// the day of four hours ago, because only by then a day's file has all pollutants.
  public func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Step>] {
    let list = call("api/1/datasets/5b98b648634f415309d52a50/", .catalogue, at: 1, keepsFor: .days(7))
    if query.detail == .sites { return [list] }
    let window = query.window.interval(at: now)
    let current = now.adding(seconds: -4 * 3600).secondsSince1970
    let (first, last) =
      query.window == .current
      ? (current, current)
      : (window.start.secondsSince1970, min(window.end, now).adding(seconds: -1).secondsSince1970)
    let days = stride(from: max(first, last), through: first - first % 86_400, by: -86_400)
    return [list]
      + days.prefix(descriptor.limits.requestsPerFetch + 1).map { second in
        let day = AirTime(secondsSince1970: second).day
        let folder = "ineris/lcsqa/concentrations-de-polluants-atmospheriques-reglementes/temps-reel"
        let file = call("\(folder)/\(day.prefix(4))/FR_E2_\(day).csv", Step.day, keepsFor: nil)
        return file.inPieces(.csv(delimiter: ";"))
      }
  }

  /// Reads a day's missing file as missing data, but a missing list of stations as an error.
  public func verdict(on reply: HTTPReply<Step>) -> TransportResponse.Verdict {
    guard case .day = reply.step, reply.response.status == 404 || reply.response.isMissingFile else {
      return verdict(on: reply.response)
    }
    return .nothing(AirNote(.notMeasured, "LCSQA has no file for this day."))
  }

  /// Reads a day or a part of it, an export of Géod'air, the resources of the dataset, or rows of dataset D.
  public func decode(_ reply: HTTPReply<Step>, into report: inout ReportBuilder) throws -> [HTTPCall<Step>] {
    let opening = reply.body.opening
    if opening == "<" { throw Self.page(in: reply.body) ?? Self.foreign }
    if opening == "{" || opening == "[" {
      let body = try reply.json()
      if let resources = body["resources"].rows { return try stations(of: resources) }
      guard let rows = body["data"].rows ?? body.rows,
        rows.contains(where: { !Self.number(of: $0).isEmpty })
      else {
        throw Self.refusal(of: body, otherwise: .unavailable)
      }
      try report.each(rows) { row, report in
        let point = row["pos"].ifPresent.map { ($0[0].doubleValue, $0[1].doubleValue) }
        let place =
          point.map { report.coordinate($0, $1) } ?? report.coordinate(of: row, "Latitude", "Longitude")
        Self.register(Self.number(of: row), row["name"].stringValue, place, &report)
      }
      return []
    }
    let isOfDays = reply.body.prefix { $0 != UInt8(ascii: "\n") }.contains(UInt8(ascii: ";"))
    let table = try reply.csv(delimiter: isOfDays ? ";" : ",")
    if isOfDays {
      try LCSQADay(table).read(into: &report)
      return []
    }
    guard table.header.contains("Broader") else { throw Self.foreign }
    try report.each(table.rows) { row, report in
      let row = try StationRow(row, of: table)
      Self.register(
        Self.number(in: try row.require("Broader")), nil, report.coordinate(of: row, "Latitude", "Longitude"),
        &report)
    }
    return []
  }

  private func stations(of resources: [AQJSON]) throws -> [HTTPCall<Step>] {
    // Its file has a name such as `fr-2026-d-07082026-1.xls`; the service makes tables from spreadsheets, not from XML.
    let tables = resources.filter { resource in
      let file = (resource["url"].stringValue ?? "").split(separator: "/").last?.lowercased() ?? ""
      return file.contains("-d-") && [".xls", ".xlsx", ".csv"].contains(where: file.hasSuffix)
    }
    func time(_ resource: AQJSON) -> String {
      resource["last_modified"].stringValue ?? resource["created_at"].stringValue ?? ""
    }
    guard let id = tables.max(by: { time($0) < time($1) })?["id"].stringValue else {
      throw AQError(.malformed, "The dataset has no table of stations.")
    }
    return [
      call(
        "api/resources/\(id)/data/csv/", .stations, [("columns", "Broader,Latitude,Longitude")], at: 2,
        keepsFor: .days(7))
    ]
  }

  /// Returns the number of a station in a row of dataset D; empty without one.
  private static func number(of row: AQJSON) -> String {
    row["natlStationCode"].filledText ?? row["Broader"].filledText.map(number) ?? ""
  }

  /// Returns the number in a string such as `…/STA-FR01011`.
  private static func number(in text: String) -> String {
    text.split(separator: "STA-").dropFirst().last.map(String.init) ?? ""
  }

  private static func register(
    _ id: String, _ name: String?, _ place: Coordinate?, _ report: inout ReportBuilder
  ) {
    if id.isEmpty { return report.refuse("a row of dataset D names no station") }
    guard let place else {
      return report.note(.remark, "Rows of dataset D without coordinates are left out.")
    }
    _ = report.site(site(id, name, at: place))
  }
}

extension AQModule where Self == HTTPModule<LCSQAStations> {
  /// Registers France's stations, and the format of their files.
  public static var lcsqa: HTTPModule<LCSQAStations> {
    HTTPModule(formats: [.lcsqa]) {
      LCSQAStations(
        baseURL: $0["baseURL"], catalogueURL: $0["catalogueURL"], stationsURL: $0["stationsURL"])
    }
  }
}
