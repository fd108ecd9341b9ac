/// The result of averaging a window of hours.
struct WindowAverage: Equatable {
  /// The average; NaN if the rule is not met and no value could be computed.
  var value: Double
  /// The number of hours present.
  var count: Int
  /// The number of hours possible.
  var possible: Int
  /// The number of hours that the rule needs.
  var needed: Int
  /// Whether the rule is met.
  var isComplete: Bool
  /// The number of hours in the value, if it differs from the number that the rule counts.
  var used: Int?
  /// The number of hours from which these come, if it differs from the number that the rule counts.
  var usedOf: Int?

  /// The number of hours in the value.
  var present: Int { used ?? count }
  /// The total number of hours.
  var length: Int { usedOf ?? possible }
}

extension AveragingMethod {
  /// Returns the average of the hours that end in (moment − length, moment], and the end of the newest available one.
  ///
  /// - Parameters:
  ///   - values: Hourly values, oldest first, NaN for missing ones.
  ///   - firstEnd: The end of the first hour.
  func average(of values: UnsafeBufferPointer<Double>, firstEnd: Int64, at moment: Int64) -> (
    average: WindowAverage, newest: Int64?
  ) {
    let first = HourlySeries.index(endingBy: moment, firstEnd: firstEnd) - hours + 1
    @inline(__always)
    func average(_ window: UnsafeBufferPointer<Double>) -> (average: WindowAverage, newest: Int64?) {
      let newest = window.lastIndex { !$0.isNaN }
      return (self.average(window), newest.map { firstEnd + Int64(first + $0) * 3600 })
    }
    if first >= 0, first + hours <= values.count {
      return average(UnsafeBufferPointer(rebasing: values[first..<first + hours]))
    }
    return withUnsafeTemporaryAllocation(of: Double.self, capacity: hours) { window in
      for i in window.indices {
        let slot = first + i
        window.initializeElement(at: i, to: values.indices.contains(slot) ? values[slot] : .nan)
      }
      return average(UnsafeBufferPointer(window))
    }
  }

  /// Returns the average of the hours that end with the last of a window, oldest first, NaN for missing ones.
  ///
  /// If the rule is not met, the value is an incomplete one from the available hours.
  func average(_ window: UnsafeBufferPointer<Double>) -> WindowAverage {
    let length = min(hours, window.count)
    let latest = UnsafeBufferPointer(rebasing: window[(window.count - length)...])
    if !isLatest, MissingSign.isAmong(latest) {
      return MissingSign.removed(from: latest).withUnsafeBufferPointer { average($0) }
    }
    switch self {
    case .latest:
      let value = latest.last ?? .nan
      return WindowAverage(
        value: value, count: value.isNaN ? 0 : 1, possible: 1, needed: 1, isComplete: !value.isNaN)
    case .mean(let hours, let atLeast), .dayMaximum(let hours, let atLeast):
      let span = UnsafeBufferPointer(rebasing: latest[max(0, latest.count - Self.bounded(hours))...])
      let (mean, count) = WindowMean.mean(of: span)
      return WindowAverage(
        value: mean, count: count, possible: hours, needed: atLeast, isComplete: count >= atLeast)
    case .dayWindowMaximum(let windows):
      let span = UnsafeBufferPointer(rebasing: latest[max(0, latest.count - windows.hours)...])
      let (mean, count) = WindowMean.mean(of: span)
      return WindowAverage(
        value: mean, count: count, possible: windows.hours, needed: windows.hoursNeeded,
        isComplete: count >= windows.hoursNeeded)
    case .dayMean(let atLeast):
      let (mean, count) = WindowMean.mean(of: latest)
      return WindowAverage(
        value: mean, count: count, possible: 24, needed: atLeast, isComplete: count >= atLeast)
    case .nowCast(let rule):
      let value = rule.value(in: latest, endingAt: latest.count - 1)
      let count = latest.reduce(0) { $0 + ($1.isNaN ? 0 : 1) }
      if !value.isNaN {
        return WindowAverage(value: value, count: count, possible: 12, needed: 2, isComplete: true)
      }
      let recent = latest.suffix(3).reduce(0) { $0 + ($1.isNaN ? 0 : 1) }
      return WindowAverage(
        value: rule.factor * WindowMean.mean(of: latest).mean, count: recent, possible: 3, needed: 2,
        isComplete: false, used: count, usedOf: NowCast.hours)
    case .twelveAndFour: return twelveAndFour(latest)
    case .c24e(let threshold): return c24e(latest, threshold)
    }
  }

  /// Returns Taiwan's average: (mean of 12 h + mean of 4 h) / 2; six of the twelve and two of the four hours are
  /// required.
  private func twelveAndFour(_ window: UnsafeBufferPointer<Double>) -> WindowAverage {
    let (twelve, count) = WindowMean.mean(of: window)
    let four = UnsafeBufferPointer(rebasing: window[max(0, window.count - 4)...])
    let (recent, recentCount) = WindowMean.mean(of: four)
    let isComplete = count >= 6 && recentCount >= 2
    let approximate = recentCount > 0 ? (twelve + recent) / 2 : twelve
    let value = StepDecision.settled(approximate) { step, perUnit in
      AveragingMethod.compareHalves((window, count), (four, recentCount), to: step, perUnit)
    }
    return WindowAverage(value: value, count: count, possible: 12, needed: 6, isComplete: isComplete)
  }

  /// Compares (S₁/n₁ + S₂/n₂) / 2 with step / perUnit.
  private static func compareHalves(
    _ first: (values: UnsafeBufferPointer<Double>, count: Int),
    _ second: (values: UnsafeBufferPointer<Double>, count: Int), to step: Int128, _ perUnit: Int128
  ) -> Int? {
    guard let one = exactMean(first.values, first.count), let two = exactMean(second.values, second.count),
      let sum = one.adding(two), let half = Fraction(1, 2), let value = sum.multiplied(by: half),
      let target = Fraction(step, perUnit)
    else { return nil }
    return value.compared(to: target)
  }

  private static func exactMean(_ values: UnsafeBufferPointer<Double>, _ count: Int) -> Fraction? {
    guard count > 0 else { return nil }
    var sum = Fraction(0)
    for value in values where !value.isNaN {
      guard let part = Fraction(value), let next = sum.adding(part) else { return nil }
      sum = next
    }
    return sum.divided(by: Fraction(count))
  }

  /// Returns Korea's average: (C12·12 + C4·12) / 24, where the latest four hours count three quarters if they are at
  /// least the threshold and 0.9 to 1.7 times C12.
  private func c24e(_ window: UnsafeBufferPointer<Double>, _ threshold: Double) -> WindowAverage {
    let (twelve, count) = WindowMean.mean(of: window)
    let exactTwelve = AveragingMethod.exactMean(window, count)
    var damped: [Double] = []
    var exact: Fraction? = Fraction(0)
    for value in window.suffix(4) where !value.isNaN {
      let isDamped = value >= threshold && isNear(value, twelve, exactTwelve)
      damped.append(isDamped ? value * 0.75 : value)
      let factor = isDamped ? Fraction(3, 4) : Fraction(1)
      exact = exact.flatMap { sum in
        Fraction(value).flatMap { part in factor.flatMap { part.multiplied(by: $0) } }.flatMap {
          sum.adding($0)
        }
      }
    }
    let recent = damped.isEmpty ? twelve : damped.reduce(0, +) / Double(damped.count)
    let value = StepDecision.settled((twelve + recent) / 2) { step, perUnit in
      guard let exactTwelve, let four = exact?.divided(by: Fraction(max(1, damped.count))), !damped.isEmpty,
        let sum = exactTwelve.adding(four), let half = Fraction(1, 2), let value = sum.multiplied(by: half),
        let target = Fraction(step, perUnit)
      else { return nil }
      return value.compared(to: target)
    }
    return WindowAverage(
      value: value, count: count, possible: 12, needed: 9, isComplete: count >= 9 && damped.count >= 3)
  }

  /// Returns whether a value is 0.9 to 1.7 times the mean of twelve hours.
  private func isNear(_ value: Double, _ mean: Double, _ exactMean: Fraction?) -> Bool {
    if let exactMean, let exact = Fraction(value), let low = Fraction(9, 10), let high = Fraction(17, 10),
      let least = exactMean.multiplied(by: low), let most = exactMean.multiplied(by: high),
      let below = exact.compared(to: least), let above = exact.compared(to: most)
    {
      return below >= 0 && above <= 0
    }
    return value >= 0.9 * mean && value <= 1.7 * mean
  }
}

extension AveragingMethod {
  /// Returns the average of hourly values, oldest first; NaN is a missing hour.
  ///
  /// A daily method treats the hours as those of one day, from midnight on; if its means extend into the next day, the hours
  /// may, too.
  ///
  /// - Returns: `nil` if the method's rule is not met.
  public func value(of hours: [Double]) -> Double? {
    if isDaily, MissingSign.isAmong(hours) { return value(of: MissingSign.removed(from: hours)) }
    if case .dayWindowMaximum(let windows) = self {
      let means = windows.means(of: hours[...])
      let present = windows.starts.filter { $0 < means.count && !means[$0].isNaN }.map { means[$0] }
      return present.count >= windows.atLeast ? present.max() : nil
    }
    if case .dayMaximum(let length, let atLeast) = self {
      let means = hours.withUnsafeBufferPointer { ExactColumn($0).means(hours: length, atLeast: atLeast) }
        .means
      let present = means.filter { !$0.isNaN }
      return present.count >= min(dailyNeed, max(1, hours.count)) ? present.max() : nil
    }
    let average = hours.withUnsafeBufferPointer { self.average($0) }
    return average.isComplete && !average.value.isNaN ? average.value : nil
  }
}

extension AveragingMethod {
  /// Returns the average at every hour of a column, in one pass; NaN where the rule is not met.
  ///
  /// - Parameter hours: Hourly values, oldest first; NaN is a missing hour.
  /// - Returns: The same number of values; all NaN for a daily method, whose values belong to days.
  public func values(of hours: [Double]) -> [Double] {
    if !isLatest, MissingSign.isAmong(hours) { return values(of: MissingSign.removed(from: hours)) }
    switch self {
    case .latest: return hours
    case .mean(let length, let atLeast):
      return hours.withUnsafeBufferPointer { ExactColumn($0).means(hours: length, atLeast: atLeast).means }
    case .nowCast(let rule):
      return [Double](unsafeUninitializedCapacity: hours.count) { output, count in
        hours.withUnsafeBufferPointer { rule.write($0, to: output) }
        count = hours.count
      }
    case .twelveAndFour, .c24e:
      return hours.withUnsafeBufferPointer { column in
        column.indices.map { i in
          let window = UnsafeBufferPointer(rebasing: column[max(0, i - 11)...i])
          let average = average(window)
          return average.isComplete ? average.value : .nan
        }
      }
    case .dayMean, .dayMaximum, .dayWindowMaximum: return [Double](repeating: .nan, count: hours.count)
    }
  }

  /// Returns the values from the available hours where the rule is not met; NaN where it is met, or where there are no hours.
  func partialValues(of hours: [Double], where complete: [Double]) -> [Double] {
    var result = [Double](repeating: .nan, count: hours.count)
    hours.withUnsafeBufferPointer { column in
      for i in column.indices where complete[i].isNaN {
        let first = max(0, i - self.hours + 1)
        result[i] = average(UnsafeBufferPointer(rebasing: column[first...i])).value
      }
    }
    return result
  }
}
