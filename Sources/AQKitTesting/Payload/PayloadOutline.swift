import AQKit

/// The pieces of a recorded payload by position, which a contract changes one at a time.
struct PayloadOutline: Sendable {
  private enum Content {
    case json(AQJSON)
    /// Lines, of which the first ones, up to the header of a table, aren't rows.
    case lines([Range<Int>], rowsFrom: Int)
  }

  let bytes: [UInt8]
  private let content: Content

  /// Reads JSON; nil for anything else, and for JSON nested deeper than 200 levels.
  init?(json bytes: [UInt8]) {
    guard let root = try? AQJSON(parsing: bytes, allowsNaN: true, maximumDepth: 200) else { return nil }
    (self.bytes, content) = (bytes, .json(root))
  }

  /// Reads JSON, or a table: a header and rows with as many fields, perhaps below a few lines of other text.
  init?(anyRows bytes: [UInt8]) {
    if let outline = PayloadOutline(json: bytes) {
      self = outline
      return
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)
    let widths = lines.map { line in line.count { ",;\t".utf8.contains($0) } }
    guard lines.count > 4, let width = widths.last, width > 0, let header = widths.firstIndex(of: width)
    else { return nil }
    (self.bytes, content) = (bytes, .lines(lines.map { $0.startIndex..<$0.endIndex }, rowsFrom: header + 1))
  }

  func adding(member: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var copied = 0
    for object in values where object.kind == .object {
      let start = object.range.lowerBound
      result += bytes[copied...start] + member
      if !object.children.isEmpty { result.append(UInt8(ascii: ",")) }
      copied = start + 1
    }
    return result + bytes[copied...]
  }

  var leaves: [AQJSON] { values.filter { !$0.isContainer } }

  /// A member and the range to cut in order to remove it.
  struct RemovableMember: Sendable {
    let key: Range<Int>
    let cut: Range<Int>
  }

  var members: [RemovableMember] {
    values.flatMap { object -> [RemovableMember] in
      let members = object.children.compactMap { child in
        child.nameRange.map { (key: $0, value: child.range) }
      }
      return members.indices.map { index in
        let (key, value) = members[index]
        // Cut with the following comma, or the preceding one for the last element.
        let cut =
          if members.indices.contains(index + 1) {
            key.lowerBound..<members[index + 1].key.lowerBound
          } else if index > 0 {
            members[index - 1].value.upperBound..<value.upperBound
          } else {
            key.lowerBound..<value.upperBound
          }
        return RemovableMember(key: key, cut: cut)
      }
    }
  }

  func removing(_ member: RemovableMember) -> [UInt8] {
    Array(bytes[..<member.cut.lowerBound] + bytes[member.cut.upperBound...])
  }

  func label(of member: RemovableMember) -> String {
    "\(String(decoding: bytes[member.key], as: UTF8.self)) at byte \(member.key.lowerBound)"
  }

  /// All values, parents before their children; empty for lines.
  private var values: [AQJSON] {
    guard case .json(let root) = content else { return [] }
    var values: [AQJSON] = []
    func visit(_ value: AQJSON) {
      values.append(value)
      for child in value.children { visit(child) }
    }
    visit(root)
    return values
  }
}

extension PayloadOutline {
  /// Returns the payload with its rows reordered, removed or repeated.
  ///
  /// Rows are the elements of an array of more than three objects or of more than three arrays (except for a header before
  /// them), and the elements with the same index in several equally long columns of one object. Any other array may be a
  /// tuple with meaningful positions, and isn't changed.
  func rearranged(_ change: ([Int]) -> [Int]) -> [UInt8] {
    switch content {
    case .lines(let lines, let first):
      return (Array(0..<first) + change(Array(first..<lines.count)))
        .flatMap { bytes[lines[$0]] + [UInt8(ascii: "\n")] }
    case .json(let root):
      var result: [UInt8] = []
      result.reserveCapacity(bytes.count)
      write(root, isColumn: false, change, &result)
      return result
    }
  }

  private func write(_ value: AQJSON, isColumn: Bool, _ change: ([Int]) -> [Int], _ result: inout [UInt8]) {
    let children = value.children
    switch value.kind {
    case .array:
      let header = value.hasRows && value.hasHeader ? 1 : 0
      let indices = Array(children.indices)
      let rows =
        isColumn || value.hasRows ? indices.prefix(header) + change(Array(indices[header...])) : indices[...]
      result.append(UInt8(ascii: "["))
      for (place, index) in rows.enumerated() {
        if place > 0 { result.append(UInt8(ascii: ",")) }
        write(children[index], isColumn: false, change, &result)
      }
      result.append(UInt8(ascii: "]"))
    case .object:
      var columns: [Int: Int] = [:]
      for length in children.compactMap(\.columnLength) { columns[length, default: 0] += 1 }
      result.append(UInt8(ascii: "{"))
      for (place, child) in children.enumerated() {
        if place > 0 { result.append(UInt8(ascii: ",")) }
        result += bytes[child.nameRange ?? 0..<0]
        result.append(UInt8(ascii: ":"))
        let isColumn = child.columnLength.map { (columns[$0] ?? 0) > 1 } ?? false
        write(child, isColumn: isColumn, change, &result)
      }
      result.append(UInt8(ascii: "}"))
    default: result += bytes[value.range]
    }
  }
}

extension AQJSON {
  /// The elements of an array, or the values of an object's members; empty for any other value.
  fileprivate var children: [AQJSON] {
    (try? array()) ?? (try? members.map(\.value)) ?? []
  }

  fileprivate var isContainer: Bool { kind == .object || kind == .array }

  fileprivate var hasRows: Bool {
    guard let elements = try? elements, elements.count > 3 else { return false }
    return elements.allSatisfy { $0.kind == .object } || elements.allSatisfy { $0.kind == .array }
  }

  fileprivate var hasHeader: Bool {
    guard let first = try? self[0].elements, let second = try? self[1].elements else { return false }
    return first.allSatisfy { $0.kind == .string } && !second.allSatisfy { $0.kind == .string }
  }

  /// The length of an array of more than three scalars.
  fileprivate var columnLength: Int? {
    guard let elements = try? elements, elements.count > 3, !elements.contains(where: \.isContainer) else {
      return nil
    }
    return elements.count
  }
}
