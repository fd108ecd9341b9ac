#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension BreakpointIndex: Codable {
  private enum CodingKeys: String, CodingKey { case schema, rules, requires, bands, scales, messageSource }

  /// The version of the JSON schema.
  public static let schemaVersion = 1

  /// Reads an index from its JSON.
  ///
  /// - Throws: ``BreakpointIndexError``, naming the scale and row that is wrong.
  public init(json: Data) throws(BreakpointIndexError) {
    do {
      self = try JSONDecoder().decode(BreakpointIndex.self, from: json)
    } catch let error as BreakpointIndexError {
      throw error
    } catch let error as DecodingError {
      throw BreakpointIndexError(.malformed, error.placeAndReason)
    } catch {
      throw BreakpointIndexError(.malformed, "the text can't be read as JSON")
    }
  }

  /// Reads an index from its JSON text.
  public init(json: String) throws(BreakpointIndexError) { try self.init(json: Data(json.utf8)) }

  /// Reads the schema of `Docs/Indices.md`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let schema = try container.decodeIfPresent(Int.self, forKey: .schema) ?? 1
    guard schema == BreakpointIndex.schemaVersion else {
      throw BreakpointIndexError(.malformed, "schema \(schema) is newer than this version of AQKit reads")
    }
    let edition = try IndexEdition(from: decoder)
    let source = try container.decodeIfPresent(String.self, forKey: .messageSource) ?? edition.document
    let defaults = try container.decodeIfPresent(RuleFields.self, forKey: .rules) ?? RuleFields()
    var bands: [AQIBand] = []
    for (rank, fields) in try container.decode([BandFields].self, forKey: .bands).enumerated() {
      bands.append(try fields.band(rank: rank, source: source))
    }
    let scales = try container.decode([ScaleFields].self, forKey: .scales).map {
      try $0.scale(defaults: defaults, confidence: edition.confidence)
    }
    try self.init(
      edition: edition, bands: bands, scales: scales,
      requirement: container.decodeIfPresent(IndexRequirement.self, forKey: .requires) ?? IndexRequirement())
  }

  /// Writes the schema of `Docs/Indices.md`.
  public func encode(to encoder: any Encoder) throws {
    try edition.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(BreakpointIndex.schemaVersion, forKey: .schema)
    try container.encodeIfPresent(
      bands.first { !$0.messages.isEmpty }?.messages.first?.source, forKey: .messageSource)
    try container.encode(requirement, forKey: .requires)
    try container.encode(bands.map(BandFields.init), forKey: .bands)
    try container.encode(scales.map(ScaleFields.init), forKey: .scales)
  }
}

/// A band as JSON has it.
private struct BandFields: Codable {
  struct Message: Codable {
    var group: String
    var text: String
    var source: String?
  }
  var key: String
  var name: String
  var local: String?
  var language: String?
  var table: String?
  var label: String?
  var index: [Int?]
  var color: AQIColor?
  var colors: [AQIColor]?
  var messages: [Message]?

  init(_ band: AQIBand) {
    key = band.key
    name = band.name
    local = band.localName
    language = band.localLanguage
    table = band.tableName
    label = band.label
    index = [band.lowerIndex, band.upperIndex]
    color = band.colors.count == 1 ? band.colors.first : nil
    colors = band.colors.count > 1 ? band.colors : nil
    messages =
      band.messages.isEmpty
      ? nil : band.messages.map { Message(group: $0.group, text: $0.text, source: $0.source) }
  }

  func band(rank: Int, source: String) throws(BreakpointIndexError) -> AQIBand {
    guard index.count == 2, let lower = index[0] else {
      throw BreakpointIndexError(
        .malformed, row: rank + 1, "the band “\(key)” needs its first and last number, [0, 50] or [301, null]"
      )
    }
    return AQIBand(
      rank: rank, key: key, name: name, localName: local, localLanguage: language, tableName: table,
      label: label,
      lowerIndex: lower, upperIndex: index[1], colors: colors ?? color.map { [$0] } ?? [],
      messages: (messages ?? []).map {
        HealthMessage(group: $0.group, text: $0.text, source: $0.source ?? source)
      })
  }
}

/// The rules as JSON has them, for the whole index or one scale.
private struct RuleFields: Codable {
  var decimals: Int?
  var rounding: ConcentrationRounding?
  var indexRounding: IndexRounding?
  var edges: EdgeRule?
  var beyond: BeyondRule?
  var beyondSlope: Double?
  var negativeTolerance: Double?
  var allowsGaps: Bool?
  var usedWhenBeyond: AveragingPeriod?
  var otherReadings: [BreakpointScale.OtherReading]?

  init() {}

  init(_ rules: BreakpointScale.Rules) {
    decimals = rules.decimals
    rounding = rules.rounding
    indexRounding = rules.indexRounding
    edges = rules.edges
    beyond = rules.beyond
    beyondSlope = rules.beyondSlope
    negativeTolerance = rules.negativeTolerance == 0 ? nil : rules.negativeTolerance
    allowsGaps = rules.allowsGaps ? true : nil
    usedWhenBeyond = rules.usedWhenBeyond
    otherReadings = rules.otherReadings.isEmpty ? nil : rules.otherReadings
  }

  func rules(defaults: RuleFields) -> BreakpointScale.Rules {
    BreakpointScale.Rules(
      decimals: decimals ?? defaults.decimals, rounding: rounding ?? defaults.rounding ?? .none,
      indexRounding: indexRounding ?? defaults.indexRounding ?? .halfUp,
      edges: edges ?? defaults.edges ?? .upperInclusive, beyond: beyond ?? defaults.beyond ?? .undefined,
      beyondSlope: beyondSlope ?? defaults.beyondSlope,
      negativeTolerance: negativeTolerance ?? defaults.negativeTolerance ?? 0,
      allowsGaps: allowsGaps ?? defaults.allowsGaps ?? false, usedWhenBeyond: usedWhenBeyond,
      otherReadings: otherReadings ?? defaults.otherReadings ?? [])
  }
}

/// A scale as JSON has it.
private struct ScaleFields: Codable {
  var pollutant: AirParameter
  var averaging: AveragingPeriod
  var unit: AirUnit
  var current: AveragingMethod?
  var daily: AveragingMethod?
  var confidence: IndexConfidence?
  var rules: RuleFields
  var rows: [Breakpoint]

  private enum CodingKeys: String, CodingKey {
    case pollutant, averaging, unit, current, daily, confidence, rows
  }

  init(_ scale: BreakpointScale) {
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
    pollutant = try container.decode(AirParameter.self, forKey: .pollutant)
    averaging = try container.decode(AveragingPeriod.self, forKey: .averaging)
    unit = try container.decode(AirUnit.self, forKey: .unit)
    current = try container.decodeIfPresent(AveragingMethod.self, forKey: .current)
    daily = try container.decodeIfPresent(AveragingMethod.self, forKey: .daily)
    confidence = try container.decodeIfPresent(IndexConfidence.self, forKey: .confidence)
    rows = try container.decode([Breakpoint].self, forKey: .rows)
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

  func scale(defaults: RuleFields, confidence: IndexConfidence) throws(BreakpointIndexError)
    -> BreakpointScale
  {
    try BreakpointScale(
      input: IndexInput(
        pollutant, averaging, unit, current: current, daily: daily, confidence: self.confidence ?? confidence),
      rows: rows, rules: rules.rules(defaults: defaults))
  }
}

extension DecodingError {
  /// Where in the JSON, and what is wrong there.
  fileprivate var placeAndReason: String {
    func place(_ path: [any CodingKey]) -> String {
      path.map { $0.intValue.map { "[\($0 + 1)]" } ?? ".\($0.stringValue)" }.joined()
    }
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      return "\(place(context.codingPath)): \(context.debugDescription)"
    case .keyNotFound(let key, let context):
      return "\(place(context.codingPath)): “\(key.stringValue)” is missing"
    @unknown default: return "the text can't be read"
    }
  }
}
