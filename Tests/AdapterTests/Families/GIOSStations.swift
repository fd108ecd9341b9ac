import AQKit
import Foundation

/// Station → sensor → values, with a list of stations in pages: the Polish inspectorate GIOŚ.
///
/// Source: powietrze.gios.gov.pl/pjp/content/api, version 1. All values are in µg/m³; times are those of Warsaw, taken
/// for the end of the hour.
struct GIOSStations: HTTPAdapter {
  enum Step: Sendable {
    case stations(TransportRequest.Page)
    case sensors(AirSite.Match)
    case values(AirSite.Match, AirParameter)
  }

  var zone = AirTime.Zone(identifier: "Europe/Warsaw") ?? .utc
  var stationsPerPage = 100

  static let descriptor = SourceDescriptor(
    id: "gios", name: "GIOŚ", summary: "The Polish reference stations, hourly, of the last three days.",
    offers: [
      SourceDescriptor.Offer(
        capabilities: [.current, .history, .stations], placeKinds: [.coordinate, .site, .area],
        parameters: [.pm10, .pm25, .no2, .o3, .so2, .co, .c6h6], coverage: .countries(["PL"]),
        kinds: [.observation], timeConvention: .end, averaging: .oneHour,
        cadence: .seconds(3600), latency: .seconds(2700))
    ],
    precedence: 300, siteKinds: [.referenceStation], limits: RequestLimits(placesPerRequest: 100),
    attribution: [
      AirAttribution("Główny Inspektorat Ochrony Środowiska", link: "https://powietrze.gios.gov.pl/")
    ],
    rights: AirRights(redistribution: .allowed, terms: "https://powietrze.gios.gov.pl/pjp/content/api"),
    endpoints: [SourceDescriptor.Endpoint("https://api.gios.gov.pl")],
    testPlaces: .points((50.05, 19.95)))

  private func call(_ path: String, _ step: Step, _ page: TransportRequest.Page, _ places: [Int]? = nil)
    -> HTTPCall<Step>
  {
    let request = TransportRequest(
      base: "https://api.gios.gov.pl", path: "/pjp-api/v1/rest/\(path)",
      query: [("page", "\(page.number)"), ("size", "\(page.size)")])
    return HTTPCall(request, step: step, places: places)
  }

  func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Step>] {
    let first = TransportRequest.Page(size: stationsPerPage, first: 0)
    return [call("station/findAll", .stations(first), first)]
  }

  func decode(_ reply: HTTPReply<Step>, into report: inout ReportBuilder) throws -> [HTTPCall<Step>] {
    let body = try reply.json()
    let first = TransportRequest.Page(size: 500, first: 0)
    switch reply.step {
    case .stations(let page):
      let list = try body.require("Lista stacji pomiarowych").array()
      let sites = try report.each(list) { station, _ in
        AirSite(
          id: "\(try station.require("Identyfikator stacji").int())",
          name: station["Nazwa stacji"].stringValue,
          coordinate: try station.coordinate("WGS84 φ N", "WGS84 λ E", acceptingText: true), country: "PL",
          kind: .referenceStation)
      }
      var calls = reply.query.matches(among: sites).map { match in
        _ = report.site(match)
        return call("station/sensors/\(match.site.id ?? "")", .sensors(match), first, match.places)
      }
      if reply.query.detail == .sites { calls = [] }
      if let next = page.next(received: list.count, pages: body["totalPages"].intValue) {
        calls.append(call("station/findAll", .stations(next), next))
      }
      return calls
    case .sensors(let match):
      let asked = Self.descriptor.parameters(askedBy: reply.query)
      let list = try body.require("Lista stanowisk pomiarowych dla podanej stacji").elements
      return try report.each(list) { sensor, _ -> [HTTPCall<Step>] in
        let parameter = AirParameter(try sensor.require("Wskaźnik - kod").string())
        guard asked.contains(parameter) else { return [] }
        let id = try sensor.require("Identyfikator stanowiska").int()
        return [call("data/getData/\(id)", .values(match, parameter), first, match.places)]
      }.flatMap { $0 }
    case .values(let match, let parameter):
      let site = report.site(match)
      try report.each(body.require("Lista danych pomiarowych").elements) { row, report in
        let hour = TimeStamp.zonedText(try row.require("Data").string(), zone)
        report.add(parameter, row["Wartość"], unit: "µg/m³", at: hour, to: site)
      }
      return []
    }
  }
}
