/// All that a report has for one input of an index, over the whole of its time.
struct InputFormation: Sendable {
  /// The input.
  let input: IndexInput
  /// The report's series of the pollutant, corrected ones first, or why one can't be used.
  let candidates: [Result<InputSeries, IndexUnavailable.Reason>]
  /// The concentrations at the moments of the grid, NaN where there is none.
  private(set) var values: [Double] = []
  /// Which concentrations are proxies; empty where none is.
  private(set) var proxies: [Bool] = []
  /// Which of the candidates gives the concentration; empty where the first usable one gives them all.
  private(set) var chosen: [UInt8] = []
  /// The candidates that give any, in order.
  private(set) var used: [Int] = []

  /// What there is for the input at a place.
  init(_ formation: ConcentrationFormation, forInput place: Int) {
    input = formation.plan.inputs[place]
    candidates = formation.candidates(forInput: place).map { candidate in
      do throws(IndexUnavailable.Reason) {
        return .success(try formation.series(candidate, forInput: place))
      } catch {
        return .failure(error)
      }
    }
  }

  /// The candidates that can give something.
  func usable(allowsProxy: Bool) -> [InputSeries] {
    candidates.compactMap { candidate in
      guard case .success(let series) = candidate, allowsProxy || !series.isProxyOnly else { return nil }
      return series
    }
  }

  /// The concentration at a moment.
  func concentration(
    at moment: Int64, _ days: Result<LocalDays, IndexUnavailable.Reason>, allowsProxy: Bool
  ) throws(IndexUnavailable.Reason) -> IndexConcentration {
    try IndexConcentration.first(of: candidates) { candidate throws(IndexUnavailable.Reason) in
      try candidate.get().concentration(at: moment, days, allowsProxy: allowsProxy)
    }
  }

  /// Forms the concentrations at all moments of a grid: at each from the first candidate that meets the rule there,
  /// else, where they are allowed, from the first that gives a proxy.
  mutating func fill(
    _ grid: FormationGrid, _ days: Result<LocalDays, IndexUnavailable.Reason>, allowsProxy: Bool
  ) {
    var partial = [Double](repeating: .nan, count: allowsProxy ? grid.count : 0)
    var partialChosen: [UInt8] = []
    for (place, candidate) in candidates.enumerated().prefix(255) {
      guard case .success(let series) = candidate, allowsProxy || !series.isProxyOnly else { continue }
      let own = UInt8(truncatingIfNeeded: place)
      let filled = series.fill(grid, days, allowsProxy: allowsProxy)
      if used.isEmpty {
        values = filled.complete
        if !filled.partial.isEmpty { partial = filled.partial }
      } else {
        merge(filled.complete, own, into: &values, &chosen)
        if allowsProxy { merge(filled.partial, own, into: &partial, &partialChosen) }
      }
      used.append(place)
      // A later candidate is only looked at for the hours that are still without a value.
      if place + 1 < candidates.count, !values.contains(where: \.isNaN) { break }
    }
    take(partial, partialChosen)
    dropUnused()
  }

  /// Fills gaps from a candidate's values.
  private func merge(
    _ own: [Double], _ candidate: UInt8, into values: inout [Double], _ chosen: inout [UInt8]
  ) {
    for place in values.indices where values[place].isNaN && place < own.count && !own[place].isNaN {
      if chosen.isEmpty {
        chosen = [UInt8](repeating: UInt8(truncatingIfNeeded: used.first ?? 0), count: values.count)
      }
      values[place] = own[place]
      chosen[place] = candidate
    }
  }

  /// Fills what is left from the proxies.
  private mutating func take(_ partial: [Double], _ partialChosen: [UInt8]) {
    for place in partial.indices where values[place].isNaN && !partial[place].isNaN {
      if proxies.isEmpty { proxies = [Bool](repeating: false, count: values.count) }
      proxies[place] = true
      values[place] = partial[place]
      guard !chosen.isEmpty || !partialChosen.isEmpty else { continue }
      let first = UInt8(truncatingIfNeeded: used.first ?? 0)
      if chosen.isEmpty { chosen = [UInt8](repeating: first, count: values.count) }
      chosen[place] = partialChosen.isEmpty ? first : partialChosen[place]
    }
  }

  /// Forgets candidates of which no value came, as long as one is left.
  private mutating func dropUnused() {
    guard used.count > 1, !chosen.isEmpty else {
      used = Array(used.prefix(1))
      return
    }
    var counts = [Int](repeating: 0, count: candidates.count)
    for place in values.indices where !values[place].isNaN { counts[Int(chosen[place])] += 1 }
    let kept = used.filter { counts[$0] > 0 }
    if !kept.isEmpty { used = kept }
  }

  /// The place among ``used`` of the candidate that gives the concentration at a place.
  func rank(at place: Int) -> Int {
    guard !chosen.isEmpty else { return 0 }
    return used.firstIndex(of: Int(chosen[place])) ?? 0
  }

  /// The column as an index takes it.
  var column: IndexColumn { IndexColumn(input, values, proxies: proxies) }

  /// What a series of indices says about where the concentrations come from.
  var sources: [AQISeries.Source] {
    used.compactMap { place in
      guard case .success(let series) = candidates[place] else { return nil }
      return series.source
    }
  }
}
