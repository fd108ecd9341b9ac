import AQKit

/// POST with a body, pages that the body names, and a key: an invented service that lists the stations of a box with their
/// newest values.
struct PostedStations: HTTPAdapter {
  static let descriptor = SourceDescriptor(
    id: "example-posted", name: "Posted stations", summary: "Stations in a box that a body states.",
    offers: [
      SourceDescriptor.Offer(
        capabilities: [.current, .stations], placeKinds: [.coordinate, .area], parameters: [.pm25, .no2],
        coverage: .countries(["CZ", "SK"]), kinds: [.observation], timeConvention: .end, averaging: .oneHour,
        cadence: .seconds(3600), latency: .seconds(1800))
    ],
    precedence: 300, siteKinds: [.referenceStation],
    options: [.init("apiKey", summary: "Your key at the service.", isRequired: true, isSecret: true)],
    attribution: [AirAttribution("Example Agency", licence: "CC BY 4.0")],
    rights: AirRights(terms: "https://creativecommons.org/licenses/by/4.0/"),
    endpoints: [SourceDescriptor.Endpoint("https://api.example.org")], testPlaces: .points((49.2, 16.6)))

  /// The key, hidden in every error, note and recording because it is no plain text.
  let apiKey: AirSecret

  func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<TransportRequest.Page>] {
    [call(for: TransportRequest.Page(size: 2), of: query)]
  }

  /// The call for a page: its number, its size and the box are in the body.
  private func call(for page: TransportRequest.Page, of query: AirQuery) -> HTTPCall<TransportRequest.Page> {
    let box = query.places.first?.boundingBox(radius: query.radius ?? 25_000)
    let edges = box.map { [$0.west, $0.south, $0.east, $0.north].map { Coordinate.text(degrees: $0) } } ?? []
    let body = #"{"box":[\#(edges.joined(separator: ","))],"page":\#(page.number),"size":\#(page.size)}"#
    let request = TransportRequest(
      .post, base: "https://api.example.org", path: "/v1/search", query: [],
      headers: [
        TransportRequest.Header("Content-Type", "application/json"),
        TransportRequest.Header("X-Key", secret: apiKey),
      ], body: Array(body.utf8))
    return HTTPCall(request, step: page)
  }

  func decode(_ reply: HTTPReply<TransportRequest.Page>, into report: inout ReportBuilder) throws
    -> [HTTPCall<TransportRequest.Page>]
  {
    let body = try reply.json()
    let stations = try body.require("stations").array()
    try report.each(stations) { station, report in
      let site = report.site(
        AirSite(
          id: try station.require("id").string(), name: station["name"].stringValue,
          coordinate: try station.coordinate("lat", "lon"), kind: .referenceStation))
      let time = TimeStamp.text(try station.require("time").string())
      report.add(.pm25, station["pm25"], unit: "µg/m³", at: time, to: site)
      report.add(.no2, station["no2"], unit: "µg/m³", at: time, to: site)
    }
    // A page that no item of the address names is a call of its own.
    let next = reply.step.next(received: stations.count, of: body["total"].intValue)
    return next.map { [call(for: $0, of: reply.query)] } ?? []
  }

  /// The service's response to a body, recorded.
  static func recorded(page: Int) -> String {
    let stations = [
      #"{"id":"a","name":"North","lat":49.21,"lon":16.6,"time":"2026-10-01T11:00:00Z","pm25":12.5,"no2":31.25}"#,
      #"{"id":"b","name":"South","lat":49.19,"lon":16.6,"time":"2026-10-01T11:00:00Z","pm25":11.25,"no2":18.5}"#,
      #"{"id":"c","name":"East","lat":49.2,"lon":16.62,"time":"2026-10-01T11:00:00Z","pm25":9.75,"no2":null}"#,
    ]
    let shown = page == 1 ? stations.prefix(2) : stations.suffix(1)
    return #"{"total":3,"stations":[\#(shown.joined(separator: ","))]}"#
  }
}
