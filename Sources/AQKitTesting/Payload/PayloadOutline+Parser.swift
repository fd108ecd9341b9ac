extension PayloadOutline {
  /// A plain reader of JSON that notes positions.
  struct Parser {
    let bytes: [UInt8]
    var index = 0
    var depth = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func document() -> Node? {
      guard let node = value() else { return nil }
      skipSpace()
      return index == bytes.count ? node : nil
    }

    private mutating func value() -> Node? {
      skipSpace()
      guard let byte = peek else { return nil }
      switch byte {
      case UInt8(ascii: "{"): return object()
      case UInt8(ascii: "["): return array()
      case UInt8(ascii: "\""): return string().map(Node.string)
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        let range = run { Self.isNumeric($0) }
        return Double(String(decoding: bytes[range], as: UTF8.self)) == nil ? nil : .number(range)
      default:
        let range = run { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }
        return ["true", "false", "null"].contains(String(decoding: bytes[range], as: UTF8.self))
          ? .literal(range) : nil
      }
    }

    private mutating func object() -> Node? {
      guard let start = enter() else { return nil }
      var members: [Member] = []
      if skip(UInt8(ascii: "}")) { return leave(.object(start..<index, [])) }
      while true {
        skipSpace()
        guard let key = string(), skip(UInt8(ascii: ":")), let value = value() else { return nil }
        members.append(Member(key: key, value: value))
        if skip(UInt8(ascii: "}")) { return leave(.object(start..<index, members)) }
        guard skip(UInt8(ascii: ",")) else { return nil }
      }
    }

    private mutating func array() -> Node? {
      guard let start = enter() else { return nil }
      var elements: [Node] = []
      if skip(UInt8(ascii: "]")) { return leave(.array(start..<index, [])) }
      while true {
        guard let value = value() else { return nil }
        elements.append(value)
        if skip(UInt8(ascii: "]")) { return leave(.array(start..<index, elements)) }
        guard skip(UInt8(ascii: ",")) else { return nil }
      }
    }

    private mutating func string() -> Range<Int>? {
      let start = index
      guard peek == UInt8(ascii: "\"") else { return nil }
      index += 1
      while let byte = peek {
        index += byte == UInt8(ascii: "\\") ? 2 : 1
        if byte == UInt8(ascii: "\"") { return start..<index }
      }
      return nil
    }

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func enter() -> Int? {
      depth += 1
      guard depth <= 200 else { return nil }
      defer { index += 1 }
      return index
    }

    private mutating func leave(_ node: Node) -> Node {
      depth -= 1
      return node
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
      skipSpace()
      guard peek == byte else { return false }
      index += 1
      return true
    }

    private mutating func skipSpace() { _ = run { $0 == 32 || $0 == 9 || $0 == 10 || $0 == 13 } }

    private mutating func run(_ belongs: (UInt8) -> Bool) -> Range<Int> {
      let start = index
      while let byte = peek, belongs(byte) { index += 1 }
      return start..<index
    }

    private static func isNumeric(_ byte: UInt8) -> Bool {
      (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")) || "+-.eE".utf8.contains(byte)
    }
  }
}
