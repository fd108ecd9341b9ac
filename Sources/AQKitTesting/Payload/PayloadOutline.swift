import AQKit

/// The pieces of a recorded payload by position, which a contract changes one at a time.
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

  /// Reads JSON, or lines with a header first, which become an array of texts.
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

  /// Returns the payload with another member at the start of every object.
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

  /// Every node that is neither an object nor an array, in order.
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

  /// A member and the range to cut in order to remove it.
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
        // Cut with the following comma, or the preceding one for the last element.
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

  /// Returns the payload without a member.
  func removing(_ member: RemovableMember) -> [UInt8] { replacing(member.cut, by: []) }

  /// Returns a member's name and position, for a message.
  func label(of member: RemovableMember) -> String {
    "\(String(decoding: bytes[member.key], as: UTF8.self)) at byte \(member.key.lowerBound)"
  }

  /// Returns the payload with a part replaced.
  func replacing(_ range: Range<Int>, by text: [UInt8]) -> [UInt8] {
    var copy = bytes
    copy.replaceSubrange(range, with: text)
    return copy
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

extension PayloadOutline {
  /// Reads JSON; nil for anything else, and for JSON nested deeper than 200 levels.
  init?(json bytes: [UInt8]) {
    do {
      var reader = try AQJSONReader(bytes, allowsNaN: true, maximumDepth: 200)
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

  /// Returns the range of a member's name, which only punctuation and white space surround.
  private static func name(in bytes: [UInt8], between start: Int, and end: Int) -> Range<Int> {
    let quotes = bytes[start..<end]
    let first = quotes.firstIndex(of: UInt8(ascii: "\"")) ?? start
    return first..<(quotes.lastIndex(of: UInt8(ascii: "\"")) ?? first) + 1
  }
}

extension PayloadOutline {
  /// Returns the payload with its rows in another order or number.
  ///
  /// Rows are the elements of an array of more than three objects or of more than three arrays (except for a header before
  /// them), and the elements with the same index in several equally long columns of one object. Any other array may be a
  /// tuple with meaningful positions, and isn't changed.
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
      let header = node.hasRows && node.hasHeader ? 1 : 0
      let rows =
        isColumn || node.hasRows
        ? elements.prefix(header) + change(Array(elements.dropFirst(header))) : elements[...]
      for (index, element) in rows.enumerated() {
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
    return elements.allSatisfy { $0.elements != nil }
  }

  /// Whether the first row has names, unlike the second.
  fileprivate var hasHeader: Bool {
    guard let rows = elements?.prefix(2).compactMap(\.elements), rows.count == 2 else { return false }
    return rows[0].allSatisfy(\.isString) && !rows[1].allSatisfy(\.isString)
  }

  /// The length of an array of more than three scalars.
  fileprivate var columnLength: Int? {
    guard let elements, elements.count > 3, elements.allSatisfy(\.isScalar) else { return nil }
    return elements.count
  }
}
