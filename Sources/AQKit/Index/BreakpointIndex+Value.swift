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
      let reason = problems.count == 1 ? problems.first?.reason : nil
      return .unavailable(
        IndexUnavailable(
          reason ?? .nothingToGoOn, edition: edition.identifier, problems: reason == nil ? problems : [],
          otherReadings: reason == nil ? [] : problems.first?.otherReadings ?? []))
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
  private func place(of input: IndexInput) -> Int? {
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
      case .number, .level: band?.label ?? number.map(String.init) ?? ">\(topNumber)"
      }
    return .value(
      AQIValue(
        edition: edition, variant: options.variant, number: number, display: display, band: band,
        isBeyondScale: isBeyond, dominant: dominant, subIndices: found, problems: problems,
        proxy: shortfall, time: time))
  }

  /// The largest of the pollutants' numbers at every place of some columns.
  public func numbers(of columns: [IndexColumn], count: Int, options: IndexOptions) -> IndexNumbers {
    var result = IndexNumbers(count: count)
    var part: [Int32] = []
    var pollutants = [UInt64](repeating: 0, count: requirement.isAnyPollutant ? 0 : result.numbers.count)
    var parameters: [AirParameter] = []
    var isFirst = true
    for (place, column) in columns.enumerated() where column.values.count == count {
      guard let scale = scales.first(where: { $0.input == column.input }), let own = Int16(exactly: place)
      else {
        continue
      }
      if isFirst, scale.rules.usedWhenBeyond == nil {
        scale.write(column.values, to: &result.numbers)
        for index in result.leading.indices { result.leading[index] = result.numbers[index] >= -2 ? own : -1 }
        note(scale.input.parameter, result.numbers, in: &pollutants, &parameters)
        isFirst = false
        continue
      }
      isFirst = false
      if part.isEmpty { part = [Int32](repeating: 0, count: result.numbers.count) }
      scale.write(column.values, to: &part)
      if let other = scale.rules.usedWhenBeyond {
        silence(&part, scale.input.parameter, unlessBeyond: other, columns)
      }
      for index in part.indices {
        let larger = ColumnCode.larger(result.numbers[index], part[index])
        if larger != result.numbers[index] {
          result.numbers[index] = larger
          result.leading[index] = own
        }
      }
      note(scale.input.parameter, part, in: &pollutants, &parameters)
    }
    for index in result.numbers.indices
    where result.numbers[index] < 0 && result.numbers[index] != ColumnCode.open {
      result.leading[index] = -1
    }
    if !pollutants.isEmpty { withhold(&result, pollutants, parameters, options) }
    markProxies(&result, columns)
    markBeyond(&result, columns)
    if let above = requirement.dominantAbove {
      for index in result.leading.indices
      where Int(result.numbers[index]) <= above && result.numbers[index] >= 0 {
        result.leading[index] = -1
      }
    }
    return result
  }

  /// Takes out the numbers of a scale where the same pollutant's other scale is not beyond its table.
  private func silence(
    _ part: inout [Int32], _ parameter: AirParameter, unlessBeyond other: AveragingPeriod,
    _ columns: [IndexColumn]
  ) {
    let gate = columns.first { $0.input.parameter == parameter && $0.input.averaging == other }
    let scale = scale(of: parameter, averaging: other)
    for index in part.indices {
      if let gate, let scale, index < gate.values.count, scale.isBeyond(gate.values[index]) { continue }
      part[index] = ColumnCode.invalid
    }
  }

  /// Notes which pollutants are there at which place.
  private func note(
    _ parameter: AirParameter, _ numbers: [Int32], in pollutants: inout [UInt64],
    _ parameters: inout [AirParameter]
  ) {
    guard !pollutants.isEmpty else { return }
    let bit = parameters.firstIndex(of: parameter) ?? parameters.count
    if bit == parameters.count { parameters.append(parameter) }
    for index in pollutants.indices where numbers[index] >= 0 || numbers[index] == ColumnCode.open {
      pollutants[index] |= 1 << UInt64(bit & 63)
    }
  }

  /// Takes out the numbers of too few pollutants, or marks them as proxies where those are allowed.
  private func withhold(
    _ result: inout IndexNumbers, _ pollutants: [UInt64], _ parameters: [AirParameter],
    _ options: IndexOptions
  ) {
    var lastSet: UInt64 = 0
    var lastShort = true
    for index in result.numbers.indices
    where result.numbers[index] >= 0 || result.numbers[index] == ColumnCode.open {
      let number = result.numbers[index]
      if let waived = requirement.waivedAbove, Int(number) > waived || number < 0 { continue }
      if pollutants[index] != lastSet {
        lastSet = pollutants[index]
        let present = parameters.enumerated().filter { lastSet & (1 << UInt64($0.offset & 63)) != 0 }.map(
          \.element)
        lastShort = requirement.shortfall(present, atTraffic: options.isTrafficSite) != nil
      }
      guard lastShort else { continue }
      if options.proxy == .none {
        result.numbers[index] = ColumnCode.incomplete
      } else {
        result.mark(.proxy, at: index)
      }
    }
  }

  /// Marks the places where a proxy has a sub-index.
  private func markProxies(_ result: inout IndexNumbers, _ columns: [IndexColumn]) {
    result.prepareMarks(for: columns)
    for column in columns where column.proxies.contains(true) {
      for index in result.numbers.indices
      where column.isProxy(at: index) && isIndex(result.numbers[index]) {
        if isIndex(number(of: column, at: index, columns)) { result.mark(.proxy, at: index) }
      }
    }
  }

  /// Marks the places beyond the end of the index: an open band, a number above the tables', or the top number of a
  /// table that stops there.
  private func markBeyond(_ result: inout IndexNumbers, _ columns: [IndexColumn]) {
    guard result.numbers.contains(where: { Int($0) >= topNumber || $0 == ColumnCode.open }) else { return }
    for index in result.numbers.indices {
      let number = result.numbers[index]
      guard Int(number) >= topNumber || number == ColumnCode.open else { continue }
      let isBeyond =
        Int(number) != topNumber
        || columns.contains { column in
          guard let scale = scales.first(where: { $0.input == column.input }), index < column.values.count
          else { return false }
          return scale.isBeyond(column.values[index]) && self.number(of: column, at: index, columns) == number
        }
      if isBeyond { result.mark(.beyondScale, at: index) }
    }
  }

  private func isIndex(_ number: Int32) -> Bool { number >= 0 || number == ColumnCode.open }

  /// The sub-index of one column at one place, or a code: also where the scale does not count there.
  private func number(of column: IndexColumn, at index: Int, _ columns: [IndexColumn]) -> Int32 {
    guard let place = scales.firstIndex(where: { $0.input == column.input }), index < column.values.count
    else { return ColumnCode.invalid }
    if let gate = gates[place] {
      guard let other = columns.first(where: { $0.input == scales[gate].input }), index < other.values.count,
        scales[gate].isBeyond(other.values[index])
      else { return ColumnCode.invalid }
    } else if scales[place].rules.usedWhenBeyond != nil {
      return ColumnCode.invalid
    }
    return scales[place].number(of: column.values[index])
  }
}

extension IndexRequirement {
  /// Whether one pollutant suffices, whichever it is.
  var isAnyPollutant: Bool { pollutants <= 1 && anyOf.isEmpty && anyOfAtTraffic == nil }
}

extension ColumnCode {
  /// The larger of two entries: an open band above every number, a number above every other code, and
  /// "undefined" above "no concentration".
  @inline(__always)
  static func larger(_ first: Int32, _ second: Int32) -> Int32 {
    if first >= 0, second >= 0 { return max(first, second) }
    if first == open || second == open { return open }
    return max(first, second)
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
    let isComplete =
      pollutants.nonzeroBitCount >= requirement.pollutants && groupBits.allSatisfy { $0 & pollutants != 0 }
    return isComplete ? result : ColumnCode.incomplete
  }
}
