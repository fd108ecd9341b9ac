extension BreakpointIndex: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case schema, rules, requires, additions, bands, numbers, scales, messageSource, conditions
  }

  private enum ConditionKeys: String, CodingKey, CaseIterable { case kelvin, kilopascal }

  /// The version of the JSON schema.
  public static let schemaVersion = 1

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
  // Not inlined: every edition that ships calls it.
  @inline(never)
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
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let schema = try container.wholeNumber(forKey: .schema) ?? 1
    guard schema == Self.schemaVersion else {
      throw DataError(.malformed, "schema \(schema) is newer than this version of AQKit reads")
    }
    try decoder.refuseMembers(otherThan: CodingKeys.allCases.map(\.rawValue) + IndexEdition.memberNames)
    if container.contains(.conditions), try !container.decodeNil(forKey: .conditions) {
      try container.superDecoder(forKey: .conditions).refuseMembers(otherThan: ConditionKeys.self)
    }
    let edition = try IndexEdition(among: decoder)
    let source = try container.decodeIfPresent(String.self, forKey: .messageSource) ?? edition.document
    var defaults = RuleFields()
    if container.contains(.rules), try !container.decodeNil(forKey: .rules) {
      let rules = try container.superDecoder(forKey: .rules)
      // `usedWhenBeyond` names another scale of the same pollutant: it has a meaning for one scale only.
      try rules.refuseMembers(otherThan: RuleFields.memberNames.filter { $0 != "usedWhenBeyond" })
      defaults = try RuleFields(from: rules)
    }
    var bands: [AQIBand] = []
    for (rank, fields) in try container.decode([BandFields].self, forKey: .bands).enumerated() {
      bands.append(try fields.band(rank: rank, source: source))
    }
    let numbers = try container.decodeIfPresent([RowNumbers].self, forKey: .numbers) ?? []
    let scales = try container.decode([ScaleFields].self, forKey: .scales).map {
      try $0.scale(defaults: defaults, numbers: numbers, confidence: edition.confidence)
    }
    try self.init(
      edition: edition, bands: bands, scales: scales,
      requirement: container.decodeIfPresent(Requirement.self, forKey: .requires) ?? Requirement(),
      additions: container.decodeIfPresent([Addition].self, forKey: .additions) ?? [])
  }

  /// Writes the schema of the guide “Air-quality indices”.
  public func encode(to encoder: any Encoder) throws {
    try edition.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.schemaVersion, forKey: .schema)
    try container.encodeIfPresent(
      bands.first { !$0.messages.isEmpty }?.messages.first?.source, forKey: .messageSource)
    try container.encode(requirement, forKey: .requires)
    try container.encodeIfPresent(additions.isEmpty ? nil : additions, forKey: .additions)
    try container.encode(bands.map(BandFields.init), forKey: .bands)
    try container.encode(scales.map(ScaleFields.init), forKey: .scales)
  }
}

/// A band as it is written in JSON.
private struct BandFields: Codable {
  struct Message: Codable {
    var group: String
    var text: String
    var source: String?

    fileprivate enum CodingKeys: String, CodingKey, CaseIterable { case group, text, source }
  }
  var key: String
  var name: String
  var local: String?
  var language: String?
  var table: String?
  var label: String?
  var index: [Double?]
  var color: AQIBand.Color?
  var colors: [AQIBand.Color]?
  var messages: [Message]?

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case key, name, local, language, table, label, index, color, colors, messages
  }

  init(from decoder: any Decoder) throws {
    try decoder.refuseMembers(otherThan: CodingKeys.self)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    key = try container.decode(String.self, forKey: .key)
    name = try container.decode(String.self, forKey: .name)
    local = try container.decodeIfPresent(String.self, forKey: .local)
    language = try container.decodeIfPresent(String.self, forKey: .language)
    table = try container.decodeIfPresent(String.self, forKey: .table)
    label = try container.decodeIfPresent(String.self, forKey: .label)
    index = try container.decode([Double?].self, forKey: .index)
    color = try container.decodeIfPresent(AQIBand.Color.self, forKey: .color)
    colors = try container.decodeIfPresent([AQIBand.Color].self, forKey: .colors)
    messages = try container.decodeIfPresent([Message].self, forKey: .messages)
  }

  init(_ band: AQIBand) {
    key = band.key
    name = band.name
    local = band.localName
    language = band.localLanguage
    table = band.tableName
    label = band.label
    index = [Double(band.lowerIndex), band.upperIndex.map(Double.init)]
    color = band.colors.count == 1 ? band.colors.first : nil
    colors = band.colors.count > 1 ? band.colors : nil
    messages =
      band.messages.isEmpty
      ? nil : band.messages.map { Message(group: $0.group, text: $0.text, source: $0.source) }
  }

  func band(rank: Int, source: String) throws(BreakpointIndex.DataError) -> AQIBand {
    guard index.count == 2, let lower = index[0] else {
      throw BreakpointIndex.DataError(
        .malformed, row: rank + 1, "the band “\(key)” needs its first and last number, [0, 50] or [301, null]"
      )
    }
    let numbers = index.compactMap { $0 }
    if let fraction = numbers.first(where: { Int(exactly: $0) == nil }) {
      throw BreakpointIndex.DataError(
        .badNumber, row: rank + 1,
        "the band “\(key)” has \(fraction.plainText), which isn't an index: an index is a whole number")
    }
    return AQIBand(
      rank: rank, key: key, name: name, localName: local, localLanguage: language, tableName: table,
      label: label,
      lowerIndex: Int(exactly: lower) ?? 0, upperIndex: index[1].flatMap(Int.init(exactly:)),
      colors: colors ?? color.map { [$0] } ?? [],
      messages: (messages ?? []).map {
        AQIBand.HealthMessage(group: $0.group, text: $0.text, source: $0.source ?? source)
      })
  }
}

extension BandFields.Message {
  init(from decoder: any Decoder) throws {
    try decoder.refuseMembers(otherThan: CodingKeys.self)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    group = try container.decode(String.self, forKey: .group)
    text = try container.decode(String.self, forKey: .text)
    source = try container.decodeIfPresent(String.self, forKey: .source)
  }
}

/// The rules as they are written in JSON, for the whole index or one scale.
private struct RuleFields: Codable {
  var decimals: WholeNumber?
  var rounding: BreakpointIndex.Scale.ConcentrationRounding?
  var indexRounding: BreakpointIndex.Scale.IndexRounding?
  var edges: BreakpointIndex.Scale.EdgeRule?
  var beyond: BreakpointIndex.Scale.BeyondRule?
  var beyondSlope: Double?
  var negativeTolerance: Double?
  var allowsGaps: Bool?
  var fillsGaps: Bool?
  var usedWhenBeyond: AveragingPeriod?
  var alternatives: [BreakpointIndex.Scale.Alternative]?

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case decimals, rounding, indexRounding, edges, beyond, beyondSlope, negativeTolerance, allowsGaps
    case fillsGaps, usedWhenBeyond
    case alternatives = "otherReadings"
  }

  static var memberNames: [String] { CodingKeys.allCases.map(\.rawValue) }

  init() {}

  init(_ rules: BreakpointIndex.Scale.Rules) {
    decimals = rules.decimals.map(WholeNumber.init)
    rounding = rules.rounding
    indexRounding = rules.indexRounding
    edges = rules.edges
    beyond = rules.beyond
    beyondSlope = rules.beyondSlope
    negativeTolerance = rules.negativeTolerance == 0 ? nil : rules.negativeTolerance
    allowsGaps = rules.allowsGaps ? true : nil
    fillsGaps = rules.fillsGaps ? true : nil
    usedWhenBeyond = rules.usedWhenBeyond
    alternatives = rules.alternatives.isEmpty ? nil : rules.alternatives
  }

  func rules(defaults: RuleFields) -> BreakpointIndex.Scale.Rules {
    BreakpointIndex.Scale.Rules(
      decimals: (decimals ?? defaults.decimals)?.value, rounding: rounding ?? defaults.rounding ?? .none,
      indexRounding: indexRounding ?? defaults.indexRounding ?? .halfUp,
      edges: edges ?? defaults.edges ?? .upperInclusive, beyond: beyond ?? defaults.beyond ?? .undefined,
      beyondSlope: beyondSlope ?? defaults.beyondSlope,
      negativeTolerance: negativeTolerance ?? defaults.negativeTolerance ?? 0,
      allowsGaps: allowsGaps ?? defaults.allowsGaps ?? false,
      fillsGaps: fillsGaps ?? defaults.fillsGaps ?? false, usedWhenBeyond: usedWhenBeyond,
      alternatives: alternatives ?? defaults.alternatives ?? [])
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

/// The concentrations of a scale that has the numbers of other scales.
private struct BoundFields {
  /// The concentrations at which the first row begins and at which the rows end.
  let bounds: [Double?]
  /// The numbers of the rows, if they aren't those of the index.
  let numbers: [RowNumbers]?
  /// The decimals of a table in which a row begins one step above the end of the row before.
  let printedDecimals: WholeNumber?

  func rows(of scale: IndexInput, _ shared: [RowNumbers]) throws(BreakpointIndex.DataError)
    -> [BreakpointIndex.Scale.Row]
  {
    let numbers = numbers ?? shared
    guard bounds.count <= numbers.count + 1 else {
      throw BreakpointIndex.DataError(
        .malformed, scale: scale.description,
        "the bounds are those of \(bounds.count - 1) rows, and there are “numbers” for \(numbers.count)")
    }
    let decimals = printedDecimals?.value
    if let decimals, !(0...9).contains(decimals) {
      throw BreakpointIndex.DataError(
        .badNumber, scale: scale.description, "the table is printed with 0 to 9 decimals, not \(decimals)")
    }
    let stepsPerUnit = decimals.map { (0..<$0).reduce(1.0) { power, _ in power * 10 } }
    return zip(zip(bounds, bounds.dropFirst()), numbers).enumerated().map { row, fields in
      var lower = fields.0.0 ?? 0
      // A whole number divided by a power of ten is the nearest double.
      if row > 0, let stepsPerUnit { lower = ((lower * stepsPerUnit).rounded() + 1) / stepsPerUnit }
      return BreakpointIndex.Scale.Row(lower, fields.0.1, fields.1.lower, fields.1.upper)
    }
  }
}

/// A scale as it is written in JSON.
private struct ScaleFields: Codable {
  var pollutant: AirParameter
  var averaging: AveragingPeriod
  var unit: AirUnit
  var current: AveragingMethod?
  var daily: AveragingMethod?
  var confidence: IndexEdition.Confidence?
  var rules: RuleFields
  var rows: [BreakpointIndex.Scale.Row]
  /// The bounds in place of the rows.
  var bounds: BoundFields?

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case pollutant, averaging, unit, current, daily, confidence, rows, bounds, numbers, printedDecimals
  }

  init(_ scale: BreakpointIndex.Scale) {
    pollutant = scale.input.parameter
    averaging = scale.input.averaging
    unit = scale.input.unit
    current = scale.input.current
    daily = scale.input.daily
    confidence = scale.input.confidence
    rules = RuleFields(scale.rules)
    rows = scale.rows
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let hasBounds = container.contains(.bounds)
    let others: [CodingKeys] = hasBounds ? [.rows] : [.numbers, .printedDecimals]
    let own = CodingKeys.allCases.filter { !others.contains($0) }
    try decoder.refuseMembers(otherThan: own.map(\.rawValue) + RuleFields.memberNames)
    pollutant = try container.decode(AirParameter.self, forKey: .pollutant)
    averaging = try container.decode(AveragingPeriod.self, forKey: .averaging)
    unit = try container.decode(AirUnit.self, forKey: .unit)
    current = try container.decodeIfPresent(AveragingMethod.self, forKey: .current)
    daily = try container.decodeIfPresent(AveragingMethod.self, forKey: .daily)
    confidence = try container.decodeIfPresent(IndexEdition.Confidence.self, forKey: .confidence)
    if hasBounds {
      bounds = BoundFields(
        bounds: try container.decode([Double?].self, forKey: .bounds),
        numbers: try container.decodeIfPresent([RowNumbers].self, forKey: .numbers),
        printedDecimals: try container.decodeIfPresent(WholeNumber.self, forKey: .printedDecimals))
    }
    rows = hasBounds ? [] : try container.decode([BreakpointIndex.Scale.Row].self, forKey: .rows)
    rules = try RuleFields(from: decoder)
  }

  func encode(to encoder: any Encoder) throws {
    try rules.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(pollutant, forKey: .pollutant)
    try container.encode(averaging, forKey: .averaging)
    try container.encode(unit, forKey: .unit)
    try container.encodeIfPresent(current, forKey: .current)
    try container.encodeIfPresent(daily, forKey: .daily)
    try container.encodeIfPresent(confidence, forKey: .confidence)
    try container.encode(rows, forKey: .rows)
  }

  func scale(defaults: RuleFields, numbers: [RowNumbers], confidence: IndexEdition.Confidence)
    throws(BreakpointIndex.DataError) -> BreakpointIndex.Scale
  {
    let input = IndexInput(
      pollutant, averaging, unit, current: current, daily: daily, confidence: self.confidence ?? confidence)
    return try BreakpointIndex.Scale(
      input: input, rows: bounds?.rows(of: input, numbers) ?? rows, rules: rules.rules(defaults: defaults))
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
