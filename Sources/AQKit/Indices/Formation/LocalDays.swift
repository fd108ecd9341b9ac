/// The calendar days of a site: which day an hour belongs to.
struct LocalDays: Sendable {
  private let zone: AirTimeZone

  /// The days of a zone, else of a named one. Throws the name of a zone whose rules are missing.
  init(_ zone: AirTimeZone?, named name: String?) throws(AQIOutcome.Unavailable.Reason) {
    guard let zone = zone ?? name.flatMap(AirTimeZone.init(identifier:)) else { throw .noTimeZone(name) }
    self.zone = zone
  }

  /// The number of the day since 1970 in which an hour lies, by the hour's end.
  func day(ofHourEnding end: Int64) -> Int64 { day(containing: end - 3600) }

  /// The number of the day since 1970 in which a moment lies.
  func day(containing moment: Int64) -> Int64 {
    (moment + zone.offset(at: moment)).dividedDown(by: 86_400)
  }

  /// The hour of the site's clock, 0 to 23, at which an hour begins, by the hour's end.
  func clockHour(ofHourEnding end: Int64) -> Int {
    let moment = end - 3600
    let local = moment + zone.offset(at: moment)
    return Int((local - local.dividedDown(by: 86_400) * 86_400) / 3600)
  }

  /// The calendar days of a site.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` when there is no zone, or this process does not know its rules.
  static func ofPlace(_ zone: AirTimeZone?, named name: String?) throws(AQError) -> LocalDays {
    do throws(AQIOutcome.Unavailable.Reason) {
      return try LocalDays(zone, named: name)
    } catch {
      throw AQError(
        .notConfigured,
        name.map {
          "The rules of the time zone “\($0)” are not to be had on this system: pass an AirTimeZone, such as one of a TimeZone."
        } ?? "The time zone of the place is not known: pass an AirTimeZone, such as one of a TimeZone.")
    }
  }

  /// The second at which a day begins.
  func start(ofDay day: Int64) -> Int64 {
    let civil = day * 86_400
    // The offset that holds at the site's midnight, found from the one that holds about then.
    return civil - zone.offset(at: civil - zone.offset(at: civil))
  }
}

/// Averages over calendar days.
struct DayAverage {
  private let hours: HourlySeries
  private let days: LocalDays

  init(_ hours: HourlySeries, days: LocalDays) {
    var hours = hours
    if MissingSign.isAmong(hours.values) { hours.values = MissingSign.removed(from: hours.values) }
    self.hours = hours
    self.days = days
  }

  /// The average of the day in which the hour lies that ends at a moment, and the end of the newest hour in it.
  func average(_ method: AveragingMethod, onDayOf moment: Int64) -> (average: WindowAverage, newest: Int64?) {
    let day = days.day(ofHourEnding: moment)
    let range = indices(ofDay: day, near: hours.index(endingBy: moment))
    guard !range.isEmpty else {
      let none = WindowAverage(
        value: .nan, count: 0, possible: 24, needed: method.dailyNeed, isComplete: false)
      return (none, nil)
    }
    if case .dayWindowMaximum(let windows) = method {
      // The day's hours and those of the next day into which its last mean reaches.
      let all = range.lowerBound..<min(range.upperBound + windows.hours - 1, hours.values.count)
      let newest = all.last { !hours.values[$0].isNaN }.map { hours.firstEnd + Int64($0) * 3600 }
      return (largest(windows, range, windows.means(of: hours.values[all]), from: range.lowerBound), newest)
    }
    let newest = range.last { !hours.values[$0].isNaN }.map { hours.firstEnd + Int64($0) * 3600 }
    guard case .dayMaximum(let length, let atLeast) = method else {
      return (average(range, method, nil), newest)
    }
    // The running means of the day, from the hours that the first of them looks back to.
    let lead = min(range.lowerBound, length - 1)
    let running = hours.values[(range.lowerBound - lead)..<range.upperBound].withUnsafeBufferPointer {
      ExactColumn($0).means(hours: length, atLeast: atLeast).means
    }
    return (average(lead..<running.count, method, running), newest)
  }

  /// The indices of the hours of a day, searched around an index.
  private func indices(ofDay day: Int64, near i: Int) -> Range<Int> {
    func isOfDay(_ i: Int) -> Bool {
      days.day(ofHourEnding: hours.firstEnd + Int64(i) * 3600) == day
    }
    // Hours on another phase than the moment's: the one that ends just after it may be the day's first.
    guard let start = [i, i + 1].first(where: isOfDay) else { return 0..<0 }
    var (lower, upper) = (start, start + 1)
    while lower > 0, lower > start - 26, isOfDay(lower - 1) { lower -= 1 }
    while upper < hours.values.count, upper < start + 26, isOfDay(upper) { upper += 1 }
    return (lower..<upper).clamped(to: 0..<hours.values.count)
  }

  /// The averages of all days that have an hour, in order. A day of 23 or 25 hours, when clocks change, has them all.
  func each(_ method: AveragingMethod) -> [(day: Int64, average: WindowAverage)] {
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
      var end = start + 1
      while end < hours.values.count, days.day(ofHourEnding: hours.firstEnd + Int64(end) * 3600) == day {
        end += 1
      }
      let average =
        starting.map { largest($0.windows, start..<end, $0.means, from: 0) }
        ?? average(start..<end, method, running?.means)
      result.append((day, average))
      start = end
    }
    return result
  }

  /// The largest of the means that begin at the hours of a day, in a range of indices, that the windows name.
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

  private func average(_ range: Range<Int>, _ method: AveragingMethod, _ running: [Double]?) -> WindowAverage
  {
    let need = method.dailyNeed
    if let running {
      var largest = -Double.infinity
      var count = 0
      for i in range where !running[i].isNaN {
        largest = max(largest, running[i])
        count += 1
      }
      return WindowAverage(
        value: count > 0 ? largest : .nan, count: count, possible: max(24, range.count), needed: need,
        isComplete: count >= need)
    }
    let (mean, count) = hours.values.withUnsafeBufferPointer {
      WindowMean.mean(of: UnsafeBufferPointer(rebasing: $0[range]))
    }
    return WindowAverage(
      value: mean, count: count, possible: max(24, range.count), needed: need, isComplete: count >= need)
  }
}

extension AveragingMethod {
  /// How many hours of a day must be there: the rule's own number for a mean and for means that begin at certain hours,
  /// 18 running means for any other maximum.
  var dailyNeed: Int {
    switch self {
    case .dayMean(let atLeast): atLeast
    case .dayWindowMaximum(let windows): windows.atLeast
    default: 18
    }
  }
}

extension AirSeries {
  /// One statistic of each local day: the real days of the site, 23 or 25 hours long when clocks change.
  ///
  /// A value belongs to the day in which its interval starts. A day that lacks too many of its values is a gap; how
  /// many there were is its ``completeness``. A day's mean or maximum of a pollutant or an index keeps the parameter,
  /// with the averaging period `24h`, or such as `1h-max`; any other statistic is a parameter of its own, as
  /// ``AirParameter/daily(_:of:)`` spells it.
  ///
  /// Ask for a day more at both ends than is to be shown: days are only whole where all of their hours were asked for.
  ///
  /// - Parameters:
  ///   - statistic: What of a day's values; not the prevailing one.
  ///   - zone: The zone of the site. Where it is left out, the one of `name`.
  ///   - name: The IANA identifier of the zone, such as a site's.
  ///   - share: The least share of a day's values that must be there. By default three quarters, as Directive
  ///     2008/50/EC, Annex XI, asks for means of 24 hours.
  /// - Throws: ``AQError/Code/notConfigured`` when there is no zone, or this process does not know its rules; the
  ///   message names it. ``AQError/Code/unsupported`` for a statistic or a series that days can't be made of.
  public func daily(
    _ statistic: AirParameter.DayStatistic, in zone: AirTimeZone? = nil, named name: String? = nil,
    atLeast share: Double = 0.75
  ) throws(AQError) -> AirSeries {
    let days = try LocalDays.ofPlace(zone, named: name)
    guard statistic != .dominant else {
      throw AQError(.unsupported, "The prevailing value of a day can't be made of a series.")
    }
    guard let step = shortestStep, step <= 43_200 else {
      throw AQError(
        .unsupported, "Days can't be made of a series of \(parameter) without a step below half a day.")
    }
    var table: [(day: Int64, values: [Double])] = []
    for index in 0..<count where !values[index].isNaN {
      let day = days.day(containing: timeline.startSeconds(at: index))
      if table.last?.day == day {
        table[table.count - 1].values.append(values[index])
      } else {
        table.append((day, [values[index]]))
      }
    }
    var starts = ContiguousArray<Int64>()
    var ends = ContiguousArray<Int64>()
    var results: [Double] = []
    var completeness: [AirReading.Completeness?] = []
    for (day, values) in table {
      let (start, end) = (days.start(ofDay: day), days.start(ofDay: day + 1))
      let expected = max(1, Int((end - start) / step))
      starts.append(start)
      ends.append(end)
      completeness.append(AirReading.Completeness(observed: values.count, expected: expected))
      let isWhole = Double(values.count) >= share * Double(expected)
      results.append(isWhole ? statistic.value(of: values) : .nan)
    }
    let (parameter, averaging) = daily(statistic)
    return try AirSeries(
      parameter, unit: unit, averaging: averaging, timeline: AirTimeline(starts: starts, ends: ends),
      values: results, completeness: completeness, origin: origin, correction: correction,
      conversion: conversion)
  }

  /// What a day's statistic is called.
  private func daily(_ statistic: AirParameter.DayStatistic) -> (AirParameter, AveragingPeriod) {
    switch (parameter.family, statistic) {
    case (.gas, .mean), (.particle, .mean), (.pollen, .mean), (.index, .mean): (parameter, .day)
    case (.gas, .maximum), (.particle, .maximum), (.pollen, .maximum), (.index, .maximum):
      (parameter, averaging.dailyMaximum)
    default: (.daily(statistic, of: parameter), .day)
    }
  }

  /// The shortest time from one start to the next; nil if there is none.
  private var shortestStep: Int64? {
    if let step = timeline.regularStep?.components.seconds { return step }
    var shortest: Int64?
    for index in 1..<max(1, count) {
      let step = timeline.startSeconds(at: index) - timeline.startSeconds(at: index - 1)
      if step > 0 { shortest = min(shortest ?? step, step) }
    }
    return shortest
  }
}

extension AirReport {
  /// One statistic of a parameter for each local day of the report's site, as
  /// ``AirSeries/daily(_:in:named:atLeast:)`` makes it of the first series whose values are shorter than a day.
  ///
  /// - Parameters:
  ///   - statistic: What of a day's values; not the prevailing one.
  ///   - parameter: The parameter.
  ///   - zone: The zone of the site. Where it is left out, the one that the site names.
  ///   - share: The least share of a day's values that must be there.
  /// - Throws: As that method does; ``AQError/Code/unsupported`` when there is no such series.
  public func daily(
    _ statistic: AirParameter.DayStatistic, of parameter: AirParameter, in zone: AirTimeZone? = nil,
    atLeast share: Double = 0.75
  ) throws(AQError) -> AirSeries {
    let shorter = series.first {
      $0.parameter == parameter && !$0.averaging.isDailyMaximum && ($0.averaging.seconds ?? 86_400) < 86_400
    }
    guard let shorter else {
      throw AQError(.unsupported, "The report has no series of \(parameter) that is shorter than a day.")
    }
    return try shorter.daily(statistic, in: zone, named: site.timeZone, atLeast: share)
  }
}

extension AirParameter.DayStatistic {
  /// The statistic of at least one value.
  fileprivate func value(of values: [Double]) -> Double {
    switch self {
    case .maximum: values.max() ?? .nan
    case .minimum: values.min() ?? .nan
    case .sum: values.reduce(0, +)
    case .mean: values.withUnsafeBufferPointer { WindowMean.mean(of: $0).mean }
    case .dominant: .nan
    }
  }
}
