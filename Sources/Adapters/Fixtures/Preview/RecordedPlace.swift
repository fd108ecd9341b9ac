import AQKit

/// A recording of a place, to be repeated at any time: by the hour of the day there, day after day.
struct RecordedPlace: Sendable {
  let report: AirReport
  let coordinate: Coordinate
  let recordedAt: AirTime

  var name: String { report.site.name ?? "\(coordinate)" }

  init?(_ report: AirReport, recordedAt: AirTime) {
    guard let coordinate = report.site.coordinate else { return nil }
    self.report = report
    self.coordinate = coordinate
    self.recordedAt = recordedAt
  }

  var hoursAhead: Int64 { coordinate.hoursAhead }

  /// Whether each hour of a day was recorded, which a place's pattern requires.
  var hasWholeDays: Bool { report.series.contains { $0.isHourly && $0.recordedDays > 0 } }

  /// Returns one of the place's series in a time, for a place at which the sun is hours ahead.
  func repeated(_ series: AirSeries, in interval: AirInterval, hoursAhead: Int64) -> AirSeries? {
    guard let first = series.timeline.first else { return nil }
    let isDaily = series.averaging == .day
    let step: Int64 = isDaily ? 86_400 : 3600
    let length = isDaily ? step : first.end.secondsSince1970 - first.start.secondsSince1970
    // Days begin at solar midnight.
    let phase = isDaily ? -hoursAhead * 3600 : 0
    let begin =
      interval.start.adding(seconds: -length - phase).floored(toMultipleOf: step).secondsSince1970 + phase
    let count = min(
      (interval.end.secondsSince1970 - begin) / step + 1, isDaily ? Self.mostDays : Self.mostHours)
    guard count > 0 else { return nil }
    let cycle = RecordedCycle(series, isDaily: isDaily)
    // The same hour of the day there.
    let shift = (hoursAhead - self.hoursAhead) * 3600
    let values = (0..<count).map { cycle.value(at: begin + $0 * step + shift) }
    let day = "\(recordedAt)".prefix(10)
    let model = [series.origin?.model, "recorded at \(name) on \(day)"].compactMap { $0 }
    guard
      let timeline = try? AirTimeline(start: begin, step: step, length: length, count: Int(clamping: count))
    else { return nil }
    return try? AirSeries(
      series.parameter, unit: series.unit, averaging: series.averaging, timeline: timeline, values: values,
      origin: AirOrigin(model: model.joined(separator: ", "), edition: series.origin?.edition))
  }

  /// The longest series: three months of hours, 150 years of days.
  private static let mostHours: Int64 = 92 * 24 + 26
  private static let mostDays: Int64 = 150 * 366
}

/// The values of a series as a cycle of whole days.
private struct RecordedCycle {
  private let origin: Int64
  private let length: Int64
  /// Seconds from the origin, and the value.
  private let rows: [(stamp: Int64, value: Double)]

  init(_ series: AirSeries, isDaily: Bool) {
    let start = series.timeline.isEmpty ? 0 : series.timeline.startSeconds(at: 0)
    origin = start
    length = max(1, isDaily ? Int64(series.count) : series.recordedDays) * 86_400
    rows = (0..<series.count).map { (series.timeline.startSeconds(at: $0) - start, series.values[$0]) }
  }

  /// Returns the value of the nearest time within the cycle.
  func value(at second: Int64) -> Double {
    let rest = (second - origin) % length
    let within = rest < 0 ? rest + length : rest
    func distance(_ stamp: Int64) -> Int64 { min(abs(within - stamp), abs(length - abs(within - stamp))) }
    return rows.min { distance($0.stamp) < distance($1.stamp) }?.value ?? .nan
  }
}

extension AirSeries {
  /// The number of whole days for which every hour was recorded.
  fileprivate var recordedDays: Int64 {
    guard count > 1 else { return 0 }
    return (timeline.startSeconds(at: count - 1) - timeline.startSeconds(at: 0) + 3600) / 86_400
  }

  fileprivate var isHourly: Bool { timeline.regular?.step == 3600 }
}

extension Coordinate {
  /// The number of hours by which solar time there is ahead of Greenwich, rounded.
  var hoursAhead: Int64 { Int64((longitude / 15).rounded()) }
}
