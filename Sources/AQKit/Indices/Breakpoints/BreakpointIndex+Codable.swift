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
    do {
      self = try TableDecoder.decode(
        BreakpointIndex.self, from: json, userInfo: [.airAveragings: averagings])
    } catch let error as DataError {
      throw error
    } catch let error as DecodingError {
      throw DataError(.malformed, error.locationAndReason)
    } catch {
      throw DataError(.malformed, "the text can't be read as JSON")
    }
  }

  /// Reads an index from a JSON string, like the initializer for bytes.
  public init(json: String, averagings: [AveragingMethod] = []) throws(DataError) {
    try self.init(json: json.utf8, averagings: averagings)
  }

  /// Reads the schema of the guide “Add an index”; a member that it does not have is an error.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    let schema = try container.wholeNumber(forKey: "schema") ?? 1
    guard schema == Self.schemaVersion else {
      throw DataError(.malformed, "schema \(schema) isn't supported by this version of AQKit")
    }
    try decoder.members(
      among: IndexEdition.memberNames + [
        "schema", "rules", "requires", "additions", "bands", "numbers", "scales", "messageSource",
      ])
    try container.inner("conditions")?.members(among: ["kelvin", "kilopascal"])
    let edition = try IndexEdition(among: decoder)
    let source = try container.optional("messageSource") ?? edition.document
    var rules = Scale.Rules()
    if let stated = try container.inner("rules") {
      // `usedWhenBeyond` names another scale of the same pollutant: it has a meaning for one scale only.
      try stated.members(among: Scale.Rules.memberNames.filter { $0 != "usedWhenBeyond" })
      rules = try Scale.Rules(from: stated, orElse: rules)
    }
    var bands: [AQIBand] = []
    var bandList = try container.nestedUnkeyedContainer(forKey: "bands")
    while !bandList.isAtEnd {
      bands.append(try AQIBand(from: bandList.superDecoder(), rank: bands.count, source: source))
    }
    let numbers: [RowNumbers] = try container.optional("numbers") ?? []
    var scales: [Scale] = []
    var scaleList = try container.nestedUnkeyedContainer(forKey: "scales")
    while !scaleList.isAtEnd {
      scales.append(
        try Scale(
          from: scaleList.superDecoder(), rules: rules, numbers: numbers, confidence: edition.confidence))
    }
    try self.init(
      edition: edition, bands: bands, scales: scales,
      requirement: container.optional("requires") ?? Requirement(),
      additions: container.optional("additions") ?? [])
  }

  /// Writes the schema of the guide “Add an index”.
  public func encode(to encoder: any Encoder) throws {
    try edition.encode(to: encoder)
    try encoder.write([
      "schema": Self.schemaVersion,
      "messageSource": bands.first { !$0.messages.isEmpty }?.messages.first?.source,
      "requires": requirement, "additions": additions.isEmpty ? nil : additions,
      "bands": bands.map(BandText.init), "scales": scales.map(ScaleText.init),
    ])
  }
}

extension AQIBand {
  /// Reads a band as it is written in a table's JSON; `source` is the document of messages that name none.
  fileprivate init(from decoder: any Decoder, rank: Int, source: String) throws {
    let container = try decoder.members(among: [
      "key", "name", "local", "language", "table", "label", "index", "color", "colors", "messages",
    ])
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
    let color: AQIBand.Color? = try container.optional("color")
    let colors: [AQIBand.Color]? = try container.optional("colors")
    var messages: [HealthMessage] = []
    if var list = try container.inner("messages")?.unkeyedContainer() {
      while !list.isAtEnd {
        let members = try list.superDecoder().members(among: ["group", "text", "source"])
        messages.append(
          try HealthMessage(
            group: members.value("group"), text: members.value("text"),
            source: members.optional("source") ?? source))
      }
    }
    try self.init(
      rank: rank, key: key, name: container.value("name"), localName: container.optional("local"),
      localLanguage: container.optional("language"), tableName: container.optional("table"),
      label: container.optional("label"), lowerIndex: Int(exactly: lower) ?? 0,
      upperIndex: index[1].flatMap(Int.init(exactly:)), colors: colors ?? color.map { [$0] } ?? [],
      messages: messages)
  }
}

/// A band as it is written in a table's JSON.
private struct BandText: Encodable {
  let band: AQIBand

  func encode(to encoder: any Encoder) throws {
    let ends: [Double?] = [Double(band.lowerIndex), band.upperIndex.map(Double.init)]
    let hasSeveral = band.colors.count > 1
    try encoder.write([
      "key": band.key, "name": band.name, "local": band.localName, "language": band.localLanguage,
      "table": band.tableName, "label": band.label, "index": ends,
      "color": hasSeveral ? nil : band.colors.first, "colors": hasSeveral ? band.colors : nil,
      "messages": band.messages.isEmpty ? nil : band.messages,
    ])
  }
}

extension BreakpointIndex.Scale.Rules {
  fileprivate static let memberNames = [
    "decimals", "rounding", "indexRounding", "edges", "beyond", "beyondSlope", "negativeTolerance",
    "allowsGaps", "fillsGaps", "usedWhenBeyond", "alternatives",
  ]

  /// Reads the rules among the members of an object; those that it doesn't state are taken from `defaults`.
  fileprivate init(from decoder: any Decoder, orElse defaults: Self) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    func stated<Value: Decodable>(_ member: MemberName, orElse value: Value) throws -> Value {
      try container.optional(member) ?? value
    }
    try self.init(
      decimals: container.wholeNumber(forKey: "decimals") ?? defaults.decimals,
      rounding: stated("rounding", orElse: defaults.rounding),
      indexRounding: stated("indexRounding", orElse: defaults.indexRounding),
      edges: stated("edges", orElse: defaults.edges), beyond: stated("beyond", orElse: defaults.beyond),
      beyondSlope: container.optional("beyondSlope") ?? defaults.beyondSlope,
      negativeTolerance: stated("negativeTolerance", orElse: defaults.negativeTolerance),
      allowsGaps: stated("allowsGaps", orElse: defaults.allowsGaps),
      fillsGaps: stated("fillsGaps", orElse: defaults.fillsGaps),
      usedWhenBeyond: container.optional("usedWhenBeyond"),
      alternatives: stated("alternatives", orElse: defaults.alternatives))
  }

  fileprivate func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "decimals": decimals, "rounding": rounding, "indexRounding": indexRounding, "edges": edges,
      "beyond": beyond, "beyondSlope": beyondSlope,
      "negativeTolerance": negativeTolerance == 0 ? nil : negativeTolerance,
      "allowsGaps": allowsGaps ? true : nil, "fillsGaps": fillsGaps ? true : nil,
      "usedWhenBeyond": usedWhenBeyond, "alternatives": alternatives.isEmpty ? nil : alternatives,
    ])
  }
}

/// The index at both ends of a row, written once for the scales that only state concentrations.
private struct RowNumbers: Decodable {
  let lower: Int
  let upper: Int?

  init(from decoder: any Decoder) throws {
    var pair = try decoder.unkeyedContainer()
    (lower, upper) = try pair.decodeIndex()
    guard pair.isAtEnd else { throw decoder.fault("The index of a row has two members.") }
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
    try decoder.members(
      among: Rules.memberNames + (hasBounds ? ["numbers", "printedDecimals"] : ["rows"]) + [
        "pollutant", "averaging", "unit", "current", "daily", "confidence", "bounds",
      ])
    let input = try IndexInput(
      container.value("pollutant"), container.value("averaging"), container.value("unit"),
      current: container.optional("current"), daily: container.optional("daily"),
      confidence: container.optional("confidence") ?? confidence)
    let rows: [Row]
    if hasBounds {
      rows = try Self.rows(
        between: container.value("bounds"), container.optional("numbers") ?? numbers,
        printedDecimals: container.wholeNumber(forKey: "printedDecimals"), of: input)
    } else {
      rows = try container.value("rows")
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
        "the bounds make \(bounds.count - 1) rows, but “numbers” has \(numbers.count)")
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
    let input = scale.input
    try encoder.write([
      "pollutant": input.parameter, "averaging": input.averaging, "unit": input.unit,
      "current": input.current, "daily": input.daily, "confidence": input.confidence, "rows": scale.rows,
    ])
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
