extension BreakpointIndex {
  /// The breakpoint table of a pollutant: its rows, and the rules for edges, rounding and concentrations beyond the table.
  ///
  /// Lookups are exact in decimal: a concentration counts as its shortest decimal text, so 35.4 is exactly 35.4 although no
  /// binary number is. A scale is a value; creating one validates its rows and prepares the table.
  public struct Scale: Hashable, Sendable {
    /// The definition of a scale and the data that lookups need, shared by all its copies.
    private final class Body: Sendable {
      let input: IndexInput
      let rows: [Row]
      let rules: Rules
      let table: ScaleTable
      private let madeOthers = Locked<[(source: String, scale: BreakpointIndex.Scale)]?>(nil)

      init(_ compiler: ScaleCompiler) throws(BreakpointIndex.DataError) {
        input = compiler.input
        rows = compiler.rows
        rules = compiler.rules
        table = try compiler.table()
      }

      /// The scales of the alternatives and their sources, in the order of the rules, made on first use: most programs need
      /// few of them. Their rows were validated with the scale.
      var others: [(source: String, scale: BreakpointIndex.Scale)] {
        if rules.alternatives.isEmpty { return [] }
        return madeOthers.withLock { made in
          if let made { return made }
          var others: [(source: String, scale: BreakpointIndex.Scale)] = []
          for other in rules.alternatives {
            let scale = try? BreakpointIndex.Scale(
              input: input, rows: other.rows(beside: rows), rules: other.rules(beside: rules))
            if let scale { others.append((other.source, scale)) }
          }
          made = others
          return others
        }
      }
    }

    private let body: Body

    /// The pollutant, averaging and unit of the scale.
    public var input: IndexInput { body.input }
    /// The rows, ascending.
    public var rows: [Row] { body.rows }
    /// The rules.
    public var rules: Rules { body.rules }

    /// The rules of a scale.
    public struct Rules: Hashable, Sendable {
      /// The number of decimals to which a concentration is rounded; `nil` if it is not.
      public let decimals: Int?
      /// The rounding of a concentration to those decimals.
      public let rounding: ConcentrationRounding
      /// The rounding of the interpolated index to an integer.
      public let indexRounding: IndexRounding
      /// The row that owns an edge that two rows share.
      public let edges: EdgeRule
      /// The rule beyond the last row.
      public let beyond: BeyondRule
      /// The index added per unit of concentration beyond the last row, if the standard states it.
      public let beyondSlope: Double?
      /// The size up to which negative concentrations count as zero.
      public let negativeTolerance: Double
      /// Whether concentrations between two rows may have no index.
      public let allowsGaps: Bool
      /// Whether concentrations between two rows have the index of the nearer end, or of the upper one in the middle.
      public let fillsGaps: Bool
      /// The averaging period of the same pollutant's other scale, beyond whose last row only this scale counts.
      public let usedWhenBeyond: AveragingPeriod?

      /// Alternative interpretations if the standard's text leaves a tie or an edge open.
      public let alternatives: [Alternative]

      /// Creates rules; by default the concentration isn't rounded, the index is rounded to the nearest integer, upper
      /// edges are included, and concentrations beyond the last row have no index.
      public init(
        decimals: Int? = nil, rounding: ConcentrationRounding = .none,
        indexRounding: IndexRounding = .halfUp,
        edges: EdgeRule = .upperInclusive, beyond: BeyondRule = .undefined,
        beyondSlope: Double? = nil,
        negativeTolerance: Double = 0, allowsGaps: Bool = false, fillsGaps: Bool = false,
        usedWhenBeyond: AveragingPeriod? = nil, alternatives: [Alternative] = []
      ) {
        self.decimals = decimals
        self.rounding = rounding
        self.indexRounding = indexRounding
        self.edges = edges
        self.beyond = beyond
        self.beyondSlope = beyondSlope
        self.negativeTolerance = negativeTolerance
        self.allowsGaps = allowsGaps
        self.fillsGaps = fillsGaps
        self.usedWhenBeyond = usedWhenBeyond
        self.alternatives = alternatives
      }
    }

    /// The largest concentration for which an index is computed; anything larger is taken for a mistake.
    public static var largestConcentration: Double { 1e9 }

    @inline(__always)
    var table: ScaleTable { body.table }

    var others: [(source: String, scale: BreakpointIndex.Scale)] { body.others }

    /// Creates a scale from the rows of its table.
    ///
    /// - Throws: ``BreakpointIndex/DataError``, naming the row that is wrong.
    public init(input: IndexInput, rows: [Row], rules: Rules) throws(BreakpointIndex.DataError) {
      let compiler = ScaleCompiler(input: input, rows: rows, rules: rules)
      try compiler.validate()
      for other in rules.alternatives {
        let rows = other.rows(beside: rows)
        try ScaleCompiler(input: input, rows: rows, rules: other.rules(beside: rules)).validate()
      }
      body = try Body(compiler)
    }

    /// Compares the input, the rows and the rules.
    public static func == (lhs: BreakpointIndex.Scale, rhs: BreakpointIndex.Scale) -> Bool {
      lhs.body === rhs.body || lhs.input == rhs.input && lhs.rows == rhs.rows && lhs.rules == rhs.rules
    }

    /// Hashes the input, the rows and the rules.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(input)
      hasher.combine(rows)
      hasher.combine(rules)
    }
  }
}

extension Double {
  /// Whether the number can be a concentration: finite, not negative, and not absurdly large.
  var isConcentration: Bool { self >= 0 && self <= BreakpointIndex.Scale.largestConcentration }
}

extension BreakpointIndex.Scale {
  /// An interpretation of the standard that was not chosen; missing members are as in the scale's own rules.
  ///
  /// Gaps between its rows are allowed: concentrations in them have no index in this interpretation.
  public struct Alternative: Hashable, Sendable {
    /// The authors or the assumption of the interpretation, in a few English words.
    public let source: String
    /// Digits to which a concentration is rounded.
    public let decimals: Int?
    /// The rounding of a concentration.
    public let rounding: ConcentrationRounding?
    /// The rounding of the index to an integer.
    public let indexRounding: IndexRounding?
    /// The row that owns an edge that two rows share.
    public let edges: EdgeRule?
    /// The size up to which negative concentrations count as zero.
    public let negativeTolerance: Double?
    /// Whether each row begins where the row above it ends, in concentration and index.
    public let joinsRows: Bool
    /// The rows of the interpretation; `nil` if they are the scale's own.
    public let rows: [Row]?

    /// Creates an alternative; missing members are as in the scale's own rules.
    public init(
      source: String, decimals: Int? = nil, rounding: ConcentrationRounding? = nil,
      indexRounding: IndexRounding? = nil, edges: EdgeRule? = nil,
      negativeTolerance: Double? = nil,
      joinsRows: Bool = false, rows: [Row]? = nil
    ) {
      self.source = source
      self.decimals = decimals
      self.rounding = rounding
      self.indexRounding = indexRounding
      self.edges = edges
      self.negativeTolerance = negativeTolerance
      self.joinsRows = joinsRows
      self.rows = rows
    }

    /// Returns the rules under this interpretation.
    func rules(beside own: Rules) -> Rules {
      Rules(
        decimals: decimals ?? own.decimals, rounding: rounding ?? own.rounding,
        indexRounding: indexRounding ?? own.indexRounding, edges: edges ?? own.edges, beyond: own.beyond,
        beyondSlope: own.beyondSlope, negativeTolerance: negativeTolerance ?? own.negativeTolerance,
        allowsGaps: true, usedWhenBeyond: own.usedWhenBeyond)
    }

    /// Returns the rows under this interpretation.
    func rows(beside own: [Row]) -> [Row] {
      let stated = rows ?? own
      guard joinsRows else { return stated }
      return stated.enumerated().map { i, row in
        let above = i > 0 ? stated[i - 1] : nil
        return Row(
          above?.upper ?? row.lower, row.upper, above?.upperIndex ?? row.lowerIndex, row.upperIndex)
      }
    }
  }
}

extension BreakpointIndex.Scale.Alternative: Codable {
  /// Decodes an alternative; all members but `source` are optional, and an unknown member is an error.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.members(among: [
      "source", "decimals", "rounding", "indexRounding", "edges", "negativeTolerance", "joinsRows", "rows",
    ])
    source = try container.value("source")
    decimals = try container.wholeNumber(forKey: "decimals")
    rounding = try container.optional("rounding")
    indexRounding = try container.optional("indexRounding")
    edges = try container.optional("edges")
    negativeTolerance = try container.optional("negativeTolerance")
    joinsRows = try container.optional("joinsRows") ?? false
    rows = try container.optional("rows")
  }
}
