import AQKit

/// Reads a made-up service that lists stations: `{"stations": [{"id", "name", "lat", "lon", "time", "pm25", "no2"}]}`.
struct StationAdapter: HTTPAdapter {
  static let descriptor = SourceDescriptor(
    id: "stations", name: "Example stations", summary: "Stations that were made up for an example.",
    offers: [
      SourceDescriptor.Offer(
        capabilities: [.current], placeKinds: [.coordinate], parameters: [.pm25, .no2], kinds: [.observation],
        timeConvention: .end, averaging: .oneHour, cadence: .seconds(3600), latency: .seconds(1800))
    ],
    precedence: 300, siteKinds: [.referenceStation],
    attribution: [AirAttribution("Example stations, made up")])

  func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Void>] {
    [HTTPCall(TransportRequest(base: "https://stations.example.org", path: "/stations", query: []))]
  }

  func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    try report.each(reply.json().require("stations").elements) { station, report in
      let site = report.site(
        AirSite(
          id: try station.require("id").string(), name: station["name"].stringValue,
          coordinate: try station.coordinate("lat", "lon"), kind: .referenceStation))
      let time = TimeStamp.text(try station.require("time").string())
      report.add(.pm25, station["pm25"], unit: "µg/m³", at: time, to: site)
      report.add(.no2, station["no2"], unit: "µg/m³", at: time, to: site)
    }
    return []
  }
}
