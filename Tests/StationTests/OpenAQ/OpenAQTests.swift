import AQKit
import AQKitStations
import AQKitTesting
import TestRuns
import Testing

@Suite("OpenAQ's replies") struct OpenAQFormatTests {
  private let now = OpenAQReplies.now

  private func response(_ file: String) throws -> AirResponse {
    try Payload.response("openaq/\(file)", .openAQ, at: now)
  }

  private func read(_ text: String) throws -> AirResponse {
    try PayloadFormat.openAQ.decode(Array(text.utf8), PayloadFormat.Context(receivedAt: now))
  }

  @Test("half-hourly values cover half hours")
  func halfHours() throws {
    let series = try #require(try response("sensor_measurements_day_48_halfhours.json").reports.first?[.pm25])
    #expect(series.rows.count == 48 && series.averaging == .minutes(30))
    #expect(series.rows.first?.interval.start == AirTime("2023-03-07T05:00:00Z"))
    #expect(series.rows.first?.completeness?.fraction == 1)
  }

  @Test("hourly values cover hours")
  func hours() throws {
    let series = try #require(try response("measurements_python_fixture.json").reports.first?[.pm25])
    #expect(series.rows.map(\.value) == [6, 7.5] && series.averaging == .oneHour)
    #expect(series.rows.last?.interval.end == AirTime("2023-10-16T14:00:00Z"))
  }

  @Test("a latest value keeps its time, its sensor, and the period implied by its coverage")
  func latest() throws {
    let report = try #require(try response("location_sensors_stale_latest.json").reports.first)
    let reading = try #require(report[.pm25]?.rows.first)
    #expect(reading.interval.end == AirTime("2023-04-01T04:30:00Z") && reading.averaging == .minutes(30))
    #expect(reading.origin?.instrument?.id == "3")
  }

  @Test("a longitude beyond 180° is read as one in the west")
  func longitude() throws {
    let site = try #require(try response("sensor_single_longitude_over_180.json").reports.first?.site)
    #expect(abs((site.coordinate?.longitude ?? 0) + 174.800078) < 1e-6)
  }

  @Test("a latest value without pollutant and unit is counted, and its station is listed")
  func bareLatest() throws {
    let response = try response("parameter_latest_stale_and_longitude_over_180.json")
    #expect(response.reports.count == 7 && response.reports.allSatisfy(\.series.isEmpty))
    #expect(response.notes.contains { $0.code == .refused && $0.count == 7 })
    #expect(try self.response("location_latest.json").reports.map(\.site.id) == ["1"])
  }

  @Test("a station says what it measures, in which unit, and under which licence")
  func stations() throws {
    let single = try #require(try response("location_single.json").reports.first)
    #expect(single.site.country == "PF" && single.site.details.network == "AirNow")
    #expect(single.attribution.map(\.text) == ["OpenAQ", "OpenAQ admin"])
    #expect(single.attribution.last?.licence == "US Public Domain")
    let older = try #require(try response("location_2178_older_shape.json").reports.first?.site)
    #expect(older.details.measures.count == 8)
    #expect(older.details.measures.first { $0.parameter == .o3 }?.unit == .ppm)
    #expect(older.timeZone == "America/Denver")
  }

  @Test("an ended licence doesn't apply now")
  func endedLicence() throws {
    let city = try #require(try read(OpenAQReplies.stations).reports.first { $0.site.id == "2178" })
    #expect(city.attribution.map(\.text) == ["OpenAQ", "ČHMÚ"])
  }

  @Test(
    "other lists have no values",
    arguments: ["countries_list.json", "licenses_list.json", "providers_list.json"])
  func lists(file: String) throws {
    let response = try response(file)
    #expect(
      response.reports.isEmpty && response.notes.allSatisfy { $0.code == .remark } && !response.notes.isEmpty)
  }

  @Test("a file of the archive has the ends of its times")
  func archive() throws {
    let response = try read(
      "location_id,sensors_id,location,datetime,lat,lon,parameter,units,value\n"
        + "7,71,Corner-7,2024-02-22T01:00:00-07:00,35.1,-106.6,pm10,µg/m³,-1.5\n"
        + "7,71,Corner-7,2024-02-22T02:00:00-07:00,35.1,-106.6,pm10,µg/m³,-999\n")
    let series = try #require(response.reports.first { $0.site.id == "7" }?[.pm10])
    #expect(series.rows.map(\.value) == [-1.5])
    #expect(series.rows.first?.interval.end == AirTime("2024-02-22T08:00:00Z"))
  }

  @Test("a file of the archive with other columns first is read, too")
  func archiveReordered() throws {
    let response = try read(
      "value,units,parameter,lat,lon,datetime,location_id,sensors_id,location\n"
        + "11.5,µg/m³,pm10,35.1,-106.6,2024-02-22T01:00:00-07:00,7,71,Corner-7\n")
    #expect(response.reports.first { $0.site.id == "7" }?[.pm10]?.rows.map(\.value) == [11.5])
  }

  @Test(
    "without the length or the number of its values, a latest value is an instant",
    arguments: [("\"observedCount\"", "\"other\""), ("\"850:00:00\"", "null"), ("\"coverage\"", "\"other\"")])
  func incompleteCoverage(member: String, other: String) throws {
    let sensor = OpenAQReplies.sensor(5, "no2", 34.25).replacing(member, with: other)
    let reading = try read(#"{"results": [\#(sensor)]}"#).reports.first?[.no2]?.rows.first
    #expect(reading?.value == 34.25 && reading?.averaging == .instant)
  }

  @Test("a roll-up, whose values stand for many times, is refused")
  func rollUp() throws {
    let row = OpenAQReplies.hour(9, "12").replacing("2026-10-01T08", with: "2026-01-01T08")
    let response = try read(#"{"results": [\#(row), \#(OpenAQReplies.hour(8, "\"11\""))]}"#)
    #expect(response.reports.first?[.no2]?.rows.map(\.value) == [11])
    #expect(response.notes.contains { $0.code == .refused && $0.message.contains("roll-up") })
  }

  @Test(
    "a refusal has its code in every shape",
    arguments: [
      (#"{"detail": "Invalid credentials"}"#, AQError.Code.unauthorized),
      (
        #"{"message": "Unauthorized. A valid API key must be provided in the X-API-Key header."}"#,
        .unauthorized
      ),
      (#"{"detail": "Too many requests"}"#, .rateLimited),
      (#"{"detail": "Location not found"}"#, .invalidRequest),
      (#"{"detail": "Connection timed out: Try to provide a smaller time frame."}"#, .timedOut),
      (#"{"detail": [{"type": "int_parsing", "loc": ["path"], "msg": "no integer"}]}"#, .invalidRequest),
      (#"{"detail": "invalid input for query argument"}"#, .invalidRequest),
      ("Internal Server Error", .unavailable),
      (
        #"{"status": 429, "headers": {"x-ratelimit-reset": "23"}, "body": {"detail": "Too many requests"}}"#,
        .rateLimited
      ),
      ("<html>down</html>", .malformed), (#"{"a": 1}"#, .malformed), ("[]", .malformed),
    ])
  func refusals(text: String, code: AQError.Code) throws {
    let error = try #require(throws: AQError.self) { try read(text) }
    #expect(error.code == code)
  }

  @Test(
    "a recorded refusal has its code, too",
    arguments: [
      ("error_404_location.json", AQError.Code.invalidRequest),
      ("error_422_string_of_repr.json", .invalidRequest),
      ("error_500_plaintext.txt", .unavailable),
    ])
  func recorded(file: String, code: AQError.Code) throws {
    let error = try #require(throws: AQError.self) { try response(file) }
    #expect(error.code == code)
  }
}

@Suite("OpenAQ's requests", .timeLimit(.minutes(10))) struct OpenAQPlanTests {
  private let query = try? AirQuery(near: Coordinate(50.08, 14.42))

  private func source(_ transport: StubTransport, at now: AirTime = OpenAQReplies.now) -> HTTPSource<
    OpenAQStations
  > {
    HTTPSource(OpenAQStations(apiKey: "key-of-the-test"), transport: transport, clock: ManualClock(now))
  }

  private func honest() -> StubTransport { StubTransport { OpenAQReplies.reply(to: $0) } }

  private func urls(_ transport: StubTransport) -> [String] {
    transport.requests.map { String($0.url.dropFirst("https://api.openaq.org/".count)) }
  }

  @Test(
    "a place takes three requests: licences, stations, and the sensors of the nearest one that isn't silent")
  func cold() async throws {
    let transport = honest()
    let source = source(transport)
    let response = try await source.fetch(#require(query))
    #expect(
      urls(transport) == [
        "v3/licenses?page=1&limit=1000",
        "v3/locations?coordinates=50.08,14.42&radius=25000&monitor=true&page=1&limit=1000",
        "v3/locations/2178/sensors?page=1&limit=1000",
      ])
    #expect(transport.requests.allSatisfy { $0.header("X-API-Key") == "key-of-the-test" })
    let city = try #require(response.reports.first)
    #expect(city.site.name == "Legerova" && city.rights.redistribution == .allowed)
    #expect(city[.pm25]?.newestReading()?.value == 17.5 && city[.pm25]?.averaging == .oneHour)
    _ = try await source.fetch(#require(query))
    #expect(transport.requests.count == 3)
  }

  @Test("a further licence that the list of licences lacks leaves the rights of a station unknown")
  func unlistedLicence() async throws {
    let further = #", "dateTo": null}, {"id": 77, "name": "New", "attribution": {"name": "ČHMÚ"}}]"#
    let stations = OpenAQReplies.stations.replacing(#", "dateTo": null}]"#, with: further)
    let transport = StubTransport { request in
      request.url.contains("/locations?")
        ? TransportResponse(status: 200, text: stations) : OpenAQReplies.reply(to: request)
    }
    let response = try await source(transport).fetch(#require(query))
    let city = try #require(response.reports.first)
    #expect(city.rights.redistribution == .unknown && city.rights.commercialUse == .unknown)
    #expect(city.attribution.map(\.licence) == [nil, "CC BY 4.0", "New"])
  }

  @Test("an empty page after a full one doesn't say that nothing is there")
  func emptyLastPage() async throws {
    let place = #"{"latitude": 50.08, "longitude": 14.42}"#
    let row = #"{"id": 1, "name": "A", "isMonitor": true, "coordinates": \#(place)}"#
    let full = Array(repeating: row, count: 1000).joined(separator: ",")
    let transport = StubTransport { request in
      guard request.url.contains("/locations?") else { return OpenAQReplies.reply(to: request) }
      let rows = request.url.contains("page=1&") ? full : ""
      return TransportResponse(status: 200, text: #"{"meta": {"found": ">1000"}, "results": [\#(rows)]}"#)
    }
    var asked = try #require(query)
    asked.detail = .sites
    let response = try await source(transport).fetch(asked)
    #expect(transport.requests.count == 3)
    #expect(response.reports.map(\.site.name) == ["A"])
    #expect(!response.notes.contains { $0.code == .nothingNear })
  }

  @Test("the stations of a box across the 180th meridian take a request for each of its parts")
  func antimeridian() async throws {
    let transport = honest()
    let box = try GeoShape.BoundingBox(south: -20, west: 177, north: -16, east: -178)
    _ = try await source(transport).fetch(AirQuery(places: [.area(box)]))
    let lists = urls(transport).filter { $0.contains("/locations?") }.sorted()
    #expect(
      lists == [
        "v3/locations?bbox=-180,-20,-178,-16&monitor=true&page=1&limit=1000",
        "v3/locations?bbox=177,-20,180,-16&monitor=true&page=1&limit=1000",
      ])
  }

  @Test("once the lists are cached, new values take one request")
  func warm() async throws {
    let (transport, clock) = (honest(), ManualClock(OpenAQReplies.now))
    let source = HTTPSource(OpenAQStations(apiKey: "k"), transport: transport, clock: clock)
    _ = try await source.fetch(#require(query))
    await clock.advance(by: .seconds(3 * 3600))
    _ = try await source.fetch(#require(query))
    #expect(urls(transport).dropFirst(3) == ["v3/locations/2178/sensors?page=1&limit=1000"])
  }

  @Test("the past of one pollutant takes three requests, the last for its sensor's hours")
  func history() async throws {
    let transport = honest()
    var asked = try #require(query)
    asked.window = .past(.seconds(6 * 3600))
    asked.parameters = [.no2]
    let response = try await source(transport).fetch(asked)
    #expect(transport.requests.count == 3)
    #expect(
      urls(transport).last
        == "v3/sensors/21781/hours?datetime_from=2026-10-01T06%3A00%3A00Z&datetime_to=2026-10-01T12%3A00%3A00Z"
        + "&page=1&limit=1000")
    #expect(response.reports.first?[.no2]?.rows.map(\.value) == [29, 31.5])
  }

  @Test("a station whose last value is older than the time asked about isn't asked, and a note counts it")
  func tooOld() async throws {
    var asked = try #require(query)
    asked.window = .past(.seconds(6 * 3600))
    let response = try await source(honest()).fetch(asked)
    #expect(response.notes.first { $0.message.contains("older than the time asked about") }?.count == 1)
    asked.detail = .sites
    #expect(
      try await source(honest()).fetch(asked).notes.allSatisfy { !$0.message.contains("aren't asked") })
  }

  @Test("a time that ends within an hour has that hour, which the service names by its end")
  func partOfHour() async throws {
    let transport = honest()
    var asked = try #require(query)
    asked.window = .interval(
      try AirInterval(
        start: #require(AirTime("2026-10-01T06:15:00Z")), end: #require(AirTime("2026-10-01T08:30:00Z"))))
    asked.parameters = [.no2]
    _ = try await source(transport).fetch(asked)
    #expect(
      urls(transport).last?.contains(
        "datetime_from=2026-10-01T06%3A15%3A00Z&datetime_to=2026-10-01T09%3A00%3A00Z") == true)
  }

  @Test("the old value of a dead sensor isn't the current one, and a note says so")
  func deadSensor() async throws {
    let transport = StubTransport { request in
      guard request.url.contains("/sensors") else { return OpenAQReplies.reply(to: request) }
      let dead = OpenAQReplies.sensor(21782, "pm25", 17.5).replacing("2026-10-01T11", with: "2021-10-01T11")
      return TransportResponse(
        status: 200,
        text: #"{"meta": {"found": 2}, "results": [\#(OpenAQReplies.sensor(21781, "no2", 34.25)), \#(dead)]}"#
      )
    }
    let response = try await source(transport).fetch(#require(query))
    #expect(response.reports.first?[.no2]?.newestReading()?.value == 34.25)
    #expect(response.reports.first?[.pm25] == nil)
    #expect(response.notes.contains { $0.code == .notMeasured && $0.parameters == [.pm25] })
  }

  @Test("reference stations alone are declared and asked for, and with the option low-cost sensors, too")
  func lowCost() async throws {
    for (option, kinds) in [
      (nil, [.referenceStation]), ("false", [.referenceStation]),
      ("true", [.referenceStation, .lowCostSensor]),
    ] as [(String?, [AirSite.Kind])] {
      let transport = honest()
      var container = try AQContainer().setting(.httpTransport, to: transport)
        .setting(.clock, to: ManualClock(OpenAQReplies.now)).installing(.openAQ)
      try container.setOption("apiKey", of: "openaq", to: "key-of-the-test")
      if let option { try container.setOption("lowCost", of: "openaq", to: option) }
      let source = try container.makeSource("openaq")
      #expect(source.descriptor.siteKinds == kinds)
      _ = try await source.fetch(#require(query))
      #expect(transport.requests.contains { $0.url.contains("monitor=true") } == (kinds.count == 1))
    }
    #expect(OpenAQStations.descriptor.siteKinds == [.referenceStation])
  }

  @Test("a station with recent values is asked instead of a nearer one that has been silent for hours")
  func silentNeighbour() async throws {
    func urls(legerova: String, suchdol: String, later: Int64 = 0) async throws -> [String] {
      let transport = StubTransport { request in
        guard request.url.contains("/locations?") else { return OpenAQReplies.reply(to: request) }
        let text = """
          {"meta": {"found": 2}, "results": [\(OpenAQReplies.station(2178, "Legerova", 50.072, legerova)),
           \(OpenAQReplies.station(2190, "Suchdol", 50.126, suchdol))]}
          """
        return TransportResponse(status: 200, text: text)
      }
      let clock = ManualClock(OpenAQReplies.now)
      let source = HTTPSource(OpenAQStations(apiKey: "k"), transport: transport, clock: clock)
      let response = try await source.fetch(#require(query))
      let isNoted = response.notes.contains { $0.message.contains("silent for more than three hours") }
      #expect(isNoted == (legerova < "2026-10-01T09" && suchdol > "2026-10-01T09"))
      if later > 0 {
        await clock.advance(by: .seconds(later))
        _ = try await source.fetch(#require(query))
      }
      return self.urls(transport).dropFirst(2).map { String($0.prefix { $0 != "?" }) }
    }
    let nearest = ["v3/locations/2178/sensors"]
    #expect(try await urls(legerova: "2026-10-01T09:00:00Z", suchdol: "2026-10-01T11:00:00Z") == nearest)
    #expect(
      try await urls(legerova: "2026-09-30T16:00:00Z", suchdol: "2026-10-01T11:00:00Z")
        == ["v3/locations/2190/sensors"])
    // Without another one the silent station is asked, whose value shows its age.
    #expect(try await urls(legerova: "2026-09-30T16:00:00Z", suchdol: "2026-09-30T16:00:00Z") == nearest)
    // A list that is nearly a day old doesn't make a station silent.
    #expect(
      try await urls(
        legerova: "2026-10-01T09:30:00Z", suchdol: "2026-10-01T09:30:00Z", later: 86_000) == nearest + nearest
    )
  }

  @Test("a station that doesn't measure what is asked about isn't asked")
  func notMeasured() async throws {
    let transport = honest()
    var asked = try #require(query)
    asked.parameters = [.o3]
    _ = try await source(transport).fetch(asked)
    #expect(transport.requests.count == 2)
  }

  @Test(
    "with a decompressor, older values come from the archive, a file for each local day, without the key"
  )
  func archive() async throws {
    let transport = StubTransport { request in
      guard request.host.hasPrefix("openaq-data-archive") else { return OpenAQReplies.reply(to: request) }
      guard request.url.hasSuffix("20260920.csv.gz") else {
        return TransportResponse(status: 404, text: "<?xml?><Error><Code>NoSuchKey</Code></Error>")
      }
      return TransportResponse(status: 200, body: [0x1F, 0x8B, 0])
    }
    let rows =
      "location_id,sensors_id,location,datetime,lat,lon,parameter,units,value\n"
      + "2178,21781,Legerova-2178,2026-09-20T12:00:00+02:00,50.072,14.43,no2,µg/m³,21.5\n"
    let adapter = OpenAQStations(apiKey: "key-of-the-test", decompress: { _ in Array(rows.utf8) })
    var asked = try #require(query)
    asked.window = .interval(
      try AirInterval(
        start: #require(AirTime("2026-09-20T08:00:00Z")), end: #require(AirTime("2026-09-20T14:00:00Z"))))
    let response = try await HTTPSource(adapter, transport: transport, clock: ManualClock(OpenAQReplies.now))
      .fetch(asked)
    let files = transport.requests.filter { $0.host.hasPrefix("openaq-data-archive") }
    #expect(
      Set(files.map(\.url))
        == Set(
          [19, 20, 21].map {
            "https://openaq-data-archive.s3.amazonaws.com/records/csv.gz/locationid=2178/year=2026/month=09/"
              + "location-2178-202609\($0).csv.gz"
          }))
    #expect(files.allSatisfy { $0.headers.isEmpty && $0.budget == "archive" })
    let city = try #require(response.reports.first)
    #expect(city.site.name == "Legerova" && city.attribution.map(\.text) == ["OpenAQ", "ČHMÚ"])
    #expect(city[.no2]?.rows.map(\.value) == [21.5])
    #expect(transport.requests.count == files.count + 2)
  }

  /// A station that has reported each hour, whose days are in the archive 72 hours after their end in Prague.
  private func diligent(at now: AirTime, named day: Locked<[String]>) -> OpenAQStations {
    OpenAQStations(
      apiKey: "key-of-the-test",
      decompress: { bytes in
        let date = String(decoding: bytes.dropFirst(2), as: UTF8.self)
        let midnight = try #require(AirTime("\(date)T00:00:00+02:00"))
        day.withLock { $0.append(date) }
        let rows = (1...24).map {
          "2178,21781,Legerova-2178,\(midnight.adding(seconds: Int64($0) * 3600)),50.072,14.43,no2,µg/m³,21.5\n"
        }
        return Array(
          ("location_id,sensors_id,location,datetime,lat,lon,parameter,units,value\n" + rows.joined()).utf8)
      })
  }

  private func diligentReply(_ request: TransportRequest, at now: AirTime) throws -> TransportResponse {
    if request.host.hasPrefix("openaq-data-archive") {
      let digits = try #require(request.url.firstMatch(of: #/2178-(\d{4})(\d\d)(\d\d)/#)).output
      let date = "\(digits.1)-\(digits.2)-\(digits.3)"
      let end = try #require(AirTime("\(date)T00:00:00+02:00")).adding(seconds: 86_400)
      guard end.adding(seconds: 72 * 3600) <= now else {
        return TransportResponse(status: 404, text: "<?xml?><Error><Code>NoSuchKey</Code></Error>")
      }
      return TransportResponse(status: 200, body: [0x1F, 0x8B] + Array(date.utf8))
    }
    guard request.url.contains("/hours") else { return OpenAQReplies.reply(to: request) }
    let bounds = try #require(
      request.url.replacing("%3A", with: ":").firstMatch(of: #/from=([^&]*)&datetime_to=([^&]*)/#)
    ).output
    let (from, to) = (try #require(AirTime(String(bounds.1))), try #require(AirTime(String(bounds.2))))
    let first = from.secondsSince1970 / 3600 * 3600 + 3600
    let rows = stride(from: first, through: to.secondsSince1970, by: 3600).map { end in
      OpenAQReplies.hour(9, "21.5")
        .replacing("2026-10-01T08:00:00Z", with: "\(AirTime(secondsSince1970: end - 3600))")
        .replacing("2026-10-01T09:00:00Z", with: "\(AirTime(secondsSince1970: end))")
    }
    return TransportResponse(
      status: 200, text: #"{"meta": {"found": 1}, "results": [\#(rows.joined(separator: ", "))]}"#)
  }

  @Test(
    "the archive and the service neither leave a gap nor overlap, at any time of day",
    arguments: ["2026-10-01T02:15:00Z", "2026-10-01T12:00:00Z", "2026-10-01T21:45:00Z"])
  func seam(time: String) async throws {
    let now = try #require(AirTime(time))
    let days = Locked<[String]>([])
    let transport = StubTransport { try diligentReply($0, at: now) }
    var asked = try #require(query)
    asked.window = .past(.seconds(9 * 86_400))
    asked.parameters = [.no2]
    let response = try await HTTPSource(
      diligent(at: now, named: days), transport: transport, clock: ManualClock(now)
    ).fetch(asked)
    let ends = Set(
      response.reports.flatMap(\.series).flatMap { Array($0.readings) }.map(\.interval.end.secondsSince1970))
    let first = asked.window.interval(at: now).start.secondsSince1970 / 3600 * 3600 + 3600
    #expect(ends.isSuperset(of: stride(from: first, through: now.secondsSince1970, by: 3600)))
    #expect(
      ends.count == response.reports.flatMap(\.series).map(\.values.count).reduce(0, +), "no hour twice")
    #expect(!response.notes.contains { $0.code == .duplicate })
    let urls = transport.requests.dropFirst(2).map(\.url)
    #expect(urls.filter { $0.contains("/hours") }.count == 1)
    let missing = response.notes.filter { $0.message.contains("has no file for 2026-") }
    #expect(missing.count + days.withLock { $0.count } == urls.count - 1)
  }

  @Test("values of the archive average over the step of their sensor, or say why they don't")
  func archivePeriods() async throws {
    func rows(_ sensor: Int, _ parameter: String, _ minutes: [Int]) throws -> String {
      let midnight = try #require(AirTime("2026-09-20T00:00:00+02:00"))
      return minutes.map {
        "2178,\(sensor),Legerova-2178,\(midnight.adding(seconds: Int64($0) * 60)),50.072,14.43,\(parameter),µg/m³,21.5\n"
      }.joined()
    }
    let header = "location_id,sensors_id,location,datetime,lat,lon,parameter,units,value\n"
    // Hours with a gap, quarters, two values only, and uneven steps.
    let text =
      try header + rows(1, "no2", [60, 120, 300, 360]) + rows(2, "pm25", [600, 615, 630, 660])
      + rows(3, "o3", [60, 120]) + rows(4, "so2", [60, 120, 197, 240])
    let transport = StubTransport { request in
      guard request.host.hasPrefix("openaq-data-archive") else { return OpenAQReplies.reply(to: request) }
      guard request.url.hasSuffix("20260920.csv.gz") else {
        return TransportResponse(status: 404, text: "<?xml?><Error><Code>NoSuchKey</Code></Error>")
      }
      return TransportResponse(status: 200, body: [0x1F, 0x8B, 0])
    }
    let adapter = OpenAQStations(apiKey: "key-of-the-test", decompress: { _ in Array(text.utf8) })
    var asked = try #require(query)
    asked.window = .interval(
      try AirInterval(
        start: #require(AirTime("2026-09-19T22:00:00Z")), end: #require(AirTime("2026-09-20T22:00:00Z"))))
    let response = try await HTTPSource(adapter, transport: transport, clock: ManualClock(OpenAQReplies.now))
      .fetch(asked)
    let report = try #require(response.reports.first)
    #expect(report[.no2]?.averaging == .oneHour && report[.pm25]?.averaging == .minutes(15))
    #expect(report[.no2]?.rows.first?.interval.start == AirTime("2026-09-19T22:00:00Z"))
    #expect(report[.o3]?.averaging == .instant && report[.so2]?.averaging == .instant)
    let note = response.notes.first { $0.message.contains("states no averaging period") }
    #expect(note?.count == 2)
  }

  @Test("if the past exceeds the request limit, the newest days are fetched, and a note says so")
  func newestFirst() async throws {
    let now = OpenAQReplies.now
    let transport = StubTransport { try diligentReply($0, at: now) }
    var asked = try #require(query)
    asked.window = .past(.seconds(150 * 86_400))
    asked.parameters = [.no2]
    let response = try await HTTPSource(
      diligent(at: now, named: Locked([])), transport: transport, clock: ManualClock(now)
    ).fetch(asked)
    let newest = response.reports.flatMap(\.series).compactMap { $0.timeline.last?.end }.max()
    #expect(newest == now && response.notes.contains { $0.code == .limitReached })
  }

  @Test(
    "a station that states an absurd beginning costs no more than the days that can be asked",
    .timeLimit(.minutes(10)))
  func ancient() async throws {
    let now = OpenAQReplies.now
    let stations = (3001...3300).map {
      OpenAQReplies.station($0, "Legerova", 50.072, "2026-10-01T11:00:00Z")
        .replacing("2016-01-30T01:00:00Z", with: "0001-01-01T00:00:00Z")
    }
    let transport = StubTransport { request in
      if request.host.hasPrefix("openaq-data-archive") {
        return TransportResponse(status: 404, text: "<?xml?><Error><Code>NoSuchKey</Code></Error>")
      }
      guard request.url.contains("/locations?") else { return OpenAQReplies.reply(to: request) }
      return TransportResponse(
        status: 200,
        text: #"{"meta": {"found": 300}, "results": [\#(stations.joined(separator: ", "))]}"#)
    }
    var asked = try #require(query)
    asked.window = .interval(try AirInterval(start: AirTime(secondsSince1970: .min), end: now))
    let response = try await HTTPSource(
      OpenAQStations(apiKey: "key-of-the-test", decompress: { $0 }), transport: transport,
      clock: ManualClock(now)
    ).fetch(asked)
    #expect(response.notes.contains { $0.code == .limitReached })
    let files = transport.requests.filter { $0.host.hasPrefix("openaq-data-archive") }
    #expect(files.contains { $0.url.contains("202609") } && !files.contains { $0.url.contains("/year=0") })
  }

  @Test("in a container it needs a key, and takes baseURL")
  func module() throws {
    var container = try AQContainer().setting(.httpTransport, to: StubTransport([])).installing(.openAQ)
    let error = #expect(throws: AQError.self) { try container.makeSource("openaq") }
    #expect(error?.code == .notConfigured)
    try container.setOption("apiKey", of: "openaq", to: "key-of-the-test")
    try container.setOption("baseURL", of: "openaq", to: "http://localhost:1")
    #expect(try container.makeSource("openaq").descriptor.endpoints.map(\.url) == ["http://localhost:1"])
    #expect(try container.format("openaq").name == "openaq")
  }

  @Test("a refusal of too many requests says when to retry")
  func rateLimit() async throws {
    let transport = StubTransport(
      always: .status(
        429, headers: [TransportRequest.Header("x-ratelimit-reset", "23")],
        text: #"{"detail": "Too many requests"}"#)
    )
    let error = try await #require(throws: AQError.self) {
      try await source(transport).fetch(#require(query))
    }
    #expect(error.code == .rateLimited && error.retry == .after(.seconds(23)))
  }

  @Test("a wrong key is an error that doesn't show it")
  func wrongKey() async throws {
    let transport = StubTransport(always: .status(401, text: #"{"detail": "Invalid credentials"}"#))
    let error = try await #require(throws: AQError.self) {
      try await source(transport).fetch(#require(query))
    }
    #expect(error.code == .unauthorized && !"\(error)".contains("key-of-the-test"))
  }

  @Test("the source keeps every rule")
  func contract() async throws {
    let contract = SourceContract(
      adapter: OpenAQStations(apiKey: "key-of-the-test"), recorded: honest(), at: OpenAQReplies.now,
      secrets: ["key-of-the-test"])
    try await contract.quiet.check().verify()
  }

  @Test("the adapter keeps every rule, whatever bytes it is given", arguments: AdapterRule.allCases)
  func adapter(rule: AdapterRule) async throws {
    let files = [
      "location_single.json", "location_sensors_stale_latest.json", "measurements_python_fixture.json",
      "licenses_list.json",
    ]
    let recordings = try files.map { file in
      var text = try Payload.text("openaq/\(file)")
      // Without its coverage a latest value is an instant, which these rules would take for another value.
      if [.survivesMissingMembers, .survivesNull].contains(rule) {
        text = text.replacing("\"coverage\"", with: "\"other\"")
      }
      return AdapterContract.Recording(
        TransportResponse(status: 200, text: text), step: OpenAQStations.Step.any, for: AirQuery(places: []),
        at: OpenAQReplies.now)
    }
    try await AdapterContract(OpenAQStations(apiKey: "k"), recordings: recordings).withinEffort.verify(rule)
  }
}

extension AirSeries {
  fileprivate var rows: [AirReading] { Array(readings) }
}
