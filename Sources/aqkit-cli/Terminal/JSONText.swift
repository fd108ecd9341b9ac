import Foundation

/// Values as JSON for people and programs: sorted members, slashes as they are.
enum JSONText {
  /// The JSON of a value, on several lines.
  static func text(of value: some Encodable) throws -> String { try text(of: value, [.prettyPrinted]) }

  /// The JSON of a value on one line.
  static func line(of value: some Encodable) throws -> String { try text(of: value, []) }

  private static func text(of value: some Encodable, _ formatting: JSONEncoder.OutputFormatting) throws
    -> String
  {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
