import AQKit
import AQKitTesting
import Testing

@testable import AQKitStations

@Suite("Czechia's stations") struct CHMITests {
  private static let now = AirTime(secondsSince1970: 1_795_165_200)  // 2026-11-20T09:00:00Z
  private static let adapter = CHMIStations(baseURL: nil)
  private static let index = AirParameter("aqi.cz-chmi")

  private static func reply(_ url: String) throws -> String {
    try Payload.text(url.hasSuffix(".json") ? "chmi/metadata.json" : "chmi/hour.csv")
  }

  private static let contract = ServiceContract(adapter: adapter, recordedAt: now, reply: reply)

  private func fetch(_ query: AirQuery = AirQuery(places: [])) async throws -> AirResponse {
    let transport = StubTransport { TransportResponse(status: 200, text: try Self.reply($0.url)) }
    return try await HTTPSource(Self.adapter, transport: transport, clock: ManualClock(Self.now)).fetch(query)
  }

  private func read(_ text: String) throws -> AirResponse {
    try PayloadFormat.chmi.decode(Array(text.utf8), .init(receivedAt: Self.now))
  }

  @Test("a value gets its station, pollutant and unit from the metadata; its time is the start of the hour")
  func joined() async throws {
    let response = try await fetch()
    let value = try #require(response.newest(.o3, at: "XEXM"))
    #expect(value.value == 61.5 && value.unit == .microgramsPerCubicMetre && value.flags == [.provisional])
    #expect(value.interval.start == AirTime("2026-11-20T07:00:00Z"))
    #expect(value.interval.end == AirTime("2026-11-20T08:00:00Z"))
    // The unit in the spelling of ASCII, where there is no other.
    #expect(response.newest(.pm10, at: "XEXM")?.unit == .microgramsPerCubicMetre)
    let site = try #require(response.reports.first { $0.site.id == "XEXM" }?.site)
    #expect(try site.coordinate == Coordinate(50.1439, 14.1018))
    #expect(site.name == "Příklad-střed" && site.elevation == 349 && site.details.setting == .traffic)
  }

  @Test("two measurements of a pollutant at one station are two series")
  func instruments() async throws {
    let metadata = #"""
      {"data": {"Localities": [{"LocalityCode": "XEXT", "MeasuringPrograms": [{"Measurements": [
        {"IdRegistration": 1, "ComponentCode": "PM10", "UnitAsUNICODE": "µg/m³"},
        {"IdRegistration": 2, "ComponentCode": "PM10", "UnitAsUNICODE": "µg/m³"}]}]}]}}
      """#
    let hour = "2026-11-20T07:00:00Z, 8"
    let values = "idRegistration, startTime, idValueType, value\n1, \(hour), 20\n2, \(hour), 30\n"
    let transport = StubTransport { request in
      TransportResponse(status: 200, text: request.url.hasSuffix(".json") ? metadata : values)
    }
    let source = HTTPSource(Self.adapter, transport: transport, clock: ManualClock(Self.now))
    let response = try await source.fetch(AirQuery(places: []))
    let report = try #require(response.reports.first)
    #expect(report.series.map(\.values) == [[20], [30]])
    #expect(report.series.map(\.origin?.instrument?.id) == ["1", "2"])
    #expect(report.site.details.measures.map(\.instrument?.id) == ["1", "2"])
    #expect(!response.notes.contains { $0.code == .duplicate })
  }

  @Test("the type of a value says whether it is verified, below detection or an index")
  func types() async throws {
    let response = try await fetch()
    #expect(response.newest(.pm25, at: "XEXM")?.flags == [.validated])
    #expect(response.newest(.so2, at: "XEXB")?.flags == [.belowDetection])
    #expect(response.newest(.so2, at: "XEXB")?.value == 0.7)
    #expect(response.newest(Self.index, at: "XEXM")?.value == 2)
    #expect(response.newest(Self.index, at: "XEXM")?.unit == .one)
  }

  @Test("discarded values, unknown measurements and substances without a name are left out with notes")
  func leftOut() async throws {
    let response = try await fetch()
    #expect(response.newest(.no2, at: "XEXB") == nil)
    #expect(response.notes.contains { $0.code == .notMeasured && $0.parameters == [.no2] && $0.count == 1 })
    #expect(response.notes.contains { $0.code == .remark && $0.count == 2 })
    #expect(!response.notes.contains { $0.code == .refused })
  }

  @Test("the metadata alone give the stations, with what each still measures")
  func stations() throws {
    let response = try read(Payload.text("chmi/metadata.json"))
    let sites = response.reports.map(\.site)
    #expect(sites.map(\.id) == ["XEXM", "XEXB"])
    #expect(sites.first?.details.measures.map(\.parameter) == [.o3, .pm25, .pm10, Self.index])
    #expect(sites.first?.details.further["district"] == "Příklad")
  }

  @Test("values alone give the indices, by the measurement's number, and a note on the rest")
  func valuesAlone() throws {
    let response = try read(Payload.text("chmi/hour.csv"))
    #expect(response.newest(Self.index, at: "1009")?.value == 2)
    #expect(response.reports.count == 2 && response.notes.contains { $0.code == .remark && $0.count == 7 })
  }

  @Test("values alone without an index are an error that says what they need")
  func needsMetadata() throws {
    let text = "idRegistration, startTime, idValueType, value\n1001, 2026-11-20T07:00:00Z, 8, 61.5\n"
    let error = #expect(throws: AQError.self) { try read(text) }
    #expect(error?.code == .malformed && error?.message.contains("metadata") ?? false)
  }

  @Test("no values give a note, and no stations are an error")
  func empty() throws {
    let response = try read("idRegistration, startTime, idValueType, value\n")
    #expect(response.reports.isEmpty && response.notes.count == 1)
    let error = #expect(throws: AQError.self) { try read(#"{"data":{"Localities":[]}}"#) }
    #expect(error?.code == .unavailable)
  }

  @Test(
    "pages, refusals and other files are errors",
    arguments: [
      ("<html><title>Údržba</title></html>", AQError.Code.unavailable), ("<html>x</html>", .malformed),
      (#"{"message":"Internal server error"}"#, .unavailable), (#"{"a":1}"#, .malformed),
      ("a,b\n1,2\n", .malformed), (#"{"data":{"Localities":[{"#, .malformed),
    ])
  func refusals(text: String, code: AQError.Code) throws {
    let error = #expect(throws: AQError.self) { try read(text) }
    #expect(error?.code == code)
  }

  @Test("a place costs two requests; an hour later the values are asked for again by their tag")
  func requests() async throws {
    let clock = ManualClock(Self.now)
    let transport = StubTransport { request in
      if request.header("If-None-Match") == "\"v1\"" { return TransportResponse(status: 304) }
      return TransportResponse(
        status: 200, headers: [.init("ETag", "\"v1\"")], text: try Self.reply(request.url))
    }
    let source = HTTPSource(Self.adapter, transport: transport, clock: clock)
    let query = try AirQuery(near: Coordinate(50.1439, 14.1018))
    #expect(try await source.fetch(query).newest(.o3, at: "XEXM")?.value == 61.5)
    let values = "https://opendata.chmi.cz/air_quality/now/data/airquality_1h_avg_CZ.csv"
    #expect(
      transport.requests.map(\.url) == [
        "https://opendata.chmi.cz/air_quality/now/metadata/metadata.json", values,
      ])
    await clock.advance(by: .seconds(3600))
    #expect(try await source.fetch(query).newest(.o3, at: "XEXM")?.value == 61.5)
    #expect(transport.requests.count == 3 && transport.requests.last?.url == values)
    #expect(transport.requests.last?.header("If-None-Match") == "\"v1\"")
  }

  @Test("the source keeps every rule") func source() async throws { try await Self.contract.verifySource() }

  @Test("the adapter keeps every rule, whatever bytes it is given", arguments: AdapterRule.allCases)
  func adapter(rule: AdapterRule) async throws {
    try await Self.contract.verifyAdapter(rule, AirQuery(near: Coordinate(50.1439, 14.1018)))
  }
}
