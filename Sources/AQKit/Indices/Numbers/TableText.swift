/// A value of the JSON in which tables of indices are written.
///
/// Foundation's `JSONDecoder` would add 7.5 MB to a static binary, and the JSON reader of adapters belongs to a module that
/// indices don't need.
enum TableText {
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case list([TableText])
  case object([String: TableText])

  /// Reads JSON text. Throws `DecodingError.dataCorrupted` for text that isn't JSON, is nested deeper than 64 levels, or
  /// has a member twice.
  init(parsing bytes: some Sequence<UInt8>) throws {
    guard let text = String(wellFormed: bytes, as: UTF8.self) else {
      throw TableParser.fault("it isn't UTF-8")
    }
    // A byte order mark isn't part of the text (RFC 8259, section 8.1).
    let characters = Array(text.utf8)
    var parser = TableParser(
      characters.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(characters.dropFirst(3)) : characters)
    self = try parser.document()
  }
}

/// Reads JSON (RFC 8259) into values.
private struct TableParser {
  private let bytes: [UInt8]
  private var i = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  static func fault(_ reason: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: [], debugDescription: "The text isn't JSON: \(reason)."))
  }

  private func fault() -> DecodingError {
    let line = bytes.prefix(i).count { $0 == UInt8(ascii: "\n") } + 1
    return Self.fault(i < bytes.count ? "line \(line) has something unexpected" : "it ends too early")
  }

  mutating func document() throws -> TableText {
    let value = try self.value(depth: 0)
    skipSpace()
    if i < bytes.count { throw fault() }
    return value
  }

  private mutating func skipSpace() {
    while i < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[i]) { i += 1 }
  }

  /// Returns whether a character comes next; if so, skips it.
  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard i < bytes.count, UInt32(bytes[i]) == character.value else { return false }
    i += 1
    return true
  }

  private mutating func skip(word: StaticString) throws {
    for byte in UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount) {
      guard i < bytes.count, bytes[i] == byte else { throw fault() }
      i += 1
    }
  }

  private mutating func value(depth: Int) throws -> TableText {
    guard depth < 64 else { throw Self.fault("it is nested too deeply") }
    skipSpace()
    guard i < bytes.count else { throw fault() }
    switch bytes[i] {
    case UInt8(ascii: "{"): return try object(depth)
    case UInt8(ascii: "["): return try list(depth)
    case UInt8(ascii: "\""): return .text(try string())
    case UInt8(ascii: "t"):
      try skip(word: "true")
      return .bool(true)
    case UInt8(ascii: "f"):
      try skip(word: "false")
      return .bool(false)
    case UInt8(ascii: "n"):
      try skip(word: "null")
      return .null
    default: return .number(try number())
    }
  }

  private mutating func object(_ depth: Int) throws -> TableText {
    i += 1
    var members: [String: TableText] = [:]
    if skip("}") { return .object(members) }
    repeat {
      skipSpace()
      let name = try string()
      guard skip(":") else { throw fault() }
      guard members.updateValue(try value(depth: depth + 1), forKey: name) == nil else {
        throw Self.fault("the member “\(name.prefix(40))” occurs twice")
      }
    } while skip(",")
    guard skip("}") else { throw fault() }
    return .object(members)
  }

  private mutating func list(_ depth: Int) throws -> TableText {
    i += 1
    var elements: [TableText] = []
    if skip("]") { return .list(elements) }
    repeat { elements.append(try value(depth: depth + 1)) } while skip(",")
    guard skip("]") else { throw fault() }
    return .list(elements)
  }

  private mutating func number() throws -> Double {
    let start = i
    func isDigit(_ i: Int) -> Bool { i < bytes.count && bytes[i].isDigit }
    if bytes[i] == UInt8(ascii: "-") { i += 1 }
    guard isDigit(i), bytes[i] != 0x30 || !isDigit(i + 1) else { throw fault() }
    while isDigit(i) { i += 1 }
    if i < bytes.count, bytes[i] == UInt8(ascii: ".") {
      i += 1
      guard isDigit(i) else { throw fault() }
      while isDigit(i) { i += 1 }
    }
    if i < bytes.count, bytes[i] | 0x20 == UInt8(ascii: "e") {
      i += 1
      if i < bytes.count, bytes[i] == UInt8(ascii: "-") || bytes[i] == UInt8(ascii: "+") { i += 1 }
      guard isDigit(i) else { throw fault() }
      while isDigit(i) { i += 1 }
    }
    guard let number = Double(String(decoding: bytes[start..<i], as: UTF8.self)), number.isFinite else {
      throw Self.fault("a number is too large")
    }
    return number
  }

  private mutating func string() throws -> String {
    guard skip("\"") else { throw fault() }
    var text: [UInt8] = []
    while i < bytes.count, bytes[i] >= 0x20 {
      let byte = bytes[i]
      i += 1
      if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
      if byte == UInt8(ascii: "\\") { text += try escaped() } else { text.append(byte) }
    }
    throw fault()
  }

  private mutating func escaped() throws -> [UInt8] {
    guard i < bytes.count else { throw fault() }
    i += 1
    switch bytes[i - 1] {
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "u"):
      var units = [try unit()]
      if UTF16.isLeadSurrogate(units[0]) {
        try skip(word: "\\u")
        units.append(try unit())
      }
      guard let text = String(wellFormed: units, as: UTF16.self) else { throw fault() }
      return Array(text.utf8)
    case let other where "\"\\/".utf8.contains(other): return [other]
    default: throw fault()
    }
  }

  private mutating func unit() throws -> UInt16 {
    let digits = String(decoding: bytes[i...].prefix(4), as: UTF8.self).compactMap(\.hexDigitValue)
    guard digits.count == 4 else { throw fault() }
    i += 4
    return digits.reduce(0) { $0 * 16 + UInt16($1) }
  }
}
