import AQKit
import AQKitTesting
import Testing

@testable import Breeze

@Suite("Breeze", .timeLimit(.minutes(10))) @MainActor struct BreezeTests {
  private let stage = Stage()

  @Test("finds a city, and has its air with advice, pollen, the years and a text to share")
  func whole() async throws {
    let breeze = try Breeze.live(in: stage.container)
    try await stage.clock.runOnMainActor {
      breeze.finder.text = "Brno"
      await stage.clock.advance(by: .milliseconds(400))
      let place = try #require(breeze.finder.places.first)
      #expect(place.country != nil)
      async let showing: Void = breeze.store.show(place)
      await stage.clock.advanceUntilNobodySleeps()
      await showing
    }
    #expect(breeze.air?.number != nil && breeze.air?.subIndices.isEmpty == false)
    #expect(!breeze.tips.isEmpty)
    #expect(breeze.pollen(of: .grassPollen) != nil)
    #expect(breeze.store[breeze.years].value?.map(\.year) == [1980, 1990, 2000, 2010, 2020, 2026])
    let celsius = try #require(breeze.warming)
    breeze.isFahrenheit = true
    #expect(breeze.warming == celsius * 1.8)
    #expect(breeze.shareText?.hasPrefix("Air quality in Brno") == true)
    #expect(breeze.shareText?.contains("Open-Meteo") == true)
  }

  @Test("parts fail separately: without an archive there is still the air")
  func apart() async throws {
    var container = try stage.container.installing(.openMeteo(.airQuality))
    try container.setEnabled(false, of: "open-meteo-archive")
    let breeze = Breeze(try .live(container))
    try await stage.clock.runOnMainActor {
      async let showing: Void = breeze.store.show(try .brno)
      await stage.clock.advanceUntilNobodySleeps()
      try await showing
    }
    #expect(breeze.air != nil)
    #expect(breeze.store[breeze.years].error != nil && breeze.warming == nil)
  }

  @Test("another city never shows the previous one's values, and a failure is reported")
  func otherPlace() async throws {
    let isDown = Shared(false)
    var client = try AirClient.live(stage.container.installing(.openMeteo))
    let fetch = client.fetch
    client.fetch = { query in
      if isDown.withLock({ $0 }) { throw AQError.offline }
      return try await fetch(query)
    }
    let breeze = Breeze(client)
    try await stage.clock.runOnMainActor {
      async let first: Void = breeze.store.show(try .brno)
      await stage.clock.advanceUntilNobodySleeps()
      try await first
      #expect(breeze.air != nil)
      isDown.withLock { $0 = true }
      async let second: Void = breeze.store.show(try .berlin)
      await stage.clock.advanceUntilNobodySleeps()
      try await second
    }
    #expect(breeze.air == nil && breeze.shareText == nil)
    #expect(breeze.store[.air].error?.code == .unreachable && !breeze.store.isLoading)
  }

  @Test("a preview has recordings, without network")
  func preview() async throws {
    let breeze = Breeze.preview
    await breeze.store.show(try .brno)
    #expect(breeze.store[.air].value != nil)
  }
}
