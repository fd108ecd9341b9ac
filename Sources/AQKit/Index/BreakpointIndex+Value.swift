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
    for (place, scale) in scales.enumerated() {
      guard let given = concentrations.first(where: { $0.input == inputs[place] }) else { continue }
      if let other = scale.rules.usedWhenBeyond, !isBeyond(scale.input.parameter, other, in: concentrations) {
        continue
      }
      do throws(IndexUnavailable) {
        found.append(try subIndex(of: given.value, on: scale, basis: given.basis))
      } catch {
        problems.append(.init(input: given.input, reason: error.reason))
      }
    }
    for given in concentrations where !inputs.contains(given.input) {
      problems.append(.init(input: given.input, reason: .notCovered(given.input.parameter)))
    }
    guard !found.isEmpty else {
      let reason = problems.count == 1 ? problems.first?.reason : nil
      return .unavailable(
        IndexUnavailable(
          reason ?? .nothingToGoOn, edition: edition.identifier, problems: reason == nil ? problems : []))
    }
    return overall(found, options: options, problems: problems, time: time)
  }

  private func isBeyond(
    _ parameter: AirParameter, _ averaging: AveragingPeriod, in concentrations: [IndexConcentration]
  ) -> Bool {
    guard let other = scale(of: parameter, averaging: averaging),
      let given = concentrations.first(where: { $0.input == other.input })
    else { return false }
    return other.isBeyond(given.value)
  }

  private func overall(
    _ found: [AQISubIndex], options: IndexOptions, problems: [IndexUnavailable.Problem], time: AirTime?
  ) -> AQIOutcome {
    let isOpen = found.contains { $0.number == nil }
    let largest = found.reduce(0) { max($0, $1.number ?? 0) }
    let number = isOpen ? nil : largest
    var shortfall: String?
    if requirement.pollutants > 1 || !requirement.anyOf.isEmpty,
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
      for sub in found where sub.number == number && !dominant.contains(sub.parameter) {
        dominant.append(sub.parameter)
      }
    }
    let band = number.map { bands.band(of: $0) } ?? bands.last
    let isBeyond = number.map { number in
      number > topNumber
        || number == topNumber && found.contains { $0.number == number && $0.isBeyondTable }
    }
    let display =
      switch edition.kind {
      case .category: band?.name ?? ""
      case .number, .level: band?.label ?? number.map(String.init) ?? ">\(topNumber)"
      }
    return .value(
      AQIValue(
        edition: edition, variant: options.variant, number: number, display: display, band: band,
        isBeyondScale: isBeyond ?? true, dominant: dominant, subIndices: found, problems: problems,
        proxy: shortfall, time: time))
  }

  /// The largest of the pollutants' numbers at every place of some columns.
  public func numbers(of columns: [IndexColumn], count: Int, options: IndexOptions) -> [Int32] {
    let known = columns.compactMap { column in
      inputs.firstIndex(of: column.input).map { (scale: scales[$0], values: column.values) }
    }.filter { $0.values.count == count }
    var result = [Int32](repeating: ColumnCode.invalid, count: max(0, count))
    var part = [Int32](repeating: 0, count: result.count)
    var pollutants = [UInt64](repeating: 0, count: requirement.isAnyPollutant ? 0 : result.count)
    var parameters: [AirParameter] = []
    for (place, column) in known.enumerated() {
      if place == 0, requirement.isAnyPollutant, known.count == 1, column.scale.rules.usedWhenBeyond == nil {
        column.scale.write(column.values, to: &result)
        return result
      }
      column.scale.write(column.values, to: &part)
      if let other = column.scale.rules.usedWhenBeyond {
        let gate = known.first {
          $0.scale.input.parameter == column.scale.input.parameter && $0.scale.input.averaging == other
        }
        for index in part.indices where !(gate.map { $0.scale.isBeyond($0.values[index]) } ?? false) {
          part[index] = ColumnCode.invalid
        }
      }
      let parameter = column.scale.input.parameter
      let bit = parameters.firstIndex(of: parameter) ?? parameters.count
      if bit == parameters.count { parameters.append(parameter) }
      for index in result.indices { result[index] = ColumnCode.larger(result[index], part[index]) }
      for index in pollutants.indices where part[index] >= 0 || part[index] == ColumnCode.open {
        pollutants[index] |= 1 << UInt64(bit & 63)
      }
    }
    if !pollutants.isEmpty, options.proxy == .none { withhold(&result, pollutants, parameters, options) }
    return result
  }

  private func withhold(
    _ result: inout [Int32], _ pollutants: [UInt64], _ parameters: [AirParameter], _ options: IndexOptions
  ) {
    var lastSet: UInt64 = 0
    var lastShort = true
    for index in result.indices where result[index] >= 0 || result[index] == ColumnCode.open {
      if let waived = requirement.waivedAbove, Int(result[index]) > waived || result[index] < 0 { continue }
      if pollutants[index] != lastSet {
        lastSet = pollutants[index]
        let present = parameters.enumerated().filter { lastSet & (1 << UInt64($0.offset & 63)) != 0 }.map(
          \.element)
        lastShort = requirement.shortfall(present, atTraffic: options.isTrafficSite) != nil
      }
      if lastShort { result[index] = ColumnCode.incomplete }
    }
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
