import AQKit
import AQKitTesting

/// A history on a clock that doesn't move, and ways to feed it.
struct HistoryBench {
  static let site = AirSite(name: "Pune", kind: .city)
  static let parameter = AirParameter.publishedIndex(scale: "in-naqi")

  let clock = ManualClock()
  let history: AirHistory

  init(interval: Duration = .seconds(30), limits: AirHistory.Limits = .init()) {
    history = AirHistory(interval: interval, limits: limits, clock: clock)
  }

  /// A moment some seconds after noon.
  static func at(_ seconds: Int64) -> AirTime { .noon.adding(seconds: seconds) }

  func report(
    _ value: Double, at time: AirTime? = nil, over length: Int64 = 0, site: AirSite = Self.site,
    _ parameter: AirParameter = Self.parameter, unit: AirUnit = .one, flags: Set<AirReading.QualityFlag> = []
  ) throws -> AirReport {
    let end = time ?? clock.time
    let interval = try AirInterval(start: end.adding(seconds: -length), end: end)
    return AirReport(
      source: "feed", site: site, kind: .observation,
      series: [try AirSeries(parameter, value, unit: unit, over: interval, flags: flags)],
      receivedAt: clock.time, attribution: [AirAttribution("A feed")])
  }

  /// Receives a value, now or at its own time.
  func hear(_ value: Double, at time: AirTime? = nil, flags: Set<AirReading.QualityFlag> = []) throws {
    history.record(AirUpdate(reports: [try report(value, at: time, flags: flags)]))
  }

  func enter(_ state: AirUpdate.FeedState) { history.record(AirUpdate(state: state)) }

  func chart(_ options: AirChart.Options = .init()) throws -> AirChart {
    guard let chart = history.charts(options).first else { throw NoChart() }
    return chart
  }

  struct NoChart: Error {}
}

extension AirChart {
  var values: [Double?] { points.map(\.value) }
}
