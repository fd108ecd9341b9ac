extension BreakpointIndex: ColumnIndex {
  /// Returns the largest of the pollutants' numbers in every row of some columns.
  package func columnNumbers(of columns: [IndexColumn], count: Int, options: IndexOptions) -> IndexNumbers {
    var result = IndexNumbers(count: count)
    var part: [Int32] = []
    var pollutants = [UInt64](repeating: 0, count: requirement.isAnyPollutant ? 0 : result.numbers.count)
    var parameters: [AirParameter] = []
    var isFirst = true
    for (i, column) in columns.enumerated() where column.values.count == count {
      guard let table = self.scaleIndex(of: column.input), let own = Int16(exactly: i) else { continue }
      let scale = scales[table]
      if isFirst, body.gatePeriods[table] == nil {
        scale.write(column.values, to: &result.numbers)
        for index in result.leading.indices { result.leading[index] = result.numbers[index] >= -2 ? own : -1 }
        note(scale.input.parameter, result.numbers, in: &pollutants, &parameters)
        isFirst = false
        continue
      }
      isFirst = false
      if part.isEmpty { part = [Int32](repeating: 0, count: result.numbers.count) }
      scale.write(column.values, to: &part)
      if body.gatePeriods[table] != nil { silence(&part, unlessBeyond: body.gates[table], columns) }
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
    if !additions.isEmpty { add(to: &result, columns) }
    if let above = requirement.dominantAbove {
      for index in result.leading.indices
      where Int(result.numbers[index]) <= above && result.numbers[index] >= 0 {
        result.leading[index] = -1
      }
    }
    return result
  }

  /// Adds the standard's additions for several high pollutants.
  private func add(to result: inout IndexNumbers, _ columns: [IndexColumn]) {
    for index in result.numbers.indices {
      result.numbers[index] += body.addition(to: result.numbers[index]) { above in
        columns.reduce(0) { bits, column in
          guard Int(number(of: column, at: index, columns)) > above, let i = scaleIndex(of: column.input)
          else {
            return bits
          }
          return bits | body.parameterBits[i]
        }
      }
    }
  }

  /// Removes the numbers of a scale if the same pollutant's other scale isn't beyond its table.
  private func silence(_ part: inout [Int32], unlessBeyond gate: Int?, _ columns: [IndexColumn]) {
    let values = gate.flatMap { gate in columns.first { scaleIndex(of: $0.input) == gate }?.values } ?? []
    for index in part.indices {
      if let gate, index < values.count, scales[gate].isBeyond(values[index]) { continue }
      part[index] = ColumnCode.invalid
    }
  }

  /// Notes which pollutants each row has.
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

  /// Removes the numbers from too few pollutants, or marks them as proxies if proxies are allowed.
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

  /// Marks the rows where a proxy has a sub-index.
  private func markProxies(_ result: inout IndexNumbers, _ columns: [IndexColumn]) {
    result.prepareMarks(for: columns)
    for column in columns where column.proxies.contains(true) {
      for index in result.numbers.indices
      where column.isProxy(at: index) && result.numbers[index].isIndex {
        if number(of: column, at: index, columns).isIndex { result.mark(.proxy, at: index) }
      }
    }
  }

  /// Marks the rows beyond the end of the index: an open band, a number above the tables', or the top number of a
  /// table that stops there.
  private func markBeyond(_ result: inout IndexNumbers, _ columns: [IndexColumn]) {
    guard result.numbers.contains(where: { Int($0) >= topNumber || $0 == ColumnCode.open }) else { return }
    for index in result.numbers.indices {
      let number = result.numbers[index]
      guard Int(number) >= topNumber || number == ColumnCode.open else { continue }
      let isBeyond =
        Int(number) != topNumber
        || columns.contains { column in
          guard let i = scaleIndex(of: column.input), index < column.values.count else { return false }
          return scales[i].isBeyond(column.values[index])
            && self.number(of: column, at: index, columns) == number
        }
      if isBeyond { result.mark(.beyondScale, at: index) }
    }
  }

  /// Returns the sub-index of a column in a row, or a code if it has none or its scale does not count there.
  private func number(of column: IndexColumn, at index: Int, _ columns: [IndexColumn]) -> Int32 {
    guard let i = scaleIndex(of: column.input), index < column.values.count else { return ColumnCode.invalid }
    if let gate = body.gates[i] {
      guard let other = columns.first(where: { $0.input == scales[gate].input }), index < other.values.count,
        scales[gate].isBeyond(other.values[index])
      else { return ColumnCode.invalid }
    } else if body.gatePeriods[i] != nil {
      return ColumnCode.invalid
    }
    return scales[i].number(of: column.values[index])
  }
}

extension BreakpointIndex {
  /// The pollutants that must be present before an index has an overall value.
  public struct Requirement: Hashable, Sendable, Codable {
    /// The minimum number of pollutants.
    public var pollutants: Int
    /// The groups of which at least one pollutant each must be present.
    public var anyOf: [[AirParameter]]
    /// The groups that replace ``anyOf`` at a traffic site; `nil` if sites don't differ.
    public var anyOfAtTraffic: [[AirParameter]]?
    /// An incomplete set still gives a value if that is above this number.
    public var waivedAbove: Int?
    /// The dominant pollutant is named only above this number.
    public var dominantAbove: Int?

    /// Creates the requirement; by default any one pollutant.
    public init(
      pollutants: Int = 1, anyOf: [[AirParameter]] = [], anyOfAtTraffic: [[AirParameter]]? = nil,
      waivedAbove: Int? = nil, dominantAbove: Int? = nil
    ) {
      self.pollutants = pollutants
      self.anyOf = anyOf
      self.anyOfAtTraffic = anyOfAtTraffic
      self.waivedAbove = waivedAbove
      self.dominantAbove = dominantAbove
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
      case pollutants, anyOf, anyOfAtTraffic, waivedAbove, dominantAbove
    }

    /// Reads a requirement; missing members have their defaults, and an unknown member is an error.
    public init(from decoder: any Decoder) throws {
      try decoder.refuseMembers(otherThan: CodingKeys.self)
      let container = try decoder.container(keyedBy: CodingKeys.self)
      pollutants = try container.wholeNumber(forKey: .pollutants) ?? 1
      anyOf = try container.decodeIfPresent([[AirParameter]].self, forKey: .anyOf) ?? []
      anyOfAtTraffic = try container.decodeIfPresent([[AirParameter]].self, forKey: .anyOfAtTraffic)
      waivedAbove = try container.wholeNumber(forKey: .waivedAbove)
      dominantAbove = try container.wholeNumber(forKey: .dominantAbove)
    }

    /// Explains why an index of some pollutants can never meet the requirement; `nil` if it can.
    func contradiction(with covered: [AirParameter]) -> String? {
      let count = Set(covered).count
      if pollutants < 0 { return "“pollutants” is \(pollutants)" }
      if pollutants > count {
        return "\(pollutants) pollutants are required, and the scales cover \(count)"
      }
      for (member, groups) in [("anyOf", anyOf), ("anyOfAtTraffic", anyOfAtTraffic ?? [])] {
        for (i, group) in groups.enumerated() {
          if group.isEmpty { return "group \(i + 1) of “\(member)” is empty" }
          if let unknown = group.first(where: { !covered.contains($0) }) {
            return "group \(i + 1) of “\(member)” has \(unknown.rawValue), which no scale covers"
          }
        }
      }
      return nil
    }

    /// Whether any single pollutant suffices.
    var isAnyPollutant: Bool { pollutants <= 1 && anyOf.isEmpty && anyOfAtTraffic == nil }

    /// Describes what is missing from a set of pollutants, as a sentence; `nil` if nothing is.
    func shortfall(_ present: [AirParameter], atTraffic: Bool) -> String? {
      let groups = atTraffic ? anyOfAtTraffic ?? anyOf : anyOf
      let missing = groups.filter { group in !group.contains(where: present.contains) }
      if !missing.isEmpty {
        return missing.map { $0.map(\.rawValue).joined(separator: " or ") }.joined(separator: ", ")
          + " missing"
      }
      return present.count < pollutants ? "\(present.count) of at least \(pollutants) pollutants" : nil
    }
  }
}
