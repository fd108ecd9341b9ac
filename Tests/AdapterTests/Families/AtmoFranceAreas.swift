import AQKit
import Foundation

/// Areas as GeoJSON: the daily index of each French commune, for today and the days to come.
///
/// Source: admindata.atmo-france.org/api/doc/v2. The index has six classes; 0 means none, 7 an event without a class. Days
/// are those of Paris.
struct AtmoFranceAreas: HTTPAdapter {
  let token: AirSecret
  var zone = AirTimeZone(identifier: "Europe/Paris") ?? .utc

  static let index = AirParameter.publishedIndex(scale: "fr-atmo")
  private static let members: [(name: String, parameter: AirParameter)] =
    [("code_qual", index)]
    + [("no2", AirParameter.no2), ("o3", .o3), ("pm10", .pm10), ("pm25", .pm25), ("so2", .so2)]
    .map { ("code_\($0.0)", .publishedIndex(scale: "fr-atmo", pollutant: $0.1)) }

  static let descriptor = SourceDescriptor(
    id: "atmo-france", name: "Atmo France", summary: "The daily air-quality index of French communes.",
    offers: [
      SourceDescriptor.Offer(
        capabilities: [.current, .forecast], placeKinds: [.coordinate, .site, .area],
        parameters: members.map(\.parameter), coverage: .countries(["FR"]), kinds: [.forecast],
        timeConvention: .start, averaging: .day, cadence: .seconds(86_400))
    ],
    siteKinds: [.area], limits: RequestLimits(placesPerRequest: 1000),
    options: [
      SourceDescriptor.Option(
        "token", summary: "The token of a free account at Atmo France.", isRequired: true, isSecret: true)
    ],
    attribution: [
      AirAttribution(
        "Atmo France and the regional associations", link: "https://www.atmo-france.org/",
        licence: "ODbL 1.0", licenceLink: "https://opendatacommons.org/licenses/odbl/1-0/")
    ],
    rights: AirRights(
      commercialUse: .allowed, redistribution: .allowed, caching: .allowed, modification: .allowed,
      shareAlike: true),
    endpoints: [SourceDescriptor.Endpoint("https://admindata.atmo-france.org")],
    testPlaces: .points((43.6, 1.44)) + [.site("31555")])

  func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Void>] {
    let days = query.window.interval(at: now)
    return [
      HTTPCall(
        TransportRequest(
          base: "https://admindata.atmo-france.org", path: "/api/v2/data/indices/atmo",
          query: [
            ("format", "geojson"), ("date_ech_min", "\(days.start)"), ("date_ech_max", "\(days.end)"),
          ],
          headers: [TransportRequest.Header("Authorization", secret: AirSecret("Bearer \(token.exposed)"))]))
    ]
  }

  func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    try report.each(reply.json().require("features").elements) { feature, report in
      let outline = try GeoShape(geoJSON: feature.require("geometry"))
      let properties = try feature.require("properties")
      let site = report.site(
        AirSite(
          id: try properties.require("code_zone").string(), name: properties["lib_zone"].asString,
          coordinate: outline.center, country: "FR", kind: .area), outline: outline)
      let day = TimeStamp.zonedText(try properties.require("date_ech").string(), zone)
      for (name, parameter) in Self.members {
        if let code = properties[name].asInt, code == 0 || code == 7 {
          report.add(parameter, nil, unit: .one, at: day, to: site)
        } else {
          report.add(parameter, properties[name], unit: .one, at: day, to: site)
        }
      }
    }
    return []
  }
}
