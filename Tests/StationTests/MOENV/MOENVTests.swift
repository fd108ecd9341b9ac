import AQKit
import AQKitTesting
import Testing

@testable import AQKitStations

@Suite("Taiwan's stations") struct MOENVTests {
  private static let now = AirTime(secondsSince1970: 1_795_170_600)  // 2026-11-20T10:30:00Z
  private static let key = "key-of-the-test"
  private static let adapter = MOENVStations(apiKey: AirSecret(key), baseURL: nil)
  private static let contract = ServiceContract(adapter: adapter, recordedAt: now, secrets: [key]) { _ in
    try Payload.text("moenv/stations.json")
  }

  private func read(_ text: String) throws -> AirResponse {
    try PayloadFormat.moenv.decode(Array(text.utf8), .init(receivedAt: Self.now))
  }

  @Test("the hour ends at the time of publication in Taiwan")
  func time() throws {
    let response = try read(Payload.text("moenv/stations.json"))
    let pm25 = try #require(response.newest(.pm25, at: "9001", averaging: .oneHour))
    #expect(pm25.value == 13 && pm25.unit == .microgramsPerCubicMetre)
    #expect(pm25.interval.start == AirTime("2026-11-20T09:00:00Z"))
    #expect(pm25.interval.end == AirTime("2026-11-20T10:00:00Z"))
  }

  @Test("gases are in parts per billion, carbon monoxide in parts per million")
  func units() throws {
    let response = try read(Payload.text("moenv/stations.json"))
    #expect(response.newest(.no2, at: "9001")?.unit == .ppb && response.newest(.o3, at: "9001")?.unit == .ppb)
    #expect(response.newest(.co, at: "9001")?.unit == .ppm)
  }

  @Test("running means have their own averaging periods and never count as the hour")
  func means() throws {
    let response = try read(Payload.text("moenv/stations.json"))
    #expect(response.newest(.o3, at: "9001", averaging: .eightHours)?.value == 31.4)
    #expect(response.newest(.co, at: "9001", averaging: .eightHours)?.value == 0.2)
    #expect(response.newest(.so2, at: "9001", averaging: .day)?.value == 1)
    let mixed = try #require(response.newest(.pm25, at: "9001", averaging: .hours(12)))
    #expect(mixed.value == 15.6 && mixed.origin?.model?.contains("half") ?? false)
  }

  @Test("the index is the ministry's own")
  func index() throws {
    let response = try read(Payload.text("moenv/stations.json"))
    #expect(response.newest("aqi.tw-aqi", at: "9001")?.value == 59)
  }

  @Test("an unknown word is refused and counted, and the rest is kept")
  func unknownWord() throws {
    let response = try read(
      #"{"sitename":"A","siteid":"7","publishtime":"2026-11-20 18:00","pm2.5":"ND","pm10":"12"}"#)
    #expect(response.notes.filter { $0.code == .refused }.map(\.count) == [1])
    #expect(response.newest(.pm10, at: "7")?.value == 12)
  }

  @Test("hyphens and empty texts are gaps, and small negatives stay")
  func gaps() throws {
    let response = try read(Payload.text("moenv/stations.json"))
    let station = try #require(response.reports.first { $0.site.id == "9002" })
    #expect(Set(station.series.map(\.parameter)) == [.o3, .pm25])
    #expect(response.newest(.pm25, at: "9002")?.value == -0.5)
    #expect(!response.notes.contains { $0.code == .refused })
  }

  @Test("-999 is a gap, and counted")
  func sentinel() throws {
    let response = try read(
      #"{"siteid":"7","publishtime":"2026-11-20 18:00","pm2.5":"-999","pm10":"12"}"#)
    #expect(response.newest(.pm25, at: "7") == nil && response.newest(.pm10, at: "7")?.value == 12)
    #expect(response.notes.filter { $0.code == .refused }.map(\.count) == [1])
  }

  @Test("a record with the names of 2020 is read, and hour 24 is the next day's midnight")
  func oldNames() throws {
    let response = try read(Payload.text("moenv/record_old.json"))
    let pm25 = try #require(response.newest(.pm25, at: "9001", averaging: .oneHour))
    #expect(pm25.value == 30 && pm25.interval.end == AirTime("2020-02-28T16:00:00Z"))
    #expect(response.newest(.co, at: "9001") == nil)
    #expect(response.reports.first?.site.name == "測試")
  }

  @Test("a bare list of records is read")
  func bareList() throws {
    let response = try read("[\(Payload.text("moenv/record_old.json"))]")
    #expect(response.newest(.no2, at: "9001")?.value == 12)
  }

  @Test("a record without a coordinate still has its values")
  func withoutCoordinate() throws {
    let response = try read(
      #"{"sitename":"A","siteid":7,"publishtime":"2026-11-20 18:00","pm25":11,"longitude":"","latitude":""}"#)
    #expect(response.newest(.pm25, at: "7")?.value == 11)
  }

  @Test(
    "refusals, web pages and other JSON are errors by what they say",
    arguments: [
      ("api_key有誤或過期", AQError.Code.unauthorized), (#"{"message": "Invalid api_key"}"#, .unauthorized),
      (#"{"message": "API rate limit exceeded"}"#, .rateLimited), ("<html>503</html>", .malformed),
      (#"{"a": 1}"#, .malformed), (#""api_key 錯誤""#, .unauthorized),
      ("\n<html>the limit of the gateway</html>", .malformed),
      (#"  {"message": "api_key"#, .malformed), (#"[{"a": 1}, {"b": 2}]"#, .malformed),
      (#"{"records": [{"a": 1}]}"#, .malformed),
    ])
  func refusals(text: String, code: AQError.Code) throws {
    let error = #expect(throws: AQError.self) { try read(text) }
    #expect(error?.code == code)
  }

  @Test("one request covers all places, and none is made while its reply is cached")
  func requests() async throws {
    let transport = StubTransport { _ in
      TransportResponse(status: 200, text: try Payload.text("moenv/stations.json"))
    }
    let source = HTTPSource(Self.adapter, transport: transport, clock: ManualClock(Self.now))
    let query = AirQuery(places: .points((25.06, 121.13), (26.16, 119.95)))
    let response = try await source.fetch(query)
    #expect(
      transport.requests.map(\.url) == [
        "https://data.moenv.gov.tw/api/v2/aqx_p_432?api_key=key-of-the-test&format=json&offset=0&limit=1000"
      ])
    #expect(response.reports.contains { $0.site.id == "9003" && $0.places == [1] })
    _ = try await source.fetch(query)
    #expect(transport.requests.count == 1)
  }

  @Test("a wrong key is unauthorized and never shown")
  func wrongKey() async throws {
    let transport = StubTransport(always: .status(401, text: "api_key \(Self.key) is wrong"))
    let source = HTTPSource(Self.adapter, transport: transport, clock: ManualClock(Self.now))
    let error = try await #require(throws: AQError.self) {
      try await source.fetch(AirQuery(near: Coordinate(25.06, 121.13)))
    }
    #expect(error.code == .unauthorized && !"\(error)".contains(Self.key))
  }

  @Test("the source keeps every rule") func source() async throws { try await Self.contract.verifySource() }

  @Test("the adapter keeps every rule, whatever bytes it is given", arguments: AdapterRule.allCases)
  func adapter(rule: AdapterRule) async throws {
    try await Self.contract.verifyAdapter(rule, AirQuery(near: Coordinate(25.06, 121.13)))
  }
}
