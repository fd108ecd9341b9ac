extension InputSeries {
  /// Returns the average of a day's hours, and the end of the newest one. A day of 23 or 25 hours, when clocks change,
  /// includes all of them.
  func average(of hours: HourlySeries, onDay day: Int64, of days: LocalDays) -> (
    average: AveragingMethod.Average, newest: Int64?
  ) {
    let bounds = days.bounds(ofDay: day)
    let own = shiftedHours.first { ($0.firstEnd - bounds.lowerBound) % 3600 == 0 } ?? hours
    // If the next day begins at another minute, the hour that both would share is omitted.
    let range = own.indices(
      from: bounds.lowerBound, to: bounds.upperBound - (shiftedHours.isEmpty ? 0 : 3599))
    guard !range.isEmpty else {
      return (
        AveragingMethod.Average(.nan, hours: 0, of: 24, needed: method.dailyNeed, isComplete: false), nil
      )
    }
    let average = own.values.withUnsafeBufferPointer { column in
      method.average(
        ofDay: range, in: column, above: missingSign, possible: max(range.count, (bounds.count + 1800) / 3600)
      ) { days.clockHour(ofHourEnding: own.firstEnd + Int64($0) * 3600) }
    }
    // The day's last running mean may reach into the next day.
    let after = if case .dayWindowMaximum(let windows) = method.rule { windows.hours - 1 } else { 0 }
    let last = min(range.upperBound + after, own.values.count)
    let newest = (range.lowerBound..<last).last { own.values[$0] > missingSign }
    return (average, newest.map { own.firstEnd + Int64($0) * 3600 })
  }
}

extension HourlySeries {
  /// Returns the indices of the hours that begin in [from, to).
  fileprivate func indices(from: Int64, to: Int64) -> Range<Int> {
    // The first hour begins an hour before its end.
    func index(beginningFrom moment: Int64) -> Int {
      Int(min(max(0, -(firstEnd - 3600 - moment).dividedDown(by: 3600)), Int64(values.count)))
    }
    let first = index(beginningFrom: from)
    return first..<max(first, index(beginningFrom: to))
  }
}
