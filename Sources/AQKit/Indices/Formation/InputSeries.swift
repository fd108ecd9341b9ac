/// A series of a report, prepared to give the concentrations of an index's input, for moments and columns.
final class InputSeries: Sendable {
  enum Values: Sendable {
    /// Values that the source has averaged as the standard requires.
    case published(StatedValues)
    /// Hourly values, which are averaged here.
    case hours(HourlySeries)
    /// Neither: proxies at best.
    case other(StatedValues)
  }

  let input: IndexInput
  let method: AveragingMethod
  let averaging: AveragingPeriod
  let conversion: InputConversion?
  /// The details of unit and correction that a basis records.
  let particulars: SharedFields<AQIValue.Basis.Particulars>?
  let values: Values
  /// The largest number that means a missing value.
  let missingSign: Double
  /// The values in hours that begin at other minutes, if the site's clock changes by part of an hour as on Lord Howe Island:
  /// each day has the hours of its own clock.
  let shiftedHours: [HourlySeries]
  private let days: Result<LocalDays, AQIOutcome.Unavailable.Reason>

  /// Prepares one of a report's series, for a single moment or for any. Throws an error if its unit can't be used.
  init(_ i: Int, of formation: ConcentrationFormation, forInput inputIndex: Int, onlyAt moment: Int64? = nil)
    throws(AQIOutcome.Unavailable.Reason)
  {
    let (plan, series) = (formation.plan, formation.series)
    days = formation.days
    input = plan.inputs[inputIndex]
    method = plan.methods[inputIndex]
    averaging = series[i].averaging
    missingSign = series[i].missingSign
    conversion = try plan.conversion(of: series[i], forInput: inputIndex)
    particulars =
      if let correction = series[i].correction?.method {
        SharedFields(
          .init(convertedFrom: conversion?.from, conditions: conversion?.conditions, correction: correction))
      } else {
        conversion?.particulars
      }
    (values, shiftedHours) = InputSeries.values(i, of: formation, method, onlyAt: moment)
  }

  private static func values(
    _ i: Int, of formation: ConcentrationFormation, _ method: AveragingMethod, onlyAt moment: Int64?
  ) -> (Values, shifted: [HourlySeries]) {
    let series = formation.series
    let (given, timeline) = (series[i].values, series[i].timeline)
    if series[i].averaging == method.publishedPeriod {
      return (.published(StatedValues(given, over: timeline)), [])
    }
    // A day has up to 25 hours, before or after the moment, and its running means reach beyond them.
    let back = Int64(method.isDaily ? 25 + method.runningHours : method.hours)
    let ahead = Int64(method.isDaily ? 25 + method.runningHours : 0)
    let (after, through) = moment.map { ($0 - back * 3600, $0 + ahead * 3600) } ?? (.min, .max)
    let takesHours = method.takesHours && series[i].averaging.isHourOrLess
    guard takesHours, let form = HourlySeries.form(of: timeline, after, through) else {
      return (.other(StatedValues(given, over: timeline)), [])
    }
    var phases: [Int64] = []
    if case .parts = form, case .success(let days) = formation.daysOfSite {
      phases = hourPhases(of: timeline, after, through, method, days)
    }
    var hours = (phases.isEmpty ? [0] : phases).map {
      HourlySeries(
        given, above: series[i].missingSign, over: timeline, as: form, after: after, through: through,
        phase: $0)
    }
    let first = hours.removeFirst()
    return (.hours(first), hours)
  }

  /// Returns the seconds after an hour of UTC at which the hours of the site's clock begin; several if they differ from day to
  /// day.
  private static func hourPhases(
    of timeline: AirTimeline, _ after: Int64, _ through: Int64, _ method: AveragingMethod, _ days: LocalDays
  ) -> [Int64] {
    guard timeline.count > 0 else { return [] }
    let first = timeline.startSeconds(at: 0)
    guard method.isDaily else { return [days.hourPhase(at: first)] }
    let last = timeline.endSeconds(at: timeline.count - 1)
    var phases: [Int64] = []
    let start = days.day(containing: max(first, after))
    for day in start...max(start, days.day(containing: min(last, through))) {
      let phase = days.start(ofDay: day).remainderDown(by: 3600)
      if !phases.contains(phase) { phases.append(phase) }
    }
    return phases
  }

  var isProxyOnly: Bool {
    if case .other = values { true } else { false }
  }

  var origin: AQIValue.Basis.Origin {
    guard case .hours(let hours) = values else { return .published }
    return hours.isModel ? .hourlyModelValues : .hourlyMeans
  }

  private func converted(_ value: Double) -> Double { conversion.map { $0(value) } ?? value }

  private func stated(_ stated: StatedValues, _ i: Int?, proxy: AQIValue.Basis.Proxy? = nil)
    throws(AQIOutcome.Unavailable.Reason) -> IndexInput.Concentration
  {
    guard let i else { throw .nothingToGoOn }
    return IndexInput.Concentration(
      input, converted(stated.values[i]),
      basis: AQIValue.Basis(
        origin: .published, method: method, hours: 1, hoursPossible: 1, proxy: proxy,
        end: AirTime(secondsSince1970: stated.timeline.endSeconds(at: i)), shared: particulars))
  }

  func concentration(at moment: Int64, allowsProxy: Bool) throws(AQIOutcome.Unavailable.Reason)
    -> IndexInput.Concentration
  {
    switch values {
    case .published(let given):
      guard method.isDaily else {
        return try stated(given, given.newest(endingAfter: moment - 3600, through: moment))
      }
      guard case .success(let days) = days else { return try stated(given, given.index(holding: moment)) }
      return try stated(given, given.index(onDay: days.day(ofHourEnding: moment), of: days))
    case .other(let given):
      let reach: Int64 = method.isDaily ? 86_400 : 3600
      guard let i = given.newest(endingAfter: moment - reach, through: moment) else {
        throw .nothingToGoOn
      }
      guard allowsProxy else { throw obstacle }
      return try stated(given, i, proxy: .otherPeriod(averaging))
    case .hours(let hours):
      let window =
        try method.isDaily
        ? average(of: hours, onDay: days.get().day(ofHourEnding: moment), of: days.get())
        : hours.values.withUnsafeBufferPointer {
          method.average(of: $0, above: missingSign, firstEnd: hours.firstEnd, at: moment)
        }
      return IndexInput.Concentration(
        input, converted(window.average.value),
        basis: try AQIValue.Basis(window, method, origin, particulars, at: moment, allowsProxy))
    }
  }

  /// Returns the average of a day's hours, and the end of the newest one. A day of 23 or 25 hours, when clocks change,
  /// includes all of them.
  private func average(of hours: HourlySeries, onDay day: Int64, of days: LocalDays) -> (
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

  /// The reason why the standard does not take values of another period.
  private var obstacle: AQIOutcome.Unavailable.Reason {
    method.publishedPeriod == nil
      ? .otherAverage(averaging, needed: method) : .otherPeriod(averaging, needed: input.averaging)
  }
}

extension InputSeries {
  /// The first and the last end of a grid of hours that the series can fill; `nil` if it is empty.
  var ends: (first: Int64, last: Int64)? {
    switch values {
    case .hours(let hours): hours.values.isEmpty ? nil : (hours.firstEnd, hours.lastEnd)
    case .published(let stated), .other(let stated): stated.ends
    }
  }

  /// Whether the series has hourly values, whose ends are preferred for a grid.
  var isHourly: Bool {
    switch values {
    case .hours: true
    case .published(let stated), .other(let stated): stated.timeline.regular?.step == 3600
    }
  }

  /// Adds the calendar days on which the series has values; of equal ones in a row only the first.
  private func note(_ days: LocalDays, in found: inout [Int64]) {
    switch values {
    case .hours(let hours):
      for hours in [hours] + shiftedHours {
        for i in hours.values.indices {
          let day = days.day(ofHourEnding: hours.firstEnd + Int64(i) * 3600)
          guard day != found.last else { continue }
          if shiftedHours.isEmpty || (hours.firstEnd - days.start(ofDay: day)) % 3600 == 0 {
            found.append(day)
          }
        }
      }
    case .published(let stated), .other(let stated):
      for i in stated.values.indices {
        let (start, end) = (stated.timeline.startSeconds(at: i), stated.timeline.endSeconds(at: i))
        let day = days.day(ofHourEnding: max((start + end).dividedDown(by: 2), start + 1))
        if day != found.last { found.append(day) }
      }
    }
  }

  /// Returns the calendar days on which some series have values, in order.
  static func days(of series: [InputSeries], _ days: LocalDays) -> [Int64] {
    var found: [Int64] = []
    for series in series { series.note(days, in: &found) }
    return found.sorted().unique
  }

  /// The intervals that a source states for its averages; empty for hourly values.
  var statedIntervals: [(start: Int64, end: Int64)] {
    guard case .published(let stated) = values else { return [] }
    return stated.values.indices.map {
      (stated.timeline.startSeconds(at: $0), stated.timeline.endSeconds(at: $0))
    }
  }

  /// Returns the concentrations at the moments of a grid that the series reaches, and the first of its rows there: those
  /// that meet the rule, and, if proxies are allowed, those that don't; NaN elsewhere.
  func filled(_ grid: FormationGrid, allowsProxy: Bool) -> (row: Int, complete: [Double], partial: [Double]) {
    let rows = rows(of: grid)
    var complete = [Double](repeating: .nan, count: rows.count)
    var partial = allowsProxy ? complete : []
    guard case .hourly = grid, !method.isDaily else {
      // Days, and daily methods among hours, are formed one after the other.
      for i in rows {
        guard let found = try? concentration(at: grid.moment(at: i), allowsProxy: allowsProxy) else {
          continue
        }
        let place = i - rows.lowerBound
        if found.basis.proxy == nil { complete[place] = found.value } else { partial[place] = found.value }
      }
      return (rows.lowerBound, complete, partial)
    }
    let (first, count) = (grid.moment(at: rows.lowerBound), rows.count)
    switch values {
    case .hours(let hours):
      method.average(everyHourOf: hours.laid(from: first, count: count), above: missingSign) { i, average in
        if average.isComplete {
          complete[i] = average.value
        } else if allowsProxy {
          partial[i] = average.value
        }
      }
    case .published(let stated): complete = stated.laid(from: first, count: count)
    case .other(let stated): if allowsProxy { partial = stated.laid(from: first, count: count) }
    }
    conversion?.convert(&complete)
    conversion?.convert(&partial)
    return (rows.lowerBound, complete, partial)
  }

  /// Returns the rows of a grid from the first value to the last hour or day whose average has one.
  private func rows(of grid: FormationGrid) -> Range<Int> {
    guard let ends else { return 0..<0 }
    guard case .hourly(let first, let count) = grid, !method.isDaily else {
      let rows = 0..<grid.count
      guard method.isDaily, case .success = days else { return rows }
      // No day is three days long, and no published value of a day begins that much earlier.
      let (from, to) = ((statedIntervals.first?.start ?? ends.first) - 259_200, ends.last + 259_200)
      return rows.firstPassing { grid.moment(at: $0) > from }..<rows.firstPassing { grid.moment(at: $0) > to }
    }
    func row(holding end: Int64) -> Int { min(max(0, Int(-(first - end).dividedDown(by: 3600))), count) }
    return row(holding: ends.first)..<min(row(holding: ends.last) + method.hours, count)
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
