extension AirSeries: Hashable {
  /// Equal in everything, a gap being equal to a gap.
  public static func == (lhs: AirSeries, rhs: AirSeries) -> Bool {
    lhs.parameter == rhs.parameter && lhs.unit == rhs.unit && lhs.averaging == rhs.averaging
      && lhs.timeline == rhs.timeline && lhs.flags == rhs.flags && lhs.completeness == rhs.completeness
      && lhs.origin == rhs.origin && lhs.correction == rhs.correction && lhs.conversion == rhs.conversion
      && lhs.values.elementsEqual(rhs.values) { $0 == $1 || ($0.isNaN && $1.isNaN) }
  }

  /// Hashes the identity, the timeline and the values; all gaps hash alike.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(parameter)
    hasher.combine(unit)
    hasher.combine(averaging)
    hasher.combine(timeline)
    for value in values { hasher.combine(value.isNaN ? nil : value) }
  }
}

extension AirSeries: Codable {
  private enum CodingKeys: String, CodingKey {
    case parameter, unit, averaging, timeline, values, flags, completeness, origin, correction, conversion
  }

  /// Reads a series; `null` in `values` is a gap. Fails like
  /// ``init(_:unit:averaging:timeline:values:flags:completeness:origin:correction:conversion:)``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    do {
      try self.init(
        container.decode(AirParameter.self, forKey: .parameter),
        unit: container.decode(AirUnit.self, forKey: .unit),
        averaging: container.decodeIfPresent(AveragingPeriod.self, forKey: .averaging),
        timeline: container.decode(Timeline.self, forKey: .timeline),
        values: container.decode([Double?].self, forKey: .values).map { $0 ?? .nan },
        flags: container.decodeIfPresent([Set<QualityFlag>].self, forKey: .flags),
        completeness: container.decodeIfPresent([Completeness?].self, forKey: .completeness),
        origin: container.decodeIfPresent(Origin.self, forKey: .origin),
        correction: container.decodeIfPresent(Correction.self, forKey: .correction),
        conversion: container.decodeIfPresent(UnitConversion.self, forKey: .conversion))
    } catch let error as AQError {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: error.message))
    }
  }

  /// Writes a series; a gap is `null`, flags are sorted.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(parameter, forKey: .parameter)
    try container.encode(unit, forKey: .unit)
    try container.encode(averaging, forKey: .averaging)
    try container.encode(timeline, forKey: .timeline)
    try container.encode(values.map { $0.isNaN ? nil : $0 }, forKey: .values)
    try container.encodeIfPresent(flags.map { $0.map { $0.sorted() } }, forKey: .flags)
    try container.encodeIfPresent(completeness, forKey: .completeness)
    try container.encodeIfPresent(origin, forKey: .origin)
    try container.encodeIfPresent(correction, forKey: .correction)
    try container.encodeIfPresent(conversion, forKey: .conversion)
  }
}
