#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Forms the concentrations that an index asks for from the series of a report.
struct ConcentrationFormation {
  let report: AirReport
  let options: IndexOptions
  let variant: IndexVariant
  let conditions: ReferenceConditions?
  let inputs: [IndexInput]
  /// The days of the place, or why they can't be told; only looked for where an input asks for them.
  let days: Result<LocalDays, IndexUnavailable.Reason>

  init(_ report: AirReport, for index: some AirQualityIndex, options: IndexOptions) {
    self.report = report
    conditions = index.edition.conditions
    let inputs = index.inputs
    // An index without a value of the moment (a daily one) gives its day's value.
    let variant: IndexVariant =
      options.variant == .current && !inputs.contains { $0.current != nil }
        && inputs.contains { $0.daily != nil }
      ? .daily : options.variant
    self.inputs = inputs.filter { $0.method(for: variant) != nil }
    self.variant = variant
    self.options = options
    days =
      variant == .daily || inputs.contains { $0.method(for: variant)?.isDaily ?? false }
      ? LocalDays.of(options.timeZone, named: report.site.timeZone) : .failure(.noTimeZone(nil))
  }

  /// The end of the newest value that an index can use and that is not after a bound.
  func newestEnd(notAfter bound: Int64) -> Int64? {
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

  /// A series of the report, made ready for an input.
  func series(
    _ place: Int, for input: IndexInput, onlyAt moment: Int64?
  ) throws(IndexUnavailable.Reason) -> InputSeries {
    guard let method = input.method(for: variant) else { throw .noSuchVariant(variant) }
    return try InputSeries(report.series[place], for: input, method, under: conditions, onlyAt: moment)
  }

  /// The concentration for one input at a moment.
  func concentration(for input: IndexInput, at moment: Int64) throws(IndexUnavailable.Reason)
    -> IndexConcentration
  {
    let places = candidates(for: input.parameter)
    return try Self.first(of: places.count, allowsProxy: options.proxy == .allowed) {
      candidate throws(IndexUnavailable.Reason) in
      try series(places[candidate], for: input, onlyAt: moment)
        .concentration(at: moment, days, allowsProxy: options.proxy == .allowed)
    }.concentration
  }

  /// The first of some candidates that meets the standard's rule, else the first proxy, else the first reason.
  static func first(
    of count: Int, allowsProxy: Bool,
    _ attempt: (Int) throws(IndexUnavailable.Reason) -> IndexConcentration
  ) throws(IndexUnavailable.Reason) -> (candidate: Int, concentration: IndexConcentration) {
    var reason: IndexUnavailable.Reason = .nothingToGoOn
    var proxy: (Int, IndexConcentration)?
    for candidate in 0..<count {
      do throws(IndexUnavailable.Reason) {
        let found = try attempt(candidate)
        if found.basis.proxy == nil { return (candidate, found) }
        if proxy == nil { proxy = (candidate, found) }
      } catch {
        if reason == .nothingToGoOn { reason = error }
      }
    }
    if let proxy { return proxy }
    throw reason
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
