public import AQKit

/// The Polish inspectorate's stations, requested station by station, then sensor by sensor, and its own index.
///
/// Source: powietrze.gios.gov.pl/pjp/content/api, version 1. All values are in µg/m³, including carbon monoxide. Times
/// are those of Polish clocks; at 14:35 there is a row for 14:00, so they are the ends of hours.
public struct GIOSStations: StationNetwork {
  /// The request of a call.
  public enum Step: Sendable {
    /// A page of stations; the sensors of one; its index.
    case stations, sensors, index
    /// The hours of a sensor; without a parameter, its code names it.
    case values(AirParameter?)
  }

  /// The declaration of GIOŚ's offers, needs and rights.
  public static let descriptor = SourceDescriptor.network(
    "gios", "GIOŚ", "The Polish reference stations, by the hour, unverified.",
    at: "https://api.gios.gov.pl",
    .hourly(
      in: .country(.poland), latency: 2700, history: concentrations,
      current: [nil, .pm25, .pm10, .no2, .o3, .so2].map(ownIndex)),
    limits: RequestLimits(
      windows: [.init(1500, perSeconds: 60)], placesPerRequest: 1000,
      budgets: ["metadata": [.init(2, perSeconds: 60)]]),
    credit: AirAttribution("Główny Inspektorat Ochrony Środowiska", link: "https://powietrze.gios.gov.pl/"),
    rights: AirRights(redistribution: .allowed, terms: "https://powietrze.gios.gov.pl/pjp/content/api"),
    sentinels: [-999, -9999], near: (52.29, 21.04))

  private static let concentrations: [AirParameter] = [.pm25, .pm10, .no2, .o3, .so2, .co, .c6h6, .no, .nox]
  /// The Polish index, from 0 (very good) to 5.
  static let indexScale = "pl-gios"

  let baseURL: String?
  static let root = "/pjp-api/v1/rest/"
  static let template = AirSite(country: "PL", kind: .referenceStation, details: .init(network: "GIOŚ"))
  static let reasons = ["error_reason", "error_code"]
  private static let firstPage = TransportRequest.Page(size: 500, first: 0, as: .number("page", size: "size"))

  /// Creates an adapter for the service, or for another server with the same responses.
  public init(baseURL: String? = nil) { self.baseURL = baseURL }

  /// The number of stations asked about a point: one, because the service allows no more per minute than the list and
  /// the sensors of one station.
  public var sitesPerPoint: Int { 1 }

  /// Asks for the stations. Uncached, a place costs two requests, and one more for each pollutant and for a named index.
  public func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Step>] {
    [call("station/findAll", .stations, keepsFor: .days(1), budget: "metadata", page: Self.firstPage)]
  }

  /// Returns the note for a sensor whose filters are weighed by hand: its values arrive weeks later, which isn't a failure.
  static func nothing(in body: AQJSON) -> AirNote? {
    guard body["error_code"].stringValue == "API-ERR-100003" else { return nil }
    return AirNote(
      .notMeasured, "A sensor's values aren't available currently: they are published weeks later.")
  }

  /// Reads stations, the sensors of one, the hours of a sensor, or an index, each by its members.
  public func decode(_ reply: HTTPReply<Step>, into report: inout ReportBuilder) throws -> [HTTPCall<Step>] {
    let body = try reply.json()
    if let note = Self.nothing(in: body) {
      report.note(note)
      return []
    }
    if !body["AqIndex"].isMissing {
      try addIndex(body["AqIndex"], to: &report)
      return []
    }
    // The list's name differs from one response to the next; a single row may come without a list.
    let list = try body.members.first { $0.name.hasPrefix("Lista") }
    guard let rows = list?.value.rows else { throw Self.refusal(of: body, otherwise: .invalidRequest) }
    let nextPage = reply.nextPage(received: rows.count, pages: body["totalPages"].intValue ?? 1)
    func has(_ name: String) -> Bool { rows.contains { !$0[name].isMissing } }
    let step =
      has("Identyfikator stanowiska") ? .sensors : has("Identyfikator stacji") ? .stations : reply.step
    switch step {
    case .sensors:
      return nextPage + (try report.each(rows) { try call(about: $0, reply, &$1) }.compactMap(\.self))
    case .stations:
      if reply.isFirstPage { _ = try Self.inFull(rows) }
      let calls = try report.each(rows) { try add(station: $0, reply, to: &$1) }
      // Never all stations: that would be a thousand requests.
      let isAsked = reply.query.detail == .values && !reply.query.places.isEmpty
      return nextPage + (isAsked ? calls.flatMap(\.self) : [])
    case .values(let parameter):
      let clock = TimeStamp.Format.iso8601(in: try .init(named: "Europe/Warsaw"))
      // Kept in the service's order, which resolves the hour that occurs twice.
      try report.each(rows) { try add(hour: $0, of: parameter, by: clock, reply, to: &$1) }
      if rows.isEmpty { report.note(.notMeasured, "A sensor has no values for the last three days.") }
      return nextPage
    case .index: throw Self.foreign
    }
  }

  private func add(
    station: AQJSON, _ reply: HTTPReply<Step>, to report: inout ReportBuilder
  ) throws -> [HTTPCall<Step>] {
    let id = try station.require("Identyfikator stacji").int(acceptingText: true)
    let row = try StationRow(station)
    var site = Self.site(
      "\(id)", row.text("Nazwa stacji"),
      at: try station.coordinate("WGS84 φ N", "WGS84 λ E", acceptingText: true))
    site.details.identifiers = row.texts(as: ["gios": "Kod stacji"])
    site.details.further = row.texts(
      as: ["city": "Nazwa miasta", "voivodeship": "Województwo", "address": "Ulica"])
    let reference = report.site(site)
    let asked = Self.descriptor.parameters(askedBy: reply.query)
    let sensors = call(
      "station/sensors/\(id)", .sensors, about: reference, keepsFor: .days(1), budget: "metadata",
      page: Self.firstPage)
    let index = call("aqindex/getIndex/\(id)", .index, about: reference)
    // The index costs one more request, so it must be asked for by name.
    let namesIndex = !reply.query.parameters.isEmpty && asked.contains(where: \.isPublishedIndex)
    return (asked.contains(where: Self.concentrations.contains) ? [sensors] : [])
      + (namesIndex && reply.query.window == .current ? [index] : [])
  }

  private func call(
    about sensor: AQJSON, _ reply: HTTPReply<Step>, _ report: inout ReportBuilder
  ) throws -> HTTPCall<Step>? {
    let id = try sensor.require("Identyfikator stanowiska").int(acceptingText: true)
    let row = try StationRow(sensor)
    let parameter = AirParameter(try row.require("Wskaźnik - kod", "Wskaźnik - wzór"))
    if let station = row.text("Identyfikator stacji") {
      var site = Self.site(station)
      site.details.measures = [.init(parameter, unit: "µg/m³", instrument: .init("\(id)"))]
      _ = report.site(site)
    }
    let isAsked = Self.descriptor.parameters(askedBy: reply.query).contains(parameter)
    return isAsked ? call("data/getData/\(id)", .values(parameter), page: Self.firstPage) : nil
  }

  private func add(
    hour row: AQJSON, of asked: AirParameter?, by clock: TimeStamp.Format, _ reply: HTTPReply<Step>,
    to report: inout ReportBuilder
  ) throws {
    // For example `MzWarKondrat-PM10-1g`: the station, the parameter, and the averaging period in hours.
    let code = (row["Kod stanowiska"].stringValue ?? "").split(separator: "-").map(String.init)
    guard let parameter = asked ?? (code.count > 1 ? AirParameter(code[1]) : nil) else {
      throw AQError(.malformed, "a row doesn't say what was measured")
    }
    var site = Self.site(nil, code.first)
    site.details.identifiers["gios"] = code.first
    report.add(
      parameter, try row.require("Wartość"), missing: [], unit: "µg/m³",
      at: try row.require("Data").stamp(as: clock),
      with: .init(averaging: code.last == "24g" ? .day : .oneHour, flags: [.provisional]),
      to: asked == nil ? report.site(site) : report.site(of: reply))
  }

  /// Adds the index, and those of single pollutants. The service writes −1 or null for a missing one.
  private func addIndex(_ index: AQJSON, to report: inout ReportBuilder) throws {
    if index.isNull { return report.note(Self.noIndex(nil)) }
    let clock = TimeStamp.Format.iso8601(in: try .init(named: "Europe/Warsaw"))
    let id = try index.require("Identyfikator stacji pomiarowej").int(acceptingText: true)
    let site = report.site(Self.site("\(id)"))
    let members = try index.members
    let isWhole = index["Status indeksu ogólnego dla stacji pomiarowej"].boolValue ?? true
    // The hour of each pollutant, or “st” for all, by the last word of its name.
    var hours: [Substring: AQJSON] = [:]
    for member in members where member.name.hasPrefix("Data danych źródłowych") {
      guard let last = member.name.split(separator: " ").last else { continue }
      hours[last] = hours[last] ?? member.value
    }
    try report.each(members) { member, report in
      // For example “Wartość indeksu dla wskaźnika PM10”, with varying spelling.
      guard member.name.hasPrefix("Wartość indeksu") else { return }
      let last = member.name.split(separator: " ").last.map(String.init) ?? ""
      let pollutant = last == "indeksu" ? nil : AirParameter(last)
      let hour = hours[pollutant == nil ? "st" : last[...]]
      let isNone = member.value.isNull || member.value.filledText == "-1"
      if isNone { report.note(Self.noIndex(pollutant)) }
      guard let hour = hour?.ifPresent else {
        if isNone { return }
        throw AQError(.malformed, "an index doesn't name its hour")
      }
      report.add(
        Self.ownIndex(pollutant), member.value, missing: ["-1"], unit: .one, at: try hour.stamp(as: clock),
        with: .init(flags: pollutant == nil && !isWhole ? [.partial] : []), to: site)
    }
  }

  private static func noIndex(_ pollutant: AirParameter?) -> AirNote {
    AirNote(.notMeasured, "GIOŚ has no index for this hour.", parameters: [ownIndex(pollutant)])
  }
}

extension AQModule where Self == HTTPModule<GIOSStations> {
  /// Registers GIOŚ, and the format of its responses.
  public static var gios: HTTPModule<GIOSStations> { HTTPModule(.gios) { GIOSStations(baseURL: $0) } }
}
