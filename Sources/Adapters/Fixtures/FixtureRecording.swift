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
  /// The file, itself no raw form, of which this is the raw form, which replaces it if its format is registered.
  public var rawOf: String?
  /// The places that the recording is for, in the order of the query; empty if the file states them.
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
  /// Reads an entry; requires file, format, time of recording and whether it is constructed.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    try self.init(
      file: container.value("file"), format: container.value("format"),
      recordedAt: container.value("recordedAt"))
    recordedAtBasis = try container.optional("recordedAtBasis")
    isConstructed = try container.value("constructed")
    isServed = try container.optional("served") ?? true
    rawOf = try container.optional("rawOf")
    places = try container.optional("places") ?? []
    source = try container.optional("source")
    query = try container.optional("query")
    shape = try container.optional("shape")
    csv = try container.optional("csv")
    origin = try container.optional("origin")
    attribution = try container.optional("attribution") ?? []
    rights = try container.optional("rights") ?? .unknown
  }

  /// Writes an entry without empty or default members.
  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "file": file, "format": format, "recordedAt": recordedAt, "recordedAtBasis": recordedAtBasis,
      "constructed": isConstructed, "served": isServed ? nil : false, "rawOf": rawOf,
      "places": places.isEmpty ? nil : places, "source": source, "query": query, "shape": shape, "csv": csv,
      "origin": origin, "attribution": attribution.isEmpty ? nil : attribution,
      "rights": rights == .unknown ? nil : rights,
    ])
  }
}
