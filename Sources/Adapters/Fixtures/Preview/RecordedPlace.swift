import AQKit

/// A recording of a place, to be repeated at any time: by the hour of the day there, day after day.
struct RecordedPlace: Sendable {
  let report: AirReport
  let coordinate: Coordinate

  var name: String { report.site.name ?? "\(coordinate)" }

  init?(_ report: AirReport) {
    guard let coordinate = report.site.coordinate else { return nil }
    (self.report, self.coordinate) = (report, coordinate)
  }

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
    // A longer time is cut at its start, so that the newest values are there.
    let longest = (isDaily ? Self.mostDays : Self.mostHours) * step
    let start = max(interval.start, interval.end.adding(seconds: -longest))
    let begin = start.adding(seconds: -length - phase).floored(toMultipleOf: step).secondsSince1970 + phase
    let count = (interval.end.secondsSince1970 - begin) / step + 1
    // The values are repeated in cycles of whole days; a time gets the nearest value of the cycle.
    let origin = first.start.secondsSince1970
    let cycle = max(1, isDaily ? Int64(series.count) : series.recordedDays) * 86_400
    let stamps = (0..<series.count).map { series.timeline.startSeconds(at: $0) - origin }
    // Shifts a time to the same hour of the day at the recorded place.
    let shift = (hoursAhead - coordinate.hoursAhead) * 3600
    let values = (0..<count).map { index -> Double in
      let within = (begin + index * step + shift - origin).remainderDown(by: cycle)
      func distance(_ stamp: Int64) -> Int64 {
        min(abs(within - stamp), abs(cycle - abs(within - stamp)))
      }
      let nearest = stamps.indices.min { distance(stamps[$0]) < distance(stamps[$1]) }
      return nearest.map { series.values[$0] } ?? .nan
    }
    let day = "\(report.receivedAt)".prefix(10)
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
