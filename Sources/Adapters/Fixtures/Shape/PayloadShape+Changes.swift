extension PayloadShape {
  /// A difference between a payload and the recorded one.
  public struct Change: Hashable, Sendable, CustomStringConvertible {
    /// The kind of difference.
    public enum Kind: String, Hashable, Sendable, Codable {
      /// A member has come.
      case added
      /// A member is gone.
      case vanished
      /// A value is of another kind.
      case retyped
    }

    /// The kind of difference.
    public let kind: Kind
    /// Its path, such as `hourly.pm2_5[]`; `$` for the payload itself.
    public let path: String
    /// Whether a reader of the recorded payload may fail on this one: a value of another kind, or a missing member that
    /// was always there.
    public let isWarning: Bool
    /// The old and the new shape in a sentence.
    public let description: String
  }

  /// The differences of a live payload's shape from this, the recorded one, in the order of the paths.
  ///
  /// A new member is a note; a missing one, or one of another kind, is a warning. `null` means no value, so a value
  /// that is null now, or always was, has not changed its kind; an empty array tells nothing about its elements; and a
  /// missing member that not every object had is a note.
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
    let shown = path.isEmpty ? "$" : path
    if was.isEmpty {
      if !kinds.isEmpty {
        changes.append(
          .init(
            kind: .added, path: shown, isWarning: false,
            description: "“\(shown)” was always null and is \(Self.words(now)) now."))
      }
      return
    }
    if !now.isSubset(of: was) {
      changes.append(
        .init(
          kind: .retyped, path: shown, isWarning: true,
          description: "“\(shown)” was \(Self.words(was)) and is \(Self.words(now)) now."))
    }
    let haveMembers: Set<PayloadShape.Kind> = [.object, .table]
    if !was.isDisjoint(with: haveMembers), !now.isDisjoint(with: haveMembers) {
      for (name, member) in members {
        let place = PayloadShape.path(path, name)
        if let theirs = live.members[name] {
          member.compare(with: theirs, at: place, into: &changes)
        } else if name != "*" {
          let remark = member.isOptional ? ", as it was at times" : ""
          changes.append(
            .init(
              kind: .vanished, path: place, isWarning: !member.isOptional,
              description: "“\(place)” is gone\(remark); it was \(Self.words(member.kinds))."))
        }
      }
      for (name, theirs) in live.members where members[name] == nil {
        let place = PayloadShape.path(path, name)
        changes.append(
          .init(
            kind: .added, path: place, isWarning: false,
            description: "“\(place)” is new: \(Self.words(theirs.kinds))."))
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
