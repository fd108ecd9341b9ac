/// Averages over calendar days.
struct DayAverage {
  private let hours: HourlySeries
  /// The same values in hours that begin at other minutes.
  private let shifted: [HourlySeries]
  private let days: LocalDays
  /// Whether to omit an hour that extends beyond the end of its day.
  private var isCutAtEnd = false

  /// - Parameter shifted: The same values in hours that begin at other minutes, for days that begin with those.
  init(_ hours: HourlySeries, or shifted: [HourlySeries] = [], days: LocalDays) {
    func cleaned(_ hours: HourlySeries) -> HourlySeries {
      guard MissingSign.isAmong(hours.values) else { return hours }
      var hours = hours
      hours.values = MissingSign.removed(from: hours.values)
      return hours
    }
    self.hours = cleaned(hours)
    self.shifted = shifted.map(cleaned)
    self.days = days
  }

  /// Returns the averages over the hours that begin with a day. If the next day begins at another minute, the hour
  /// that both would share is omitted.
  private func beginning(with bounds: Range<Int64>) -> DayAverage {
    let own = shifted.first { ($0.firstEnd - bounds.lowerBound) % 3600 == 0 } ?? hours
    return DayAverage(cutting: own, days: days)
  }

  private init(cutting hours: HourlySeries, days: LocalDays) {
    (self.hours, shifted, self.days, isCutAtEnd) = (hours, [], days, true)
  }

  /// Returns the average of the day in which the hour lies that ends at a moment, and the end of the newest hour in it.
  func average(_ method: AveragingMethod, onDayOf moment: Int64) -> (average: WindowAverage, newest: Int64?) {
    let bounds = days.bounds(ofDay: days.day(ofHourEnding: moment))
    guard shifted.isEmpty else { return beginning(with: bounds).average(method, onDayOf: moment) }
    let range = indices(of: bounds)
    guard !range.isEmpty else {
      let none = WindowAverage(
        value: .nan, count: 0, possible: 24, needed: method.dailyNeed, isComplete: false)
      return (none, nil)
    }
    if case .dayWindowMaximum(let windows) = method {
      // The day's hours and those of the next day that its last mean includes.
      let all = range.lowerBound..<min(range.upperBound + windows.hours - 1, hours.values.count)
      let newest = all.last { !hours.values[$0].isNaN }.map { hours.firstEnd + Int64($0) * 3600 }
      return (largest(windows, range, windows.means(of: hours.values[all]), from: range.lowerBound), newest)
    }
    let newest = range.last { !hours.values[$0].isNaN }.map { hours.firstEnd + Int64($0) * 3600 }
    guard case .dayMaximum(let length, let atLeast) = method else {
      return (average(range, method, nil, of: bounds), newest)
    }
    // The running means of the day, from the hours that the first of them looks back to.
    let lead = min(range.lowerBound, length - 1)
    let running = hours.values[(range.lowerBound - lead)..<range.upperBound].withUnsafeBufferPointer {
      ExactColumn($0).means(hours: length, atLeast: atLeast).means
    }
    return (average(lead..<running.count, method, running, of: bounds), newest)
  }

  /// Returns the indices of the hours that begin within a day.
  private func indices(of bounds: Range<Int64>) -> Range<Int> {
    let last = Int64(hours.values.count)
    // The first hour begins an hour before its end.
    func index(beginningFrom moment: Int64) -> Int {
      let hours = -(hours.firstEnd - 3600 - moment).dividedDown(by: 3600)
      return Int(min(max(0, hours), last))
    }
    let first = index(beginningFrom: bounds.lowerBound)
    return first..<max(first, index(beginningFrom: bounds.upperBound - (isCutAtEnd ? 3599 : 0)))
  }

  /// Returns the averages of all days that have an hour, in order. A day of 23 or 25 hours, when clocks change, has
  /// them all.
  func each(_ method: AveragingMethod) -> [(day: Int64, average: WindowAverage)] {
    guard shifted.isEmpty else {
      let all = ([hours] + shifted).flatMap { hours in
        DayAverage(cutting: hours, days: days).each(method).filter {
          (hours.firstEnd - days.start(ofDay: $0.day)) % 3600 == 0
        }
      }
      return all.sorted { $0.day < $1.day }
    }
    guard !hours.values.isEmpty else { return [] }
    var result: [(day: Int64, average: WindowAverage)] = []
    var running: (means: [Double], counts: [UInt8])?
    var starting: (windows: AveragingMethod.DayWindows, means: [Double])?
    if case .dayWindowMaximum(let windows) = method {
      starting = (windows, windows.means(of: hours.values[...]))
    }
    if case .dayMaximum(let length, let atLeast) = method {
      running = hours.values.withUnsafeBufferPointer {
        ExactColumn($0).means(hours: length, atLeast: atLeast)
      }
    }
    var start = 0
    while start < hours.values.count {
      let day = days.day(ofHourEnding: hours.firstEnd + Int64(start) * 3600)
      let bounds = days.bounds(ofDay: day)
      let end = max(start + 1, indices(of: bounds).upperBound)
      let average =
        starting.map { largest($0.windows, start..<end, $0.means, from: 0) }
        ?? average(start..<end, method, running?.means, of: bounds)
      result.append((day, average))
      start = end
    }
    return result
  }

  /// Returns the largest of the means that begin at the hours of a day, in a range of indices, that the windows name.
  private func largest(
    _ windows: AveragingMethod.DayWindows, _ range: Range<Int>, _ means: [Double], from first: Int
  ) -> WindowAverage {
    var largest = -Double.infinity
    var count = 0
    for i in range where !means[i - first].isNaN {
      let hour = days.clockHour(ofHourEnding: hours.firstEnd + Int64(i) * 3600)
      guard windows.starts.contains(hour) else { continue }
      largest = max(largest, means[i - first])
      count += 1
    }
    return WindowAverage(
      value: count > 0 ? largest : .nan, count: count, possible: windows.starts.count,
      needed: windows.atLeast,
      isComplete: count >= windows.atLeast)
  }

  private func average(
    _ range: Range<Int>, _ method: AveragingMethod, _ running: [Double]?, of bounds: Range<Int64>
  ) -> WindowAverage {
    let need = method.dailyNeed
    let possible = max(range.count, (bounds.count + 1800) / 3600)
    if let running {
      var largest = -Double.infinity
      var count = 0
      for i in range where !running[i].isNaN {
        largest = max(largest, running[i])
        count += 1
      }
      return WindowAverage(
        value: count > 0 ? largest : .nan, count: count, possible: possible, needed: need,
        isComplete: count >= need)
    }
    let (mean, count) = hours.values.withUnsafeBufferPointer {
      WindowMean.mean(of: UnsafeBufferPointer(rebasing: $0[range]))
    }
    return WindowAverage(
      value: mean, count: count, possible: possible, needed: need, isComplete: count >= need)
  }
}

extension AveragingMethod {
  /// The number of hours of a day that must be present: the rule's own number for a mean and for means that begin at certain
  /// hours, 18 running means for any other maximum.
  var dailyNeed: Int {
    switch self {
    case .dayMean(let atLeast): atLeast
    case .dayWindowMaximum(let windows): windows.atLeast
    default: 18
    }
  }
}
