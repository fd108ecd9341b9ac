import AQKit
import AQKitStations
import AQKitTesting
import Foundation
import TestRuns
import Testing

@Suite("GIOŚ") struct GIOSTests {
  /// Shortly after 15:00 on Polish clocks.
  static let now = AirTime("2025-07-04T13:05:00Z") ?? AirTime(secondsSince1970: 0)

  private func response(_ file: String) throws -> AirResponse {
    try Payload.response("gios/\(file)", .gios, at: Payload.receivedAt)
  }

  private func decoded(_ text: String) throws -> AirResponse {
    try PayloadFormat.gios.decode(Array(text.utf8), PayloadFormat.Context(receivedAt: Payload.receivedAt))
  }

  /// The service, which replies about three sensors of station 552; the last one is weighed by hand.
  private static func recorded(_ request: TransportRequest) throws -> TransportResponse {
    let files = [
      "findAll": "stations", "sensors/552": "sensors-552", "getData/3762": "data-o3",
      "getData/3764": "data-pm10",
      "getData/3765": "data-error", "getIndex/552": "aqindex-552",
    ]
    guard let file = files.first(where: { request.url.contains($0.key) })?.value else {
      return TransportResponse(status: 404)
    }
    let text = try Payload.text("gios/\(file).json")
    // With 500 rows per page there is a single page.
    return TransportResponse(
      status: 200, text: text.replacingOccurrences(of: "\"totalPages\": 4", with: "\"totalPages\": 1"))
  }

  private func source(_ transport: StubTransport) -> HTTPSource<GIOSStations> {
    HTTPSource(GIOSStations(), transport: transport, clock: ManualClock(Self.now))
  }

  private func paths(_ transport: StubTransport) -> [String] {
    transport.requests.map { String($0.url.dropFirst("https://api.gios.gov.pl/pjp-api/v1/rest/".count)) }
  }

  private let query = try? AirQuery(near: Coordinate(52.29, 21.04), parameters: [.pm10])

  // MARK: Replies

  @Test("stations are sites, whose coordinates are texts")
  func stations() throws {
    let sites = try response("stations.json").reports.map(\.site)
    #expect(sites.map(\.id) == ["552", "562"])
    #expect(sites.first?.coordinate == (try Coordinate(52.290864, 21.042458)))
    #expect(sites.first?.name == "Warszawa, ul. Kondratowicza" && sites.first?.country == "PL")
    #expect(sites.first?.details.identifiers == ["gios": "MzWarKondrat"])
  }

  @Test("the sensors of a station are what it measures")
  func sensors() throws {
    let site = try #require(try response("sensors-552.json").reports.first?.site)
    #expect(site.id == "552")
    #expect(site.details.measures.map(\.parameter) == [.o3, .pm10, .pm25, "as(pm10)"])
  }

  @Test("an hour ends with its stamp on Polish clocks")
  func hours() throws {
    let report = try #require(try response("data-o3.json").reports.first)
    let newest = try #require(report[.o3]?.newestReading())
    #expect(newest.value == 83.9 && newest.unit == .microgramsPerCubicMetre && newest.averaging == .oneHour)
    #expect(newest.interval.end == AirTime("2025-07-04T12:00:00Z"))
    #expect(newest.flags == [.provisional])
  }

  @Test("the repeated hour is two hours by the order of rows; carbon monoxide is in µg/m³")
  func autumn() throws {
    let report = try #require(try response("autumn.json").reports.first)
    let series = try #require(report[.co])
    let readings = series.readings.map { ("\($0.interval.end)", $0.value) }
    #expect(
      readings.map(\.0)
        == [
          "2025-10-25T23:00:00Z", "2025-10-26T00:00:00Z", "2025-10-26T01:00:00Z", "2025-10-26T02:00:00Z",
          "2025-10-26T03:00:00Z",
        ])
    #expect(readings.map(\.1) == [301.5, 302.5, 303.5, 304.5, 305.5])
    #expect(series.unit == .microgramsPerCubicMetre)
  }

  @Test("ten minutes into the repeated hour, the newest row is the first of the two")
  func unfinishedAutumn() throws {
    let text = #"""
      {"Lista danych pomiarowych": [
       {"Kod stanowiska": "X-SO2-1g", "Data": "2025-10-26 02:00:00", "Wartość": 2},
       {"Kod stanowiska": "X-SO2-1g", "Data": "2025-10-26 01:00:00", "Wartość": 1}]}
      """#
    let now = try #require(AirTime("2025-10-26T00:10:00Z"))
    let response = try PayloadFormat.gios.decode(Array(text.utf8), PayloadFormat.Context(receivedAt: now))
    let ends = response.reports.first?[.so2]?.readings.map { "\($0.interval.end)" }
    #expect(ends == ["2025-10-25T23:00:00Z", "2025-10-26T00:00:00Z"])
  }

  @Test("the index and its parts are GIOŚ's own, and null means no index")
  func index() throws {
    let response = try response("aqindex-552.json")
    let report = try #require(response.reports.first)
    #expect(report.site.id == "552")
    let values = Dictionary(
      report.series.map { ($0.parameter.rawValue, $0.newestReading()?.value) },
      uniquingKeysWith: { a, _ in a })
    #expect(
      values == [
        "aqi.pl-gios": 1, "aqi.pl-gios.no2": 0, "aqi.pl-gios.pm10": 0, "aqi.pl-gios.pm25": 0,
        "aqi.pl-gios.o3": 1,
      ])
    #expect(report.series.first?.newestReading()?.interval.end == AirTime("2025-07-04T12:00:00Z"))
    #expect(response.notes.contains { $0.parameters == [.publishedIndex(scale: "pl-gios", pollutant: .so2)] })
  }

  @Test("−1 means no index, and the parts may still exist")
  func noIndex() throws {
    let response = try decoded(
      #"""
      {"AqIndex": {"Identyfikator stacji pomiarowej": 7, "Wartość indeksu": -1,
       "Wartość indeksu dla wskaźnika NO2": "-1",
       "Data danych źródłowych, z których policzono wartość indeksu dla wskaźnika NO2": "2025-07-04 14:00:00",
       "Data danych źródłowych, z których policzono wartość indeksu dla wskaźnika st": "2025-07-04 14:00:00",
       "Wartość indeksu dla wskażnika PM10": 2,
       "Data danych źródłowych, z których policzono wartość indeksu dla wskaźnika PM10": "2025-07-04 14:00:00"}}
      """#)
    #expect(response.reports.first?.series.map(\.parameter.rawValue) == ["aqi.pl-gios.pm10"])
    #expect(response.notes.contains { $0.code == .notMeasured })
  }

  @Test("a station without any index gives a note")
  func withoutIndex() throws {
    #expect(try decoded(#"{"AqIndex": null}"#).notes.map(\.code) == [.notMeasured])
  }

  @Test("−999 is a sentinel, and counted")
  func sentinel() throws {
    let response = try decoded(
      #"""
      {"Lista danych pomiarowych": [
       {"Kod stanowiska": "X-SO2-1g", "Data": "2025-07-04 14:00:00", "Wartość": -999},
       {"Kod stanowiska": "X-SO2-1g", "Data": "2025-07-04 13:00:00", "Wartość": -0.4}]}
      """#)
    #expect(response.reports.first?[.so2]?.newestReading()?.value == -0.4)
    #expect(response.notes.contains { $0.code == .refused && $0.count == 1 })
  }

  @Test("a manually weighed sensor isn't available, which isn't a failure", arguments: [200, 400, 500])
  func byHand(status: Int) async throws {
    let notes = try response("data-error.json").notes
    #expect(notes.map(\.code) == [.notMeasured])
    let text = try Payload.text("gios/data-error.json")
    let adapter = GIOSStations()
    if case .failed = adapter.verdict(on: TransportResponse(status: status, text: text)) {
      Issue.record("it is a failure")
    }
  }

  @Test(
    "a refusal is its named error",
    arguments: [
      (
        #"{"error_code": "API-ERR-100001", "error_reason": "Nieprawidłowy parametr"}"#,
        AQError.Code.invalidRequest
      ),
      (#"{"error_code": "API-ERR-1", "error_reason": "Przekroczono limit zapytań"}"#, .rateLimited),
      ("<html></html>", .malformed), (#"{"a": 1}"#, .malformed), ("[]", .malformed),
    ])
  func refusals(text: String, code: AQError.Code) throws {
    let error = try #require(throws: AQError.self) { try decoded(text) }
    #expect(error.code == code)
  }

  @Test("a single row needn't be in a list")
  func single() throws {
    let response = try decoded(
      #"""
      {"Lista danych pomiarowych": {"Kod stanowiska": "X-PM2.5-1g", "Data": "2025-07-04 14:00:00", "Wartość": 4.5}}
      """#)
    #expect(response.reports.first?[.pm25]?.values == [4.5])
  }

  // MARK: Requests

  @Test("one pollutant takes three requests, or one if stations and sensors are cached")
  func requests() async throws {
    let transport = StubTransport { try Self.recorded($0) }
    let source = source(transport)
    let response = try await source.fetch(#require(query))
    #expect(
      paths(transport) == [
        "station/findAll?page=0&size=500", "station/sensors/552?page=0&size=500",
        "data/getData/3764?page=0&size=500",
      ])
    #expect(transport.requests.map(\.budget) == ["metadata", "metadata", nil])
    #expect(response.reports.first?.site.name == "Warszawa, ul. Kondratowicza")
    var other = try #require(query)
    other.parameters = [.o3]
    _ = try await source.fetch(other)
    #expect(paths(transport).dropFirst(3) == ["data/getData/3762?page=0&size=500"])
  }

  @Test("the index is asked for without sensors")
  func indexAlone() async throws {
    let transport = StubTransport { try Self.recorded($0) }
    var question = try #require(query)
    question.parameters = [.publishedIndex(scale: "pl-gios")]
    let response = try await source(transport).fetch(question)
    #expect(paths(transport) == ["station/findAll?page=0&size=500", "aqindex/getIndex/552"])
    #expect(response.reports.first?.site.name == "Warszawa, ul. Kondratowicza")
  }

  @Test("a query without parameters gets all of a station's, and makes no request for the index")
  func all() async throws {
    let transport = StubTransport { try Self.recorded($0) }
    var question = try #require(query)
    question.parameters = []
    _ = try await source(transport).fetch(question)
    #expect(paths(transport).count { $0.hasPrefix("data/getData/") } == 3)
    #expect(!paths(transport).contains { $0.hasPrefix("aqindex") })
  }

  // MARK: Contracts

  private static let contract: SourceContract = {
    var contract = SourceContract(
      adapter: GIOSStations(), recorded: StubTransport { try recorded($0) }, at: now
    ).quiet
    contract.waivers["conduct.pages"] = "The link to the next page leads beyond the last one, too."
    contract.waivers["time.clock-change"] =
      "The recording has each hour of a day, of which Polish clocks skip one in spring."
    return contract
  }()

  @Test("the source keeps every rule")
  func source() async throws { try await Self.contract.check().verify() }

  @Test("the adapter keeps every rule, whatever bytes it is given", arguments: AdapterRule.allCases)
  func adapter(rule: AdapterRule) async throws {
    try await verify(
      rule, of: GIOSStations(),
      on: [
        ("stations.json", .stations), ("sensors-552.json", .sensors), ("data-o3.json", .values(nil)),
        ("aqindex-552.json", .index),
      ], in: "gios", at: Self.now)
  }
}
