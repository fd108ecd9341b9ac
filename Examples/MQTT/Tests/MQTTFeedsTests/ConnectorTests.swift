import AQKit
import AQKitTesting
import Foundation
import Testing

@testable import MQTTFeeds

/// The connector, tried on a real broker.
@Suite(.enabled(if: Broker.isInstalled), .timeLimit(.minutes(10))) struct ConnectorTests {
  private func connect(
    _ broker: Broker, _ topics: [MQTTFeedConnector.Topic] = ["air/#"],
    session: MQTTFeedConnector.Session = .clean, limit: Int = 1 << 20, buffer: Int = 4 << 20
  ) async throws -> any FeedConnection {
    try await MQTTFeedConnector(topics, session: session).connect(
      to: FeedEndpoint(url: broker.url, maximumMessageSize: limit, maximumBufferedBytes: buffer))
  }

  @Test("messages published under a topic arrive, with both qualities of service", arguments: [0, 1])
  func receives(quality: Int) async throws {
    let broker = try await Broker()
    let connection = try await connect(broker, ["air/+/now", .init("other", .atMostOnce)])
    try await broker.publish("air/kitchen/now", "12", quality: quality)
    try await broker.publish("air/kitchen", "13", quality: quality)
    try await broker.publish("other", "14", quality: quality)
    let messages = try await connection.receive(2)
    #expect(messages.map(\.topic) == ["air/kitchen/now", "other"])
    #expect(messages.map(\.text) == ["12", "14"])
    #expect(messages.allSatisfy { $0.age == .fresh })
    await connection.close(.normal)
    #expect(try await connection.receive() == nil)
    try await eventually { broker.log.contains("Received DISCONNECT from aqkit") }
  }

  @Test("a retained message is marked as old, and later ones aren't")
  func retained() async throws {
    let broker = try await Broker()
    try await broker.publish("air/kitchen", "old", retained: true)
    let connection = try await connect(broker)
    #expect(try await connection.receive(1).map(\.age) == [.retained])
    try await broker.publish("air/kitchen", "new", retained: true)
    #expect(try await connection.receive(1).map(\.age) == [.fresh])
  }

  @Test("a persistent session gets the missed messages, marked, up to the last and no further")
  func backlog() async throws {
    let broker = try await Broker("allow_anonymous true\nmax_inflight_messages 20")
    let session = MQTTFeedConnector.Session.persistent(clientID: "recorder")
    let first = try await connect(broker, session: session)
    await first.close(.normal)
    // More than the broker's window has room for.
    for index in 0..<70 { try await broker.publish("air/kitchen", "\(index)") }
    let second = try await connect(broker, session: session)
    let kept = try await second.receive(70)
    #expect(kept.map(\.text) == (0..<70).map(String.init))
    #expect(kept.allSatisfy { $0.age == .queued })
    var ages: [MQTTAge] = []
    // A fence may still be under way.
    for _ in 0..<30 {
      try await broker.publish("air/kitchen", "new")
      ages += try await second.receive(1).map(\.age)
      if ages.last == .fresh { break }
    }
    #expect(ages.last == .fresh)
  }

  @Test("messages not acknowledged when the connection was killed are sent again")
  func redelivery() async throws {
    let broker = try await Broker()
    let session = MQTTFeedConnector.Session.persistent(clientID: "recorder")
    // Room for one message, so that the others stay with the broker or in flight.
    var connection: (any FeedConnection)? = try await connect(broker, session: session, buffer: 1)
    for index in 0..<10 { try await broker.publish("air/kitchen", "\(index)") }
    let seen = try #require(try await connection?.receive()).map(\.text)
    connection = nil
    let second = try await connect(broker, session: session)
    var texts = Set(seen)
    while !texts.contains("9") { texts.formUnion(try await second.receive(1).map(\.text)) }
    // The first connection may have acknowledged one more, which was lost with it.
    #expect(texts.count >= 9)
  }

  @Test("a clean session gets no missed messages")
  func clean() async throws {
    let broker = try await Broker()
    let first = try await connect(broker)
    await first.close(.normal)
    try await broker.publish("air/kitchen", "missed")
    let second = try await connect(broker)
    try await broker.publish("air/kitchen", "new")
    #expect(try await second.receive(1).map(\.text) == ["new"])
  }

  @Test("a message beyond the limit is counted in its place, and the next one arrives")
  func oversized() async throws {
    let broker = try await Broker()
    let connection = try await connect(broker, limit: 1000)
    try await broker.publish("air/camera", String(repeating: "x", count: 1001))
    try await broker.publish("air/kitchen", String(repeating: "y", count: 1000))
    let messages = try await connection.receive(2)
    #expect(messages.first?.topic == nil && messages.first?.leftOut?.count == 1)
    #expect(messages.last?.topic == "air/kitchen" && messages.last?.bytes.count == 1000)
  }

  @Test("while no task receives, little is read, nothing is lost, and the connection stays open")
  func bounded() async throws {
    let broker = try await Broker("allow_anonymous true\nmax_queued_messages 0")
    let connection = try await MQTTFeedConnector(["air/#"], keepAlive: .seconds(5)).connect(
      to: FeedEndpoint(url: broker.url, maximumBufferedBytes: 1))
    for index in 0..<100 { try await broker.publish("air/kitchen", "\(index)") }
    // The broker would have closed after 7.5 s.
    try await eventually { broker.log.components(separatedBy: "Received UNSUBSCRIBE").count > 4 }
    // At most one window of the broker's messages is in flight.
    #expect(broker.log.components(separatedBy: "Received PUBACK from aqkit").count < 30)
    #expect(try await connection.receive(100).map(\.text) == (0..<100).map(String.init))
  }

  @Test("a quiet connection is kept alive by pings, and an unresponsive broker is noticed")
  func keepAlive() async throws {
    let broker = try await Broker()
    let connection = try await MQTTFeedConnector(["air/#"], keepAlive: .seconds(5)).connect(
      to: FeedEndpoint(url: broker.url))
    try await eventually { broker.log.contains("Received PINGREQ from aqkit") }
    try await broker.publish("air/kitchen", "alive")
    #expect(try await connection.receive(1).map(\.text) == ["alive"])
    broker.send(SIGSTOP)
    let error = await #expect(throws: AQError.self) { _ = try await connection.receive() }
    #expect(error?.code == .timedOut)
  }

  @Test("a killed broker ends the connection with an error that may be retried")
  func killed() async throws {
    let broker = try await Broker()
    let connection = try await connect(broker)
    broker.send(SIGKILL)
    let error = await #expect(throws: AQError.self) { _ = try await connection.receive() }
    #expect(error?.code == .unreachable && error?.retry != .never)
    let refused = await #expect(throws: AQError.self) { _ = try await self.connect(broker) }
    #expect(refused?.code == .unreachable)
  }

  @Test(
    "an invalid address, topic or identifier is an error before anything is sent",
    arguments: [
      ("ws://127.0.0.1", "air/#", "x"), ("mqtt://", "air/#", "x"), ("mqtt://user@127.0.0.1", "air/#", "x"),
      ("mqtt://127.0.0.1/air", "air/#", "x"), ("mqtt://127.0.0.1:99999", "air/#", "x"),
      ("mqtt://127.0.0.1", "air/#/more", "x"), ("mqtt://127.0.0.1", "", "x"),
      ("mqtt://127.0.0.1", "air/#", ""),
    ])
  func checks(url: String, topic: String, id: String) async throws {
    let connector = MQTTFeedConnector([.init(topic)], session: .persistent(clientID: id))
    let error = await #expect(throws: AQError.self) {
      _ = try await connector.connect(to: FeedEndpoint(url: url))
    }
    #expect(error?.code == .invalidRequest)
  }

  @Test("a peer that accepts and stays silent is given up in time")
  func silent() async throws {
    let broker = try await Broker()
    broker.send(SIGSTOP)
    let error = await #expect(throws: AQError.self) {
      _ = try await MQTTFeedConnector(["air/#"]).connect(
        to: FeedEndpoint(url: broker.url, handshakeTimeout: .milliseconds(200)))
    }
    #expect(error?.code == .timedOut)
  }

  @Test("an endpoint's limit on silence is obeyed")
  func idle() async throws {
    let broker = try await Broker()
    let connection = try await MQTTFeedConnector(["air/#"]).connect(
      to: FeedEndpoint(url: broker.url, idleTimeout: .milliseconds(200)))
    let error = await #expect(throws: AQError.self) { _ = try await connection.receive() }
    #expect(error?.code == .timedOut)
  }

  @Test("a name with two addresses, of which one refuses, is reached")
  func name() async throws {
    let broker = try await Broker()
    let connection = try await MQTTFeedConnector(["air/#"]).connect(
      to: FeedEndpoint(url: "mqtt://localhost:\(broker.port)"))
    try await broker.publish("air/kitchen", "12")
    #expect(try await connection.receive(1).map(\.text) == ["12"])
  }
}
