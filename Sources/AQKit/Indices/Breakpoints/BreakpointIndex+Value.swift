extension BreakpointIndex {
  /// Returns the largest sub-index of some concentrations.
  ///
  /// An input that the index does not cover, or whose concentration is invalid, is listed in the value's problems.
  public func value(of concentrations: [IndexInput.Concentration], options: IndexOptions) -> AQIOutcome {
    outcome(of: concentrations, options: options, problems: [], time: nil) { _ in nil }
  }

  /// Returns the largest sub-index, with the missing pollutants.
  ///
  /// - Parameter lacking: The pollutants that a report lacks in addition to those with these bits; `nil` without a report.
  func outcome(
    of concentrations: [IndexInput.Concentration], options: IndexOptions,
    problems known: [AQIOutcome.Unavailable.Problem], time: AirTime?, lacking: (UInt64) -> [AirParameter]?
  ) -> AQIOutcome {
    withLookups(of: concentrations) { lookups in
      var problems = known
      var pollutants: UInt64 = 0
      var largest = ColumnCode.invalid
      var covered = 0
      for i in lookups.indices where lookups[i].concentration >= 0 {
        covered += 1
        let number = lookups[i].number
        if number.isIndex {
          pollutants |= body.parameterBits[i]
          largest = ColumnCode.larger(largest, number)
        } else if let period = body.gatePeriods[i], number == Lookup.silent {
          problems.append(.init(input: inputs[i], reason: .countsOnlyBeyond(period)))
        } else {
          let concentration = concentrations[lookups[i].concentration].value
          problems.append(problem(number, of: concentration, on: scales[i]))
        }
      }
      if covered < concentrations.count {
        for concentration in concentrations where scaleIndex(of: concentration.input) == nil {
          let input = concentration.input
          problems.append(.init(input: input, reason: .notCovered(input.parameter)))
        }
      }
      guard largest.isIndex else { return unavailable(problems) }
      let shortfall = shortfall(of: pollutants, largest, lookups, options)
      if let shortfall, options.proxy == .none {
        return .unavailable(
          AQIOutcome.Unavailable(
            .tooFewPollutants(shortfall), edition: edition.identifier, problems: problems,
            subIndices: subIndices(of: concentrations)))
      }
      let missing = lacking(pollutants)
      if let missing {
        if !problems.isEmpty { problems.removeAll(where: \.reason.isByDesign) }
        if !missing.isEmpty, options.partial == .none {
          return .unavailable(
            AQIOutcome.Unavailable(
              lacking: missing, edition.identifier, problems: problems,
              subIndices: subIndices(of: concentrations)))
        }
      }
      let added = body.addition(to: largest) { above in
        lookups.indices.reduce(0) { Int(lookups[$1].number) > above ? $0 | body.parameterBits[$1] : $0 }
      }
      let number = largest < 0 ? nil : Int(largest + added)
      let band = bandIndex(of: largest + added).map { bands[$0] }
      let isBeyond =
        number.map { $0 > topNumber } ?? true
        || number == topNumber
          && lookups.indices.contains { i in
            lookups[i].number == largest
              && scales[i].isBeyond(concentrations[lookups[i].concentration].value)
          }
      let display =
        switch edition.kind {
        case .category: band?.name ?? ""
        case .number, .level:
          band?.label ?? number.map(String.init) ?? AQIBand.display(above: topNumber, band)
        }
      return .value(
        AQIValue(
          parts: .lookedUp(body, concentrations), edition: edition, variant: options.variant,
          number: number, display: display, band: band, isBeyondScale: isBeyond,
          dominant: dominant(largest, lookups), problems: problems, proxy: shortfall,
          missing: missing ?? [], time: time, unrounded: nil, addition: Int(added)))
    }
  }

  /// Explains why there is no value if no concentration has a sub-index.
  private func unavailable(_ problems: [AQIOutcome.Unavailable.Problem]) -> AQIOutcome {
    if problems.count == 1, let only = problems.first {
      return .unavailable(
        AQIOutcome.Unavailable(only.reason, edition: edition.identifier, alternatives: only.alternatives))
    }
    return .unavailable(
      AQIOutcome.Unavailable(
        problems.shortage ?? .nothingToGoOn, edition: edition.identifier, problems: problems))
  }

  /// Describes what the requirement misses; `nil` if it is met or waived.
  private func shortfall(
    of pollutants: UInt64, _ largest: Int32, _ lookups: UnsafeMutableBufferPointer<Lookup>,
    _ options: IndexOptions
  ) -> String? {
    guard !requirement.isAnyPollutant, !body.isComplete(pollutants, atTraffic: options.isTrafficSite),
      requirement.waivedAbove.map({ largest >= 0 && Int(largest) <= $0 }) ?? true
    else { return nil }
    var present: [AirParameter] = []
    for i in lookups.indices
    where lookups[i].number.isIndex && !present.contains(inputs[i].parameter) {
      present.append(inputs[i].parameter)
    }
    return requirement.shortfall(present, atTraffic: options.isTrafficSite)
  }

  /// Returns the pollutants that give the value; empty if the standard names none.
  private func dominant(
    _ largest: Int32, _ lookups: UnsafeMutableBufferPointer<Lookup>
  ) -> [AirParameter] {
    if let above = requirement.dominantAbove, largest >= 0, Int(largest) <= above { return [] }
    var dominant: [AirParameter] = []
    for i in lookups.indices
    where lookups[i].number == largest && !dominant.contains(inputs[i].parameter) {
      dominant.append(inputs[i].parameter)
    }
    return dominant
  }
}

extension BreakpointIndex {
  /// Returns the overall number of a set of concentrations; negative if there is none. Allocates nothing.
  ///
  /// - Parameter concentrations: One for each of ``inputs``, in their order and units; NaN for missing ones.
  public func number(of concentrations: UnsafeBufferPointer<Double>) -> Int32 {
    var largest = ColumnCode.invalid
    var pollutants: UInt64 = 0
    let count = Swift.min(concentrations.count, scales.count)
    withExtendedLifetime(body) {
      scales.withUnsafeBufferPointer { scales in
        body.gates.withUnsafeBufferPointer { gates in
          body.parameterBits.withUnsafeBufferPointer { bits in
            for i in 0..<count {
              let concentration = concentrations[i]
              // A number that isn't equal to itself is NaN; `isNaN` takes a dozen instructions.
              guard concentration == concentration else { continue }
              if let gate = gates[i], gate >= count || !scales[gate].isBeyond(concentrations[gate]) {
                continue
              }
              let number = scales[i].number(of: concentration)
              largest = max(largest, ColumnCode.rank(number))
              if number.isIndex { pollutants |= bits[i] }
            }
          }
        }
      }
    }
    let result = ColumnCode.number(ofRank: largest)
    guard result.isIndex else { return result }
    let isWaived =
      requirement.waivedAbove.map { Int(result) > $0 || result < 0 } ?? requirement.isAnyPollutant
    guard isWaived || body.isComplete(pollutants, atTraffic: false) else { return ColumnCode.incomplete }
    return result + body.addition(to: result) { bits(of: concentrations, above: $0) }
  }

  /// Returns the bits of the pollutants whose sub-index is above a number.
  private func bits(of concentrations: UnsafeBufferPointer<Double>, above number: Int) -> UInt64 {
    var bits: UInt64 = 0
    for i in 0..<Swift.min(concentrations.count, scales.count) where !concentrations[i].isNaN {
      if let gate = body.gates[i],
        gate >= concentrations.count || !scales[gate].isBeyond(concentrations[gate])
      {
        continue
      }
      if Int(scales[i].number(of: concentrations[i])) > number { bits |= body.parameterBits[i] }
    }
    return bits
  }
}

extension BreakpointIndex {
  /// The result of looking up the given concentrations on a scale.
  struct Lookup {
    /// The index of this scale's concentration; negative if there is none.
    var concentration = -1
    /// The number of the index, or a code.
    var number = ColumnCode.invalid

    /// The code of a scale that only counts beyond the table of another one, and does not here.
    static let silent: Int32 = -5
  }

  /// Looks up, for each scale, the first of the concentrations that is for its input. Allocates nothing.
  @inline(__always)
  func withLookups<Result>(
    of concentrations: [IndexInput.Concentration], _ use: (UnsafeMutableBufferPointer<Lookup>) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: Lookup.self, capacity: scales.count) { lookups in
      lookups.initialize(repeating: Lookup())
      var next = 0
      for which in concentrations.indices {
        guard let i = scaleIndex(of: concentrations[which].input, expected: next) else { continue }
        next = i + 1
        if lookups[i].concentration < 0 { lookups[i].concentration = which }
      }
      return withExtendedLifetime(body) {
        scales.withUnsafeBufferPointer { scales in
          for i in lookups.indices where lookups[i].concentration >= 0 {
            if body.gatePeriods[i] != nil {
              let gate = body.gates[i] ?? i
              guard gate != i, lookups[gate].concentration >= 0,
                scales[gate].isBeyond(concentrations[lookups[gate].concentration].value)
              else {
                lookups[i].number = Lookup.silent
                continue
              }
            }
            lookups[i].number = scales[i].number(of: concentrations[lookups[i].concentration].value)
          }
        }
        return use(lookups)
      }
    }
  }

  /// Returns the sub-indices of some concentrations, in the order of the scales.
  func subIndices(of concentrations: [IndexInput.Concentration]) -> [AQIValue.SubIndex] {
    [AQIValue.SubIndex](unsafeUninitializedCapacity: Swift.min(concentrations.count, scales.count)) {
      found, count in
      withLookups(of: concentrations) { lookups in
        for i in lookups.indices where lookups[i].number.isIndex {
          let (which, number) = (lookups[i].concentration, lookups[i].number)
          let band = bandIndex(of: number)
          let next = band.flatMap { body.nextStart(after: $0, on: i) }
          found.initializeElement(
            at: count,
            to: subIndex(
              number, of: concentrations[which].value, on: scales[i], concentrations[which].basis,
              band: band, next: next))
          count += 1
        }
      }
    }
  }

  /// Returns the sub-index for a number, or for an open band.
  func subIndex(
    _ number: Int32, of concentration: Double, on scale: BreakpointIndex.Scale, _ basis: AQIValue.Basis,
    band: Int?,
    next: ScaleTable.Start?
  ) -> AQIValue.SubIndex {
    AQIValue.SubIndex(
      basis: basis, input: scale.input, concentration: concentration,
      number: number < 0 ? nil : Int(number), band: band.map { bands[$0] },
      isBeyondTable: number < 0 || scale.isBeyond(concentration) && !scale.isEndless,
      nextBandFrom: number < 0 ? nil : next?.from, nextBandAbove: number < 0 ? nil : next?.above,
      alternatives: alternatives(of: concentration, on: scale, beside: number))
  }

  /// Explains a missing sub-index, if the number is a ``ColumnCode`` that says so.
  func problem(
    _ number: Int32, of concentration: Double, on scale: BreakpointIndex.Scale
  ) -> AQIOutcome.Unavailable.Problem {
    AQIOutcome.Unavailable.Problem(
      input: scale.input,
      reason: number == ColumnCode.undefined ? .undefined(concentration) : .invalid(concentration),
      alternatives: alternatives(of: concentration, on: scale, beside: number))
  }

  /// Returns the alternatives that give another number.
  private func alternatives(
    of concentration: Double, on scale: BreakpointIndex.Scale, beside number: Int32
  ) -> [AQIValue.SubIndex.Alternative] {
    scale.alternatives(of: concentration, beside: number) { source, number in
      AQIValue.SubIndex.Alternative(
        source: source, number: number < 0 ? nil : Int(number),
        band: bandIndex(of: number).map { bands[$0] })
    }
  }

  /// Returns the index of the band of a number or of an open end; `nil` for any other ``ColumnCode``.
  func bandIndex(of number: Int32) -> Int? {
    if number >= 0 { return bands.bandIndex(of: Int(number)) }
    return number == ColumnCode.open ? bands.indices.last : nil
  }

  /// Returns the index of the scale of an input. Callers mostly pass the same object, which is compared first.
  ///
  /// - Parameter expected: The index at which it probably is.
  func scaleIndex(of input: IndexInput, expected: Int = 0) -> Int? {
    if expected < inputs.count, inputs[expected].isIdentical(to: input) { return expected }
    for i in inputs.indices where inputs[i].isIdentical(to: input) { return i }
    return inputs.firstIndex(of: input)
  }
}

extension BreakpointIndex.Body: SubIndexLookup {
  func subIndices(of concentrations: [IndexInput.Concentration]) -> [AQIValue.SubIndex] {
    BreakpointIndex(body: self).subIndices(of: concentrations)
  }
}
