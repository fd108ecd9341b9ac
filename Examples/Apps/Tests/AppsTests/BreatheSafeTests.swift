import AQKit
import AQKitSocketFeed
import AQKitTesting
import Testing

@testable import BreatheSafe

@Suite("Breathe Safe", .timeLimit(.minutes(10))) @MainActor struct BreatheSafeTests {
  private let clock = ManualClock()
  private let connector: ScriptedConnector

  init() {
    connector = ScriptedConnector(
      playing: [
        .text(#"[{"city":"Pune","aqi":64.2},{"city":"delhi","aqi":612.7},{"city":"Agra","aqi":50.4}]"#),
        .wait(.seconds(30)), .text(#"[{"city":"Pune","aqi":172.3},{"city":"Broken"}]"#), .hang,
      ], clock: clock)
  }

  private func live(_ body: (BreatheSafe) async throws -> Void) async throws {
    let container = AQContainer().setting(.feedConnector, to: connector).setting(.clock, to: clock)
    let app = try BreatheSafe.live(at: "wss://air.example.org/feed", in: container)
    try await clock.runOnMainActor {
      async let _: Void = app.live.run()
      await clock.advance(by: .seconds(1))
      try await body(app)
    }
  }

  @Test("cities are sorted by name, with a rounded index; the worst air is the worst, and 50.4 is good")
  func list() async throws {
    try await live { app in
      #expect(app.cities.map(\.name) == ["Agra", "delhi", "Pune"])
      #expect(app.cities.map { $0.value?.display } == ["50", "613", "64"])
      #expect(app.cities.map { $0.band?.key } == ["good", "severe", "satisfactory"])
      #expect(app.cities[1].value?.isBeyondScale == true)
    }
  }

  @Test("a search ignores case")
  func search() async throws {
    try await live { app in
      app.search = "DEL"
      #expect(app.cities.map(\.name) == ["delhi"])
    }
  }

  @Test("a message is a partial update, and its one bad element loses only itself")
  func partial() async throws {
    try await live { app in
      await clock.advance(by: .seconds(31))
      #expect(app.cities.map { $0.value?.display } == ["50", "613", "172"])
      #expect(app.live.feeds.first?.refused == 1)
    }
  }

  @Test("a bar is added at each step of sampling, 5, 30 or 60 s, with the last value carried forward")
  func bars() async throws {
    try await live { app in
      app.live.interval = .seconds(5)
      app.live.chartOptions.window = .seconds(60)
      await clock.advance(by: .seconds(40))
      let pune = try #require(app.cities.last)
      #expect(
        app.bars(of: pune).compactMap(\.value) == [64.2, 64.2, 64.2, 64.2, 64.2, 64.2, 172.3, 172.3, 172.3])
      #expect(app.bars(of: pune).last?.status == .carriedForward)
      app.live.interval = .seconds(60)
      #expect(app.bars(of: pune).map(\.value) == [172.3])
    }
  }

  @Test("the background closes the socket, and the foreground opens one")
  func background() async throws {
    try await live { app in
      app.live.isActive = false
      await clock.advance(by: .zero)
      #expect(connector.openCount == 0)
      app.live.isActive = true
      // The scripted peer first finishes its silence.
      await clock.advance(by: .seconds(31))
      #expect(connector.openCount == 1 && connector.attemptCount == 2)
    }
  }
}
