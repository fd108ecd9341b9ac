/// A breakpoint table made ready for lookup: the exact `Double` from which each index value holds, and cells that
/// find it with one multiplication and one comparison.
///
/// A cell is found by rounding concentration × cells per unit; that mapping is monotone, and no cell holds more than one
/// threshold, so, however it is rounded, thresholds in earlier cells are at or below the concentration and thresholds in
/// later cells above it. The comparison with the cell's own threshold decides, and the thresholds are exact, so the result
/// does not depend on binary rounding.
final class ScaleTable: Sendable {
  /// The place where a number begins.
  struct Start: Sendable {
    /// The smallest `Double` that has it.
    var from: Double
    /// The edge just below it, if the number begins above an edge rather than at one.
    var above: Double?
  }

  /// A number and its start.
  struct Step {
    var start: Start
    var number: Int32
  }

  /// The smallest `Double` of each step, ascending; the first is zero or the negative tolerance.
  let thresholds: ContiguousArray<Double>
  /// The edge above which each step begins; `nil` if it begins at its threshold.
  let edgesBelow: ContiguousArray<Double?>
  /// The index (or a `AQIValue.Code`) from the threshold on.
  let numbers: ContiguousArray<Int32>
  /// The start of the rule for "beyond the last row"; infinite if the last row is open.
  let beyondFrom: Double
  /// The threshold in each cell; infinite in cells without one.
  let edges: ContiguousArray<Double>
  /// The index below each cell's threshold; the next cell's is the index from the threshold on. There is one more than
  /// there are edges.
  let indices: ContiguousArray<Int32>
  let cellsPerUnit: Double

  /// Creates a table of steps that ascend; a later step at the same threshold replaces the earlier.
  init(steps: [Step], beyondFrom: Double) {
    var thresholds = ContiguousArray<Double>()
    var edgesBelow = ContiguousArray<Double?>()
    var numbers = ContiguousArray<Int32>()
    for step in steps {
      if let last = thresholds.last, last == step.start.from {
        numbers[numbers.count - 1] = step.number
      } else if numbers.last != step.number {
        thresholds.append(step.start.from)
        edgesBelow.append(step.start.above)
        numbers.append(step.number)
      }
    }
    self.thresholds = thresholds
    self.edgesBelow = edgesBelow
    self.numbers = numbers
    self.beyondFrom = beyondFrom
    let cells = Cells(thresholds, numbers, beyondFrom: beyondFrom)
    edges = cells?.edges ?? []
    indices = cells?.indices ?? []
    cellsPerUnit = cells?.perUnit ?? 0
  }

  /// The cells of a table: no two thresholds share one.
  private struct Cells {
    var edges = ContiguousArray<Double>()
    var indices: ContiguousArray<Int32> = [AQIValue.Code.invalid]
    let perUnit: Double

    /// Creates a table; `nil` if the thresholds are too close for a table of a reasonable size.
    init?(_ thresholds: ContiguousArray<Double>, _ numbers: ContiguousArray<Int32>, beyondFrom: Double) {
      guard let top = thresholds.last, thresholds.count > 1, top > 0 else { return nil }
      var smallestGap = Double.infinity
      for index in 1..<thresholds.count {
        smallestGap = min(smallestGap, thresholds[index] - thresholds[index - 1])
      }
      var perUnit = 1.0 / 1024
      while perUnit * smallestGap < 1.000001 { perUnit *= 10 }
      for divisor in [8.0, 5, 4, 2] where perUnit / divisor * smallestGap >= 1.000001 {
        perUnit /= divisor
        break
      }
      for _ in 0..<4 where top * perUnit < 262_144 {
        if let cells = Cells(thresholds, numbers, beyondFrom: beyondFrom, perUnit: perUnit) {
          self = cells
          return
        }
        perUnit *= 2
      }
      return nil
    }

    /// Fills the cells up to the one of the last threshold; `nil` if two thresholds share a cell.
    private init?(
      _ thresholds: ContiguousArray<Double>, _ numbers: ContiguousArray<Int32>, beyondFrom: Double,
      perUnit: Double
    ) {
      self.perUnit = perUnit
      // Concentrations in the cell of `beyondFrom` or after it are searched for: a cell that is found is within the table.
      var count = ScaleTable.cell(thresholds[thresholds.count - 1], perUnit) + 1
      if beyondFrom.isFinite { count = min(count, ScaleTable.cell(beyondFrom, perUnit)) }
      guard count < 300_000 else { return nil }
      edges = ContiguousArray(repeating: .infinity, count: Int(count))
      for threshold in thresholds {
        let cell = ScaleTable.cell(threshold, perUnit)
        guard cell < count else { break }
        guard edges[Int(cell)] == .infinity else { return nil }
        edges[Int(cell)] = threshold
      }
      var next = 0
      var current = AQIValue.Code.invalid
      indices += edges.map { edge in
        if edge < .infinity {
          current = numbers[next]
          next += 1
        }
        return current
      }
    }
  }

  private static func cell(_ concentration: Double, _ perUnit: Double) -> UInt64 {
    let shifted = max(concentration, 0) * perUnit + Double.roundingConstant
    return shifted.bitPattern &- Double.roundingConstant.bitPattern
  }

  /// Returns the step in which a concentration lies, or -1 below the first.
  func step(of concentration: Double) -> Int {
    thresholds.indices.firstPassing { !(concentration >= thresholds[$0]) } - 1
  }

  /// Returns the index of a concentration within the table, or a code. Beyond the last row it is the last row's.
  @inline(__always)
  func number(_ concentration: Double) -> Int32 {
    let shifted = concentration * cellsPerUnit + Double.roundingConstant
    let cell = shifted.bitPattern &- Double.roundingConstant.bitPattern
    if cell < UInt64(truncatingIfNeeded: edges.count) {
      let i = Int(truncatingIfNeeded: cell)
      return indices[concentration >= edges[i] ? i &+ 1 : i]
    }
    return searchedNumber(concentration)
  }

  @inline(never)
  func searchedNumber(_ concentration: Double) -> Int32 {
    guard concentration <= BreakpointIndex.Scale.largestConcentration else { return AQIValue.Code.invalid }
    let step = step(of: concentration)
    return step < 0 ? AQIValue.Code.invalid : numbers[step]
  }
}

extension BreakpointIndex.Scale {
  /// Returns the index of a concentration in the scale's unit; negative if the standard gives none. Allocates nothing.
  public func number(of concentration: Double) -> Int32 {
    let table = table
    return concentration >= table.beyondFrom ? beyond(concentration) : table.number(concentration)
  }

  /// Returns whether a concentration lies beyond the last row.
  public func isBeyond(_ concentration: Double) -> Bool { concentration >= table.beyondFrom }

  /// Whether the table is endless: its last row is open, and the standard defines the growth of its index.
  var isEndless: Bool { rows.last?.upper == nil && rules.beyond == .extrapolate }

  /// Writes the index of each concentration of a column; a negative number if the standard gives none.
  ///
  /// - Parameters:
  ///   - concentrations: In the scale's unit, already averaged; NaN is a gap.
  ///   - output: At least as many elements; its first `concentrations.count` are written.
  public func write(_ concentrations: [Double], to output: inout [Int32]) {
    concentrations.withUnsafeBufferPointer { column in
      output.withUnsafeMutableBufferPointer { write(column, to: $0) }
    }
  }

  /// Writes the index of each concentration of a column into the caller's buffer; a negative number if there is none.
  public func write(
    _ concentrations: UnsafeBufferPointer<Double>, to output: UnsafeMutableBufferPointer<Int32>
  ) {
    let table = table
    for i in 0..<min(concentrations.count, output.count) {
      let concentration = concentrations[i]
      output[i] = concentration >= table.beyondFrom ? beyond(concentration) : table.number(concentration)
    }
  }

  /// Returns the index beyond the last row. A separate function, so that the loops that call it stay small.
  @inline(never)
  func beyond(_ concentration: Double) -> Int32 {
    guard concentration.isFinite, concentration <= BreakpointIndex.Scale.largestConcentration else {
      return AQIValue.Code.invalid
    }
    switch rules.beyond {
    case .undefined: return AQIValue.Code.undefined
    case .open: return AQIValue.Code.open
    case .cap: return topNumber
    case .extrapolate:
      let compiler = ScaleCompiler(input: input, rows: rows, rules: rules)
      guard let number = compiler.extrapolated(concentration) else { return AQIValue.Code.invalid }
      return number
    }
  }

  /// The index of the end of the last row.
  var topNumber: Int32 { table.numbers.last ?? AQIValue.Code.undefined }
}
