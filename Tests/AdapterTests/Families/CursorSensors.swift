import AQKit

/// A query in a body, pages by a cursor, a bearer token, failures with the status 200, and values that name their quantity
/// and unit: an invented service in the manner of GraphQL.
struct CursorSensors: HTTPAdapter {
  static let descriptor = SourceDescriptor(
    id: "example-cursor", name: "Sensors by a cursor", summary: "Sensors in a box that a body states.",
    offers: [
      SourceDescriptor.Offer(
        capabilities: [.current, .stations], placeKinds: [.coordinate, .area],
        parameters: [.pm25, .pm10, .humidity], coverage: .countries(["AT"]), kinds: [.observation],
        timeConvention: .end, averaging: .minutes(10), cadence: .seconds(600), latency: .seconds(120))
    ],
    precedence: 200, siteKinds: [.lowCostSensor],
    options: [.init("apiKey", summary: "Your token at the service.", isRequired: true, isSecret: true)],
    attribution: [AirAttribution("Example Valley", licence: "CC BY 4.0")],
    rights: AirRights(terms: "https://creativecommons.org/licenses/by/4.0/"),
    endpoints: [SourceDescriptor.Endpoint("https://graph.example.org")],
    parameterNames: ["fine dust": .pm25, "relative humidity": .humidity], testPlaces: .points((47.26, 11.39)))

  /// The box, and where its page begins, as the service wrote it; `null` for the first.
  struct Step: Sendable {
    var box: String
    var cursor = "null"
  }

  let apiKey: AirSecret

  func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Step>] {
    guard let box = query.places.first?.boundingBox(radius: query.radius ?? 25_000) else { return [] }
    let edges = [box.west, box.south, box.east, box.north].map { Coordinate.text(degrees: $0) }
    return [call(Step(box: edges.joined(separator: ",")))]
  }

  private func call(_ step: Step) -> HTTPCall<Step> {
    let body =
      #"{"query":"sensors(box:$box,after:$after)","variables":{"box":[\#(step.box)],"after":\#(step.cursor)}}"#
    let request = TransportRequest(
      .post, base: "https://graph.example.org", path: "/v2", query: [],
      headers: [
        TransportRequest.Header("Content-Type", "application/json"),
        TransportRequest.Header("Authorization", secret: AirSecret("Bearer \(apiKey.exposed)")),
      ], body: Array(body.utf8))
    return HTTPCall(request, step: step)
  }

  func decode(_ reply: HTTPReply<Step>, into report: inout ReportBuilder) throws -> [HTTPCall<Step>] {
    let body = try reply.json()
    // A failure that has the status 200.
    if let message = body["errors"][0]["message"].stringValue {
      throw AQError(.unavailable, "The service says: \(message)")
    }
    let page = try body.require("data").require("sensors")
    try report.each(page.require("nodes").array()) { sensor, report in
      let site = report.site(
        AirSite(
          id: try sensor.require("id").string(), name: sensor["label"].stringValue,
          coordinate: try sensor.require("position").coordinate("lat", "lng"), kind: .lowCostSensor))
      let time = TimeStamp.unixMilliseconds(try sensor.require("measuredAt").int())
      try report.each(sensor.require("measures").array()) { measure, report in
        guard let parameter = report.parameter(named: try measure.require("kind").string()) else { return }
        let unit = report.unit(named: try measure.require("unit").string())
        report.add(parameter, measure["value"], unit: unit, at: time, to: site)
      }
    }
    // A cursor is the service's text: it goes back as it stood in the reply, its quotation marks included.
    let next = page["pageInfo"]["endCursor"]
    guard page["pageInfo"]["hasNextPage"].boolValue == true, next.stringValue != nil else { return [] }
    return [call(Step(box: reply.step.box, cursor: next.rawText))]
  }

  /// The service's pages, recorded.
  static let recorded = [
    """
    {"data":{"sensors":{"nodes":[{"id":"v1","label":"Bridge","position":{"lat":47.27,"lng":11.38},
      "measuredAt":1790855400000,"measures":[{"kind":"fine dust","value":8.5,"unit":"µg/m³"},
      {"kind":"relative humidity","value":61.25,"unit":"%"}]}],"pageInfo":{"hasNextPage":true,"endCursor":"dj\\u003d"}}}}
    """,
    """
    {"data":{"sensors":{"nodes":[{"id":"v2","label":"Mill","position":{"lat":47.25,"lng":11.4},
      "measuredAt":1790855400000,"measures":[{"kind":"PM10","value":17.75,"unit":"µg/m³"}]}],
      "pageInfo":{"hasNextPage":false,"endCursor":null}}}}
    """,
  ]
}
