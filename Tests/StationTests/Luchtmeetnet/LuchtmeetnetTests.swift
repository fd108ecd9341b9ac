import AQKit
import AQKitStations
import AQKitTesting
import TestRuns
import Testing

@Suite("Luchtmeetnet") struct LuchtmeetnetTests {
  /// 2026-10-01T12:00:00Z.
  static let now = AirTime(secondsSince1970: 1_790_856_000)

  private func response(_ file: String) throws -> AirResponse {
    try Payload.response("luchtmeetnet/\(file)", .luchtmeetnet, at: Self.now)
  }

  private func decoded(_ text: String) throws -> AirResponse {
    try PayloadFormat.luchtmeetnet.decode(Array(text.utf8), PayloadFormat.Context(receivedAt: Self.now))
  }

  private static func recorded(_ request: TransportRequest) throws -> TransportResponse {
    let file =
      request.url.hasSuffix(".csv")
      ? "stations.csv"
      : request.url.contains("/lki")
        ? "lki.json" : request.url.contains("station_number") ? "one-station.json" : "measurements.json"
    return TransportResponse(status: 200, text: try Payload.text("luchtmeetnet/\(file)"))
  }

  private func source(_ transport: StubTransport) -> HTTPSource<LuchtmeetnetStations> {
    HTTPSource(LuchtmeetnetStations(), transport: transport, clock: ManualClock(Self.now))
  }

  private let query = try? AirQuery(near: Coordinate(52.09, 5.12))

  // MARK: Replies

  @Test("a row with both ends has that interval, one without ends with its stamp")
  func times() throws {
    let report = try #require(try response("measurements.json").reports.first { $0.site.id == "NL10643" })
    let hour = try AirInterval(
      start: #require(AirTime("2026-10-01T10:00:00Z")), end: #require(AirTime("2026-10-01T11:00:00Z")))
    #expect(report[.no2]?.newestReading()?.interval == hour)
    #expect(report[.pm25]?.newestReading()?.interval == hour)
  }

  @Test("all concentrations are in µg/m³, a small negative one stays, and null is a gap with a note")
  func values() throws {
    let response = try response("measurements.json")
    let series = response.reports.flatMap(\.series)
    #expect(series.allSatisfy { $0.unit == .microgramsPerCubicMetre })
    #expect(series.first { $0.parameter == .pm25 }?.newestReading()?.value == -0.7)
    #expect(response.notes.contains { $0.code == .notMeasured && $0.parameters == [.o3] })
  }

  @Test("the index is the Dutch one, not a concentration")
  func index() throws {
    let reports = try response("lki.json").reports
    let parameters = reports.flatMap(\.series).map(\.parameter)
    #expect(parameters.allSatisfy { $0 == .publishedIndex(scale: "nl-lki") })
    #expect(reports.map { $0.series.first?.newestReading()?.value } == [3, 9])
  }

  @Test("the values of one station belong to a site without a number")
  func station() throws {
    let report = try #require(try response("one-station.json").reports.first)
    #expect(report[.no2]?.values == [29.8, 31.4])
  }

  @Test("a page of stations and one station are sites")
  func sites() throws {
    let page = try response("stations-page.json")
    #expect(page.reports.map(\.site.id) == ["NL01491"] && page.reports.map(\.site.name) == ["Overschie-A13"])
    let site = try #require(try response("station-NL01491.json").reports.first?.site)
    #expect(site.coordinate == (try Coordinate(51.93858, 4.4307)))
    #expect(site.details.measures.map(\.parameter) == [.no2, .pm10])
    #expect(site.details.setting == .traffic && site.details.operatedBy == "DCMR (Rijnmond)")
  }

  @Test("RIVM's table has all places, and when a station closed")
  func table() throws {
    let sites = try response("stations.csv").reports.map(\.site)
    #expect(sites.map(\.id) == ["NL10643", "NL10641", "NL10533", "NL49014"])
    #expect(sites.first?.name == "Utrecht-Griftpark" && sites.first?.elevation == 5)
    #expect(sites[2].details.operating?.until == AirTime("1986-03-31T23:00:00Z"))
  }

  @Test("a single row needn't be in a list")
  func single() throws {
    let response = try decoded(
      #"""
      {"data": {"station_number": "NL1", "value": 5.5, "formula": "NO2", "timestamp_measured": "2026-10-01T11:00:00+00:00"}}
      """#)
    #expect(response.reports.first?[.no2]?.values == [5.5])
  }

  @Test("a value whose station is null isn't lost")
  func nullNumber() throws {
    let response = try decoded(
      #"""
      {"data": [{"station_number": null, "value": 5.5, "formula": "NO2", "timestamp_measured": "2026-10-01T11:00:00Z"}]}
      """#)
    #expect(response.reports.first?[.no2]?.values == [5.5])
  }

  @Test("a reply without rows gives a note")
  func nothing() throws {
    let response = try decoded(#"{"pagination": {"last_page": 0}, "data": []}"#)
    #expect(response.reports.isEmpty && response.notes.map(\.code) == [.notMeasured])
  }

  @Test("a component whose unit isn't known is refused and counted, and RIVM's spelling of PM2.5 is read")
  func components() throws {
    let response = try decoded(
      #"""
      {"data": [{"station_number": "NL1", "value": "5.5", "formula": "PM2.5", "timestamp_measured": "2026-10-01T11:00:00"},
       {"station_number": "NL1", "value": 5000, "formula": "PS", "timestamp_measured": "2026-10-01T11:00:00+00:00"}]}
      """#)
    #expect(response.reports.first?[.pm25]?.values == [5.5])
    #expect(response.notes.contains { $0.code == .refused && $0.message.contains("“PS”") })
  }

  @Test(
    "a refusal is its named error",
    arguments: [
      (#"{"message": "Too Many Attempts."}"#, AQError.Code.rateLimited),
      (#"{"message": "Limit Exceeded"}"#, .rateLimited), (#"{"message": "Forbidden"}"#, .unauthorized),
      (#"{"message": "Missing Authentication Token"}"#, .unauthorized),
      (#"{"message": "The given data was invalid."}"#, .invalidRequest),
      (#"{"message": "Station not found"}"#, .invalidRequest), (#"{"error": "Server Error"}"#, .unavailable),
      ("<html></html>", .malformed), (#"{"a": 1}"#, .malformed), (#"{"data": [{"a": 1}]}"#, .malformed),
    ])
  func refusals(text: String, code: AQError.Code) throws {
    let error = try #require(throws: AQError.self) { try decoded(text) }
    #expect(error.code == code)
  }

  // MARK: Requests

  @Test(
    "a value of the whole country that names no station is refused, not taken for that of the place",
    arguments: ["", #""station_number": null, "#])
  func unnamedStation(member: String) async throws {
    let transport = StubTransport { request in
      guard request.url.contains("/measurements?") else { return try Self.recorded(request) }
      return TransportResponse(
        status: 200,
        text:
          #"{"data": [{\#(member)"value": 5, "formula": "NO2", "timestamp_measured": "2026-10-01T11:00:00Z"}]}"#
      )
    }
    let response = try await source(transport).fetch(#require(query))
    #expect(response.reports.flatMap(\.series).isEmpty)
    #expect(response.notes.contains { $0.code == .refused && $0.message.contains("names no station") })
  }

  @Test("the whole country is one request and the table of a day another, for all places")
  func requests() async throws {
    let transport = StubTransport { try Self.recorded($0) }
    let source = source(transport)
    let response = try await source.fetch(#require(query))
    // Both are sent at once.
    #expect(
      transport.requests.map(\.url).sorted(by: >)
        == [
          "https://data.rivm.nl/data/luchtmeetnet/Metadata/luchtmeetnet_meetlocaties.csv",
          "https://api.luchtmeetnet.nl/open_api/measurements?start=2026-10-01T11:00:00Z&end=2026-10-01T11:00:00Z&page=1",
        ].map { $0.replacingColons })
    #expect(response.reports.first?.site.name == "Utrecht-Griftpark")
    #expect(response.reports.first?.series.count == 2)
    _ = try await source.fetch(AirQuery(near: Coordinate(52.36, 4.87)))
    #expect(transport.requests.count == 2)
  }

  @Test("an unpublished hour is requested again after five minutes")
  func lateHour() async throws {
    let clock = ManualClock(Self.now)
    let transport = StubTransport { request in
      guard request.url.contains("/measurements"), clock.time < Self.now.adding(seconds: 300) else {
        return try Self.recorded(request)
      }
      return TransportResponse(status: 200, text: #"{"pagination": {"last_page": 0}, "data": []}"#)
    }
    let source = HTTPSource(LuchtmeetnetStations(), transport: transport, clock: clock)
    #expect(try await source.fetch(#require(query)).reports.allSatisfy(\.series.isEmpty))
    await clock.advance(by: .seconds(299))
    _ = try await source.fetch(#require(query))
    #expect(transport.requests.count == 2)
    await clock.advance(by: .seconds(1))
    #expect(try await source.fetch(#require(query)).reports.first?.series.count == 2)
    #expect(transport.requests.count == 3)
  }

  @Test("the index is asked for by its name, alone or with concentrations")
  func indexByName() async throws {
    let transport = StubTransport { try Self.recorded($0) }
    let source = source(transport)
    var question = try #require(query)
    question.parameters = [.publishedIndex(scale: "nl-lki")]
    let response = try await source.fetch(question)
    #expect(transport.requests.map { $0.url.contains("/lki?") }.sorted { !$0 && $1 } == [false, true])
    #expect(response.reports.first?.series.map(\.parameter) == question.parameters)
    question.parameters.append(.no2)
    _ = try await source.fetch(question)
    #expect(transport.requests.last?.url.contains("/measurements?") == true)
  }

  @Test("the past is asked for at the two nearest stations")
  func past() async throws {
    let transport = StubTransport { try Self.recorded($0) }
    var question = try #require(query)
    question.window = .past(.seconds(86_400))
    let response = try await source(transport).fetch(question)
    #expect(transport.requests.count == 3)
    #expect(transport.requests.dropFirst().map { $0.url.contains("station_number=NL1064") } == [true, true])
    #expect(response.reports.first?[.no2]?.count == 2)
    // Hours are named by their end.
    question.window = .interval(
      try AirInterval(
        start: #require(AirTime("2026-10-01T10:00:00Z")), end: #require(AirTime("2026-10-01T12:30:00Z"))))
    _ = try await source(transport).fetch(question)
    #expect(transport.requests.last?.url.contains("end=2026-10-01T13") == true)
  }

  @Test("a past window is relative to the query, even if the table of stations was kept for hours")
  func pastOfKeptTable() async throws {
    let transport = StubTransport { try Self.recorded($0) }
    let clock = ManualClock(Self.now)
    let source = HTTPSource(LuchtmeetnetStations(), transport: transport, clock: clock)
    var question = try #require(query)
    question.window = .past(.seconds(3 * 3600))
    _ = try await source.fetch(question)
    await clock.advance(by: .seconds(20 * 3600))
    _ = try await source.fetch(question)
    let asked = transport.requests.map(\.url)
    #expect(asked.count { $0.hasSuffix(".csv") } == 1)
    #expect(asked.last?.contains("start=2026-10-02T05") == true)
    #expect(asked.last?.contains("end=2026-10-02T08") == true)
  }

  @Test("a list of stations is the table, without those that have closed")
  func list() async throws {
    let transport = StubTransport { try Self.recorded($0) }
    var question = try #require(query)
    question.detail = .sites
    let response = try await source(transport).fetch(question)
    #expect(transport.requests.count == 1)
    #expect(response.reports.map(\.site.id) == ["NL10643", "NL10641", "NL49014"])
  }

  // MARK: Contracts

  private static let contract: SourceContract = {
    var contract = SourceContract(
      adapter: LuchtmeetnetStations(), recorded: StubTransport { try recorded($0) }, at: now
    ).quiet
    contract.waivers["conduct.pages"] = "The service gives the only page's number as that of the next one."
    return contract
  }()

  @Test("the source keeps every rule")
  func source() async throws { try await Self.contract.check().verify() }

  @Test("the adapter keeps every rule, whatever bytes it is given", arguments: AdapterRule.allCases)
  func adapter(rule: AdapterRule) async throws {
    let files = [
      "stations.csv", "measurements.json", "lki.json", "stations-page.json", "station-NL01491.json",
    ]
    try await verify(
      rule, of: LuchtmeetnetStations(), on: files.map { ($0, ()) }, in: "luchtmeetnet", at: Self.now)
  }
}

extension String {
  /// The text with colons as addresses have them.
  fileprivate var replacingColons: String {
    guard let question = firstIndex(of: "?") else { return self }
    return String(self[..<question]) + self[question...].split(separator: ":").joined(separator: "%3A")
  }
}
