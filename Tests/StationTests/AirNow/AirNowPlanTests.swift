import AQKit
import AQKitStations
import AQKitTesting
import TestRuns
import Testing

@Suite("AirNow's requests") struct AirNowPlanTests {
  static let now = AirTime(secondsSince1970: 1_790_856_000)  // 2026-10-01T12:00:00Z

  static let hours = #"""
    [{"Latitude": 38.92, "Longitude": -77.01, "UTC": "2026-10-01T10:00", "Parameter": "PM2.5", "Unit": "UG/M3",
      "Value": 8.1, "RawConcentration": 7.4, "AQI": 45, "Category": 1, "SiteName": "McMillan Reservoir",
      "AgencyName": "DC Dept. of Energy and Environment", "FullAQSCode": "110010043", "IntlAQSCode": "840110010043"},
     {"Latitude": 38.92, "Longitude": -77.01, "UTC": "2026-10-01T10:00", "Parameter": "OZONE", "Unit": "PPB",
      "Value": 31, "RawConcentration": 33, "AQI": 29, "Category": 1, "SiteName": "McMillan Reservoir",
      "AgencyName": "DC Dept. of Energy and Environment", "FullAQSCode": "110010043", "IntlAQSCode": "840110010043"}]
    """#

  static let file = #"""
    "AQSID","SiteName","Status","Latitude","Longitude","CountryCode","ValidDate","ValidTime","DataSource","PM25_AQI","PM25_Measured","PM25","PM25_Unit"
    "110010043","MCMILLAN","Active","38.92","-77.01","US","10/01/2026","10:00","DC","46","1","7.5","UG/M3"
    "840060371103","FAR AWAY","Active","34.07","-118.23","US","10/01/2026","10:00","CA","61","1","14.5","UG/M3"
    """#

  private static func reply(_ url: String) -> String {
    url.contains("/aq/forecast/") ? "[]" : url.contains("/aq/") ? hours : file
  }

  static let transport = StubTransport { request in
    TransportResponse(status: 200, text: reply(request.url))
  }

  private func source(_ transport: StubTransport, key: AirSecret? = "key-of-the-test") -> HTTPSource<
    AirNowStations
  > {
    HTTPSource(AirNowStations(apiKey: key), transport: transport, clock: ManualClock(Self.now))
  }

  private func replying() -> StubTransport {
    StubTransport { TransportResponse(status: 200, text: Self.reply($0.url)) }
  }

  @Test("with a key a place is a request for values and one for action days, and none while they are new")
  func withKey() async throws {
    let (transport, query) = (replying(), try AirQuery(near: Coordinate(38.9, -77.03)))
    let source = source(transport)
    let response = try await source.fetch(query)
    #expect(response.reports.first?[.pm25]?.newestReading()?.value == 7.4)
    _ = try await source.fetch(query)
    #expect(transport.requests.count == 2)
    let url = try #require(transport.requests.map(\.url).first { $0.contains("/aq/data/") })
    #expect(url.hasPrefix("https://www.airnowapi.org/aq/data/?BBOX=-77.6"))
    #expect(
      url.contains(
        "&startDate=2026-09-30T11&endDate=2026-10-01T12&parameters=OZONE,PM25,PM10,CO,NO2,SO2&"))
    #expect(url.hasSuffix("&format=application%2Fjson&API_KEY=key-of-the-test"))
  }

  @Test("the files of any hour since 28 May 2019 are requested, and an earlier time is an error that says so")
  func oldFiles() async throws {
    func ask(_ start: String, _ hours: Int64) async throws -> ([String], AirResponse) {
      let transport = replying()
      var query = AirQuery(near: try Coordinate(38.9, -77.03))
      let begin = try #require(AirTime(start))
      query.window = .interval(try AirInterval(start: begin, end: begin.adding(seconds: hours * 3600)))
      let response = try await source(transport, key: nil).fetch(query)
      return (transport.requests.map { String($0.url.suffix(14)) }, response)
    }
    #expect(try await ask("2021-03-05T10:00:00Z", 2).0.sorted() == ["2021030510.dat", "2021030511.dat"])
    let first = try await ask("2019-05-27T12:00:00Z", 14)
    #expect(first.0.sorted() == ["2019052800.dat", "2019052801.dat"])
    let long = try await ask("2019-05-28T00:00:00Z", 24 * 365 * 7)
    #expect(long.0.count == AirNowStations.descriptor.limits.requestsPerFetch)
    #expect(long.0.contains("2026100110.dat") || long.0.max()?.hasPrefix("20260") == true)
    #expect(long.1.notes.contains { $0.code == .limitReached })
    let error = try await #require(throws: AQError.self) { _ = try await ask("2018-07-01T00:00:00Z", 24) }
    #expect(error.code == .unsupported && error.message.contains("2019"))
  }

  @Test("without a key the files of the newest three hours serve every place for an hour")
  func withoutKey() async throws {
    let transport = replying()
    let clock = ManualClock(Self.now)
    let source = HTTPSource(AirNowStations(), transport: transport, clock: clock)
    let response = try await source.fetch(AirQuery(near: Coordinate(38.9, -77.03)))
    #expect(response.reports.map(\.site.id) == ["840110010043"])
    _ = try await source.fetch(AirQuery(near: Coordinate(34, -118.2)))
    func files() -> [String] {
      transport.requests.map { String($0.url.dropFirst("https://files.airnowtech.org/airnow/".count)) }
        .sorted()
    }
    let three = ["08", "09", "10"].map { "2026/20261001/HourlyAQObs_20261001\($0).dat" }
    #expect(files() == three)
    await clock.advance(by: .seconds(3600))
    _ = try await source.fetch(AirQuery(near: Coordinate(38.9, -77.03)))
    let later = ["09", "10", "11"].map { "2026/20261001/HourlyAQObs_20261001\($0).dat" }
    #expect(files() == (three + later).sorted())
  }

  @Test("three hours are a NowCast, as are two while the newest isn't published, without an error")
  func nowCast() async throws {
    let transport = StubTransport { request in
      guard let hour = ["08", "09"].first(where: { request.url.hasSuffix("\($0).dat") }) else {
        return TransportResponse(status: 404, text: "<?xml?><Error><Code>NoSuchKey</Code></Error>")
      }
      return TransportResponse(status: 200, text: Self.file.replacing("10:00", with: "\(hour):00"))
    }
    let response = try await source(transport, key: nil).fetch(AirQuery(near: Coordinate(38.9, -77.03)))
    let report = try #require(response.reports.first)
    #expect(report[.pm25]?.values == [7.5, 7.5])
    #expect(!response.notes.contains { $0.code == .failed })
  }

  @Test(
    "a station by its identifier is found in the files, with a key, too", arguments: ["key-of-the-test", nil])
  func site(key: String?) async throws {
    let transport = replying()
    let query = AirQuery(places: [.site("840110010043")])
    let response = try await source(transport, key: key.map { AirSecret($0) }).fetch(query)
    #expect(response.reports.map(\.site.id) == ["840110010043"] && transport.requests.count == 3)
    #expect(response.reports.first?[.pm25]?.newestReading()?.value == 7.5)
  }

  @Test("a station near a point is found by its index, and by a pollutant without a flag")
  func measures() async throws {
    let file = Self.file.replacing("\"PM25_Unit\"", with: "\"PM25_Unit\",\"CO\",\"CO_Unit\"")
      .replacing("\"7.5\",\"UG/M3\"", with: "\"7.5\",\"UG/M3\",\"0.2\",\"PPM\"")
      .replacing("\"14.5\",\"UG/M3\"", with: "\"14.5\",\"UG/M3\",\"\",\"\"")
    let source = source(StubTransport { _ in TransportResponse(status: 200, text: file) }, key: nil)
    let index = AirParameter.publishedIndex(scale: "us-epa", pollutant: .pm25)
    for parameter in [index, .co] {
      let near = try AirQuery(near: Coordinate(38.9, -77.03), parameters: [parameter])
      #expect(try await source.fetch(near).reports.compactMap { $0[parameter]?.count } == [1])
    }
    let far = try AirQuery(near: Coordinate(34.07, -118.23), parameters: [.co])
    #expect(try await source.fetch(far).reports.isEmpty)
  }

  @Test("a wide area is a file, with a key, too; the past is a file for each hour")
  func files() async throws {
    let transport = replying()
    let states = try GeoShape.BoundingBox(south: 30, west: -120, north: 45, east: -70)
    _ = try await source(transport).fetch(
      AirQuery(places: [.area(states)], window: .past(.seconds(3 * 3600))))
    #expect(
      transport.requests.map(\.url).sorted()
        == ["09", "10"].map {
          "https://files.airnowtech.org/airnow/2026/20261001/HourlyAQObs_20261001\($0).dat"
        })
  }

  @Test("a moment is the file of the hour that begins then")
  func moment() async throws {
    let transport = replying()
    let window = AirQuery.Window.interval(
      AirInterval(instant: try #require(AirTime("2026-10-01T10:00:00Z"))))
    _ = try await source(transport, key: nil).fetch(
      AirQuery(near: Coordinate(38.9, -77.03), window: window))
    #expect(transport.requests.map { $0.url.suffix(14) } == ["2026100110.dat"])
  }

  @Test("if a fetch may not request all hours, it requests the newest")
  func longPast() async throws {
    let transport = replying()
    let query = try AirQuery(near: Coordinate(38.9, -77.03), window: .past(.seconds(10 * 86_400)))
    let response = try await source(transport, key: nil).fetch(query)
    let hours = transport.requests.compactMap { $0.url.split(separator: "_").last?.prefix(10) }
    #expect(hours.max() == "2026100110" && hours.min() ?? "" > "20260926")
    #expect(response.notes.contains { $0.code == .limitReached })
  }

  @Test("a forecast is asked for a point")
  func forecast() async throws {
    let body = try Payload.text("airnow/forecast_current_zip.json").replacing(
      "2026-09-09", with: "2026-10-02")
    let transport = StubTransport(always: .json(body))
    let response = try await source(transport).fetch(
      AirQuery(places: .points((34.05, -118.45)), window: .next(.seconds(2 * 86_400))))
    #expect(transport.requests.map(\.budget) == ["forecast"])
    #expect(response.reports.contains { $0.kind == .forecast && $0.places == [0] })
  }

  @Test("half an hour ahead is part of a forecast day")
  func shortForecast() async throws {
    let body = try Payload.text("airnow/forecast_current_zip.json").replacing(
      "2026-09-09", with: "2026-10-01")
    let transport = StubTransport(always: .json(body))
    let response = try await source(transport).fetch(
      AirQuery(places: .points((34.05, -118.45)), window: .next(.seconds(1800))))
    #expect(transport.requests.map(\.budget) == ["forecast"])
    #expect(response.reports.contains { $0.kind == .forecast && $0.places == [0] })
  }

  @Test("a query about now has the place's action day and the forecaster's discussion, but no forecast")
  func actionDay() async throws {
    let rows = #"""
      [{"dateIssue": "2026-10-01", "dateValid": "2026-10-01", "reportingArea": "Metropolitan Washington",
        "reportingAreaCode": "dc001", "stateCode": "DC", "parameterName": "OZONE", "aqi": 110,
        "forecastAgency": "MWCOG", "categoryNumber": 3, "actionDay": true, "discussion": "Light winds, much sun."},
       {"dateIssue": "2026-10-01", "dateValid": "2026-10-01", "reportingArea": "Metropolitan Washington",
        "reportingAreaCode": "dc001", "stateCode": "DC", "parameterName": "PM2.5", "aqi": 40,
        "forecastAgency": "MWCOG", "categoryNumber": 1, "actionDay": false, "discussion": "Light winds, much sun."},
       {"dateIssue": "2026-09-29", "dateValid": "2026-09-30", "reportingArea": "Metropolitan Washington",
        "reportingAreaCode": "dc001", "stateCode": "DC", "parameterName": "OZONE", "aqi": 120,
        "forecastAgency": "MWCOG", "categoryNumber": 3, "actionDay": true, "discussion": ""}]
      """#
    let transport = StubTransport { request in
      TransportResponse(status: 200, text: request.url.contains("/aq/forecast/") ? rows : Self.hours)
    }
    let response = try await source(transport).fetch(AirQuery(near: Coordinate(38.9, -77.03)))
    #expect(!response.reports.contains { $0.kind == .forecast })
    #expect(response.notices.map(\.kind) == [.actionDay, .discussion])
    let day = try #require(response.notices.first)
    #expect(day.publisher == "MWCOG" && day.places == [0] && day.area.names == ["Metropolitan Washington"])
    #expect(day.from == AirTime("2026-10-01T05:00:00Z") && day.until == AirTime("2026-10-02T05:00:00Z"))
    #expect(day.attribution.map(\.text) == ["MWCOG", "AirNow (preliminary data)"])
    #expect(response.notices.last?.text == "Light winds, much sun." && response.notices.last?.severity == nil)
  }

  @Test("a missing file has no values; a wrong key is an error")
  func statuses() async throws {
    let query = try AirQuery(near: Coordinate(38.9, -77.03))
    let missing = StubTransport(
      always: .status(403, text: "<?xml version=\"1.0\"?><Error><Code>AccessDenied</Code></Error>"))
    #expect(try await source(missing, key: nil).fetch(query).reports.isEmpty)
    let unknown = StubTransport(always: .status(404, text: #"{"message": "no such service"}"#))
    let wrong = try await #require(throws: AQError.self) { try await source(unknown).fetch(query) }
    #expect(wrong.code == .invalidRequest)
    let refused = StubTransport(always: .status(401, text: try Payload.text("airnow/error_401.json")))
    let error = try await #require(throws: AQError.self) { try await source(refused).fetch(query) }
    #expect(error.code == .unauthorized && !error.message.contains("key-of-the-test"))
  }

  @Test("in a container it needs no key, and then offers no forecast")
  func module() throws {
    var container = try AQContainer().setting(.httpTransport, to: replying()).installing(.airNow)
    #expect(try container.makeSource("airnow").descriptor.capabilities.contains(.forecast) == false)
    try container.setOption("apiKey", of: "airnow", to: "key-of-the-test")
    #expect(try container.makeSource("airnow").descriptor.capabilities.contains(.forecast))
    #expect(try container.format("airnow").name == "airnow")
  }

  @Test("the option baseURL is asked instead")
  func baseURL() async throws {
    let transport = replying()
    let adapter = AirNowStations(apiKey: "k", baseURL: "http://127.0.0.1:8080")
    _ = try await HTTPSource(adapter, transport: transport, clock: ManualClock(Self.now)).fetch(
      AirQuery(near: Coordinate(38.9, -77.03)))
    #expect(transport.requests.allSatisfy { $0.url.hasPrefix("http://127.0.0.1:8080/aq/") })
    #expect(adapter.descriptor.endpoints.map(\.url) == ["http://127.0.0.1:8080"])
  }
}

@Suite("AirNow keeps the contracts", .timeLimit(.minutes(10))) struct AirNowContractTests {
  @Test("the source keeps every rule", arguments: [AirSecret("key-of-the-test"), nil])
  func source(key: AirSecret?) async throws {
    let contract = SourceContract(
      adapter: AirNowStations(apiKey: key), recorded: AirNowPlanTests.transport, at: AirNowPlanTests.now,
      secrets: key.map { [$0.exposed] } ?? [])
    try await contract.quiet.check().verify()
  }

  @Test("the adapter keeps every rule, whatever bytes it is given", arguments: AdapterRule.allCases)
  func adapter(rule: AdapterRule) async throws {
    let files = [
      "data_bbox_sentinels.json", "observation_current_racode.json",
      "dailydata_site.json",
      "hourlyaqobs_excerpt.csv", "reportingarea_excerpt.dat",
    ]
    try await verify(
      rule, of: AirNowStations(apiKey: "k"), on: files.map { ($0, ()) }, in: "airnow",
      at: AirNowPlanTests.now)
  }
}
