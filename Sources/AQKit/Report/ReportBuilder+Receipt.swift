extension ReportBuilder {
  /// Counts the values with times from wrong clocks: those that were moved to the time of receipt, and those that were
  /// refused.
  struct ClockSkew: Sendable {
    /// The number of values that were kept at the time of receipt.
    var kept = 0
    /// The largest time by which a kept value was ahead, in seconds.
    var mostKept: Int64 = 0
    /// The largest time by which a refused value was ahead, in seconds.
    var mostRefused: Int64 = 0
    var isOpen = false

    static func + (lhs: Self, rhs: Self) -> Self {
      Self(
        kept: lhs.kept.addingSaturating(rhs.kept), mostKept: max(lhs.mostKept, rhs.mostKept),
        mostRefused: max(lhs.mostRefused, rhs.mostRefused), isOpen: lhs.isOpen || rhs.isOpen)
    }

    /// The note on the values that were kept; nil if there are none.
    var note: AirNote? {
      guard kept > 0 else { return nil }
      return AirNote(
        .remark,
        "A sender's clock is ahead; its values are kept at the time of receipt (up to \(Duration.seconds(mostKept).words) ahead).",
        count: kept)
    }

    /// Returns the note on refused values with its message extended by the largest time by which they were ahead.
    func note(_ note: AirNote) -> AirNote {
      changed(note) {
        $0.message = "Refused: \(Reason.ahead) (up to \(Duration.seconds(mostRefused).words) ahead)."
      }
    }
  }

  struct Receipt: Sendable {
    /// The time at which the bytes arrived; nil while the builder's source is being read.
    private var arrival: AirTime?
    /// The clock that tells the time while the source is being read.
    private let clock: (any AQClock)?
    /// The time at which the last bytes arrived; some of the merged replies are older.
    var last: AirTime
    var skew = ClockSkew()

    init(at time: AirTime) { (arrival, clock, last) = (time, nil, time) }

    /// Creates a receipt for values that count as received when they are added, until it ends.
    init(readingBy clock: any AQClock) { (arrival, self.clock, last) = (nil, clock, clock.time) }

    /// The time of receipt; the present while a source is being read.
    var time: AirTime { arrival ?? clock?.time ?? last }

    /// The time of receipt that limits observations: that of the last bytes, regardless of the age that a cache on the way
    /// states.
    var bound: AirTime { max(last, time) }

    mutating func end() {
      arrival = time
      last = bound
    }
  }

  /// Returns the stamp of a device's newest reading: the time of receipt if it is missing or can't be read, with a note.
  package mutating func stampOfNewest(_ stamp: TimeStamp?) -> TimeStamp {
    guard let stamp else { return .received }
    if stamp.instant(receivedAt: receivedAt) != nil { return stamp }
    note(.remark, "The time of a reading can't be read; its values are kept at the time of receipt.")
    return .received
  }

  /// Moves values whose clock put them after their receipt to the time of receipt.
  mutating func settleClocks() {
    guard receipt.skew.isOpen else { return }
    receipt.skew.isOpen = false
    for site in sites where site.kind == .observation {
      for index in site.columns {
        let moved = columns[index].settle(at: receipt.bound.secondsSince1970)
        receipt.skew = receipt.skew + ClockSkew(kept: moved.count, mostKept: moved.most)
      }
    }
  }

  /// Adds notes on the corrections of senders' clocks, when no more values will be added.
  mutating func noteClocks() {
    if let index = noteTable.refusals[Reason.ahead] { notes[index] = receipt.skew.note(notes[index]) }
    if let note = receipt.skew.note { self.note(note) }
    receipt.skew = ClockSkew()
  }
}

extension ReportBuilder.Column {
  /// Moves the values with the flag of receipt that end after it, so that the last of them ends with it; the current hour or
  /// day stays. Returns their number, and the largest time by which one was ahead, in seconds.
  mutating func settle(at receipt: Int64) -> (count: Int, most: Int64) {
    guard commonFlags.contains(.timeOfReceipt) || quality.flags != nil else { return (0, 0) }
    let ahead = values.indices.filter { index in
      let (start, end) = interval(at: index)
      return end > receipt && start != receipt
        && (start > receipt || end - receipt <= ReceiptLead.tolerance)
        && (quality.flags?[index] ?? commonFlags).contains(.timeOfReceipt)
    }
    guard let shift = ahead.map({ interval(at: $0).1 - receipt }).max() else { return (0, 0) }
    var most: Int64 = 0
    for index in ahead {
      let (start, end) = interval(at: index)
      most = max(most, end - receipt > ReceiptLead.tolerance ? start - receipt : end - receipt)
    }
    move(ahead, by: -shift)
    return (ahead.count { !values[$0].isNaN }, most)
  }
}
