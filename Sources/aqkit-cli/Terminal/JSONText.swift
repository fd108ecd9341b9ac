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
    return escaped(String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  /// The same JSON without characters that steer a terminal or turn the text around: they stand as escapes. They can only
  /// stand in strings.
  private static func escaped(_ json: String) -> String {
    guard json.utf8.contains(where: { $0 >= 0x7F }), json.unicodeScalars.contains(where: steers) else {
      return json
    }
    var result = ""
    for scalar in json.unicodeScalars {
      guard steers(scalar) else {
        result.unicodeScalars.append(scalar)
        continue
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return result
  }

  private static func steers(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control: scalar.value >= 0x7F
    case .format: !(0x200C...0x200D).contains(scalar.value)
    case .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
