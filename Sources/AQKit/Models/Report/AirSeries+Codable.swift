extension AirSeries: Codable {
  /// Reads a series; `null` in `values` is a gap. Fails like
  /// ``init(_:unit:averaging:timeline:values:flags:completeness:accuracy:origin:correction:conversion:)``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self = try decoder.checked {
      try AirSeries(
        container.decode(AirParameter.self, forKey: "parameter"),
        unit: container.decode(AirUnit.self, forKey: "unit"),
        averaging: container.decodeIfPresent(AveragingPeriod.self, forKey: "averaging"),
        timeline: container.decode(AirTimeline.self, forKey: "timeline"),
        values: container.decode([Double?].self, forKey: "values").map { $0 ?? .nan },
        flags: container.decodeIfPresent([Set<AirReading.QualityFlag>].self, forKey: "flags"),
        completeness: container.decodeIfPresent([AirReading.Completeness?].self, forKey: "completeness"),
        accuracy: container.decodeIfPresent([AirReading.Accuracy?].self, forKey: "accuracy"),
        origin: container.decodeIfPresent(AirOrigin.self, forKey: "origin"),
        correction: container.decodeIfPresent(AirOrigin.Correction.self, forKey: "correction"),
        conversion: container.decodeIfPresent(AirUnit.Conversion.self, forKey: "conversion"))
    }
  }

  /// Writes a series; a gap is `null`, flags are sorted.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.encode(parameter, forKey: "parameter")
    try container.encode(unit, forKey: "unit")
    try container.encode(averaging, forKey: "averaging")
    try container.encode(timeline, forKey: "timeline")
    try container.encode(values.map { $0.isNaN ? nil : $0 }, forKey: "values")
    try container.encodeIfPresent(flags.map { $0.map { $0.spellings } }, forKey: "flags")
    try container.encodeIfPresent(completeness, forKey: "completeness")
    try container.encodeIfPresent(accuracy, forKey: "accuracy")
    try container.encodeIfPresent(origin, forKey: "origin")
    try container.encodeIfPresent(correction, forKey: "correction")
    try container.encodeIfPresent(conversion, forKey: "conversion")
  }
}
