import AQKit
import Foundation
import Testing

@testable import MQTTFeeds

/// Whole feeds: broker, connector, decoder and the feed's own policy of reconnecting.
@Suite(.enabled(if: Broker.isInstalled), .timeLimit(.minutes(10))) struct SourceTests {
  @Test("a restarted broker continues to deliver, and the gap is marked")
  func reconnects() async throws {
    let broker = try await Broker()
    let source = FeedSource(
      MQTTFeed(Zigbee2MQTTFeed()), at: FeedEndpoint(url: broker.url),
      through: MQTTFeedConnector(["zigbee2mqtt/#"]),
      options: FeedOptions(
        reconnection: FeedOptions.ReconnectPolicy(base: .milliseconds(50), cap: .milliseconds(200))))
    var (values, gaps) = ([Double](), 0)
    var publishing = Self.publish(to: broker, 7)
    defer { publishing.cancel() }
    for try await update in source.updates(for: AirQuery(places: [])) {
      gaps += update.gap == nil ? 0 : 1
      let isFirst = values.isEmpty
      values += update.reports.flatMap { $0.series.flatMap(\.values) }
      if isFirst, !values.isEmpty {
        publishing.cancel()
        broker.send(SIGKILL)
        try await broker.start()
        publishing = Self.publish(to: broker, 9)
      }
      if values.contains(9) { break }
    }
    publishing.cancel()
    _ = await publishing.result
    #expect(Set(values) == [7, 9] && gaps == 1)
  }

  /// Publishes again and again, because the subscriber may not be there yet.
  private static func publish(to broker: Broker, _ value: Int) -> Task<Void, any Error> {
    Task {
      for _ in 0..<600 {
        try? await broker.publish("zigbee2mqtt/Kitchen", #"{"pm25":\#(value),"linkquality":98}"#)
        try await Task.sleep(for: .milliseconds(50))
      }
    }
  }

  @Test("a retained value without a time isn't a reading, and one with a time keeps it")
  func retained() async throws {
    let broker = try await Broker()
    try await broker.publish("zigbee2mqtt/Kitchen", #"{"pm25":7}"#, retained: true)
    try await broker.publish(
      "zigbee2mqtt/Bedroom", #"{"pm25":9,"last_seen":"2026-03-07T12:54:34.000Z"}"#, retained: true)
    let source = FeedSource(
      MQTTFeed(Zigbee2MQTTFeed()), at: FeedEndpoint(url: broker.url),
      through: MQTTFeedConnector(["zigbee2mqtt/#"]))
    let response = try await source.fetch(AirQuery(places: [.site("Bedroom")]))
    #expect(response.reports.map(\.site.id) == ["Bedroom"])
    #expect(
      response.reports.first?[.pm25].map { Array($0.readings) }?.first?.interval.end
        == AirTime("2026-03-07T12:54:34Z")
    )
  }

  @Test("garbage among good messages is counted, and the feed continues")
  func garbage() async throws {
    let broker = try await Broker()
    let source = FeedSource(
      MQTTFeed(Zigbee2MQTTFeed()), at: FeedEndpoint(url: broker.url),
      through: MQTTFeedConnector(["zigbee2mqtt/#"]))
    var refused = 0
    let publishing = Task {
      for _ in 0..<600 {
        for payload in ["{", "\u{0}\u{1}", "[]", #"{"pm25":"high"}"#, #"{"pm25":11}"#] {
          try Task.checkCancellation()
          try await broker.publish("zigbee2mqtt/Kitchen", payload)
        }
      }
    }
    defer { publishing.cancel() }
    for try await update in source.updates(for: AirQuery(places: [])) {
      refused += update.notes.filter { $0.code == .refused }.reduce(0) { $0 + $1.count }
      if refused >= 4, update.reports.contains(where: { $0[.pm25]?.values.contains(11) ?? false }) { break }
    }
    // It has the broker, which ends when it is released.
    publishing.cancel()
    _ = await publishing.result
    #expect(refused >= 4)
  }
}
