import AQKit
import AQKitTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("A live feed is watched", .timeLimit(.minutes(10))) struct FeedWatchTests {
  @Test("a quiet connection is pinged, and lives as long as it replies")
  func pings() async throws {
    let stage = FeedStage([.plays([says("A", 1), .hang])])
    try await stage.follow { _ in
      await stage.clock.advance(by: .seconds(19))
      #expect(stage.connector.connections[0].pingCount == 0)
      await stage.clock.advance(by: .seconds(1))
      #expect(stage.connector.connections[0].pingCount == 1)
      await stage.clock.advance(by: .seconds(3580))
      #expect(stage.connector.connections[0].pingCount == 180)
    }
    #expect(stage.connector.attemptCount == 1)
  }

  @Test("a connection that delivers something needs no ping")
  func busy() async throws {
    let steps = (1...20).flatMap { [.wait(.seconds(15)), says("A", $0)] } + [.hang]
    let stage = FeedStage([.plays(steps)])
    try await stage.follow(for: .seconds(300))
    #expect(stage.connector.connections[0].pingCount == 0)
  }

  @Test("a peer that doesn't reply to a ping is gone, whatever the socket says")
  func deadPeer() async throws {
    let stage = FeedStage([.playsDeaf([says("A", 1), .hang]), .plays([says("A", 2), .hang])])
    let transcript = try await stage.follow { _ in
      await stage.clock.advance(by: .seconds(34))
      #expect(stage.connector.attemptCount == 1)
      await stage.clock.advance(by: .seconds(2))
      #expect(stage.connector.attemptCount == 2)
    }
    #expect(stage.connector.connections[0].closeCode == .goingAway)
    #expect(transcript.notes.map(\.failure) == [.timedOut])
    #expect(transcript.readings == ["A=1", "A=2"])
  }

  @Test("without a heartbeat no ping is sent")
  func noHeartbeat() async throws {
    let stage = FeedStage([.playsDeaf([.hang])], options: FeedOptions(heartbeat: nil))
    try await stage.follow(for: .seconds(3600))
    #expect(stage.connector.connections[0].pingCount == 0 && stage.connector.attemptCount == 1)
  }

  @Test(
    "a connection that replies to pings without readings is silent, not dead, and live again with the next one",
    arguments: [FeedOptions.Heartbeat.standard, nil])
  func silence(heartbeat: FeedOptions.Heartbeat?) async throws {
    let stage = FeedStage(
      [.plays([says("A", 1), .wait(.seconds(100)), says("A", 2), .hang])],
      options: FeedOptions(heartbeat: heartbeat, silence: .seconds(40)))
    let start = stage.clock.time
    let transcript = try await stage.follow(for: .seconds(200))
    #expect(
      transcript.states == [
        .connecting, .live, .silent(since: start), .live, .silent(since: start + .seconds(100)),
      ])
    #expect(
      transcript.entries.compactMap { $0.update.state == .silent(since: start) ? $0.at : nil } == [
        .seconds(40)
      ])
    #expect(stage.connector.attemptCount == 1)
  }

  @Test("the cadence says when a feed is silent, if nothing else does")
  func cadence() {
    func silence(_ semantics: FeedOptions.Semantics, _ options: FeedOptions = .standard) -> Duration {
      var decoder = CityDecoder()
      decoder.semantics = semantics
      return FeedSource(
        decoder, at: FeedEndpoint(url: "ws://x"), through: ScriptedConnector([]), options: options
      ).silence
    }
    let cadence = CityDecoder.descriptor.offers.compactMap(\.cadence).min()
    #expect(silence(FeedOptions.Semantics()) == cadence.map { $0 * 3 } ?? .seconds(60))
    #expect(silence(FeedOptions.Semantics(silence: .seconds(7))) == .seconds(7))
    #expect(
      silence(FeedOptions.Semantics(silence: .seconds(7)), FeedOptions(silence: .seconds(8))) == .seconds(8))
  }

  @Test("a feed without its sign of life is dead after the deadline, whatever else it sends")
  func liveness() async throws {
    let liveness = FeedOptions.Liveness(within: .seconds(25)) { message in
      message.bytes.starts(with: Array("[{".utf8)) ? .none : .alive
    }
    let steps: [ScriptedConnection.Step] =
      (0..<3).flatMap { [.wait(.seconds(10)), .text("{}"), says("A", $0)] }
      + (0..<30).flatMap { [.wait(.seconds(5)), says("A", $0)] }
    let stage = FeedStage(
      [.plays(steps), .plays([.hang])],
      semantics: FeedOptions.Semantics(silence: .seconds(9999), liveness: liveness))
    let transcript = try await stage.follow { _ in
      await stage.clock.advance(by: .seconds(54))
      #expect(stage.connector.attemptCount == 1)
      await stage.clock.advance(by: .seconds(3))
    }
    #expect(stage.connector.attemptCount == 2)
    #expect(transcript.notes.first { $0.code == .disconnected }?.failure == .timedOut)
  }

  @Test("a feed that says that its device is gone is silent at once")
  func gone() async throws {
    let liveness = FeedOptions.Liveness(within: .seconds(1000)) { message in
      String(decoding: message.bytes, as: UTF8.self) == "{\"state\":\"Offline\"}" ? .gone : .alive
    }
    let stage = FeedStage(
      [
        .plays([
          says("A", 1), .wait(.seconds(3)), .text("{\"state\":\"Offline\"}"), .wait(.seconds(4)),
          says("A", 2), .hang,
        ])
      ],
      semantics: FeedOptions.Semantics(silence: .seconds(9999), liveness: liveness))
    let start = stage.clock.time
    #expect(
      try await stage.follow(for: .seconds(60)).states == [
        .connecting, .live, .silent(since: start + .seconds(3)), .live,
      ])
  }

  @Test("a busy consumer makes no device dead or silent")
  func busyConsumer() async throws {
    let steps = (1...4).map { says("A", $0) } + [.hang]
    let stage = FeedStage(
      [.playsDeaf(steps)],
      semantics: FeedOptions.Semantics(
        silence: .seconds(100), liveness: FeedOptions.Liveness(within: .seconds(50))),
      options: FeedOptions(heartbeat: FeedOptions.Heartbeat(idle: .seconds(20), timeout: .seconds(15))))
    let transcript = try await stage.follow(for: .seconds(900), pace: .seconds(200))
    #expect(transcript.readings == ["A=1", "A=2", "A=3", "A=4"])
    #expect(stage.connector.attemptCount == 1)
    #expect(transcript.states.map(\.word) == ["connecting", "live"])
  }

  @Test("a consumer that is slow to take the silent state delays no ping")
  func slowToHear() async throws {
    let stage = FeedStage([.plays([says("A", 1), .hang])], options: FeedOptions(silence: .seconds(60)))
    try await stage.follow(pace: .seconds(1000)) { _ in
      await stage.clock.advance(by: .seconds(2900))
      #expect(stage.connector.attemptCount == 1)
      #expect(stage.connector.connections[0].pingCount > 100)
    }
  }

  @Test("a peer that doesn't accept a ping, or a renewal, is gone", arguments: [true, false])
  func stuck(isPing: Bool) async throws {
    let renewal = FeedOptions.Handshake.Renewal(every: .seconds(25)) { _ in FeedMessage(text: "renew") }
    let stage = FeedStage(
      [.plays([says("A", 1), .hang]), .plays([says("A", 2), .hang])],
      semantics: FeedOptions.Semantics(
        silence: .seconds(9999), handshake: FeedOptions.Handshake([], renewal: renewal)),
      options: FeedOptions(heartbeat: isPing ? .standard : nil)
    ) { StuckConnector(base: $0) }
    let transcript = try await stage.follow { _ in
      await stage.clock.advance(by: .seconds(34))
      #expect(stage.connector.attemptCount == 1)
      await stage.clock.advance(by: .seconds(3))
      #expect(stage.connector.attemptCount == 2)
    }
    #expect(transcript.readings == ["A=1", "A=2"])
    #expect(transcript.notes.map(\.failure) == [.timedOut])
  }

  @Test("a clock that is set back stops neither pings nor deadlines")
  func clockSetBack() async throws {
    let stage = FeedStage([.playsDeaf([says("A", 1), .hang]), .plays([.hang])])
    let shifted = ShiftedClock(base: stage.clock)
    let source = FeedSource(
      CityDecoder(), at: FeedEndpoint(url: "wss://x"), through: stage.connector, clock: shifted,
      randomNumbers: FeedStage.longest)
    await stage.clock.run {
      await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { for try await _ in source.updates(for: FeedStage.query) {} }
        await stage.clock.advance(by: .seconds(10))
        shifted.shift(by: -3600)
        await stage.clock.advance(by: .seconds(60))
        #expect(stage.connector.attemptCount == 2)
        group.cancelAll()
      }
    }
  }
}

/// Connections that accept nothing: sending to the peer never completes.
private struct StuckConnector: FeedConnector {
  let base: any FeedConnector

  func connect(to endpoint: FeedEndpoint) async throws -> any FeedConnection {
    Connection(base: try await base.connect(to: endpoint))
  }

  private final class Connection: FeedConnection {
    let base: any FeedConnection

    init(base: any FeedConnection) { self.base = base }

    func receive() async throws -> [FeedMessage]? { try await base.receive() }
    func close(_ code: FeedMessage.Closure.Code) async { await base.close(code) }
    func send(_ message: FeedMessage) async throws { try await ping() }
    /// Ends by cancellation only.
    func ping() async throws { try await Task.sleep(for: .seconds(1_000_000)) }
  }
}

/// A clock that can be set wrong.
private final class ShiftedClock: AQClock {
  private let base: ManualClock
  private let shifted = Locked(0.0)

  init(base: ManualClock) { self.base = base }

  func shift(by seconds: Double) { shifted.withLock { $0 += seconds } }
  var now: Date { base.now.addingTimeInterval(shifted.withLock { $0 }) }
  func sleep(for duration: Duration) async throws { try await base.sleep(for: duration) }
}
