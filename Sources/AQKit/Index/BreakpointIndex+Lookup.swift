extension BreakpointIndex {
  /// What a scale makes of the concentrations that are given.
  struct Lookup {
    /// Which of the concentrations is for the scale; negative where none is.
    var concentration = -1
    /// Its number, or a code.
    var number = ColumnCode.invalid

    /// The code of a scale that only counts beyond the table of another one, and does not here.
    static let silent: Int32 = -5
  }

  /// Looks up the first of some concentrations that is for each scale's input. Allocates nothing.
  @inline(__always)
  func withLookups<Result>(
    of concentrations: [IndexConcentration], _ use: (UnsafeMutableBufferPointer<Lookup>) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: Lookup.self, capacity: scales.count) { lookups in
      lookups.initialize(repeating: Lookup())
      for which in concentrations.indices {
        guard let place = place(of: concentrations[which].input), lookups[place].concentration < 0 else {
          continue
        }
        lookups[place].concentration = which
      }
      scales.withUnsafeBufferPointer { scales in
        for place in lookups.indices where lookups[place].concentration >= 0 {
          if body.gatePeriods[place] != nil {
            let gate = body.gates[place] ?? place
            guard gate != place, lookups[gate].concentration >= 0,
              scales[gate].isBeyond(concentrations[lookups[gate].concentration].value)
            else {
              lookups[place].number = Lookup.silent
              continue
            }
          }
          lookups[place].number = scales[place].number(
            of: concentrations[lookups[place].concentration].value)
        }
      }
      return use(lookups)
    }
  }

  /// The sub-indices of some concentrations, in the order of the scales.
  func subIndices(of concentrations: [IndexConcentration]) -> [AQISubIndex] {
    [AQISubIndex](unsafeUninitializedCapacity: Swift.min(concentrations.count, scales.count)) {
      found, count in
      withLookups(of: concentrations) { lookups in
        for place in lookups.indices where lookups[place].number.isIndex {
          let (which, number) = (lookups[place].concentration, lookups[place].number)
          let next = bandPlace(of: number).flatMap { body.nextStarts[place].object.each[$0] }
          found.initializeElement(
            at: count,
            to: subIndex(
              number, of: concentrations[which].value, on: scales[place], concentrations[which].basis,
              next: next))
          count += 1
        }
      }
    }
  }

  /// The sub-index of which the number is known, or that it is open.
  func subIndex(
    _ number: Int32, of concentration: Double, on scale: BreakpointScale, _ basis: AQIBasis,
    next: ScaleTable.Start?
  ) -> AQISubIndex {
    AQISubIndex(
      basis: basis, input: scale.input, concentration: concentration,
      number: number < 0 ? nil : Int(number), band: bandPlace(of: number).map { bands[$0] },
      isBeyondTable: number < 0 || scale.isBeyond(concentration) && !scale.isEndless,
      nextBandFrom: number < 0 ? nil : next?.from, nextBandAbove: number < 0 ? nil : next?.above,
      otherReadings: otherReadings(of: concentration, on: scale, beside: number))
  }

  /// Why there is no sub-index, where the number is a ``ColumnCode`` that says so.
  func problem(
    _ number: Int32, of concentration: Double, on scale: BreakpointScale
  ) -> IndexUnavailable.Problem {
    IndexUnavailable.Problem(
      input: scale.input,
      reason: number == ColumnCode.undefined ? .undefined(concentration) : .invalid(concentration),
      otherReadings: otherReadings(of: concentration, on: scale, beside: number))
  }

  /// What other readings give that differs from a number.
  private func otherReadings(
    of concentration: Double, on scale: BreakpointScale, beside number: Int32
  ) -> [AQIReading] {
    scale.otherReadings(of: concentration, beside: number).map { source, reading in
      AQIReading(
        source: source, number: reading < 0 ? nil : Int(reading),
        band: bandPlace(of: reading).map { bands[$0] })
    }
  }

  /// The place of the band of a number or of an open end; `nil` for any other ``ColumnCode``.
  func bandPlace(of number: Int32) -> Int? {
    if number >= 0 { return bands.place(of: Int(number)) }
    return number == ColumnCode.open ? bands.indices.last : nil
  }

  /// The place of an input: the very same one first, since that is what callers mostly have.
  func place(of input: IndexInput) -> Int? {
    for place in inputs.indices where inputs[place].isIdentical(to: input) { return place }
    return inputs.firstIndex(of: input)
  }
}
