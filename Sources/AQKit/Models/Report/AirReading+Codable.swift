extension AirReading: Codable {
  private enum CodingKeys: String, CodingKey {
    case parameter, value, unit, interval, averaging, flags, completeness, accuracy, origin
  }

  /// Reads a value; without `averaging` it is averaged over its interval. A value that is not finite is refused.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let value = try container.decode(Double.self, forKey: .value)
    guard value.isFinite else {
      throw DecodingError.dataCorruptedError(
        forKey: .value, in: container, debugDescription: "A reading has a finite value.")
    }
    let interval = try container.decode(AirInterval.self, forKey: .interval)
    self.init(
      parameter: try container.decode(AirParameter.self, forKey: .parameter), value: value,
      unit: try container.decode(AirUnit.self, forKey: .unit), interval: interval,
      averaging: try container.decodeIfPresent(AveragingPeriod.self, forKey: .averaging)
        ?? AveragingPeriod(seconds: interval.length.boundedSeconds),
      flags: try container.decodeIfPresent(Set<QualityFlag>.self, forKey: .flags) ?? [],
      completeness: try container.decodeIfPresent(Completeness.self, forKey: .completeness),
      accuracy: try container.decodeIfPresent(Accuracy.self, forKey: .accuracy),
      origin: try container.decodeIfPresent(AirOrigin.self, forKey: .origin))
  }

  /// Writes a value; flags are sorted, and what is not known is left out.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(parameter, forKey: .parameter)
    try container.encode(value, forKey: .value)
    try container.encode(unit, forKey: .unit)
    try container.encode(interval, forKey: .interval)
    try container.encode(averaging, forKey: .averaging)
    if !flags.isEmpty { try container.encode(flags.sorted(), forKey: .flags) }
    try container.encodeIfPresent(completeness, forKey: .completeness)
    try container.encodeIfPresent(accuracy, forKey: .accuracy)
    try container.encodeIfPresent(origin, forKey: .origin)
  }
}

extension AirReading: Identifiable {
  /// What tells one reading of a report from the others: everything but the value and what is said of it, so that a
  /// revised value stays the same row.
  public struct ID: Hashable, Sendable {
    /// The parameter.
    public let parameter: AirParameter
    /// The unit.
    public let unit: AirUnit
    /// The averaging period.
    public let averaging: AveragingPeriod
    /// The time for which it holds.
    public let interval: AirInterval
    /// The origin of the series, beyond the report's.
    public let origin: AirOrigin?
  }

  /// The reading's identity within a report.
  public var id: ID {
    ID(parameter: parameter, unit: unit, averaging: averaging, interval: interval, origin: origin)
  }
}

extension AirReport: Identifiable {
  /// What tells one report of an answer from the others: the source, the site and the kind of values.
  public struct ID: Hashable, Sendable {
    /// The source.
    public let source: SourceID
    /// The site's identifier; nil if it has none.
    public let siteID: String?
    /// The site's name, if it has no identifier.
    public let siteName: String?
    /// The site's coordinate, if it has no identifier.
    public let coordinate: Coordinate?
    /// The kind of values.
    public let kind: Kind
  }

  /// The report's identity within an answer; the next report of the same site has the same one.
  public var id: ID {
    let isNamed = site.id == nil
    return ID(
      source: source, siteID: site.id, siteName: isNamed ? site.name : nil,
      coordinate: isNamed ? site.coordinate : nil, kind: kind)
  }
}
