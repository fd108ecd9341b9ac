import AQKit
import AQKitTesting
import Testing

@testable import Feeds

private func event(_ type: String, _ text: String, id: String = "") -> FeedMessage {
  FeedMessage(.event(type: type, id: id), Array(text.utf8))
}

@Suite(.timeLimit(.minutes(10))) struct ESPHomeFeedTests {
  static let feed = ESPHomeFeed(
    device: AirSite(id: "kitchen", name: "Kitchen", kind: .lowCostSensor, isIndoor: true),
    sensors: ["sensor-pm_2_5": .pm25, "sensor-co2": .co2, "sensor-temperature": .temperature])
  static let recorded = [
    event("ping", #"{"title":"Kitchen"}"#),
    event("state", #"{"id":"sensor-pm_2_5","value":7.3,"state":"7.3 µg/m³"}"#),
    event("log", "\u{1B}[0;36m[D][sensor:131]: sending state\u{1B}[0m"),
    event("state", #"{"id":"sensor-co2","value":812,"state":"812 ppm"}"#),
  ]
  static let contract = SourceContract(decoder: feed, messages: recorded, at: noon)

  @Test("the source keeps every rule", arguments: contract.rules(asOf: "1.0.0-beta.1"))
  func source(rule: ContractRule) async throws { try await Self.contract.verify(rule) }

  @Test(
    "truncated or corrupt input never crashes the decoder",
    arguments: AdapterRule.rules(asOf: "1.0.0-beta.1"))
  func decoder(rule: AdapterRule) async throws {
    try await AdapterContract(Self.feed, messages: Self.recorded, for: AirQuery(places: []), at: noon)
      .verify(rule)
  }

  @Test("a state is a reading, whose unit is in its text")
  func state() throws {
    let response = try decode(
      Self.feed, event("state", #"{"id":"sensor-pm_2_5","value":7.3,"state":"7.3 µg/m³"}"#),
      event("state", #"{"id":"sensor-co2","value":812,"state":"812 ppm"}"#),
      event("state", #"{"id":"sensor-temperature","value":21.846,"state":"21.8 °C"}"#))
    #expect(readings(response).map(\.value) == [7.3, 812, 21.846])
    #expect(readings(response).map(\.unit) == ["µg/m³", "ppm", "°C"])
    #expect(response.reports.map(\.site.id) == ["kitchen"])
    #expect(readings(response).allSatisfy { $0.interval.end == noon && $0.flags == [.timeOfReceipt] })
    #expect(response.notes.isEmpty)
  }

  @Test(
    "pings, logs with colours that aren't JSON, and other sensors give nothing, without an error"
  )
  func others() throws {
    let response = try decode(
      Self.feed, event("ping", #"{"title":"Athom Energy Monitor ddee01"}"#),
      event("log", "\u{1B}[0;36m[D][sensor:131]: sending state\u{1B}[0m"), event("log", "{"),
      event("state", #"{"id":"sensor-voltage","value":239.3847,"state":"239.4 V"}"#),
      FeedMessage(text: "not an event"))
    #expect(readings(response).isEmpty && response.notes.isEmpty)
  }

  @Test("a sensor without a value is a gap and not zero", arguments: ["null", "nan", "NaN"])
  func absent(value: String) throws {
    let text = #"{"id":"sensor-co2","value":\#(value),"state":"NA"}"#
    let response = try decode(Self.feed, event("state", text))
    #expect(readings(response).isEmpty && !response.notes.contains { $0.code == .refused })
  }

  @Test("an invalid state is refused, and the next one is read")
  func broken() throws {
    let response = try decode(
      Self.feed, event("state", "{"), event("state", #"{"value":7,"state":"7 ppm"}"#),
      event("state", #"{"id":"sensor-co2","value":"high","state":"high"}"#),
      event("state", #"{"id":"sensor-co2","value":400,"state":"400 parsecs"}"#),
      event("state", #"{"id":"sensor-co2","value":400,"state":"400 ppm"}"#))
    #expect(readings(response).map(\.value) == [400])
    #expect(response.notes.reduce(0) { $0 + $1.count } == 4)
    #expect(response.notes.allSatisfy { $0.code == .refused })
  }

  @Test("ids that restart are neither times nor an order: every state counts")
  func restart() async throws {
    let first = event("state", #"{"id":"sensor-co2","value":500,"state":"500 ppm"}"#, id: "86400123")
    let second = event("state", #"{"id":"sensor-co2","value":510,"state":"510 ppm"}"#, id: "1204")
    let clock = ManualClock(noon)
    let values = try await clock.run {
      let connector = ScriptedConnector(
        [.plays([.messages([first]), .end]), .plays([.wait(.seconds(5)), .messages([second]), .hang])],
        clock: clock)
      let source = FeedSource(
        Self.feed, at: FeedEndpoint(url: "http://kitchen.test/events"), through: connector, clock: clock)
      async let values = Self.values(of: source, 2)
      await clock.advance(by: .seconds(20))
      return try await values
    }
    #expect(values == [500, 510])
  }

  @Test("a source of decoder and connector returns reports")
  func source() async throws {
    let state = event("state", #"{"id":"sensor-co2","value":640,"state":"640 ppm"}"#)
    let connector = ScriptedConnector(playing: [.messages([event("ping", "{}"), state]), .hang])
    let response = try await kitchen(through: connector).fetch(AirQuery(places: [.site("kitchen")]))
    #expect(response.reports.first?[.co2]?.values == [640])
    #expect(connector.endpoints.map(\.url) == ["http://kitchen.local/events"])
  }

  @Test("a device that sends nothing for half a minute counts as gone")
  func liveness() throws {
    let liveness = try #require(Self.feed.semantics.liveness)
    #expect(liveness.deadline == .seconds(30))
    #expect(liveness.sign(event("ping", "")) == .alive && Self.feed.semantics.time == .none)
  }

  private static func values(of source: some AirDataSource, _ count: Int) async throws -> [Double] {
    var values: [Double] = []
    for try await update in source.updates(for: AirQuery(places: [])) {
      values += readings(AirResponse(reports: update.reports)).map(\.value)
      if values.count >= count { break }
    }
    return values
  }
}
