import Foundation

/// Values as JSON for users and programs: sorted members, unescaped slashes.
enum TerminalJSON {
  static func line(of value: some Encodable) throws -> TerminalText { try text(of: value, []) }

  /// Returns the JSON of a value, by default on several lines.
  static func text(
    of value: some Encodable, _ formatting: JSONEncoder.OutputFormatting = [.prettyPrinted]
  ) throws -> TerminalText {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
    // Empty arrays and objects are on one line; no line end can be in a string.
    let text = String(decoding: try encoder.encode(value), as: UTF8.self)
      .replacing(#/([\[{])\n\s*([\]}])/#) { "\($0.output.1)\($0.output.2)" }
    return TerminalText(unescaped: escaped(text))
  }

  /// Returns the same JSON without characters that control a terminal or change the direction of text: they become escapes. They can
  /// only be in strings; the encoder has escaped those below the space.
  static func escaped(_ json: String) -> String {
    guard json.utf8.contains(where: { $0 >= 0x7F }), json.unicodeScalars.contains(where: isEscaped) else {
      return json
    }
    var result = ""
    for scalar in json.unicodeScalars {
      guard isEscaped(scalar) else {
        result.unicodeScalars.append(scalar)
        continue
      }
      for unit in String(scalar).utf16 { result += String(format: "\\u%04x", unit) }
    }
    return result
  }

  static func escaped(_ json: [UInt8]) -> [UInt8] {
    json.contains { $0 >= 0x7F } ? Array(escaped(String(decoding: json, as: UTF8.self)).utf8) : json
  }

  private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= 0x7F && scalar.steers }
}
