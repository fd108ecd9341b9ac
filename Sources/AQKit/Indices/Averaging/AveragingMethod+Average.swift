extension AveragingMethod {
  /// An average of some hours, and the hours that it is made of.
  public struct Average: Hashable, Sendable {
    /// The average; NaN without hours. If ``isComplete`` is false, it is the average of the hours that are present.
    public let value: Double
    /// The number of hours in the average; for a daily maximum, the number of running means.
    public let hours: Int
    /// The number of hours, or running means, that are possible.
    public let possible: Int
    /// The number of hours, or running means, that the rule needs.
    public let needed: Int
    /// Whether the method's rule is met.
    public let isComplete: Bool
    /// The latest hours, if only those are too few for the rule.
    let latest: Latest?

    struct Latest: Hashable, Sendable { let hours, possible, needed: Int }

    init(
      _ value: Double, hours: Int, of possible: Int, needed: Int, isComplete: Bool? = nil,
      latest: Latest? = nil
    ) {
      self.value = value
      self.hours = hours
      self.possible = possible
      self.needed = needed
      self.isComplete = isComplete ?? (hours >= needed)
      self.latest = latest
    }
  }

  // MARK: The rules of moments

  /// Returns the average of the hours in a window, by the method's rule; a daily method has none.
  func average(_ window: HourWindow) -> Average {
    switch rule {
    case .latest:
      let value = window.hours.last ?? .nan
      return Average(value, hours: value.isNaN ? 0 : 1, of: 1, needed: 1)
    case .mean(let hours, let atLeast):
      let mean = window.mean
      return Average(mean.value, hours: mean.count, of: hours, needed: atLeast)
    case .nowCast(let nowCast): return nowCast.average(window)
    case .twelveAndFour: return Self.twelveAndFour(window, needed: (6, 2))
    case .c24e(let threshold):
      return Self.twelveAndFour(window, needed: (9, 3), dampedFrom: threshold)
    case .custom(let custom): return custom.average(window.hours, above: window.floor)
    case .dayMean, .dayMaximum, .dayWindowMaximum:
      return Average(.nan, hours: 0, of: 24, needed: dailyNeed)
    }
  }

  /// Returns half the mean of twelve hours plus half that of the latest four, each of which needs a number of hours:
  /// Taiwan's average and, with damped hours, Korea's (C12·12 + C4·12) / 24. Those of the latest four that are at least the
  /// threshold, and 0.9 to 1.7 times the mean of the twelve, are damped: they count three quarters.
  private static func twelveAndFour(
    _ window: HourWindow, needed: (twelve: Int, four: Int), dampedFrom threshold: Double = .infinity
  ) -> Average {
    let (hours, floor) = (window.hours, window.floor)
    let four = UnsafeBufferPointer(rebasing: hours.suffix(4))
    let twelve = window.mean
    var recent = ExactTotal.mean(of: four, above: floor)
    var (exactTwelve, damped) = (Fraction?.none, [Bool]())
    if four.contains(where: { $0 >= threshold }) {
      exactTwelve = exactMean(hours, above: floor)
      damped = four.map { $0 >= threshold && isNear($0, twelve.value, exactTwelve) }
      recent = zip(four, damped).map { $1 ? $0 * 0.75 : $0 }.withUnsafeBufferPointer {
        ExactTotal.mean(of: $0, above: floor)
      }
    }
    let approximate = recent.count > 0 ? (twelve.value + recent.mean) / 2 : twelve.value
    let value = StepDecision.settled(approximate) { step in
      guard let one = exactTwelve ?? exactMean(hours, above: floor),
        let two = exactMean(four, above: floor, damped: damped),
        let mean = one.adding(two)?.divided(by: Fraction(2))
      else { return nil }
      return mean.compared(to: step)
    }
    let isShort = twelve.count >= needed.twelve && recent.count < needed.four
    return Average(
      value, hours: twelve.count, of: 12, needed: needed.twelve,
      isComplete: twelve.count >= needed.twelve && !isShort,
      latest: isShort ? .init(hours: recent.count, possible: 4, needed: needed.four) : nil)
  }

  /// Returns the exact mean of the hours that are present; damped ones count three quarters.
  private static func exactMean(
    _ hours: UnsafeBufferPointer<Double>, above floor: Double, damped: [Bool] = []
  ) -> Fraction? {
    var (sum, count) = (Fraction(0), 0)
    for (i, hour) in hours.enumerated() where hour > floor {
      let factor = i < damped.count && damped[i] ? Fraction(3, 4) : Fraction(1)
      guard let factor, let part = Fraction(hour)?.multiplied(by: factor), let next = sum.adding(part) else {
        return nil
      }
      (sum, count) = (next, count + 1)
    }
    return sum.divided(by: Fraction(count))
  }

  /// Returns whether a value is 0.9 to 1.7 times the mean of twelve hours.
  private static func isNear(_ value: Double, _ mean: Double, _ exactMean: Fraction?) -> Bool {
    if let exactMean, let exact = Fraction(value), let low = Fraction(9, 10), let high = Fraction(17, 10),
      let least = exactMean.multiplied(by: low), let most = exactMean.multiplied(by: high),
      let below = exact.compared(to: least), let above = exact.compared(to: most)
    {
      return below >= 0 && above <= 0
    }
    return value >= 0.9 * mean && value <= 1.7 * mean
  }

  // MARK: The rules of days

  /// The number of hours of a day that must be present: the rule's own number for a mean and for means that begin at certain
  /// hours, and 18 running means for any other maximum.
  var dailyNeed: Int {
    switch rule {
    case .dayMean(let atLeast): atLeast
    case .dayWindowMaximum(let windows): windows.atLeast
    case .custom(let custom): custom.atLeast
    default: 18
    }
  }

  /// Returns the average of a day with `possible` hours, by a daily method's rule. `day` are the indices of its hours in
  /// a column, beyond which running means reach; only hours above `floor` are present; `clockHour` returns the hour of the
  /// site's clock at which an hour begins.
  func average(
    ofDay day: Range<Int>, in column: UnsafeBufferPointer<Double>, above floor: Double, possible: Int,
    needed: Int? = nil, clockHour: (_ index: Int) -> Int
  ) -> Average {
    switch rule {
    case .dayMaximum(let hours, let atLeast):
      let (largest, count) = Self.largestMean(
        of: hours, atLeast: atLeast, endingWith: Array(day), in: column, above: floor)
      return Average(largest, hours: count, of: possible, needed: needed ?? dailyNeed)
    case .dayWindowMaximum(let windows):
      let starts = day.filter { windows.starts.contains(clockHour($0)) }
      let (largest, count) = Self.largestMean(
        of: windows.hours, atLeast: Self.threeQuarters(of: windows.hours),
        endingWith: starts.map { $0 + windows.hours - 1 }, in: column, above: floor)
      return Average(largest, hours: count, of: windows.starts.count, needed: windows.atLeast)
    case .custom(let custom):
      return custom.average(UnsafeBufferPointer(rebasing: column[day]), above: floor, of: possible)
    default:
      let (mean, count) = ExactTotal.mean(of: UnsafeBufferPointer(rebasing: column[day]), above: floor)
      return Average(mean, hours: count, of: possible, needed: dailyNeed)
    }
  }

  /// Returns the largest of the running means that end with some hours of a column, and how many of them have enough hours;
  /// NaN without any. Hours after the last one count as missing.
  private static func largestMean(
    of hours: Int, atLeast: Int, endingWith ends: [Int], in column: UnsafeBufferPointer<Double>,
    above floor: Double
  ) -> (value: Double, count: Int) {
    guard let firstEnd = ends.first, let lastEnd = ends.last else { return (.nan, 0) }
    let first = max(0, firstEnd - bounded(hours) + 1)
    var window = HourWindow(
      over: UnsafeBufferPointer(rebasing: column[min(first, column.count)...]), length: bounded(hours),
      above: floor)
    var (largest, count, next) = (Double.nan, 0, 0)
    for end in first..<max(first, lastEnd + 1) {
      window.takeHour()
      guard end == ends[next] else { continue }
      next += 1
      let mean = window.mean
      guard mean.count >= max(1, atLeast) else { continue }
      largest = count == 0 ? mean.value : max(largest, mean.value)
      count += 1
    }
    return (largest, count)
  }

  // MARK: Moments, columns and days of plain hours

  /// Returns the average of the hours of a column up to a moment, and the end of the newest available one.
  func average(
    of values: UnsafeBufferPointer<Double>, above floor: Double, firstEnd: Int64, at moment: Int64
  ) -> (average: Average, newest: Int64?) {
    let end = max(0, Int((moment - firstEnd).dividedDown(by: 3600)) + 1)
    let first = max(0, end - hours)
    @inline(__always)
    func average(_ window: UnsafeBufferPointer<Double>) -> (average: Average, newest: Int64?) {
      let newest = window.lastIndex { $0 > floor }
      return (
        self.average(HourWindow(endOf: window, length: hours, above: floor)),
        newest.map { firstEnd + Int64(first + $0) * 3600 }
      )
    }
    if end <= values.count { return average(UnsafeBufferPointer(rebasing: values[first..<end])) }
    let window = (first..<end).map { $0 < values.count ? values[$0] : .nan }
    return window.withUnsafeBufferPointer { average($0) }
  }

  /// Calls a closure with the average at every hour of a column, in one pass; a daily method has none.
  func average(everyHourOf hours: [Double], above floor: Double, _ use: (_ index: Int, Average) -> Void) {
    hours.withUnsafeBufferPointer { column in
      var window = HourWindow(over: column, length: self.hours, above: floor)
      for i in column.indices {
        window.takeHour()
        use(i, average(window))
      }
    }
  }

  /// Returns the average of hourly values, oldest first, and the hours that it is made of; NaN is a missing hour.
  ///
  /// A daily method treats the hours as those of one day, from midnight on; if its means extend into the next day, the hours
  /// may, too.
  public func average(of hours: [Double]) -> Average {
    let floor = MissingSign.largest
    return hours.withUnsafeBufferPointer { column in
      guard isDaily else { return average(HourWindow(endOf: column, length: self.hours, above: floor)) }
      // If there are fewer hours than in a day, a maximum needs all of them.
      let needed: Int? = if case .dayMaximum = rule { min(dailyNeed, max(1, hours.count)) } else { nil }
      return average(
        ofDay: column.indices, in: column, above: floor, possible: max(24, hours.count), needed: needed
      ) { $0 }
    }
  }

  /// Returns the average of hourly values, oldest first, as ``average(of:)`` does.
  ///
  /// - Returns: `nil` if the method's rule is not met.
  public func value(of hours: [Double]) -> Double? {
    let average = average(of: hours)
    return average.isComplete && !average.value.isNaN ? average.value : nil
  }

  /// Returns the average at every hour of a column, in one pass; NaN where the rule is not met.
  ///
  /// - Parameter hours: Hourly values, oldest first; NaN is a missing hour.
  /// - Returns: The same number of values; all NaN for a daily method, whose values belong to days.
  public func values(of hours: [Double]) -> [Double] {
    var values = [Double](repeating: .nan, count: hours.count)
    average(everyHourOf: hours, above: MissingSign.largest) { i, average in
      if average.isComplete { values[i] = average.value }
    }
    return values
  }
}
