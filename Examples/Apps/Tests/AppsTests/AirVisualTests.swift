import AQKit
import AQKitTesting
import AirVisual
import Testing

/// A reply in AirVisual's format; the figures are from a public recording of Los Angeles.
enum Recordings {
  static let recordedAt = AirTime(secondsSince1970: 1_528_592_400)  // 2018-06-10T01:00:00Z

  static let city = #"""
    {"status": "success", "data": {"city": "Los Angeles", "state": "California", "country": "USA",
     "location": {"type": "Point", "coordinates": [-118.2417, 34.0669]}, "current": {
      "weather": {"ts": "2018-06-10T01:00:00.000Z", "hu": 60, "ic": "01d", "pr": 1012, "tp": 25, "wd": 230,
       "ws": 4.6},
      "pollution": {"ts": "2018-06-10T00:00:00.000Z", "aqius": 66, "mainus": "p2", "aqicn": 44,
       "maincn": "p1"}}}}
    """#
}

@Suite("AirVisual's nearest city") struct AirVisualTests {
  static let visual = AirVisual(apiKey: "key-of-the-test")
  static let contract = SourceContract(
    adapter: visual, recorded: StubTransport(always: .json(Recordings.city)), at: Recordings.recordedAt,
    secrets: ["key-of-the-test"])

  @Test("the source keeps every rule", arguments: contract.rules)
  func source(rule: ContractRule) async throws { try await Self.contract.verify(rule) }

  @Test("the adapter keeps every rule, whatever bytes it is given", arguments: AdapterRule.allCases)
  func adapter(rule: AdapterRule) async throws {
    let query = try AirQuery(near: Coordinate(34.05, -118.24))
    let response = TransportResponse(status: 200, text: Recordings.city)
    let recording = AdapterContract.Recording<Void>(response, step: (), for: query, at: Recordings.recordedAt)
    try await AdapterContract(Self.visual, recordings: [recording]).verify(rule)
  }

  private func fetch(_ text: String, status: Int = 200) async throws -> AirResponse {
    let transport = StubTransport(always: .response(TransportResponse(status: status, text: text)))
    return try await HTTPSource(Self.visual, transport: transport, clock: ManualClock(Recordings.recordedAt))
      .fetch(AirQuery(near: Coordinate(34.05, -118.24)))
  }

  @Test("both indices, the main pollutants and the weather are read, each at its own time")
  func values() async throws {
    let report = try #require(try await fetch(Recordings.city).reports.first)
    #expect(report.site.name == "Los Angeles" && report.site.coordinate?.longitude == -118.2417)
    func value(_ parameter: AirParameter) -> Double? { report[parameter]?.newestReading()?.value }
    #expect(value(.publishedIndex(scale: "us-epa")) == 66 && value(.publishedIndex(scale: "cn-aqi")) == 44)
    #expect(value(.publishedIndex(scale: "us-epa", pollutant: .pm25)) == 66)
    #expect(value(.publishedIndex(scale: "cn-aqi", pollutant: .pm10)) == 44)
    #expect(value(.temperature) == 25 && value(.windDirection) == 230)
    #expect(report[.temperature]?.newestReading()?.interval.end == AirTime("2018-06-10T01:00:00Z"))
    #expect(report[.pm25] == nil)
  }

  @Test("a null member loses only itself")
  func null() async throws {
    let text = Recordings.city.replacing(#""aqius": 66"#, with: #""aqius": null"#)
    let report = try #require(try await fetch(text).reports.first)
    #expect(report[.publishedIndex(scale: "us-epa")]?.newestReading() == nil)
    #expect(report[.publishedIndex(scale: "cn-aqi")]?.newestReading()?.value == 44)
  }

  @Test(
    "a refusal is recognised by its words, whatever the status",
    arguments: [
      ("call_limit_reached", AQError.Code.rateLimited), ("call_per_minute_limit_reached", .rateLimited),
      ("too_many_requests", .rateLimited), ("api_key_expired", .unauthorized),
      ("incorrect_api_key", .unauthorized), ("feature_not_available", .unsupported),
      ("wrong_coordinates", .invalidRequest), ("ip_location_failed", .unavailable),
      ("something_new", .unavailable),
    ], [200, 403])
  func refusals(refusal: (words: String, code: AQError.Code), status: Int) async throws {
    let body = #"{"status":"fail","data":{"message":"\#(refusal.words)"}}"#
    await #expect { try await fetch(body, status: status) } throws: { error in
      (error as? AQError)?.code == refusal.code
    }
  }

  @Test("no near city isn't an error", arguments: ["no_nearest_city", "no_nearest_station"])
  func nothingNear(words: String) async throws {
    let response = try await fetch(#"{"status":"fail","data":{"message":"\#(words)"}}"#, status: 404)
    #expect(response.reports.isEmpty && response.notes.map(\.code) == [.nothingNear])
  }

  @Test("a body that isn't JSON is malformed, and an error page has its status")
  func page() async throws {
    await #expect { try await fetch("<html>") } throws: { ($0 as? AQError)?.code == .malformed }
    await #expect { try await fetch("<html>", status: 503) } throws: {
      ($0 as? AQError)?.code == .unavailable
    }
  }
}
