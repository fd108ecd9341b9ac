import AQKit

/// CSV as a reply's body: the archive of Sensor.Community, a file for each sensor and day.
///
/// Source: archive.sensor.community. A sensor is asked about by its type and number, such as `sds011/92`.
struct SensorCommunityArchive: HTTPAdapter {
  static let descriptor = SourceDescriptor(
    id: "sensor-community-archive", name: "Sensor.Community archive",
    summary: "Citizens' particle sensors, past days.",
    offers: [
      SourceDescriptor.Offer(
        capabilities: [.history], placeKinds: [.site], parameters: [.pm25, .pm10], kinds: [.observation],
        timeConvention: .instant, averaging: .instant)
    ],
    precedence: 200, siteKinds: [.lowCostSensor], limits: RequestLimits(requestsPerFetch: 31),
    attribution: [
      AirAttribution("Sensor.Community", link: "https://sensor.community/", licence: "DbCL 1.0")
    ],
    rights: AirRights(
      commercialUse: .allowed, redistribution: .allowed, caching: .allowed, modification: .allowed,
      terms: "https://opendatacommons.org/licenses/dbcl/1-0/"),
    endpoints: [SourceDescriptor.Endpoint("https://archive.sensor.community")],
    testPlaces: [.site("sds011/92")])

  private static let layout: PayloadFormat.CSVLayout = {
    var layout = PayloadFormat.CSVLayout.wide(
      time: "timestamp", columns: [.init("P1", .pm10, unit: "µg/m³"), .init("P2", .pm25, unit: "µg/m³")])
    layout.delimiter = ";"
    layout.timeFormat = .iso8601(in: .utc)
    layout.siteID = "sensor_id"
    layout.latitude = "lat"
    layout.longitude = "lon"
    layout.instrument = "sensor_type"
    layout.siteKind = .lowCostSensor
    return layout
  }()

  func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Void>] {
    guard case .site(let name)? = query.places.first, let slash = name.firstIndex(of: "/") else {
      throw AQError(.unsupported, "A sensor of the archive is named as in sds011/92.")
    }
    let (type, number) = (name[..<slash], name[name.index(after: slash)...])
    guard (type + number).allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
      throw AQError(.invalidRequest, "A sensor of the archive is named as in sds011/92.")
    }
    let window = query.window.interval(at: now)
    let seconds = window.start.secondsSince1970 - window.start.secondsSince1970 % 86_400
    return stride(from: seconds, to: window.end.secondsSince1970, by: 86_400).map { midnight in
      let day = "\(AirTime(secondsSince1970: midnight))".prefix(10)
      let path = "/\(day)/\(day)_\(type)_sensor_\(number).csv"
      return HTTPCall(TransportRequest(base: "https://archive.sensor.community", path: path, query: []))
        .inPieces(.csv(delimiter: ";"))
    }
  }

  func verdict(on response: TransportResponse) -> TransportResponse.Verdict {
    if response.status == 404 { return .nothing(AirNote(.nothingNear, "The archive has no such day.")) }
    return AQError(response: response).map(TransportResponse.Verdict.failed) ?? .read
  }

  func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    try report.read(csv: reply.body, Self.layout, place: 0)
    return []
  }
}
