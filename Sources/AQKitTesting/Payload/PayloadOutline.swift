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

  /// The payload with another member at the start of every object.
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
        // With the comma after it, or for the last one the comma before it.
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

  private func visit(_ node: Node, _ body: (Node) -> Void) {
    body(node)
    switch node {
    case .object(_, let members): for member in members { visit(member.value, body) }
    case .array(_, let elements), .lines(_, let elements): for element in elements { visit(element, body) }
    default: break
    }
  }
}
