public import AQKit

/// A recording of a folder: a file, its format, and its origin and time.
public struct FixtureRecording: Hashable, Sendable {
  /// The file, relative to the folder.
  public var file: String
  /// The name of its format, such as `aqkit` or `open-meteo`.
  public var format: String
  /// The time of the recording. Windows such as "the past day" are relative to this moment.
  public var recordedAt: AirTime
  /// The basis on which ``recordedAt`` is known, if that isn't obvious.
  public var recordedAtBasis: String?
  /// Whether some or all data are made up.
  public var isConstructed = false
  /// Whether a source serves it; otherwise it is read by name only.
  public var isServed = true
  /// The file of which this is the raw form; the raw form replaces that file if its format is registered.
  public var rawOf: String?
  /// The places that it is for, in the order of the query; empty if the file states them.
  public var places: [AirSite] = []
  /// The recorded source, if known.
  public var source: SourceID?
  /// The query, with rounded coordinates; nil if unknown.
  public var query: AirQuery?
  /// The shape of the content, with which drift checks detect changes of the service; nil if it has none.
  public var shape: PayloadShape?
  /// The columns of the format `csv`.
  public var csv: PayloadFormat.CSVLayout?
  /// The origin of the data.
  public var origin: FixtureOrigin?
  /// The attribution that must be shown with the values, for formats that contain none.
  public var attribution: [AirAttribution] = []
  /// The rights that the licence grants, for formats that contain none.
  public var rights = AirRights.unknown

  /// Creates the entry of a recording, which a source serves.
  public init(file: String, format: String, recordedAt: AirTime) {
    self.file = file
    self.format = format
    self.recordedAt = recordedAt
  }
}

extension FixtureRecording: Codable {
  private enum CodingKeys: String, CodingKey {
    case file, format, recordedAt, recordedAtBasis, rawOf, places, source, query, shape, csv, origin
    case attribution, rights
    case isConstructed = "constructed"
    case isServed = "served"
  }

  /// Reads an entry; requires file, format, time of recording and whether it is constructed.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      file: try container.decode(String.self, forKey: .file),
      format: try container.decode(String.self, forKey: .format),
      recordedAt: try container.decode(AirTime.self, forKey: .recordedAt))
    recordedAtBasis = try container.decodeIfPresent(String.self, forKey: .recordedAtBasis)
    isConstructed = try container.decode(Bool.self, forKey: .isConstructed)
    isServed = try container.decodeIfPresent(Bool.self, forKey: .isServed) ?? true
    rawOf = try container.decodeIfPresent(String.self, forKey: .rawOf)
    places = try container.decodeIfPresent([AirSite].self, forKey: .places) ?? []
    source = try container.decodeIfPresent(SourceID.self, forKey: .source)
    query = try container.decodeIfPresent(AirQuery.self, forKey: .query)
    shape = try container.decodeIfPresent(PayloadShape.self, forKey: .shape)
    csv = try container.decodeIfPresent(PayloadFormat.CSVLayout.self, forKey: .csv)
    origin = try container.decodeIfPresent(FixtureOrigin.self, forKey: .origin)
    attribution = try container.decodeIfPresent([AirAttribution].self, forKey: .attribution) ?? []
    rights = try container.decodeIfPresent(AirRights.self, forKey: .rights) ?? .unknown
  }

  /// Writes an entry without empty or default members.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(file, forKey: .file)
    try container.encode(format, forKey: .format)
    try container.encode(recordedAt, forKey: .recordedAt)
    try container.encodeIfPresent(recordedAtBasis, forKey: .recordedAtBasis)
    try container.encode(isConstructed, forKey: .isConstructed)
    if !isServed { try container.encode(isServed, forKey: .isServed) }
    try container.encodeIfPresent(rawOf, forKey: .rawOf)
    if !places.isEmpty { try container.encode(places, forKey: .places) }
    try container.encodeIfPresent(source, forKey: .source)
    try container.encodeIfPresent(query, forKey: .query)
    try container.encodeIfPresent(shape, forKey: .shape)
    try container.encodeIfPresent(csv, forKey: .csv)
    try container.encodeIfPresent(origin, forKey: .origin)
    if !attribution.isEmpty { try container.encode(attribution, forKey: .attribution) }
    if rights != .unknown { try container.encode(rights, forKey: .rights) }
  }
}
