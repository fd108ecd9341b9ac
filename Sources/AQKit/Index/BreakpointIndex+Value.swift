extension BreakpointIndex {
  /// The largest sub-index of some concentrations.
  ///
  /// An input that the index does not cover, or whose concentration is none, is listed under the value's problems.
  public func value(of concentrations: [IndexConcentration], options: IndexOptions) -> AQIOutcome {
    outcome(of: concentrations, options: options, problems: [], time: nil)
  }

  func outcome(
    of concentrations: [IndexConcentration], options: IndexOptions,
    problems known: [IndexUnavailable.Problem], time: AirTime?
  ) -> AQIOutcome {
    withLookups(of: concentrations) { lookups in
      var problems = known
      var pollutants: UInt64 = 0
      var largest = ColumnCode.invalid
      var covered = 0
      for place in lookups.indices where lookups[place].concentration >= 0 {
        covered += 1
        let number = lookups[place].number
        if number.isIndex {
          pollutants |= body.parameterBits[place]
          largest = ColumnCode.larger(largest, number)
        } else if let period = body.gatePeriods[place], number == Lookup.silent {
          problems.append(.init(input: inputs[place], reason: .countsOnlyBeyond(period)))
        } else {
          let concentration = concentrations[lookups[place].concentration].value
          problems.append(problem(number, of: concentration, on: scales[place]))
        }
      }
      if covered < concentrations.count {
        for concentration in concentrations where place(of: concentration.input) == nil {
          let input = concentration.input
          problems.append(.init(input: input, reason: .notCovered(input.parameter)))
        }
      }
      guard largest.isIndex else { return unavailable(problems) }
      let shortfall = shortfall(of: pollutants, largest, lookups, options)
      if let shortfall, options.proxy == .none {
        return .unavailable(
          IndexUnavailable(
            .tooFewPollutants(shortfall), edition: edition.identifier, problems: problems,
            subIndices: subIndices(of: concentrations)))
      }
      let number = largest < 0 ? nil : Int(largest)
      let band = bandPlace(of: largest).map { bands[$0] }
      let isBeyond =
        number.map { $0 > topNumber } ?? true
        || number == topNumber
          && lookups.indices.contains { place in
            lookups[place].number == largest
              && scales[place].isBeyond(concentrations[lookups[place].concentration].value)
          }
      let display =
        switch edition.kind {
        case .category: band?.name ?? ""
        case .number, .level:
          band?.label ?? number.map(String.init) ?? AQIBand.display(above: topNumber, band)
        }
      return .value(
        AQIValue(
          parts: .lookedUp(self, concentrations), edition: edition, variant: options.variant,
          number: number, display: display, band: band, isBeyondScale: isBeyond,
          dominant: dominant(largest, lookups), problems: problems, proxy: shortfall, time: time,
          unrounded: nil))
    }
  }

  /// Why there is no value where no concentration has a sub-index.
  private func unavailable(_ problems: [IndexUnavailable.Problem]) -> AQIOutcome {
    if problems.count == 1, let only = problems.first {
      return .unavailable(
        IndexUnavailable(only.reason, edition: edition.identifier, otherReadings: only.otherReadings))
    }
    return .unavailable(
      IndexUnavailable(
        problems.shortage ?? .nothingToGoOn, edition: edition.identifier, problems: problems))
  }

  /// What the requirement misses, in words; `nil` where it is met or waived.
  private func shortfall(
    of pollutants: UInt64, _ largest: Int32, _ lookups: UnsafeMutableBufferPointer<Lookup>,
    _ options: IndexOptions
  ) -> String? {
    guard !requirement.isAnyPollutant, !body.isComplete(pollutants, atTraffic: options.isTrafficSite),
      requirement.waivedAbove.map({ largest >= 0 && Int(largest) <= $0 }) ?? true
    else { return nil }
    var present: [AirParameter] = []
    for place in lookups.indices
    where lookups[place].number.isIndex && !present.contains(inputs[place].parameter) {
      present.append(inputs[place].parameter)
    }
    return requirement.shortfall(present, atTraffic: options.isTrafficSite)
  }

  /// The pollutants that give the value; none where the standard names none.
  private func dominant(
    _ largest: Int32, _ lookups: UnsafeMutableBufferPointer<Lookup>
  ) -> [AirParameter] {
    if let above = requirement.dominantAbove, largest >= 0, Int(largest) <= above { return [] }
    var dominant: [AirParameter] = []
    for place in lookups.indices
    where lookups[place].number == largest && !dominant.contains(inputs[place].parameter) {
      dominant.append(inputs[place].parameter)
    }
    return dominant
  }
}

extension BreakpointIndex {
  /// The overall number of one set of concentrations, or a ``ColumnCode``. Allocates nothing.
  ///
  /// - Parameter concentrations: One for each of ``inputs``, in their order and units; NaN where there is none.
  public func number(of concentrations: UnsafeBufferPointer<Double>) -> Int32 {
    var result = ColumnCode.invalid
    var pollutants: UInt64 = 0
    let count = Swift.min(concentrations.count, scales.count)
    scales.withUnsafeBufferPointer { scales in
      for place in 0..<count where !concentrations[place].isNaN {
        if let gate = body.gates[place], gate >= count || !scales[gate].isBeyond(concentrations[gate]) {
          continue
        }
        let number = scales[place].number(of: concentrations[place])
        result = ColumnCode.larger(result, number)
        if number >= 0 || number == ColumnCode.open { pollutants |= body.parameterBits[place] }
      }
    }
    guard result >= 0 || result == ColumnCode.open, !requirement.isAnyPollutant else { return result }
    if let waived = requirement.waivedAbove, Int(result) > waived || result < 0 { return result }
    return body.isComplete(pollutants, atTraffic: false) ? result : ColumnCode.incomplete
  }
}
