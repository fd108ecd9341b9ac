import AQKit
import AQKitTesting
import TestRuns
import Testing

@Suite("A live feed connects again", .timeLimit(.minutes(10))) struct FeedReconnectTests {
  /// The seconds at which a connection was tried.
  private func attempts(_ transcript: FeedTranscript) -> [Double] {
    transcript.entries.filter { $0.update.state == .connecting }.map { $0.at / .seconds(1) }
  }

  @Test("a server that drops every connection sees the back-off curve, not a busy loop")
  func storm() async throws {
    let stage = FeedStage([.plays([.end])], repeatsLast: true)
    let transcript = try await stage.follow(for: .seconds(300))
    let times = attempts(transcript).map { ($0 * 1000).rounded() / 1000 }
    #expect(times == [0, 1, 3, 7, 15, 31, 63, 123, 183, 243])
    #expect(stage.connector.attemptCount == 10)
    #expect(transcript.notes.count { $0.code == .disconnected } >= 9)
    let start = stage.clock.time - .seconds(300)
    #expect(transcript.states.dropFirst().first == .waiting(until: start + .seconds(1)))
  }

  @Test("the waits are spread over the whole of each bound, the same for the same seed")
  func jitter() {
    let policy = FeedOptions.ReconnectPolicy.standard
    for number in 1...10 {
      let waits = (0..<200).map {
        policy.backOff(beforeAttempt: number, using: AQRandomNumbers(seed: UInt64($0)))
      }
      let bound = min(60, Double(1 << (number - 1)))
      #expect(waits.allSatisfy { $0 >= .zero && $0 / .seconds(1) <= bound })
      #expect((waits.min() ?? .zero) / .seconds(1) < bound * 0.1)
      #expect((waits.max() ?? .zero) / .seconds(1) > bound * 0.9)
    }
  }

  @Test("a connection must deliver something readable and last for a while before the count restarts")
  func reset() async throws {
    // Sends and drops; stays open but silent; sends and stays open.
    for (steps, second) in [
      ([says("A", 1), .end], 3.0), ([.wait(.seconds(11)), .end], 14.0),
      ([says("A", 1), .wait(.seconds(11)), .end], 13.0),
    ] {
      let stage = FeedStage([.plays([.end]), .plays(steps), .plays([.hang])])
      let transcript = try await stage.follow(for: .seconds(40))
      let times = attempts(transcript).map { ($0 * 1000).rounded() / 1000 }
      #expect(times == [0, 1, second])
    }
  }

  @Test("a server's requested wait is the minimum; the usual advice of an error isn't")
  func floors() async throws {
    for (error, expected) in [
      (AQError(.unavailable, "Later.", retry: .after(.seconds(30))), 31.0),
      (AQError(.rateLimited, "Less."), 61.0), (AQError(.unavailable, "Ill."), 1.0),
      (AQError(.unreachable, "Gone."), 1.0), (AQError(.timedOut, "Slow."), 1.0),
      (AQError(.unavailable, "Forever.", retry: .after(.seconds(1_000_000))), 3601.0),
    ] {
      let stage = FeedStage([.refuses(error), .plays([.hang])])
      let transcript = try await stage.follow(for: .seconds(4000))
      #expect(attempts(transcript).map { $0.rounded() } == [0, expected], "\(error)")
    }
  }

  @Test("an event stream's own requested wait is kept")
  func reconnectDelay() async throws {
    let stage = FeedStage([.plays([.end]), .plays([.hang])]) { PatientConnector(base: $0) }
    let transcript = try await stage.follow(for: .seconds(60))
    #expect(attempts(transcript).map { $0.rounded() } == [0, 8])
  }

  @Test("a server's requested wait applies to later failed attempts, too")
  func lastingDelay() async throws {
    let stage = FeedStage([.plays([.end]), .refuses(AQError(.unreachable, "Gone.")), .plays([.hang])]) {
      PatientConnector(base: $0)
    }
    let transcript = try await stage.follow(for: .seconds(60))
    #expect(attempts(transcript).map { $0.rounded() } == [0, 8, 17])
  }

  @Test("a pause doesn't shorten a server's requested wait")
  func floorOverPause() async throws {
    let stage = FeedStage([.refuses(AQError(.rateLimited, "Less.")), .plays([says("A", 1), .hang])])
    let transcript = try await stage.follow { _ in
      await stage.clock.advance(by: .seconds(10))
      stage.control.pause()
      await stage.clock.advance(by: .seconds(10))
      stage.control.resume()
      await stage.clock.advance(by: .seconds(100))
    }
    #expect(attempts(transcript).map { $0.rounded() } == [0, 60])
    #expect(
      transcript.states.map(\.word) == ["connecting", "waiting", "paused", "waiting", "connecting", "live"])
  }

  @Test(
    "permanent errors are final, and say so",
    arguments: [
      AQError(.unauthorized, "401"), AQError(.invalidRequest, "404"), AQError(.malformed, "No WebSocket."),
      AQError(.tooLarge, "Too big."), AQError(.untrusted, "Expired."),
      AQError(.unavailable, "204", retry: .never),
    ])
  func final(error: AQError) async throws {
    for script in [ScriptedConnector.Script.refuses(error), .plays([says("A", 1), .failure(error)])] {
      let stage = FeedStage([script], repeatsLast: true)
      let transcript = try await stage.follow(for: .seconds(3600))
      #expect(stage.connector.attemptCount == 1)
      #expect(transcript.states.last == .failed(error.code))
      #expect(transcript.error?.code == error.code && transcript.error?.source == "cities")
    }
  }

  @Test(
    "a policy forgives named errors, gives up after its number of attempts, and may end at a normal closure")
  func policies() async throws {
    var policy = FeedOptions.ReconnectPolicy(forgiving: [.malformed])
    let portal = FeedStage(
      [.refuses(AQError(.malformed, "A captive portal.")), .plays([says("A", 1), .hang])],
      options: FeedOptions(reconnection: policy))
    #expect(try await portal.follow(for: .seconds(10)).readings == ["A=1"])
    policy = FeedOptions.ReconnectPolicy(attempts: 3)
    let dead = FeedStage(
      [.refuses(AQError(.unreachable, "Gone."))], repeatsLast: true,
      options: FeedOptions(reconnection: policy))
    let transcript = try await dead.follow(for: .seconds(100))
    #expect(dead.connector.attemptCount == 4 && transcript.error?.code == .unreachable)
    policy = FeedOptions.ReconnectPolicy(endsAtNormalClosure: true)
    let ended = FeedStage([.plays([.end])], options: FeedOptions(reconnection: policy)) {
      PatientConnector(base: $0, closure: FeedMessage.Closure(code: .normal))
    }
    let end = try await ended.follow(for: .seconds(100))
    #expect(end.hasEnded && end.error == nil && ended.connector.attemptCount == 1)
  }

  @Test("the time without a connection is a gap, marked when the feed is heard again")
  func gap() async throws {
    let stage = FeedStage([
      .plays([says("A", 1), .wait(.seconds(30)), says("A", 2), .failure(AQError(.unreachable, "Broken."))]),
      .refuses(AQError(.unreachable, "Gone.")), .plays([.wait(.seconds(5)), says("A", 3), .hang]),
    ])
    let start = stage.clock.time
    let transcript = try await stage.follow(for: .seconds(60))
    #expect(transcript.readings == ["A=1", "A=2", "A=3"])
    let gaps = transcript.updates.compactMap(\.gap)
    #expect(gaps == [try AirInterval(start: start + .seconds(30), end: start + .seconds(38))])
    #expect(transcript.updates.first { $0.gap != nil }?.state == .live)
    #expect(
      transcript.states.map(\.word) == [
        "connecting", "live", "waiting", "connecting", "waiting", "connecting", "live",
      ])
  }

  @Test("late messages of an old connection change nothing")
  func oldConnection() async throws {
    let stage = FeedStage([.playsDeaf([says("A", 1), .hang]), .plays([says("A", 2), .hang])])
    let transcript = try await stage.follow { _ in
      await stage.clock.advance(by: .seconds(60))
      let old = stage.connector.connections[0]
      old.deliver(says("A", 99))
      old.deliver(.failure(AQError(.unauthorized, "Too late.")))
      await old.close(.normal)
      await stage.clock.advance(by: .seconds(60))
    }
    #expect(transcript.readings == ["A=1", "A=2"])
    #expect(stage.connector.attemptCount == 2 && transcript.error == nil)
  }

  @Test("a new connection asks for the events after the last one")
  func lastEventID() async throws {
    func event(_ value: Int, id: String) -> ScriptedConnection.Step {
      .messages([FeedMessage(.event(type: "state", id: id), CityDecoder.message("A", value).bytes)])
    }
    let stage = FeedStage([
      .plays([event(1, id: "41"), event(2, id: "42"), .end]), .plays([event(3, id: ""), .end]),
      .plays([.hang]),
    ])
    try await stage.follow(for: .seconds(30))
    #expect(lastEventIDs(stage) == [nil, "42", nil])
  }

  private func lastEventIDs(_ stage: FeedStage) -> [String?] {
    stage.connector.endpoints.map { $0.headers.first { $0.isNamed("last-event-id") }?.value }
  }

  @Test("an identifier without data counts, too, and one that no header can hold is left out")
  func lastEventIDBesideMessages() async throws {
    for (id, asked) in [
      ("7", "7"), ("", nil), ("Žižkov", "Žižkov"), ("a\nb", nil),
      (String(repeating: "x", count: 5000), nil),
    ] as [(String, String?)] {
      let stage = FeedStage([.plays([.end]), .plays([.hang])]) { PatientConnector(base: $0, lastEventID: id) }
      try await stage.follow(for: .seconds(30))
      #expect(lastEventIDs(stage) == [nil, asked])
    }
  }

  @Test(
    "after too much that can't be read, a new connection asks for the events that were left unread",
    arguments: [.iso8601, .none] as [ReportBuilder.FeedTimePolicy])
  func lastEventIDAfterGarbage(time: ReportBuilder.FeedTimePolicy) async throws {
    let contents = [Array("?".utf8), CityDecoder.message("A", 1).bytes]
    let events = zip(["1", "2"], contents).map { FeedMessage(.event(type: "state", id: $0), $1) }
    let stage = FeedStage(
      [.plays([.messages(events), .hang]), .plays([.hang])],
      semantics: FeedOptions.Semantics(time: time, silence: .seconds(86_400)),
      options: FeedOptions(reconnection: .init(forgiving: [.malformed]), toleratedGarbage: 1)
    ) { PatientConnector(base: $0, lastEventID: "2") }
    let transcript = try await stage.follow(for: .seconds(30))
    #expect(transcript.readings.isEmpty && lastEventIDs(stage) == [nil, "1"])
  }

  @Test("many reconnects leave no task, no sleeper and no connection behind")
  func noLeak() async throws {
    let count = TestEffort.of(2_000, debug: 500, heavy: 10_000)
    let drops = Array(repeating: ScriptedConnector.Script.plays([says("A", 1), .end]), count: count)
    let stage = FeedStage(
      drops + [.plays([.hang])],
      options: FeedOptions(reconnection: FeedOptions.ReconnectPolicy(base: .zero, cap: .zero)))
    let transcript = try await stage.follow { _ in
      #expect(stage.connector.attemptCount == count + 1)
      #expect(stage.clock.sleeperCount <= 1)
      #expect(stage.connector.openCount == 1)
    }
    #expect(transcript.readings.count == count)
    #expect(stage.clock.sleeperCount == 0 && stage.connector.openCount == 0)
  }

  @Test("a connector that never returns is given up")
  func hungConnector() async throws {
    let stage = FeedStage([.hangs, .plays([says("A", 1), .hang])])
    let transcript = try await stage.follow(for: .seconds(30))
    #expect(transcript.readings == ["A=1"])
    #expect(transcript.notes.first?.failure == .timedOut)
  }

  @Test("leaving ends everything at once, in whatever state", arguments: 0..<5)
  func leaving(moment: Int) async throws {
    let scripts: [ScriptedConnector.Script] =
      [
        .hangs, .plays([.hang]), .plays([says("A", 1), .hang]), .refuses(AQError(.unreachable, "")),
        .plays([.hang]),
      ]
    let stage = FeedStage([scripts[moment]], repeatsLast: true)
    let transcript = try await stage.follow { _ in
      if moment == 4 { stage.control.pause() }
      await stage.clock.advance(by: .milliseconds(500))
    }
    #expect(!transcript.updates.isEmpty)
    #expect(stage.clock.sleeperCount == 0 && stage.connector.openCount == 0)
  }

  @Test("where pings have no replies, a gap begins with the last arrival")
  func silentLoss() async throws {
    let lost = AQError(.unreachable, "Gone.")
    var options = FeedOptions.standard
    options.heartbeat = .init(idle: .seconds(20), timeout: .seconds(15))
    let stage = FeedStage(
      [.playsDeaf([says("A", 1), .wait(.seconds(600)), .failure(lost)]), .plays([says("A", 2), .hang])],
      options: options, wrapping: { PatientConnector(base: $0, hasPings: false) })
    let start = stage.clock.time
    let transcript = try await stage.follow(for: .seconds(700))
    let gap = try #require(transcript.updates.compactMap(\.gap).first)
    #expect(gap.start == start && gap.end >= start + .seconds(600))
    #expect(stage.connector.connections.first?.pingCount ?? 0 >= 29)
  }

  @Test("bytes that a connection has skipped are noted, once")
  func skippedBytes() async throws {
    let stage = FeedStage(
      [.plays([says("A", 1), says("B", 2), .hang])],
      wrapping: { PatientConnector(base: $0, skippedBytes: 30) })
    let transcript = try await stage.follow(for: .seconds(1))
    #expect(transcript.readings == ["A=1", "B=2"])
    #expect(transcript.notes.map(\.message) == ["Bytes that are part of no message were skipped."])
  }
}

extension AirUpdate.FeedState {
  /// The state without its moment.
  var word: String {
    switch self {
    case .connecting: "connecting"
    case .live: "live"
    case .silent: "silent"
    case .waiting: "waiting"
    case .paused: "paused"
    case .failed(let code): "failed: \(code)"
    }
  }
}

/// Connections whose server asks to be left alone for seven seconds.
private struct PatientConnector: FeedConnector {
  let base: any FeedConnector
  var closure: FeedMessage.Closure?
  var lastEventID: String?
  var hasPings = true
  var skippedBytes = 0

  func connect(to endpoint: FeedEndpoint) async throws -> any FeedConnection {
    Connection(
      base: try await base.connect(to: endpoint), closure: closure, lastEventID: lastEventID,
      hasPings: hasPings, skippedBytes: skippedBytes)
  }

  private final class Connection: FeedConnection {
    let base: any FeedConnection
    let closure: FeedMessage.Closure?
    let lastEventID: String?
    let hasPings: Bool
    let skippedBytes: Int
    let reconnectDelay: Duration? = .seconds(7)

    init(
      base: any FeedConnection, closure: FeedMessage.Closure?, lastEventID: String?, hasPings: Bool,
      skippedBytes: Int
    ) {
      self.skippedBytes = skippedBytes
      self.base = base
      self.closure = closure
      self.lastEventID = lastEventID
      self.hasPings = hasPings
    }

    func receive() async throws -> [FeedMessage]? { try await base.receive() }
    func send(_ message: FeedMessage) async throws { try await base.send(message) }
    func ping() async throws { try await base.ping() }
    func close(_ code: FeedMessage.Closure.Code) async { await base.close(code) }
  }
}
