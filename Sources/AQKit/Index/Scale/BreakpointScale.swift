/// The breakpoint table of one pollutant: its rows, and the rules for edges, rounding and what lies beyond.
///
/// Lookups are exact in decimal: a concentration means its shortest text, so 35.4 is 35.4 whatever the binary
/// number beside it is. A scale is a value; making one validates its rows, and the first lookup prepares the table.
public struct BreakpointScale: Hashable, Sendable {
  /// What was put in, and what the lookup needs: shared by all copies.
  private final class Body: Sendable {
    let input: IndexInput
    let rows: [Breakpoint]
    let rules: Rules
    let table: Lazy<ScaleTable>
    let others: [(source: String, scale: BreakpointScale)]

    init(_ compiler: ScaleCompiler, _ others: [(source: String, scale: BreakpointScale)]) {
      input = compiler.input
      rows = compiler.rows
      rules = compiler.rules
      table = Lazy { compiler.table() }
      self.others = others
    }
  }

  private let body: Body

  /// What the scale is for.
  public var input: IndexInput { body.input }
  /// The rows, ascending.
  public var rows: [Breakpoint] { body.rows }
  /// The rules.
  public var rules: Rules { body.rules }

  /// The rules of a scale.
  public struct Rules: Hashable, Sendable {
    /// Digits after the point to which a concentration is rounded; `nil` where it is not.
    public var decimals: Int?
    /// How it is rounded to them.
    public var rounding: ConcentrationRounding
    /// How the interpolated index becomes an integer.
    public var indexRounding: IndexRounding
    /// Who owns an edge that two rows share.
    public var edges: EdgeRule
    /// What holds beyond the last row.
    public var beyond: BeyondRule
    /// Index added per unit of concentration beyond the last row, where the standard states one.
    public var beyondSlope: Double?
    /// Negative concentrations down to minus this count as zero.
    public var negativeTolerance: Double
    /// Whether concentrations between two rows may have no index.
    public var allowsGaps: Bool
    /// The scale counts only where the same pollutant's scale of this averaging period is beyond its last row.
    public var usedWhenBeyond: AveragingPeriod?

    /// What other readings of the standard do where its text leaves a tie or an edge open.
    public var otherReadings: [OtherReading]

    /// Makes rules; the defaults are: no rounding of the concentration, nearest index, upper edges included,
    /// nothing defined beyond the last row.
    public init(
      decimals: Int? = nil, rounding: ConcentrationRounding = .none, indexRounding: IndexRounding = .halfUp,
      edges: EdgeRule = .upperInclusive, beyond: BeyondRule = .undefined, beyondSlope: Double? = nil,
      negativeTolerance: Double = 0, allowsGaps: Bool = false, usedWhenBeyond: AveragingPeriod? = nil,
      otherReadings: [OtherReading] = []
    ) {
      self.decimals = decimals
      self.rounding = rounding
      self.indexRounding = indexRounding
      self.edges = edges
      self.beyond = beyond
      self.beyondSlope = beyondSlope
      self.negativeTolerance = negativeTolerance
      self.allowsGaps = allowsGaps
      self.usedWhenBeyond = usedWhenBeyond
      self.otherReadings = otherReadings
    }
  }

  /// The largest concentration for which an index is computed; more is taken for a mistake.
  public static let largestConcentration = 1e9

  @inline(__always)
  var table: ScaleTable { body.table.object }
  /// The other readings of the rules, in their order, and whose they are.
  var others: [(source: String, scale: BreakpointScale)] { body.others }

  /// Makes a scale.
  ///
  /// - Throws: ``BreakpointIndexError``, naming the row that is wrong.
  public init(input: IndexInput, rows: [Breakpoint], rules: Rules) throws(BreakpointIndexError) {
    let compiler = ScaleCompiler(input: input, rows: rows, rules: rules)
    try compiler.validate()
    var others: [(source: String, scale: BreakpointScale)] = []
    for reading in rules.otherReadings {
      others.append((reading.source, try reading.scale(input: input, rows: rows, rules: rules)))
    }
    body = Body(compiler, others)
  }

  /// Equal in what was put in.
  public static func == (lhs: BreakpointScale, rhs: BreakpointScale) -> Bool {
    lhs.body === rhs.body || lhs.input == rhs.input && lhs.rows == rhs.rows && lhs.rules == rhs.rules
  }

  /// Hashes what was put in.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(input)
    hasher.combine(rows)
    hasher.combine(rules)
  }
}

extension BreakpointScale {
  /// The index of a concentration in the scale's unit, or a ``ColumnCode``. Allocates nothing.
  public func number(of concentration: Double) -> Int32 {
    let table = table
    return concentration >= table.beyondFrom ? beyond(concentration) : table.number(concentration)
  }

  /// Whether a concentration lies beyond the last row.
  public func isBeyond(_ concentration: Double) -> Bool { concentration >= table.beyondFrom }

  /// Whether the table itself goes on without end: its last row is open, and the standard says how its index grows.
  var isEndless: Bool { rows.last?.upper == nil && rules.beyond == .extrapolate }

  /// Writes the index, or a ``ColumnCode``, of each concentration of a column.
  ///
  /// - Parameters:
  ///   - concentrations: In the scale's unit, already averaged; NaN is a gap.
  ///   - output: At least as many elements; its first `concentrations.count` are written.
  public func write(_ concentrations: [Double], to output: inout [Int32]) {
    concentrations.withUnsafeBufferPointer { column in
      output.withUnsafeMutableBufferPointer { write(column, to: $0) }
    }
  }

  /// Writes the index, or a ``ColumnCode``, of each concentration of a column into the caller's buffer.
  public func write(
    _ concentrations: UnsafeBufferPointer<Double>, to output: UnsafeMutableBufferPointer<Int32>
  ) {
    table.write(concentrations, to: output, beyond: beyond)
  }

  /// The index beyond the last row.
  func beyond(_ concentration: Double) -> Int32 {
    guard concentration.isFinite, concentration <= BreakpointScale.largestConcentration else {
      return ColumnCode.invalid
    }
    switch rules.beyond {
    case .undefined: return ColumnCode.undefined
    case .open: return ColumnCode.open
    case .cap: return topNumber
    case .extrapolate:
      let compiler = ScaleCompiler(input: input, rows: rows, rules: rules)
      guard let number = compiler.extrapolated(concentration) else { return ColumnCode.invalid }
      return number
    }
  }

  /// The index of the end of the last row.
  var topNumber: Int32 { table.numbers.last ?? ColumnCode.undefined }
}
