import AQKit
import AQKitFixtures
import AQKitTesting
import Foundation
import Testing

@Suite("The speed of a replay", .timeLimit(.minutes(10)))
struct ReplaySpeedTests {
  private static let request = Cassette.Request(method: "GET", url: "https://a.org/x", headers: [], body: [])

  private static func cassette(_ took: Duration) -> Cassette {
    Cassette(
      startedAt: AirTime(secondsSince1970: 1_790_000_000),
      exchanges: [.init(request, .response(TransportResponse(status: 204)), after: .zero, took: took)])
  }

  @Test("becomes nil unless it is positive and finite", arguments: [0, -1, .nan, .infinity])
  func unusable(speed: Double) {
    var options = FixtureOptions(replaySpeed: speed)
    #expect(options.replaySpeed == nil)
    options.replaySpeed = speed
    #expect(options.replaySpeed == nil)
  }

  @Test(
    "is any number: the wait for a reply that would never come can be cancelled",
    arguments: [1e-300, .leastNonzeroMagnitude, 1e-19])
  func replies(speed: Double) async throws {
    let clock = ManualClock()
    let transport = ReplayTransport(Self.cassette(.seconds(2)), speed: speed, clock: clock)
    let reply = Task { try await transport.send(TransportRequest(url: "https://a.org/x")) }
    try await clock.untilAsleep()
    await clock.advance(by: .seconds(86_400))
    #expect(clock.sleeperCount == 1)
    reply.cancel()
    await #expect(throws: CancellationError.self) { try await reply.value }
  }

  @Test(
    "is any number for messages, too: the slowest still wait after a day, the fastest arrive at once",
    arguments: [1e-300, .leastNonzeroMagnitude, 1e300])
  func messages(speed: Double) async throws {
    let clock = ManualClock()
    let entries = [0, 5, 5, 9].map {
      FeedRecording.Entry(after: .seconds($0), message: FeedMessage(text: "\($0)"))
    }
    let connector = ReplayConnector(
      FeedRecording(startedAt: clock.time, entries: entries), speed: speed, clock: clock)
    let connection = try await connector.connect(to: FeedEndpoint(url: "wss://x.test"))
    guard speed < 1 else {
      #expect(try await connection.receive()?.count == 4)
      return
    }
    #expect(try await connection.receive()?.count == 1)
    let rest = Task { try await connection.receive()?.count }
    try await clock.untilAsleep()
    await clock.advance(by: .seconds(86_400))
    #expect(clock.sleeperCount == 1)
    await connection.close(.goingAway)
    #expect(try await rest.value == nil)
  }

  @Test("of recordings is any number that a configuration can set")
  func recordings() async throws {
    let entry = #"{"file":"a.json","format":"aqkit","recordedAt":"2026-05-01T12:30:00Z","constructed":true}"#
    let folder = try TemporaryFolder([
      "manifest.json": TemporaryFolder.manifest(entry), "a.json": reportText(),
    ])
    defer { withExtendedLifetime(folder) {} }
    let clock = ManualClock()
    let source = FixtureSource(
      folder.folder, options: FixtureOptions(replaySpeed: 1e-300), clock: clock)
    let updates = Task {
      var count = 0
      for try await _ in source.updates(for: AirQuery(places: [])) { count += 1 }
      return count
    }
    try await clock.untilAsleep()
    updates.cancel()
    await #expect(throws: CancellationError.self) { try await updates.value }
  }

  @Test("doesn't grow the recorded pauses when the clock is set back by an hour")
  func clockSetBack() async throws {
    let entry = #"{"file":"a.json","format":"aqkit","recordedAt":"2026-05-01T12:30:00Z","constructed":true}"#
    let folder = try TemporaryFolder([
      "manifest.json": TemporaryFolder.manifest(entry), "a.json": reportText(),
    ])
    defer { withExtendedLifetime(folder) {} }
    let clock = ReturningClock()
    let source = FixtureSource(folder.folder, options: FixtureOptions(replaySpeed: 3600), clock: clock)
    for try await _ in source.updates(for: AirQuery(places: [])) {}
    #expect(clock.waits == [.seconds(1), .seconds(1)])
  }

  @Test("doesn't grow the pauses between messages when the clock is set back by an hour")
  func clockSetBackBetweenMessages() async throws {
    let clock = ReturningClock()
    let entries = [0, 4, 8].map {
      FeedRecording.Entry(after: .seconds($0), message: FeedMessage(text: "\($0)"))
    }
    let connector = ReplayConnector(
      FeedRecording(startedAt: clock.time, entries: entries), speed: 2, clock: clock)
    let connection = try await connector.connect(to: FeedEndpoint(url: "wss://x.test"))
    while try await connection.receive() != nil {}
    #expect(clock.waits == [.seconds(2), .seconds(2)])
  }
}

/// A clock that passes every wait at once and is then set back by an hour.
private final class ReturningClock: AQClock {
  private let passed = Locked<[Duration]>([])
  var waits: [Duration] { passed.withLock { $0 } }
  var now: Date { Date(timeIntervalSince1970: 1_790_856_000 - 3600 * Double(waits.count)) }
  func sleep(for duration: Duration) async throws {
    try Task.checkCancellation()
    passed.withLock { $0.append(duration) }
  }
}
