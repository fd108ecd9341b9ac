import AQKit
import AQKitStations
import AQKitTesting
import TestRuns
import Testing

@Suite("PurpleAir's cloud") struct PurpleAirTests {
  /// 2026-10-01T12:00:00Z.
  static let now = AirTime(secondsSince1970: 1_790_856_000)

  private func response(_ file: String) throws -> AirResponse {
    try Payload.response("purpleair/\(file)", .purpleAir, at: Self.now)
  }

  private func decoded(_ text: String) throws -> AirResponse {
    try PayloadFormat.purpleAir.decode(Array(text.utf8), PayloadFormat.Context(receivedAt: Self.now))
  }

  private func source(
    _ transport: StubTransport, _ adapter: PurpleAirStations = PurpleAirStations(apiKey: "key-of-the-test")
  ) -> HTTPSource<PurpleAirStations> {
    HTTPSource(adapter, transport: transport, clock: ManualClock(Self.now))
  }

  private func list() throws -> StubTransport {
    StubTransport(always: .json(try Payload.text("purpleair/list.json")))
  }

  private let query = try? AirQuery(near: Coordinate(37.77, -122.42))

  private func values(_ report: AirReport, _ parameter: AirParameter) -> [String: Double] {
    Dictionary(
      report.series(of: parameter).map { series in
        let instrument = series.origin?.instrument
        return (
          "\(instrument?.id ?? "mean") \(instrument?.method ?? "") \(series.averaging)",
          series.newestReading()?.value ?? .nan
        )
      }, uniquingKeysWith: { first, _ in first })
  }

  // MARK: Replies

  @Test("columns are found by name: the mean, each channel, and the factory's conversion")
  func columns() throws {
    let report = try #require(try response("list.json").reports.first)
    #expect(report.site.id == "131079" && report.site.name == "Mission Dolores")
    #expect(
      values(report, .pm25) == [
        "mean cf_1 2min": 10.5, "A cf_1 2min": 10.25, "B cf_1 2min": 10.75, "mean atm 2min": 10.1,
      ])
    #expect(report[.pm25]?.newestReading()?.value == 10.1)
    #expect(report[.pm25]?.newestReading()?.interval.end == AirTime(secondsSince1970: 1_790_855_900))
  }

  @Test("the climate is that of the housing, in degrees Fahrenheit")
  func climate() throws {
    let reading = try #require(try response("list.json").reports.first?[.temperature]?.newestReading())
    #expect(reading.unit == .fahrenheit && reading.value == 71)
    #expect(reading.flags.map(\.rawValue) == ["inside the housing"])
  }

  @Test("a bare list of sensors becomes sites, even without a coordinate")
  func sites() throws {
    let reports = try response("sensors_list_null_coordinates.json").reports
    #expect(reports.count == 5 && reports.allSatisfy(\.series.isEmpty))
    #expect(reports.last?.site.coordinate == nil && reports.last?.site.name == "아가페_실내")
    #expect(reports.allSatisfy { $0.site.isIndoor == false })
  }

  @Test("one sensor has its running means, which end with its newest value")
  func means() throws {
    let report = try #require(try response("sensor_single_all_fields.json").reports.first)
    #expect(values(report, .pm25)["mean atm 1h"] == 1.2 && values(report, .pm25)["B atm 24h"] == 2.2)
    #expect(values(report, .pm25)["mean alt 2min"] == 0.4 && values(report, .pm25)["A cf_1 2min"] == 0)
    let day = report.series(of: .pm25).first { $0.averaging == .day }?.newestReading()
    #expect(day?.interval.end == AirTime(secondsSince1970: 1_667_666_162))
    #expect(report.site.elevation == 173)
  }

  @Test("averages found only in stats are read, and two agreeing channels give a mean")
  func selected() throws {
    let report = try #require(
      try decoded(
        #"""
        {"time_stamp": 1693773032, "data_time_stamp": 1693773011, "sensor": {"sensor_index": 19, "last_seen": 1693772937,
         "name": "Hill", "latitude": 55.9, "longitude": -3.2, "pm2.5": 3.8, "pm10.0_atm_a": 3.8, "pm10.0_atm_b": 3.7,
         "stats": {"pm2.5": 3.8, "pm2.5_10minute": 3.3, "pm2.5_1week": 2.8, "time_stamp": 1693772937}}}
        """#
      ).reports.first)
    #expect(values(report, .pm10) == ["A atm 2min": 3.8, "B atm 2min": 3.7, "mean atm 2min": 3.75])
    #expect(report.series(of: .pm25).map(\.averaging) == [.minutes(2), .minutes(10), .hours(168)])
  }

  @Test("channels that disagree have no mean, and both are suspect")
  func disagreement() throws {
    let response = try decoded(
      #"""
      {"data_time_stamp": 1790855960, "fields": ["pm2.5_cf_1", "sensor_index", "pm2.5_cf_1_a", "pm2.5_cf_1_b", "last_seen"],
       "data": [[22.5, 7, 40, 5, 1790855900]]}
      """#)
    let report = try #require(response.reports.first)
    #expect(Set(values(report, .pm25).keys) == ["A cf_1 2min", "B cf_1 2min"])
    #expect(report.series.allSatisfy { $0.newestReading()?.flags.contains(.suspect) ?? false })
    #expect(response.notes.contains { $0.code == .refused && $0.message.contains("disagree") })
  }

  /// The columns that a query asks for, and of one sensor the values, whose channels disagree.
  private static let disagreeing = [
    "sensor_index": "7", "name": "\"Hill\"", "latitude": "37.77", "longitude": "-122.42", "altitude": "10",
    "location_type": "0", "last_seen": "1790855900", "confidence": "30", "channel_flags": "0",
    "pm2.5_cf_1": "502", "pm2.5_cf_1_a": "1000", "pm2.5_cf_1_b": "5", "pm2.5_atm": "400", "pm10.0_atm": "600",
    "pm1.0_atm": "200", "temperature": "70", "humidity": "40", "pressure": "1010",
    "time_stamp": "1790848800",
  ]

  @Test(
    "channels that disagree leave no mean of any size by any conversion, in the columns that a query asks for",
    arguments: [[], [.pm10], [.pm1], [.pm25]] as [[AirParameter]])
  func disagreementOfAll(parameters: [AirParameter]) async throws {
    let transport = StubTransport { request in
      let fields = try #require(request.url.firstMatch(of: #/fields=([^&]*)/#)).output.1
      let names = ["sensor_index"] + fields.replacing("%2C", with: ",").split(separator: ",").map(String.init)
      let values = try names.map { try #require(Self.disagreeing[$0]) }
      return TransportResponse(
        status: 200,
        text: """
          {"data_time_stamp": 1790855960, "fields": ["\(names.joined(separator: "\", \""))"],
           "data": [[\(values.joined(separator: ", "))]]}
          """)
    }
    var question = try #require(query)
    question.parameters = parameters
    let response = try await source(transport).fetch(question)
    let particles = response.reports.flatMap(\.series).filter { [.pm25, .pm10, .pm1].contains($0.parameter) }
    #expect(particles.allSatisfy { $0.origin?.instrument?.id != nil })
    #expect(particles.allSatisfy { $0.newestReading()?.flags.contains(.suspect) ?? false })
    #expect(particles.isEmpty == !(parameters.isEmpty || parameters.contains(.pm25)))
    #expect(response.notes.contains { $0.code == .refused && $0.message.contains("disagree") })
  }

  @Test("channels that disagree leave no mean of the past, either, and running means are suspect")
  func disagreementOfThePast() throws {
    let past = try #require(
      try decoded(
        """
        time_stamp,sensor_index,pm2.5_cf_1,pm2.5_cf_1_a,pm2.5_cf_1_b,pm2.5_atm,pm10.0_atm
        1790848800,7,502,1000,5,400,600
        1790852400,7,6,6,6.5,6,8
        """
      ).reports.first)
    let means = past.series.filter { $0.origin?.instrument?.id == nil }
    #expect(means.map(\.values).allSatisfy { $0 == [6] || $0 == [8] } && means.count == 3)
    let now = try #require(
      try decoded(
        #"""
        {"data_time_stamp": 1790855960, "sensor": {"sensor_index": 7, "last_seen": 1790855900, "pm2.5_cf_1_a": 1000,
         "pm2.5_cf_1_b": 5, "stats": {"pm2.5_60minute": 90}}}
        """#
      ).reports.first)
    let hour = now.series.first { $0.averaging == .oneHour }?.newestReading()
    #expect(hour?.value == 90 && hour?.flags.contains(.suspect) == true)
  }

  @Test("a channel that PurpleAir has downgraded is suspect")
  func downgraded() throws {
    let report = try #require(
      try decoded(
        #"""
        {"data_time_stamp": 1, "fields": ["sensor_index", "channel_flags", "pm2.5_cf_1_a", "pm2.5_cf_1_b", "last_seen"],
         "data": [[7, 1, 4, 5, 1790855900]]}
        """#
      ).reports.first)
    let doubted = report.series.filter { $0.newestReading()?.flags.contains(.suspect) ?? false }
    #expect(doubted.map(\.origin?.instrument?.id) == ["A"])
  }

  @Test("a time that isn't the sensor's own is flagged")
  func receipt() throws {
    let report = try #require(
      try decoded(
        #"{"data_time_stamp": 1790855960, "fields": ["sensor_index", "humidity"], "data": [[7, "41"]]}"#
      )
      .reports.first)
    #expect(report[.humidity]?.newestReading()?.flags.contains(.timeOfReceipt) == true)
  }

  @Test("the past is hours by their start, with the length implied by the rows")
  func history() throws {
    let report = try #require(try response("sensor_history_60min.csv").reports.first)
    #expect(report.site.id == "131075" && report[.pm25]?.values == [1.1, 1, 0.5])
    let first = report[.pm25].flatMap { Array($0.readings).first }
    #expect(first?.interval.start == AirTime(secondsSince1970: 1_667_336_400) && first?.averaging == .oneHour)
  }

  @Test("the past as JSON states its averaging period")
  func historyJSON() throws {
    let response = try decoded(
      #"""
      {"api_version": "V1.0.11", "sensor_index": 131075, "average": 1440, "fields": ["time_stamp", "pm2.5_cf_1"],
       "data": [[1667347200, 4.5], [1667260800, null]]}
      """#)
    let day = try #require(response.reports.first?[.pm25]?.newestReading())
    #expect(day.averaging == .day && day.value == 4.5 && response.reports.first?.site.id == "131075")
    #expect(day.interval.start == AirTime(secondsSince1970: 1_667_347_200))
  }

  @Test("the past as JSON may begin with a byte order mark")
  func marked() throws {
    let text = #"""
      {"sensor_index": 7, "average": 60, "fields": ["time_stamp", "pm2.5_cf_1"], "data": [[1667347200, 4.5]]}
      """#
    let response = try decoded("\u{FEFF}" + text)
    #expect(response.reports.first?[.pm25]?.values == [4.5])
  }

  @Test("a sensor that was never seen is a site without values, and counted")
  func neverSeen() throws {
    let response = try decoded(
      #"""
      {"data_time_stamp": 1790855960, "fields": ["sensor_index", "last_seen", "pm2.5_cf_1"], "data": [[7, null, 5.5]]}
      """#)
    #expect(response.reports.map(\.site.id) == ["7"] && response.reports.first?.series.isEmpty == true)
    #expect(response.notes.map(\.code) == [.refused])
  }

  @Test("a query about all sensors isn't sent")
  func everything() async throws {
    let transport = try list()
    let error = try await #require(throws: AQError.self) {
      try await source(transport).fetch(AirQuery(places: []))
    }
    #expect(error.code == .unsupported && transport.requests.isEmpty)
  }

  @Test("the remaining points are a note")
  func points() throws {
    let notes = try response("organization_points.json").notes
    #expect(notes.contains { $0.message.contains("50000 points") })
  }

  @Test(
    "a refusal is an error with its code, in a recording and in a live reply",
    arguments: [
      ("error_400_InvalidFieldValueError", 400, AQError.Code.invalidRequest, AQError.Retry.never),
      ("error_402", 402, .unauthorized, .whenChanged),
      ("error_403_ApiKeyRestrictedError", 403, .unauthorized, .whenChanged),
      ("error_403_ApiKeyTypeMismatchError", 403, .unauthorized, .whenChanged),
      ("error_403_key_missing", 403, .unauthorized, .whenChanged),
      ("error_429_RateLimitExceededError", 429, .rateLimited, .after(.seconds(60))),
      ("error_503_DataInitializingError", 503, .unavailable, .after(.seconds(120))),
    ])
  func refusals(file: String, status: Int, code: AQError.Code, retry: AQError.Retry) async throws {
    let recorded = try #require(throws: AQError.self) { try response("\(file).json") }
    #expect(recorded.code == code)
    let text = try Payload.text("purpleair/\(file).json")
    let source = source(StubTransport(always: .status(status, text: text)))
    let live = try await #require(throws: AQError.self) { try await source.fetch(#require(query)) }
    #expect(live.code == code && live.retry == retry)
  }

  @Test(
    "an error whose name isn't known means what its status says",
    arguments: [
      (500, AQError.Code.unavailable), (403, .unauthorized), (429, .rateLimited), (404, .invalidRequest),
    ])
  func unknownName(status: Int, code: AQError.Code) async throws {
    let text = #"{"error": "SomeOtherError", "description": "Something happened."}"#
    let source = source(StubTransport(always: .status(status, text: text)))
    let error = try await #require(throws: AQError.self) { try await source.fetch(#require(query)) }
    #expect(error.code == code && error.message.contains("Something happened."))
  }

  @Test("bytes of another kind are malformed", arguments: ["<html></html>", "{\"a\": 1}", "a,b\n1,2", "[]"])
  func foreign(text: String) throws {
    let error = try #require(throws: AQError.self) { try decoded(text) }
    #expect(error.code == .malformed)
  }

  // MARK: Requests

  @Test(
    "a point is one request about outdoor sensors of the last hour, with the key in a header, and is kept")
  func requests() async throws {
    let transport = try list()
    let source = source(transport)
    var question = try #require(query)
    question.parameters = [.pm25]
    _ = try await source.fetch(question)
    _ = try await source.fetch(question)
    let request = try #require(transport.requests.first)
    #expect(transport.requests.count == 1 && request.header("X-API-Key") == "key-of-the-test")
    #expect(
      request.url.contains("location_type=0&max_age=3600&nwlng=-122.4") && !request.url.contains("key-of"))
    #expect(!request.url.contains("humidity") && request.url.contains("pm2.5_cf_1_a"))
  }

  @Test("a box across the 180th meridian takes two requests, which weigh the expected points together")
  func antimeridian() async throws {
    let transport = try list()
    let box = try GeoShape.BoundingBox(south: -17, west: 179.9, north: -16.9, east: -179.9)
    let question = AirQuery(places: [.area(box)], parameters: [.pm25])
    _ = try await source(transport).fetch(question)
    let edges = transport.requests.map { $0.url.split(separator: "&").suffix(4).joined(separator: "&") }
    #expect(
      edges.sorted() == [
        "nwlng=-180&nwlat=-16.9&selng=-179.9&selat=-17", "nwlng=179.9&nwlat=-16.9&selng=180&selat=-17",
      ])
    let points = PurpleAirStations(apiKey: "k").expectedPoints(for: question)
    #expect(transport.requests.reduce(0) { $0 + $1.weight } == Double(points))
  }

  @Test("a request weighs its expected points, and a query beyond a day's points isn't asked")
  func budget() async throws {
    let transport = try list()
    let question = try #require(query)
    _ = try await source(transport).fetch(question)
    let points = PurpleAirStations(apiKey: "k").expectedPoints(for: question)
    #expect(transport.requests.first?.weight == Double(points) && points > 1000)
    let poor = source(transport, PurpleAirStations(apiKey: "k", pointsPerDay: 100))
    let error = try await #require(throws: AQError.self) { try await poor.fetch(question) }
    #expect(error.code == .unsupported && transport.requests.count == 1)
  }

  @Test("the past of a sensor is asked for by the hour")
  func past() async throws {
    let transport = StubTransport { request in
      let file =
        request.url.contains("history") ? "sensor_history_60min.csv" : "sensor_single_all_fields.json"
      return TransportResponse(status: 200, text: try Payload.text("purpleair/\(file)"))
    }
    let day = try AirInterval(
      start: AirTime(secondsSince1970: 1_667_300_000), end: AirTime(secondsSince1970: 1_667_400_000))
    let response = try await source(transport).fetch(
      AirQuery(places: [.site("131075")], parameters: [.pm25], window: .interval(day)))
    #expect(transport.requests.count == 2)
    // Four fields of particles: 1 + 8 and eight others for the newest values, 1 + 8 for each of 28 hours.
    #expect(transport.requests.map(\.weight).sorted() == [17, 225])
    #expect(response.reports.first?.series.contains { $0.values == [1.1, 1, 0.5] } == true)
    // A full hour, as the service returns the hours that begin from then on.
    #expect(transport.requests.contains { $0.url.contains("start_timestamp=1667296800&") })
  }

  @Test("a correction is a further series, which names its method and inputs, next to the raw one")
  func correction() async throws {
    let adapter = PurpleAirStations(apiKey: "k", correction: .barkjohn2021)
    let response = try await source(list(), adapter).fetch(#require(query))
    let report = try #require(response.reports.first)
    let corrected = report.series(of: .pm25).filter { $0.correction != nil }
    #expect(corrected.map(\.correction?.method) == ["Barkjohn 2021"])
    let expected = SensorCorrection.barkjohn2021.concentration(10.5, humidity: 41)
    #expect(corrected.first?.newestReading()?.value == expected)
    #expect(report[.pm25]?.correction == nil)
  }

  // MARK: Contracts

  private static let contract = SourceContract(
    adapter: PurpleAirStations(apiKey: "key-of-the-test"),
    recorded: StubTransport { _ in
      TransportResponse(status: 200, text: try Payload.text("purpleair/list.json"))
    },
    at: now, secrets: ["key-of-the-test"]
  ).quiet

  @Test("the source keeps every rule")
  func source() async throws { try await Self.contract.check().verify() }

  @Test("the adapter keeps every rule, whatever bytes it is given", arguments: AdapterRule.allCases)
  func adapter(rule: AdapterRule) async throws {
    try await verify(
      rule, of: PurpleAirStations(apiKey: "k"),
      on: [
        ("list.json", .sensors), ("sensor_single_all_fields.json", .sensor),
        ("sensor_history_60min.csv", .history(.oneHour)),
      ], in: "purpleair", at: Self.now)
  }
}
