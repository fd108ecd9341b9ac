public import AQKit

/// Checks anyone's air-quality index against what every index must do.
///
/// It needs no test framework: it reports all violations at once.
/// ```swift
/// #expect(IndexContract.violations(of: myIndex).isEmpty)
/// ```
/// An index that is a table is checked at every threshold and its neighbouring numbers; an index that is a formula
/// on a grid of concentrations.
public enum IndexContract {
  /// What an index does wrong.
  public struct Violation: Hashable, Sendable, CustomStringConvertible {
    /// The rule that it breaks.
    public var rule: String
    /// Where, and what was seen.
    public var detail: String
    /// Rule and detail in one line.
    public var description: String { "\(rule): \(detail)" }
  }

  /// All violations of the contract, at most a few for each rule and input.
  public static func violations(of index: some AirQualityIndex) -> [Violation] {
    var found: [Violation] = []
    found += metadata(of: index)
    found += bands(of: index.bands)
    for input in index.inputs { found += values(of: index, input: input) }
    found += emptyInput(of: index)
    if let table = index as? BreakpointIndex { found += codable(table) }
    return found
  }

  private static func metadata(of index: some AirQualityIndex) -> [Violation] {
    var found: [Violation] = []
    func check(_ condition: Bool, _ detail: String) {
      if !condition { found.append(Violation(rule: "metadata", detail: detail)) }
    }
    check(!index.edition.identifier.isEmpty, "the edition has no identifier")
    check(!index.edition.document.isEmpty, "the edition names no document")
    check(!index.inputs.isEmpty, "the index asks for nothing")
    check(Set(index.inputs).count == index.inputs.count, "an input stands twice")
    check(
      index.inputs.allSatisfy { $0.current != nil || $0.daily != nil },
      "an input takes part in neither the current nor the daily value")
    if let from = index.edition.effectiveFrom, let until = index.edition.effectiveUntil {
      check(from < until, "the edition ends before it begins")
    }
    return found
  }

  private static func bands(of bands: [AQIBand]) -> [Violation] {
    var found: [Violation] = []
    func fail(_ detail: String) { found.append(Violation(rule: "bands", detail: detail)) }
    if bands.isEmpty { fail("there is no band") }
    if Set(bands.map(\.key)).count != bands.count { fail("two bands share a key") }
    for (place, band) in bands.enumerated() {
      if band.rank != place { fail("the band \(band.key) has rank \(band.rank) at place \(place)") }
      if band.name.isEmpty || band.key.isEmpty { fail("the band at place \(place) has no name or key") }
      for message in band.messages where message.source.isEmpty {
        fail("a message of \(band.key) cites nothing")
      }
      if place > 0 {
        let end = bands[place - 1].upperIndex ?? .max
        if band.lowerIndex < end || band.lowerIndex - 1 > end { fail("a gap or overlap before \(band.key)") }
      }
    }
    return found
  }

  /// The concentrations at which an input is tried, ascending.
  private static func grid(of index: some AirQualityIndex, _ input: IndexInput) -> [Double] {
    var grid: [Double] = [0]
    if let table = index as? BreakpointIndex,
      let scale = table.scale(of: input.parameter, averaging: input.averaging)
    {
      for row in scale.rows {
        for edge in [row.lower, row.upper ?? row.lower * 2 + 1] {
          grid += [edge.nextDown, edge, edge.nextUp]
        }
        let top = row.upper ?? row.lower * 2 + 1
        for part in 1..<200 { grid.append(row.lower + (top - row.lower) * Double(part) / 200) }
      }
      grid.append((scale.rows.last?.upper ?? scale.rows.last?.lower ?? 1) * 3)
    } else {
      for part in 1...400 {
        grid.append(Double(part) * (input.unit == .ppm || input.unit == .milligramsPerCubicMetre ? 0.05 : 1))
      }
    }
    return grid.filter { $0 >= 0 }.sorted()
  }

  private static func outcome(
    of index: some AirQualityIndex, _ input: IndexInput, _ concentration: Double
  ) -> AQIOutcome {
    if let table = index as? BreakpointIndex,
      let scale = table.scale(of: input.parameter, averaging: input.averaging)
    {
      do throws(IndexUnavailable) {
        let sub = try table.subIndex(of: concentration, on: scale)
        return .value(
          AQIValue(
            edition: table.edition, number: sub.number, display: "", band: sub.band, subIndices: [sub]))
      } catch {
        return .unavailable(error)
      }
    }
    // Whatever else the index needs stands at zero.
    let others = index.inputs.filter { $0 != input }.map { IndexConcentration($0, 0) }
    return index.value(
      of: [IndexConcentration(input, concentration)] + others, options: IndexOptions(proxy: .allowed))
  }

  private static func values(of index: some AirQualityIndex, input: IndexInput) -> [Violation] {
    var found: [Violation] = []
    func fail(_ rule: String, _ detail: String) {
      if found.count(where: { $0.rule == rule }) < 3 {
        found.append(Violation(rule: rule, detail: "\(input): \(detail)"))
      }
    }
    var last: (concentration: Double, number: Int, rank: Int)?
    var seen = 0
    for concentration in grid(of: index, input) {
      switch outcome(of: index, input, concentration) {
      case .value(let value):
        seen += 1
        guard let band = value.band else {
          fail("band", "\(concentration) has an index and no band")
          continue
        }
        let number = value.number ?? .max
        if let number = value.number,
          !index.bands.contains(where: { $0.key == band.key && $0.contains(number) })
        {
          fail("band", "\(concentration) gives \(number), which is not in \(band.key)")
        }
        if let last, number < last.number || band.rank < last.rank {
          fail("monotone", "\(concentration) gives less than \(last.concentration) does")
        }
        last = (concentration, number, band.rank)
      case .unavailable(let reason):
        if case .invalid = reason.reason { fail("gap-free", "\(concentration) counts as no concentration") }
      }
    }
    if seen == 0 { fail("gap-free", "no concentration gives an index") }
    for bad in [-1e6, -.infinity, .infinity, .nan, 1e300] as [Double] {
      let outcome = outcome(of: index, input, bad)
      if let value = outcome.value, value.subIndices.contains(where: { $0.input == input }) {
        fail("bad input", "\(bad) gives \(value.number.map(String.init) ?? "a band")")
      }
    }
    return found
  }

  private static func emptyInput(of index: some AirQualityIndex) -> [Violation] {
    index.value(of: [], options: .standard).value == nil
      ? [] : [Violation(rule: "bad input", detail: "nothing at all gives an index")]
  }

  private static func codable(_ index: BreakpointIndex) -> [Violation] {
    guard let again = index.roundTripped() else {
      return [Violation(rule: "codable", detail: "the index can't be read back from its JSON")]
    }
    return again == index
      ? [] : [Violation(rule: "codable", detail: "the index read back from its JSON is another")]
  }
}
