import AQKit
import Foundation
import Observation

/// The suite `store`: the share of the main actor for a live store whose sites are renewed every second.
enum StoreSuite {
  /// Thrown if the store doesn't show what its updates hold.
  struct WrongResult: Error { var sites, renewals: Int }

  private static let seconds = 10

  /// Runs the suite; takes 10 s.
  static func figures() throws -> [Figure] {
    let client = AirClient(updates: { _ in updates }) { _ in throw AQError(.unsupported, "Not asked.") }
    let isOver = Shared(false)
    let seen = Shared((sites: 0, renewals: 0))
    Task { @MainActor in
      let store = LiveAirStore(client, interval: .seconds(5), index: .usEPA)
      let running = Task { await store.run() }
      show(store, seen)
      try? await Task.sleep(for: .seconds(seconds))
      running.cancel()
      _ = await running.value
      isOver.withLock { $0 = true }
    }
    let (wall, processor) = (time(CLOCK_MONOTONIC), time(CLOCK_THREAD_CPUTIME_ID))
    while !isOver.withLock({ $0 }) {
      _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.25))
    }
    let share = (time(CLOCK_THREAD_CPUTIME_ID) - processor) / (time(CLOCK_MONOTONIC) - wall) * 100
    let (sites, renewals) = seen.withLock { $0 }
    guard sites >= 1200, renewals >= seconds / 2 else { throw WrongResult(sites: sites, renewals: renewals) }
    return [
      Figure(
        workload: "main thread, 1,000 live sites and 200 places with 7 series, each once a second",
        value: share,
        unit: "%", goal: .atMost(2, decides: true)),
      Figure(
        workload: "renewals of a list of \(sites) sites", value: Double(renewals), unit: "in \(seconds) s"),
    ]
  }

  /// Reads the contents of a screen: the list, and the charts of the ten sites that fit.
  @MainActor private static func show(_ store: LiveAirStore, _ seen: Shared<(sites: Int, renewals: Int)>) {
    withObservationTracking {
      let count = store.sites.count
      for site in store.sites.prefix(10) { keep(store.chart(of: site)) }
      seen.withLock { $0 = (max($0.sites, count), $0.renewals + 1) }
    } onChange: {
      Task { @MainActor in show(store, seen) }
    }
  }

  /// Twenty updates a second, each with a twentieth of the sites.
  private static var updates: AirUpdates {
    AirUpdates { send in
      let parameters: [AirParameter] = [.pm25, .pm10, .no2, .o3, .so2, .co, .nh3]
      for round in 0... {
        let now = AQSystemClock().time
        let instant = try AirInterval(start: now, end: now)
        let reports = try stride(from: round % 20, to: 1200, by: 20).map { number in
          let series =
            number < 1000
            ? [try AirSeries(.publishedIndex, Double(number % 500), unit: .one, over: instant)]
            : try parameters.map {
              try AirSeries($0, Double(number % 90), unit: .microgramsPerCubicMetre, over: instant)
            }
          return AirReport(
            source: "bench", site: AirSite(id: "\(number)", name: "Site \(number)", kind: .city),
            kind: .observation, series: series, receivedAt: now)
        }
        try await send(AirUpdate(reports: reports, source: "bench"))
        try await Task.sleep(for: .milliseconds(50))
      }
    }
  }

  private static func time(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
