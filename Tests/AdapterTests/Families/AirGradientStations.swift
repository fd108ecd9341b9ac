import AQKit

/// A list of stations with their values: every public monitor of AirGradient in one reply.
///
/// Source: api.airgradient.com/public/docs/api/v1. Replies have raw and corrected values; the data are CC BY-SA, credited to
/// the operator of the monitor.
struct AirGradientStations: HTTPAdapter {
  static let descriptor = SourceDescriptor(
    id: "airgradient", name: "AirGradient", summary: "Public monitors of AirGradient, the newest values.",
    offers: [
      SourceDescriptor.Offer(
        capabilities: [.current, .stations], placeKinds: [.coordinate, .site, .area],
        parameters: [.pm1, .pm25, .pm10, .co2], kinds: [.observation], timeConvention: .instant,
        averaging: .instant, cadence: .seconds(300), latency: .seconds(120))
    ],
    precedence: 200, siteKinds: [.lowCostSensor], limits: RequestLimits(placesPerRequest: 1000),
    attribution: [
      AirAttribution("AirGradient", link: "https://www.airgradient.com/", licence: "CC BY-SA 4.0")
    ],
    rights: AirRights(
      commercialUse: .allowed, redistribution: .allowed, caching: .allowed, modification: .allowed,
      shareAlike: true, terms: "https://creativecommons.org/licenses/by-sa/4.0/"),
    endpoints: [SourceDescriptor.Endpoint("https://api.airgradient.com")],
    testPlaces: .points((18.79, 98.98)))

  private static let variables: [(name: String, parameter: AirParameter, unit: AirUnit)] = [
    ("pm01", .pm1, "µg/m³"), ("pm02", .pm25, "µg/m³"), ("pm10", .pm10, "µg/m³"), ("rco2", .co2, "ppm"),
  ]

  func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Void>] {
    let path = "/public/api/v1/world/locations/measures/current"
    return [HTTPCall(TransportRequest(base: "https://api.airgradient.com", path: path, query: []))]
  }

  func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    try report.each(reply.json().elements) { monitor, report in
      // No place is given: the core picks the monitors that were asked about.
      let site = report.site(
        AirSite(
          id: try monitor.require("locationId").string(acceptingNumber: true),
          name: monitor["publicLocationName"].stringValue,
          coordinate: try monitor.coordinate(),
          timeZone: monitor["timezone"].stringValue, kind: .lowCostSensor),
        attribution: Self.descriptor.attribution
          + [monitor["publicContributorName"].stringValue].compactMap { $0.map { AirAttribution($0) } })
      let time = TimeStamp.text(try monitor.require("timestamp").string())
      for (name, parameter, unit) in Self.variables {
        report.add(parameter, monitor[name], unit: unit, at: time, to: site)
        report.add(
          parameter, monitor["\(name)_corrected"], unit: unit, at: time,
          with: .init(
            flags: [.corrected], correction: AirOrigin.Correction(method: "AirGradient", author: .provider)),
          to: site)
      }
    }
    return []
  }
}
