public import AQKit

/// The German networks of the federal states and of the Umweltbundesamt (UBA), by the hour.
///
/// A station's index answers with all of its concentrations at once: one request for a place. Carbon monoxide, which the
/// index leaves out, is asked for by name, and so are particles before 2026, whose averaging period there isn't stated.
///
/// Sources: luftdaten.umweltbundesamt.de/api/air-data/v4/doc; umweltbundesamt.de, "Der Luftqualitätsindex (LQI)".
public struct UBAStations: HTTPAdapter {
  /// What a call asks for. An answer says itself what it is; a station's values are those of the site asked about.
  public enum Step: Sendable {
    /// Any answer, without a question.
    case any
    /// The list of stations, asked for at a time.
    case stations(AirTime)
    /// The values of the station of the list that has a number.
    case station(Int64)
  }

  static let index = AirParameter.publishedIndex(scale: "uba")

  /// The index of one pollutant, from 0 (very good) to 4 (very poor).
  static func index(_ pollutant: AirParameter) -> AirParameter {
    .publishedIndex(scale: "uba", pollutant: pollutant)
  }

  private static let rated: [AirParameter] = [.pm25, .pm10, .no2, .o3, .so2]

  private static func offer(_ parameters: [AirParameter], averaging: AveragingPeriod = .oneHour)
    -> SourceDescriptor.Offer
  {
    SourceDescriptor.Offer(
      capabilities: [.current, .history, .stations], placeKinds: [.coordinate, .area, .site],
      parameters: parameters,
      coverage: .boxes(StationCountry.germany.boxes), kinds: [.observation], timeConvention: .end,
      averaging: averaging, cadence: .seconds(3600), latency: .seconds(3600))
  }

  /// What UBA offers and allows. It states no limit; its clients ask once a second.
  public static let descriptor = SourceDescriptor(
    id: "uba", name: "Umweltbundesamt", summary: "The German networks of stations, by the hour; preliminary.",
    offers: [offer(rated + [index] + rated.map { index($0) }), offer([.co], averaging: .eightHours)],
    precedence: 300, siteKinds: [.referenceStation],
    limits: RequestLimits(windows: [.init(60, perSeconds: 60)], concurrentRequests: 2),
    options: [.init("baseURL", summary: "Another address of the service.")],
    attribution: [
      AirAttribution(
        "Umweltbundesamt mit Daten der Messnetze der Länder und des Bundes",
        link: "https://www.umweltbundesamt.de/daten/luft/luftdaten",
        licenceLink: "https://luftdaten.umweltbundesamt.de/api/air-data/v4/doc")
    ],
    rights: AirRights(
      commercialUse: .allowed, redistribution: .allowed, caching: .allowed, modification: .allowed,
      terms: "https://luftdaten.umweltbundesamt.de/api/air-data/v4/doc"),
    endpoints: [.init("https://luftdaten.umweltbundesamt.de")], sentinels: [-999, -9999],
    testPlaces: .points((52.54, 13.35)))

  /// This instance's declaration.
  public let descriptor: SourceDescriptor
  private let base: String

  /// The service, or another address of it.
  ///
  /// - Parameter baseURL: The address, with or without the path `/api/air-data/v4`.
  public init(baseURL: String? = nil) {
    var descriptor = Self.descriptor
    if let baseURL { descriptor.endpoints = [SourceDescriptor.Endpoint(configured: baseURL)] }
    self.descriptor = descriptor
    let base = baseURL ?? "https://luftdaten.umweltbundesamt.de"
    self.base = base.contains("/api/") ? base : base + "/api/air-data/v4"
  }

  /// The nearest one: its values come in one request.
  public var sitesPerPoint: Int { 1 }

  /// Asks for the stations, whose numbers the values have.
  public func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Step>] {
    [call("stations", [("use", "airquality"), ("lang", "en")], .stations(now), keepsFor: .days(1))]
  }

  private func call(
    _ path: String, _ items: [(name: String, value: String)], _ step: Step,
    about site: ReportBuilder.SiteReference? = nil, keepsFor keeping: HTTPKeeping = .untilNextValue
  ) -> HTTPCall<Step> {
    HTTPCall(
      TransportRequest(base: base, path: "/\(path)/json", query: items), step: step, about: site,
      keepsFor: keeping)
  }

  /// From here on the index has hourly means of particles: in 2026 it does; that of 2019 took means of 24 hours, and the
  /// day of the change isn't stated.
  static let firstDayOfHourlyParticles = "2026-01-01"

  /// The calls about one station of the list; none for a closed one.
  func calls(
    about id: Int64, _ site: AirSite, _ reference: ReportBuilder.SiteReference, _ reply: HTTPReply<Step>
  )
    -> [HTTPCall<Step>]
  {
    // The list may have come hours ago.
    let now = if case .stations(let now) = reply.step { now } else { reply.receivedAt }
    let window = reply.query.window.interval(at: now)
    if let end = site.details.operating?.until, end < window.start { return [] }
    // Hours are numbered by their end, 1 to 24, in UTC+1.
    let (first, last) = (window.start.hourInCET, window.end.adding(seconds: -1).hourInCET)
    let times = [
      ("date_from", first.day), ("time_from", first.number), ("date_to", last.day), ("time_to", last.number),
      ("lang", "en"), ("station", "\(id)"),
    ]
    let asked = reply.query.parameters
    var calls: [HTTPCall<Step>] = []
    // By the numbers of component and scope: CO as a mean of eight hours, particles as those of the hour.
    var apart: [AirParameter: (component: String, scope: String)] = [.co: ("2", "4")]
    if first.day < Self.firstDayOfHourlyParticles {
      (apart[.pm10], apart[.pm25]) = (("1", "2"), ("9", "2"))
    }
    if asked.isEmpty || asked.contains(where: { apart[$0] == nil }) {
      calls.append(call("airquality", times, .station(id), about: reference))
    }
    for parameter: AirParameter in [.co, .pm10, .pm25] where asked.contains(parameter) {
      guard let (component, scope) = apart[parameter] else { continue }
      calls.append(
        call(
          "measures", times + [("component", component), ("scope", scope)], .station(id), about: reference))
    }
    return calls
  }

  /// Reads the stations, or values by station and hour, which name the columns that they have.
  public func decode(_ reply: HTTPReply<Step>, into report: inout ReportBuilder) throws -> [HTTPCall<Step>] {
    let answer = try reply.json()
    if let error = AQError(refusal: answer) { throw error }
    if let columns = try? answer["indices"].strings() {
      guard let station = UBAColumns(columns) else {
        report.note(
          AirNote(
            .remark, "The answer is a list of \(columns.first ?? "nothing"), without stations or values."))
        return []
      }
      let calls = try read(stations: answer.require("data"), station, reply, into: &report)
      return reply.query.detail == .values ? calls : []
    }
    let columns = UBAValueColumns(declared: answer["indices"])
    try read(values: answer.require("data"), columns, reply, into: &report)
    return []
  }
}

extension AirTime {
  /// The day and the number of the hour that it lies in, from 1 to 24, in UTC+1.
  fileprivate var hourInCET: (day: String, number: String) {
    let text = "\(adding(seconds: 3600))"
    let hour = Int(text.dropFirst(11).prefix(2)) ?? 0
    return (String(text.prefix(10)), "\(hour + 1)")
  }
}

extension AQError {
  /// The refusal that an answer without data is.
  fileprivate init?(refusal answer: AQJSON) {
    guard answer.kind == .object, answer["data"].ifPresent == nil, answer["indices"].isMissing else {
      return nil
    }
    let words = ["detail", "message", "error", "title", "errors"].lazy.compactMap { answer[$0].ifPresent }
    guard let word = words.first else { return nil }
    let detail = String((word.asString ?? word.rawText).prefix(200))
    let status = ["status", "code"].lazy.compactMap { answer[$0].asInt }.first
    let response = TransportResponse(status: status.map(Int.init(clamping:)) ?? 400)
    self = AQError(response: response, detail: detail) ?? AQError(.unavailable, "UBA says: \(detail)")
  }
}
