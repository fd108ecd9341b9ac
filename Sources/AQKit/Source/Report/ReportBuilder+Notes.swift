extension ReportBuilder {
  /// The identity of notes that are counted together.
  struct NoteKey: Hashable {
    let code: AirNote.Code
    let message: String
    let parameters: [AirParameter]
    let failure: AQError.Code?

    init(_ note: AirNote) {
      code = note.code
      message = note.message
      parameters = note.parameters
      failure = note.failure
    }
  }

  /// The most distinct reasons for refusals, and the most distinct notes.
  static let mostReasons = 50
  static let mostNotes = 1000
  /// What stands for all reasons beyond the most that are told apart.
  static let furtherReasons = "further reasons"

  /// Refuses something and counts it. Equal reasons become one note with a count; beyond 50 distinct ones the rest is
  /// counted together.
  ///
  /// - Parameters:
  ///   - reason: The fault, without the user's values.
  ///   - count: The number of values or rows; at least 1.
  ///   - position: The first position, such as `element 3`.
  public mutating func refuse(_ reason: String, count: Int = 1, at position: String? = nil) {
    let reason = reason.hasSuffix(".") ? String(reason.dropLast()) : reason
    refuse(reason, count: max(1, count)) { "Refused: \($0)\(position.map { " (first at \($0))." } ?? ".")" }
  }

  /// Copies a refusal of another builder, with its position.
  mutating func takeRefusal(_ reason: String, as note: AirNote) {
    refuse(reason, count: note.count) { $0 == reason ? note.message : "Refused: \($0)." }
  }

  private mutating func refuse(_ reason: String, count: Int, message: (String) -> String) {
    let counted = refusedCount.addingReportingOverflow(count)
    if !counted.overflow {
      refusedCount = counted.partialValue
      undoLog.record(.refusedCount(count))
    }
    let key = refusals.count < Self.mostReasons || refusals[reason] != nil ? reason : Self.furtherReasons
    if let index = refusals[key] {
      let before = notes[index]
      notes[index].count = before.count.addingSaturating(count)
      undoLog.record(.note(index: index, before: before, refusal: nil))
    } else {
      refusals[key] = notes.count
      append(AirNote(.refused, message(key), count: count), refusal: key)
    }
  }

  /// Adds a note. Equal ones become one note with the sum of their counts and all their places; beyond 1,000 distinct
  /// ones the rest is counted together.
  public mutating func note(_ note: AirNote) {
    if let index = noteByKey[NoteKey(note)] {
      let before = notes[index]
      notes[index].count = before.count.addingSaturating(note.count)
      let known = Set(before.places)
      notes[index].places += note.places.filter { !known.contains($0) }
      undoLog.record(.note(index: index, before: before, refusal: nil))
    } else if notes.count < Self.mostNotes + Self.mostReasons {
      append(note, refusal: nil)
    } else {
      refuse("more different notes than \(Self.mostNotes)", count: note.count)
    }
  }

  /// Puts dots in place of a request's credentials in all notes, when nothing more will be added.
  mutating func hide(_ credentials: RequestCredentials) {
    for index in notes.indices { notes[index].message = credentials.hidden(in: notes[index].message) }
  }

  private mutating func append(_ note: AirNote, refusal: String?) {
    notes.append(note)
    noteByKey[NoteKey(note)] = notes.count - 1
    undoLog.record(.note(index: notes.count - 1, before: nil, refusal: refusal))
  }
}

extension Int {
  /// The sum, or the greatest number on overflow.
  func addingSaturating(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
