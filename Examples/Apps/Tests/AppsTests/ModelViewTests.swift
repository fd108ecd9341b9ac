import AQKit
import AQKitTesting
import Testing

@testable import ModelView

@Suite("Model and view", .timeLimit(.minutes(10))) @MainActor struct ModelViewTests {
  /// The state without its value.
  private func name(of state: AirTopic<AirReport>.Load.Phase) -> String {
    switch state {
    case .idle: "idle"
    case .loading: "loading"
    case .loaded: "loaded"
    case .failed(let error): "failed: \(error.code)"
    }
  }

  @Test("a view sees idle, loading and loaded")
  func states() async throws {
    let stage = Stage()
    let client = try AirClient.live(stage.container.installing(.openMeteo)).delayed(by: .seconds(2))
    let service = AirService(client)
    #expect(name(of: service.state) == "idle")
    await stage.clock.runOnMainActor {
      let following = Task { await service.follow(try .brno) }
      await stage.clock.advance(by: .seconds(1))
      #expect(name(of: service.state) == "loading")
      await stage.clock.advance(by: .seconds(5))
      #expect(name(of: service.state) == "loaded")
      following.cancel()
      _ = await following.result
    }
  }

  @Test("a failure is a state; it is retried later, but not again and again")
  func failure() async throws {
    let clock = ManualClock()
    let asked = Shared(0)
    var client = AirClient.failing(.offline, clock: clock)
    client.fetch = { _ in
      asked.withLock { $0 += 1 }
      throw AQError.offline
    }
    let service = AirService(client)
    await clock.runOnMainActor {
      let following = Task { await service.follow(try .brno) }
      await clock.advance(by: .seconds(3600))
      #expect(name(of: service.state) == "failed: unreachable")
      #expect((2...20).contains(asked.withLock { $0 }))
      following.cancel()
      _ = await following.result
    }
  }

  @Test("a preview has recordings")
  func preview() async throws {
    let service = AirService.preview
    await service.store.show(try .brno)
    #expect(name(of: service.state) == "loaded")
  }
}
