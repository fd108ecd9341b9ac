/// The spelling of a path in a document: `hourly.pm2_5[3]`, `stations["São Paulo"].value`.
enum JSONPath {
  /// The longest name that is written in full.
  static let longestName = 60

  /// A step into an object.
  static func step(name: String) -> String {
    let isPlain =
      !name.isEmpty && name.utf8.count <= longestName
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
    return isPlain ? ".\(name)" : "[\(quoted(name))]"
  }

  /// A step into an array.
  static func step(position: Int) -> String { "[\(position)]" }

  /// The steps as one text; only the ends of a very deep path.
  static func joined(_ steps: [String]) -> String {
    var text = steps.count <= 20 ? steps.joined() : (steps.prefix(5) + [".…"] + steps.suffix(14)).joined()
    if text.hasPrefix(".") { text.removeFirst() }
    return text
  }

  /// A name in quotation marks, on one line, truncated if it is long.
  static func quoted(_ name: String) -> String {
    var text = JSONText()
    text.value(name.count <= longestName ? name : name.prefix(longestName) + "…")
    return text.text
  }
}
