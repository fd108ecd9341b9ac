public import AQKit

/// The Polish inspectorate's stations: station, then sensors, then the hours of each sensor; and its own index.
///
/// Source: powietrze.gios.gov.pl/pjp/content/api, version 1. All values are in µg/m³, of carbon monoxide too. The times
/// are those of Polish clocks; at 14:35 there is a row of 14:00, so they are the ends of hours.
public struct GIOSStations: HTTPAdapter {
  /// What a call asks for.
  public enum Step: Sendable {
    /// A page of stations.
    case stations
    /// The sensors of a station.
    case sensors
    /// The hours of a sensor; without a parameter its code says what it measures.
    case values(AirParameter?)
    /// The index of a station.
    case index
  }

  /// What GIOŚ offers, needs and allows.
  public static let descriptor = SourceDescriptor(
    id: "gios", name: "GIOŚ", summary: "The Polish reference stations, by the hour, unverified.",
    offers: [
      offer([.current, .history, .stations], concentrations), offer([.current], [index] + subIndices),
    ],
    precedence: 300, siteKinds: [.referenceStation],
    limits: RequestLimits(
      windows: [.init(1500, perSeconds: 60)], placesPerRequest: 1000,
      budgets: ["metadata": [.init(2, perSeconds: 60)]]),
    options: [
      .init(
        "baseURL", summary: "Another server with the same answers.", defaultValue: "https://api.gios.gov.pl")
    ],
    attribution: [
      AirAttribution("Główny Inspektorat Ochrony Środowiska", link: "https://powietrze.gios.gov.pl/")
    ],
    rights: AirRights(redistribution: .allowed, terms: "https://powietrze.gios.gov.pl/pjp/content/api"),
    endpoints: [.init("https://api.gios.gov.pl")], sentinels: [-999, -9999],
    testPlaces: .points((52.29, 21.04)))

  private static func offer(
    _ capabilities: Set<SourceDescriptor.Capability>, _ parameters: [AirParameter]
  ) -> SourceDescriptor.Offer {
    SourceDescriptor.Offer(
      capabilities: capabilities, placeKinds: [.coordinate, .area, .site], parameters: parameters,
      coverage: .boxes(StationCountry.poland.boxes), kinds: [.observation], timeConvention: .end,
      averaging: .oneHour, cadence: .seconds(3600), latency: .seconds(2700))
  }

  private static let concentrations: [AirParameter] = [.pm25, .pm10, .no2, .o3, .so2, .co, .c6h6, .no, .nox]
  /// The Polish index, 0 (very good) to 5.
  static let index = AirParameter.publishedIndex(scale: "pl-gios")
  private static let subIndices = [AirParameter.pm25, .pm10, .no2, .o3, .so2].map {
    AirParameter.publishedIndex(scale: "pl-gios", pollutant: $0)
  }

  /// The declaration, with the configured address.
  public var descriptor: SourceDescriptor {
    var descriptor = Self.descriptor
    descriptor.endpoints = [.init(configured: baseURL)]
    return descriptor
  }

  let baseURL: String

  /// An adapter.
  ///
  /// - Parameter baseURL: The server.
  public init(baseURL: String = "https://api.gios.gov.pl") { self.baseURL = baseURL }

  /// One, because the list and the sensors of one station are all that the service allows in a minute.
  public var sitesPerPoint: Int { 1 }

  /// Asks for the stations. A place costs two requests when nothing is kept, and one more for each pollutant; the
  /// index is asked for only by its name.
  public func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Step>] {
    [call("station/findAll", .stations, keepsFor: .days(1), budget: "metadata")]
  }

  private func call(
    _ path: String, _ step: Step, about site: ReportBuilder.SiteReference? = nil,
    keepsFor keeping: HTTPKeeping = .untilNextValue, budget: String? = nil, isPaged: Bool = true
  ) -> HTTPCall<Step> {
    HTTPCall(
      TransportRequest(base: baseURL, path: "/pjp-api/v1/rest/\(path)", query: []), step: step, about: site,
      keepsFor: keeping, budget: budget,
      page: isPaged ? HTTPPage(size: 500, first: 0, as: .number("page", size: "size")) : nil)
  }

  /// Reads 2xx. Values that come weeks later, from sensors whose filters are weighed by hand, are no failure.
  public func verdict(on response: TransportResponse) -> HTTPVerdict {
    guard !(200..<300).contains(response.status) else { return .read }
    let answer = try? AQJSON(parsing: response.body)
    if answer?["error_code"].asString == Self.notNow { return .nothing(Self.note) }
    let reason = answer?["error_reason"].asString?.prefix(200).filter { !$0.isNewline }
    return AQError(response: response, detail: reason, limits: descriptor.limits)
      .map(HTTPVerdict.failed) ?? .read
  }

  private static let notNow = "API-ERR-100003"
  private static let note = AirNote(
    .notMeasured, "A sensor's values aren't available currently: they are published weeks later.")

  /// Reads stations, the sensors of one, the hours of a sensor, or an index.
  public func decode(_ reply: HTTPReply<Step>, into report: inout ReportBuilder) throws -> [HTTPCall<Step>] {
    let answer = try reply.json()
    if let code = answer["error_code"].asString {
      if code == Self.notNow {
        report.note(Self.note)
        return []
      }
      let reason = (answer["error_reason"].asString ?? code).prefix(200).filter { !$0.isNewline }
      throw AQError(
        reason.lowercased().contains("limit") ? .rateLimited : .invalidRequest, "GIOŚ refuses: \(reason)")
    }
    if case .index = reply.step {
      let index = try answer.require("AqIndex")
      if index.isNull { report.note(.noIndex(Self.index)) } else { try addIndex(index, to: &report) }
      return []
    }
    let list = try Self.list(answer)
    let nextPage = reply.nextPage(received: list.count, pages: answer["totalPages"].asInt ?? 1)
    switch reply.step {
    case .stations:
      let calls = try report.each(list) { try add(station: $0, reply, to: &$1) }
      // Never all stations: that would be a thousand requests.
      let isAsked = reply.query.detail == .values && !reply.query.places.isEmpty
      return nextPage + (isAsked ? calls.flatMap(\.self) : [])
    case .sensors: return nextPage + (try calls(about: list, reply, &report))
    case .values(let parameter): try add(list, of: parameter, reply, to: &report)
    case .index: break
    }
    return nextPage
  }

  /// The rows of an answer, whose name differs from one to the other; a single row may stand by itself.
  static func list(_ answer: AQJSON) throws -> [AQJSON] {
    guard let list = try answer.members.first(where: { $0.name.hasPrefix("Lista") })?.value else {
      throw answer.error(expected: "a list of GIOŚ")
    }
    return list.kind == .object ? [list] : try list.array()
  }

  private func add(
    station: AQJSON, _ reply: HTTPReply<Step>, to report: inout ReportBuilder
  ) throws -> [HTTPCall<Step>] {
    let id = try station.require("Identyfikator stacji").int(acceptingText: true)
    var site = AirSite(
      id: "\(id)", name: station["Nazwa stacji"].asString,
      coordinate: try station.coordinate("WGS84 φ N", "WGS84 λ E", acceptingText: true), country: "PL",
      kind: .referenceStation, details: AirSite.Details(network: "GIOŚ"))
    if let code = station["Kod stacji"].asString { site.details.identifiers["gios"] = code }
    for (key, member) in [("city", "Nazwa miasta"), ("voivodeship", "Województwo"), ("address", "Ulica")] {
      if let text = station[member].asString { site.details.further[key] = text }
    }
    let reference = report.site(site)
    let asked = Self.descriptor.parameters(askedBy: reply.query)
    var calls: [HTTPCall<Step>] = []
    if asked.contains(where: Self.concentrations.contains) {
      calls.append(
        call(
          "station/sensors/\(id)", .sensors, about: reference, keepsFor: .days(1), budget: "metadata"))
    }
    // The index is one request more, so it must be asked for by its name.
    let namesIndex = !reply.query.parameters.isEmpty && asked.contains(where: \.isPublishedIndex)
    if namesIndex, reply.query.window == .current {
      calls.append(call("aqindex/getIndex/\(id)", .index, about: reference, isPaged: false))
    }
    return calls
  }

  /// The calls for the hours of a station's sensors, as far as their parameters are asked about.
  private func calls(
    about sensors: [AQJSON], _ reply: HTTPReply<Step>, _ report: inout ReportBuilder
  ) throws -> [HTTPCall<Step>] {
    let asked = Self.descriptor.parameters(askedBy: reply.query)
    return try report.each(sensors) { sensor, report -> HTTPCall<Step>? in
      let id = try sensor.require("Identyfikator stanowiska").int(acceptingText: true)
      let code = sensor["Wskaźnik - kod"].asString ?? sensor["Wskaźnik - wzór"].asString
      let parameter = AirParameter(try code ?? sensor.require("Wskaźnik - kod").string())
      let station = try sensor["Identyfikator stacji"].ifPresent?.int(acceptingText: true)
      if let station {
        var site = AirSite(
          id: "\(station)", country: "PL", kind: .referenceStation, details: AirSite.Details(network: "GIOŚ"))
        site.details.measures = [
          .init(parameter, unit: "µg/m³", instrument: AirSite.Instrument("\(id)"))
        ]
        _ = report.site(site)
      }
      return asked.contains(parameter) ? call("data/getData/\(id)", .values(parameter)) : nil
    }.compactMap(\.self)
  }

  private func add(
    _ rows: [AQJSON], of asked: AirParameter?, _ reply: HTTPReply<Step>, to report: inout ReportBuilder
  ) throws {
    let polish = TimeStamp.Format.iso8601(in: try Self.zone())
    // In the order of the service, which decides about the hour that occurs twice.
    try report.each(rows) { row, report in
      // Such as MzWarKondrat-PM10-1g: the station, what it measures, and the averaging period in hours.
      let code = (row["Kod stanowiska"].asString ?? "").split(separator: "-").map(String.init)
      guard let parameter = asked ?? (code.count > 1 ? AirParameter(code[1]) : nil) else {
        throw AQError(.malformed, "a row doesn't say what was measured")
      }
      let site =
        asked == nil
        ? report.site(
          AirSite(
            name: code[0], country: "PL", kind: .referenceStation,
            details: AirSite.Details(network: "GIOŚ", identifiers: ["gios": code[0]])))
        : report.site(of: reply)
      report.add(
        parameter, try row.require("Wartość"), acceptingText: true, unit: "µg/m³",
        at: .written(try row.require("Data").string(), as: polish),
        averaging: code.last == "24g" ? .day : .oneHour, flags: [.provisional], to: site)
    }
    if rows.isEmpty { report.note(AirNote(.notMeasured, "A sensor has no values of the last three days.")) }
  }

  /// Adds the index, and those of single pollutants. The service writes −1 or null where there is none.
  private func addIndex(_ index: AQJSON, to report: inout ReportBuilder) throws {
    let polish = TimeStamp.Format.iso8601(in: try Self.zone())
    let id = try index.require("Identyfikator stacji pomiarowej").int(acceptingText: true)
    let site = report.site(
      AirSite(id: "\(id)", country: "PL", kind: .referenceStation, details: AirSite.Details(network: "GIOŚ")))
    let members = try index.members
    let isWhole = index["Status indeksu ogólnego dla stacji pomiarowej"].asBool ?? true
    try report.each(members) { member, report in
      // Such as “Wartość indeksu dla wskaźnika PM10”, of which the spelling varies.
      guard member.name.hasPrefix("Wartość indeksu") else { return }
      let last = member.name.split(separator: " ").last.map(String.init) ?? ""
      let isOverall = last == "indeksu"
      let parameter =
        isOverall ? Self.index : .publishedIndex(scale: "pl-gios", pollutant: AirParameter(last))
      let hour = members.first {
        $0.name.hasPrefix("Data danych źródłowych") && $0.name.hasSuffix(isOverall ? " st" : " \(last)")
      }?.value.asString
      let number = try member.value.ifPresent?.double(acceptingText: true)
      let value = number == -1 ? nil : number
      guard value != nil || hour != nil else {
        return report.note(.noIndex(parameter))
      }
      guard let hour else { throw AQError(.malformed, "an index doesn't say for which hour it is") }
      if value == nil { report.note(.noIndex(parameter)) }
      report.add(
        parameter, value, unit: .one, at: .written(hour, as: polish),
        flags: isOverall && !isWhole ? [.partial] : [], to: site)
    }
  }

  /// Polish clocks.
  ///
  /// - Throws: `AQError` with `notConfigured` where the process doesn't have the rules of the zone.
  private static func zone() throws(AQError) -> TimeStamp.Zone { try TimeStamp.Zone(named: "Europe/Warsaw") }
}

extension AirNote {
  fileprivate static func noIndex(_ parameter: AirParameter) -> AirNote {
    AirNote(.notMeasured, "GIOŚ has no index of this hour.", parameters: [parameter])
  }
}
