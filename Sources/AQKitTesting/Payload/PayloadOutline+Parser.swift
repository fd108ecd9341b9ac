import AQKit

extension PayloadOutline {
  /// Reads JSON; nil for anything else, and for JSON nested deeper than 200 levels.
  init?(json bytes: [UInt8]) {
    do {
      var reader = try AQJSONReader(bytes, maximumDepth: 200)
      let root = try Self.node(&reader)
      try reader.end()
      (self.bytes, self.root) = (bytes, root)
    } catch {
      return nil
    }
  }

  private static func node(_ reader: inout AQJSONReader) throws(AQError) -> Node {
    let kind = try reader.kind()
    let start = reader.position
    switch kind {
    case .object:
      var members: [Member] = []
      try reader.beginObject()
      var end = reader.position
      while try reader.nextMember() {
        let name = name(in: reader.bytes, between: end, and: reader.position)
        members.append(Member(key: name, value: try node(&reader)))
        end = reader.position
      }
      return .object(start..<reader.position, members)
    case .array:
      var elements: [Node] = []
      try reader.beginArray()
      while try reader.nextElement() { elements.append(try node(&reader)) }
      return .array(start..<reader.position, elements)
    case .string, .number, .bool, .null, .missing:
      let range = try reader.skip()
      return kind == .string ? .string(range) : kind == .number ? .number(range) : .literal(range)
    }
  }

  /// The range of a member's name, which only punctuation and white space surround.
  private static func name(in bytes: [UInt8], between start: Int, and end: Int) -> Range<Int> {
    let quotes = bytes[start..<end]
    let first = quotes.firstIndex(of: UInt8(ascii: "\"")) ?? start
    return first..<(quotes.lastIndex(of: UInt8(ascii: "\"")) ?? first) + 1
  }
}
