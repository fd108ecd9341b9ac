extension BreakpointIndex.Scale {
  /// A row of a breakpoint table: a range of concentrations and the corresponding range of the index.
  ///
  /// In JSON a row is an array of four, `[9.1, 35.4, 51, 100]`: concentration from and to in the scale's unit, index
  /// from and to. `null` as the second member means a row without an upper end, `null` as the fourth means that the
  /// standard leaves the index open there. Scales whose rows have the same index may state their bounds instead, as the
  /// guide “Add an index” says.
  public struct Row: Hashable, Sendable {
    /// The lower end of the concentration, in the scale's unit, as printed.
    public let lower: Double
    /// The upper end of the concentration, in the scale's unit, as printed; `nil` if the row is open.
    public let upper: Double?
    /// The index at the lower end.
    public let lowerIndex: Int
    /// The index at the upper end; `nil` if the standard gives none.
    public let upperIndex: Int?

    /// Creates a row as a table prints it: concentration from and to, index from and to.
    public init(_ lower: Double, _ upper: Double?, _ lowerIndex: Int, _ upperIndex: Int?) {
      self.lower = lower
      self.upper = upper
      self.lowerIndex = lowerIndex
      self.upperIndex = upperIndex
    }
  }
}

extension BreakpointIndex.Scale.Row: Codable {
  /// Reads an array of four.
  public init(from decoder: any Decoder) throws {
    var row = try decoder.unkeyedContainer()
    lower = try row.decode(Double.self)
    upper = try row.decode(Double?.self)
    (lowerIndex, upperIndex) = try row.decodeIndex()
    guard row.isAtEnd else { throw decoder.fault("A row has four members.") }
  }

  /// Writes an array of four.
  public func encode(to encoder: any Encoder) throws {
    var row = encoder.unkeyedContainer()
    try row.encode(lower)
    try row.encode(upper)
    try row.encode(lowerIndex)
    try row.encode(upperIndex)
  }
}

extension UnkeyedDecodingContainer {
  /// Reads the index at both ends of a row. When decoding an `Int`, a decoder would report 50.5 as broken JSON without
  /// naming the row.
  mutating func decodeIndex() throws -> (lower: Int, upper: Int?) {
    let path = codingPath
    func whole(_ number: Double) throws -> Int {
      guard let index = Int(exactly: number) else {
        let reason = "\(number.plainText) isn't an index: an index is a whole number."
        throw DecodingError.dataCorrupted(.init(codingPath: path, debugDescription: reason))
      }
      return index
    }
    return try (whole(decode(Double.self)), decode(Double?.self).map(whole))
  }
}

extension BreakpointIndex.Scale.Row: CustomStringConvertible {
  /// The row as a table prints it, such as `9.1–35.4 → 51–100`.
  public var description: String {
    let concentration = upper.map { "\(lower.plainText)–\($0.plainText)" } ?? "\(lower.plainText) and above"
    let index =
      upperIndex == lowerIndex ? "\(lowerIndex)" : "\(lowerIndex)–\(upperIndex.map(String.init) ?? "")"
    return "\(concentration) → \(index)"
  }
}

extension BreakpointIndex.Scale {
  /// The treatment of a concentration before it is looked up.
  public enum ConcentrationRounding: String, Hashable, Sendable, Codable {
    /// No rounding.
    case none
    /// Digits beyond the resolution are dropped.
    case truncate
    /// Rounding to the nearest step of the resolution, a half upwards.
    case halfUp
    /// Rounding to the nearest step of the resolution, a half to the even neighbour.
    case halfEven
  }

  /// The rule by which an interpolated index becomes an integer.
  public enum IndexRounding: String, Hashable, Sendable, Codable {
    /// Rounding to the nearest integer, a half upwards.
    case halfUp
    /// Rounding to the nearest integer, a half to the even neighbour.
    case halfEven
    /// Rounding up to the next integer.
    case up
    /// Rounding down to the next integer.
    case down
  }

  /// The row that owns an edge which two rows share.
  public enum EdgeRule: String, Hashable, Sendable, Codable {
    /// The lower row: (lower, upper], and the first row is closed on both sides.
    case upperInclusive
    /// The upper row: [lower, upper).
    case lowerInclusive
  }

  /// The index beyond the last row of its table.
  public enum BeyondRule: String, Hashable, Sendable, Codable {
    /// The slope of the last row continues; the band stays the worst.
    case extrapolate
    /// The number of the last row stays; the value is marked as beyond the scale.
    case cap
    /// The standard defines no index there.
    case undefined
    /// Only the band is defined, without a number.
    case open
  }
}

extension BreakpointIndex {
  /// The problem of a breakpoint table, with its location.
  public struct DataError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of problem.
    public enum Problem: String, Hashable, Sendable {
      /// The table has no rows, or the index no scales, no bands or an empty identifier.
      case empty
      /// A row ends before it begins, or begins before the row above.
      case descending
      /// A row begins before the row above ends.
      case overlap
      /// Concentrations between the row above and this one have no index.
      case gap
      /// The index falls from one row to the next, or within a row.
      case descendingIndex
      /// A number that the row gives is in no band.
      case missingBand
      /// A number is negative, not finite or has too many digits, or an index isn't whole.
      case badNumber
      /// Only the last row may be open.
      case openRow
      /// The same pollutant and averaging period, or the same key, occurs twice.
      case duplicate
      /// The index requires pollutants that its scales do not cover, so that it could never have a value; or a scale counts
      /// only beyond another one that the index doesn't have.
      case requirement
      /// The text is not the JSON that the schema describes.
      case malformed
    }

    /// The kind of problem.
    public let problem: Problem
    /// The scale with the error, such as `pm25 24h`; `nil` if the error is in the index itself.
    public let scale: String?
    /// The row or band, counted from 1; `nil` if no single one is wrong.
    public let row: Int?
    /// The problem as a sentence.
    public let detail: String

    /// Creates an error about an index, or about one of its scales, rows or bands.
    public init(_ problem: Problem, scale: String? = nil, row: Int? = nil, _ detail: String) {
      self.problem = problem
      self.scale = scale
      self.row = row
      self.detail = detail
    }

    /// Scale, row and problem on one line.
    public var description: String {
      let location = [scale, row.map { "row \($0)" }].compactMap { $0 }.joined(separator: ", ")
      return "\(location.isEmpty ? "" : "\(location): ")\(problem.rawValue): \(detail)"
    }
  }
}

extension BreakpointIndex.Scale {
  /// Returns the concentrations that give a number, in the scale's unit, from the lower bound to below the upper.
  ///
  /// This is the inverse of the index. An index is not a measurement: many concentrations share one number.
  ///
  /// - Returns: `nil` if no concentration gives the number; an infinite upper bound if no larger one gives another number.
  public func concentrations(for number: Int) -> Range<Double>? {
    guard let wanted = Int32(exactly: number), wanted >= 0 else { return nil }
    guard let step = table.steps.firstIndex(where: { $0.number == wanted }) else {
      guard let lower = firstBeyond(reaching: number), beyond(lower) == wanted else { return nil }
      return lower..<(firstBeyond(reaching: number + 1) ?? .infinity)
    }
    let lower = max(table.steps[step].start.from, 0)
    let upper = step + 1 < table.steps.count ? table.steps[step + 1].start.from : end(of: number)
    return lower < upper ? lower..<upper : nil
  }

  /// Returns the smallest concentration at which the index reaches a number or more, and the edge just below it, if there is
  /// one; `nil` if no concentration does. The search begins at `step`, and sets it to the step that it finds.
  func start(reaching number: Int, from step: inout Int) -> ScaleTable.Start? {
    let steps = table.steps
    while step < steps.count, Int(steps[step].number) < number { step += 1 }
    if step < steps.count {
      return ScaleTable.Start(from: max(steps[step].start.from, 0), above: steps[step].start.above)
    }
    return firstBeyond(reaching: number).map { ScaleTable.Start(from: $0) }
  }

  /// Returns the end of the concentrations that give the last number of the table.
  private func end(of last: Int) -> Double {
    switch rules.beyond {
    case .undefined, .open: table.beyondFrom
    case .cap: .infinity
    case .extrapolate: firstBeyond(reaching: last + 1) ?? .infinity
    }
  }

  /// Returns the smallest concentration beyond the table at which the index reaches a number; `nil` if the scale ends
  /// with the table.
  private func firstBeyond(reaching number: Int) -> Double? {
    guard rules.beyond == .extrapolate, table.beyondFrom < BreakpointIndex.Scale.largestConcentration else {
      return nil
    }
    // Beyond the table a concentration only lacks an index if the number would be too large.
    func reaches(_ bits: UInt64) -> Bool {
      let found = beyond(Double(bitPattern: bits))
      return Int(found) >= number || found == AQIValue.Code.invalid
    }
    // Positive numbers sort in the order of their bits.
    let last = BreakpointIndex.Scale.largestConcentration.bitPattern
    guard reaches(last) else { return nil }
    return Double(bitPattern: (table.beyondFrom.bitPattern..<last).firstPassing(reaches))
  }
}
