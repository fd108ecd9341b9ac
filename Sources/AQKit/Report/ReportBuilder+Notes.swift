extension ReportBuilder {
  /// Finds notes again that are counted together.
  struct NoteTable {
    /// The indices of the notes that count refusals, by reason.
    var refusals: [String: Int] = [:]
    /// The index of the first note of each kind; notes of one kind are counted together.
    fileprivate(set) var byKey: [AirNote.Kind: Int] = [:]
    /// The places of repeated notes, by the index of the note.
    var places: [Int: Set<Int>] = [:]

    mutating func removeLast(_ note: AirNote, at index: Int, refusal: String?) {
      if byKey[note.key] == index { byKey[note.key] = nil }
      places[index] = nil
      if let refusal { refusals[refusal] = nil }
    }
  }

  /// The maximum number of distinct reasons for refusals, and of distinct notes.
  static let mostReasons = 50
  static let mostNotes = 1000
  /// The label of all reasons beyond the limit that are not counted separately.
  static let furtherReasons = "further reasons"

  /// Refuses and counts a value or row. Equal reasons become one note with a count; beyond 50 distinct ones the rest is
  /// counted together.
  ///
  /// - Parameters:
  ///   - reason: The fault, without the user's values.
  ///   - count: The number of values or rows; at least 1.
  ///   - position: The first position, such as `element 3`.
  public mutating func refuse(_ reason: String, count: Int = 1, at position: String? = nil) {
    let reason = reason.hasSuffix(".") ? String(reason.dropLast()) : reason
    refuse(reason, count: max(1, count), at: position, message: nil)
  }

  /// Refuses a value that isn't a number, and counts it by its parameter. The note has the error of the first one, which says
  /// where it is and what it is instead.
  mutating func refuse(_ error: AQError, asValueOf parameter: AirParameter) {
    let reason = "a value of \(parameter) isn't a number"
    refuse(reason, count: 1, at: nil, message: "Refused: \(reason); the first: \(error.message)")
  }

  /// Refuses and counts. `message` is the message of the reason's note; by default made from the reason and the position. It
  /// is only asked for once, because comparing an unknown name with all known ones takes longer than reading a row.
  mutating func refuse(
    _ reason: String, count: Int, at position: String?, message: @autoclosure () -> String?
  ) {
    let counted = counts.refused.addingReportingOverflow(count)
    if !counted.overflow {
      counts.refused = counted.partialValue
      undoLog.record(.refusedCount(count))
    }
    let isCountedAlone = noteTable.refusals.count < Self.mostReasons || noteTable.refusals[reason] != nil
    let key = isCountedAlone ? reason : Self.furtherReasons
    if let index = noteTable.refusals[key] {
      let before = notes[index].count
      notes[index].count = before.addingSaturating(count)
      undoLog.record(.repeatedNote(index: index, count: before, places: []))
    } else {
      noteTable.refusals[key] = notes.count
      let known = key == reason ? message() : nil
      let message = known ?? "Refused: \(key)\(position.map { " (first at \($0))." } ?? ".")"
      append(AirNote(.refused, message, count: count), refusal: key)
    }
  }

  package mutating func note(
    _ code: AirNote.Code, _ message: String, parameters: [AirParameter] = [], places: [Int] = [],
    count: Int = 1
  ) {
    note(AirNote(code, message, parameters: parameters, places: places, count: count))
  }

  /// Adds a note. Equal ones become one note with the sum of their counts and all their places; beyond 1,000 distinct
  /// ones the rest is counted together.
  public mutating func note(_ note: AirNote) {
    if let index = noteTable.byKey[note.key] {
      let before = notes[index].count
      notes[index].count = before.addingSaturating(note.count)
      var further: [Int] = []
      if !note.places.isEmpty {
        var known = noteTable.places[index] ?? Set(notes[index].places)
        noteTable.places[index] = nil
        further = note.places.filter { known.insert($0).inserted }
        noteTable.places[index] = known
        notes[index].places += further
      }
      undoLog.record(.repeatedNote(index: index, count: before, places: further))
    } else if notes.count < Self.mostNotes + Self.mostReasons {
      append(note, refusal: nil)
    } else {
      refuse("more different notes than \(Self.mostNotes)", count: note.count)
    }
  }

  /// Gives notes with a code the places of a call, unless they name some.
  mutating func locate(_ code: AirNote.Code, at places: [Int]) {
    for index in notes.indices where notes[index].code == code && notes[index].places.isEmpty {
      notes[index].places = places
    }
  }

  /// Replaces a request's secrets with dots in all notes, notices and names of sites, when no more will be added.
  mutating func hide(_ secrets: @autoclosure () -> RequestSecrets) {
    let hasKey = descriptor.hasCredentials
    if notes.isEmpty, notices.entries.isEmpty, !hasKey { return }
    let secrets = secrets()
    hideInNotices(secrets)
    if hasKey { for index in sites.indices { secrets.hideCredentials(in: &sites[index].statement.site) } }
    for index in notes.indices { notes[index].message = secrets.hidden(in: notes[index].message) }
  }

  private mutating func append(_ note: AirNote, refusal: String?) {
    // A refusal can have the text of an earlier note.
    if noteTable.byKey[note.key] == nil { noteTable.byKey[note.key] = notes.count }
    notes.append(note)
    undoLog.record(.note(refusal: refusal))
  }
}

extension AirNote {
  /// The kind with the whole message.
  fileprivate var key: Kind {
    Kind(code: code, failure: failure, parameters: parameters, message: message[...])
  }
}

extension Int {
  /// Returns the sum, or the largest number on overflow.
  package func addingSaturating(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
