extension BreakpointScale {
  /// Another reading of the standard than the one chosen; what is left out is as in the scale's own rules.
  ///
  /// Concentrations that it leaves without an index have none in that reading: gaps between its rows are allowed.
  public struct OtherReading: Hashable, Sendable {
    /// Whose reading it is, or how it reads the text, in a few English words.
    public var source: String
    /// Digits to which a concentration is rounded.
    public var decimals: Int?
    /// How a concentration is rounded.
    public var rounding: ConcentrationRounding?
    /// How the index becomes an integer.
    public var indexRounding: IndexRounding?
    /// Who owns an edge that two rows share.
    public var edges: EdgeRule?
    /// Negative concentrations down to minus this count as zero.
    public var negativeTolerance: Double?
    /// Whether each row begins where the row above it ends, in concentration and index.
    public var joinsRows: Bool
    /// Its rows; `nil` where they are the scale's own.
    public var rows: [Breakpoint]?

    /// Makes another reading.
    public init(
      source: String, decimals: Int? = nil, rounding: ConcentrationRounding? = nil,
      indexRounding: IndexRounding? = nil, edges: EdgeRule? = nil, negativeTolerance: Double? = nil,
      joinsRows: Bool = false, rows: [Breakpoint]? = nil
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

    /// The scale as this reading has it.
    func scale(input: IndexInput, rows own: [Breakpoint], rules: Rules) throws(BreakpointIndexError)
      -> BreakpointScale
    {
      var changed = rules
      changed.decimals = decimals ?? rules.decimals
      changed.rounding = rounding ?? rules.rounding
      changed.indexRounding = indexRounding ?? rules.indexRounding
      changed.edges = edges ?? rules.edges
      changed.negativeTolerance = negativeTolerance ?? rules.negativeTolerance
      changed.allowsGaps = true
      changed.otherReadings = []
      var result = rows ?? own
      if joinsRows {
        for place in result.indices.dropFirst() {
          result[place].lower = result[place - 1].upper ?? result[place].lower
          result[place].lowerIndex = result[place - 1].upperIndex ?? result[place].lowerIndex
        }
      }
      return try BreakpointScale(input: input, rows: result, rules: changed)
    }
  }

  /// The readings that give another index, or ``ColumnCode``, than ``number(of:)`` does, in the order of the rules.
  public func otherReadings(of concentration: Double) -> [(source: String, number: Int32)] {
    otherReadings(of: concentration, beside: number(of: concentration))
  }

  /// The readings that give another index than a number.
  func otherReadings(of concentration: Double, beside own: Int32) -> [(source: String, number: Int32)] {
    var found: [(source: String, number: Int32)] = []
    for other in others {
      let number = other.scale.number(of: concentration)
      if number != own { found.append((other.source, number)) }
    }
    return found
  }
}

extension BreakpointScale.OtherReading: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case source, decimals, rounding, indexRounding, edges, negativeTolerance, joinsRows, rows
  }

  /// Reads a reading; whatever is left out but its source is as in the scale, and an unknown member is an error.
  public init(from decoder: any Decoder) throws {
    try decoder.refuseMembers(otherThan: CodingKeys.self)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    source = try container.decode(String.self, forKey: .source)
    decimals = try container.wholeNumber(forKey: .decimals)
    rounding = try container.decodeIfPresent(ConcentrationRounding.self, forKey: .rounding)
    indexRounding = try container.decodeIfPresent(IndexRounding.self, forKey: .indexRounding)
    edges = try container.decodeIfPresent(EdgeRule.self, forKey: .edges)
    negativeTolerance = try container.decodeIfPresent(Double.self, forKey: .negativeTolerance)
    joinsRows = try container.decodeIfPresent(Bool.self, forKey: .joinsRows) ?? false
    rows = try container.decodeIfPresent([Breakpoint].self, forKey: .rows)
  }
}
