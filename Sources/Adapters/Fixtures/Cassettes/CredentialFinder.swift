import AQKit
import Foundation

/// Finds credentials in texts, in any spelling in which a service repeats them, and replaces them with ``Redaction/mark``.
///
/// It finds a credential verbatim, in percent encoding, with the escapes of JSON (also of JSON within a string of JSON) and
/// of HTML, in any mixture of these, and as Base64, even inside a longer text. It doesn't find credentials of fewer than
/// four bytes, or hashed, compressed, encrypted, reversed or hexadecimal ones.
struct CredentialFinder: Sendable {
  /// The credentials that each byte can start, verbatim or escaped; longer ones first, so that no part of one is left over.
  private let values: [[[Unicode.Scalar]]]
  private let isEmpty: Bool

  private static let mark = Array(Redaction.mark.utf8)

  init(_ credentials: [String]) {
    // In `Bearer abc`, `abc` is the secret; in `%2F` of an address, so is the slash.
    var all = Set(credentials.flatMap { [$0] + $0.split(separator: " ").dropFirst().map(String.init) })
    for text in all {
      if let decoded = text.removingPercentEncoding { all.insert(decoded) }
      if let pair = Data(base64Encoded: text).flatMap({ String(data: $0, encoding: .utf8) }),
        let colon = pair.utf8.firstIndex(of: UInt8(ascii: ":"))
      {
        all.formUnion([pair, String(pair[pair.utf8.index(after: colon)...])])
      }
    }
    all = all.filter { $0.utf8.count >= 4 }
    all.formUnion(all.flatMap(Self.base64))
    isEmpty = all.isEmpty
    var values = [[[Unicode.Scalar]]](repeating: [], count: 256)
    for value in all.sorted(by: { ($0.utf8.count, $0) > ($1.utf8.count, $1) }) {
      let space = value.utf8.first == UInt8(ascii: " ") ? "+" : ""
      for byte in Set(Array("%\\&\(space)".utf8) + value.utf8.prefix(1)) {
        values[Int(byte)].append(Array(value.unicodeScalars))
      }
    }
    self.values = values
  }

  /// Returns the parts of a text's Base64 that don't depend on its position in a longer text.
  private static func base64(_ text: String) -> [String] {
    guard text.utf8.count >= 8 else { return [] }
    return (0...2).flatMap { offset in
      let encoded = Data([UInt8](repeating: 0, count: offset) + Array(text.utf8)).base64EncodedString()
      let whole = encoded.utf8.count { $0 != UInt8(ascii: "=") }
      let isCut = encoded.utf8.count > whole
      let core = String(
        encoded.dropFirst([0, 2, 3][offset]).prefix(whole - [0, 2, 3][offset] - (isCut ? 1 : 0)))
      return [core, core.replacing("+", with: "-").replacing("/", with: "_")]
    }
  }

  func replaced(in text: String) -> String {
    isEmpty ? text : String(decoding: replaced(in: Array(text.utf8)), as: UTF8.self)
  }

  /// Returns bytes without the credentials in them or, with `onlyStrings`, in the strings of JSON. JSON stays JSON: a number
  /// that is a credential becomes a string.
  func replaced(in bytes: [UInt8], onlyStrings: Bool = false) -> [UInt8] {
    if isEmpty { return bytes }
    let isJSON = JSONMembers.isJSON(bytes)
    var isString = !isJSON
    var word = (end: 0, isJSON: true)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var at = 0
    while at < bytes.count {
      let byte = bytes[at]
      var next = at + 1
      if isJSON, byte == UInt8(ascii: "\"") {
        isString.toggle()
      } else if isString {
        if let end = end(in: bytes, at: at, isJSON) {
          result += Self.mark
          at = end
          continue
        }
        if isJSON, byte == UInt8(ascii: "\\") { next = min(at + 2, bytes.count) }
      } else if JSONOutline.isWord(byte) {
        if at >= word.end {
          word.end = JSONOutline.wordEnd(bytes, at)
          word.isJSON = Self.isJSON(word: bytes[at..<word.end])
        }
        // Text that only begins like JSON may have a credential within a word.
        if word.isJSON { next = word.end }
        if !onlyStrings, let end = end(in: bytes, at: at, isJSON), end >= next {
          let isValue = word.isJSON && end == next
          result += isValue ? Array("\"\(Redaction.mark)\"".utf8) : Self.mark
          at = end
          continue
        }
      }
      result += bytes[at..<next]
      at = next
    }
    return result
  }

  private static func isJSON(word: ArraySlice<UInt8>) -> Bool {
    ["true", "false", "null"].contains { word.elementsEqual($0.utf8) }
      || word.allSatisfy { $0.isDigit || "+-.eE".utf8.contains($0) }
  }

  private func end(in bytes: [UInt8], at start: Int, _ isJSON: Bool) -> Int? {
    for value in values[Int(bytes[start])] {
      var ends = [start]
      for scalar in value {
        var next: [Int] = []
        for end in ends { Self.step(over: scalar, in: bytes, from: end, isJSON, &next) }
        ends = next
        if ends.isEmpty { break }
      }
      if let end = ends.max() { return end }
    }
    return nil
  }

  /// Adds the end of each spelling of a character at an offset.
  private static func step(
    over scalar: Unicode.Scalar, in bytes: [UInt8], from start: Int, _ isJSON: Bool, _ ends: inout [Int]
  ) {
    guard start < bytes.count else { return }
    func add(_ end: Int?) {
      if let end, !ends.contains(end) { ends.append(end) }
    }
    let text = scalar.utf8
    if bytes[start...].starts(with: text), !(isJSON && scalar == "\"") { add(start + text.count) }
    switch bytes[start] {
    case UInt8(ascii: "+") where scalar == " ": add(start + 1)
    case UInt8(ascii: "%"): add(percentEncoded(text, bytes, start))
    case UInt8(ascii: "\\"): escaped(scalar, bytes, start).forEach(add)
    case UInt8(ascii: "&"): add(entity(scalar, bytes, start))
    default: break
    }
  }

  /// Returns the end of a percent-encoded credential: `%2F`, or `%252F` for double encoding.
  private static func percentEncoded(_ text: some Sequence<UInt8>, _ bytes: [UInt8], _ start: Int) -> Int? {
    var at = start
    for byte in text {
      guard at < bytes.count, bytes[at] == UInt8(ascii: "%") else { return nil }
      at += 1
      var folds = 0
      while folds < 3, byte != UInt8(ascii: "%"), bytes[at...].starts(with: "25".utf8) {
        at += 2
        folds += 1
      }
      guard hexadecimal(bytes, at, digits: 2) == UInt32(byte) else { return nil }
      at += 2
    }
    return at
  }

  /// Returns the possible ends of an escaped scalar, such as `\/` or `\u002F`, also in JSON within JSON strings, three levels deep.
  private static func escaped(_ scalar: Unicode.Scalar, _ bytes: [UInt8], _ start: Int) -> [Int] {
    func afterBackslashes(_ start: Int) -> Int {
      start + bytes[start...].prefix(7).prefix { $0 == UInt8(ascii: "\\") }.count
    }
    var at = afterBackslashes(start)
    var ends = scalar == "\\" ? stride(from: start + 2, through: at, by: 2).map { $0 } : []
    guard at < bytes.count else { return ends }
    let letters: [Unicode.Scalar: Character] = ["\n": "n", "\r": "r", "\t": "t", "\u{8}": "b", "\u{C}": "f"]
    if let letter = letters[scalar]?.asciiValue { return bytes[at] == letter ? [at + 1] : [] }
    if scalar == "/" || scalar == "\"" || scalar == "'" {
      if bytes[at] == UInt8(scalar.value) { return [at + 1] }
    }
    for unit in String(scalar).utf16 {
      at = afterBackslashes(at)
      guard at < bytes.count, bytes[at] == UInt8(ascii: "u"),
        hexadecimal(bytes, at + 1, digits: 4) == UInt32(unit)
      else { return ends }
      at += 5
    }
    ends.append(at)
    return ends
  }

  /// Returns the end of an entity for a character: `&amp;`, `&#38;` or `&#x26;`.
  private static func entity(_ scalar: Unicode.Scalar, _ bytes: [UInt8], _ start: Int) -> Int? {
    let rest = bytes[(start + 1)...].prefix(10)
    guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = String(decoding: rest[..<end], as: UTF8.self).lowercased()
    let names: [String: Unicode.Scalar] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "sol": "/",
    ]
    let value =
      if name.hasPrefix("#x") { UInt32(name.dropFirst(2), radix: 16) } else if name.hasPrefix("#") {
        UInt32(name.dropFirst())
      } else { names[name]?.value }
    return value == scalar.value ? end + 1 : nil
  }

  private static func hexadecimal(_ bytes: [UInt8], _ start: Int, digits: Int) -> UInt32? {
    guard start + digits <= bytes.count else { return nil }
    return UInt32(String(decoding: bytes[start..<(start + digits)], as: UTF8.self), radix: 16)
  }
}
