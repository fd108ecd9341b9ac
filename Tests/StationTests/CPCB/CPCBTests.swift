import AQKit
import AQKitTesting
import Testing

@testable import AQKitStations

@Suite("India's stations") struct CPCBTests {
  private static let now = AirTime(secondsSince1970: 1_795_170_600)  // 2026-11-20T10:30:00Z
  private static let adapter = CPCBStations(apiKey: "key-of-the-test", baseURL: nil)
  private static let station = "Centre, Exampur - XPCB"
  private static let contract = ServiceContract(
    adapter: adapter, recordedAt: now, secrets: ["key-of-the-test"]
  ) { _ in try Payload.text("cpcb/rows.json") }

  private func read(_ text: String) throws -> AirResponse {
    try PayloadFormat.cpcb.decode(Array(text.utf8), .init(receivedAt: Self.now))
  }

  @Test("a number is the sub-index of its pollutant at its time in India, never a concentration")
  func subIndices() throws {
    let response = try read(Payload.text("cpcb/rows.json"))
    let pm25 = try #require(response.newest("aqi.in-naqi.pm25", at: Self.station))
    #expect(pm25.value == 33 && pm25.unit == .one)
    #expect(pm25.interval.end == AirTime("2026-11-20T09:30:00Z"))
    #expect(response.newest("aqi.in-naqi.o3", at: Self.station)?.value == 29)
    #expect(response.reports.flatMap(\.series).allSatisfy { $0.parameter.isPublishedIndex })
  }

  @Test("NA is absent, and both spellings of the names are read")
  func names() throws {
    let response = try read(Payload.text("cpcb/rows.json"))
    #expect(response.newest("aqi.in-naqi.co", at: Self.station) == nil)
    #expect(response.newest("aqi.in-naqi.nh3", at: "Gate, Otherpur - OPCB")?.value == 3)
    #expect(!response.notes.contains { $0.code == .refused })
  }

  @Test("the recorded row of April 2026")
  func recorded() throws {
    let response = try read(Payload.text("cpcb/rows_2026_04.json"))
    let value = try #require(response.newest("aqi.in-naqi.so2", at: "Secretariat, Amaravati - APPCB"))
    #expect(value.value == 8 && value.interval.end == AirTime("2026-04-06T20:30:00Z"))
    #expect(try response.reports.first?.site.coordinate == Coordinate(16.5150833, 80.5181667))
  }

  @Test("rows without coordinates and with a unit, as in 2019, are read")
  func oldRows() throws {
    let response = try read(
      #"{"records":[{"id":"6","country":"India","state":"A","city":"B","station":"C","last_update":"18-12-2019 06:00:00","pollutant_id":"CO","pollutant_min":"31","pollutant_max":"66","pollutant_avg":"45","pollutant_unit":"NA"}]}"#
    )
    #expect(response.newest("aqi.in-naqi.co", at: "C")?.value == 45)
  }

  private static func row(_ averages: String) -> String {
    #"{"station":"C","last_update":"18-12-2019 06:00:00","pollutant_id":"CO"\#(averages)}"#
  }

  @Test("a present average counts, but a null doesn't, in a row or in a single object")
  func averages() throws {
    let row = Self.row(#","avg_value":null,"pollutant_avg":"31""#)
    #expect(try read(#"{"records":[\#(row)]}"#).newest("aqi.in-naqi.co", at: "C")?.value == 31)
    #expect(try read(#"{"records":\#(row)}"#).newest("aqi.in-naqi.co", at: "C")?.value == 31)
  }

  @Test("a row without an average is refused and counted")
  func noAverage() throws {
    let response = try read(#"{"records":[\#(Self.row(""))]}"#)
    #expect(response.notes.contains { $0.code == .refused && $0.count == 1 })
  }

  @Test(
    "refusals, web pages and other JSON are errors by what they say",
    arguments: [
      (#"{"error":"Key not authorised"}"#, AQError.Code.unauthorized),
      (#"{"error":"Rate limit exceeded for this key"}"#, .rateLimited),
      (#"{"message":"Internal error","status":"error","records":[]}"#, .unavailable),
      ("<html></html>", .malformed),
      (#"{"a":1}"#, .malformed),
    ])
  func refusals(text: String, code: AQError.Code) throws {
    let error = #expect(throws: AQError.self) { try read(text) }
    #expect(error?.code == code)
  }

  @Test("one request covers the whole country, and a further page is asked for only if rows are missing")
  func requests() async throws {
    let transport = StubTransport { _ in
      TransportResponse(status: 200, text: try Payload.text("cpcb/rows.json"))
    }
    let source = HTTPSource(Self.adapter, transport: transport, clock: ManualClock(Self.now))
    let response = try await source.fetch(AirQuery(near: Coordinate(16.5, 80.5)))
    #expect(
      transport.requests.map(\.url) == [
        "https://api.data.gov.in/resource/3b01bcb8-0b14-4abf-b6f2-c1bfd384ba69?api-key=key-of-the-test"
          + "&format=json&offset=0&limit=5000"
      ])
    #expect(response.reports.map(\.site.id) == [Self.station])
  }

  @Test("the source keeps every rule") func source() async throws { try await Self.contract.verifySource() }

  @Test("the adapter keeps every rule, whatever bytes it is given", arguments: AdapterRule.allCases)
  func adapter(rule: AdapterRule) async throws {
    try await Self.contract.verifyAdapter(rule, AirQuery(near: Coordinate(16.5, 80.5)))
  }
}
