extension ReportBuilder {
  /// Counts the values of wrong clocks: those that were moved to the time of receipt, and those that were refused.
  struct ClockSkew: Sendable {
    /// The number of values that were kept at the time of receipt.
    var kept = 0
    /// The largest lead of these in seconds.
    var mostKept: Int64 = 0
    /// The largest lead of the refused values in seconds.
    var mostRefused: Int64 = 0
    /// Whether values are to be moved to the time of receipt.
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

    /// Returns the note on refused values, of which one already states the reason.
    func note(_ note: AirNote) -> AirNote {
      var note = note
      note.message = "Refused: \(Reason.ahead) (up to \(Duration.seconds(mostRefused).words) ahead)."
      return note
    }
  }

  /// Returns the last second at which an observation of a site may end; no bound for analyses and forecasts.
  func latestEnd(ofSite index: Int) -> Int64 {
    sites[index].kind == .observation ? bound.secondsSince1970 : .max
  }

  /// The time of receipt that limits observations: that of the last bytes, regardless of the age that a cache on the way
  /// states.
  private var bound: AirTime { max(lastReceipt, receivedAt) }

  /// Returns the lead of an interval of a site over the receipt, by the meaning of its stamp.
  func lead(
    of interval: (Int64, Int64), _ convention: SourceDescriptor.TimeConvention?, ofSite index: Int
  ) -> ReceiptLead {
    let latest = latestEnd(ofSite: index)
    guard interval.1 > latest else { return .none }
    return ReceiptLead(
      of: interval.0, interval.1, stampsStart: convention.map { $0 == .start }, receivedAt: latest)
  }

  /// Returns the stamp of a device's newest reading: the time of receipt if it is missing or can't be read, with a note.
  ///
  /// - Parameter stamp: The device's time stamp; nil if it states none.
  package mutating func stampOfNewest(_ stamp: TimeStamp?) -> TimeStamp {
    guard let stamp else { return .received }
    if stamp.instant(receivedAt: receivedAt) != nil { return stamp }
    note(
      AirNote(
        .remark, "The time of a reading can't be read; its values are kept at the time of receipt."))
    return .received
  }

  /// Moves the values that a clock put after their receipt to the time of receipt.
  mutating func settleClocks() {
    guard clockSkew.isOpen else { return }
    clockSkew.isOpen = false
    for site in sites where site.kind == .observation {
      for index in site.columns {
        let moved = columns[index].settle(at: bound.secondsSince1970)
        clockSkew = clockSkew + ClockSkew(kept: moved.count, mostKept: moved.most)
      }
    }
  }

  /// Notes the corrections of senders' clocks, when no more values will be added.
  mutating func noteClocks() {
    if let index = refusals[Reason.ahead] { notes[index] = clockSkew.note(notes[index]) }
    if let note = clockSkew.note { self.note(note) }
    clockSkew = ClockSkew()
  }
}

extension ReportBuilder.Column {
  /// Flags those of the last values that are slightly ahead of a time of receipt, and removes those that are further ahead.
  mutating func heedReceipt(_ receipt: Int64, ofLast count: Int) -> Ahead {
    var found = Ahead()
    var kept = Array(values.indices.dropLast(count))
    for index in values.indices.suffix(count) {
      let (start, end) = interval(at: index)
      switch values[index].isNaN ? .none : ReceiptLead(of: start, end, receivedAt: receipt) {
      case .none: kept.append(index)
      case .skew:
        kept.append(index)
        found.hasSkew = true
        if rare == nil { rare = Rare() }
        if rare?.ownFlags == nil { rare?.ownFlags = Array(repeating: commonFlags, count: values.count) }
        rare?.ownFlags?[index].formUnion(Self.received)
      case .beyond(let lead):
        found.refused += 1
        found.most = max(found.most, lead)
      }
    }
    if found.refused > 0 {
      spellOutIntervals()
      keep(kept)
    }
    return found
  }

  /// The values of a column that are ahead of their receipt.
  struct Ahead {
    /// The number of removed values.
    var refused = 0
    /// The largest lead of the removed values in seconds.
    var most: Int64 = 0
    /// Whether values are flagged that are to be moved.
    var hasSkew = false
  }

  /// Moves the values with the flag of receipt that end after it, so that the last of them ends with it.
  ///
  /// - Returns: Their number, and their largest lead in seconds.
  mutating func settle(at receipt: Int64) -> (count: Int, most: Int64) {
    guard commonFlags.contains(.timeOfReceipt) || rare?.ownFlags != nil else { return (0, 0) }
    let ahead = values.indices.filter { index in
      let (start, end) = interval(at: index)
      return end > receipt && start != receipt
        && (rare?.ownFlags?[index] ?? commonFlags).contains(.timeOfReceipt)
    }
    guard let shift = ahead.map({ interval(at: $0).1 - receipt }).max() else { return (0, 0) }
    var most: Int64 = 0
    spellOutIntervals()
    for index in ahead {
      let (start, end) = interval(at: index)
      most = max(most, end - receipt > ReceiptLead.tolerance ? start - receipt : end - receipt)
      intervals?.starts[index] = start - shift
      intervals?.ends[index] = end - shift
    }
    return (ahead.count { !values[$0].isNaN }, most)
  }
}
