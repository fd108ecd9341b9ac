/// The members of an index, its bands and its scales in JSON, as the guide “Air-quality indices” has them.
enum SchemaMember {
  /// The members of an index, without those of its edition.
  static let ofIndex = [
    "schema", "rules", "requires", "additions", "bands", "numbers", "scales", "messageSource", "conditions",
  ]
  static let ofBand = [
    "key", "name", "local", "language", "table", "label", "index", "color", "colors", "messages",
  ]
  static let ofMessage = ["group", "text", "source"]
  static let ofRules = [
    "decimals", "rounding", "indexRounding", "edges", "beyond", "beyondSlope", "negativeTolerance",
    "allowsGaps", "fillsGaps", "usedWhenBeyond", "otherReadings",
  ]

  /// The members of a scale, without those of its rules.
  static func ofScale(withBounds hasBounds: Bool) -> [String] {
    ["pollutant", "averaging", "unit", "current", "daily", "confidence", "bounds"]
      + (hasBounds ? ["numbers", "printedDecimals"] : ["rows"])
  }
}
