import AQKit
import AQKitStations
import AQKitTesting
import TestRuns
import Testing

@Suite("Sensor.Community") struct SensorCommunityTests {
  /// 2026-10-01T12:00:00Z.
  static let now = AirTime(secondsSince1970: 1_790_856_000)

  private func response(_ file: String) throws -> AirResponse {
    try Payload.response("sensor-community/\(file)", .sensorCommunity, at: Self.now)
  }

  private func source(
    _ transport: StubTransport, _ adapter: SensorCommunityStations = SensorCommunityStations()
  ) -> HTTPSource<SensorCommunityStations> {
    HTTPSource(adapter, transport: transport, clock: ManualClock(Self.now))
  }

  private func area() throws -> StubTransport {
    StubTransport(always: .json(try Payload.text("sensor-community/area.json")))
  }

  private let query = try? AirQuery(near: Coordinate(48.79, 9.16))

  // MARK: Replies

  @Test("a box is one site with all of its sensors")
  func boxes() throws {
    let response = try response("area.json")
    #expect(response.reports.map(\.site.id) == ["602", "590"])
    let box = try #require(response.reports.first)
    #expect(Set(box.series.map(\.parameter)).isSuperset(of: [.pm1, .pm25, .pm10, .temperature, .pressure]))
  }

  @Test("P1 is PM10, and P2 is PM2.5")
  func names() throws {
    let box = try #require(try response("area.json").reports.last)
    #expect(box[.pm10]?.newestReading()?.value == 7.31)
    #expect(box[.pm25]?.newestReading()?.value == 6.92)
  }

  @Test("a value is the mean of the 150 seconds before the upload, whose time is UTC")
  func times() throws {
    let reading = try #require(try response("area.json").reports.last?[.pm25]?.newestReading())
    #expect(reading.interval.end == AirTime("2026-10-01T11:57:12Z"))
    #expect(reading.interval.length == .seconds(150))
  }

  @Test("particles are raw, and marked where the air in the box is humid")
  func humid() throws {
    let reports = try response("area.json").reports
    let flags = reports.map { $0[.pm25]?.newestReading()?.flags.map(\.rawValue).sorted() }
    #expect(flags == [["raw"], ["biased by humidity", "raw"]])
  }

  @Test("a sensor inside a building is left out and counted, unless it is asked for")
  func indoor() async throws {
    let response = try response("indoor.json")
    #expect(response.reports.isEmpty)
    #expect(response.notes.contains { $0.message.contains("inside buildings") && $0.count == 1 })
    let transport = StubTransport(always: .json(try Payload.text("sensor-community/indoor.json")))
    let source = source(transport, SensorCommunityStations(includesIndoor: true))
    let wanted = try await source.fetch(#require(query))
    #expect(wanted.reports.map(\.site.isIndoor) == [true])
  }

  @Test("two messages of a sensor are two values, whatever their order")
  func messages() throws {
    let report = try #require(try response("sensor_id_two_readings.json").reports.first)
    #expect(report[.humidity]?.count == 2 && report[.humidity]?.newestReading()?.value == 79.3)
    #expect(report.site.details.coordinateUncertainty == 100)
  }

  @Test("impossible values are refused and counted")
  func plausibility() throws {
    let response = try response("swapped_and_bad_values_shaped.json")
    // At the end of its range a hygrometer may be wet, or the air may be fog.
    let kept = response.reports.flatMap(\.series)
    #expect(kept.map(\.parameter) == [.humidity] && kept.first?.flags == [[.suspect]])
    let refused = response.notes.filter { $0.code == .refused }
    #expect(refused.contains { $0.message.contains("outweighs") && $0.count == 2 })
    #expect(
      refused.contains {
        $0.message.contains("pm10 is beyond what is possible (-5 to 1999.9 µg/m³: Nova Fitness")
      })
    #expect(
      refused.contains {
        $0.message.contains("pm25 is beyond what is possible (-5 to 999.9 µg/m³: Nova Fitness")
      })
    #expect(refused.contains { $0.message.contains("temperature isn't a number") })
    #expect(response.notes.contains { $0.message.contains("humidity isn't plausible") })
    #expect(refused.contains { $0.message.contains("0°, 0°") })
  }

  @Test(
    "each size has its own limit and none is far below zero, even alone",
    arguments: [
      (#"{"value": "-40", "value_type": "P2"}"#, "pm25 is beyond what is possible"),
      (#"{"value": 1000000000, "value_type": "P0"}"#, "pm1 is beyond what is possible"),
      (#"{"value": 1999.9, "value_type": "P4"}"#, "pm4 is beyond what is possible"),
      (
        #"{"value": 5, "value_type": "P1"}, {"value": -5.1, "value_type": "P2"}"#,
        "pm25 is beyond what is possible"
      ),
      (
        #"{"value": "1999.90", "value_type": "P1"}, {"value": -40, "value_type": "P2"}"#,
        "pm25 is beyond what is possible"
      ),
    ])
  func plausibilityPerSize(values: String, reason: String) throws {
    let text = #"""
      {"timestamp": "2026-02-07 12:00:00", "location": {"id": 1, "latitude": 48.8, "longitude": 9.0},
       "sensor": {"id": 2}, "sensordatavalues": [\#(values), {"value": "0", "value_type": "temperature"}]}
      """#
    let response = try PayloadFormat.sensorCommunity.decode(
      Array(text.utf8), PayloadFormat.Context(receivedAt: Self.now))
    let report = try #require(response.reports.first)
    #expect(
      report.series.map(\.parameter).filter { $0 != .temperature } == (values.contains("5,") ? [.pm10] : []))
    #expect(response.notes.contains { $0.code == .refused && $0.message.contains(reason) })
  }

  @Test("numbers may be texts or numbers, and a single message needn't be in a list")
  func numbers() throws {
    let text = #"""
      {"timestamp": "2026-02-07 12:00:00", "location": {"id": 1, "latitude": 48.8, "longitude": 9.0, "altitude": 300.0},
       "sensor": {"id": 2}, "sensordatavalues": [{"value": 7.4, "value_type": "P1"}, {"value": "4.1", "value_type": "P2"}]}
      """#
    let response = try PayloadFormat.sensorCommunity.decode(
      Array(text.utf8), PayloadFormat.Context(receivedAt: Self.now))
    let report = try #require(response.reports.first)
    #expect(report.site.elevation == 300 && report.site.isIndoor == nil)
    #expect(report[.pm25]?.newestReading()?.value == 4.1 && report[.pm10]?.newestReading()?.value == 7.4)
  }

  @Test(
    "a flag that is neither yes nor no loses no value",
    arguments: [
      (#""indoor": "", "exact_location": "true""#, nil as Double?),
      (#""indoor": 2, "exact_location": "maybe""#, 100),
    ])
  func flags(members: String, uncertainty: Double?) throws {
    let text = #"""
      [{"timestamp": "2026-02-07 12:00:00", "sensor": {"id": 2},
        "location": {"id": 1, "latitude": "48.8", "longitude": "9.0", \#(members)},
        "sensordatavalues": [{"value": "4.1", "value_type": "P2"}]}]
      """#
    let response = try PayloadFormat.sensorCommunity.decode(
      Array(text.utf8), PayloadFormat.Context(receivedAt: Self.now))
    let report = try #require(response.reports.first)
    #expect(report[.pm25]?.values == [4.1] && report.site.isIndoor == nil)
    #expect(report.site.details.coordinateUncertainty == uncertainty)
  }

  @Test(
    "a file of the archive has the box's values; empty rows cost no others, and a truncated row is refused"
  )
  func archive() throws {
    let response = try response("archive_sds011.csv")
    let report = try #require(response.reports.first)
    #expect(report.site.id == "2688")
    #expect(report[.pm10]?.readings.map(\.value).filter { !$0.isNaN } == [9.53, 21.63])
    #expect(response.notes.filter { $0.code == .refused }.map(\.count) == [1])
  }

  @Test("a row of the archive with a field too many or too few doesn't take 8 % for the humidity")
  func shifted() throws {
    let text = """
      sensor_id;sensor_type;location;lat;lon;timestamp;pressure;altitude;pressure_sealevel;temperature;humidity
      3880;BME280;1955;48.814;9.161;2026-09-30T00:01:20;99250.00;;;7.39;84.31
      3880;BME280;1955;48.814;9.161;2026-09-30T00:03:50;99250.00;;;;7.41;84.35
      3880;BME280;1955;48.814;9.161;2026-09-30T00:06:20;99251.00;;8
      3880;BME280;1955;48.814;9.161;2026-09-30T00:08:50;99252.00;;;7.43;84.40
      """
    let response = try PayloadFormat.sensorCommunity.decode(
      Array(text.utf8), PayloadFormat.Context(receivedAt: Self.now))
    let report = try #require(response.reports.first)
    #expect(report[.humidity]?.values == [84.31, 84.4])
    #expect(report[.temperature]?.values == [7.39, 7.43])
    #expect(response.notes.filter { $0.code == .refused }.map(\.count).reduce(0, +) == 2)
  }

  @Test("a reply without sensors gives a note")
  func nobody() throws {
    let response = try PayloadFormat.sensorCommunity.decode(
      Array("[]".utf8), PayloadFormat.Context(receivedAt: Self.now))
    #expect(response.reports.isEmpty && response.notes.map(\.code) == [.nothingNear])
  }

  @Test("a page that forbids access is a refusal for an hour")
  func forbidden() async throws {
    let error = try #require(throws: AQError.self) { try response("error_403.html") }
    #expect(error.code == .unauthorized && error.retry == .after(.seconds(3600)))
    let page = try Payload.text("sensor-community/error_403.html")
    let blocked = source(StubTransport(always: .status(403, text: page)))
    let live = try await #require(throws: AQError.self) { try await blocked.fetch(#require(query)) }
    #expect(live.retry == .after(.seconds(3600)))
  }

  @Test(
    "bytes of another kind are malformed", arguments: ["<html>hello</html>", "{\"a\": 1}", "a;b\n1;2", ""])
  func foreign(text: String) throws {
    let error = try #require(throws: AQError.self) {
      try PayloadFormat.sensorCommunity.decode(Array(text.utf8), PayloadFormat.Context(receivedAt: Self.now))
    }
    #expect(error.code == .malformed)
  }

  // MARK: Requests

  @Test("a point is one request with its own User-Agent, and the response is cached for five minutes")
  func requests() async throws {
    let transport = try area()
    let source = source(transport)
    _ = try await source.fetch(#require(query))
    _ = try await source.fetch(#require(query))
    #expect(
      transport.requests.map(\.url)
        == ["https://data.sensor.community/airrohr/v1/filter/area=48.79,9.16,10"])
    #expect(transport.requests.first?.header("User-Agent")?.contains("AQKit") == true)
  }

  @Test("more places than twenty are looked up in the file of all sensors")
  func everywhere() async throws {
    let transport = try area()
    let points = try (0..<21).map { AirQuery.Place.near(try Coordinate(48 + Double($0) / 20, 9.1)) }
    _ = try await source(transport).fetch(AirQuery(places: points))
    #expect(transport.requests.map(\.url) == ["https://data.sensor.community/static/v2/data.json"])
  }

  @Test("a box across the 180th meridian, too, which the service doesn't take")
  func antimeridian() async throws {
    let transport = try area()
    let box = try GeoShape.BoundingBox(south: -20, west: 177, north: -16, east: -178)
    _ = try await source(transport).fetch(AirQuery(places: [.area(box)]))
    #expect(transport.requests.map(\.url) == ["https://data.sensor.community/static/v2/data.json"])
  }

  @Test("a sensor of the archive is asked about by type and number, a day at a time")
  func days() async throws {
    let file = try Payload.text("sensor-community/archive_sds011.csv")
    let transport = StubTransport { request in
      TransportResponse(status: request.url.contains("2026-09-30") ? 200 : 404, text: file)
    }
    let query = AirQuery(places: [.site("sds011/5331")], window: .past(.seconds(2 * 86_400)))
    let response = try await source(transport).fetch(query)
    #expect(
      Set(transport.requests.map(\.url))
        == Set(
          ["2026-09-29", "2026-09-30", "2026-10-01"].map {
            "https://archive.sensor.community/\($0)/\($0)_sds011_sensor_5331.csv"
          }))
    #expect(response.reports.first?.places == [0])
    #expect(response.notes.contains { $0.code == .nothingNear && $0.message.contains("archive has no file") })
  }

  @Test("a whole day of the archive is one file, and no note is about the next day")
  func wholeDay() async throws {
    let file = try Payload.text("sensor-community/archive_sds011.csv")
    let transport = StubTransport { request in
      TransportResponse(status: request.url.contains("2026-09-30") ? 200 : 404, text: file)
    }
    let end = AirTime(secondsSince1970: 1_790_812_800)
    let day = try AirInterval(start: end.adding(seconds: -86_400), end: end)
    let response = try await source(transport).fetch(
      AirQuery(places: [.site("sds011/5331")], window: .interval(day)))
    #expect(transport.requests.count == 1)
    #expect(!response.notes.contains { $0.message.contains("archive has no file") })
  }

  @Test("a year of the archive is no more files than a fetch may request, and one for the note on its limit")
  func year() throws {
    let query = AirQuery(places: [.site("sds011/5331")], window: .past(.seconds(365 * 86_400)))
    let calls = try SensorCommunityStations().calls(for: query, at: Self.now)
    #expect(calls.count == SensorCommunityStations.descriptor.limits.requestsPerFetch + 1)
    #expect(calls.first?.request.url.contains("/2026-10-01_sds011_") == true)
  }

  @Test("a sensor of the archive inside a building has files of another name", arguments: [true, false])
  func indoorDays(isWanted: Bool) async throws {
    let file = try Payload.text("sensor-community/archive_sds011.csv")
    let transport = StubTransport { request in
      let isThere = request.url.hasSuffix("/2026-09-30_sds011_sensor_5331_indoor.csv")
      return TransportResponse(status: isThere ? 200 : 404, text: file)
    }
    let query = AirQuery(places: [.site("sds011/5331_indoor")], window: .past(.seconds(2 * 86_400)))
    let source = source(transport, SensorCommunityStations(includesIndoor: isWanted))
    let response = try await source.fetch(query)
    #expect(response.reports.map(\.site.isIndoor) == (isWanted ? [true] : []))
  }

  @Test("a missing list is an error, not a lack of sensors")
  func noList() async throws {
    let source = source(StubTransport(always: .status(404, text: "<html>Not Found</html>")))
    let error = try await #require(throws: AQError.self) { try await source.fetch(#require(query)) }
    #expect(error.code == .invalidRequest)
  }

  @Test("an installed module asks the configured server in the application's name")
  func installed() async throws {
    let transport = try area()
    var container = try AQContainer().setting(.httpTransport, to: transport)
      .setting(.clock, to: ManualClock(Self.now)).installing(.sensorCommunity)
    try container.setOption("baseURL", of: "sensor-community", to: "http://127.0.0.1:8080")
    try container.setOption("userAgent", of: "sensor-community", to: "CityAir (mail@example.org)")
    _ = try await container.source("sensor-community").fetch(#require(query))
    let request = try #require(transport.requests.first)
    #expect(request.url.hasPrefix("http://127.0.0.1:8080/airrohr/v1/filter/area="))
    #expect(request.header("User-Agent") == "CityAir (mail@example.org)")
  }

  // MARK: Contracts

  private static let contract = SourceContract(
    adapter: SensorCommunityStations(),
    recorded: StubTransport { _ in
      TransportResponse(status: 200, text: try Payload.text("sensor-community/area.json"))
    }, at: now
  ).quiet

  @Test("the source keeps every rule")
  func source() async throws { try await Self.contract.check().verify() }

  @Test("the adapter keeps every rule, whatever bytes it is given", arguments: AdapterRule.allCases)
  func adapter(rule: AdapterRule) async throws {
    try await verify(
      rule, of: SensorCommunityStations(),
      on: [("area.json", .sensors), ("archive_sds011.csv", .archive(place: nil))], in: "sensor-community",
      at: Self.now)
  }
}
