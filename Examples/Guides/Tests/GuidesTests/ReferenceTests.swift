import AQKit
import AQKitFixtures
import AQKitOpenMeteo
import AQKitOpenMeteoStandIn
import AQKitTesting
import Foundation
import Testing

@testable import Guides

@Suite("The examples of doc comments") struct ReferenceTests {
  private static let now = AirTime(secondsSince1970: 1_790_856_000)

  private func reply(_ text: String) -> HTTPReply<Void> {
    HTTPReply(
      TransportResponse(status: 200, body: Array(text.utf8)), step: (), query: AirQuery(places: []),
      receivedAt: Self.now)
  }

  @Test("a source with two members keeps the contract")
  func smallSource() async throws {
    let clock = ManualClock()
    let source = windowSill(clock: clock) { (7.5, clock.time.secondsSince1970) }
    try await SourceContract(source, clock: clock).check().verify()
  }

  @Test("JSON is read as a tree, by rows and in columns")
  func json() throws {
    let elevations = try elevations(
      in: reply(
        #"{"hourly":{"pm2_5":[1,null]},"results":[{"name":"A","elevation":7},{"name":"B"}]}"#))
    #expect(elevations["A"] == 7)
    let indices = try indices(in: Array(#"[{"city":"Pune","aqi":64}]"#.utf8))
    #expect(indices.map(\.aqi) == [64])
    let columns = try hourlyColumns(of: reply(#"{"a":1,"hourly":{"o3":[1,2]}}"#))
    #expect(columns == ["o3": [1, 2]])
  }

  @Test("tables, documents and lines become values, and a wrong row loses only itself")
  func rows() throws {
    var report = ReportBuilder(CityAir.descriptor, receivedAt: Self.now)
    try readTable(
      reply("station;time;NO2\nA;2026-10-01T11:00:00Z;1,5\nB;2026-10-01T11:00:00Z;2\n"), of: "A",
      into: &report)
    try readDocument(
      reply(
        "<a><PollutantConcentration><StationName>C</StationName><PM2.5>3</PM2.5></PollutantConcentration></a>"
      ),
      at: .time(Self.now), into: &report)
    try readLines(
      reply("{\"station\":\"D\",\"pm25\":4,\"time\":\"2026-10-01T11:00:00Z\"}\n{}\n"), into: &report)
    let response = report.response()
    #expect(response.reports.flatMap { $0.series.flatMap(\.values) }.sorted() == [1.5, 3, 4])
  }

  @Test("a source waits for a clock that a test advances")
  func manualClock() async throws {
    let query = AirQuery(places: [.site("sill")])
    let clock = ManualClock()
    let source = windowSill(clock: clock) {
      try await clock.sleep(for: .seconds(30))
      return (pm25: 7.5, at: 1_790_856_000)  // where a manual clock begins
    }
    try await clock.run {
      async let fetched = source.fetch(query)
      await clock.advance(by: .seconds(30))
      let response = try await fetched
      #expect(response.reports.count == 1)
    }
  }

  @Test("Open-Meteo's stand-in fails once")
  func standIn() async throws {
    let query = try AirQuery(near: Coordinate(49.2, 16.6), parameters: [.pm25])
    let clock = ManualClock()
    let standIn = OpenMeteoStandIn(clock: clock)
    let source = HTTPSource(OpenMeteoAirQuality(), transport: standIn, clock: clock)
    standIn.next(.status(502))  // what the next request meets; then it is honest again
    await #expect(throws: AQError.self) { try await source.fetch(query) }
    let response = try await source.fetch(query)
    #expect(!response.reports.isEmpty && standIn.requests.count == 2)
  }

  @Test("a missing member is a change with a warning")
  func shapes() throws {
    let recorded = try PayloadShape(Array(#"{"pm25":1,"o3":2}"#.utf8)).lines
    let live = Array(#"{"pm25":1,"o3":3}"#.utf8)
    let changes = PayloadShape(lines: recorded).changes(in: try PayloadShape(live))
    #expect(!changes.contains { $0.isWarning })
  }

  @Test("a described device can be asked")
  func devices() async throws {
    let transport = StubTransport(always: .json(#"{"dust":{"fine":4}}"#))
    let source = try sniffer(through: transport)
    let response = try await source.fetch(AirQuery(places: [.site("sniffer")]))
    #expect(response.reports.count == 1)
  }
}

@Suite("An adapter against bytes of any kind") struct CityAirTests {
  static let query = AirQuery(places: [.site("1017")])
  static let recordedAt = AirTime(secondsSince1970: 1_790_856_000)
  static let payload = Array(
    #"{"stations":[{"id":"1017","pm25":12.5,"time":"2026-10-01T11:00:00Z"}]}"#.utf8)

  static let contract = AdapterContract(
    CityAir(key: "key-of-the-test"), recordings: [.init(payload, for: query, at: recordedAt)])

  @Test(arguments: AdapterRule.allCases) func keeps(_ rule: AdapterRule) async throws {
    try await Self.contract.verify(rule)
  }
}
