import AQKit
import AQKitTesting
import Testing

@testable import AQKitStations

@Suite("Pirate Weather") struct PirateWeatherTests {
  /// 2025-11-09T20:50:00Z, four minutes after the documented reply.
  private static let now = AirTime(secondsSince1970: 1_762_721_400)
  private static let adapter = PirateWeather(apiKey: "key-of-the-test", baseURL: nil)
  private static let contract = ServiceContract(
    adapter: adapter, recordedAt: now, secrets: ["key-of-the-test"],
    waivers: ["privacy.secret-path": "The service takes its key in the path only."]
  ) { _ in
    try Payload.text("pirate-weather/forecast.json")
  }

  private func decode(_ text: String) throws -> AirResponse {
    try PayloadFormat.pirateWeather.decode(Array(text.utf8), .init(receivedAt: Payload.receivedAt))
  }

  @Test("the documented reply: gases in ppb, particles in µg/m³, the index on the scale of the U.S. EPA")
  func documented() throws {
    let response = try Payload.response(
      "pirate-weather/forecast.json", .pirateWeather, at: Payload.receivedAt)
    let report = try #require(response.reports.first)
    #expect(try report.site.coordinate == Coordinate(37.3035, -89.523) && report.site.kind == .modelCell)
    #expect(report.kind == .forecast)
    let values: [(AirParameter, Double, AirUnit)] = [
      (.pm25, 4.6, "µg/m³"), (.pm10, 8.7, "µg/m³"), (.co, 126.4, .ppb), (.no2, 2.8, .ppb), (.so2, 0.4, .ppb),
      (.publishedIndex(scale: "us-epa"), 42, .one),
    ]
    for (parameter, value, unit) in values {
      #expect(report[parameter]?.values == [value] && report[parameter]?.unit == unit, "\(parameter)")
    }
    #expect(report[.pm25]?.timeline.first?.end == AirTime("2025-11-09T20:46:00Z"))
  }

  @Test("the column of ozone in Dobson units isn't ozone in the air")
  func dobson() throws {
    let text = try Payload.text("pirate-weather/forecast.json")
    #expect(try decode(text).reports.first?[.o3]?.values == [36.5])
    let without = text.replacing("    \"ozoneConcentration\": 36.5,\n", with: "").replacing(
      "\"ozoneConcentration\": 36.5,", with: "")
    #expect(try decode(without).reports.first?[.o3] == nil)
  }

  @Test(
    "the scale of the index follows the units of the reply",
    arguments: [("us", "us-epa"), ("ca", "ca-aqhi"), ("si", "eu-caqi"), ("uk2", "eu-caqi")])
  func scale(units: String, scale: String) throws {
    let text =
      #"{"latitude": 50, "longitude": 14, "currently": {"time": 1762721160, "airQualityIndex": 4}, "flags": {"units": "\#(units)"}}"#
    let series = try decode(text).reports.flatMap(\.series)
    #expect(series.map(\.parameter) == [.publishedIndex(scale: scale)])
  }

  @Test("a point is asked about by the key, in American units; the hours ahead only if they are wanted")
  func requests() async throws {
    let transport = StubTransport(always: .json(try Payload.text("pirate-weather/forecast.json")))
    let source = HTTPSource(Self.adapter, transport: transport, clock: ManualClock(Self.now))
    let response = try await source.fetch(AirQuery(near: Coordinate(37.3035, -89.523)))
    #expect(response.reports.first?[.pm25]?.newestReading()?.value == 4.6)
    #expect(
      transport.requests.map(\.url) == [
        "https://api.pirateweather.net/forecast/key-of-the-test/37.3035,-89.523?version=2&include=airqualitydetails"
          + "&units=us&exclude=minutely,daily,alerts,hourly"
      ])
    let calls = try Self.adapter.calls(
      for: AirQuery(near: Coordinate(37.3, -89.5), window: .next(.seconds(7200))), at: Self.now)
    #expect(calls.map { $0.request.url.hasSuffix("exclude=minutely,daily,alerts") } == [true])
  }

  @Test("hours ahead are instants, and −999 is a gap")
  func hours() throws {
    let text =
      #"{"latitude": 50, "longitude": 14, "hourly": {"data": [{"time": 1762722000, "pm25": 5}, {"time": 1762725600, "pm25": -999}]}}"#
    let series = try #require(try decode(text).reports.first?[.pm25])
    #expect(series.values.first == 5 && series.values.filter { !$0.isNaN }.count == 1)
  }

  @Test("a reply with weather alone gives a note")
  func weatherOnly() throws {
    let response = try decode(
      #"{"latitude": 50, "longitude": 14, "currently": {"time": 1762721160, "ozone": 321.4}}"#)
    #expect(
      response.reports.allSatisfy(\.series.isEmpty) && response.notes.contains { $0.code == .notMeasured })
  }

  @Test(
    "refusals in HTML, plain text and JSON are errors by their text",
    arguments: [
      ("Kong Error Invalid authentication credentials.", AQError.Code.unauthorized),
      (
        "<html><head><title>Kong Error</title></head><body>API rate limit exceeded.</body></html>",
        .malformed
      ),
      ("<html><body>Bad Gateway</body></html>", .malformed),
      (#"{"message": "Invalid API key"}"#, .unauthorized),
      (#"{"detail": "Invalid Location Specification"}"#, .invalidRequest), (#"{"currently": {"#, .malformed),
    ])
  func refusals(text: String, code: AQError.Code) throws {
    let error = #expect(throws: AQError.self) { try decode(text) }
    #expect(error?.code == code)
  }

  @Test(
    "a status says what it means, whatever the page",
    arguments: [(401, AQError.Code.unauthorized), (429, .rateLimited)])
  func statuses(status: Int, code: AQError.Code) async throws {
    let transport = StubTransport { _ in
      TransportResponse(status: status, text: try Payload.text("pirate-weather/error_401.html"))
    }
    let source = HTTPSource(Self.adapter, transport: transport, clock: ManualClock(Self.now))
    let error = await #expect(throws: AQError.self) {
      try await source.fetch(AirQuery(near: Coordinate(50, 14)))
    }
    #expect(error?.code == code)
  }

  @Test("the source keeps every rule") func source() async throws { try await Self.contract.verifySource() }

  @Test("the adapter keeps every rule, whatever bytes it is given", arguments: AdapterRule.allCases)
  func adapter(rule: AdapterRule) async throws {
    try await Self.contract.verifyAdapter(rule, AirQuery(near: Coordinate(37.3035, -89.523)))
  }
}
