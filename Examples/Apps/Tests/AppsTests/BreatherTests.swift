import AQKit
import AQKitTesting
import Testing

@testable import Breather

@Suite("Breather", .timeLimit(.minutes(10))) @MainActor struct BreatherTests {
  @Test("the user switches between the scales without another request")
  func scales() async throws {
    let stage = Stage()
    let breather = try Breather.live(in: stage.container)
    try await stage.clock.runOnMainActor {
      async let showing: Void = breather.store.show(try .brno)
      await stage.clock.advanceUntilNobodySleeps()
      try await showing
    }
    let asked = stage.service.requests.count
    #expect(breather.computed?.edition.identifier.hasPrefix("us_epa") == true)
    #expect(breather.store[.weather].value?[.temperature] != nil)
    breather.store.index = Breather.scales[1]
    #expect(breather.computed?.edition.identifier.hasPrefix("cn_") == true)
    // Open-Meteo publishes no Chinese index.
    #expect(breather.published == nil)
    #expect(stage.service.requests.count == asked)
  }

  @Test("AirVisual's published indices are shown on their own scales, with their own times")
  func airVisual() async throws {
    let clock = ManualClock(Recordings.recordedAt)
    let container = AQContainer().setting(.clock, to: clock)
      .setting(.httpTransport, to: StubTransport(always: .json(Recordings.city)))
    let breather = try Breather.airVisual(key: "key", in: container)
    try await clock.runOnMainActor {
      async let showing: Void = breather.store.show(try .named("Los Angeles", 34.05, -118.24))
      await clock.advanceUntilNobodySleeps()
      try await showing
    }
    #expect(breather.published?.value == 66 && breather.band?.key == "moderate")
    #expect(breather.published?.interval.end == AirTime("2018-06-10T00:00:00Z"))
    breather.store.index = .cnAQI
    #expect(breather.published?.value == 44 && breather.band?.rank == 0)
    #expect(breather.computed == nil)
  }

  @Test("a wrong key is reported as such, and the other service's weather is still shown")
  func wrongKey() async throws {
    let clock = ManualClock(Recordings.recordedAt)
    let body = #"{"status":"fail","data":{"message":"incorrect_api_key"}}"#
    let container = AQContainer().setting(.clock, to: clock)
      .setting(.httpTransport, to: StubTransport(always: .json(body)))
    let breather = try Breather.airVisual(key: "key", in: container)
    try await clock.runOnMainActor {
      async let showing: Void = breather.store.show(try .brno)
      await clock.advanceUntilNobodySleeps()
      try await showing
    }
    #expect(breather.store[breather.air].error?.code == .unauthorized)
    #expect(breather.band == nil)
  }

  @Test("a preview has recordings")
  func preview() async throws {
    let breather = Breather.preview
    await breather.store.show(try .brno)
    #expect(breather.store[.air].value != nil)
  }
}
