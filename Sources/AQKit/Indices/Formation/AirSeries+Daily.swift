extension AirSeries {
  /// Returns a statistic of each local day: the real days of the site, 23 or 25 hours long when clocks change.
  ///
  /// A value belongs to the day in which its interval starts, a running mean to that of its last step. An instant stands for
  /// the step that ends with it, at most an hour, as in indices: the one at midnight belongs to the day that ends then. Values
  /// less than half the usual step apart, as in a burst, count by that time. Values that are flagged as suspect don't count.
  /// A day that lacks too many of its values is a gap; its ``completeness`` has the number of values. A day's mean or maximum
  /// of a pollutant or an index keeps the parameter, with the averaging period `24h`, or one such as `1h-max`; any
  /// other statistic is a separate parameter, spelled as in ``AirParameter/daily(_:of:)``. A maximum of values of which one is
  /// beyond the scale, such as `10+`, is beyond it, too. Directions have none: the mean of 350° and 10° isn't 180°.
  ///
  /// Ask for one more day at both ends than you show: a day is only whole if all of its hours were asked for.
  ///
  /// - Parameters:
  ///   - statistic: The statistic of a day's values, except the prevailing one.
  ///   - zone: The zone of the site; by default the zone named `name`.
  ///   - name: The IANA identifier of the zone, such as a site's.
  ///   - share: The minimum share of a day's values that is required. By default three quarters, as Directive
  ///     2008/50/EC, Annex XI, asks for means of 24 hours.
  /// - Throws: ``AQError/Code/notConfigured`` when there is no zone, or this process does not know its rules; the
  ///   message names it. ``AQError/Code/unsupported`` for a statistic or a series from which no days can be formed.
  public func daily(
    _ statistic: AirParameter.DayStatistic, in zone: AirTime.Zone? = nil, named name: String? = nil,
    atLeast share: Double = 0.75
  ) throws(AQError) -> AirSeries {
    let days = try LocalDays.ofPlace(zone, named: name)
    guard statistic != .dominant, unit.dimension != .angle else {
      throw AQError(.unsupported, "A series of \(parameter) has no \(statistic.rawValue) of a day.")
    }
    // A single value has no step, but an interval; an instant stands for an hour.
    let length = timeline.commonLength.map { $0 > .zero ? $0.wholeSeconds : 3600 }
    guard let step = timeline.usualStep ?? length, step <= 43_200 else {
      throw AQError(
        .unsupported, "A series of \(parameter) needs steps of at most half a day to form days.")
    }
    let used = withoutSuspectValues.withoutMissingSigns.values
    var (starts, ends) = (ContiguousArray<Int64>(), ContiguousArray<Int64>())
    var values: [Double] = []
    var completeness: [AirReading.Completeness?] = []
    var marks: [Set<AirReading.QualityFlag>] = []
    var (day, ofDay, lengths, lastEnd, isBeyond) = (Int64.min, [Double](), [Int64](), Int64?.none, false)
    func endDay() {
      guard !ofDay.isEmpty else { return }
      let bounds = days.bounds(ofDay: day)
      let expected = max(1, bounds.count / Int(step))
      starts.append(bounds.lowerBound)
      ends.append(bounds.upperBound)
      let observed = Double(lengths.reduce(0, +)) / Double(step)
      values.append(observed >= share * Double(expected) ? statistic.value(of: ofDay, over: lengths) : .nan)
      completeness.append(AirReading.Completeness(observed: Int(observed), expected: expected))
      marks.append(isBeyond && statistic == .maximum ? [.beyondScale] : [])
      (ofDay, lengths, isBeyond) = ([], [], false)
    }
    for index in 0..<count where !used[index].isNaN {
      let (start, end) = (timeline.startSeconds(at: index), timeline.endSeconds(at: index))
      let gap = lastEnd.map { max(1, end - $0) } ?? step
      let length = gap * 2 < step ? gap : step
      lastEnd = end
      // An instant soon after an interval's start may stand for a time before it.
      let own = max(day, days.day(containing: start < end ? max(start, end - step) : end - min(length, 3600)))
      if own != day { endDay() }
      day = own
      ofDay.append(used[index])
      lengths.append(length)
      if let flags, flags[index].contains(.beyondScale) { isBeyond = true }
    }
    endDay()
    let (parameter, averaging) = daily(statistic)
    return try AirSeries(
      parameter, unit: unit, averaging: averaging, timeline: AirTimeline(starts: starts, ends: ends),
      values: values, flags: marks, completeness: completeness, origin: origin, correction: correction,
      conversion: conversion)
  }

  private func daily(_ statistic: AirParameter.DayStatistic) -> (AirParameter, AveragingPeriod) {
    switch (parameter.family, statistic) {
    case (.gas, .mean), (.particle, .mean), (.pollen, .mean), (.index, .mean): (parameter, .day)
    case (.gas, .maximum), (.particle, .maximum), (.pollen, .maximum), (.index, .maximum):
      (parameter, averaging.dailyMaximum)
    default: (.daily(statistic, of: parameter), .day)
    }
  }
}

extension AirReport {
  /// Returns a statistic of a parameter for each local day of the report's site, from the first series whose values are
  /// shorter than a day; see ``AirSeries/daily(_:in:named:atLeast:)``.
  ///
  /// - Parameters:
  ///   - statistic: The statistic of a day's values, except the prevailing one.
  ///   - parameter: The parameter.
  ///   - zone: The zone of the days; by default the site's.
  ///   - share: The minimum share of a day's values that is required, from 0 to 1.
  /// - Throws: The same errors as that method; ``AQError/Code/unsupported`` when there is no such series.
  public func daily(
    _ statistic: AirParameter.DayStatistic, of parameter: AirParameter, in zone: AirTime.Zone? = nil,
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
  /// Returns the statistic of at least one value; the mean is over the time for which each lasts.
  fileprivate func value(of values: [Double], over lengths: [Int64]) -> Double {
    switch self {
    case .maximum: values.max() ?? .nan
    case .minimum: values.min() ?? .nan
    case .sum: values.reduce(0, +)
    case .mean where lengths.allSatisfy({ $0 == lengths.first }):
      values.withUnsafeBufferPointer { ExactTotal.mean(of: $0, above: -.infinity).mean }
    case .mean:
      (zip(values, lengths).reduce(0.0) { $0 + $1.0 * Double($1.1) } / Double(lengths.reduce(0, +)))
        .rounded(significantDigits: 12)
    case .dominant: .nan
    }
  }
}
