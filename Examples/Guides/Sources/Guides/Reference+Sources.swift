import AQKit
import AQKitOpenMeteo
import AQKitURLSession

// The examples of doc comments: sources, and the requests of their adapters.

/// A table of a database as a source.
struct StationTable: AirDataSource {
  let descriptor: SourceDescriptor
  let rows: @Sendable () async throws -> [(station: String, pm25: Double?, time: Int64)]
  var clock: any AQClock = AQSystemClock()

  func fetch(_ query: AirQuery) async throws -> AirResponse {
    try await response(to: query, clock: clock) { _, report in
      for row in try await rows() {
        let site = report.site(AirSite(id: row.station, kind: .referenceStation))
        report.add(.pm25, row.pm25, unit: "µg/m³", at: .unix(row.time), to: site)
      }
    }
  }
}

func closures(_ report: AirReport, _ descriptor: SourceDescriptor) -> [any AirDataSource] {
  let remembered = ClosureSource(descriptor) { _ in AirResponse(reports: [report]) }
  let offline = ClosureSource(descriptor) { _ in
    throw AQError(.unreachable, "There is no route to the host.")
  }
  return [remembered, offline]
}

/// The stations of a city, whose service has a key.
struct CityAir: HTTPAdapter {
  static let descriptor = SourceDescriptor(
    id: "city-air", name: "City air", summary: "The stations of a city.",
    offers: [
      SourceDescriptor.Offer(
        capabilities: [.current], placeKinds: [.site], parameters: [.pm25, .no2], kinds: [.observation],
        timeConvention: .end, averaging: .oneHour, cadence: .seconds(3600))
    ],
    siteKinds: [.referenceStation],
    options: [.init("apiKey", summary: "The key.", isRequired: true, isSecret: true)],
    attribution: [AirAttribution("City of Brno")],
    endpoints: [SourceDescriptor.Endpoint("https://air.example.org")], testPlaces: [.site("1017")])

  let key: AirSecret

  func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Void>] {
    [
      HTTPCall(
        TransportRequest(
          base: "https://air.example.org", path: "/now", query: [],
          headers: [TransportRequest.Header("X-API-Key", secret: key)]))
    ]
  }

  func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    try report.each(try reply.json().require("stations").array()) { row, report in
      let id = try row.require("id").string()
      let station = report.site(AirSite(id: id, kind: .referenceStation))
      let time = TimeStamp.text(try row.require("time").string())
      report.add(.pm25, row["pm25"], unit: "µg/m³", at: time, to: station)
    }
    return []
  }
}

/// The kind of a reply.
enum CityStep: Sendable {
  case stations
  case values(String)
}

func callForValues(of id: String) -> HTTPCall<CityStep> {
  let request = TransportRequest(
    base: "https://air.example.org", path: "/v1/values", query: [("station", id)])
  let call = HTTPCall(request, step: CityStep.values(id), keepsFor: .untilNextValue)
  return call
}

func keptCalls(_ stationList: TransportRequest, _ wholeCountry: TransportRequest) -> [HTTPCall<CityStep>] {
  let stations = HTTPCall(stationList, step: CityStep.stations, keepsFor: .days(1))
  let values = HTTPCall(wholeCountry, step: CityStep.values("all"), keepsFor: .untilNextValue)
  return [stations, values]
}

func firstPage(of request: TransportRequest) -> HTTPCall<CityStep> {
  let page = TransportRequest.Page(size: 1000, as: .number("page", size: "limit"))
  let call = HTTPCall(request, step: CityStep.stations, page: page)
  return call
}

func laterPages(_ reply: HTTPReply<CityStep>) throws -> [HTTPCall<CityStep>] {
  let body = try reply.json()
  let results = try body.require("results").array()
  let next = reply.nextPage(received: results.count, of: body["meta"]["found"].intValue)
  return next
}

func inPieces(_ wholeYear: TransportRequest) -> HTTPCall<Void> {
  let call = HTTPCall(wholeYear).inPieces(.csv())
  return call
}

func advice() -> RequestBudgets.Budget.Advice {
  let advice = RequestBudgets.Budget.Advice { response, now in
    let text = String(decoding: response.body, as: UTF8.self)
    guard response.status == 429, text.contains("tomorrow") else { return nil }
    return .after(.seconds(86_400 - now.secondsSince1970 % 86_400))  // midnight in UTC
  }
  return advice
}
