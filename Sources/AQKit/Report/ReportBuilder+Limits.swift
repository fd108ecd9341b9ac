extension ReportBuilder {
  /// The values that the series of a report can have, as far as they were looked up.
  struct SeriesLimits {
    /// The limits of each kind by its number; nil until they are looked up.
    fileprivate var ofKinds: [ValueLimits?] = []
    /// The limits of kinds that an instrument measures; nil for an instrument that isn't known.
    fileprivate var ofInstruments: [Key: ValueLimits?] = [:]

    fileprivate struct Key: Hashable {
      let kind: SeriesKinds.Number
      let instrument: String
    }

    /// The maximum number of instruments that are remembered: their names come from outside.
    fileprivate static let mostInstruments = 10_000
  }

  /// Returns the values that a series can have: those of its instrument, or else of its kind.
  mutating func limits(of identity: Identity) -> ValueLimits {
    if let instrument = identity.origin?.instrument, let name = instrument.model ?? instrument.id {
      let kind = seriesKinds[identity.kind]
      let key = SeriesLimits.Key(kind: identity.kind, instrument: name)
      let known = knownLimits.ofInstruments[key]
      let own: ValueLimits? =
        known
        ?? instrument.bounds(of: kind.parameter).map {
          ValueLimits(of: kind.parameter, in: kind.unit, within: $0)
        }
      if known == nil, knownLimits.ofInstruments.count < SeriesLimits.mostInstruments {
        knownLimits.ofInstruments[key] = .some(own)
      }
      if let own { return own }
    }
    while knownLimits.ofKinds.count <= identity.kind { knownLimits.ofKinds.append(nil) }
    if let known = knownLimits.ofKinds[identity.kind] { return known }
    let kind = seriesKinds[identity.kind]
    let bounds = descriptor.bounds[kind.parameter]
    let found = ValueLimits(of: kind.parameter, in: kind.unit, within: bounds)
    knownLimits.ofKinds[identity.kind] = found
    return found
  }

  /// Adds a note with the number of suspect values of a column, and refuses the impossible ones.
  mutating func note(
    _ suspect: Column.Judged, _ impossible: Column.Judged, ofColumn column: Int,
    within bounds: AirParameter.Bounds?
  ) {
    if suspect.count == 0, impossible.count == 0 { return }
    let parameter = parameter(ofColumn: column)
    if suspect.count > 0 {
      note(
        .remark,
        "A value of \(parameter) isn't plausible and is flagged as suspect"
          + "\(range(without: suspect.example, column, bounds)).",
        parameters: [parameter], count: suspect.count)
    }
    if impossible.count > 0 {
      refuse(
        "a value of \(parameter) is beyond what is possible"
          + range(without: impossible.example, column, bounds, isImpossible: true), count: impossible.count)
    }
  }

  /// Returns text with the range that excludes a value and its source; empty if only the unit excludes it.
  private func range(
    without value: Double, _ column: Int, _ own: AirParameter.Bounds?, isImpossible: Bool = false
  ) -> String {
    let kind = seriesKinds[columns[column].identity.kind]
    let instrument = columns[column].identity.origin?.instrument
    let all = [
      own, instrument?.bounds(of: kind.parameter) ?? descriptor.bounds[kind.parameter], kind.parameter.bounds,
    ]
    func text(_ number: Double) -> String { number.rounded(significantDigits: 6).plainText }
    // Only the end of a register is outside the plausible range.
    for isPossible in isImpossible ? [true, false] : [false] {
      for case let bounds? in all {
        let allowed = isPossible ? bounds.possible : bounds.plausible
        guard let own = try? kind.unit.convert(value, to: bounds.unit, of: kind.parameter, under: .us),
          !allowed.contains(own)
        else { continue }
        let unit = bounds.unit.rawValue.isEmpty ? "" : " \(bounds.unit)"
        return " (\(text(allowed.lowerBound)) to \(text(allowed.upperBound))\(unit): \(bounds.source))"
      }
    }
    return ""
  }
}
