#if Board
  import AQKit
  import LoopbackServers
  import Testing

  @testable import AQKitBoard

  @Suite("The board's events", .timeLimit(.minutes(10)))
  struct BoardStreamTests {
    @Test("first comes everything, then only what has changed")
    func changes() async throws {
      try await BoardBench.run { bench in
        bench.board.show([BoardBench.row("a", "1"), BoardBench.row("b", "2")])
        let (connection, first) = try await bench.stream()
        #expect(first.contains(#""all":true"#) && first.contains(#""standard":"US EPA AQI 2024""#))
        #expect(first.contains(#""key":"a""#) && first.contains(#""key":"b""#))
        bench.board.show([BoardBench.row("a", "1"), BoardBench.row("b", "3")])
        let second = try await connection.event()
        #expect(second.contains(#""all":false"#) && second.contains(#""value":"3""#))
        #expect(!second.contains(#""key":"a""#) && !second.contains(#""head""#))
        await connection.drop()
      }
    }

    @Test("what is the same again is no event")
    func repetition() async throws {
      let board = Board(standard: "US EPA AQI 2024")
      board.show([BoardBench.row("a", "1")])
      board.credit([AirAttribution("A")], for: "a")
      let (_, version) = try #require(board.event(after: nil))
      board.show([BoardBench.row("a", "1")])
      board.credit([AirAttribution("A")], for: "a")
      #expect(board.event(after: version) == nil)
    }

    @Test("where lines were taken away everything comes once more, without them")
    func removal() async throws {
      let board = Board(standard: "US EPA AQI 2024")
      board.show([BoardBench.row("site a", "1"), BoardBench.row("site b", "2"), BoardBench.row("place", "3")])
      let (_, version) = try #require(board.event(after: nil))
      board.show([BoardBench.row("site a", "1")], inPlaceOf: "site ")
      let (bytes, _) = try #require(board.event(after: version))
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.contains(#""all":true"#) && text.contains(#""place""#) && !text.contains("site b"))
    }

    @Test("a slow reader gets the newest state, and nothing is kept for it")
    func slowReader() async throws {
      try await BoardBench.run { bench in
        let (connection, _) = try await bench.stream()
        await connection.stopReading()
        let title = String(repeating: "x", count: 200)
        let rounds = 300
        for round in 1...rounds {
          bench.board.show((0..<1000).map { BoardBench.row("row \($0)", "\(round)", title: title) })
        }
        await connection.resumeReading()
        var (bytes, events) = (0, 0)
        while true {
          let event = try await connection.event()
          bytes += event.utf8.count
          events += 1
          if event.contains(#""value":"\#(rounds)""#) { break }
        }
        // Every round has 300 kB.
        #expect(events < rounds / 2 && bytes < 45_000_000)
        await connection.drop()
      }
    }

    @Test("a reader that takes nothing is closed")
    func stall() async throws {
      var limits = BoardServer.Limits()
      (limits.stall, limits.beat) = (.milliseconds(50), .milliseconds(10))
      try await BoardBench.run(limits) { bench in
        let (connection, _) = try await bench.stream()
        await connection.stopReading()
        let title = String(repeating: "x", count: 1000)
        // More than sockets hold.
        bench.board.show((0..<20_000).map { BoardBench.row("row \($0)", "1", title: title) })
        while await bench.server.openConnections > 0 { try await Task.sleep(for: .milliseconds(5)) }
        await connection.drop()
      }
    }

    @Test("a stream shows that it is alive")
    func beat() async throws {
      var limits = BoardServer.Limits()
      limits.beat = .milliseconds(10)
      try await BoardBench.run(limits) { bench in
        let (connection, _) = try await bench.stream()
        #expect(try await connection.event().contains("event: beat\ndata: "))
        await connection.drop()
      }
    }
  }
#endif
