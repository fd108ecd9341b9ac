import AQKit

extension PayloadShape: Codable {
  /// The shape as text: a line per member, sorted.
  public var lines: [String] {
    var lines: [String] = []
    root.write("", into: &lines)
    return lines.sorted()
  }

  /// Reads a shape from its text. Invalid lines are ignored, and those with more than 600 steps.
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

  enum Step {
    case member(String)
    case element
  }

  private static func steps(_ path: Substring) -> [Step]? {
    if path == "$" { return [] }
    var steps: [Step] = []
    // A name may start with a combining mark, which forms one character with the quotation mark before it.
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
        guard let name = (try? AQJSON(parsing: Array(quoted.utf8)))?.stringValue else { return nil }
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
    return (1...600).contains(steps.count) ? steps : nil
  }

  static func path(_ path: String, _ name: String) -> String {
    let step = name == "*" ? ".*" : JSONPath.step(name: name, isWhole: true)
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

extension PayloadShape {
  /// A difference between a payload and the recorded one.
  public struct Change: Hashable, Sendable, CustomStringConvertible {
    /// The kind of difference.
    public enum Kind: String, Hashable, Sendable, Codable {
      /// A member was added.
      case added
      /// A member is gone.
      case vanished
      /// A value is of another kind.
      case retyped
    }

    /// The kind of difference.
    public let kind: Kind
    /// The path of the member, such as `hourly.pm2_5[]`; `$` for the payload itself.
    public let path: String
    /// Whether a reader of the recorded payload may fail: a value of another kind, or a lost member that was always there.
    public let isWarning: Bool
    /// A sentence with the old and the new shape.
    public let description: String
  }

  /// Returns the differences between a live payload's shape and this one, the recorded one, in the order of the paths.
  ///
  /// A new member is a note; a missing one, or one of another kind, is a warning. `null` means no value, so a value that is
  /// null now, or always was, has not changed its kind; an empty array says nothing about its elements; and a missing
  /// member that only some objects had is a note.
  public func changes(in live: PayloadShape) -> [Change] {
    var changes: [Change] = []
    root.compare(with: live.root, at: "", into: &changes)
    return changes.sorted { ($0.path, $0.kind.rawValue) < ($1.path, $1.kind.rawValue) }
  }
}

extension PayloadShape.Node {
  fileprivate func compare(with live: Self, at path: String, into changes: inout [PayloadShape.Change]) {
    let (was, now) = (kinds.subtracting([.null]), live.kinds.subtracting([.null]))
    if now.isEmpty { return }
    func note(
      _ kind: PayloadShape.Change.Kind, at place: String, isWarning: Bool = false, _ words: String
    ) {
      changes.append(
        .init(kind: kind, path: place, isWarning: isWarning, description: "“\(place)” \(words)."))
    }
    let shown = path.isEmpty ? "$" : path
    if was.isEmpty {
      if !kinds.isEmpty { note(.added, at: shown, "was always null and is \(Self.words(now)) now") }
      return
    }
    if !now.isSubset(of: was) {
      note(.retyped, at: shown, isWarning: true, "was \(Self.words(was)) and is \(Self.words(now)) now")
    }
    let haveMembers: Set<PayloadShape.Kind> = [.object, .table]
    if !was.isDisjoint(with: haveMembers), !now.isDisjoint(with: haveMembers) {
      for (name, member) in members {
        let place = PayloadShape.path(path, name)
        if let theirs = live.members[name] {
          member.compare(with: theirs, at: place, into: &changes)
        } else if name != "*" {
          let remark = member.isOptional ? ", as it was at times" : ""
          note(
            .vanished, at: place, isWarning: !member.isOptional,
            "is gone\(remark); it was \(Self.words(member.kinds))")
        }
      }
      for (name, theirs) in live.members where members[name] == nil {
        note(.added, at: PayloadShape.path(path, name), "is new: \(Self.words(theirs.kinds))")
      }
    }
    if let mine = element.first, let theirs = live.element.first {
      mine.compare(with: theirs, at: path + "[]", into: &changes)
    }
  }

  private static func words(_ kinds: Set<PayloadShape.Kind>) -> String {
    kinds.map { kind in
      switch kind {
      case .array: "an array"
      case .bool: "true or false"
      case .column: "a column"
      case .null: "null"
      case .number: "a number"
      case .object: "an object"
      case .string: "a string"
      case .table: "a table"
      case .text: "text"
      }
    }.sorted().joined(separator: " or ")
  }
}
