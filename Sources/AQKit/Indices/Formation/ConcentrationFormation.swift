/// Forms the concentrations that an index requires from the series of a report.
struct ConcentrationFormation {
  let plan: FormationPlan
  let options: IndexOptions
  /// The clock of the site.
  let clock: SiteClock
  /// The site's calendar days, or why they are not known; only looked up if an input needs them.
  let days: Result<LocalDays, AQIOutcome.Unavailable.Reason>
  /// The series, without values that are flagged as suspect, which never determine an index.
  private let series: [AirSeries]
  /// The pollutants that have such values.
  private var suspect: Set<AirParameter> = []
  /// The series of pollutants that the index asks for, corrected ones first.
  private var uses: [Use] = []

  /// A series, and the first of the inputs that ask for its pollutant.
  private struct Use {
    var series: Int
    var input: Int
  }

  /// Creates the formation of concentrations from series.
  ///
  /// - Parameter zone: The name of the site's time zone.
  init(_ series: [AirSeries], in zone: String?, _ plan: FormationPlan, options: IndexOptions) {
    self.plan = plan
    self.options = options
    if series.contains(where: \.hasSuspectValue) {
      suspect = Set(series.lazy.filter(\.hasSuspectValue).map(\.parameter))
      self.series = series.map(\.withoutSuspectValues)
    } else {
      self.series = series
    }
    clock = SiteClock(zone: options.timeZone, name: zone, day: plan.day)
    days = plan.needsDays ? clock.days : .failure(.noTimeZone(nil))
    uses.reserveCapacity(series.count)
    if series.contains(where: { $0.correction != nil }) { noteUses(corrected: true) }
    noteUses(corrected: false)
  }

  private mutating func noteUses(corrected: Bool) {
    var next = 0
    for i in series.indices where (series[i].correction != nil) == corrected {
      if series[i].count > 0, let input = plan.firstInput(of: series[i].parameter, from: &next) {
        uses.append(Use(series: i, input: input))
      }
    }
  }

  /// Returns the positions of the series of an input's pollutant, corrected ones first.
  func candidates(forInput i: Int) -> some Sequence<Int> {
    let first = plan.firsts[i]
    return uses.lazy.filter { $0.input == first }.map(\.series)
  }

  /// Explains why an input has no concentration although a series has values of its pollutant; nil if none is suspect.
  func doubt(_ i: Int) -> AQIOutcome.Unavailable.Problem? {
    guard suspect.contains(plan.inputs[i].parameter) else { return nil }
    return .init(input: plan.inputs[i], reason: .stated("its values are flagged as suspect"))
  }

  /// Returns the end of the newest value that an index can use and that is not after a bound.
  func newestEnd(notAfter bound: Int64) -> Int64? {
    var newest: Int64?
    for use in uses {
      guard let end = newestEnd(ofSeries: use.series, notAfter: bound) else { continue }
      newest = max(newest ?? end, end)
    }
    return newest
  }

  private func newestEnd(ofSeries i: Int, notAfter bound: Int64) -> Int64? {
    let timeline = series[i].timeline
    for index in series[i].values.indices.reversed() where !series[i].values[index].isNaN {
      let end = timeline.endSeconds(at: index)
      guard end <= bound else { continue }
      // In a jittering series, a value a few seconds before the full hour still ends the hour.
      if end % 60 != 0, timeline.regular == nil {
        return max(end, StepRhythm(timeline).meant(end, at: index, of: timeline))
      }
      return end
    }
    return nil
  }

  /// Returns a series of the report, prepared for an input.
  func series(_ candidate: Int, forInput i: Int) throws(AQIOutcome.Unavailable.Reason) -> InputSeries {
    try InputSeries(candidate, of: series, forInput: i, of: plan, onlyAt: nil, clock)
  }

  /// Returns the concentration for an input at a moment.
  func concentration(forInput i: Int, at moment: Int64) throws(AQIOutcome.Unavailable.Reason)
    -> IndexInput.Concentration
  {
    let wanted = plan.firsts[i]
    var (only, count) = (0, 0)
    for use in uses where use.input == wanted {
      only = use.series
      count += 1
    }
    guard count > 0 else { throw .nothingToGoOn }
    if count == 1 { return try concentration(ofSeries: only, forInput: i, at: moment) }
    return try bestConcentration(forInput: i, at: moment)
  }

  /// Returns the concentration of the first candidate that meets the standard's rule.
  @inline(never)
  private func bestConcentration(forInput i: Int, at moment: Int64) throws(AQIOutcome.Unavailable.Reason)
    -> IndexInput.Concentration
  {
    try IndexInput.Concentration.first(of: candidates(forInput: i)) {
      candidate throws(AQIOutcome.Unavailable.Reason) in
      try concentration(ofSeries: candidate, forInput: i, at: moment)
    }
  }

  @inline(__always)
  private func concentration(
    ofSeries candidate: Int, forInput i: Int, at moment: Int64
  ) throws(AQIOutcome.Unavailable.Reason) -> IndexInput.Concentration {
    try InputSeries.concentration(
      candidate, of: series, forInput: i, of: plan, at: moment, clock, days,
      allowsProxy: options.proxy == .allowed)
  }
}

extension IndexInput.Concentration {
  /// Returns the concentration of the first of several candidates that meets the standard's rule, else the first proxy.
  ///
  /// - Throws: The first reason, if there is neither.
  static func first<Candidates: Sequence>(
    of candidates: Candidates,
    formed form: (Candidates.Element) throws(AQIOutcome.Unavailable.Reason) -> IndexInput.Concentration
  ) throws(AQIOutcome.Unavailable.Reason) -> IndexInput.Concentration {
    var proxy: IndexInput.Concentration?
    var reason = AQIOutcome.Unavailable.Reason.nothingToGoOn
    for candidate in candidates {
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
