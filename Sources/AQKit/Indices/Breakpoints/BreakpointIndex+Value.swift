extension BreakpointIndex {
  /// Returns the largest sub-index of some concentrations.
  ///
  /// An input that the index does not cover, or whose concentration is invalid, is listed in the value's problems.
  public func value(of concentrations: [IndexInput.Concentration], options: IndexOptions) -> AQIOutcome {
    let time = AirTime(secondsSince1970: 0)
    return outcome(
      of: IndexInput.Formed(concentrations, held: [], time: time, options: options), isOfReport: false)
  }

  /// Returns the largest sub-index of the concentrations that were formed from a report, with the missing pollutants.
  public func outcome(of formed: IndexInput.Formed) -> AQIOutcome { outcome(of: formed, isOfReport: true) }

  /// Returns the largest sub-index; for a report, also the missing pollutants and the moment.
  private func outcome(of formed: IndexInput.Formed, isOfReport: Bool) -> AQIOutcome {
    let (concentrations, isTrafficSite) = (formed.concentrations, formed.options.isTrafficSite)
    var problems = formed.problems
    var dominant: [AirParameter] = []
    var shortfall: String?
    let overall = withLookups(of: concentrations, atTraffic: isTrafficSite) { numbers, given, overall in
      nameProblems(numbers, given, of: concentrations, in: &problems)
      guard overall.largest.isIndex else { return overall }
      dominant = self.dominant(overall.largest, numbers)
      if overall.isShort { shortfall = self.shortfall(numbers, atTraffic: isTrafficSite) }
      return overall
    }
    guard overall.largest.isIndex else { return unavailable(problems) }
    if let shortfall, formed.options.proxy == .none {
      return .unavailable(
        .init(
          .tooFewPollutants(shortfall), edition: edition.identifier, problems: problems,
          subIndices: subIndices(of: concentrations)))
    }
    let number = overall.number < 0 ? nil : Int(overall.number)
    var missing: [AirParameter] = []
    if isOfReport {
      missing = body.missing(besides: overall.pollutants, atTraffic: isTrafficSite) { formed.holds($0) }
      if !missing.isEmpty {
        let known = overall.pollutants | pollutantsBelowTables(concentrations, formed.options.variant)
        missing =
          isAtEnd(number, isBeyondScale: overall.isBeyondScale)
          ? [] : body.missing(besides: known, atTraffic: isTrafficSite) { formed.holds($0) }
      }
      if !problems.isEmpty { problems.removeAll(where: \.reason.isByDesign) }
    }
    if !missing.isEmpty {
      guard formed.options.partial == .allowed else {
        let subIndices = subIndices(of: concentrations)
        return .unavailable(
          .init(lacking: missing, edition.identifier, problems: problems, subIndices: subIndices))
      }
      formed.nameSilent(missing, in: &problems, inputs)
    }
    let band = bandIndex(of: overall.number).map { bands[$0] }
    return .value(
      AQIValue(
        parts: .lookedUp(body, concentrations), edition: edition, variant: formed.options.variant,
        number: number, display: AQIBand.display(number, band, of: edition.kind, top: topNumber), band: band,
        isBeyondScale: overall.isBeyondScale, dominant: dominant, problems: problems, proxy: shortfall,
        missing: missing, time: isOfReport ? formed.time : nil, unrounded: nil,
        addition: Int(overall.addition)))
  }

  /// Returns the bits of the pollutants whose concentrations are all below their tables: noise about zero, or NO2 of up to
  /// 1130 µg/m³ in Singapore. They have no sub-index, but can't raise the index either.
  private func pollutantsBelowTables(
    _ concentrations: [IndexInput.Concentration], _ variant: IndexOptions.Variant
  ) -> UInt64 {
    var (below, other) = (UInt64(0), UInt64(0))
    for (i, scale) in scales.enumerated()
    where scale.rules.usedWhenBeyond == nil && scale.input.method(for: variant) != nil {
      let value = concentrations.first { $0.input == scale.input }?.value ?? .nan
      if value < scale.rows.first?.lower ?? 0,
        value > scale.input.parameter.missingSign(in: scale.input.unit)
      {
        below |= body.parameterBits[i]
      } else {
        other |= body.parameterBits[i]
      }
    }
    return below & ~other
  }

  /// Lists the concentrations without a sub-index among the problems.
  private func nameProblems(
    _ numbers: UnsafeMutableBufferPointer<Int32>, _ given: UnsafeMutableBufferPointer<Int>,
    of concentrations: [IndexInput.Concentration], in problems: inout [AQIOutcome.Unavailable.Problem]
  ) {
    var covered = 0
    for i in numbers.indices where given[i] >= 0 {
      covered += 1
      if numbers[i].isIndex { continue }
      if numbers[i] == BreakpointIndex.silent, let period = scales[i].rules.usedWhenBeyond {
        problems.append(.init(input: inputs[i], reason: .countsOnlyBeyond(period)))
      } else {
        problems.append(problem(numbers[i], of: concentrations[given[i]].value, on: scales[i]))
      }
    }
    guard covered < concentrations.count else { return }
    for concentration in concentrations where scaleIndex(of: concentration.input) == nil {
      let input = concentration.input
      problems.append(.init(input: input, reason: .notCovered(input.parameter)))
    }
  }

  /// Explains why there is no value if no concentration has a sub-index.
  private func unavailable(_ problems: [AQIOutcome.Unavailable.Problem]) -> AQIOutcome {
    if problems.count == 1, let only = problems.first {
      return .unavailable(
        .init(only.reason, edition: edition.identifier, alternatives: only.alternatives))
    }
    return .unavailable(
      .init(problems.mainReason ?? .nothingToGoOn, edition: edition.identifier, problems: problems))
  }

  private func shortfall(_ numbers: UnsafeMutableBufferPointer<Int32>, atTraffic: Bool) -> String? {
    let present = numbers.indices.filter { numbers[$0].isIndex }.map { inputs[$0].parameter }
    return requirement.shortfall(present.unique, atTraffic: atTraffic)
  }

  /// Returns the pollutants that give the value; empty if the standard names none.
  private func dominant(
    _ largest: Int32, _ numbers: UnsafeMutableBufferPointer<Int32>
  ) -> [AirParameter] {
    if let above = requirement.dominantAbove, largest >= 0, Int(largest) <= above { return [] }
    var dominant: [AirParameter] = []
    for i in numbers.indices
    where numbers[i] == largest && !dominant.contains(inputs[i].parameter) {
      dominant.append(inputs[i].parameter)
    }
    return dominant
  }

  /// Returns the sub-indices of some concentrations, in the order of the scales. Not inlined: all that asks a value for
  /// them would have its own copy.
  @inline(never)
  func subIndices(of concentrations: [IndexInput.Concentration]) -> [AQIValue.SubIndex] {
    [AQIValue.SubIndex](unsafeUninitializedCapacity: Swift.min(concentrations.count, scales.count)) {
      found, count in
      withLookups(of: concentrations) { numbers, given, _ in
        for i in numbers.indices where numbers[i].isIndex {
          let (which, number) = (given[i], numbers[i])
          let band = bandIndex(of: number)
          let next = band.flatMap {
            $0 < body.nextStarts[i].count
              ? body.nextStarts[i][$0] : scales[i].starts(after: bands[$0...$0])[0]
          }
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

  /// Explains a missing sub-index, if the number is an ``AQIValue.Code`` for one.
  func problem(
    _ number: Int32, of concentration: Double, on scale: BreakpointIndex.Scale
  ) -> AQIOutcome.Unavailable.Problem {
    AQIOutcome.Unavailable.Problem(
      input: scale.input,
      reason: number == AQIValue.Code.undefined ? .undefined(concentration) : .invalid(concentration),
      alternatives: alternatives(of: concentration, on: scale, beside: number))
  }

  /// Returns the alternatives that give a different index.
  private func alternatives(
    of concentration: Double, on scale: BreakpointIndex.Scale, beside number: Int32
  ) -> [AQIValue.SubIndex.Alternative] {
    var found: [AQIValue.SubIndex.Alternative] = []
    for other in scale.others {
      let own = other.scale.number(of: concentration)
      if own == number { continue }
      found.append(
        AQIValue.SubIndex.Alternative(
          source: other.source, number: own < 0 ? nil : Int(own), band: bandIndex(of: own).map { bands[$0] }))
    }
    return found
  }

  /// Returns the index of the band of a number or of an open end; `nil` for any other ``AQIValue.Code``.
  func bandIndex(of number: Int32) -> Int? {
    if number >= 0 { return bands.bandIndex(of: Int(number)) }
    return number == AQIValue.Code.open ? bands.indices.last : nil
  }

  /// Returns the index of the scale of an input. Callers mostly pass the same object, which is compared first. `expected`
  /// is the index at which it probably is.
  func scaleIndex(of input: IndexInput, expected: Int = 0) -> Int? {
    if expected < inputs.count, inputs[expected].isIdentical(to: input) { return expected }
    return inputs.firstIndex { $0.isIdentical(to: input) } ?? inputs.firstIndex(of: input)
  }
}

extension BreakpointIndex.Body: SubIndexLookup {
  func subIndices(of concentrations: [IndexInput.Concentration]) -> [AQIValue.SubIndex] {
    BreakpointIndex(body: self).subIndices(of: concentrations)
  }
}
