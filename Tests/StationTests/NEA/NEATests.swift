import AQKit
import AQKitTesting
import Testing

@testable import AQKitStations

@Suite("Singapore's regions") struct NEATests {
  private static let now = AirTime(secondsSince1970: 1_775_647_800)  // 2026-04-08T11:30:00Z
  private static let adapter = NEARegions(apiKey: "key-of-the-test", baseURL: nil)

  private static func reply(_ url: String) throws -> String {
    try Payload.text(url.hasSuffix("/pm25") ? "nea/pm25_v1.json" : "nea/psi_v1.json")
  }

  private static let contract = ServiceContract(
    adapter: adapter, recordedAt: now, secrets: ["key-of-the-test"], reply: reply)

  private func read(_ file: String) throws -> AirResponse {
    try Payload.response("nea/\(file).json", .nea, at: Payload.receivedAt)
  }

  @Test("the hourly mean of PM2.5 ends at its time")
  func hour() throws {
    let west = try #require(read("pm25_v1").newest(.pm25, at: "west"))
    #expect(west.value == 4 && west.unit == .microgramsPerCubicMetre && west.averaging == .oneHour)
    #expect(west.interval.start == AirTime("2026-04-08T10:00:00Z"))
    #expect(west.interval.end == AirTime("2026-04-08T11:00:00Z"))
  }

  @Test(
    "each concentration has its averaging period and unit",
    arguments: [
      (AirParameter.pm25, 30.0, AveragingPeriod.day, AirUnit.microgramsPerCubicMetre),
      (.pm10, 41, .day, .microgramsPerCubicMetre), (.so2, 5, .day, .microgramsPerCubicMetre),
      (.o3, 107, .eightHours, .microgramsPerCubicMetre), (.co, 1, .eightHours, .milligramsPerCubicMetre),
      (.no2, 41, .oneHour, .microgramsPerCubicMetre),
    ])
  func concentrations(parameter: AirParameter, value: Double, averaging: AveragingPeriod, unit: AirUnit)
    throws
  {
    let readings = try read("psi_v1").readings(parameter, at: "central")
    #expect(readings.map(\.value) == [value])
    #expect(readings.first?.averaging == averaging && readings.first?.unit == unit)
  }

  @Test(
    "sub-indices and the PSI are published indices, never concentrations",
    arguments: [
      (AirParameter.publishedIndex(scale: "sg-psi"), 71.0),
      (.publishedIndex(scale: "sg-psi", pollutant: .pm25), 71),
      (.publishedIndex(scale: "sg-psi", pollutant: .o3), 45),
      (.publishedIndex(scale: "sg-psi", pollutant: .co), 6),
      (.publishedIndex(scale: "sg-psi", pollutant: .so2), 3),
      (.publishedIndex(scale: "sg-psi", pollutant: .pm10), 41),
    ])
  func indices(parameter: AirParameter, value: Double) throws {
    let reading = try #require(read("psi_v1").newest(parameter, at: "central"))
    #expect(reading.value == value && reading.unit == .one)
  }

  @Test("a region is an area with the coordinate of its label")
  func regions() throws {
    let response = try read("pm25_v1")
    #expect(Set(response.reports.compactMap(\.site.id)) == ["west", "east", "central", "south", "north"])
    let south = try #require(response.reports.first { $0.site.id == "south" }?.site)
    #expect(try south.kind == .area && south.coordinate == Coordinate(1.29587, 103.82))
  }

  @Test("the second shape is read: names in capitals, regions without metadata, null, the 3-hour PSI")
  func secondShape() throws {
    let response = try read("psi_v2")
    #expect(response.newest("aqi.sg-psi", at: "west", averaging: .day)?.value == 72)
    #expect(response.newest("aqi.sg-psi", at: "west", averaging: .hours(3))?.value == 66)
    #expect(response.newest(.pm25, at: "west")?.value == 24 && response.newest(.pm25, at: "north") == nil)
    let north = response.reports.first { $0.site.id == "north" }?.site
    #expect(try north?.coordinate == Coordinate(1.41803, 103.82))
  }

  @Test("the national figure has no place, and is noted")
  func national() throws {
    let response = try read("psi_v2")
    #expect(!response.reports.contains { $0.site.id == "national" })
    #expect(response.notes.contains { $0.code == .remark && $0.message.contains("national") })
  }

  @Test("the second shape has the hourly mean of PM2.5, too")
  func secondHour() throws {
    #expect(try read("pm25_v2").newest(.pm25, at: "central")?.value == 31)
  }

  @Test("a reply with an empty item is empty, with a note")
  func empty() throws {
    let text = #"{"region_metadata":[],"items":[{}],"api_info":{"status":"healthy"}}"#
    let response = try PayloadFormat.nea.decode(Array(text.utf8), .init(receivedAt: Payload.receivedAt))
    #expect(response.reports.isEmpty)
    #expect(response.notes.map(\.code) == [.notMeasured])
  }

  @Test("an item without readings beside one that has them is noted")
  func oneWithout() throws {
    let text = #"""
      {"items":[{"timestamp":"2026-04-08T18:00:00+08:00"},
        {"timestamp":"2026-04-08T19:00:00+08:00","readings":{"pm25_one_hourly":{"east":7}}}]}
      """#
    let response = try PayloadFormat.nea.decode(Array(text.utf8), .init(receivedAt: Payload.receivedAt))
    #expect(response.newest(.pm25, at: "east")?.value == 7)
    #expect(response.notes.filter { $0.code == .notMeasured }.map(\.count) == [1])
  }

  @Test(
    "a time without readings isn't an error, even with the status 404", arguments: [200, 404])
  func notFound(status: Int) async throws {
    let text = #"{"code":17,"name":"REAL_TIME_API_DATA_NOT_FOUND","data":null,"errorMsg":"Data not found"}"#
    let transport = StubTransport(always: .status(status, text: text))
    let source = HTTPSource(Self.adapter, transport: transport, clock: ManualClock(Self.now))
    let response = try await source.fetch(AirQuery(near: Coordinate(1.352, 103.82)))
    #expect(response.reports.isEmpty && response.notes.contains { $0.code == .nothingNear })
  }

  @Test("an unknown path is still an error")
  func unknownPath() async throws {
    let transport = StubTransport(always: .status(404, text: #"{"message":"Not Found"}"#))
    let source = HTTPSource(Self.adapter, transport: transport, clock: ManualClock(Self.now))
    let error = try await #require(throws: AQError.self) {
      try await source.fetch(AirQuery(near: Coordinate(1.352, 103.82)))
    }
    #expect(error.code == .invalidRequest)
  }

  @Test("-1 marks an offline station and is counted")
  func offline() throws {
    let response = try Self.hour(#"{"west":-1,"east":7}"#)
    #expect(response.readings(.pm25, at: "west").isEmpty)
    #expect(response.newest(.pm25, at: "east")?.value == 7)
    #expect(response.notes.filter { $0.code == .refused }.map(\.count) == [1])
  }

  @Test("readings that aren't an object are refused, and null is a gap", arguments: [("12", 1), ("null", 0)])
  func noObject(readings: String, refused: Int) throws {
    let response = try Self.hour(readings)
    #expect(response.notes.filter { $0.code == .refused }.reduce(0) { $0 + $1.count } == refused)
  }

  /// A reply with one item in place of a list.
  private static func hour(_ readings: String) throws -> AirResponse {
    let text =
      #"{"items":{"timestamp":"2026-04-08T19:00:00+08:00","readings":{"pm25_one_hourly":\#(readings)}}}"#
    return try PayloadFormat.nea.decode(Array(text.utf8), .init(receivedAt: Payload.receivedAt))
  }

  @Test(
    "refusals, web pages and other JSON are errors by what they say",
    arguments: [
      (#"{"code":24,"name":"TOO_MANY_REQUESTS","errorMsg":"Too many requests"}"#, AQError.Code.rateLimited),
      (#"{"message":"Forbidden"}"#, .unauthorized), (#"{"message":"Limit Exceeded"}"#, .rateLimited),
      (#"{"code":24,"data":null}"#, .rateLimited),
      (#"{"code":4,"name":"ERROR_PARAMS","errorMsg":"Invalid date format"}"#, .invalidRequest),
      (#"{"message":"Internal server error"}"#, .unavailable), ("<html></html>", .malformed),
      (#"{"a":1}"#, .malformed),
    ])
  func refusals(text: String, code: AQError.Code) throws {
    let error = #expect(throws: AQError.self) {
      try PayloadFormat.nea.decode(Array(text.utf8), .init(receivedAt: Payload.receivedAt))
    }
    #expect(error?.code == code)
  }

  @Test("a place costs two requests with the key in a header, and none while they are cached")
  func requests() async throws {
    let transport = StubTransport { TransportResponse(status: 200, text: try Self.reply($0.url)) }
    let source = HTTPSource(Self.adapter, transport: transport, clock: ManualClock(Self.now))
    let response = try await source.fetch(AirQuery(near: Coordinate(1.352, 103.82)))
    #expect(
      Set(transport.requests.map(\.url)) == [
        "https://api-open.data.gov.sg/v2/real-time/api/pm25",
        "https://api-open.data.gov.sg/v2/real-time/api/psi",
      ])
    #expect(transport.requests.allSatisfy { $0.header("x-api-key") == "key-of-the-test" })
    #expect(response.reports.contains { $0.site.id == "central" && $0.series.count > 6 })
    _ = try await source.fetch(AirQuery(near: Coordinate(1.352, 103.82)))
    #expect(transport.requests.count == 2)
  }

  @Test("without PM2.5 one request is enough")
  func onlyPSI() async throws {
    let calls = Self.adapter.calls(
      for: try AirQuery(near: Coordinate(1.35, 103.8), parameters: [.o3]), at: Self.now)
    #expect(calls.map(\.request.url) == ["https://api-open.data.gov.sg/v2/real-time/api/psi"])
  }

  @Test("the source keeps every rule") func source() async throws { try await Self.contract.verifySource() }

  @Test("the adapter keeps every rule, whatever bytes it is given", arguments: AdapterRule.allCases)
  func adapter(rule: AdapterRule) async throws {
    try await Self.contract.verifyAdapter(rule, AirQuery(near: Coordinate(1.352, 103.82)))
  }
}
