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
  /// The places in the report of the series of each input's pollutant, one input after the other.
  private let seriesPlaces: [Int]
  /// For each input where its places end in that list.
  private let placesEnds: [Int]

  init(_ report: AirReport, for index: some AirQualityIndex, options: IndexOptions) {
    self.report = report
    conditions = index.edition.conditions
    let inputs = index.inputs
    // An index without a value of the moment (a daily one) gives its day's value.
    let variant: IndexVariant =
      options.variant == .current && !inputs.contains { $0.current != nil }
        && inputs.contains { $0.daily != nil }
      ? .daily : options.variant
    let isAll = inputs.allSatisfy { $0.method(for: variant) != nil }
    self.inputs = isAll ? inputs : inputs.filter { $0.method(for: variant) != nil }
    self.variant = variant
    self.options = options
    days =
      variant == .daily || inputs.contains { $0.method(for: variant)?.isDaily ?? false }
      ? LocalDays.of(options.timeZone, named: report.site.timeZone) : .failure(.noTimeZone(nil))
    (seriesPlaces, placesEnds) = ConcentrationFormation.places(of: self.inputs, in: report.series)
  }

  /// For each input the places of the series of its pollutant, corrected ones first.
  private static func places(of inputs: [IndexInput], in series: [AirSeries]) -> (all: [Int], ends: [Int]) {
    var all: [Int] = []
    var ends: [Int] = []
    all.reserveCapacity(series.count)
    ends.reserveCapacity(inputs.count)
    for input in inputs {
      let parameter = input.parameter
      let first = all.count
      var corrected = first
      for place in series.indices where series[place].parameter == parameter && series[place].count > 0 {
        if series[place].correction == nil {
          all.append(place)
        } else {
          all.insert(place, at: corrected)
          corrected += 1
        }
      }
      ends.append(all.count)
    }
    return (all, ends)
  }

  /// The places in the report of the series of an input's pollutant, corrected ones first.
  func candidates(forInput place: Int) -> ArraySlice<Int> {
    seriesPlaces[(place > 0 ? placesEnds[place - 1] : 0)..<placesEnds[place]]
  }

  /// The end of the newest value that an index can use and that is not after a bound.
  func newestEnd(notAfter bound: Int64) -> Int64? {
    var newest: Int64?
    for place in seriesPlaces {
      guard let end = newestEnd(ofSeries: place, notAfter: bound) else { continue }
      newest = max(newest ?? end, end)
    }
    return newest
  }

  private func newestEnd(ofSeries place: Int, notAfter bound: Int64) -> Int64? {
    let (values, timeline) = (report.series[place].values, report.series[place].timeline)
    for index in values.indices.reversed() where !values[index].isNaN {
      let end = timeline.endSeconds(at: index)
      if end <= bound { return end }
    }
    return nil
  }

  /// A series of the report, made ready for an input.
  func series(
    _ place: Int, for input: IndexInput, onlyAt moment: Int64?
  ) throws(IndexUnavailable.Reason) -> InputSeries {
    guard let method = input.method(for: variant) else { throw .noSuchVariant(variant) }
    return try InputSeries(place, of: report.series, for: input, method, under: conditions, onlyAt: moment)
  }

  /// The concentration for the input at a place at a moment.
  func concentration(forInput place: Int, at moment: Int64) throws(IndexUnavailable.Reason)
    -> IndexConcentration
  {
    var choice = ConcentrationChoice()
    for candidate in candidates(forInput: place) {
      do throws(IndexUnavailable.Reason) {
        let found = try series(candidate, for: inputs[place], onlyAt: moment)
          .concentration(at: moment, days, allowsProxy: options.proxy == .allowed)
        if found.basis.proxy == nil { return found }
        choice.note(found)
      } catch {
        choice.note(error)
      }
    }
    return try choice.concentration
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
