extension ReportBuilder {
  /// What makes two notes one note with a count.
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

  /// The most different reasons for refusing, and the most different notes, that are told apart.
  static let mostReasons = 50
  static let mostNotes = 1000

  /// Says that something was refused, and counts it. The same reason is said once, with its count; beyond 50 different
  /// ones the rest is counted together.
  ///
  /// - Parameters:
  ///   - reason: What was wrong, without values of the user.
  ///   - count: How many values or rows it concerns; at least 1.
  ///   - position: Where it was first seen, such as `element 3`.
  public mutating func refuse(_ reason: String, count: Int = 1, at position: String? = nil) {
    let reason = reason.hasSuffix(".") ? String(reason.dropLast()) : reason
    refuse(reason, count: max(1, count)) { "Refused: \($0)\(position.map { " (first at \($0))." } ?? ".")" }
  }

  /// Takes over a refusal of another builder, with the position that it names.
  mutating func takeRefusal(_ reason: String, as note: AirNote) {
    refuse(reason, count: note.count) { $0 == reason ? note.message : "Refused: \($0)." }
  }

  private mutating func refuse(_ reason: String, count: Int, message: (String) -> String) {
    let counted = refusedCount.addingReportingOverflow(count)
    if !counted.overflow {
      refusedCount = counted.partialValue
      journal.record(.refusedCount(count))
    }
    let key = refusals.count < Self.mostReasons || refusals[reason] != nil ? reason : "further reasons"
    if let index = refusals[key] {
      let before = notes[index]
      notes[index].count = before.count.addingSaturating(count)
      journal.record(.note(index: index, before: before, refusal: nil))
    } else {
      refusals[key] = notes.count
      append(AirNote(.refused, message(key), count: count), refusal: key)
    }
  }

  /// Adds a note. Equal ones become one note with the sum of their counts and all of their places; beyond 1,000
  /// different ones the rest is counted together.
  public mutating func note(_ note: AirNote) {
    if let index = noteByKey[NoteKey(note)] {
      let before = notes[index]
      notes[index].count = before.count.addingSaturating(note.count)
      let known = Set(before.places)
      notes[index].places += note.places.filter { !known.contains($0) }
      journal.record(.note(index: index, before: before, refusal: nil))
    } else if notes.count < Self.mostNotes + Self.mostReasons {
      append(note, refusal: nil)
    } else {
      refuse("more different notes than \(Self.mostNotes)", count: note.count)
    }
  }

  private mutating func append(_ note: AirNote, refusal: String?) {
    notes.append(note)
    noteByKey[NoteKey(note)] = notes.count - 1
    journal.record(.note(index: notes.count - 1, before: nil, refusal: refusal))
  }
}

extension Int {
  /// The sum, or the greatest number where it is beyond that.
  func addingSaturating(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
