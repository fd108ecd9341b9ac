import AQKit

/// The pieces of a recorded payload, by their positions: what a contract changes, one at a time.
struct PayloadOutline: Sendable {
  indirect enum Node: Sendable {
    case object(Range<Int>, [Member])
    case array(Range<Int>, [Node])
    case string(Range<Int>)
    case number(Range<Int>)
    case literal(Range<Int>)
    /// A header, and lines below it.
    case lines(Range<Int>, [Node])

    var range: Range<Int> {
      switch self {
      case .lines(let header, let rows):
        header.lowerBound..<(rows.last?.range.upperBound ?? header.upperBound)
      case .object(let range, _), .array(let range, _), .string(let range), .number(let range),
        .literal(let range):
        range
      }
    }
  }

  struct Member: Sendable {
    let key: Range<Int>
    let value: Node
  }

  let bytes: [UInt8]
  let root: Node

  /// Reads JSON; nil for anything else, and for JSON nested deeper than 200 levels.
  init?(json bytes: [UInt8]) {
    var parser = Parser(bytes: bytes)
    guard let root = parser.document() else { return nil }
    self.bytes = bytes
    self.root = root
  }

  /// Reads JSON, or lines of which the first is a header: those become an array of texts.
  init?(anyRows bytes: [UInt8]) {
    if let outline = PayloadOutline(json: bytes) {
      self = outline
      return
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)
    guard lines.count > 4, let header = lines.first, header.contains(where: { ",;\t".utf8.contains($0) })
    else {
      return nil
    }
    self.bytes = bytes
    root = .lines(
      header.startIndex..<header.endIndex, lines.dropFirst().map { .literal($0.startIndex..<$0.endIndex) })
  }

  /// The payload with a member more at the beginning of every object.
  func adding(member: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var copied = 0
    visit(root) { node in
      guard case .object(let range, let members) = node else { return }
      result += bytes[copied...range.lowerBound] + member
      if !members.isEmpty { result.append(UInt8(ascii: ",")) }
      copied = range.lowerBound + 1
    }
    return result + bytes[copied...]
  }

  /// Every node that is no object and no array, in order.
  var leaves: [Node] {
    var leaves: [Node] = []
    visit(root) { node in
      switch node {
      case .string, .number, .literal: leaves.append(node)
      case .object, .array, .lines: break
      }
    }
    return leaves
  }

  /// A member with what has to be cut to remove it.
  struct RemovableMember: Sendable {
    let key: Range<Int>
    let cut: Range<Int>
  }

  /// Every member of every object, in order.
  var members: [RemovableMember] {
    var result: [RemovableMember] = []
    visit(root) { node in
      guard case .object(_, let members) = node else { return }
      for (index, member) in members.enumerated() {
        // With the comma behind it, or before it for the last one.
        let cut =
          if members.indices.contains(index + 1) {
            member.key.lowerBound..<members[index + 1].key.lowerBound
          } else if index > 0 {
            members[index - 1].value.range.upperBound..<member.value.range.upperBound
          } else {
            member.key.lowerBound..<member.value.range.upperBound
          }
        result.append(RemovableMember(key: member.key, cut: cut))
      }
    }
    return result
  }

  /// The payload without a member.
  func removing(_ member: RemovableMember) -> [UInt8] { replacing(member.cut, by: []) }

  /// A member's name and position, for a message.
  func label(of member: RemovableMember) -> String {
    "\(String(decoding: bytes[member.key], as: UTF8.self)) at byte \(member.key.lowerBound)"
  }

  /// The payload with a part replaced.
  func replacing(_ range: Range<Int>, by text: [UInt8]) -> [UInt8] {
    var copy = bytes
    copy.replaceSubrange(range, with: text)
    return copy
  }

  /// The payload with its rows in another order or number.
  ///
  /// Rows are the elements of an array of more than three objects or of more than three arrays (but for a header before
  /// them), and what stands at the same index of several equally long columns of one object. Any other array may be a
  /// tuple whose positions mean something, and is left alone.
  func rearranged(_ change: ([Node]) -> [Node]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    write(root, isColumn: false, change, &result)
    return result
  }

  private func write(_ node: Node, isColumn: Bool, _ change: ([Node]) -> [Node], _ result: inout [UInt8]) {
    switch node {
    case .string(let range), .number(let range), .literal(let range): result += bytes[range]
    case .lines(let header, let rows):
      result += bytes[header] + [UInt8(ascii: "\n")]
      for row in change(rows) { result += bytes[row.range] + [UInt8(ascii: "\n")] }
    case .array(_, let elements):
      result.append(UInt8(ascii: "["))
      for (index, element) in (isColumn || node.hasRows ? change(elements) : elements).enumerated() {
        if index > 0 { result.append(UInt8(ascii: ",")) }
        write(element, isColumn: false, change, &result)
      }
      result.append(UInt8(ascii: "]"))
    case .object(_, let members):
      var columns: [Int: Int] = [:]
      for member in members { if let length = member.value.columnLength { columns[length, default: 0] += 1 } }
      result.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { result.append(UInt8(ascii: ",")) }
        result += bytes[member.key]
        result.append(UInt8(ascii: ":"))
        let isColumn = member.value.columnLength.map { (columns[$0] ?? 0) > 1 } ?? false
        write(member.value, isColumn: isColumn, change, &result)
      }
      result.append(UInt8(ascii: "}"))
    }
  }

  private func visit(_ node: Node, _ body: (Node) -> Void) {
    body(node)
    switch node {
    case .object(_, let members): for member in members { visit(member.value, body) }
    case .array(_, let elements), .lines(_, let elements): for element in elements { visit(element, body) }
    default: break
    }
  }
}

extension PayloadOutline.Node {
  private var isObject: Bool { if case .object = self { true } else { false } }
  private var elements: [PayloadOutline.Node]? {
    if case .array(_, let elements) = self { elements } else { nil }
  }
  private var isString: Bool { if case .string = self { true } else { false } }
  private var isScalar: Bool { !isObject && elements == nil }

  /// Whether the node is an array of rows.
  fileprivate var hasRows: Bool {
    guard let elements, elements.count > 3 else { return false }
    if elements.allSatisfy(\.isObject) { return true }
    let rows = elements.compactMap(\.elements)
    guard rows.count == elements.count else { return false }
    // Names in the first row only are a header.
    return !(rows[0].allSatisfy(\.isString) && !rows[1].allSatisfy(\.isString))
  }

  /// The length of an array of more than three scalars.
  fileprivate var columnLength: Int? {
    guard let elements, elements.count > 3, elements.allSatisfy(\.isScalar) else { return nil }
    return elements.count
  }
}

extension PayloadOutline {
  /// A plain reader of JSON that notes positions.
  private struct Parser {
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
