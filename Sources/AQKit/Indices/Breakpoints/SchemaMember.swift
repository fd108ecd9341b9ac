/// The members of an index, its bands and its scales in JSON, as the guide “Air-quality indices” has them.
enum SchemaMember: String, CodingKey {
  case schema, rules, requires, additions, bands, numbers, scales, messageSource, conditions
  case key, name, local, language, table, label, index, color, colors, messages
  case group, text, source
  case decimals, rounding, indexRounding, edges, beyond, beyondSlope, negativeTolerance, allowsGaps, fillsGaps
  case usedWhenBeyond, otherReadings
  case pollutant, averaging, unit, current, daily, confidence, rows, bounds, printedDecimals

  /// The members of an index, without those of its edition.
  static let ofIndex: [SchemaMember] = [
    .schema, .rules, .requires, .additions, .bands, .numbers, .scales, .messageSource, .conditions,
  ]
  static let ofBand: [SchemaMember] = [
    .key, .name, .local, .language, .table, .label, .index, .color, .colors, .messages,
  ]
  static let ofMessage: [SchemaMember] = [.group, .text, .source]
  static let ofRules: [SchemaMember] = [
    .decimals, .rounding, .indexRounding, .edges, .beyond, .beyondSlope, .negativeTolerance, .allowsGaps,
    .fillsGaps, .usedWhenBeyond, .otherReadings,
  ]

  /// The members of a scale, without those of its rules.
  static func ofScale(withBounds hasBounds: Bool) -> [SchemaMember] {
    hasBounds
      ? [
        .pollutant, .averaging, .unit, .current, .daily, .confidence, .bounds, .numbers, .printedDecimals,
      ]
      : [.pollutant, .averaging, .unit, .current, .daily, .confidence, .bounds, .rows]
  }
}

extension Decoder {
  /// Refuses an object that has another member.
  func refuseMembers(otherThan known: [SchemaMember]) throws {
    try refuseMembers(otherThan: known.map(\.rawValue))
  }
}
