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

  /// A number, or an ``AQIValue/Code``, and its start.
  struct Step: Sendable {
    var start: Start
    var number: Int32
  }

  /// The steps, ascending; the first begins at zero or the negative tolerance.
  let steps: ContiguousArray<Step>
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
    var kept = ContiguousArray<Step>()
    for step in steps {
      if let last = kept.last, last.start.from == step.start.from {
        kept[kept.count - 1].number = step.number
      } else if kept.last?.number != step.number {
        kept.append(step)
      }
    }
    self.steps = kept
    self.beyondFrom = beyondFrom
    let cells = Cells(kept, beyondFrom: beyondFrom)
    edges = cells?.edges ?? []
    indices = cells?.indices ?? []
    cellsPerUnit = cells?.perUnit ?? 0
  }

  /// The cells of a table: no two thresholds share one.
  private struct Cells {
    var edges = ContiguousArray<Double>()
    var indices: ContiguousArray<Int32> = [AQIValue.Code.invalid]
    var perUnit = 1.0 / 1024

    /// Fills the cells up to that of the last step; `nil` if the steps are too close for a table of a reasonable size.
    init?(_ steps: ContiguousArray<Step>, beyondFrom: Double) {
      guard let top = steps.last?.start.from, top > 0 else { return nil }
      // Thresholds that are more than a cell apart never share one; a negative one is in the cell of zero.
      for (step, next) in zip(steps, steps.dropFirst()) {
        while perUnit * (next.start.from - max(step.start.from, 0)) < 1.000001 { perUnit *= 1.25 }
      }
      guard top * perUnit < 262_144 else { return nil }
      // Concentrations in the cell of `beyondFrom` or after it are searched for: a cell that is found is within the table.
      var count = ScaleTable.cell(top, perUnit) + 1
      if beyondFrom.isFinite { count = min(count, ScaleTable.cell(beyondFrom, perUnit)) }
      edges = ContiguousArray(repeating: .infinity, count: Int(count))
      for step in steps {
        let cell = Int(ScaleTable.cell(step.start.from, perUnit))
        if cell < edges.count { edges[cell] = step.start.from }
      }
      var next = 0
      var current = AQIValue.Code.invalid
      indices += edges.map { edge in
        if edge < .infinity {
          current = steps[next].number
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
    let step = steps.indices.firstPassing { !(concentration >= steps[$0].start.from) } - 1
    return step < 0 ? AQIValue.Code.invalid : steps[step].number
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
    case .cap: return table.steps.last?.number ?? AQIValue.Code.undefined
    case .extrapolate:
      let compiler = ScaleCompiler(input: input, rows: rows, rules: rules)
      return compiler.extrapolated(concentration) ?? AQIValue.Code.invalid
    }
  }
}
