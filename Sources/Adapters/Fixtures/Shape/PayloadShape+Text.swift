import AQKit

extension PayloadShape: Codable {
  /// The shape as text: a line per member, sorted.
  public var lines: [String] {
    var lines: [String] = []
    root.write("", into: &lines)
    return lines.sorted()
  }

  /// Reads a shape from its text. Invalid lines are ignored.
  public init(lines: some Sequence<String>) {
    for line in lines {
      guard let colon = line.lastIndex(of: ":") else { continue }
      let kinds = line[line.index(after: colon)...].split(separator: "|").compactMap { word in
        Kind(rawValue: String(word.filter { $0 != " " }))
      }
      var path = line[..<colon]
      let isOptional = path.last == "?"
      if isOptional { path.removeLast() }
      guard let steps = Self.steps(path) else { continue }
      root.set(Set(kinds), isOptional: isOptional, at: steps[...])
    }
  }

  /// Reads the lines.
  public init(from decoder: any Decoder) throws { self.init(lines: try [String](from: decoder)) }

  /// Writes the lines.
  public func encode(to encoder: any Encoder) throws { try lines.encode(to: encoder) }

  /// A step of a path.
  enum Step {
    case member(String)
    case element
  }

  private static func steps(_ path: Substring) -> [Step]? {
    if path == "$" { return [] }
    var steps: [Step] = []
    // A name may start with a combining mark, which is one character with the quotation mark before it.
    var rest = path.unicodeScalars
    while let first = rest.first {
      if rest.starts(with: "[]".unicodeScalars) {
        steps.append(.element)
        rest = rest.dropFirst(2)
      } else if rest.starts(with: "[\"".unicodeScalars) {
        // The closing quotation mark is the first one without a backslash before it.
        var end = rest.index(rest.startIndex, offsetBy: 2)
        while end < rest.endIndex, rest[end] != "\"" {
          end =
            rest[end] == "\\"
            ? rest.index(end, offsetBy: 2, limitedBy: rest.endIndex) ?? rest.endIndex : rest.index(after: end)
        }
        guard end < rest.endIndex else { return nil }
        let quoted = Substring(rest[rest.index(after: rest.startIndex)...end])
        guard let name = (try? AQJSON(parsing: Array(quoted.utf8)))?.string else { return nil }
        steps.append(.member(name))
        rest = rest[end...].dropFirst(2)
      } else {
        if first == "." { rest = rest.dropFirst() }
        let name = rest.prefix { $0 != "." && $0 != "[" }
        guard !name.isEmpty else { return nil }
        steps.append(.member(String(name)))
        rest = rest[name.endIndex...]
      }
    }
    return steps.isEmpty ? nil : steps
  }

  /// The path of a member below a path.
  static func path(_ path: String, _ name: String) -> String {
    let step = name == "*" ? ".*" : JSONPath.step(name: name)
    return path.isEmpty && step.hasPrefix(".") ? String(step.dropFirst()) : path + step
  }
}

extension PayloadShape.Node {
  /// Writes the line of this node, unless the lines below imply it, and those lines.
  fileprivate func write(_ path: String, into lines: inout [String]) {
    var told: Set<PayloadShape.Kind> = []
    if !members.isEmpty { told.insert(kinds.contains(.table) ? .table : .object) }
    if !element.isEmpty { told.insert(.array) }
    if !kinds.isEmpty, isOptional || kinds != told || kinds.contains(.table) {
      let words = kinds.map(\.rawValue).sorted().joined(separator: "|")
      lines.append("\(path.isEmpty ? "$" : path)\(isOptional ? "?" : ""): \(words)")
    }
    for (name, member) in members { member.write(PayloadShape.path(path, name), into: &lines) }
    element.first?.write(path + "[]", into: &lines)
  }

  /// Adds a line.
  fileprivate mutating func set(
    _ kinds: Set<PayloadShape.Kind>, isOptional: Bool, at steps: ArraySlice<PayloadShape.Step>
  ) {
    guard let step = steps.first else {
      self.kinds.formUnion(kinds)
      self.isOptional = isOptional
      return
    }
    switch step {
    case .member(let name):
      if !self.kinds.contains(.table), !kinds.contains(.column) { self.kinds.insert(.object) }
      members[name, default: Self()].set(kinds, isOptional: isOptional, at: steps.dropFirst())
    case .element:
      self.kinds.insert(.array)
      if element.isEmpty { element = [Self()] }
      element[0].set(kinds, isOptional: isOptional, at: steps.dropFirst())
    }
  }
}
