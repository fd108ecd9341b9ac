import AQKit
import AQKitTesting
import Testing

@testable import Puddles

@Suite("Puddles", .timeLimit(.minutes(10))) @MainActor struct PuddlesTests {
  @Test("the live provider asks, and the mock one has recordings")
  func variants() async throws {
    let stage = Stage()
    let live = try AirProvider.live(in: stage.container)
    try await stage.clock.runOnMainActor {
      async let report = live.report(at: try .brno)
      await stage.clock.advanceUntilNobodySleeps()
      #expect(try await report.source == "open-meteo")
    }
    #expect(try await AirProvider.mock.report(at: .brno).series.isEmpty == false)
  }

  @Test("an error reaches the caller")
  func failing() async throws {
    let provider = AirProvider(dependencies: .failing(.offline))
    await #expect(throws: AQError.self) { try await provider.report(at: .brno) }
    await #expect(throws: AQError.self) { try await provider.follow(.brno) }
  }

  @Test("a stream restarts with an empty list, and its work ends with its task")
  func stream() async throws {
    let stage = Stage()
    let isOver = Shared(false)
    let client = AirClient(
      clock: stage.clock,
      updates: { _ in
        AirUpdates { send in
          defer { isOver.withLock { $0 = true } }
          let report = AirReport(
            source: "names", site: AirSite(name: "Brno", kind: .city), kind: .observation, series: [],
            receivedAt: stage.clock.time)
          while true {
            try await send(AirUpdate(reports: [report]))
            try await stage.clock.sleep(for: .seconds(1))
          }
        }
      }, fetch: { _ in throw AQError.offline })
    let provider = AirProvider(dependencies: client)
    await stage.clock.runOnMainActor {
      for _ in 1...2 {
        let following = Task { try await provider.follow(.brno) }
        await stage.clock.advance(by: .milliseconds(2500))
        #expect(provider.lines == Array(repeating: "names: Brno", count: 3))
        following.cancel()
        _ = await following.result
        await stage.clock.advance(by: .zero)
        #expect(isOver.withLock { $0 } && stage.clock.sleeperCount == 0)
      }
    }
  }
}
