import AQKit
import AQKitTesting
import TestRuns
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A history while the system's clock is set, and over the days on which local clocks change.
@Suite struct AirHistoryClockTests {
  /// A clock that stays where it is set.
  private final class SetClock: AQClock {
    private let time: Locked<AirTime>
    init(_ time: AirTime) { self.time = Locked(time) }
    var now: Date { time.withLock { $0.date } }
    func set(_ time: AirTime) { self.time.withLock { $0 = time } }
    func sleep(for duration: Duration) async throws { throw CancellationError() }
  }

  private let clock = SetClock(.noon)
  private func report(_ value: Double, site: AirSite = HistoryBench.site) throws -> AirReport {
    AirReport(
      source: "feed", site: site, kind: .observation,
      series: [
        try AirSeries(
          HistoryBench.parameter, value, unit: .one, over: AirInterval(instant: clock.time),
          flags: [.timeOfReceipt])
      ], receivedAt: clock.time)
  }

  private func history(_ interval: Int = 30, samples: Int = 960) -> AirHistory {
    AirHistory(interval: .seconds(interval), limits: .init(maximumSamples: samples), clock: clock)
  }

  @Test(
    "a clock that is set back by hours or days: later readings are the newest, and none is lost",
    arguments: [3600, 86_400 * 400])
  func setBack(seconds: Int64) throws {
    let history = history(samples: 10)
    for step in 0..<20 {
      clock.set(HistoryBench.at(Int64(step) * 30))
      history.record(AirUpdate(reports: [try report(100)]))
    }
    let back = HistoryBench.at(-seconds)
    for step in 0..<4 {
      clock.set(back.adding(seconds: Int64(step) * 30))
      history.record(AirUpdate(reports: [try report(Double(step))]))
    }
    let chart = try #require(history.charts(AirChart.Options(window: .seconds(120))).first)
    #expect(chart.values == [0, 1, 2, 3] && chart.pattern == "HHHH")
    #expect(chart.latest.value == 3 && chart.latestReceivedAt == clock.time)
    #expect(history.counts.ahead == 10 && history.counts.tooOld == 0 && history.counts.late == 0)
  }

  @Test("a gap that ended before the clock was set back ends now at the latest")
  func endedGap() throws {
    let history = history()
    history.record(AirUpdate(reports: [try report(1)], state: .live))
    history.record(AirUpdate(state: .paused))
    clock.set(HistoryBench.at(600))
    history.record(AirUpdate(state: .live))
    clock.set(HistoryBench.at(300))
    history.record(AirUpdate(reports: [try report(2)]))
    let gaps = history.charts(AirChart.Options(window: .seconds(900))).first?.gaps
    #expect(gaps?.map(\.end) == [HistoryBench.at(300)])
  }

  @Test("values of extreme size have a mean that can be saved")
  func extremes() throws {
    let history = history()
    for value in [1.7e308, -1.7e308, 1.7e308] {
      clock.set(clock.time.adding(seconds: 1))
      let series = try AirSeries(
        "strange", value, unit: "strange", over: AirInterval(instant: clock.time), flags: [.timeOfReceipt])
      history.record(
        AirUpdate(reports: [
          AirReport(
            source: "feed", site: HistoryBench.site, kind: .observation, series: [series],
            receivedAt: clock.time)
        ]))
    }
    #expect(try JSONEncoder().encode(history.snapshot).isEmpty == false)
    #expect(history.charts().first?.points.allSatisfy { $0.mean?.isFinite ?? true } == true)
  }

  @Test(
    "a clock that is set back by less than the tolerance keeps the samples, and marks new readings as late")
  func setBackALittle() throws {
    let history = history()
    history.record(AirUpdate(reports: [try report(1)]))
    clock.set(HistoryBench.at(-120))
    history.record(AirUpdate(reports: [try report(2)]))
    #expect(history.counts.ahead == 0 && history.counts.late == 1)
    clock.set(HistoryBench.at(20))
    #expect(history.charts(AirChart.Options(window: .seconds(150))).first?.values == [2, 2, 2, 2, 1])
  }

  @Test("gaps in the future after the clock was set back are forgotten, and an open one begins now")
  func gaps() throws {
    let history = history(10)
    history.record(AirUpdate(reports: [try report(1)], state: .paused))
    clock.set(HistoryBench.at(20))
    history.record(AirUpdate(state: .live))
    clock.set(HistoryBench.at(30))
    history.record(AirUpdate(state: .paused))
    clock.set(HistoryBench.at(-3600))
    history.record(AirUpdate())
    clock.set(HistoryBench.at(-3590))
    history.record(AirUpdate(reports: [try report(2)], state: .live))
    let chart = try #require(history.charts(AirChart.Options(window: .seconds(20))).first)
    #expect(
      chart.gaps == [
        AirHistory.Gap(start: HistoryBench.at(-3600), end: HistoryBench.at(-3590), cause: .paused)
      ])
    clock.set(HistoryBench.at(20))
    let later = try #require(history.charts(AirChart.Options(window: .seconds(20))).first)
    #expect(later.gaps.isEmpty)
  }

  @Test("a clock that is set far ahead hides earlier readings and shows later ones")
  func setAhead() throws {
    let history = history()
    history.record(AirUpdate(reports: [try report(1)]))
    clock.set(HistoryBench.at(86_400 * 365))
    history.record(AirUpdate(reports: [try report(2)]))
    let chart = try #require(history.charts(AirChart.Options(window: .seconds(60), fill: .gap)).first)
    #expect(chart.values == [nil, 2] && chart.latest.value == 2)
  }

  @Test(
    "the grid is in UTC: no hour of Central European clocks is missing or repeated",
    arguments: ["2026-03-29T00:30:00Z", "2026-10-25T00:30:00Z"])
  func clockChange(start: String) throws {
    let begin = try #require(AirTime(start))
    let history = history(1800)
    for step in 0..<4 {
      clock.set(begin.adding(seconds: Int64(step) * 1800))
      history.record(AirUpdate(reports: [try report(Double(step))]))
    }
    let chart = try #require(history.charts(AirChart.Options(window: .seconds(7200))).first)
    #expect(chart.values == [0, 1, 2, 3])
    #expect(zip(chart.points, chart.points.dropFirst()).allSatisfy { $0.interval.end == $1.interval.start })
  }
}
