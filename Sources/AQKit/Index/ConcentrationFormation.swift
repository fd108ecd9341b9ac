/// Forms the concentrations that an index asks for from the series of a report.
struct ConcentrationFormation {
  let report: AirReport
  let options: IndexOptions
  let variant: IndexVariant
  let conditions: ReferenceConditions?

  init(_ report: AirReport, for index: some AirQualityIndex, options: IndexOptions) {
    self.report = report
    self.options = options
    let edition = index.edition
    conditions = edition.conditions
    let inputs = index.inputs
    // An index without a value of the moment (a daily one) gives its day's value.
    variant =
      options.variant == .current && !inputs.contains { $0.current != nil }
        && inputs.contains { $0.daily != nil }
      ? .daily : options.variant
  }

  /// The end of the newest value that an index can use and that is not after a bound.
  func newestEnd(_ inputs: [IndexInput], notAfter bound: Int64) -> Int64? {
    var newest: Int64?
    for place in report.series.indices {
      let parameter = report.series[place].parameter
      guard inputs.contains(where: { $0.parameter == parameter }),
        let end = newestEnd(ofSeries: place, notAfter: bound)
      else { continue }
      newest = max(newest ?? end, end)
    }
    return newest
  }

  private func newestEnd(ofSeries place: Int, notAfter bound: Int64) -> Int64? {
    for index in report.series[place].values.indices.reversed()
    where !report.series[place].values[index].isNaN {
      let end = report.series[place].timeline.endSeconds(at: index)
      if end <= bound { return end }
    }
    return nil
  }

  /// The places of a pollutant's series in the report, corrected ones first.
  func candidates(for parameter: AirParameter) -> [Int] {
    var found: [Int] = []
    for isCorrected in [true, false] {
      for place in report.series.indices
      where report.series[place].parameter == parameter && report.series[place].count > 0
        && (report.series[place].correction != nil) == isCorrected
      {
        found.append(place)
      }
    }
    return found
  }

  /// The concentration for one input at a moment.
  func concentration(for input: IndexInput, at moment: Int64) throws(IndexUnavailable.Reason)
    -> IndexConcentration
  {
    guard let method = input.method(for: variant) else { throw .noSuchVariant(variant) }
    var reason: IndexUnavailable.Reason = .nothingToGoOn
    var proxy: IndexConcentration?
    for place in candidates(for: input.parameter) {
      do throws(IndexUnavailable.Reason) {
        let found = try concentration(for: input, method, from: report.series[place], at: moment)
        if found.basis.proxy == nil { return found }
        if proxy == nil { proxy = found }
      } catch {
        if reason == .nothingToGoOn { reason = error }
      }
    }
    if let proxy, options.proxy == .allowed { return proxy }
    throw reason
  }

  private func concentration(
    for input: IndexInput, _ method: AveragingMethod, from series: AirSeries, at moment: Int64
  ) throws(IndexUnavailable.Reason) -> IndexConcentration {
    let bridge = try UnitBridge(from: series.unit, to: input, under: conditions)
    var basis = AQIBasis(
      origin: .published, method: method, convertedFrom: bridge.from, conditions: bridge.conditions,
      correction: series.correction?.method)
    if series.averaging == method.period(in: input) {
      guard let place = place(in: series, at: moment, method) else { throw .nothingToGoOn }
      basis.end = AirTime(secondsSince1970: series.timeline.endSeconds(at: place))
      basis.hours = 1
      basis.hoursPossible = 1
      return IndexConcentration(input, bridge(series.values[place]), basis: basis)
    }
    if case .latest(let minutes) = method, minutes != 60 {
      return try instantProxy(input, series, bridge, basis, at: moment)
    }
    let hours: HourlySeries
    do throws(HourlySeries.Obstacle) {
      let reach: Int64 = method.isDaily ? 33 : Int64(method.hours)
      hours = try HourlySeries(series, after: moment - reach * 3600, through: method.isDaily ? .max : moment)
    } catch {
      return try instantProxy(input, series, bridge, basis, at: moment)
    }
    basis.origin = hours.isModel ? .hourlyModelValues : .hourlyMeans
    let average = try average(hours, method, at: moment)
    basis.hours = average.count
    basis.hoursPossible = average.possible
    basis.end = AirTime(secondsSince1970: moment)
    if !average.isComplete {
      guard options.proxy == .allowed, !average.value.isNaN else {
        throw average.count == 0 && hours.values.isEmpty
          ? .nothingToGoOn
          : .tooFewHours(have: average.count, of: average.possible, need: average.needed)
      }
      basis.proxy = .tooFewHours
    }
    return IndexConcentration(input, bridge(average.value), basis: basis)
  }

  /// The place of the newest value that ends at a moment or less than an hour before it (a day, for daily values).
  private func place(in series: AirSeries, at moment: Int64, _ method: AveragingMethod) -> Int? {
    let reach: Int64 = method.isDaily ? 86_400 : 3600
    for place in series.values.indices.reversed() where !series.values[place].isNaN {
      let end = series.timeline.endSeconds(at: place)
      if end <= moment { return end > moment - reach ? place : nil }
    }
    return nil
  }

  private func average(_ hours: HourlySeries, _ method: AveragingMethod, at moment: Int64)
    throws(IndexUnavailable.Reason) -> WindowAverage
  {
    guard method.isDaily else { return window(hours, length: method.hours, at: moment, method.average) }
    let days = try LocalDays(options.timeZone, named: report.site.timeZone)
    return DayAverage(hours, days: days).average(method, onDayOf: moment)
  }

  /// Hands the hours that end in (moment − length hours, moment] to a body, missing ones as NaN.
  private func window(
    _ hours: HourlySeries, length: Int, at moment: Int64,
    _ body: (UnsafeBufferPointer<Double>) -> WindowAverage
  ) -> WindowAverage {
    withUnsafeTemporaryAllocation(of: Double.self, capacity: length) { buffer in
      for place in 0..<length {
        // The slot whose end lies in (moment − (k + 1) h, moment − k h].
        let bound = moment - Int64(length - 1 - place) * 3600
        let slot = (bound - hours.firstEnd).dividedDown(by: 3600)
        buffer[place] = slot >= 0 && slot < Int64(hours.values.count) ? hours.values[Int(slot)] : .nan
      }
      return body(UnsafeBufferPointer(buffer))
    }
  }

  /// The newest value as it is, where the caller accepts proxies.
  private func instantProxy(
    _ input: IndexInput, _ series: AirSeries, _ bridge: UnitBridge, _ basis: AQIBasis, at moment: Int64
  ) throws(IndexUnavailable.Reason) -> IndexConcentration {
    guard let place = place(in: series, at: moment, input.method(for: variant) ?? .hour) else {
      throw .nothingToGoOn
    }
    guard options.proxy == .allowed else { throw .otherPeriod(series.averaging, needed: input.averaging) }
    var basis = basis
    basis.proxy = .otherPeriod(series.averaging)
    basis.hours = 1
    basis.hoursPossible = 1
    basis.end = AirTime(secondsSince1970: series.timeline.endSeconds(at: place))
    return IndexConcentration(input, bridge(series.values[place]), basis: basis)
  }
}

extension AveragingMethod {
  /// The averaging period of a series that needs no averaging any more for an input.
  func period(in input: IndexInput) -> AveragingPeriod? {
    switch self {
    case .latest(let minutes): .minutes(Int32(minutes))
    case .mean(let hours, _): .hours(Int32(hours))
    case .dayMean: .day
    case .dayMaximum(let hours, _): AveragingPeriod.hours(Int32(hours)).dailyMaximum
    case .nowCast, .twelveAndFour, .c24e: input.averaging == .day ? .day : nil
    }
  }
}
