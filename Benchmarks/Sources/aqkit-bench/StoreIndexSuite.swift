import AQKit
import Foundation

/// The suite `store-index`: the cost of the user's choice of another index, for 200 places of 120 hours each.
enum StoreIndexSuite {
  private static let places = 200
  private static let hours = 120

  /// Runs the suite on the main thread; takes some seconds.
  static func figures() throws -> [Figure] {
    let report = try report()
    let place = AirPlace(name: "Brno", coordinate: try Coordinate(49.2, 16.6))
    let client = AirClient(clock: Clock()) { query in
      var report = report
      report.places = [0]
      return AirAnswer([report], to: query, at: report.receivedAt)
    }
    let stores = MainActor.assumeIsolated { loaded(client, at: place) }
    let all: @MainActor (AirQualityStore) -> Void = { store in
      keep(store.aqi)
      keep(store.aqiSeries(of: .air))
    }
    return [
      figure("another index for \(places) places, the present value of each read", goal: .atMost(5)) {
        switched(stores) { keep($0.aqi) }
      },
      figure("the same, and \(hours) hours of each read") { switched(stores, all) },
    ]
  }

  private static func figure(_ workload: String, goal: Figure.Goal? = nil, _ measure: () -> Stopwatch)
    -> Figure
  {
    // Each run is two switches.
    let time = measure()
    return Figure(
      workload: workload, value: time.processor * 500, unit: "ms", wall: time.wall * 500, goal: goal)
  }

  /// The time of two switches of all stores, to the European and to the American index, each of which is then read.
  private static func switched(
    _ stores: [AirQualityStore], _ read: @MainActor (AirQualityStore) -> Void
  ) -> Stopwatch {
    Stopwatch.best {
      MainActor.assumeIsolated {
        for index in [IndexEdition.Reference.euEAQI, .usEPA] {
          for store in stores {
            store.index = index
            store.indexOptions = IndexOptions()
            read(store)
          }
        }
      }
    }
  }

  /// Loads all stores while the main thread's run loop runs.
  @MainActor private static func loaded(_ client: AirClient, at place: AirPlace) -> [AirQualityStore] {
    let stores = (0..<places).map { _ in AirQualityStore(client, loading: .air) }
    for store in stores { Task { await store.show(place) } }
    while stores.contains(where: { $0[.air].value == nil }) {
      _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
    }
    return stores
  }

  /// Six pollutants in µg/m³, as a model gives them.
  private static func report() throws -> AirReport {
    let end: Int64 = 1_800_000_000
    let timeline = try AirTimeline(
      start: AirTime(secondsSince1970: end - Int64(hours) * 3600), step: .seconds(3600),
      length: .seconds(3600),
      count: hours)
    let parameters: [AirParameter] = [.pm25, .pm10, .no2, .o3, .so2, .co]
    return AirReport(
      source: "bench", site: AirSite(timeZone: "UTC", kind: .modelCell), kind: .analysis,
      series: try parameters.enumerated().map { place, parameter in
        try AirSeries(
          parameter, unit: .microgramsPerCubicMetre, timeline: timeline,
          values: SeededNumbers.smooth(hours, seed: UInt64(place)))
      }, receivedAt: AirTime(secondsSince1970: end))
  }

  /// A clock that stands still.
  private struct Clock: AQClock {
    var now: Date { Date(timeIntervalSince1970: 1_800_000_000) }
    func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
  }
}
