import AQKit

/// OpenAQ's reference stations: the latest values and hourly means of their sensors (docs.openaq.org, API v3).
public struct ExampleOpenAQ: HTTPAdapter {
  /// The declaration of what OpenAQ offers, needs and allows.
  public static let descriptor = SourceDescriptor(
    id: "example-openaq", name: "OpenAQ", summary: "Reference stations that report to OpenAQ, by the hour.",
    offers: [(SourceDescriptor.TimeConvention.end, AveragingPeriod.oneHour), (.instant, .instant)].map {
      SourceDescriptor.Offer(
        capabilities: $0 == .end ? [.current, .history, .stations] : [.current],
        placeKinds: [.coordinate, .area],
        parameters: [.pm25, .pm10, .no2, .o3, .so2, .co], kinds: [.observation], timeConvention: $0,
        averaging: $1, cadence: .seconds(3600), latency: .seconds(5400))
    },
    precedence: 300, siteKinds: [.referenceStation],
    limits: RequestLimits(windows: [.init(60, perSeconds: 60), .init(2000, perSeconds: 3600)]),
    options: [.init("apiKey", summary: "Your key at OpenAQ.", isRequired: true, isSecret: true)],
    attribution: [AirAttribution("OpenAQ", link: "https://openaq.org/")],
    rights: AirRights(terms: "https://docs.openaq.org/about/terms"),
    endpoints: [SourceDescriptor.Endpoint("https://api.openaq.org")], sentinels: [-999, -9999],
    testPlaces: .points((50.08, 14.42)))

  /// The subject of a call, with which its reply is read.
  public enum Step: Sendable {
    case licences, sensors
    case stations(rights: [Int64: AirRights])
    case hours(AirParameter, AirUnit, ReportBuilder.Details)
  }

  let apiKey: AirSecret

  /// Asks for the licences, which the stations name by number.
  public func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Step>] {
    [call("licenses", .licences, keepsFor: .days(7))]
  }

  private func call(
    _ path: String, _ step: Step, _ items: [(name: String, value: String)] = [],
    about site: ReportBuilder.SiteReference? = nil, keepsFor kept: TransportRequest.Keeping = .untilNextValue
  ) -> HTTPCall<Step> {
    let request = TransportRequest(
      base: "https://api.openaq.org", path: "/v3/\(path)", query: items,
      headers: [TransportRequest.Header("X-API-Key", secret: apiKey)])
    let page = TransportRequest.Page(size: 1000, as: .number("page", size: "limit"))
    return HTTPCall(request, step: step, about: site, keepsFor: kept, page: page)
  }

  /// Reads the licences, a page of stations, the sensors of one, or a page of a sensor's hours.
  public func decode(_ reply: HTTPReply<Step>, into report: inout ReportBuilder) throws -> [HTTPCall<Step>] {
    let body = try reply.json()
    let results = try body.require("results").array()
    // The total is a number or a text such as ">1000"; then a page that isn't full is the last one.
    let nextPage = reply.nextPage(received: results.count, of: body["meta"]["found"].intValue)
    switch reply.step {
    case .licences:
      let rights = try report.each(results) { row, _ in (try row.require("id").int(), row.rights) }
      let radius = reply.query.radius ?? 25_000
      guard let box = reply.query.places.first?.boundingBox(radius: radius) else { return [] }
      let edges = [box.west, box.south, box.east, box.north].map { Coordinate.text(degrees: $0) }
      let items = [("bbox", edges.joined(separator: ",")), ("monitor", "true")]
      return [call("locations", .stations(rights: .init(rights) { a, _ in a }), items, keepsFor: .days(1))]
    case .stations(let rights):
      let calls = try report.each(results) { try sensors(of: $0, rights, &$1) }
      return reply.query.detail == .values ? nextPage + calls : nextPage
    case .sensors:
      return try report.each(results) { try hours(of: $0, reply, &$1) }.compactMap(\.self)
    case .hours(let parameter, let unit, let details):
      try report.each(results) { hour, report in
        let end = TimeStamp.text(try hour.require("period").require("datetimeTo").require("utc").string())
        report.add(parameter, hour["value"], unit: unit, at: end, with: details, to: report.site(of: reply))
      }
      return nextPage
    }
  }

  /// Registers a station under its licences. Its sensors are asked for if it is among the nearest of all pages.
  private func sensors(of station: AQJSON, _ rights: [Int64: AirRights], _ report: inout ReportBuilder) throws
    -> HTTPCall<Step>
  {
    let (id, place) = try (station.require("id").int(), station.require("coordinates").coordinate())
    let site = AirSite(
      id: "\(id)", name: station["name"].stringValue, coordinate: place,
      country: station["country"]["code"].stringValue, kind: .referenceStation)
    let licences = try station["licenses"].ifPresent?.array() ?? []
    let registered = licences.filter { $0["dateTo"].ifPresent == nil }.map { licence in
      let (name, by) = (licence["name"].stringValue, licence["attribution"])
      let credit = AirAttribution(
        by["name"].stringValue ?? "OpenAQ", link: by["url"].stringValue, licence: name)
      return report.site(
        site, attribution: Self.descriptor.attribution + [credit],
        rights: licence["id"].intValue.flatMap { rights[$0] })
    }
    return call("locations/\(id)/sensors", .sensors, about: registered.last ?? report.site(site))
  }

  /// Adds a sensor's latest value, and asks for its hours unless it fell silent before.
  private func hours(of sensor: AQJSON, _ reply: HTTPReply<Step>, _ report: inout ReportBuilder) throws
    -> HTTPCall<Step>?
  {
    let parameter = AirParameter(try sensor.require("parameter").require("name").string())
    let (id, unit) = try (sensor.require("id").int(), AirUnit(sensor["parameter"].require("units").string()))
    let (new, window) = (sensor["latest"], reply.query.window)
    let (span, seen) = (window.interval(at: reply.askedAt), window.interval(at: reply.receivedAt))
    let details = ReportBuilder.Details(origin: AirOrigin(instrument: .init("\(id)")))
    let (asked, site) = (Self.descriptor.parameters(askedBy: reply.query), report.site(of: reply))
    guard asked.contains(parameter), let at = new["datetime"]["utc"].stringValue else { return nil }
    report.add(parameter, new["value"], unit: unit, at: .text(at), with: .init(averaging: .instant), to: site)
    let items = [("datetime_from", "\(span.start)"), ("datetime_to", "\(span.end)")]
    return at >= "\(seen.start)" ? call("sensors/\(id)/hours", .hours(parameter, unit, details), items) : nil
  }
}

extension AQJSON {
  fileprivate var rights: AirRights {
    let has = { (name: String) in self[name].boolValue }
    return AirRights(
      commercialUse: .init(has("commercialUseAllowed")), redistribution: .init(has("redistributionAllowed")),
      modification: .init(has("modificationAllowed")), shareAlike: has("shareAlikeRequired") ?? false,
      attributionRequired: has("attributionRequired") ?? true, terms: self["sourceUrl"].stringValue)
  }
}
