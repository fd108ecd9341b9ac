public import AQKit

/// The content of a folder of recordings, in its `manifest.json`.
///
/// ```json
/// {"schema": 1, "recordings": [
///   {"file": "brno.json", "format": "aqkit", "recordedAt": "2026-10-01T12:00:00Z", "constructed": false}]}
/// ```
public struct FixtureManifest: Hashable, Sendable {
  /// The version of the layout that this version of AQKit reads and writes.
  public static let schemaVersion = 1

  /// A title for display.
  public var title: String?
  /// The recordings, in the order in which sources serve them.
  public var recordings: [FixtureRecording]
  /// Unreadable entries, as notes; empty unless the manifest was read.
  public private(set) var notes: [AirNote] = []

  /// Creates a manifest of recordings, in order.
  public init(title: String? = nil, recordings: [FixtureRecording]) {
    self.title = title
    self.recordings = recordings
  }
}

extension FixtureManifest: Codable {
  /// Reads a manifest. An unreadable entry becomes a note and the others are read; a newer schema is refused.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    let schema: Int = try container.value("schema")
    guard schema == Self.schemaVersion else {
      throw container.fault(
        at: "schema", "Schema \(schema) isn't supported by this version of AQKit (\(Self.schemaVersion)).")
    }
    title = try container.optional("title")
    recordings = []
    for entry in try container.decode([ReadablePart<FixtureRecording>].self, forKey: "recordings") {
      switch entry.result {
      case .success(let recording): recordings.append(recording)
      case .failure(let error):
        notes.append(AirNote(.refused, "manifest.json: \(DecodingText.reason(of: error))"))
      }
    }
  }

  /// Writes a manifest.
  public func encode(to encoder: any Encoder) throws {
    try encoder.write(["schema": Self.schemaVersion, "title": title, "recordings": recordings])
  }
}

/// Describes a decoder's error in a sentence with the path of the member.
enum DecodingText {
  static func reason(of error: any Error) -> String {
    guard let error = error as? DecodingError else { return "It can't be decoded." }
    switch error {
    case .keyNotFound(let key, let context): return "“\(path(context.codingPath + [key]))” is missing."
    case .valueNotFound(_, let context): return "“\(path(context.codingPath))” is null."
    case .typeMismatch(let type, let context): return "“\(path(context.codingPath))” is no \(type)."
    case .dataCorrupted(let context):
      let path = path(context.codingPath)
      return path.isEmpty ? context.debugDescription : "“\(path)”: \(context.debugDescription)"
    @unknown default: return "It can't be decoded."
    }
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    keys.reduce(into: "") { path, key in
      path += key.intValue.map { "[\($0)]" } ?? (path.isEmpty ? "" : ".") + key.stringValue
    }
  }
}
