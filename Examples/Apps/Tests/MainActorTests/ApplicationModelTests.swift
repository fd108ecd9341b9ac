import AQKit
import AQKitTesting
import Observation
import Testing

// An application's own model, in a target where everything is on the main actor unless it says otherwise. Nothing here is
// marked `nonisolated`, except `SharedScreen`.

extension AirTopic<AirReading> {
  static var uv: AirTopic { AirTopic("uv", of: [.uvIndex]) { try $0.reading(of: .uvIndex) } }
}

@Observable final class ScreenModel {
  let store: AirQualityStore
  var isEuropean = false { didSet { store.index = isEuropean ? .euEAQI : .usEPA } }
  var title: String { store.place?.name ?? "–" }
  var number: String { store.aqi?.value?.display ?? "–" }

  init(_ client: AirClient) { store = AirQualityStore(client, loading: .air, .uv) }

  func appear(at place: AirPlace) async { await store.follow(place) }
}

/// A value that crosses to other actors must not belong to the main one.
nonisolated struct SharedScreen: Sendable, Equatable { var number: String }

struct ApplicationModelTests {
  private let clock = ManualClock()

  private func response() throws -> AirResponse {
    let timeline = try AirTimeline(
      start: clock.time.adding(seconds: -25 * 3600), step: .seconds(3600), length: .seconds(3600), count: 25)
    let values = Array(repeating: 20.0, count: 25)
    return AirResponse(reports: [
      AirReport(
        source: "sample", site: AirSite(kind: .referenceStation), kind: .observation,
        series: [
          try AirSeries(.pm25, unit: .microgramsPerCubicMetre, timeline: timeline, values: values),
          try AirSeries(.uvIndex, unit: .one, timeline: timeline, values: values),
        ], receivedAt: clock.time)
    ])
  }

  @Test func aModelShowsAndSwitches() async throws {
    let place = AirPlace(name: "Brno", coordinate: try Coordinate(49.2, 16.6))
    let model = ScreenModel(try .always(response(), clock: clock).delayed(by: .seconds(2)))
    await clock.runOnMainActor {
      let watching = Task {
        var seen: [SharedScreen] = []
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return seen }
        for await number in Observations({ model.number }) {
          seen.append(SharedScreen(number: number))
        }
        return seen
      }
      let appearing = Task { await model.appear(at: place) }
      await clock.advance(by: .seconds(1))
      #expect(model.store[.uv].phase == .loading)
      await clock.advance(by: .seconds(1))
      #expect(model.title == "Brno")
      #expect(model.store[.uv].value?.value == 20)
      model.isEuropean = true
      await clock.advance(by: .zero)
      appearing.cancel()
      watching.cancel()
      await appearing.value
      let seen = await watching.value
      // Nothing at first, nothing while loading, then the two numbers.
      if !seen.isEmpty { #expect(seen.map(\.number) == ["–", "–", "71", model.number]) }
      #expect(model.store.aqi?.value?.edition.family == "eu-eaqi")
    }
  }
}
