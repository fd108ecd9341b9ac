import AQKit
import AQKitTesting
import Testing

@testable import AQKitStations

@Suite("Finland's stations") struct FMITests {
  private static let now = AirTime(secondsSince1970: 1_795_166_400)  // 2026-11-20T09:20:00Z
  private static let adapter = FMIStations(baseURL: nil)
  private static let index = AirParameter("aqi.fi-aqi")

  private static func reply(_ url: String) throws -> String {
    try Payload.text(url.contains("fmi%3A%3Aef%3A%3Astations") ? "fmi/stations.xml" : "fmi/hours.xml")
  }

  private static let contract = ServiceContract(adapter: adapter, recordedAt: now, reply: reply)

  private func fetch(_ query: AirQuery = AirQuery(places: [])) async throws -> (AirResponse, [String]) {
    let transport = StubTransport { TransportResponse(status: 200, text: try Self.reply($0.url)) }
    let source = HTTPSource(Self.adapter, transport: transport, clock: ManualClock(Self.now))
    return (try await source.fetch(query), transport.requests.map(\.url))
  }

  private func read(_ text: String) throws -> AirResponse {
    try PayloadFormat.fmi.decode(Array(text.utf8), .init(receivedAt: Self.now))
  }

  @Test("values get the station at their place, however many digits it has; a time is the end of its hour")
  func joined() async throws {
    let (response, _) = try await fetch()
    let value = try #require(response.newest(.pm10, at: "900001"))
    #expect(value.value == 7.25 && value.unit == .microgramsPerCubicMetre && value.flags == [.provisional])
    #expect(value.interval.start == AirTime("2026-11-20T08:00:00Z"))
    #expect(value.interval.end == AirTime("2026-11-20T09:00:00Z"))
    let site = try #require(response.reports.first { $0.site.id == "900001" }?.site)
    #expect(site.name == "Helsinki Esimerkki" && site.details.further == ["region": "Helsinki"])
    #expect(try site.coordinate == Coordinate(60.18739, 24.9506))
    // Some metres from the place in the list.
    #expect(response.newest(.no2, at: "900003")?.value == 11.5)
    #expect(response.newest(.bc, at: "900003")?.value == 0.4)
  }

  @Test("NaN is a gap, the index is Finland's, and a value without a known unit is left out with a note")
  func values() async throws {
    let (response, _) = try await fetch()
    #expect(response.readings(.pm25, at: "900001").map(\.value) == [2.5])
    #expect(response.readings(Self.index, at: "900001").map(\.value) == [1, 2])
    #expect(response.newest(.co, at: "900001") == nil)
    #expect(response.notes.contains { $0.code == .remark && $0.message.contains("CO_PT1H_avg") })
    #expect(!response.notes.contains { $0.code == .refused })
  }

  @Test("values at a place without a listed station belong to the place")
  func unknownStation() async throws {
    let (response, _) = try await fetch()
    let report = try #require(response.reports.first { $0.site.id == nil })
    #expect(try report.site.coordinate == Coordinate(60, 25) && report.series.map(\.parameter) == [.o3])
  }

  @Test("values alone belong to their places, latitude first")
  func valuesAlone() throws {
    let response = try read(Payload.text("fmi/hours.xml"))
    #expect(response.reports.count == 3)
    #expect(try response.reports.first?.site.coordinate == Coordinate(60.18739, 24.9506))
    #expect(response.reports.first?.series(of: .pm10).first?.values == [8.5, 7.25])
  }

  @Test("the list alone gives the stations")
  func stations() throws {
    let response = try read(Payload.text("fmi/stations.xml"))
    #expect(response.reports.map(\.site.id) == ["900001", "900002", "900003"])
  }

  @Test("a value without a time, or not on Earth, is refused alone")
  func brokenElements() throws {
    let text = try Payload.text("fmi/hours.xml")
      .replacing("<BsWfs:Time>2026-11-20T08:00:00Z</BsWfs:Time>", with: "")
      .replacing("61.49534 23.77521", with: "961.49534 23.77521")
    let response = try read(text)
    #expect(response.reports.first?.series(of: .pm10).first?.values == [7.25])
    #expect(response.notes.filter { $0.code == .refused }.reduce(0) { $0 + $1.count } == 4)
  }

  @Test("a collection that the service cut says how much of it came")
  func cut() throws {
    let response = try read(
      Payload.text("fmi/hours.xml").replacing(#"numberMatched="10""#, with: #"numberMatched="25""#))
    let cut = response.notes.filter { $0.code == .limitReached }
    #expect(cut.map(\.message) == ["FMI sent 10 of 25 values."])
    #expect(try read(Payload.text("fmi/hours.xml")).notes.allSatisfy { $0.code != .limitReached })
  }

  @Test("a collection without members gives a note")
  func empty() throws {
    let response = try read(
      #"<wfs:FeatureCollection xmlns:wfs="http://www.opengis.net/wfs/2.0" numberReturned="0"/>"#)
    #expect(response.reports.isEmpty && response.notes.map(\.code) == [.nothingNear])
  }

  @Test("an exception report is an error with its reason, whatever its status", arguments: [200, 400])
  func exception(status: Int) async throws {
    let text = try Payload.text("fmi/error.xml")
    let source = HTTPSource(
      Self.adapter, transport: StubTransport { _ in TransportResponse(status: status, text: text) },
      clock: ManualClock(Self.now))
    let error = await #expect(throws: AQError.self) {
      try await source.fetch(AirQuery(near: Coordinate(60.18, 24.95)))
    }
    #expect(error?.code == .invalidRequest && error?.message.contains("Invalid time interval") ?? false)
  }

  @Test(
    "pages, other documents and cut replies are errors",
    arguments: [
      ("<html><body>Huoltokatko</body></html>", AQError.Code.unavailable), ("<html>x</html>", .malformed),
      ("<rss><channel/></rss>", .malformed), ("<wfs:FeatureCollection><wfs:mem", .malformed),
      (#"{"message":"x"}"#, .malformed),
    ])
  func refusals(text: String, code: AQError.Code) throws {
    let error = #expect(throws: AQError.self) { try read(text) }
    #expect(error?.code == code)
  }

  @Test("a place takes the list and the values in a box of half degrees around it, west first")
  func requests() async throws {
    let query = try AirQuery(near: Coordinate(60.18, 24.95))
    let (response, urls) = try await fetch(query)
    #expect(
      urls == [
        "https://opendata.fmi.fi/wfs?service=WFS&version=2.0.0&request=getFeature"
          + "&storedquery_id=fmi%3A%3Aef%3A%3Astations&networkid=151",
        "https://opendata.fmi.fi/wfs?service=WFS&version=2.0.0&request=getFeature"
          + "&storedquery_id=urban%3A%3Aobservations%3A%3Aairquality%3A%3Ahourly%3A%3Asimple"
          + "&bbox=24,59.5,26,61&starttime=2026-11-20T05%3A00%3A00Z",
      ])
    #expect(response.reports.first?.site.id == "900001")
    let (_, ofStation) = try await fetch(AirQuery(places: [.site("900003")]))
    #expect(ofStation.last?.contains("&fmisid=900003&") ?? false)
  }

  @Test("the source keeps every rule") func source() async throws { try await Self.contract.verifySource() }

  @Test("the adapter keeps every rule, whatever bytes it is given", arguments: AdapterRule.allCases)
  func adapter(rule: AdapterRule) async throws {
    try await Self.contract.verifyAdapter(rule, AirQuery(near: Coordinate(60.18739, 24.9506)))
  }
}
