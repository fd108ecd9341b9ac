import AQKit
import AQKitTesting
import Observation
import TestRuns
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A clock that shows another time than the one by which it sleeps.
private final class ShiftedClock: AQClock {
  private let clock: ManualClock
  let shift = Locked<Double>(0)

  init(_ clock: ManualClock) { self.clock = clock }

  var now: Date { clock.now.addingTimeInterval(shift.withLock { $0 }) }
  func sleep(for duration: Duration) async throws { try await clock.sleep(for: duration) }
}

@Suite("A live store", .timeLimit(.minutes(10))) @MainActor struct LiveAirStoreTests {
  private let bench = LiveBench()
  private var clock: ManualClock { bench.clock }

  // MARK: The list

  @Test("it lists the sites by name regardless of case, or at once in the order that the user chooses")
  func order() async throws {
    let store = LiveAirStore(bench.client, index: .inNAQI)
    try await bench.running(store) {
      try bench.hear([("pune", 120), ("Delhi", 301), ("Agra", 40)])
      await clock.advance(by: .seconds(1))
      #expect(store.sites.map(\.name) == ["Agra", "Delhi", "pune"])
      store.order = .worst
      await clock.advance(by: .zero)
      #expect(store.sites.map(\.name) == ["Delhi", "pune", "Agra"])
      try bench.hear([("Agra", 500)])
      await clock.advance(by: .seconds(1))
      #expect(store.sites.map(\.name) == ["Agra", "Delhi", "pune"])
    }
  }

  @Test("an update of some sites leaves the others as they are")
  func partial() async throws {
    let store = LiveAirStore(bench.client, index: .inNAQI)
    try await bench.running(store) {
      try bench.hear([("Delhi", 301), ("Pune", 120)])
      await clock.advance(by: .seconds(1))
      try bench.hear([("Pune", 90)])
      await clock.advance(by: .seconds(1))
      #expect(store.sites.map { $0.value?.display } == ["301", "90"])
    }
  }

  @Test("values get the bands of the chosen index; the list follows the user's choice without another update")
  func index() async throws {
    let store = LiveAirStore(bench.client)
    try await bench.running(store) {
      try bench.hear([("Delhi", 172.3)])
      await clock.advance(by: .seconds(1))
      #expect(store.sites.first?.band == nil)
      store.index = .inNAQI
      await clock.advance(by: .zero)
      #expect(store.sites.first?.band?.key == "moderately-polluted")
      store.index = .usEPA
      await clock.advance(by: .zero)
      #expect(store.sites.first?.band?.key == "unhealthy")
      #expect(store.sites.first?.value?.display == "172")
      #expect(bench.openedCount == 1)
    }
  }

  @Test("an index that names its scale keeps it, whatever the user has chosen")
  func namedScale() async throws {
    let store = LiveAirStore(bench.client, index: .usEPA)
    try await bench.running(store) {
      try bench.hear([("Delhi", 172)], .publishedIndex(scale: "in-naqi"))
      await clock.advance(by: .seconds(1))
      #expect(store.sites.first?.band?.key == "moderately-polluted")
    }
  }

  @Test("beyond the end of the scale the worst band stays, marked as exceeded")
  func beyondScale() async throws {
    let store = LiveAirStore(bench.client, index: .inNAQI)
    try await bench.running(store) {
      try bench.hear([("Delhi", 999), ("Pune", -1)])
      await clock.advance(by: .seconds(1))
      let worst = AirQualityIndexCatalog.standard.index("in-naqi")?.bands.last
      #expect(store.sites.first?.band == worst && worst != nil)
      #expect(store.sites.first?.value?.isBeyondScale == true)
      #expect(store.sites.last?.band == nil && store.sites.last?.value?.isBeyondScale == false)
    }
  }

  @Test("a concentration gets the band of the chosen index, marked as a proxy")
  func concentration() async throws {
    let store = LiveAirStore(bench.client, index: .usEPA)
    try await bench.running(store) {
      try bench.hear([("Garden", 40.26)], .pm25)
      await clock.advance(by: .seconds(1))
      let value = try #require(store.sites.first?.value)
      #expect(value.band?.key == "unhealthy-for-sensitive-groups")
      #expect(value.bandProxy != nil)
      #expect(value.display == "40.3 µg/m³")
    }
  }

  @Test("a value below 1, such as lead or a gas in ppm, isn't shown as zero")
  func smallValue() async throws {
    let store = LiveAirStore(bench.client)
    try await bench.running(store) {
      try bench.hear([("Smelter", 0.0312), ("Street", 0.5)], .pb)
      await clock.advance(by: .seconds(1))
      #expect(store.sites.map { $0.value?.display } == ["0.0312 µg/m³", "0.5 µg/m³"])
    }
  }

  @Test("a suspect value is listed without a band, and doesn't lead its site or the order of the worst")
  func suspect() async throws {
    let store = LiveAirStore(bench.client, index: .usEPA)
    store.order = .worst
    try await bench.running(store) {
      try bench.hear([("Garden", 9254), ("School", 9254)], .pm25, flags: [.suspect])
      try bench.hear([("Garden", 30)], .pm10)
      try bench.hear([("Park", 40)], .pm25)
      await clock.advance(by: .seconds(1))
      #expect(store.sites.map(\.name) == ["Park", "Garden", "School"])
      #expect(store.sites.map { $0.value?.parameter } == [.pm25, .pm10, .pm25])
      #expect(store.sites.map { $0.band?.key } == ["unhealthy-for-sensitive-groups", "good", nil])
      let value = try #require(store.sites.last?.value)
      #expect(value.reading.value == 9254 && value.reading.flags == [.suspect] && !value.isBeyondScale)
    }
  }

  @Test("a screen is notified once of a thousand updates within a second")
  func pace() async throws {
    let store = LiveAirStore(bench.client)
    try await bench.running(store) {
      await clock.advance(by: .seconds(1))
      let tally = Locked(0)
      observe(store, tally)
      for number in 0..<1000 { try bench.hear([("Site \(number)", 50)]) }
      await clock.advance(by: .seconds(1))
      #expect(store.sites.count == 1000)
      #expect(tally.withLock { $0 } <= 2)
    }
  }

  /// Counts the changes of the list.
  private func observe(_ store: LiveAirStore, _ tally: Locked<Int>) {
    withObservationTracking {
      _ = store.sites
    } onChange: {
      tally.withLock { $0 += 1 }
      Task { @MainActor in observe(store, tally) }
    }
  }

  @Test("an observer sees the list grow, one state after the other")
  func observations() async throws {
    let store = LiveAirStore(bench.client)
    let seen = Locked<[Int]>([])
    try await bench.running(store) {
      let watching = Task { @MainActor in
        for await count in Observations({ store.sites.count }) { seen.withLock { $0.append(count) } }
      }
      await clock.advance(by: .seconds(1))
      for names in [["A"], ["B", "C"]] {
        try bench.hear(names.map { ($0, 50) })
        await clock.advance(by: .seconds(1))
      }
      watching.cancel()
    }
    #expect(seen.withLock { $0 } == [0, 1, 3])
  }

  // MARK: Charts

  @Test("a chart has a point for each step of sampling, and carries the last value forward")
  func sampling() async throws {
    let store = LiveAirStore(bench.client, interval: .seconds(5), index: .inNAQI)
    store.chartOptions.window = .seconds(20)
    try await bench.running(store) {
      try bench.hear([("Delhi", 301)])
      await clock.advance(by: .seconds(16))
      let site = try #require(store.sites.first)
      #expect(store.chart(of: site)?.pattern == "Hccc")
      #expect(store.chart(of: site)?.points.last?.band?.key == "very-poor")
      store.chartOptions.fill = .gap
      #expect(store.chart(of: site)?.pattern == "H...")
    }
  }

  @Test("the interval changes while the store runs: earlier samples stay")
  func interval() async throws {
    let store = LiveAirStore(bench.client, interval: .seconds(5))
    store.chartOptions.window = .seconds(60)
    try await bench.running(store) {
      try bench.hear([("Delhi", 301)])
      await clock.advance(by: .seconds(30))
      try bench.hear([("Delhi", 280)])
      await clock.advance(by: .seconds(1))
      let site = try #require(store.sites.first)
      #expect(store.chart(of: site)?.points.count == 12)
      store.interval = .seconds(30)
      #expect(store.interval == .seconds(30))
      #expect(store.chart(of: site)?.pattern == "HH")
      #expect(store.chart(of: site)?.points.map(\.value) == [301, 280])
    }
  }

  @Test("a view that shows a chart is notified at each step of sampling, not at each update")
  func ticks() async throws {
    let store = LiveAirStore(bench.client, interval: .seconds(30))
    try await bench.running(store) {
      try bench.hear([("Delhi", 301)])
      await clock.advance(by: .seconds(2))
      let site = try #require(store.sites.first)
      let isTold = Locked(false)
      withObservationTracking {
        _ = store.chart(of: site)
      } onChange: {
        isTold.withLock { $0 = true }
      }
      try bench.hear([("Delhi", 310)])
      await clock.advance(by: .seconds(20))
      #expect(!isTold.withLock { $0 })
      await clock.advance(by: .seconds(10))
      #expect(isTold.withLock { $0 })
      #expect(store.chart(of: site)?.latest.value == 310)
    }
  }

  @Test("after a relaunch a chart has its past, and the time in between is a gap")
  func relaunch() async throws {
    let store = LiveAirStore(bench.client, interval: .seconds(5), index: .inNAQI)
    try await bench.running(store) {
      try bench.hear([("Delhi", 301)])
      await clock.advance(by: .seconds(10))
    }
    let saved = store.snapshot
    await clock.advance(by: .seconds(30))
    let next = LiveAirStore(bench.client, interval: .seconds(5), index: .inNAQI)
    next.restore(saved)
    try await bench.running(next) {
      await clock.advance(by: .seconds(1))
      let site = try #require(next.sites.first)
      let chart = try #require(next.chart(of: site))
      #expect(site.name == "Delhi" && site.band?.key == "very-poor")
      #expect(chart.latest.value == 301 && chart.statistics.measured == 1)
      #expect(chart.gaps.map(\.cause) == [.ended] && chart.gaps.first?.start == saved.takenAt)
      #expect(chart.points.last?.value == nil)
      try bench.hear([("Delhi", 280)])
      await clock.advance(by: .seconds(6))
      #expect(next.chart(of: site)?.statistics.measured == 2)
    }
  }

  // MARK: Bounds

  @Test("values beyond the maximum age are forgotten, and so is a site that is no longer mentioned")
  func age() async throws {
    let store = LiveAirStore(bench.client, interval: .seconds(5), maximumAge: .seconds(60))
    store.chartOptions.window = .seconds(600)
    try await bench.running(store) {
      try bench.hear([("Delhi", 301), ("Pune", 120)])
      await clock.advance(by: .seconds(40))
      try bench.hear([("Delhi", 280)])
      await clock.advance(by: .seconds(30))
      #expect(store.sites.map(\.name) == ["Delhi"])
      let chart = try #require(store.sites.first.flatMap { store.chart(of: $0) })
      #expect(chart.points.count { $0.status == .measured } == 1)
      #expect(store.counts.samplesAgedOut == 2)
    }
  }

  @Test("every maximum age is accepted", arguments: [Int64.min, -1, 0, .max])
  func extremeAge(seconds: Int64) {
    let store = LiveAirStore(bench.client, maximumAge: .seconds(seconds))
    store.restore(store.snapshot)
    #expect(store.sites.isEmpty)
  }

  @Test("a clock that jumps a day ahead for one step of sampling doesn't empty the store")
  func jump() async throws {
    let (bench, shifted) = (self.bench, ShiftedClock(self.bench.clock))
    let client = AirClient(clock: shifted, updates: { bench.client.updates($0) }) { _ in
      throw AQError(.unsupported, "Not asked.")
    }
    let store = LiveAirStore(client, interval: .seconds(5), maximumAge: .seconds(60))
    try await bench.running(store) {
      try bench.hear([("Delhi", 301)])
      await clock.advance(by: .seconds(10))
      shifted.shift.withLock { $0 = 86_400 }
      await clock.advance(by: .seconds(5))
      shifted.shift.withLock { $0 = 0 }
      await clock.advance(by: .seconds(10))
      #expect(store.sites.map(\.name) == ["Delhi"])
      #expect(store.counts.samplesAgedOut == 0)
    }
  }

  @Test("sites beyond the limit are refused and counted")
  func limits() async throws {
    let store = LiveAirStore(bench.client, limits: AirHistory.Limits(maximumSites: 2))
    try await bench.running(store) {
      try bench.hear([("A", 1), ("B", 2), ("C", 3)])
      await clock.advance(by: .seconds(1))
      #expect(store.sites.map(\.name) == ["A", "B"])
      #expect(store.counts.refusedSites == 1)
    }
  }
}
