import AQKit
import AQKitTesting
import Testing

@Suite("The stand-ins of the test kit", .timeLimit(.minutes(10)))
struct DoublesTests {
  static let descriptor = SourceDescriptor(id: "stand-in", name: "Stand-in", offers: [])

  @Test("a sleeper wakes when the clock has passed its deadline, in the order of the deadlines")
  func clockWakesInOrder() async throws {
    let clock = ManualClock()
    let log = LineLog()
    try await clock.run {
      try await withThrowingTaskGroup { group in
        for seconds in [30, 10, 20] {
          group.addTask {
            try await clock.sleep(for: .seconds(seconds))
            log.add("\(seconds) at \(clock.time.description.suffix(9))")
          }
        }
        await clock.advance(by: .seconds(19))
        log.add("19")
        await clock.advance(by: .seconds(60))
        try await group.waitForAll()
      }
    }
    #expect(log.lines == ["10 at 12:00:10Z", "19", "20 at 12:00:20Z", "30 at 12:00:30Z"])
    #expect(clock.time.description == "2026-10-01T12:01:19Z")
    #expect(clock.sleeperCount == 0)
  }

  @Test("one advance carries a task through all its sleeps in that time")
  func clockCarriesThroughLoops() async throws {
    let clock = ManualClock()
    let ticks = await clock.run {
      await withThrowingTaskGroup(of: Void.self) { group in
        let log = LineLog()
        group.addTask {
          while true {
            try await clock.sleep(for: .seconds(1))
            log.add("tick")
          }
        }
        await clock.advance(by: .seconds(100))
        group.cancelAll()
        return log.lines.count
      }
    }
    #expect(ticks == 100)
  }

  @Test("a cancelled sleeper throws and is forgotten")
  func clockCancellation() async throws {
    let clock = ManualClock()
    let sleeper = Task { try await clock.sleep(for: .seconds(10)) }
    try await clock.untilAsleep()
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    #expect(clock.sleeperCount == 0)
  }

  @Test("a transport responds as scripted, records, and ends when cancelled")
  func transport() async throws {
    let transport = StubTransport([.json("{}"), .status(503), .hang])
    let request = TransportRequest(url: "https://air.example.org/now")
    #expect(try await transport.send(request).status == 200)
    #expect(try await transport.send(request).status == 503)
    let hanging = Task { try await transport.send(request) }
    try await transport.untilAsked(3)
    hanging.cancel()
    await #expect(throws: CancellationError.self) { try await hanging.value }
    #expect(transport.requests.count == 3)
    #expect(transport.cancelledCount == 1)
    #expect(transport.inFlight == 0)
    await #expect { try await transport.send(request) } throws: { ($0 as? AQError)?.code == .notConfigured }
  }

  @Test("a transport refuses a body beyond the request's limit, as a real one does")
  func transportLimit() async throws {
    let transport = StubTransport(always: .json("[1,2,3]"))
    var request = TransportRequest(url: "https://air.example.org/now")
    request.maximumBodySize = 6
    await #expect { try await transport.send(request) } throws: { ($0 as? AQError)?.code == .tooLarge }
  }

  @Test("a connection plays its steps, takes deliveries while it hangs, and records what it receives")
  func connection() async throws {
    let connector = ScriptedConnector([.plays([.text("a"), .hang]), .refuses(AQError(.unreachable, "No."))])
    let endpoint = FeedEndpoint(url: "wss://air.example.org/feed")
    let connection = try await connector.connect(to: endpoint)
    #expect(try await connection.receive() == [FeedMessage(text: "a")])
    async let next = connection.receive()
    connector.connections[0].deliver(.text("b"))
    #expect(try await next == [FeedMessage(text: "b")])
    try await connection.send(FeedMessage(text: "hello"))
    #expect(connector.openCount == 1)
    await connection.close(.goingAway)
    #expect(try await connection.receive() == nil)
    #expect(connector.connections[0].sent == [FeedMessage(text: "hello")])
    #expect(connector.connections[0].closeCode == .goingAway)
    #expect(connector.openCount == 0)
    await #expect { try await connector.connect(to: endpoint) } throws: {
      ($0 as? AQError)?.code == .unreachable
    }
    #expect(connector.attemptCount == 2)
  }

  @Test("cancelling the receiver closes the connection")
  func connectionCancellation() async throws {
    let connector = ScriptedConnector(playing: [.hang])
    let connection = try await connector.connect(to: FeedEndpoint(url: "wss://air.example.org/feed"))
    let receiver = Task { try await connection.receive() }
    receiver.cancel()
    await #expect(throws: CancellationError.self) { try await receiver.value }
    #expect(connector.openCount == 0)
  }

  @Test("a source plays its outcomes in order, the last one without end, and streams its script")
  func source() async throws {
    let note = AirNote(.nothingNear, "Nothing.")
    let source = ScriptedSource(
      Self.descriptor,
      outcomes: [.failure(AQError(.unavailable, "Down.")), .response(AirResponse(notes: [note]))],
      updates: [.response(AirResponse()), .failure(AQError(.unreachable, "Gone."))])
    let query = AirQuery(places: [])
    await #expect(throws: AQError.self) { try await source.fetch(query) }
    #expect(try await source.fetch(query).notes == [note])
    #expect(try await source.fetch(query).notes == [note])
    #expect(source.queries.count == 3)
    var updates = 0
    await #expect(throws: AQError.self) {
      for try await _ in source.updates(for: query) { updates += 1 }
    }
    #expect(updates == 1)
    #expect(source.watchedQueries == [query])
  }
}

/// Lines from several tasks, in the order in which they were written.
final class LineLog: Sendable {
  private let storage = Locked<[String]>([])
  func add(_ line: String) { storage.withLock { $0.append(line) } }
  var lines: [String] { storage.withLock { $0 } }
}
