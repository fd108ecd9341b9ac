/// The spelling of a path in a document: `hourly.pm2_5[3]`, `stations["São Paulo"].value`.
package enum JSONPath {
  static let longestName = 60

  /// Returns a step into an object by a name, truncated if it is long, unless it must be whole.
  package static func step(name: String, isWhole: Bool = false) -> String {
    let isPlain =
      !name.isEmpty && (isWhole || name.utf8.count <= longestName)
      && name.utf8.allSatisfy { $0.isLetter || $0.isDigit || "_-".utf8.contains($0) }
    return isPlain ? ".\(name)" : "[\(quoted(name, isWhole: isWhole))]"
  }

  /// Returns a step into an object by the name whose quotation mark is at an offset. Only the part that is shown is read.
  static func step(nameAt start: Int, in bytes: [UInt8]) -> String {
    let shown = ContiguousArray(bytes[start...].prefix(8 * longestName))
    var end = 0
    let name = try? JSONString.read(shown.span.bytes, &end)
    return step(name: name ?? String(decoding: shown.dropFirst(), as: UTF8.self))
  }

  static func step(position: Int) -> String { "[\(position)]" }

  /// Returns the steps as one string; for a very deep path only its ends.
  static func joined(_ steps: [String]) -> String {
    var text = steps.count <= 20 ? steps.joined() : (steps.prefix(5) + [".…"] + steps.suffix(14)).joined()
    if text.hasPrefix(".") { text.removeFirst() }
    return text
  }

  /// Returns a name in quotation marks, on one line, truncated if it is long, unless it must be whole.
  static func quoted(_ name: String, isWhole: Bool = false) -> String {
    var text = JSONText()
    text.value(isWhole ? name : name.shortened(to: longestName + 3))
    return text.text
  }
}
