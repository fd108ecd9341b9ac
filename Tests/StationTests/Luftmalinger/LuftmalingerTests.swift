import AQKit
import AQKitTesting
import Testing

@testable import AQKitStations

@Suite("Norway's stations") struct LuftmalingerTests {
  private static let now = AirTime(secondsSince1970: 1_795_166_400)  // 2026-11-20T09:20:00Z
  private static let adapter = LuftmalingerStations(baseURL: nil)

  private static let contract = ServiceContract(adapter: adapter, recordedAt: now) { _ in
    try Payload.text("luftmalinger/rows.json")
  }

  private func read(_ text: String) throws -> AirResponse {
    try PayloadFormat.luftmalinger.decode(Array(text.utf8), .init(receivedAt: Self.now))
  }

  @Test("a row is a value with both ends of its hour, and the index of its pollutant")
  func values() throws {
    let response = try read(Payload.text("luftmalinger/rows.json"))
    let value = try #require(response.newest(.pm25, at: "NO9001A"))
    #expect(value.value == 12.25 && value.unit == .microgramsPerCubicMetre && value.flags == [.provisional])
    #expect(value.interval.start == AirTime("2026-11-20T08:00:00Z"))
    #expect(value.interval.end == AirTime("2026-11-20T09:00:00Z"))
    let index = AirParameter.publishedIndex(scale: "no-luftkvalitet", pollutant: .pm25)
    #expect(response.newest(index, at: "NO9001A")?.value == 2)
    #expect(response.newest(.co, at: "NO9002A")?.unit == .milligramsPerCubicMetre)
    let site = response.reports.first?.site
    #expect(site?.name == "Eksempelveien" && site?.details.identifiers == ["eoi": "NO9001A"])
    #expect(site?.details.setting == .traffic && response.reports.last?.site.details.setting == .background)
    #expect(try site?.coordinate == Coordinate(59.9323, 10.7245))
  }

  @Test("invalid and invisible rows are withheld, with their index")
  func withheld() throws {
    let response = try read(Payload.text("luftmalinger/rows.json"))
    #expect(response.newest(.no2, at: "NO9001A") == nil && response.newest(.o3, at: "NO9002A") == nil)
    #expect(response.reports.flatMap(\.series).count == 6)
    #expect(Set(response.notes.filter { $0.code == .withheld }.flatMap(\.parameters)) == [.no2, .o3])
  }

  @Test("an index of 0 means no index, and a value of 0 is a value")
  func noIndex() throws {
    let response = try read(
      Payload.text("luftmalinger/rows.json").replacing(#""index":2"#, with: #""index":0"#)
        .replacing("12.25", with: "0"))
    #expect(response.newest(.pm25, at: "NO9001A")?.value == 0)
    let index = AirParameter.publishedIndex(scale: "no-luftkvalitet", pollutant: .pm25)
    #expect(response.newest(index, at: "NO9001A") == nil)
    #expect(!response.notes.contains { $0.code == .refused })
  }

  @Test("a row without flags is valid, and one without a number is identified by its name")
  func oldRow() throws {
    let response = try read(
      #"""
      [{"area":"A","station":"Gata","component":"PM10","fromTime":"2026-11-20T09:00:00+01:00",
        "toTime":"2026-11-20T10:00:00+01:00","value":5,"unit":"µg/m³","latitude":60,"longitude":10}]
      """#)
    #expect(response.newest(.pm10, at: "Gata")?.value == 5)
  }

  @Test("an unknown component, or a row without a time, is refused alone")
  func brokenRows() throws {
    let text = try Payload.text("luftmalinger/rows.json")
      .replacing(#""component":"PM10""#, with: #""component":"XYZ""#)
      .replacing(
        #""component":"PM2.5","fromTime":"2026-11-20T09:00:00+01:00","#, with: #""component":"PM2.5","#)
    let response = try read(text)
    #expect(response.reports.filter { !$0.series.isEmpty }.map(\.site.id) == ["NO9002A"])
    #expect(response.notes.filter { $0.code == .refused }.reduce(0) { $0 + $1.count } == 2)
  }

  @Test("an empty list gives a note")
  func empty() throws {
    let response = try read("[]")
    #expect(response.reports.isEmpty && response.notes.map(\.code) == [.nothingNear])
  }

  @Test(
    "refusals, pages and cut replies are errors",
    arguments: [
      (#"{"message":"Unknown component"}"#, AQError.Code.invalidRequest),
      (#"{"title":"Too many requests","status":429}"#, .rateLimited),
      (#"{"error":"Internal server error"}"#, .unavailable),
      ("<html><body>Siden er nede for vedlikehold</body></html>", .unavailable),
      ("<html>x</html>", .malformed), (#"[{"station":"A","comp"#, .malformed), (#"[{"a":1}]"#, .malformed),
      (#"{"a":1}"#, .malformed),
    ])
  func refusals(text: String, code: AQError.Code) throws {
    let error = #expect(throws: AQError.self) { try read(text) }
    #expect(error?.code == code)
  }

  @Test("one request covers all places")
  func requests() async throws {
    let transport = StubTransport { _ in
      TransportResponse(status: 200, text: try Payload.text("luftmalinger/rows.json"))
    }
    let source = HTTPSource(Self.adapter, transport: transport, clock: ManualClock(Self.now))
    for (north, east) in [(59.93, 10.72), (60.39, 5.33)] {
      #expect(try await source.fetch(AirQuery(near: Coordinate(north, east))).reports.count == 1)
    }
    #expect(
      transport.requests.map(\.url) == ["https://api-luftmalinger.miljodirektoratet.no/public/aq/utd"])
  }

  @Test("the source keeps every rule") func source() async throws { try await Self.contract.verifySource() }

  @Test("the adapter keeps every rule, whatever bytes it is given", arguments: AdapterRule.allCases)
  func adapter(rule: AdapterRule) async throws {
    try await Self.contract.verifyAdapter(rule, AirQuery(near: Coordinate(59.9323, 10.7245)))
  }
}
