import AQKit
import AQKitTesting
import Testing

@testable import AQKitStations

@Suite("France's daily index") struct AtmoFranceTests {
  /// 2026-10-01T12:00:00Z.
  private static let now = AirTime(secondsSince1970: 1_790_856_000)
  private static let index = AirParameter.publishedIndex(scale: "fr-atmo")
  private static let contract = ServiceContract(
    adapter: AtmoFranceZones(token: "token-of-the-test"), recordedAt: now, secrets: ["token-of-the-test"],
    absences: [0], reply: reply)

  @Sendable private static func reply(_ url: String) throws -> String {
    try Payload.text("atmo-france/\(url.contains("/communes?") ? "communes" : "features").json")
  }

  private func decode(_ text: String) throws -> AirResponse {
    try PayloadFormat.atmoFrance.decode(Array(text.utf8), .init(receivedAt: Payload.receivedAt))
  }

  private func fetch(_ adapter: AtmoFranceZones, _ transport: StubTransport, _ query: AirQuery) async throws
    -> AirResponse
  {
    try await HTTPSource(adapter, transport: transport, clock: ManualClock(Self.now)).fetch(query)
  }

  private static func feature(_ members: String) -> String {
    #"{"type": "FeatureCollection", "features": [{"type": "Feature", "geometry": null, "properties": {"code_zone": "75056", \#(members)}}]}"#
  }

  @Test("a point gets the index of its commune, with the local day as the interval")
  func areas() async throws {
    let transport = StubTransport { TransportResponse(status: 200, text: try Self.reply($0.url)) }
    let response = try await fetch(
      AtmoFranceZones(token: "t"), transport,
      AirQuery(near: Coordinate(43.6, 1.44), window: .next(.seconds(2 * 86_400))))
    let toulouse = try #require(response.reports.first { $0.site.name == "Toulouse" })
    let index = try #require(toulouse[Self.index])
    #expect(index.values == [3, 4])
    #expect(index.timeline.first.map { "\($0)" } == "2026-09-30T22:00:00Z/2026-10-01T22:00:00Z")
    #expect(toulouse.kind == .forecast && toulouse.site.kind == .area)
    let asked = transport.requests
    #expect(asked.count == 2 && asked.last?.headers.first?.isSecret ?? false)
    #expect(asked.last?.url.contains("code_zone=31555,243100518&with_geom=false") ?? false)
  }

  @Test("without a token the map service is asked, about the same zones and days")
  func mapService() async throws {
    let transport = StubTransport { TransportResponse(status: 200, text: try Self.reply($0.url)) }
    let response = try await fetch(AtmoFranceZones(), transport, AirQuery(places: [.site("31555")]))
    #expect(response.reports.map(\.site.id) == ["31555"])
    let asked = transport.requests.map(\.url)
    #expect(
      asked.count == 1 && asked[0].hasPrefix("https://data.atmo-france.org/geoserver/ind/ows?service=WFS"))
    #expect(asked[0].contains("code_zone%20IN%20%28%2731555%27%29%20AND%20date_ech%3E%3D%272026-09-29%27"))
  }

  @Test("days later the commune is still known, and the index of those days is asked for")
  func knownCommune() async throws {
    let transport = StubTransport { TransportResponse(status: 200, text: try Self.reply($0.url)) }
    let clock = ManualClock(Self.now)
    let source = HTTPSource(AtmoFranceZones(token: "t"), transport: transport, clock: clock)
    let query = AirQuery(near: try Coordinate(43.6, 1.44))
    _ = try await source.fetch(query)
    await clock.advance(by: .seconds(5 * 86_400))
    _ = try await source.fetch(query)
    let asked = transport.requests.map(\.url)
    #expect(asked.count == 3)
    #expect(asked.last?.contains("date_historique=2026-10-04&date=2026-10-07") == true)
  }

  @Test("a place outside France has no commune, which isn't an error")
  func nowhere() async throws {
    let response = try await fetch(
      AtmoFranceZones(), StubTransport(always: .json("[]")), AirQuery(near: Coordinate(46.2, 6.14)))
    #expect(response.reports.isEmpty && response.notes.contains { $0.code == .nothingNear })
  }

  @Test("a region's layer: a local midnight in milliseconds begins the local day; its source is credited")
  func arcGIS() throws {
    let response = try Payload.response("atmo-france/guadeloupe.json", .atmoFrance, at: Payload.receivedAt)
    let report = try #require(response.reports.first)
    #expect(report.site.id == "97101" && report.site.name == "Les Abymes")
    #expect(try report.site.coordinate == Coordinate(16.2690976053805, -61.4917115229248))
    #expect(report.site.timeZone == "America/Guadeloupe")
    let value = try #require(report[Self.index]?.newestReading())
    #expect(value.value == 1 && "\(value.interval)" == "2025-11-08T04:00:00Z/2025-11-09T04:00:00Z")
    #expect(report.attribution.map(\.text).contains("Gwad'Air"))
    #expect(response.newest(.publishedIndex(scale: "fr-atmo", pollutant: .o3), at: "97101")?.value == 1)
  }

  @Test(
    "0 is a gap, 7 an event without an index, and any other number is refused",
    arguments: [
      ("0", nil, []), ("7", nil, [AirNote.Code.remark]), ("6", 6, []), ("8", nil, [.refused]),
      ("\"x\"", nil, [.refused]),
    ]
      as [(String, Double?, [AirNote.Code])])
  func classes(code: String, value: Double?, notes: [AirNote.Code]) throws {
    let response = try decode(Self.feature(#""date_ech": "2026-10-01", "code_qual": \#(code), "code_o3": 2"#))
    #expect(response.newest(Self.index, at: "75056")?.value == value)
    #expect(response.newest(.publishedIndex(scale: "fr-atmo", pollutant: .o3), at: "75056")?.value == 2)
    #expect(response.notes.map(\.code).filter { $0 != .notMeasured } == notes)
  }

  @Test(
    "the scale of before 2021 is never shown as today's",
    arguments: [
      #""date_ech": "2020-03-01", "valeur": 4, "qualif": "Bon""#,
      #""date_ech": "2020-03-01", "code_qual": 4"#,
    ])
  func oldScale(members: String) throws {
    do {
      let response = try decode(Self.feature(members))
      #expect(
        response.reports.allSatisfy(\.series.isEmpty) && response.notes.contains { $0.code == .refused })
    } catch let error as AQError {
      #expect(error.code == .unsupported && error.message.contains("2020"))
    }
  }

  @Test(
    "days are local, however they are written",
    arguments: [
      ("75056", #""2026-10-25""#, "2026-10-24T22:00:00Z"),
      ("75056", #""2026-10-02Z""#, "2026-10-01T22:00:00Z"),
      ("75056", #""2026-10-02T00:00:00Z""#, "2026-10-01T22:00:00Z"),
      ("75056", "1790892000000", "2026-10-01T22:00:00Z"),
      ("97411", #""2026-10-02""#, "2026-10-01T20:00:00Z"),
      ("249730045", #""2026-10-02""#, "2026-10-02T03:00:00Z"),
    ])
  func days(zone: String, text: String, start: String) throws {
    let response = try decode(
      Self.feature(#""date_ech": \#(text), "code_qual": 2"#).replacing("75056", with: zone))
    #expect(response.newest(Self.index, at: zone).map { "\($0.interval.start)" } == start)
    #expect(response.newest(Self.index, at: zone)?.averaging == .day)
  }

  @Test(
    "a day on which clocks change has 23 or 25 hours",
    arguments: [
      ("2026-10-25", "2026-10-24T22:00:00Z/2026-10-25T23:00:00Z"),
      ("2026-03-29", "2026-03-28T23:00:00Z/2026-03-29T22:00:00Z"),
    ])
  func changeOfClocks(day: String, interval: String) throws {
    let response = try decode(Self.feature(#""date_ech": "\#(day)", "code_qual": 2"#))
    let reading = response.newest(Self.index, at: "75056")
    #expect(reading.map { "\($0.interval)" } == interval && reading?.averaging == .day)
  }

  @Test(
    "the newest computation of an index counts, and French Guiana's swapped coordinates are corrected"
  )
  func repeated() throws {
    func zone(_ code: Int, _ time: String) -> String {
      #"{"properties": {"aasqa": "03", "code_zone": "249730045", "date_ech": "2026-10-02", "date_maj": "2026-10-02T\#(time)Z", "code_qual": \#(code), "x_wgs84": 353000.5, "y_wgs84": 545000.5, "x_reg": -52.3, "y_reg": 4.9}}"#
    }
    let response = try decode(
      #"{"features": [\#(zone(2, "09:00:00")), \#(zone(3, "14:00:00")), \#(zone(1, "08:00:00"))]}"#)
    #expect(response.readings(Self.index, at: "249730045").map(\.value) == [3])
    let left = response.notes.filter { $0.code == .remark }
    #expect(left.map(\.message) == ["Older computations of a day were left out."] && left[0].count == 2)
    #expect(try response.reports.first?.site.coordinate == Coordinate(4.9, -52.3))
  }

  @Test("coordinates in Web Mercator metres aren't taken for degrees")
  func webMercator() throws {
    let text = Self.feature(#""date_ech": "2026-10-01", "code_qual": 3, "x_wgs84": 2.35, "y_wgs84": 48.86"#)
      .replacing(
        #""geometry": null"#, with: #""geometry": {"type": "Point", "coordinates": [261600.5, 6250000.5]}"#)
    #expect(try decode(text).reports.first?.site.coordinate == Coordinate(48.86, 2.35))
  }

  @Test(
    "refusals, pages and other JSON are errors by their text; an empty list is accepted",
    arguments: [
      (#"{"code": 401, "message": "JWT Token not found"}"#, AQError.Code.unauthorized),
      (#"{"code": 401, "message": "Expired JWT Token"}"#, .unauthorized),
      (#"{"error": {"code": 400, "message": "Invalid query parameters"}}"#, .invalidRequest),
      ("<html><body>Maintenance</body></html>", .unavailable), (#"{"a": 1}"#, .malformed),
      ("{\"features\": [", .malformed),
    ])
  func refusals(text: String, code: AQError.Code) throws {
    let error = #expect(throws: AQError.self) { try decode(text) }
    #expect(error?.code == code)
    #expect(try decode(#"{"features": []}"#).notes.map(\.code) == [.notMeasured])
  }

  @Test("the source keeps every rule") func source() async throws { try await Self.contract.verifySource() }

  @Test("the adapter keeps every rule, whatever bytes it is given", arguments: AdapterRule.allCases)
  func adapter(rule: AdapterRule) async throws {
    try await Self.contract.verifyAdapter(rule, AirQuery(near: Coordinate(43.6, 1.44)))
  }
}
