import AQKit
import AQKitStations
import AQKitTesting
import TestRuns
import Testing

@Suite("UBA's replies") struct UBATests {
  static let now = AirTime(secondsSince1970: 1_790_856_000)  // 2026-10-01T12:00:00Z
  private let index = AirParameter.publishedIndex(scale: "uba")

  static let rows = #"""
    {"request": {"station": "21", "lang": "en"}, "count": 2, "data": {"21": {
      "2026-10-01 12:00:00": ["2026-10-01 13:00:00", 2, 0, [1, 31, 2, "2.11"], [3, 74, 2, "2,02"], [5, 12, 1, "1.1"]],
      "2026-10-01 11:00:00": ["2026-10-01 12:00:00", 1, 1, [1, 19, 1, "1.5"], [5, null, null, null]]}}}
    """#

  private func read(_ text: String) throws -> AirResponse {
    try PayloadFormat.uba.decode(Array(text.utf8), PayloadFormat.Context(receivedAt: Payload.receivedAt))
  }

  @Test("stations are read by the names of their columns, closed ones too")
  func stations() throws {
    let response = try Payload.response("uba/stations.json", .uba, at: Payload.receivedAt)
    let wedding = try #require(response.reports.first { $0.site.id == "21" }?.site)
    #expect(wedding.name == "Berlin Wedding" && wedding.country == "DE")
    #expect(wedding.coordinate == (try Coordinate(52.5491, 13.3495)))
    #expect(wedding.details.identifiers == ["eoi": "DEBE021"])
    #expect(wedding.details.setting == .background)
    let closed = try #require(response.reports.first { $0.site.id == "3" }?.site)
    #expect(closed.details.operating?.until == AirTime("2001-06-06T23:00:00Z"))
    #expect(closed.details.setting == .traffic)
  }

  @Test("other columns in another order are found, too")
  func reordered() throws {
    let response = try read(
      #"""
      {"indices": ["station latitude", "station id", "station longitude"], "data": {"7": ["50.1", 7, "8.6"]}}
      """#)
    #expect(response.reports.first?.site.coordinate == (try Coordinate(50.1, 8.6)))
  }

  @Test("values are hours in UTC+1 without summer time; null is a gap, and the colour's step isn't an index")
  func measures() throws {
    let response = try Payload.response("uba/measures-no2-null.json", .uba, at: Payload.receivedAt)
    let series = try #require(response.reports.first { $0.site.id == "21" }?[.no2])
    #expect(series.rows.map(\.value) == [4] && series.unit == "µg/m³")
    #expect(series.rows.first?.interval.start == AirTime("2026-04-07T11:00:00Z"))
    #expect(series.rows.first?.interval.end == AirTime("2026-04-07T12:00:00Z"))
    #expect(response.reports.allSatisfy { $0.series.map(\.parameter) == [.no2] })
  }

  @Test(
    "a scope is an averaging period",
    arguments: [
      (1, "2026-10-01 00:00:00", "2026-10-01 24:00:00", AveragingPeriod.day, "2026-09-30T23:00:00Z"),
      (2, "2026-10-01 23:00:00", "2026-10-01 24:00:00", .oneHour, "2026-10-01T22:00:00Z"),
      (4, "2026-10-01 12:00:00", "2026-10-01 13:00:00", .eightHours, "2026-10-01T04:00:00Z"),
      (6, "2026-10-01 12:00:00", "2026-10-01 13:00:00", .day, "2026-09-30T12:00:00Z"),
    ])
  func scopes(scope: Int, start: String, end: String, averaging: AveragingPeriod, from: String) throws {
    let response = try read(#"{"data": {"9": {"\#(start)": [1, \#(scope), "17", "\#(end)", "3"]}}}"#)
    let reading = try #require(response.reports.first?[.pm10]?.rows.first)
    #expect(reading.value == 17 && reading.averaging == averaging)
    #expect(reading.interval.start == AirTime(from))
  }

  @Test(
    "a row whose times aren't those of its scope is refused",
    arguments: [
      (2, "2026-10-01 00:00:00", "2026-10-02 00:00:00"), (2, "2026-10-01 13:00:00", "2026-10-01 12:00:00"),
    ])
  func otherTimes(scope: Int, start: String, end: String) throws {
    let response = try read(#"{"data": {"9": {"\#(start)": [1, \#(scope), "17", "\#(end)", "3"]}}}"#)
    #expect(response.reports.allSatisfy { $0.series.isEmpty })
    #expect(response.notes.filter { $0.code == .refused }.map(\.count) == [1])
  }

  @Test("the index and its parts are UBA's, and concentrations those of the hour")
  func airQuality() throws {
    let report = try #require(try read(Self.rows).reports.first)
    #expect(report[index]?.rows.map(\.value) == [1, 2])
    #expect(report[index]?.rows.first?.flags.contains(.partial) == true)
    #expect(report[index]?.rows.last?.flags.contains(.partial) == false)
    #expect(report[.publishedIndex(scale: "uba", pollutant: .o3)]?.rows.map(\.value) == [2])
    #expect(report[.pm10]?.rows.map(\.value) == [19, 31])
    #expect(report[.no2]?.rows.map(\.value) == [12])
    #expect(report[.pm10]?.rows.last?.interval.end == AirTime("2026-10-01T12:00:00Z"))
  }

  @Test("concentrations of particles before 2026 are refused: their averaging period isn't stated")
  func particlesBefore() throws {
    let response = try read(Self.rows.replacing("2026", with: "2023"))
    #expect(response.reports.first?[.pm10] == nil && response.reports.first?[.no2] != nil)
    #expect(response.notes.contains { $0.code == .refused && $0.count == 2 })
  }

  @Test(
    "a row with the time of a model's run is a forecast, wherever the time stands",
    arguments: [
      #"1, 0, "2026-10-01 00:00:00""#, #""2026-10-01 00:00:00", 1, 0"#, #""1", "0", "2026-10-01 00:00:00""#,
    ])
  func forecast(head: String) throws {
    let response = try read(
      #"""
      {"data": {"21": {"2026-10-02 11:00:00":
        ["2026-10-02 12:00:00", \#(head), [3, 61.5, 1, "1.3"], [9, 7, 1, "1.1"]]}}}
      """#)
    let report = try #require(response.reports.first)
    #expect(report[index]?.rows.map(\.value) == [1])
    #expect(report[index]?.rows.first?.flags.contains(.partial) == false)
    #expect(report.kind == .forecast && report.issuedAt == AirTime("2026-09-30T23:00:00Z"))
    #expect(report[.o3]?.rows.map(\.value) == [61.5])
    #expect(response.reports.count == 1)
  }

  @Test("an index as text isn't taken for a forecast")
  func textIndex() throws {
    let response = try read(
      Self.rows.replacing(
        #"11:00:00": ["2026-10-01 12:00:00", 1, 1"#, with: #"11:00:00": ["2026-10-01 12:00:00", "1", "1""#))
    #expect(response.reports.map(\.kind) == [.observation])
    #expect(response.reports.first?[index]?.rows.first?.flags.contains(.partial) == true)
  }

  @Test("an unknown component is refused alone, and -999 is a gap; both are counted")
  func unknownComponent() throws {
    let response = try read(Self.rows.replacing("[3, 74, 2", with: #"[7, 0.2, 0, "0.1"], [3, -999, 2"#))
    #expect(response.reports.first?[.no2]?.rows.map(\.value) == [12])
    #expect(response.reports.first?[.o3] == nil)
    #expect(response.notes.filter { $0.code == .refused }.map(\.count) == [1, 1])
  }

  @Test("a value's row is read in the order that the reply declares")
  func declaredOrder() throws {
    let response = try read(
      #"""
      {"indices": {"data": {"station id": {"date start": ["date end", "value", "scope id", "component id"]}}},
       "data": {"9": {"2026-10-01 12:00:00": ["2026-10-01 13:00:00", 17, 2, 5]}}}
      """#)
    #expect(response.reports.first?[.no2]?.rows.map(\.value) == [17])
  }

  @Test(
    "null in place of data is a valid reply without values",
    arguments: [#"{"request": {}, "data": null}"#, #"{"data": {"21": null}}"#])
  func nullData(text: String) throws {
    #expect(try read(text).notes.map(\.code) == [.nothingNear])
  }

  @Test("a list of components, or an empty list, is a valid reply without values")
  func others() throws {
    #expect(
      try Payload.response("uba/components.json", .uba, at: Payload.receivedAt).notes.first?.code == .remark)
    #expect(try read(#"{"request": {}, "data": []}"#).notes.first?.code == .nothingNear)
  }

  @Test(
    "a refusal has its code",
    arguments: [
      (
        #"{"status": 400, "title": "Bad Request", "detail": "date_from is missing"}"#,
        AQError.Code.invalidRequest
      ),
      (#"{"error": "Not found"}"#, .invalidRequest), (#"{"status": 503, "detail": "down"}"#, .unavailable),
      ("<html></html>", .malformed), (#"{"a": 1}"#, .malformed),
    ])
  func refusals(text: String, code: AQError.Code) throws {
    let error = try #require(throws: AQError.self) { try read(text) }
    #expect(error.code == code)
  }
}

@Suite("UBA's requests", .timeLimit(.minutes(10))) struct UBAPlanTests {
  static func reply(_ request: TransportRequest) throws -> TransportResponse {
    TransportResponse(
      status: 200,
      text: request.url.contains("/stations/") ? try Payload.text("uba/stations.json") : UBATests.rows)
  }

  private func source(_ transport: StubTransport, _ base: String? = nil) -> HTTPSource<UBAStations> {
    HTTPSource(UBAStations(baseURL: base), transport: transport, clock: ManualClock(UBATests.now))
  }

  private let query = try? AirQuery(near: Coordinate(52.54, 13.35))

  @Test("a place takes two requests, and the list of stations is cached")
  func cold() async throws {
    let transport = StubTransport { try Self.reply($0) }
    let source = source(transport)
    let response = try await source.fetch(#require(query))
    #expect(response.reports.map(\.site.name) == ["Berlin Wedding"])
    #expect(
      transport.requests.map(\.url) == [
        "https://luftdaten.umweltbundesamt.de/api/air-data/v4/stations/json?use=airquality&lang=en",
        "https://luftdaten.umweltbundesamt.de/api/air-data/v4/airquality/json?date_from=2026-09-30&time_from=13"
          + "&date_to=2026-10-01&time_to=14&lang=en&station=21",
      ])
    var other = try #require(query)
    other.window = .past(.seconds(7200))
    _ = try await source.fetch(other)
    #expect(transport.requests.count == 3)
  }

  @Test("a station by its number takes the same two requests")
  func site() async throws {
    let transport = StubTransport { try Self.reply($0) }
    let response = try await source(transport).fetch(AirQuery(places: [.site("21")]))
    #expect(response.reports.map(\.site.id) == ["21"])
    #expect(response.reports.first?[.no2]?.newestReading()?.value == 12)
    #expect(transport.requests.count == 2 && transport.requests.last?.url.hasSuffix("&station=21") == true)
  }

  @Test(
    "a closed station is asked about its last day, but no later one",
    arguments: [("2001-06-07", 2), ("2001-06-08", 1)])
  func lastDay(day: String, requests: Int) async throws {
    let transport = StubTransport { try Self.reply($0) }
    let window = try AirInterval(
      start: #require(AirTime("\(day)T06:00:00Z")), end: #require(AirTime("\(day)T12:00:00Z")))
    _ = try await source(transport).fetch(
      AirQuery(places: [.site("3")], parameters: [.no2], window: .interval(window)))
    #expect(transport.requests.count == requests)
  }

  @Test("only a station's own rows are taken from a reply about it")
  func others() async throws {
    let transport = StubTransport { request in
      guard request.url.contains("station=21") else { return try Self.reply(request) }
      let other = #"]]}, "22": {"2026-10-01 12:00:00": ["2026-10-01 13:00:00", 4, 0, [1, 99, 4, "4.1"]]}}}"#
      return TransportResponse(status: 200, text: UBATests.rows.replacing("]]}}}", with: other))
    }
    let response = try await source(transport).fetch(#require(query))
    #expect(response.reports.map(\.site.id) == ["21"])
    #expect(response.reports.first?[.pm10]?.values.contains(99) == false)
    #expect(response.notes.contains { $0.message.contains("also has others") && $0.count == 1 })
  }

  @Test("carbon monoxide is asked for by name, as a mean of eight hours")
  func carbonMonoxide() async throws {
    let transport = StubTransport { try Self.reply($0) }
    var asked = try #require(query)
    asked.parameters = [.co]
    _ = try await source(transport).fetch(asked)
    #expect(transport.requests.last?.url.hasSuffix("&station=21&component=2&scope=4") == true)
    #expect(transport.requests.count == 2)
  }

  @Test("particles before 2026 are asked for by name, as means of the hour")
  func particlesBefore() async throws {
    let values = #"{"data": {"21": {"2023-10-01 12:00:00": [COMPONENT, 2, 17, "2023-10-01 13:00:00", "3"]}}}"#
    let transport = StubTransport { request in
      guard let part = request.url.split(separator: "&component=").last, part != request.url else {
        return try Self.reply(request)
      }
      return TransportResponse(
        status: 200, text: values.replacing("COMPONENT", with: String(part.prefix { $0.isNumber })))
    }
    var asked = try #require(query)
    asked.parameters = [.pm25, .pm10]
    asked.window = .interval(
      try AirInterval(
        start: #require(AirTime("2023-10-01T06:00:00Z")), end: #require(AirTime("2023-10-01T14:00:00Z"))))
    let response = try await source(transport).fetch(asked)
    #expect(
      Set(transport.requests.dropFirst().map { $0.url.split(separator: "&station=").last }) == [
        "21&component=1&scope=2", "21&component=9&scope=2",
      ])
    let report = try #require(response.reports.first)
    #expect(report[.pm10]?.values == [17] && report[.pm25]?.values == [17])
    #expect(report[.pm10]?.averaging == .oneHour)
    #expect(report[.pm10]?.rows.first?.interval.end == AirTime("2023-10-01T12:00:00Z"))
  }

  @Test("in a container it needs nothing, and takes baseURL")
  func module() throws {
    var container = try AQContainer().setting(.httpTransport, to: StubTransport([])).installing(.uba)
    try container.setOption("baseURL", of: "uba", to: "http://localhost:1")
    #expect(try container.makeSource("uba").descriptor.endpoints.map(\.url) == ["http://localhost:1"])
    #expect(try container.format("uba").name == "uba")
  }

  @Test(
    "midnight is hour 24 of the day before, and the hour that begins then is asked for by its moment",
    arguments: ["http://localhost:1/api/air-data/v4", "http://localhost:1"])
  func midnight(base: String) async throws {
    let transport = StubTransport { try Self.reply($0) }
    var asked = try #require(query)
    asked.window = .interval(
      try AirInterval(
        start: #require(AirTime("2026-09-30T22:00:00Z")), end: #require(AirTime("2026-09-30T23:00:00Z"))))
    _ = try await source(transport, base).fetch(asked)
    let url = try #require(transport.requests.last?.url)
    #expect(url.hasPrefix("http://localhost:1/api/air-data/v4/airquality/json?"))
    #expect(url.contains("date_from=2026-09-30&time_from=24&date_to=2026-09-30&time_to=24"))
    asked.window = .interval(AirInterval(instant: try #require(AirTime("2026-09-30T23:00:00Z"))))
    _ = try await source(transport, base).fetch(asked)
    let moment = try #require(transport.requests.last?.url)
    #expect(moment.contains("date_from=2026-10-01&time_from=1&date_to=2026-10-01&time_to=1"))
  }

  @Test("the source keeps every rule")
  func contract() async throws {
    var contract = SourceContract(
      adapter: UBAStations(), recorded: StubTransport { try Self.reply($0) }, at: UBATests.now)
    // The service's rows are arrays whose elements mean something by their position.
    contract.waivers = [
      "payload.order": "Positions are columns.", "payload.duplicates": "Positions are columns.",
    ]
    try await contract.quiet.check().verify()
  }

  @Test("the adapter keeps every rule, whatever bytes it is given", arguments: AdapterRule.allCases)
  func adapter(rule: AdapterRule) async throws {
    let bodies = try [
      Payload.bytes("uba/stations.json"), Payload.bytes("uba/measures-no2-null.json"),
      Array(UBATests.rows.utf8),
    ]
    let recordings = bodies.map { body in
      AdapterContract.Recording(
        TransportResponse(status: 200, body: body), step: UBAStations.Step.any, for: AirQuery(places: []),
        at: UBATests.now)
    }
    try await AdapterContract(UBAStations(), recordings: recordings).withinEffort.verify(rule)
  }
}

extension AirSeries {
  fileprivate var rows: [AirReading] { Array(readings) }
}
