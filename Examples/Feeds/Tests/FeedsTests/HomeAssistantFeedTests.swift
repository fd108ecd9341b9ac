import AQKit
import AQKitTesting
import Testing

@testable import Feeds

@Suite(.timeLimit(.minutes(10))) struct HomeAssistantFeedTests {
  private let feed = HomeAssistantFeed(token: "ABCDEFGH")
  private let everything = AirQuery(places: [])

  private static let light =
    #"{"id":18,"type":"event","event":{"data":{"entity_id":"light.bed_light","new_state":{"entity_id":"light.bed_light","last_changed":"2016-11-26T01:37:24.265390+00:00","state":"on","attributes":{"friendly_name":"Bed Light"},"last_updated":"2016-11-26T01:37:24.265390+00:00"},"old_state":{}},"event_type":"state_changed","time_fired":"2016-11-26T01:37:24.265429+00:00","origin":"LOCAL"}}"#

  private static func event(_ state: String, _ kind: String = "pm25", _ unit: String? = "µg/m³") -> String {
    let unit = unit.map { #""unit_of_measurement":"\#($0)","# } ?? ""
    return
      #"{"id":2,"type":"event","event":{"data":{"entity_id":"sensor.\#(kind)","new_state":{"entity_id":"sensor.\#(kind)","state":"\#(state)","attributes":{\#(unit)"device_class":"\#(kind)","friendly_name":"Office"},"last_updated":"2026-10-01T11:59:58.265390+00:00"},"old_state":null},"event_type":"state_changed"}}"#
  }

  @Test("a state is a number as text, and a time has microseconds")
  func state() throws {
    let response = try decode(feed, FeedMessage(text: Self.event("12.75")))
    let reading = try #require(readings(response).first)
    #expect(reading.parameter == .pm25 && reading.value == 12.75 && reading.unit == "µg/m³")
    #expect(reading.interval == AirInterval(instant: noon.adding(seconds: -2)) && reading.flags.isEmpty)
    #expect(
      response.reports.map(\.site) == [AirSite(id: "sensor.pm25", name: "Office", kind: .lowCostSensor)])
  }

  @Test("a frame may hold an array of messages; a broken one loses only itself")
  func array() throws {
    let frame =
      "[\(Self.event("1")),\(Self.light),\(Self.event("many")),\(Self.event("612", "carbon_dioxide", "ppm"))]"
    let response = try decode(feed, FeedMessage(text: frame))
    #expect(
      readings(response).map(\.value) == [1, 612] && readings(response).map(\.parameter) == [.pm25, .co2])
    #expect(response.notes.count == 1 && response.notes[0].message.contains("element 2"))
  }

  @Test("an entity without a value is a gap and not zero", arguments: ["unavailable", "unknown"])
  func absent(state: String) throws {
    let response = try decode(feed, FeedMessage(text: Self.event(state)))
    #expect(readings(response).isEmpty && !response.notes.contains { $0.code == .refused })
  }

  @Test("lights, removed entities, and replies to the client give nothing, without an error")
  func others() throws {
    let gone =
      #"{"id":2,"type":"event","event":{"data":{"entity_id":"sensor.pm25","new_state":null,"old_state":{}}}}"#
    let response = try decode(
      feed, FeedMessage(text: Self.light), FeedMessage(text: gone),
      FeedMessage(text: Self.event("85", "battery", "%")),
      FeedMessage(text: #"{"id":19,"type":"pong"}"#),
      FeedMessage(text: #"{"id":18,"type":"result","success":true,"result":null}"#))
    #expect(readings(response).isEmpty && response.notes.isEmpty)
  }

  @Test("an index needs no unit; a concentration does")
  func units() throws {
    let index = try decode(feed, FeedMessage(text: Self.event("57", "aqi", nil)))
    #expect(readings(index).map(\.parameter) == [.publishedIndex])
    let bare = try decode(feed, FeedMessage(text: Self.event("57", "pm25", nil)))
    #expect(readings(bare).isEmpty && bare.notes.map(\.code) == [.refused])
  }

  private static let opening: [ScriptedConnection.Step] = [
    .text(#"{"type":"auth_required","ha_version":"2021.5.3"}"#), .awaitMessage,
    .text(#"{"type":"auth_ok","ha_version":"2021.5.3"}"#), .awaitMessage, .awaitMessage,
    .text(#"[{"id":1,"type":"result","success":true,"result":null}]"#),
    .text(#"{"id":2,"type":"result","success":true,"result":null}"#),
  ]

  private func source(_ connector: ScriptedConnector, _ clock: any AQClock) -> FeedSource<HomeAssistantFeed> {
    FeedSource(
      feed, at: FeedEndpoint(url: "ws://home.test:8123/api/websocket"), through: connector, clock: clock)
  }

  @Test("the server speaks first, then the client authorises itself and subscribes, with growing ids")
  func handshake() async throws {
    let clock = ManualClock(noon)
    let connector = ScriptedConnector(playing: Self.opening + [.text(Self.event("12")), .hang], clock: clock)
    let response = try await source(connector, clock).fetch(everything)
    #expect(readings(response).map(\.value) == [12])
    #expect(
      connector.connections[0].sent.map { String(decoding: $0.bytes, as: UTF8.self) } == [
        #"{"type":"auth","access_token":"ABCDEFGH"}"#,
        #"{"id":1,"type":"supported_features","features":{"coalesce_messages":1}}"#,
        #"{"id":2,"type":"subscribe_events","event_type":"state_changed"}"#,
      ])
  }

  @Test("a wrong token ends the feed: it isn't retried, and is in no error")
  func wrongToken() async throws {
    let clock = ManualClock(noon)
    let connector = ScriptedConnector(
      playing: [
        .text(#"{"type":"auth_required"}"#), .awaitMessage,
        .text(#"{"type":"auth_invalid","message":"Invalid password"}"#), .end,
      ], clock: clock)
    let source = source(connector, clock)
    let error = await #expect(throws: AQError.self) {
      for try await _ in source.updates(for: everything) {}
    }
    #expect(error?.code == .unauthorized && connector.attemptCount == 1)
    #expect(!String(describing: error).contains("ABCDEFGH"))
  }

  @Test("a refused subscription is an error")
  func refusedSubscription() async throws {
    let clock = ManualClock(noon)
    let refused = #"{"id":2,"type":"result","success":false,"error":{"code":"unknown_command"}}"#
    let connector = ScriptedConnector(
      playing: Self.opening.dropLast() + [.text(refused), .hang], clock: clock)
    let error = await #expect(throws: AQError.self) {
      _ = try await source(connector, clock).fetch(everything)
    }
    #expect(error?.code == .unsupported)
  }

  @Test("a new connection authorises and subscribes again, and pings continue with growing ids")
  func renewal() async throws {
    let clock = ManualClock(noon)
    let connector = ScriptedConnector(
      [
        .plays(Self.opening + [.text(Self.event("1")), .wait(.seconds(60)), .end]),
        .plays(Self.opening + [.text(Self.event("2")), .hang]),
      ], clock: clock)
    let source = source(connector, clock)
    let values = try await clock.run {
      async let values = Self.values(of: source)
      await clock.advance(by: .seconds(80))
      return try await values
    }
    #expect(values == [1, 2])
    let sent = connector.connections.map { $0.sent.map { String(decoding: $0.bytes, as: UTF8.self) } }
    #expect(sent[0].dropFirst(3).elementsEqual([#"{"id":3,"type":"ping"}"#, #"{"id":4,"type":"ping"}"#]))
    #expect(sent[1].count == 3 && sent[1][2].contains("subscribe_events"))
  }

  private static func values(of source: some AirDataSource) async throws -> [Double] {
    var values: [Double] = []
    for try await update in source.updates(for: AirQuery(places: [])) {
      values += readings(AirResponse(reports: update.reports)).map(\.value)
      if values.count >= 2 { break }
    }
    return values
  }

  @Test(
    "truncated or corrupt input neither crashes the decoder nor costs intact messages",
    arguments: AdapterRule.allCases)
  func contract(rule: AdapterRule) async throws {
    let messages = [
      FeedMessage(text: "[\(Self.event("12.5")),\(Self.event("400", "carbon_dioxide", "ppm"))]")
    ]
    try await AdapterContract(feed, messages: messages, for: everything, at: noon).verify(rule)
  }
}
