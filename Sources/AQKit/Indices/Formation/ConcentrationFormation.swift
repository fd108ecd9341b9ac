/// Forms the concentrations that an index requires from the series of a report.
struct ConcentrationFormation {
  let plan: FormationPlan
  /// The options, with the variant that the index has and what the site's setting says.
  let options: IndexOptions
  private let zone: String?
  /// The site's calendar days, or the reason why they are not known; only looked up if an input needs them.
  private(set) var days: Result<LocalDays, AQIOutcome.Unavailable.Reason> = .failure(.noTimeZone(nil))
  /// The series, without values that are flagged as suspect, which never determine an index.
  private(set) var series: [AirSeries]
  /// The series with such values; empty if there are none.
  private let given: [AirSeries]
  /// The series of each input's pollutant; of several inputs with one pollutant only the first has it.
  private let sources: [Source]

  private enum Source {
    case none
    case only(series: Int)
    case several
  }

  init(_ series: [AirSeries], at site: AirSite, _ plan: FormationPlan, options: IndexOptions) {
    self.plan = plan
    var options = options
    options.variant = plan.variant
    if site.setting == .traffic { options.isTrafficSite = true }
    self.options = options
    zone = site.timeZone
    // `Array(repeating:count:)` takes five times as long.
    var sources = plan.firsts.map { _ in Source.none }
    var (next, shared) = (0, Set<AirParameter>())
    // Loops over indices, because an element of a loop is a copy of the series.
    for i in series.indices where series[i].count > 0 {
      guard let input = plan.firstInput(of: series[i].parameter, from: &next) else { continue }
      if case .none = sources[input] {
        sources[input] = .only(series: i)
      } else {
        sources[input] = .several
        shared.insert(series[i].parameter)
      }
    }
    self.sources = sources
    given = series.indices.contains { series[$0].flags != nil && series[$0].hasSuspectValue } ? series : []
    var usable = given.isEmpty ? series : series.map(\.withoutSuspectValues)
    if !shared.isEmpty {
      // A number that means a missing value must not take the place of another series' value.
      usable = usable.map { shared.contains($0.parameter) ? $0.withoutMissingSigns : $0 }
    }
    self.series = usable
    if plan.needsDays { days = daysOfSite }
  }

  /// The days by the clock of the site or the caller's zone, or the reason why they are not known.
  var daysOfSite: Result<LocalDays, AQIOutcome.Unavailable.Reason> {
    Result { () throws(AQIOutcome.Unavailable.Reason) in
      try LocalDays(options.timeZone, named: zone, plan.day)
    }
  }

  /// Returns the indices of the series of an input's pollutant, corrected ones first.
  func candidates(forInput i: Int) -> [Int] {
    let pollutant = plan.inputs[i].parameter
    let all = series.indices.filter { series[$0].count > 0 && series[$0].parameter == pollutant }
    return all.filter { series[$0].correction != nil } + all.filter { series[$0].correction == nil }
  }

  func formed(at moment: Int64) -> IndexInput.Formed {
    var concentrations: [IndexInput.Concentration] = []
    var problems: [AQIOutcome.Unavailable.Problem] = []
    concentrations.reserveCapacity(plan.inputs.count)
    for i in plan.inputs.indices {
      do throws(AQIOutcome.Unavailable.Reason) {
        concentrations.append(try concentration(forInput: i, at: moment))
      } catch {
        if case .nothingToGoOn = error {
          if let doubt = doubted(i)?.doubt(at: moment) { problems.append(doubt) }
          continue
        }
        problems.append(.init(input: plan.inputs[i], reason: error))
      }
    }
    return IndexInput.Formed(
      concentrations: concentrations, problems: problems, holding: .series(series),
      time: AirTime(secondsSince1970: moment), options: options)
  }

  /// Returns an input's formation with the values that are flagged as suspect; nil if its pollutant has none.
  func doubted(_ i: Int) -> InputFormation? {
    let pollutant = plan.inputs[i].parameter
    guard given.contains(where: { $0.parameter == pollutant && $0.hasSuspectValue }) else { return nil }
    return InputFormation(changed(self) { $0.series = given }, forInput: i)
  }

  /// Returns the end of the newest value that an index can use and that is not after a bound.
  func newestEnd(notAfter bound: Int64) -> Int64? {
    var newest: Int64?
    func take(_ series: Int) {
      guard let end = newestEnd(ofSeries: series, notAfter: bound) else { return }
      newest = max(newest ?? end, end)
    }
    for i in sources.indices {
      switch sources[i] {
      case .none: continue
      case .only(let series): take(series)
      case .several: candidates(forInput: i).forEach(take)
      }
    }
    return newest
  }

  private func newestEnd(ofSeries i: Int, notAfter bound: Int64) -> Int64? {
    let timeline = series[i].timeline
    for index in series[i].values.indices.reversed() where !series[i].values[index].isNaN {
      let end = timeline.endSeconds(at: index)
      guard end <= bound else { continue }
      // In a jittering series, a value a few seconds before the hour still ends it.
      if end % 60 != 0, timeline.regular == nil {
        return max(end, StepRhythm(timeline).meant(end, at: index))
      }
      return end
    }
    return nil
  }

  func concentration(forInput i: Int, at moment: Int64) throws(AQIOutcome.Unavailable.Reason)
    -> IndexInput.Concentration
  {
    switch sources[plan.firsts[i]] {
    case .none: throw .nothingToGoOn
    case .only(let series): return try concentration(ofSeries: series, forInput: i, at: moment)
    case .several:
      let candidates = candidates(forInput: i)
      return try IndexInput.Concentration.first(of: candidates.count) {
        candidate throws(AQIOutcome.Unavailable.Reason) in
        try concentration(ofSeries: candidates[candidate], forInput: i, at: moment)
      }
    }
  }

  private func concentration(ofSeries candidate: Int, forInput i: Int, at moment: Int64)
    throws(AQIOutcome.Unavailable.Reason) -> IndexInput.Concentration
  {
    let method = plan.methods[i]
    let allowsProxy = options.proxy == .allowed
    // Most series have values at regular times: they need no preparation.
    if !method.isDaily, series[candidate].correction == nil, let regular = series[candidate].timeline.regular
    {
      let conversion = try plan.conversion(of: series[candidate], forInput: i)
      if series[candidate].averaging == method.publishedPeriod {
        let newest = series[candidate].values.withUnsafeBufferPointer {
          StatedValues.newest(of: $0, at: regular, endingAfter: moment - 3600, through: moment)
        }
        guard let newest else { throw .nothingToGoOn }
        return IndexInput.Concentration(
          plan.inputs[i], conversion.map { $0(newest.value) } ?? newest.value,
          basis: AQIValue.Basis(
            origin: .published, method: method, hours: 1, hoursPossible: 1, proxy: nil,
            end: AirTime(secondsSince1970: newest.end), shared: conversion?.particulars))
      }
      if method.takesHours, series[candidate].averaging.isHourOrLess, HourlySeries.areHours(regular) {
        // Reading the series' own property would copy it.
        let floor = series[candidate].parameter.missingSign(in: series[candidate].unit)
        let window = series[candidate].values.withUnsafeBufferPointer {
          method.average(of: $0, above: floor, firstEnd: regular.start &+ regular.length, at: moment)
        }
        let value = window.average.value
        return IndexInput.Concentration(
          plan.inputs[i], conversion.map { $0(value) } ?? value,
          basis: try AQIValue.Basis(
            window, method, regular.length == 0 ? .hourlyModelValues : .hourlyMeans, conversion?.particulars,
            at: moment, allowsProxy))
      }
    }
    return try InputSeries(candidate, of: self, forInput: i, onlyAt: moment)
      .concentration(at: moment, allowsProxy: allowsProxy)
  }
}

extension AQIValue.Basis {
  /// Describes how the average of a window was formed. Throws why it does not meet the rule.
  init(
    _ window: (average: AveragingMethod.Average, newest: Int64?), _ method: AveragingMethod, _ origin: Origin,
    _ particulars: SharedFields<Particulars>?, at moment: Int64, _ allowsProxy: Bool
  ) throws(AQIOutcome.Unavailable.Reason) {
    let average = window.average
    guard average.isComplete || allowsProxy && !average.value.isNaN else {
      guard window.newest != nil else { throw .nothingToGoOn }
      let (have, possible, need) =
        average.latest.map { ($0.hours, $0.possible, $0.needed) }
        ?? (average.hours, average.possible, average.needed)
      if method.runningHours > 1 { throw .tooFewMeans(have: have, of: possible, need: need) }
      throw .tooFewHours(have: have, of: possible, need: need)
    }
    self.init(
      origin: origin, method: method, hours: average.hours, hoursPossible: average.possible,
      proxy: average.isComplete ? nil : .tooFewHours,
      end: AirTime(secondsSince1970: window.newest ?? moment), shared: particulars)
  }
}

extension IndexInput.Concentration {
  /// Returns the concentration of the first of a number of candidates that meets the standard's rule, else the first proxy.
  /// Throws the first reason, if there is neither.
  static func first(
    of candidates: Int,
    formed form: (_ candidate: Int) throws(AQIOutcome.Unavailable.Reason) -> IndexInput.Concentration
  ) throws(AQIOutcome.Unavailable.Reason) -> IndexInput.Concentration {
    var proxy: IndexInput.Concentration?
    var reason = AQIOutcome.Unavailable.Reason.nothingToGoOn
    for candidate in 0..<candidates {
      do throws(AQIOutcome.Unavailable.Reason) {
        let found = try form(candidate)
        if found.basis.proxy == nil { return found }
        proxy = proxy ?? found
      } catch {
        if reason == .nothingToGoOn { reason = error }
      }
    }
    guard let proxy else { throw reason }
    return proxy
  }
}
