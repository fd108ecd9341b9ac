extension BreakpointIndex: Codable {
  /// The version of the JSON schema.
  public static var schemaVersion: Int { 1 }

  /// Reads an index from its JSON.
  ///
  /// - Parameters:
  ///   - json: The bytes of the text, such as a file's `Data`.
  ///   - averagings: The custom averagings that the text names.
  /// - Throws: ``BreakpointIndex/DataError``, naming the scale and row that is wrong.
  public init(json: some Sequence<UInt8>, averagings: [AveragingMethod] = []) throws(DataError) {
    try self.init(Array(json), averagings)
  }

  /// Reads an index from its JSON text.
  public init(json: String, averagings: [AveragingMethod] = []) throws(DataError) {
    try self.init(Array(json.utf8), averagings)
  }

  private init(_ json: [UInt8], _ averagings: [AveragingMethod]) throws(DataError) {
    do {
      self = try TableDecoder.decode(
        BreakpointIndex.self, from: json, userInfo: averagings.isEmpty ? [:] : [.airAveragings: averagings])
    } catch let error as DataError {
      throw error
    } catch let error as DecodingError {
      throw DataError(.malformed, error.locationAndReason)
    } catch {
      throw DataError(.malformed, "the text can't be read as JSON")
    }
  }

  /// Reads the schema of the guide “Air-quality indices”; a member that it does not have is an error.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    let schema = try container.wholeNumber(forKey: "schema") ?? 1
    guard schema == Self.schemaVersion else {
      throw DataError(.malformed, "schema \(schema) is newer than this version of AQKit supports")
    }
    try decoder.members(among: SchemaMember.ofIndex + IndexEdition.memberNames)
    if container.contains("conditions"), try !container.decodeNil(forKey: "conditions") {
      try container.superDecoder(forKey: "conditions").members(among: ["kelvin", "kilopascal"])
    }
    let edition = try IndexEdition(among: decoder)
    let source = try container.decodeIfPresent(String.self, forKey: "messageSource") ?? edition.document
    var rules = Scale.Rules()
    if container.contains("rules"), try !container.decodeNil(forKey: "rules") {
      let stated = try container.superDecoder(forKey: "rules")
      // `usedWhenBeyond` names another scale of the same pollutant: it has a meaning for one scale only.
      try stated.members(among: SchemaMember.ofRules.filter { $0 != "usedWhenBeyond" })
      rules = try Scale.Rules(from: stated, orElse: rules)
    }
    var bands: [AQIBand] = []
    var bandList = try container.nestedUnkeyedContainer(forKey: "bands")
    while !bandList.isAtEnd {
      bands.append(try AQIBand(from: bandList.superDecoder(), rank: bands.count, source: source))
    }
    let numbers = try container.decodeIfPresent([RowNumbers].self, forKey: "numbers") ?? []
    var scales: [Scale] = []
    var scaleList = try container.nestedUnkeyedContainer(forKey: "scales")
    while !scaleList.isAtEnd {
      scales.append(
        try Scale(
          from: scaleList.superDecoder(), rules: rules, numbers: numbers, confidence: edition.confidence))
    }
    try self.init(
      edition: edition, bands: bands, scales: scales,
      requirement: container.decodeIfPresent(Requirement.self, forKey: "requires") ?? Requirement(),
      additions: container.decodeIfPresent([Addition].self, forKey: "additions") ?? [])
  }

  /// Writes the schema of the guide “Air-quality indices”.
  public func encode(to encoder: any Encoder) throws {
    try edition.encode(to: encoder)
    var container = encoder.container(keyedBy: MemberName.self)
    try container.encode(Self.schemaVersion, forKey: "schema")
    try container.encodeIfPresent(
      bands.first { !$0.messages.isEmpty }?.messages.first?.source, forKey: "messageSource")
    try container.encode(requirement, forKey: "requires")
    try container.encodeIfPresent(additions.isEmpty ? nil : additions, forKey: "additions")
    try container.encode(bands.map(BandText.init), forKey: "bands")
    try container.encode(scales.map(ScaleText.init), forKey: "scales")
  }
}

extension AQIBand {
  /// Reads a band as it is written in a table's JSON; `source` is the document of messages that name none.
  fileprivate init(from decoder: any Decoder, rank: Int, source: String) throws {
    let container = try decoder.members(among: SchemaMember.ofBand)
    let key = try container.decode(String.self, forKey: "key")
    let index = try container.decode([Double?].self, forKey: "index")
    guard index.count == 2, let lower = index[0] else {
      throw BreakpointIndex.DataError(
        .malformed, row: rank + 1, "the band “\(key)” needs its first and last number, [0, 50] or [301, null]"
      )
    }
    for number in index {
      guard let number, Int(exactly: number) == nil else { continue }
      throw BreakpointIndex.DataError(
        .badNumber, row: rank + 1,
        "the band “\(key)” has \(number.plainText), which isn't an index: an index is a whole number")
    }
    let color = try container.decodeIfPresent(AQIBand.Color.self, forKey: "color")
    let colors = try container.decodeIfPresent([AQIBand.Color].self, forKey: "colors")
    var messages: [HealthMessage] = []
    if container.contains("messages"), try !container.decodeNil(forKey: "messages") {
      var list = try container.nestedUnkeyedContainer(forKey: "messages")
      while !list.isAtEnd {
        let members = try list.superDecoder().members(among: SchemaMember.ofMessage)
        messages.append(
          HealthMessage(
            group: try members.decode(String.self, forKey: "group"),
            text: try members.decode(String.self, forKey: "text"),
            source: try members.decodeIfPresent(String.self, forKey: "source") ?? source))
      }
    }
    self.init(
      rank: rank, key: key, name: try container.decode(String.self, forKey: "name"),
      localName: try container.decodeIfPresent(String.self, forKey: "local"),
      localLanguage: try container.decodeIfPresent(String.self, forKey: "language"),
      tableName: try container.decodeIfPresent(String.self, forKey: "table"),
      label: try container.decodeIfPresent(String.self, forKey: "label"),
      lowerIndex: Int(exactly: lower) ?? 0, upperIndex: index[1].flatMap(Int.init(exactly:)),
      colors: colors ?? color.map { [$0] } ?? [], messages: messages)
  }
}

/// A band as it is written in a table's JSON.
private struct BandText: Encodable {
  let band: AQIBand

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.encode(band.key, forKey: "key")
    try container.encode(band.name, forKey: "name")
    try container.encodeIfPresent(band.localName, forKey: "local")
    try container.encodeIfPresent(band.localLanguage, forKey: "language")
    try container.encodeIfPresent(band.tableName, forKey: "table")
    try container.encodeIfPresent(band.label, forKey: "label")
    let ends: [Double?] = [Double(band.lowerIndex), band.upperIndex.map(Double.init)]
    try container.encode(ends, forKey: "index")
    if band.colors.count > 1 {
      try container.encode(band.colors, forKey: "colors")
    } else {
      try container.encodeIfPresent(band.colors.first, forKey: "color")
    }
    try container.encodeIfPresent(band.messages.isEmpty ? nil : band.messages, forKey: "messages")
  }
}

extension BreakpointIndex.Scale.Rules {
  /// Reads the rules among the members of an object; those that it doesn't state are taken from `defaults`.
  fileprivate init(from decoder: any Decoder, orElse defaults: Self) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    func stated<Value: Decodable>(_ member: MemberName, orElse value: Value) throws -> Value {
      try container.decodeIfPresent(Value.self, forKey: member) ?? value
    }
    self.init(
      decimals: try container.wholeNumber(forKey: "decimals") ?? defaults.decimals,
      rounding: try stated("rounding", orElse: defaults.rounding),
      indexRounding: try stated("indexRounding", orElse: defaults.indexRounding),
      edges: try stated("edges", orElse: defaults.edges),
      beyond: try stated("beyond", orElse: defaults.beyond),
      beyondSlope: try container.decodeIfPresent(Double.self, forKey: "beyondSlope") ?? defaults.beyondSlope,
      negativeTolerance: try stated("negativeTolerance", orElse: defaults.negativeTolerance),
      allowsGaps: try stated("allowsGaps", orElse: defaults.allowsGaps),
      fillsGaps: try stated("fillsGaps", orElse: defaults.fillsGaps),
      usedWhenBeyond: try container.decodeIfPresent(AveragingPeriod.self, forKey: "usedWhenBeyond"),
      alternatives: try stated("otherReadings", orElse: defaults.alternatives))
  }

  fileprivate func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.encodeIfPresent(decimals, forKey: "decimals")
    try container.encode(rounding, forKey: "rounding")
    try container.encode(indexRounding, forKey: "indexRounding")
    try container.encode(edges, forKey: "edges")
    try container.encode(beyond, forKey: "beyond")
    try container.encodeIfPresent(beyondSlope, forKey: "beyondSlope")
    try container.encodeIfPresent(
      negativeTolerance == 0 ? nil : negativeTolerance, forKey: "negativeTolerance")
    try container.encodeIfPresent(allowsGaps ? true : nil, forKey: "allowsGaps")
    try container.encodeIfPresent(fillsGaps ? true : nil, forKey: "fillsGaps")
    try container.encodeIfPresent(usedWhenBeyond, forKey: "usedWhenBeyond")
    try container.encodeIfPresent(alternatives.isEmpty ? nil : alternatives, forKey: "otherReadings")
  }
}

/// The index at both ends of a row, written once for the scales that only state concentrations.
private struct RowNumbers: Decodable {
  let lower: Int
  let upper: Int?

  init(from decoder: any Decoder) throws {
    var pair = try decoder.unkeyedContainer()
    (lower, upper) = try pair.decodeIndex()
    guard pair.isAtEnd else {
      throw DecodingError.dataCorruptedError(
        in: pair, debugDescription: "The index of a row has two members.")
    }
  }
}

extension BreakpointIndex.Scale {
  /// Reads a scale as it is written in a table's JSON, with the rules, numbers of rows and confidence of the whole index
  /// where it states none.
  fileprivate init(
    from decoder: any Decoder, rules: Rules, numbers: [RowNumbers], confidence: IndexEdition.Confidence
  ) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    let hasBounds = container.contains("bounds")
    try decoder.members(among: SchemaMember.ofScale(withBounds: hasBounds) + SchemaMember.ofRules)
    let input = IndexInput(
      try container.decode(AirParameter.self, forKey: "pollutant"),
      try container.decode(AveragingPeriod.self, forKey: "averaging"),
      try container.decode(AirUnit.self, forKey: "unit"),
      current: try container.decodeIfPresent(AveragingMethod.self, forKey: "current"),
      daily: try container.decodeIfPresent(AveragingMethod.self, forKey: "daily"),
      confidence: try container.decodeIfPresent(IndexEdition.Confidence.self, forKey: "confidence")
        ?? confidence)
    let rows: [Row]
    if hasBounds {
      rows = try Self.rows(
        between: container.decode([Double?].self, forKey: "bounds"),
        container.decodeIfPresent([RowNumbers].self, forKey: "numbers") ?? numbers,
        printedDecimals: container.wholeNumber(forKey: "printedDecimals"), of: input)
    } else {
      rows = try container.decode([Row].self, forKey: "rows")
    }
    try self.init(input: input, rows: rows, rules: Rules(from: decoder, orElse: rules))
  }

  /// Returns the rows of a scale that states its bounds: the concentrations at which the first row begins and the rows end.
  /// With `decimals`, a row begins one step above the end of the row before, as the table is printed.
  private static func rows(
    between bounds: [Double?], _ numbers: [RowNumbers], printedDecimals decimals: Int?, of input: IndexInput
  ) throws(BreakpointIndex.DataError) -> [Row] {
    guard bounds.count <= numbers.count + 1 else {
      throw BreakpointIndex.DataError(
        .malformed, scale: input.description,
        "the bounds are those of \(bounds.count - 1) rows, and there are “numbers” for \(numbers.count)")
    }
    if let decimals, !(0...9).contains(decimals) {
      throw BreakpointIndex.DataError(
        .badNumber, scale: input.description, "the table is printed with 0 to 9 decimals, not \(decimals)")
    }
    let stepsPerUnit = decimals.map { (0..<$0).reduce(1.0) { power, _ in power * 10 } }
    var rows: [Row] = []
    for row in bounds.indices.dropLast() {
      var lower = bounds[row] ?? 0
      // A whole number divided by a power of ten is the nearest double.
      if row > 0, let stepsPerUnit { lower = ((lower * stepsPerUnit).rounded() + 1) / stepsPerUnit }
      rows.append(Row(lower, bounds[row + 1], numbers[row].lower, numbers[row].upper))
    }
    return rows
  }
}

/// A scale as it is written in a table's JSON.
private struct ScaleText: Encodable {
  let scale: BreakpointIndex.Scale

  func encode(to encoder: any Encoder) throws {
    try scale.rules.encode(to: encoder)
    var container = encoder.container(keyedBy: MemberName.self)
    let input = scale.input
    try container.encode(input.parameter, forKey: "pollutant")
    try container.encode(input.averaging, forKey: "averaging")
    try container.encode(input.unit, forKey: "unit")
    try container.encodeIfPresent(input.current, forKey: "current")
    try container.encodeIfPresent(input.daily, forKey: "daily")
    try container.encode(input.confidence, forKey: "confidence")
    try container.encode(scale.rows, forKey: "rows")
  }
}

extension DecodingError {
  /// The location in the JSON, and the error there.
  var locationAndReason: String {
    func location(_ path: [any CodingKey]) -> String {
      path.map { $0.intValue.map { "[\($0 + 1)]" } ?? ".\($0.stringValue)" }.joined()
    }
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      return "\(location(context.codingPath)): \(context.debugDescription)"
    case .keyNotFound(let key, let context):
      return "\(location(context.codingPath)): “\(key.stringValue)” is missing"
    @unknown default: return "the text can't be read"
    }
  }
}
