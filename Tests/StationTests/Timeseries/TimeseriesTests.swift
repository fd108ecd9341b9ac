import AQKit
import AQKitStations
import AQKitTesting
import Testing

@Suite("Servers of 52°North's time-series API") struct TimeseriesTests {
  /// 2026-10-01T12:40:00Z, after the hours of the Belgian and Swedish replies.
  static let now = AirTime(secondsSince1970: 1_790_858_400)
  /// 2025-04-07T00:40:00Z, after those of the British ones.
  static let then = AirTime(secondsSince1970: 1_743_986_400)

  private static func transport(_ folder: String) -> StubTransport {
    StubTransport { request in
      let file = request.url.hasSuffix("/getData") ? "hours.json" : "timeseries.json"
      return TransportResponse(status: 200, text: try Payload.text("\(folder)/\(file)"))
    }
  }

  private static func source<Server: TimeseriesServer>(
    _ server: Server.Type, _ transport: StubTransport, at time: AirTime = now
  ) -> HTTPSource<TimeseriesStations<Server>> {
    HTTPSource(TimeseriesStations<Server>(), transport: transport, clock: ManualClock(time))
  }

  private static func decoded<Server: TimeseriesServer>(
    _ text: String, _ server: Server.Type, at time: AirTime = now
  ) throws -> AirResponse {
    try PayloadFormat(server).decode(Array(text.utf8), PayloadFormat.Context(receivedAt: time))
  }

  /// A list of one series.
  private static func series(
    _ coordinates: String = "[4.35, 50.85, \"NaN\"]",
    last: String = #"{"timestamp": 1790856000000, "value": 21}"#,
    uom: String = "ug/m3", phenomenon: String = #"{"id": "8", "label": "Nitrogen dioxide"}"#
  ) -> String {
    #"""
    [{"id": "7", "uom": "\#(uom)", "lastValue": \#(last), "parameters": {"phenomenon": \#(phenomenon)},
      "station": {"properties": {"id": 9001, "label": "Roadside-Nitrogen dioxide (air)"},
        "geometry": {"coordinates": \#(coordinates)}}}]
    """#
  }

  // MARK: Lists

  @Test("a recorded British series is a place with its coordinate, whose latitude comes first")
  func britishSeries() throws {
    let response = try Payload.response("uk-air/series-3.json", PayloadFormat(UKAir.self), at: Self.then)
    let site = try #require(response.reports.first?.site)
    #expect(site.id == "Camden Kerbside" && site.name == "Camden Kerbside" && site.country == "GB")
    #expect(site.coordinate == (try Coordinate(51.544233, -0.175227999994221)))
    #expect(site.details.measures.map(\.parameter) == [.no2])
    #expect(site.details.measures.map(\.unit) == [.microgramsPerCubicMetre])
  }

  @Test("the recorded hours of that series are means that end at their stamps")
  func britishHours() async throws {
    let transport = StubTransport { request in
      let list = try Payload.text("uk-air/series-3.json")
      let hours = try Payload.text("uk-air/hours-3.json")
      return TransportResponse(status: 200, text: request.url.hasSuffix("/getData") ? hours : "[\(list)]")
    }
    let response = try await Self.source(UKAir.self, transport, at: Self.then).fetch(
      Point.near(51.54, -0.18))
    let readings = response.readings(.no2, at: "Camden Kerbside")
    #expect(readings.map(\.value) == [10.901, 9.371])
    #expect(readings.last?.interval.end == AirTime("2025-04-07T00:00:00Z"))
    #expect(readings.last?.interval.start == AirTime("2025-04-06T23:00:00Z"))
  }

  @Test("the last values of a list are its values; −99 is a gap, and carbon monoxide stays in its unit")
  func lastValues() throws {
    let response = try Payload.response("uk-air/timeseries.json", PayloadFormat(UKAir.self), at: Self.then)
    #expect(response.newest(.no2, at: "Camden Kerbside")?.value == 9.371)
    #expect(response.newest(.pm10, at: "Camden Kerbside")?.value == 14)
    #expect(response.newest(.o3, at: "Stockton-on-Example")?.value == 61.2)
    #expect(response.newest(.co, at: "Camden Kerbside") == nil)
    #expect(response.notes.contains { $0.message.contains("co \(ReportBuilder.sentinelWords)") })
    let belgian = try Payload.response("irceline/timeseries.json", PayloadFormat(IRCELINE.self), at: Self.now)
    let co = try #require(belgian.reports.flatMap(\.series).first { $0.parameter == .co })
    #expect(co.unit == .milligramsPerCubicMetre && co.values == [0.2])
  }

  @Test("dummies and series that have been silent for two days are left out and counted")
  func leftOut() throws {
    let response = try Payload.response("uk-air/timeseries.json", PayloadFormat(UKAir.self), at: Self.then)
    #expect(Set(response.reports.map(\.site.id)) == ["Camden Kerbside", "Stockton-on-Example"])
    #expect(response.notes.first { $0.message.contains("dummy") }?.count == 3)
    #expect(response.notes.first { $0.message.contains("48 hours") }?.count == 1)
    let late = try Payload.response(
      "uk-air/timeseries.json", PayloadFormat(UKAir.self), at: Self.then.adding(seconds: 2 * 86_400))
    #expect(late.reports.allSatisfy { $0.series.isEmpty })
    #expect(late.notes.first { $0.message.contains("48 hours") }?.count == 5)
  }

  @Test("two instruments of a station are two series, and another quantity is counted")
  func instruments() throws {
    let response = try Payload.response(
      "irceline/timeseries.json", PayloadFormat(IRCELINE.self), at: Self.now)
    let series =
      response.reports.first { $0.site.id == "9001" }?.series.filter { $0.parameter == .pm25 } ?? []
    #expect(series.map(\.values) == [[7.5], [8]])
    #expect(response.newest(.bc, at: "9001")?.value == 0.9)
    #expect(response.notes.first { $0.message.contains("isn't offered") }?.count == 1)
    let classes = response.reports.first?.site.details.further["classes of pm25"]
    #expect(classes == "0.0–10.0 good, 10.0–20.0 fair")
  }

  @Test("a list of stations is its sites")
  func stations() throws {
    let response = try Payload.response("irceline/stations.json", PayloadFormat(IRCELINE.self), at: Self.now)
    let site = try #require(response.reports.first?.site)
    #expect(site.id == "9001")
    #expect(site.coordinate == (try Coordinate(50.85, 4.35)))
    #expect(site.details.measures.map(\.parameter) == [.pm25, .no2])
  }

  @Test("Swedish stations at one place are one, by the name of the feature")
  func swedish() throws {
    let response = try Payload.response("smhi-air/timeseries.json", PayloadFormat(SMHIAir.self), at: Self.now)
    #expect(response.reports.map(\.site.id) == ["Exempelgatan", "Exempeltaket"])
    #expect(Set(response.reports.first?.series.map(\.parameter) ?? []) == [.pm10, .no2, .pm25])
  }

  @Test(
    "a coordinate is read in the order whose point is in the country",
    arguments: [#"[4.35, 50.85, "NaN"]"#, #"[50.85, 4.35, "NaN"]"#, #"["50.85", "4.35"]"#])
  func axes(coordinates: String) throws {
    let site = try #require(try Self.decoded(Self.series(coordinates), IRCELINE.self).reports.first).site
    #expect(site.coordinate == (try Coordinate(50.85, 4.35)))
    let british = coordinates.replacing("4.35", with: "-1.5").replacing("50.85", with: "53.8")
    let place = try #require(try Self.decoded(Self.series(british), UKAir.self).reports.first).site
    #expect(place.coordinate == (try Coordinate(53.8, -1.5)))
  }

  @Test(
    "a time is in milliseconds or a text with an offset",
    arguments: [
      "1790856000000", #""1790856000000""#, #""2026-10-01T12:00:00Z""#, #""2026-10-01T14:00:00.000+02:00""#,
    ])
  func times(stamp: String) throws {
    let list = Self.series(last: #"{"timestamp": \#(stamp), "value": "21.5"}"#)
    let reading = try Self.decoded(list, IRCELINE.self).newest(.no2, at: "9001")
    #expect(reading?.value == 21.5 && reading?.interval.end == AirTime("2026-10-01T12:00:00Z"))
  }

  @Test(
    "a pollutant is identified by its address, its name or its number",
    arguments: [
      (
        #"{"id": "77", "label": "http://dd.eionet.europa.eu/vocabulary/aq/pollutant/6001"}"#,
        AirParameter.pm25
      ),
      (#"{"id": "77", "label": "PM10"}"#, .pm10), (#"{"id": "7", "label": "Ozone in air"}"#, .o3),
    ])
  func pollutants(phenomenon: String, parameter: AirParameter) throws {
    let response = try Self.decoded(Self.series(phenomenon: phenomenon), IRCELINE.self)
    #expect(response.reports.first?.series.map(\.parameter) == [parameter])
  }

  @Test("a series in an unknown unit, or without a station's number, is refused alone and counted")
  func brokenRows() throws {
    let good = Self.series().dropFirst().dropLast()
    let unit = Self.series(uom: "furlong").dropFirst().dropLast()
    let response = try Self.decoded("[\(good),\(unit),{\"id\": \"8\", \"station\": {}}]", IRCELINE.self)
    #expect(response.newest(.no2, at: "9001")?.value == 21)
    #expect(response.notes.filter { $0.code == .refused }.map(\.count).reduce(0, +) == 2)
  }

  // MARK: Requests

  @Test("an empty page after a full one doesn't say that the list is empty")
  func emptyLastPage() async throws {
    let one = String(Self.series().dropFirst().dropLast())
    let full = "[\(Array(repeating: one, count: 1000).joined(separator: ","))]"
    let transport = StubTransport { request in
      TransportResponse(status: 200, text: request.url.contains("offset=0&") ? full : "[]")
    }
    let response = try await Self.source(IRCELINE.self, transport).fetch(AirQuery(places: []))
    #expect(transport.requests.count == 2)
    #expect(response.newest(.no2, at: "9001")?.value == 21)
    #expect(!response.notes.contains { $0.code == .nothingNear })
  }

  @Test("a place takes one list for the day and one request for the hours of the nearest stations")
  func requests() async throws {
    let transport = Self.transport("irceline")
    let clock = ManualClock(Self.now)
    let source = HTTPSource(TimeseriesStations<IRCELINE>(), transport: transport, clock: clock)
    let response = try await source.fetch(Point.near(50.85, 4.35))
    let base = "https://geo.irceline.be/sos/api/v1/timeseries"
    #expect(
      transport.requests.map(\.url) == ["\(base)?expanded=true&offset=0&limit=1000", "\(base)/getData"])
    let asked = try #require(transport.requests.last)
    #expect(asked.method == .post)
    #expect(asked.header("Content-Type") == "application/json")
    #expect(
      String(decoding: asked.body, as: UTF8.self)
        == #"{"timespan":"2026-09-30T11:00:00Z/2026-10-01T13:00:00Z","timeseries":["20001","20002","20003","20004","20005","20008"]}"#
    )
    #expect(response.readings(.no2, at: "9001").map(\.value) == [19.5, 21])
    #expect(response.readings(.o3, at: "9002").map(\.value) == [54, 55.5])
    // Another place in the same hour is served from the same list.
    _ = try await source.fetch(Point.near(50.86, 4.36))
    await clock.advance(by: .seconds(3600))
    _ = try await source.fetch(Point.near(50.85, 4.35))
    #expect(transport.requests.filter { $0.method == .get }.count == 1)
    #expect(transport.requests.count == 3)
  }

  @Test("a query for a pollutant gets stations that measure it, and only its series")
  func nearestWithIt() async throws {
    let transport = Self.transport("irceline")
    let query = AirQuery(near: try Coordinate(50.85, 4.35), parameters: [.o3])
    let response = try await Self.source(IRCELINE.self, transport).fetch(query)
    let body = String(decoding: transport.requests.last?.body ?? [], as: UTF8.self)
    #expect(body.hasSuffix(#"["20005"]}"#))
    #expect(response.reports.map(\.site.id) == ["9002"])
  }

  @Test("the past is asked for with its times, and a series that ended before it is left out")
  func past() async throws {
    let transport = Self.transport("uk-air")
    let interval = try AirInterval(
      start: #require(AirTime("2014-05-13T00:00:00Z")), end: #require(AirTime("2014-05-14T00:00:00Z")))
    let query = AirQuery(near: try Coordinate(51.54, -0.18), parameters: [.no2], window: .interval(interval))
    _ = try await Self.source(UKAir.self, transport, at: Self.then).fetch(query)
    let body = String(decoding: transport.requests.last?.body ?? [], as: UTF8.self)
    #expect(body == #"{"timespan":"2014-05-13T00:00:00Z/2014-05-14T00:00:00Z","timeseries":["3","7"]}"#)
  }

  @Test("hours after the list was read, the hours since then are asked for")
  func pastOfKeptList() async throws {
    let transport = Self.transport("irceline")
    let clock = ManualClock(Self.now)
    let source = HTTPSource(TimeseriesStations<IRCELINE>(), transport: transport, clock: clock)
    var query = try Point.near(50.85, 4.35)
    query.window = .past(.seconds(3 * 3600))
    _ = try await source.fetch(query)
    await clock.advance(by: .seconds(20 * 3600))
    _ = try await source.fetch(query)
    let body = String(decoding: transport.requests.last?.body ?? [], as: UTF8.self)
    #expect(transport.requests.count { $0.method == .get } == 1)
    #expect(body.hasPrefix(#"{"timespan":"2026-10-02T05:00:00Z/2026-10-02T09:00:00Z""#))
  }

  @Test("sites, and last values without a place, cost only the list")
  func listAlone() async throws {
    let transport = Self.transport("smhi-air")
    let source = Self.source(SMHIAir.self, transport)
    var query = try Point.near(59.33, 18.06)
    query.detail = .sites
    #expect(try await source.fetch(query).reports.map(\.site.id) == ["Exempelgatan", "Exempeltaket"])
    let all = try await source.fetch(AirQuery(places: []))
    #expect(all.newest(.pm10, at: "Exempelgatan")?.value == 12.5)
    #expect(transport.requests.allSatisfy { $0.method == .get })
  }

  @Test(
    "the address is a setting, with or without the version",
    arguments: ["https://datavardluft.smhi.se/52North/api/v1", "http://127.0.0.1:8080/api/"])
  func baseURL(address: String) throws {
    let calls = TimeseriesStations<SMHIAir>(baseURL: address).calls(
      for: try Point.near(59.33, 18.06), at: Self.now)
    let base = address.hasSuffix("/") ? String(address.dropLast()) : address
    #expect(calls.map(\.request.url) == ["\(base)/timeseries?expanded=true"])
  }

  // MARK: Refusals

  @Test(
    "a refusal is its named error",
    arguments: [
      ("<html><head><title>Scheduled maintenance</title></head></html>", AQError.Code.unavailable),
      ("<!DOCTYPE html><html><title>Welcome</title></html>", .malformed), ("null", .malformed),
      (#"[{"id": "3", "uom": "ug.m"#, .malformed), (#"[{"a": 1}]"#, .malformed), ("[1, 2]", .malformed),
      (#"{"statusCode": 404, "reason": "Not Found", "userMessage": "No such series."}"#, .invalidRequest),
      (#"{"statusCode": 503, "reason": "Service Unavailable"}"#, .unavailable), ("{}", .malformed),
      (#"{"10744": {"values": [{"timestamp": 1556056800000, "value": 18.5}]}}"#, .unsupported),
      (#"{"values": [{"timestamp": 1556056800000, "value": 18.5}]}"#, .unsupported),
    ])
  func refusals(text: String, code: AQError.Code) throws {
    let error = try #require(throws: AQError.self) { try Self.decoded(text, IRCELINE.self) }
    #expect(error.code == code)
  }

  @Test("a web page is named by its title")
  func page() throws {
    let error = try #require(throws: AQError.self) {
      try Self.decoded("<html><head><title>Down for maintenance</title></head></html>", UKAir.self)
    }
    #expect(error.message.contains("UK-AIR") && error.message.contains("“Down for maintenance”"))
  }

  @Test("a map of modelled values is refused, and an empty list is a note")
  func others() throws {
    let error = #expect(throws: AQError.self) {
      try Payload.response("irceline/map.json", PayloadFormat(IRCELINE.self), at: Self.now)
    }
    #expect(error?.code == .unsupported)
    #expect(try Self.decoded("[]", IRCELINE.self).notes.map(\.code) == [.nothingNear])
  }

  @Test("values days apart aren't hourly means, and unrequested series are refused")
  func daily() async throws {
    let transport = StubTransport { request in
      let text =
        request.url.hasSuffix("/getData")
        ? #"""
        {"7": {"values": [{"timestamp": 1790683200000, "value": 9}, {"timestamp": 1790769600000, "value": 8}]},
         "8": {"values": [{"timestamp": 1790769600000, "value": 8}]}}
        """# : Self.series()
      return TransportResponse(status: 200, text: text)
    }
    let response = try await Self.source(IRCELINE.self, transport).fetch(Point.near(50.85, 4.35))
    #expect(response.reports.allSatisfy { $0.series.isEmpty })
    #expect(response.notes.first { $0.message.contains("aren't hourly means") }?.count == 2)
    #expect(response.notes.contains { $0.message.contains("wasn't asked for") })
  }

  // MARK: A fourth member

  @Test("a fourth member is a declaration, with pages, a format and a place in a container")
  func fourth() async throws {
    let transport = StubTransport { request in
      if request.url.hasSuffix("/getData") {
        return TransportResponse(
          status: 200, text: #"{"9": {"values": [{"timestamp": 1790856000000, "value": 4}]}}"#)
      }
      let series = Self.series(#"[11.35, 46.5]"#).dropFirst().dropLast()
      let second = series.replacing("\"7\"", with: "\"9\"").replacing("9001", with: "9002")
      let page =
        request.url.contains("offset=0")
        ? "[\(Array(repeating: String(series), count: 100).joined(separator: ","))]" : "[\(second)]"
      return TransportResponse(status: 200, text: page)
    }
    let container = try AQContainer().setting(.httpTransport, to: transport)
      .setting(.clock, to: ManualClock(Self.now)).installing(HTTPModule(ValleyAir.self))
    #expect(try container.format("valley-air").name == "valley-air")
    let response = try await container.makeSource("valley-air").fetch(Point.near(46.5, 11.35))
    #expect(response.newest(.no2, at: "9002")?.value == 4)
    #expect(transport.requests.filter { $0.method == .get }.count == 2)
  }

  @Test("a last page without series isn't an empty list")
  func lastPageWithoutSeries() async throws {
    let transport = StubTransport { request in
      let series = String(Self.series(#"[11.35, 46.5]"#).dropFirst().dropLast())
      let page = request.url.contains("offset=0") ? Array(repeating: series, count: 100) : []
      return TransportResponse(
        status: 200,
        text: request.url.hasSuffix("/getData")
          ? #"{"7": {"values": [{"timestamp": 1790856000000, "value": 4}]}}"#
          : "[\(page.joined(separator: ","))]")
    }
    let response = try await Self.source(ValleyAir.self, transport).fetch(Point.near(46.5, 11.35))
    #expect(response.newest(.no2, at: "9001")?.value == 4)
    #expect(!response.notes.contains { $0.code == .nothingNear })
  }

  @Test("a page that fails loses only its own series")
  func failedPage() async throws {
    let series = String(Self.series(#"[11.35, 46.5]"#).dropFirst().dropLast())
    let page = Array(repeating: series, count: 100).joined(separator: ",")
    let transport = StubTransport { request in
      if request.url.contains("offset=100") { return TransportResponse(status: 503, text: "Overloaded") }
      return TransportResponse(
        status: 200,
        text: request.url.hasSuffix("/getData")
          ? #"{"7": {"values": [{"timestamp": 1790856000000, "value": 4}]}}"# : "[\(page)]")
    }
    let response = try await Self.source(ValleyAir.self, transport).fetch(Point.near(46.5, 11.35))
    #expect(response.newest(.no2, at: "9001")?.value == 4)
    #expect(response.isPartial && response.notes.contains { $0.code == .failed })
  }

  @Test("an empty last page after one whose series are all left out isn't an empty list")
  func emptyAfterLeftOut() async throws {
    let series = Self.series(phenomenon: #"{"id": "4711", "label": "Pollen grains"}"#).dropFirst().dropLast()
    let transport = StubTransport { request in
      let page = request.url.contains("offset=0") ? Array(repeating: String(series), count: 100) : []
      return TransportResponse(status: 200, text: "[\(page.joined(separator: ","))]")
    }
    let response = try await Self.source(ValleyAir.self, transport).fetch(Point.near(46.5, 11.35))
    #expect(transport.requests.count == 2 && response.reports.allSatisfy(\.series.isEmpty))
    #expect(response.notes.first { $0.message.contains("isn't offered") }?.count == 100)
  }

  // MARK: Contracts

  private static func contract<Server: TimeseriesServer>(
    _ server: Server.Type, _ folder: String, at time: AirTime
  )
    -> ServiceContract<TimeseriesStations<Server>>
  {
    ServiceContract(adapter: TimeseriesStations<Server>(), recordedAt: time) { url in
      try Payload.text("\(folder)/\(url.hasSuffix("/getData") ? "hours" : "timeseries").json")
    }
  }

  @Test("each member keeps every rule of a source")
  func source() async throws {
    try await Self.contract(IRCELINE.self, "irceline", at: Self.now).verifySource()
    try await Self.contract(UKAir.self, "uk-air", at: Self.then).verifySource()
    try await Self.contract(SMHIAir.self, "smhi-air", at: Self.now).verifySource()
  }

  @Test("each member keeps every rule, whatever bytes it is given", arguments: AdapterRule.allCases)
  func adapter(rule: AdapterRule) async throws {
    try await Self.contract(IRCELINE.self, "irceline", at: Self.now).verifyAdapter(
      rule, Point.near(50.85, 4.35))
    try await Self.contract(UKAir.self, "uk-air", at: Self.then).verifyAdapter(rule, Point.near(51.54, -0.18))
    try await Self.contract(SMHIAir.self, "smhi-air", at: Self.now).verifyAdapter(
      rule, Point.near(59.33, 18.06))
  }
}

/// Queries about one point.
private enum Point {
  static func near(_ latitude: Double, _ longitude: Double) throws -> AirQuery {
    AirQuery(near: try Coordinate(latitude, longitude))
  }
}
