#if Observability
  import AQKit
  import AQKitTesting
  import InMemoryLogging
  import Logging
  import Testing

  @Suite("Logs of what a hub does", .timeLimit(.minutes(10)))
  struct LogTests {
    @Test(
      "a query is logged with its source, values and duration, and the second time with a cached response")
    func responded() async throws {
      let observed = Observed()
      let response = try AirResponse.sample("city", at: observed.clock.time)
      let hub = try observed.hub(observed.source("city", .response(response)))
      _ = try await hub.answer(for: .anything)
      _ = try await hub.answer(for: .anything)
      let entries = observed.logs.entries
      #expect(entries.map(\.level) == [.trace, .debug, .debug])
      #expect(entries.map { $0.metadata["event"] } == ["asked", "responded", "cached"])
      #expect(entries.allSatisfy { $0.metadata["source"] == "city" })
      #expect(entries[1].metadata["values"] == "1" && entries[1].metadata["duration"] == "0.0")
    }

    @Test("a failure is a warning with its code, and none of its text")
    func failed() async throws {
      let observed = Observed()
      let hub = try observed.hub(observed.source("sick", .failure(AQError.down)))
      _ = try await hub.answer(for: .anything)
      let entry = try #require(observed.logs.entries.last)
      #expect(entry.level == .warning)
      #expect(entry.metadata["error"] == "unavailable")
      #expect(!"\(observed.logs.entries)".contains("49.2"))
    }

    @Test("a request is logged with its weight, another attempt with its number, never with the address")
    func requests() async throws {
      let observed = Observed()
      let hub = try observed.askingHub(StubTransport([.status(503), .json("{}")]))
      try await observed.clock.run {
        async let answer = hub.answer(for: .anything)
        await observed.clock.advance(by: .seconds(60))
        _ = try await answer
      }
      let entries = observed.logs.entries
      #expect(entries.filter { $0.metadata["weight"] == "2.5" }.count == 2)
      #expect(entries.contains { $0.metadata["event"] == "retried" && $0.metadata["attempt"] == "1" })
      #expect(!"\(entries)".contains("example.org"))
    }
  }
#endif
