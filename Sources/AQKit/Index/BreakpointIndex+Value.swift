extension BreakpointIndex {
  /// The largest sub-index of some concentrations.
  ///
  /// An input that the index does not cover, or whose concentration is none, is listed under the value's problems.
  public func value(of concentrations: [IndexConcentration], options: IndexOptions) -> AQIOutcome {
    outcome(of: concentrations, options: options, problems: [], time: nil)
  }

  func outcome(
    of concentrations: [IndexConcentration], options: IndexOptions,
    problems known: [IndexUnavailable.Problem],
    time: AirTime?
  ) -> AQIOutcome {
    var problems = known
    var found: [AQISubIndex] = []
    found.reserveCapacity(concentrations.count)
    var pollutants: UInt64 = 0
    withUnsafeTemporaryAllocation(of: Int.self, capacity: scales.count) { given in
      // Which of the concentrations belongs to which scale.
      given.initialize(repeating: -1)
      var uncovered: [Int] = []
      for which in concentrations.indices {
        guard let place = place(of: concentrations[which].input) else {
          uncovered.append(which)
          continue
        }
        if given[place] < 0 { given[place] = which }
      }
      for place in given.indices where given[place] >= 0 {
        let which = given[place]
        var problem: IndexUnavailable.Problem?
        if let period = gatePeriods[place], !isOpen(place, given, concentrations) {
          problem = .init(input: inputs[place], reason: .countsOnlyBeyond(period))
        } else {
          problem = append(
            concentrations[which].value, at: place, concentrations[which].basis, to: &found)
        }
        if let problem {
          problems.append(problem)
        } else {
          pollutants |= parameterBits[place]
        }
      }
      for which in uncovered {
        let input = concentrations[which].input
        problems.append(.init(input: input, reason: .notCovered(input.parameter)))
      }
    }
    guard !found.isEmpty else {
      if problems.count == 1, let only = problems.first {
        return .unavailable(
          IndexUnavailable(only.reason, edition: edition.identifier, otherReadings: only.otherReadings))
      }
      return .unavailable(
        IndexUnavailable(
          problems.shortage ?? .nothingToGoOn, edition: edition.identifier, problems: problems))
    }
    return overall(found, pollutants, options: options, problems: problems, time: time)
  }

  /// Whether the scale beyond which another one counts is exceeded.
  private func isOpen(
    _ place: Int, _ given: UnsafeMutableBufferPointer<Int>, _ concentrations: [IndexConcentration]
  ) -> Bool {
    guard let gate = gates[place], given[gate] >= 0 else { return false }
    return scales[gate].isBeyond(concentrations[given[gate]].value)
  }

  /// The place of an input: the very same one first, since that is what callers mostly have.
  func place(of input: IndexInput) -> Int? {
    for place in inputs.indices where inputs[place].isIdentical(to: input) { return place }
    return inputs.firstIndex(of: input)
  }

  private func overall(
    _ found: [AQISubIndex], _ pollutants: UInt64, options: IndexOptions,
    problems: [IndexUnavailable.Problem], time: AirTime?
  ) -> AQIOutcome {
    let (largest, isOpen) = found.withUnsafeBufferPointer { found in
      var (largest, isOpen) = (0, false)
      for place in found.indices {
        if let number = found[place].number { largest = max(largest, number) } else { isOpen = true }
      }
      return (largest, isOpen)
    }
    let number = isOpen ? nil : largest
    var shortfall: String?
    if !requirement.isAnyPollutant, !isComplete(pollutants, atTraffic: options.isTrafficSite),
      requirement.waivedAbove.map({ (number ?? .max) <= $0 }) ?? true
    {
      var present: [AirParameter] = []
      for sub in found where !present.contains(sub.parameter) { present.append(sub.parameter) }
      shortfall = requirement.shortfall(present, atTraffic: options.isTrafficSite)
    }
    if let shortfall, options.proxy == .none {
      return .unavailable(
        IndexUnavailable(
          .tooFewPollutants(shortfall), edition: edition.identifier, problems: problems, subIndices: found))
    }
    var dominant: [AirParameter] = []
    if requirement.dominantAbove.map({ (number ?? .max) > $0 }) ?? true {
      for place in found.indices where found[place].number == number {
        let parameter = found[place].input.parameter
        if !dominant.contains(parameter) { dominant.append(parameter) }
      }
    }
    let band = number.map { bands.band(of: $0) } ?? bands.last
    var isBeyond = number.map { $0 > topNumber } ?? true
    if number == topNumber {
      for place in found.indices where found[place].number == number && found[place].isBeyondTable {
        isBeyond = true
      }
    }
    let display =
      switch edition.kind {
      case .category: band?.name ?? ""
      case .number, .level: band?.label ?? number.map(String.init) ?? AQIBand.display(above: topNumber, band)
      }
    return .value(
      AQIValue(
        edition: edition, variant: options.variant, number: number, display: display, band: band,
        isBeyondScale: isBeyond, dominant: dominant, subIndices: found, problems: problems,
        proxy: shortfall, time: time))
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
        if let gate = gates[place], gate >= count || !scales[gate].isBeyond(concentrations[gate]) { continue }
        let number = scales[place].number(of: concentrations[place])
        result = ColumnCode.larger(result, number)
        if number >= 0 || number == ColumnCode.open { pollutants |= parameterBits[place] }
      }
    }
    guard result >= 0 || result == ColumnCode.open, !requirement.isAnyPollutant else { return result }
    if let waived = requirement.waivedAbove, Int(result) > waived || result < 0 { return result }
    return isComplete(pollutants, atTraffic: false) ? result : ColumnCode.incomplete
  }
}
