import AQKit

/// A columnar reply: an array of times and one array of values for each variable, as Open-Meteo gives them.
///
/// Source: open-meteo.com/en/docs/air-quality-api. The product AQKitOpenMeteo reads the whole service; this is only the
/// family's part.
struct OpenMeteoColumns: HTTPAdapter {
  static let descriptor = SourceDescriptor(
    id: "open-meteo-columns", name: "Open-Meteo", summary: "Modelled hourly values at any point.",
    offers: [
      SourceDescriptor.Offer(
        capabilities: [.current, .forecast], placeKinds: [.coordinate],
        parameters: [.pm25, .pm10, .o3, .no2], kinds: [.forecast],
        timeConvention: .instant, averaging: .instant, cadence: .seconds(3600))
    ],
    siteKinds: [.modelCell],
    attribution: [
      AirAttribution("Weather data by Open-Meteo.com", link: "https://open-meteo.com/", licence: "CC BY 4.0")
    ],
    rights: AirRights(
      commercialUse: .forbidden, redistribution: .allowed, terms: "https://open-meteo.com/en/terms"),
    endpoints: [SourceDescriptor.Endpoint("https://air-quality-api.open-meteo.com")],
    testPlaces: .points((49.2, 16.6)))

  private static let variables: [AirParameter: String] = [
    .pm25: "pm2_5", .pm10: "pm10", .o3: "ozone", .no2: "nitrogen_dioxide",
  ]

  func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Void>] {
    let names = Self.descriptor.parameters(askedBy: query).compactMap { Self.variables[$0] }.joined(
      separator: ",")
    return query.places.indices.compactMap { index in
      query.places[index].coordinate.map { point in
        HTTPCall(
          TransportRequest(
            base: "https://air-quality-api.open-meteo.com", path: "/v1/air-quality",
            query: [
              ("latitude", Coordinate.text(degrees: point.latitude)),
              ("longitude", Coordinate.text(degrees: point.longitude)), ("hourly", names),
              ("timezone", "auto"), ("past_days", "1"), ("forecast_days", "2"),
            ]), places: [index])
      }
    }
  }

  func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    let body = try reply.json(allowsNaN: true)
    let site = report.site(
      AirSite(
        coordinate: try body.coordinate(),
        elevation: body["elevation"].doubleValue, timeZone: body["timezone"].stringValue, kind: .modelCell),
      place: 0)
    // One offset applies to all times of a reply, summer time or not.
    let offset = Int(clamping: try body.require("utc_offset_seconds").int())
    let hourly = try body.require("hourly")
    let times = try hourly.require("time").instants(secondsFromUTC: offset)
    try report.each(Self.descriptor.parameters) { parameter, report in
      guard let name = Self.variables[parameter], let column = hourly[name].ifPresent else { return }
      let unit = AirUnit(try body["hourly_units"].require(name).string())
      report.add(parameter, column: column, unit: unit, at: .unix(times), to: site)
    }
    return []
  }
}
