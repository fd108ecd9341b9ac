import AQKit

/// The sensors of a box: the last five minutes of Sensor.Community.
///
/// Source: github.com/opendata-stuttgart/meta, wiki page “EN-APIs”. Numbers are texts, times are UTC without saying so.
struct SensorCommunityBox: HTTPAdapter {
  static let descriptor = SourceDescriptor(
    id: "sensor-community", name: "Sensor.Community",
    summary: "Citizens' particle sensors, the newest values.",
    offers: [
      SourceDescriptor.Offer(
        capabilities: [.current, .stations], placeKinds: [.coordinate, .area],
        parameters: [.pm1, .pm25, .pm10], kinds: [.observation], timeConvention: .instant,
        averaging: .instant, cadence: .seconds(150), latency: .seconds(60))
    ],
    precedence: 200, siteKinds: [.lowCostSensor],
    attribution: [
      AirAttribution("Sensor.Community", link: "https://sensor.community/", licence: "DbCL 1.0")
    ],
    rights: AirRights(
      commercialUse: .allowed, redistribution: .allowed, caching: .allowed, modification: .allowed,
      terms: "https://opendatacommons.org/licenses/dbcl/1-0/"),
    endpoints: [SourceDescriptor.Endpoint("https://data.sensor.community")],
    testPlaces: .points((48.8, 9.2)).compactMap { $0.boundingBox(radius: 10_000).map(AirQuery.Place.area) })

  private static let parameters: [String: AirParameter] = ["P0": .pm1, "P1": .pm10, "P2": .pm25]

  func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Void>] {
    query.places.enumerated().compactMap { index, place in
      guard let box = place.boundingBox(radius: query.radius ?? 5000) else { return nil }
      let edges = [box.south, box.west, box.north, box.east].map(Coordinate.text).joined(separator: ",")
      return HTTPCall(
        TransportRequest(
          base: "https://data.sensor.community", path: "/airrohr/v1/filter/box=\(edges)", query: []),
        places: [index])
    }
  }

  func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    try report.each(reply.json().elements) { message, report in
      let location = try message.require("location")
      if try location.require("indoor").bool(acceptingNumber: true) {
        return report.note(AirNote(.remark, "Sensors inside buildings are left out."))
      }
      let site = report.site(
        AirSite(
          id: try message["sensor"].require("id").string(acceptingNumber: true),
          coordinate: try location.coordinate(acceptingText: true),
          elevation: try? location["altitude"].double(acceptingText: true),
          country: location["country"].stringValue, kind: .lowCostSensor, isIndoor: false))
      let time = TimeStamp.localText(try message.require("timestamp").string(), secondsFromUTC: 0)
      let instrument = message["sensor"]["sensor_type"]["name"].stringValue.map {
        AirOrigin(instrument: AirSite.Instrument(model: $0))
      }
      for value in try message.require("sensordatavalues").elements {
        guard let parameter = value["value_type"].stringValue.flatMap({ Self.parameters[$0] }) else {
          continue
        }
        report.add(
          parameter, value["value"], missing: [], unit: "µg/m³", at: time,
          with: .init(origin: instrument), to: site)
      }
    }
    return []
  }
}
