#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Forms the concentrations that an index asks for from the series of a report.
struct ConcentrationFormation {
  let plan: FormationPlan
  let options: IndexOptions
  /// The days of the place, or why they can't be told; only looked for where an input asks for them.
  let days: Result<LocalDays, IndexUnavailable.Reason>
  private let series: [AirSeries]
  /// The series of pollutants that the index asks for, corrected ones first.
  private var uses: [Use] = []

  /// A series, and the first of the inputs that ask for its pollutant.
  private struct Use {
    var series: Int
    var input: Int
  }

  /// Makes it of some series.
  ///
  /// - Parameter zone: The name of the zone in which the place's days are.
  init(_ series: [AirSeries], in zone: String?, _ plan: FormationPlan, options: IndexOptions) {
    self.plan = plan
    self.options = options
    self.series = series
    days =
      plan.needsDays
      ? LocalDays.of(options.timeZone, named: zone) : .failure(.noTimeZone(nil))
    uses.reserveCapacity(series.count)
    if series.contains(where: { $0.correction != nil }) { noteUses(corrected: true) }
    noteUses(corrected: false)
  }

  private mutating func noteUses(corrected: Bool) {
    var next = 0
    for place in series.indices where (series[place].correction != nil) == corrected {
      if series[place].count > 0, let input = plan.firstInput(of: series[place].parameter, from: &next) {
        uses.append(Use(series: place, input: input))
      }
    }
  }

  /// The places in the report of the series of an input's pollutant, corrected ones first.
  func candidates(forInput place: Int) -> some Sequence<Int> {
    let first = plan.firsts[place]
    return uses.lazy.filter { $0.input == first }.map(\.series)
  }

  /// The end of the newest value that an index can use and that is not after a bound.
  func newestEnd(notAfter bound: Int64) -> Int64? {
    var newest: Int64?
    for use in uses {
      guard let end = newestEnd(ofSeries: use.series, notAfter: bound) else { continue }
      newest = max(newest ?? end, end)
    }
    return newest
  }

  private func newestEnd(ofSeries place: Int, notAfter bound: Int64) -> Int64? {
    let (values, timeline) = (series[place].values, series[place].timeline)
    for index in values.indices.reversed() where !values[index].isNaN {
      let end = timeline.endSeconds(at: index)
      if end <= bound { return end }
    }
    return nil
  }

  /// A series of the report, made ready for the input at a place.
  func series(_ candidate: Int, forInput place: Int) throws(IndexUnavailable.Reason) -> InputSeries {
    try InputSeries(candidate, of: series, forInput: place, of: plan, onlyAt: nil)
  }

  /// The concentration for the input at a place at a moment.
  func concentration(forInput place: Int, at moment: Int64) throws(IndexUnavailable.Reason)
    -> IndexConcentration
  {
    let wanted = plan.firsts[place]
    guard let first = uses.firstIndex(where: { $0.input == wanted }) else { throw .nothingToGoOn }
    guard uses[(first + 1)...].contains(where: { $0.input == wanted }) else {
      return try concentration(ofSeries: uses[first].series, forInput: place, at: moment)
    }
    return try IndexConcentration.first(of: candidates(forInput: place)) {
      candidate throws(IndexUnavailable.Reason) in
      try concentration(ofSeries: candidate, forInput: place, at: moment)
    }
  }

  private func concentration(
    ofSeries candidate: Int, forInput place: Int, at moment: Int64
  ) throws(IndexUnavailable.Reason) -> IndexConcentration {
    try InputSeries.concentration(
      candidate, of: series, forInput: place, of: plan, at: moment, days,
      allowsProxy: options.proxy == .allowed)
  }
}

extension LocalDays {
  /// The days of a zone, else of a named one, or why they can't be told.
  static func of(_ zone: TimeZone?, named name: String?) -> Result<LocalDays, IndexUnavailable.Reason> {
    do throws(IndexUnavailable.Reason) {
      return .success(try LocalDays(zone, named: name))
    } catch {
      return .failure(error)
    }
  }
}
