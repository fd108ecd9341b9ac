public import AQKit

/// The German networks of the federal states and of the Umweltbundesamt (UBA), by the hour.
///
/// A station's index comes with all of its concentrations, so a place takes one request. Carbon monoxide, which the index
/// lacks, is requested separately, and so are particles before 2026, whose averaging period the index doesn't state.
///
/// Sources: luftdaten.umweltbundesamt.de/api/air-data/v4/doc; umweltbundesamt.de, "Der Luftqualitätsindex (LQI)".
public struct UBAStations: StationNetwork {
  /// The request of a call. A response identifies itself; a station's values are for the requested site.
  public enum Step: Sendable {
    /// The list of stations, or any response without a query.
    case any
    /// The values of the listed station with a number.
    case station(Int64)
  }

  /// The scale of the index, from 0 (very good) to 4 (very poor).
  static let indexScale = "uba"

  private static let rated: [AirParameter] = [.pm25, .pm10, .no2, .o3, .so2]

  /// The declaration of UBA's offers and rights. UBA states no limit; its clients send one request a second.
  public static let descriptor = SourceDescriptor.network(
    "uba", "Umweltbundesamt", "The German networks of stations, by the hour; preliminary.",
    at: "https://luftdaten.umweltbundesamt.de",
    .hourly(
      in: .country(.germany), latency: 3600, for: [.current, .history, .stations],
      [(rated + [ownIndex()] + rated.map { ownIndex($0) }, .end, .oneHour), ([.co], .end, .eightHours)]),
    limits: RequestLimits(windows: [.init(60, perSeconds: 60)], concurrentRequests: 2),
    credit: AirAttribution(
      "Umweltbundesamt mit Daten der Messnetze der Länder und des Bundes",
      link: "https://www.umweltbundesamt.de/daten/luft/luftdaten",
      licenceLink: "https://luftdaten.umweltbundesamt.de/api/air-data/v4/doc"),
    rights: .open("https://luftdaten.umweltbundesamt.de/api/air-data/v4/doc"), sentinels: [-999, -9999],
    near: (52.54, 13.35))

  let baseURL: String?
  static let template = AirSite(country: "DE", kind: .referenceStation)

  /// Creates an adapter for the service, or for another address of it, with or without the path `/api/air-data/v4`.
  public init(baseURL: String? = nil) { self.baseURL = baseURL }

  /// The number of stations for a point: one, the nearest, because each station's values take a request.
  public var sitesPerPoint: Int { 1 }

  /// Asks for the stations, because values refer to them by number.
  public func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Step>] {
    [ask("stations", .any, [("use", "airquality"), ("lang", "en")], keepsFor: .days(1))]
  }

  private func ask(
    _ kind: String, _ step: Step, _ items: [(name: String, value: String)],
    about site: ReportBuilder.SiteReference? = nil,
    keepsFor keeping: TransportRequest.Keeping = .untilNextValue
  ) -> HTTPCall<Step> {
    let root = baseURL?.contains("/api/") ?? false ? "" : "api/air-data/v4/"
    return call("\(root)\(kind)/json", step, items, about: site, keepsFor: keeping)
  }

  /// The first day known to use hourly means of particles; the index of 2019 used 24-hour means, until an unstated day.
  static let firstDayOfHourlyParticles = "2026-01-01"

  func calls(
    about id: Int64, _ site: AirSite, _ reference: ReportBuilder.SiteReference, _ reply: HTTPReply<Step>
  )
    -> [HTTPCall<Step>]
  {
    let window = reply.query.window.interval(at: reply.askedAt)
    // The list states the last day, which may have values.
    if let end = site.details.operating?.until, end.adding(seconds: 86_400) <= window.start { return [] }
    // Hours are numbered by their end, 1 to 24, in UTC+1.
    let (first, last) = (window.start.hour(at: 1), window.lastMoment.hour(at: 1))
    let times = [
      ("date_from", first.day), ("time_from", "\(first.number)"), ("date_to", last.day),
      ("time_to", "\(last.number)"), ("lang", "en"), ("station", "\(id)"),
    ]
    let asked = reply.query.parameters
    // The numbers of component and scope of separate requests: CO as an eight-hour mean, particles as hourly means.
    var apart: [AirParameter: (component: String, scope: String)] = [.co: ("2", "4")]
    if first.day < Self.firstDayOfHourlyParticles {
      (apart[.pm10], apart[.pm25]) = (("1", "2"), ("9", "2"))
    }
    let asksIndex = asked.isEmpty || asked.contains { apart[$0] == nil }
    let index = asksIndex ? [ask("airquality", .station(id), times, about: reference)] : []
    return index
      + [.co, .pm10, .pm25].filter(asked.contains).compactMap { apart[$0] }.map { component, scope in
        let items = times + [("component", component), ("scope", scope)]
        return ask("measures", .station(id), items, about: reference)
      }
  }

  /// Reads the stations, or values by station and hour, which name their columns.
  public func decode(_ reply: HTTPReply<Step>, into report: inout ReportBuilder) throws -> [HTTPCall<Step>] {
    let body = try reply.json()
    if let error = AQError(refusal: body) { throw error }
    let indices = body["indices"]
    if let names = try? indices.strings() {
      guard let columns = Self.columns(names) else {
        let list = names.first ?? "nothing"
        report.note(.remark, "The response is a list of \(list), without stations or values.")
        return []
      }
      let calls = try read(stations: body.require("data"), columns, reply, into: &report)
      return reply.query.detail == .values ? calls : []
    }
    let declared = try? indices["data"]["station id"]["date start"].strings()
    let columns = declared.flatMap { Set(Self.usual).isSubset(of: $0) ? $0 : nil }
    try read(values: body.require("data"), columns, reply, into: &report)
    return []
  }
}

extension AQError {
  fileprivate init?(refusal body: AQJSON) {
    guard body.kind == .object, body["data"].ifPresent == nil, body["indices"].isMissing else {
      return nil
    }
    let words = ["detail", "message", "error", "title", "errors"].lazy.compactMap { body[$0].ifPresent }
    guard let word = words.first else { return nil }
    let detail = word.stringValue ?? word.rawText
    let status = ["status", "code"].lazy.compactMap { body[$0].intValue }.first
    self = AQError(status: status ?? 400, detail) ?? AQError(.unavailable, "UBA says: \(detail.prefix(200))")
  }
}

extension AQModule where Self == HTTPModule<UBAStations> {
  /// The German networks of stations.
  public static var uba: HTTPModule<UBAStations> { HTTPModule(.uba) { UBAStations(baseURL: $0) } }
}
