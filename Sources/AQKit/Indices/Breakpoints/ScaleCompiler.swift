/// Turns rows and rules into exact thresholds.
struct ScaleCompiler {
  let input: IndexInput
  let rows: [BreakpointIndex.Scale.Row]
  let rules: BreakpointIndex.Scale.Rules

  /// Steps per unit of the resolution, where concentrations are rounded.
  private var stepsPerUnit: Int? {
    guard rules.rounding != .none, let decimals = rules.decimals else { return nil }
    return (0..<decimals).reduce(1) { power, _ in power * 10 }
  }

  // MARK: Thresholds

  /// A bound on a concentration: "at least" or, where strict, "above".
  private struct Bound {
    var at: Fraction
    var isStrict: Bool

    /// The `Double` at which it begins; for a strict edge, also the edge just below.
    var start: ScaleTable.Start {
      let edge = isStrict ? at.shortDouble : nil
      return ScaleTable.Start(from: edge?.nextUp ?? at.smallestDouble(isStrict: isStrict), above: edge)
    }
  }

  /// Returns the lookup table of rows that ``validate()`` has accepted. Throws ``BreakpointIndex/DataError`` if a number
  /// doesn't fit into 128 bits.
  func table() throws(BreakpointIndex.DataError) -> ScaleTable {
    var steps: [ScaleTable.Step] = []
    for row in rows.indices {
      guard addSteps(ofRow: row, to: &steps) else { throw bad(row) }
    }
    if rules.negativeTolerance > 0, !steps.isEmpty, steps[0].start.from == 0 {
      steps[0].start.from = -rules.negativeTolerance
    }
    var beyond = Double.infinity
    if let last = rows.last, let upper = last.upper, let end = Fraction(upper) {
      let isStrict = rules.edges == .upperInclusive || stepsPerUnit != nil
      guard let start = self.start(Bound(at: end, isStrict: isStrict)) else { throw bad(rows.count - 1) }
      beyond = start.from
    } else if let last = rows.last, last.upperIndex != last.lowerIndex {
      // For an open row that names only its start, the rule for "beyond" applies from there on.
      beyond = steps.last?.start.from ?? .infinity
    }
    return ScaleTable(steps: steps, beyondFrom: beyond)
  }

  /// Adds the steps of a row. Returns whether all numbers fit into 128 bits.
  private func addSteps(ofRow row: Int, to steps: inout [ScaleTable.Step]) -> Bool {
    let breakpoint = rows[row]
    guard let lower = Fraction(breakpoint.lower) else { return false }
    var start = Bound(at: lower, isStrict: false)
    if row == 0 {
      if breakpoint.lower > 0 {
        steps.append(.init(start: .init(from: 0), number: AQIValue.Code.undefined))
      }
    } else if let previous = rows[row - 1].upper.flatMap({ Fraction($0) }) {
      if previous == lower {
        start.isStrict = rules.edges == .upperInclusive
      } else if rules.fillsGaps {
        guard let middle = previous.adding(lower)?.divided(by: Fraction(2)) else { return false }
        start.at = middle
      } else if leavesGap(from: previous, to: lower) {
        guard let gap = self.start(Bound(at: previous, isStrict: true)) else { return false }
        steps.append(.init(start: gap, number: AQIValue.Code.undefined))
      }
    }
    let first = row == 0 && breakpoint.lower == 0 ? ScaleTable.Start(from: 0) : self.start(start)
    guard let first, let opening = openingNumber(breakpoint, start) else { return false }
    steps.append(.init(start: first, number: opening))
    guard breakpoint.upper != nil, let upperIndex = breakpoint.upperIndex, upperIndex > breakpoint.lowerIndex
    else { return true }
    guard let line = Line(breakpoint) else { return false }
    // The opening number is at most the row's last.
    for number in (Int(opening) + 1)..<(upperIndex + 1) {
      guard let bound = bound(reaching: number, on: line), let start = self.start(bound) else { return false }
      if start.from > first.from {
        steps.append(.init(start: start, number: Int32(number)))
      } else {
        steps[steps.count - 1].number = Int32(number)
      }
    }
    return true
  }

  /// Returns whether concentrations between two ends belong to neither row.
  private func leavesGap(from end: Fraction, to next: Fraction) -> Bool {
    guard let stepsPerUnit, let step = Fraction(1, Int128(stepsPerUnit)), let following = end.adding(step)
    else { return true }
    return (following.compared(to: next) ?? 0) < 0
  }

  /// Returns the start, on unrounded concentrations, of a bound on the rounded concentration; `nil` if a number doesn't fit
  /// into 128 bits.
  private func start(_ bound: Bound) -> ScaleTable.Start? {
    guard let stepsPerUnit else { return bound.start }
    guard let scaled = bound.at.multiplied(by: Fraction(stepsPerUnit)) else { return nil }
    let step = bound.isStrict ? scaled.floor + 1 : scaled.rounded(.up)
    let steps = Int128(stepsPerUnit)
    let at = rules.rounding == .truncate ? Fraction(step, steps) : Fraction(2 * step - 1, 2 * steps)
    let isStrict = rules.rounding == .halfEven && step % 2 != 0
    return at.map { Bound(at: $0, isStrict: isStrict).start }
  }

  /// Returns the index at the start of a row; `nil` if a number doesn't fit into 128 bits.
  private func openingNumber(_ row: BreakpointIndex.Scale.Row, _ start: Bound) -> Int32? {
    guard let stepsPerUnit, start.isStrict, let upper = row.upper, let upperIndex = row.upperIndex,
      upper > row.lower, upperIndex > row.lowerIndex
    else { return Int32(row.lowerIndex) }
    guard let scaled = start.at.multiplied(by: Fraction(stepsPerUnit)),
      let first = Fraction(scaled.floor + 1, Int128(stepsPerUnit)), let value = Line(row)?.index(of: first)
    else { return nil }
    return min(value.rounded(rules.indexRounding), Int128(upperIndex)).narrow.flatMap { Int32(exactly: $0) }
  }

  // MARK: Interpolation

  /// The straight line of a row whose numbers are within the limits of ``validate()``.
  private struct Line {
    private let low: Fraction
    private let width: Fraction
    private let lowerIndex: Int
    private let rise: Int
    /// The concentration at the lower index and its increase by half an index, over one denominator. Within those limits
    /// each has up to 33 digits, even times an index.
    private let lowest, perHalfIndex, denominator: Int128

    /// Creates the line of a row; `nil` if it is open.
    init?(_ row: BreakpointIndex.Scale.Row) {
      guard let upper = row.upper, let upperIndex = row.upperIndex, let low = Fraction(row.lower),
        let width = Fraction(upper)?.subtracting(low)
      else { return nil }
      self.low = low
      self.width = width
      lowerIndex = row.lowerIndex
      rise = upperIndex - row.lowerIndex
      denominator = low.denominator * width.denominator * Int128(2 * rise)
      lowest = low.numerator * width.denominator * Int128(2 * rise)
      perHalfIndex = width.numerator * low.denominator
    }

    func index(of concentration: Fraction) -> Fraction? {
      concentration.subtracting(low)?.multiplied(by: Fraction(rise))?.divided(by: width)?
        .adding(Fraction(lowerIndex))
    }

    /// Returns the concentration of an index, given as twice the index; `nil` if the row has a single index.
    func concentration(ofTwice index: Int) -> Fraction? {
      Fraction(lowest + Int128(index - 2 * lowerIndex) * perHalfIndex, denominator)
    }
  }

  private func bound(reaching number: Int, on line: Line) -> Bound? {
    let (doubled, isStrict) =
      switch rules.indexRounding {
      case .halfUp: (2 * number - 1, false)
      case .halfEven: (2 * number - 1, number % 2 != 0)
      case .up: (2 * number - 2, true)
      case .down: (2 * number, false)
      }
    return line.concentration(ofTwice: doubled).map { Bound(at: $0, isStrict: isStrict) }
  }

  /// Returns the concentration as the standard rounds it, from its shortest text.
  private func entering(_ concentration: Double) -> Fraction? {
    guard let exact = Fraction(concentration) else { return nil }
    guard let stepsPerUnit, let scaled = exact.multiplied(by: Fraction(stepsPerUnit)) else { return exact }
    let rounding: BreakpointIndex.Scale.IndexRounding =
      switch rules.rounding {
      case .none, .truncate: .down
      case .halfUp: .halfUp
      case .halfEven: .halfEven
      }
    return Fraction(scaled.rounded(rounding), Int128(stepsPerUnit))
  }

  /// Returns the index beyond the last closed row, on its slope or the stated one.
  func extrapolated(_ concentration: Double) -> Int32? {
    guard let entering = entering(concentration) else { return nil }
    let last = rows.last { $0.upper != nil && $0.upperIndex != nil }
    let value: Fraction?
    if let slope = rules.beyondSlope.flatMap({ Fraction($0) }), let start = openStart(after: last) {
      value = Fraction(start.concentration).flatMap { entering.subtracting($0) }?.multiplied(by: slope)?
        .adding(Fraction(start.index))
    } else {
      value = last.flatMap(Line.init)?.index(of: entering)
    }
    return value?.rounded(rules.indexRounding).narrow.flatMap { Int32(exactly: $0) }
  }

  private func openStart(after last: BreakpointIndex.Scale.Row?) -> (concentration: Double, index: Int)? {
    if let open = rows.last, open.upper == nil { return (open.lower, open.lowerIndex) }
    guard let last, let upper = last.upper, let index = last.upperIndex else { return nil }
    return (upper, index)
  }

  // MARK: Validation

  private func bad(_ row: Int) -> BreakpointIndex.DataError {
    error(.badNumber, row, "the numbers of \(rows[row]) are too precise for exact computation")
  }

  private func error(_ problem: BreakpointIndex.DataError.Problem, _ row: Int?, _ detail: String)
    -> BreakpointIndex.DataError
  {
    BreakpointIndex.DataError(problem, scale: input.description, row: row.map { $0 + 1 }, detail)
  }

  /// Refuses rows and rules that don't form a table, or whose numbers can't be computed exactly.
  func validate() throws(BreakpointIndex.DataError) {
    guard !rows.isEmpty else { throw error(.empty, nil, "the scale has no rows") }
    if let decimals = rules.decimals, !(0...9).contains(decimals) {
      throw error(.badNumber, nil, "the resolution has 0 to 9 decimals, not \(decimals)")
    }
    if let slope = rules.beyondSlope, slope <= 0 || Fraction(slope) == nil {
      throw error(
        .badNumber, nil, "the slope beyond the last row is a positive number with up to 37 decimals")
    }
    guard rules.negativeTolerance >= 0, rules.negativeTolerance.isFinite else {
      throw error(.badNumber, nil, "the tolerance is zero or a positive number")
    }
    for (row, breakpoint) in rows.enumerated() { try validate(row, breakpoint) }
  }

  private func validate(_ row: Int, _ breakpoint: BreakpointIndex.Scale.Row) throws(BreakpointIndex.DataError)
  {
    for number in [breakpoint.lower, breakpoint.upper ?? 0]
    where !number.isFinite || number < 0 || number > BreakpointIndex.Scale.largestConcentration
      || (ExactDecimal(number)?.scale ?? 99) > 9
    {
      throw error(
        .badNumber, row, "\(number) is not a concentration between 0 and 10^9 with up to 9 decimals")
    }
    for number in [breakpoint.lowerIndex, breakpoint.upperIndex ?? 0] where number < 0 || number > 100_000 {
      throw error(.badNumber, row, "the index is a number from 0 to 100000, not \(number)")
    }
    if breakpoint.upper == nil || breakpoint.upperIndex == nil, row != rows.count - 1 {
      throw error(.openRow, row, "\(breakpoint) is open and not the last")
    }
    if let upper = breakpoint.upper, upper <= breakpoint.lower {
      throw error(.descending, row, "\(breakpoint) doesn't end after it begins")
    }
    if let upperIndex = breakpoint.upperIndex, upperIndex < breakpoint.lowerIndex {
      throw error(.descendingIndex, row, "\(breakpoint) falls")
    }
    if let upperIndex = breakpoint.upperIndex, upperIndex > breakpoint.lowerIndex {
      guard let line = Line(breakpoint), let last = bound(reaching: upperIndex, on: line), start(last) != nil
      else { throw bad(row) }
    }
    guard row > 0 else { return }
    let above = rows[row - 1]
    if breakpoint.lower <= above.lower {
      throw error(.descending, row, "\(breakpoint) doesn't begin after \(above)")
    }
    if let end = above.upper, breakpoint.lower < end {
      throw error(.overlap, row, "\(breakpoint) begins before \(above) ends")
    }
    if breakpoint.lowerIndex < above.upperIndex ?? above.lowerIndex {
      throw error(.descendingIndex, row, "\(breakpoint) begins below the index of \(above)")
    }
    if !rules.allowsGaps, !rules.fillsGaps, let end = above.upper, end != breakpoint.lower,
      let from = Fraction(end), let to = Fraction(breakpoint.lower), leavesGap(from: from, to: to)
    {
      throw error(.gap, row, "nothing covers the concentrations between \(above) and \(breakpoint)")
    }
  }
}

extension Fraction {
  /// Returns the number as an integer.
  fileprivate func rounded(_ rule: BreakpointIndex.Scale.IndexRounding) -> Int128 {
    let down = floor
    let rest = numerator - down * denominator
    let isUp =
      switch rule {
      case .down: false
      case .up: rest > 0
      case .halfUp: rest >= denominator - rest
      case .halfEven: rest > denominator - rest || rest == denominator - rest && down % 2 != 0
      }
    return isUp ? down + 1 : down
  }
}
