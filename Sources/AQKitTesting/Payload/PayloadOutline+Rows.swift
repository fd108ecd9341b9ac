extension PayloadOutline {
  /// The payload with its rows in another order or number.
  ///
  /// Rows are the elements of an array of more than three objects or of more than three arrays (except for a header
  /// before them), and the elements with the same index in several equally long columns of one object. Any other array
  /// may be a tuple with meaningful positions, and stays as it is.
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
