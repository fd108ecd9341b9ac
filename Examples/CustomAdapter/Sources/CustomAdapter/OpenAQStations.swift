import AQKit

/// The reference stations of OpenAQ, and the hourly means of their sensors (docs.openaq.org, API v3).
public struct OpenAQStations: HTTPAdapter {
  /// What OpenAQ offers, needs and allows.
  public static let descriptor = SourceDescriptor(
    id: "openaq", name: "OpenAQ", summary: "Reference stations that report to OpenAQ, by the hour.",
    offers: [
      SourceDescriptor.Offer(
        capabilities: [.current, .history, .stations], placeKinds: [.coordinate, .area],
        parameters: [.pm25, .pm10, .no2, .o3, .so2, .co], kinds: [.observation], timeConvention: .end,
        averaging: .oneHour, cadence: .seconds(3600), latency: .seconds(5400))
    ],
    precedence: 300, siteKinds: [.referenceStation],
    limits: RequestLimits(
      windows: [.init(60, perSeconds: 60), .init(2000, perSeconds: 3600)], requestsPerFetch: 50),
    options: [
      SourceDescriptor.Option("apiKey", summary: "Your key at OpenAQ.", isRequired: true, isSecret: true)
    ],
    attribution: [AirAttribution("OpenAQ", link: "https://openaq.org/")],
    rights: AirRights(terms: "https://docs.openaq.org/about/terms"),
    endpoints: [SourceDescriptor.Endpoint("https://api.openaq.org")], testPlaces: .points((50.08, 14.42)))

  /// What a call asks about; its answer is read with it.
  public struct Step: Sendable {
    var path: String
    var items: [(name: String, value: String)]
    var page = HTTPPage(size: 1000)
    /// Whose values the answer holds; nil where it is a list of stations.
    var sensor: (station: AirSite.Match, parameter: AirParameter, unit: AirUnit)?
  }

  private let apiKey: AirSecret

  /// Makes an adapter.
  public init(apiKey: AirSecret) { self.apiKey = apiKey }

  /// Asks for the stations around a point, or in a box.
  public func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Step>] {
    guard let area = query.places.first?.box(reaching: query.radius ?? 25_000) else {
      throw AQError(.unsupported, "OpenAQ is asked about a point or a box.")
    }
    let edges = [area.west, area.south, area.east, area.north].map { Coordinate.text(degrees: $0) }
    let box = edges.joined(separator: ",")
    return [call(Step(path: "locations", items: [("bbox", box), ("monitor", "true")]))]
  }

  private func call(_ step: Step) -> HTTPCall<Step> {
    let request = TransportRequest(
      base: "https://api.openaq.org", path: "/v3/\(step.path)",
      query: step.items + [("page", "\(step.page.number)"), ("limit", "\(step.page.size)")],
      headers: [TransportHeader("X-API-Key", secret: apiKey)])
    return HTTPCall(request, step: step, places: step.sensor?.station.places)
  }

  /// Reads a page of stations or of values, and asks for the next one.
  public func decode(_ reply: HTTPReply<Step>, into report: inout ReportBuilder) throws -> [HTTPCall<Step>] {
    let answer = try reply.json()
    let results = try answer.require("results").array()
    var calls: [HTTPCall<Step>] = []
    if let sensor = reply.step.sensor {
      let site = report.site(sensor.station)
      try report.each(results) { hour, report in
        let end = try hour.require("period").require("datetimeTo").require("utc").string()
        report.add(sensor.parameter, hour["value"], unit: sensor.unit, at: .text(end), to: site)
      }
    } else {
      let stations = try report.each(results) { station, _ in
        let site = AirSite(
          id: "\(try station.require("id").int())", name: station["name"].string,
          coordinate: try station.require("coordinates").coordinate(),
          country: station["country"]["code"].string, kind: .referenceStation)
        return (site: site, sensors: try station.require("sensors"))
      }
      for match in reply.query.matches(among: stations.map(\.site)) {
        _ = report.site(match)
        calls += try values(of: stations[match.index].sensors, at: match, reply, &report)
      }
    }
    if let next = reply.step.page.next(received: results.count, of: answer["meta"]["found"].int) {
      var step = reply.step
      step.page = next
      calls.append(call(step))
    }
    return calls
  }

  /// A call for each sensor whose values are asked for.
  private func values(
    of sensors: AQJSON, at station: AirSite.Match, _ reply: HTTPReply<Step>, _ report: inout ReportBuilder
  ) throws -> [HTTPCall<Step>] {
    guard reply.query.detail == .values else { return [] }
    let window = reply.query.window.interval(at: reply.receivedAt)
    let items = [("datetime_from", "\(window.start)"), ("datetime_to", "\(window.end)")]
    return try report.each(sensors.elements) { sensor, _ -> HTTPCall<Step>? in
      let parameter = AirParameter(try sensor["parameter"].require("name").string())
      let unit = AirUnit(try sensor["parameter"].require("units").string())
      let path = "sensors/\(try sensor.require("id").int())/hours"
      guard Self.descriptor.parameters(askedBy: reply.query).contains(parameter) else { return nil }
      return call(Step(path: path, items: items, sensor: (station, parameter, unit)))
    }.compactMap { $0 }
  }
}
