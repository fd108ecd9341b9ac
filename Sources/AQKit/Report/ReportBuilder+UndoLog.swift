extension ReportBuilder {
  /// A change to undo when an element turns out to be unreadable.
  enum Undo {
    case rows(column: Int, count: Int)
    case column(ofSite: Int)
    case place(ofSite: Int)
    // Indirect, because most steps are rows, which should stay small.
    indirect case statement(ofSite: Int, before: SiteStatement)
    case site
    case note(refusal: String?)
    case repeatedNote(index: Int, count: Int, places: [Int])
    case refusedCount(Int)
    case refusedSkew(Int64)
    case notice
    indirect case replacedNotice(index: Int, before: NoticeEntry)
    indirect case withdrawal(message: String, before: [Int?: AirTime]?)
  }

  /// The changes that an enclosing `each` may have to undo, and the depth of nesting.
  struct UndoLog {
    private(set) var steps: [Undo] = []
    private(set) var depth = 0

    mutating func record(_ step: @autoclosure () -> Undo) {
      if depth > 0 { steps.append(step()) }
    }

    mutating func begin() -> Int {
      depth += 1
      return steps.count
    }

    /// Ends an element that was read. Its changes stay recorded while an outer element may still fail.
    mutating func commit() {
      depth -= 1
      if depth == 0 { steps.removeAll(keepingCapacity: true) }
    }

    /// Returns the changes since an element began, newest first.
    mutating func rollBack(to mark: Int) -> [Undo] {
      depth -= 1
      // There are fewer steps if the decoder has assigned another builder.
      let mark = min(mark, steps.count)
      let undone = Array(steps[mark...].reversed())
      steps.removeSubrange(mark...)
      return undone
    }
  }

  /// Decodes the elements of a collection one by one. If decoding an element throws, everything that it added,
  /// including sites and notes, is undone and counted; the rest is kept.
  ///
  /// - Returns: The body's results for the decoded elements.
  /// - Throws: `CancellationError` only, if the body throws it; earlier elements are kept.
  @discardableResult @inlinable
  public mutating func each<Elements: Sequence, Result>(
    _ elements: Elements, _ body: (Elements.Element, inout ReportBuilder) throws -> Result
  ) throws -> [Result] {
    var results: [Result] = []
    var index = 0
    for element in elements {
      try attempt(element: index) { results.append(try body(element, &$0)) }
      index += 1
    }
    return results
  }

  /// Reads one element; if that throws, everything that it added is undone and counted. Throws `CancellationError` only.
  @usableFromInline
  package mutating func attempt(element index: Int, _ body: (inout ReportBuilder) throws -> Void) throws {
    try attempt("an element can't be decoded", body) { message in
      "element \(index)\(message.map { " of message \($0)" } ?? "")"
    }
  }

  /// Reads one whole message; if that throws, the message is undone and counted. Throws `CancellationError` only.
  mutating func attempt(_ body: (inout ReportBuilder) throws -> Void) throws {
    try attempt("a message can't be decoded", body) { $0.map { "message \($0)" } }
  }

  private mutating func attempt(
    _ unknown: String, _ body: (inout ReportBuilder) throws -> Void, position: (Int?) -> String?
  ) throws {
    let mark = undoLog.begin()
    do {
      try body(&self)
      undoLog.commit()
    } catch {
      undo(undoLog.rollBack(to: mark))
      if error is CancellationError { throw error }
      let reason = (error as? AQError)?.message ?? unknown
      refuse(Self.withoutPositions(reason), at: position(message))
    }
  }

  /// Returns the message without positions, such as the `[3]` of a path, so that the same fault in many elements is one
  /// reason.
  static func withoutPositions(_ message: String) -> String {
    var result = ""
    var rest = Substring(message)
    while let open = rest.firstIndex(of: "[") {
      result += rest[...open]
      rest = rest[rest.index(after: open)...]
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      if !digits.isEmpty, rest[digits.endIndex...].first == "]" {
        result += "…"
        rest = rest[digits.endIndex...]
      }
    }
    return result + rest
  }

  private mutating func undo(_ steps: [Undo]) {
    for step in steps {
      switch step {
      case .rows(let column, let count):
        columns[column].removeLast(count)
        counts.rows -= count
      case .column(let site):
        // The newest column is the last one of its site.
        sites[site].columns.removeLast()
        sites[site].furtherColumns[columns.removeLast().identity] = nil
      case .place(let site): sites[site].places.removeLast()
      case .statement(let site, let before):
        sites[site].revision += 1
        sites[site].statement = before
      case .site:
        let entry = sites.removeLast()
        siteTable.remove(entry, from: sites)
      case .note(let refusal):
        noteTable.removeLast(notes.removeLast(), at: notes.count, refusal: refusal)
      case .repeatedNote(let index, let count, let places):
        notes[index].count = count
        notes[index].places.removeLast(places.count)
        noteTable.places[index]?.subtract(places)
      case .refusedCount(let count): counts.refused -= count
      case .refusedSkew(let before): receipt.skew.mostRefused = before
      case .notice: notices.byID[notices.entries.removeLast().notice.id] = nil
      case .replacedNotice(let index, let before): notices.entries[index] = before
      case .withdrawal(let message, let before): notices.withdrawn[message] = before
      }
    }
  }
}
