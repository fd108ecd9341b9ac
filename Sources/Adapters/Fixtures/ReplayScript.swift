import AQKit

/// The values of a response in the order of their intervals' ends.
struct ReplayScript {
  struct Moment {
    /// The moment, in seconds since 1970.
    let seconds: Int64
    /// The values, each as the indices of its report, of its series and of the value in the series.
    fileprivate(set) var values: [(report: Int, series: Int, value: Int)]
  }

  private let reports: [AirReport]
  let moments: [Moment]
  /// The first moment, else the earliest time of a notice, in seconds since 1970; 0 without either.
  let start: Int64

  init(_ response: AirResponse) {
    reports = response.reports
    var byTime: [Int64: Moment] = [:]
    for (reportIndex, report) in reports.enumerated() {
      for (seriesIndex, series) in report.series.enumerated() {
        for index in 0..<series.count where !series.values[index].isNaN {
          let end = series.timeline.endSeconds(at: index)
          byTime[end, default: Moment(seconds: end, values: [])].values.append(
            (reportIndex, seriesIndex, index))
        }
      }
    }
    moments = byTime.values.sorted { $0.seconds < $1.seconds }
    let issues = response.notices.compactMap { $0.issuedAt ?? $0.from }
    start = moments.first?.seconds ?? issues.min()?.secondsSince1970 ?? 0
  }

  /// Returns the reports of a moment: one per site, with series of length one, received at the end of the interval.
  func reports(at moment: Moment) -> [AirReport] {
    var result: [AirReport] = []
    var last: Int?
    for (report, series, value) in moment.values {
      if report != last {
        var empty = reports[report]
        empty.series = []
        empty.receivedAt = AirTime(secondsSince1970: moment.seconds)
        result.append(empty)
        last = report
      }
      result[result.count - 1].series.append(
        AirSeries(slicing: reports[report].series[series], value..<value + 1))
    }
    return result
  }
}

extension AirReport {
  /// Returns the report with every time moved, without series that this moves outside the years 1 to 9999.
  func shifted(bySeconds seconds: Int64) -> AirReport {
    guard seconds != 0 else { return self }
    return changed(self) {
      $0.issuedAt = issuedAt?.adding(seconds: seconds)
      $0.receivedAt = receivedAt.adding(seconds: seconds)
      $0.series = series.compactMap { $0.shifted(bySeconds: seconds) }
    }
  }
}

extension AirNote {
  /// Returns a note with the number of series that were lost in moving; nil if there are none.
  static func lost(_ before: [AirReport], _ after: [AirReport]) -> AirNote? {
    let lost = before.reduce(0) { $0 + $1.series.count } - after.reduce(0) { $0 + $1.series.count }
    let message = "Refused: moved to now, a series leaves the years 1 to 9999."
    return lost > 0 ? AirNote(.refused, message, count: lost) : nil
  }
}

extension AirSeries {
  /// Returns the series with its timeline moved by a number of seconds; nil if that is outside the years 1 to 9999.
  func shifted(bySeconds seconds: Int64) -> AirSeries? {
    guard let timeline = timeline.shifted(bySeconds: seconds) else { return nil }
    // Such values are moments themselves, such as sunrises.
    let values = unit == .unixTime ? values.map { $0 + Double(seconds) } : values
    return try? AirSeries(
      parameter, unit: unit, averaging: averaging, timeline: timeline, values: values, flags: flags,
      completeness: completeness, accuracy: accuracy, origin: origin, correction: correction,
      conversion: conversion)
  }
}

extension AirTimeline {
  /// Returns the timeline moved by a number of seconds; nil if that is outside the years 1 to 9999.
  func shifted(bySeconds seconds: Int64) -> AirTimeline? {
    try? AirTimeline(
      starts: ContiguousArray((0..<count).map { startSeconds(at: $0) &+ seconds }),
      ends: ContiguousArray((0..<count).map { endSeconds(at: $0) &+ seconds }))
  }
}
