extension ReportBuilder {
  /// The values that the series of a report can have.
  struct SeriesLimits {
    /// The limits of each kind, by its number; nil before the first use.
    fileprivate var ofKinds: [ValueLimits?] = []
    /// The limits of series whose instrument is known.
    fileprivate var ofInstruments: [ValueLimits] = []
    /// The numbers of the above by kind and instrument; nil for an instrument that isn't known.
    fileprivate var numbers: [Key: Int?] = [:]

    fileprivate struct Key: Hashable {
      let kind: SeriesKinds.Number
      let instrument: String
    }

    subscript(number: Int) -> ValueLimits { ofInstruments[number] }

    /// The maximum number of instruments that are remembered: their names come from outside.
    fileprivate static let mostInstruments = 10_000
  }

  /// Returns the values that series of a kind can have if their instrument isn't known.
  mutating func limits(ofKind number: SeriesKinds.Number) -> ValueLimits {
    if knownLimits.ofKinds.indices.contains(number), let known = knownLimits.ofKinds[number] { return known }
    let kind = seriesKinds[number]
    let found = ValueLimits(
      of: kind.parameter, in: kind.unit, within: descriptor.bounds[kind.parameter].map { [$0] } ?? [])
    while knownLimits.ofKinds.count <= number { knownLimits.ofKinds.append(nil) }
    knownLimits.ofKinds[number] = found
    return found
  }

  /// Returns the number of the limits of a series whose instrument is known; nil to use the limits of its kind.
  mutating func ownLimits(of identity: Identity) -> Int? {
    guard let instrument = identity.origin?.instrument, let name = instrument.model ?? instrument.id else {
      return nil
    }
    let key = SeriesLimits.Key(kind: identity.kind, instrument: name)
    if let known = knownLimits.numbers[key] { return known }
    var number: Int?
    let kind = seriesKinds[identity.kind]
    if let bounds = instrument.bounds(of: kind.parameter) {
      let found = ValueLimits(of: kind.parameter, in: kind.unit, within: [bounds])
      number = knownLimits.ofInstruments.firstIndex(of: found)
      if number == nil {
        knownLimits.ofInstruments.append(found)
        number = knownLimits.ofInstruments.count - 1
      }
    }
    if knownLimits.numbers.count < SeriesLimits.mostInstruments { knownLimits.numbers[key] = .some(number) }
    return number
  }

  /// Returns the values that a column can have.
  mutating func limits(ofColumn column: Int) -> ValueLimits {
    // Closures here, also those of operators, would copy the builder.
    if let own = columns[column].limits { return knownLimits[own] }
    return limits(ofKind: columns[column].identity.kind)
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
        AirNote(
          .remark,
          "A value of \(parameter) isn't plausible and is flagged as suspect"
            + "\(range(without: suspect.example, column, bounds, \.plausible)).",
          parameters: [parameter], count: suspect.count))
    }
    if impossible.count > 0 {
      refuse(
        "a value of \(parameter) is beyond what is possible"
          + range(without: impossible.example, column, bounds, \.possible), count: impossible.count)
    }
  }

  /// Returns text with the range that excludes a value and its source; empty if only the unit excludes it.
  private func range(
    without value: Double, _ column: Int, _ own: AirParameter.Bounds?,
    _ range: KeyPath<AirParameter.Bounds, ClosedRange<Double>>
  ) -> String {
    let kind = seriesKinds[columns[column].identity.kind]
    let instrument = columns[column].identity.origin?.instrument
    let all = [
      own, instrument?.bounds(of: kind.parameter) ?? descriptor.bounds[kind.parameter], kind.parameter.bounds,
    ]
    // Only the end of a register is outside the plausible range.
    for range in [range, \.plausible] {
      for case let bounds? in all {
        let allowed = bounds[keyPath: range]
        guard let own = try? kind.unit.convert(value, to: bounds.unit, of: kind.parameter, under: .us),
          !allowed.contains(own)
        else { continue }
        let unit = bounds.unit.rawValue.isEmpty ? "" : " \(bounds.unit)"
        return
          " (\(allowed.lowerBound.shortText) to \(allowed.upperBound.shortText)\(unit): \(bounds.source))"
      }
    }
    return ""
  }
}

extension Double {
  /// The number with at most six digits, for messages.
  fileprivate var shortText: String { rounded(significantDigits: 6).plainText }
}
