import AQKit
import AQKitTesting
import Testing

@Suite("A live feed is paused and resumed", .timeLimit(.minutes(10))) struct FeedPauseTests {
  @Test("it closes with 1001, comes back at once, and marks the gap")
  func pause() async throws {
    let stage = FeedStage([
      .plays([says("A", 1), .hang]), .plays([.wait(.seconds(2)), says("A", 2), .hang]),
    ])
    let start = stage.clock.time
    let transcript = try await stage.follow { transcript in
      await stage.clock.advance(by: .seconds(5))
      stage.control.pause()
      await stage.clock.advance(by: .seconds(1))
      #expect(stage.connector.openCount == 0 && transcript.states.last == .paused)
      await stage.clock.advance(by: .seconds(600))
      #expect(stage.connector.attemptCount == 1)
      stage.control.resume()
      await stage.clock.advance(by: .zero)
      #expect(stage.connector.attemptCount == 2)
      await stage.clock.advance(by: .seconds(10))
    }
    #expect(stage.connector.connections[0].closeCode == .goingAway)
    #expect(transcript.states == [.connecting, .live, .paused, .connecting, .live])
    #expect(
      transcript.updates.compactMap(\.gap) == [
        try AirInterval(start: start + .seconds(5), end: start + .seconds(608))
      ])
    #expect(transcript.notes.isEmpty)
  }

  @Test("decoded updates are still delivered when a busy consumer takes them")
  func nothingLost() async throws {
    let stage = FeedStage([
      .plays([says("A", 1), says("A", 2), says("A", 3), .hang]), .plays([says("A", 4), .hang]),
    ])
    let transcript = try await stage.follow(pace: .seconds(10)) { _ in
      await stage.clock.advance(by: .seconds(15))
      stage.control.pause()
      await stage.clock.advance(by: .seconds(60))
      stage.control.resume()
      await stage.clock.advance(by: .seconds(60))
    }
    #expect(Array(transcript.readings.prefix(2)) == ["A=1", "A=2"])
    #expect(transcript.readings.last == "A=4")
  }

  @Test("while it connects, while it waits, and before it begins")
  func elsewhere() async throws {
    for scripts in [[ScriptedConnector.Script.hangs], [.refuses(AQError(.unreachable, "Gone."))]] {
      let stage = FeedStage(scripts + [.plays([says("A", 1), .hang])])
      let transcript = try await stage.follow { _ in
        await stage.clock.advance(by: .milliseconds(100))
        stage.control.pause()
        await stage.clock.advance(by: .seconds(600))
        #expect(stage.connector.attemptCount == 1)
        stage.control.resume()
        await stage.clock.advance(by: .zero)
        #expect(stage.connector.attemptCount == 2)
      }
      #expect(transcript.readings == ["A=1"])
    }
    let stage = FeedStage([.plays([says("A", 1), .hang])])
    stage.control.pause()
    let transcript = try await stage.follow { _ in
      await stage.clock.advance(by: .seconds(600))
      #expect(stage.connector.attemptCount == 0)
      stage.control.resume()
      await stage.clock.advance(by: .zero)
    }
    #expect(transcript.states == [.paused, .connecting, .live])
  }

  @Test("an application pauses and resumes many times quickly, and one connection is left")
  func hasty() async throws {
    let stage = FeedStage([.plays([says("A", 1), .hang])], repeatsLast: true)
    try await stage.follow { _ in
      for _ in 0..<100 {
        stage.control.pause()
        stage.control.resume()
        await stage.clock.advance(by: .milliseconds(1))
      }
      await stage.clock.advance(by: .seconds(10))
      #expect(stage.connector.openCount == 1)
    }
    #expect(stage.connector.openCount == 0 && stage.clock.sleeperCount == 0)
  }

  @Test("a pause that ends at once doesn't shorten the wait that the server asks for")
  func hastyWait() async throws {
    let stage = FeedStage([
      .refuses(AQError(.rateLimited, "Slow.", retry: .after(.seconds(600)))), .plays([says("A", 1), .hang]),
    ])
    try await stage.follow { _ in
      await stage.clock.advance(by: .seconds(1))
      for _ in 0..<3 {
        stage.control.pause()
        stage.control.resume()
        await stage.clock.advance(by: .seconds(190))
        #expect(stage.connector.attemptCount == 1)
      }
      await stage.clock.advance(by: .seconds(30))
      #expect(stage.connector.attemptCount == 2)
    }
  }

  @Test("a fetch that ends without a message says whether the feed was paused, or perhaps not connected")
  func fetch() async throws {
    for isPaused in [true, false] {
      let stage = FeedStage([.hangs])
      if isPaused { stage.control.pause() }
      let error = await #expect(throws: AQError.self) {
        try await stage.clock.run {
          async let pending = stage.source.fetch(FeedStage.query)
          await stage.clock.advance(by: .seconds(10))
          _ = try await pending
        }
      }
      #expect(error?.code == .timedOut)
      #expect(error?.message.contains("is paused") == isPaused)
      #expect(error?.message.contains("didn't connect") == !isPaused)
    }
  }

  @Test("a container has one control for all of its feeds and copies")
  func container() throws {
    let container = AQContainer()
    let copy = container
    try container[.feedControl].pause()
    #expect(try copy[.feedControl].isPaused)
    #expect(try !AQContainer()[.feedControl].isPaused)
  }
}
