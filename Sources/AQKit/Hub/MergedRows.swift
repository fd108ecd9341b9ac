/// The values of a merged series: for each interval the first contender that has one.
struct MergedRows {
  private struct Row {
    var start: Int64
    var end: Int64
    var owner: Int
    /// The index in the owner's series.
    var index: Int

    func overlaps(_ other: Row) -> Bool {
      if start == end { return other.contains(start) }
      if other.start == other.end { return contains(other.start) }
      return start < other.end && other.start < end
    }

    func precedes(_ other: Row) -> Bool {
      start == other.start ? end < other.end : start < other.start
    }

    private func contains(_ time: Int64) -> Bool {
      start == end ? time == start : start <= time && time < end
    }
  }

  /// In order of start and end.
  private var rows: [Row] = []
  /// The one series that fills its whole timeline, so that an equal timeline has nothing to add.
  private var full: AirTimeline?

  /// The contenders that have given values, by index.
  var owners: Set<Int> {
    var owners: Set<Int> = []
    var last: Int?
    for row in rows where row.owner != last {
      owners.insert(row.owner)
      last = row.owner
    }
    return owners
  }

  /// Adds the values of a series for the time that nobody before has a value for.
  ///
  /// - Parameters:
  ///   - series: The series.
  ///   - owner: Its contender's index.
  ///   - suspect: Whether the values flagged as suspect are meant, or all others.
  mutating func fill(from series: AirSeries, _ owner: Int, suspect: Bool) {
    if suspect, series.flags == nil { return }
    if let full, full == series.timeline { return }
    var added: [Row] = []
    var next = 0
    for index in series.values.indices where !series.values[index].isNaN {
      if let flags = series.flags, flags[index].contains(.suspect) != suspect { continue }
      let row = Row(
        start: series.timeline.startSeconds(at: index), end: series.timeline.endSeconds(at: index),
        owner: owner,
        index: index)
      while next < rows.count,
        rows[next].end < row.start || (rows[next].end == row.start && rows[next].start < row.start)
      {
        next += 1
      }
      var other = next
      var isTaken = false
      while other < rows.count, rows[other].start < row.end || rows[other].start == row.start {
        if rows[other].overlaps(row) {
          isTaken = true
          break
        }
        other += 1
      }
      if !isTaken { added.append(row) }
    }
    insert(added)
    if full == nil, added.count == series.count, !added.isEmpty { full = series.timeline }
  }

  private mutating func insert(_ added: [Row]) {
    guard let first = added.first else { return }
    guard let last = rows.last else {
      rows = added
      return
    }
    guard first.precedes(last) else {
      rows += added
      return
    }
    var both: [Row] = []
    both.reserveCapacity(rows.count + added.count)
    var next = 0
    for row in rows {
      while next < added.count, added[next].precedes(row) {
        both.append(added[next])
        next += 1
      }
      both.append(row)
    }
    rows = both + added[next...]
  }

  /// The stretches of one contender each.
  func parts(of contenders: [AnswerPolicy.Contender]) -> [AirAnswer.MergedSeries.Part] {
    var parts: [AirAnswer.MergedSeries.Part] = []
    var begin = 0
    while begin < rows.count {
      var end = begin + 1
      while end < rows.count, rows[end].owner == rows[begin].owner { end += 1 }
      let contender = contenders[rows[begin].owner]
      if let series = series(of: rows[begin..<end], contender) {
        let last = rows[begin..<end].map(\.end).max() ?? rows[end - 1].end
        parts.append(
          AirAnswer.MergedSeries.Part(
            source: contender.source, site: contender.site, kind: contender.kind,
            distance: contender.distance,
            interval: AirInterval(
              uncheckedStart: AirTime(secondsSince1970: rows[begin].start),
              end: AirTime(secondsSince1970: last)),
            series: series))
      }
      begin = end
    }
    return parts
  }

  /// All rows as one series in the unit of the first contender; nil where they can't be joined.
  func joined(_ contenders: [AnswerPolicy.Contender]) -> AirSeries? {
    let owners = owners.sorted()
    guard let first = owners.first else { return nil }
    if owners.count == 1 { return series(of: rows[...], contenders[first]) }
    let lead = contenders[first].series
    var converted: [Int: AirSeries] = [:]
    for owner in owners {
      let series = contenders[owner].series
      guard series.averaging == lead.averaging, let same = try? series.converted(to: lead.unit) else {
        return nil
      }
      converted[owner] = same
    }
    return try? AirSeries(
      lead.parameter, unit: lead.unit, averaging: lead.averaging, timeline: timeline(of: rows[...]),
      values: rows.map { converted[$0.owner]?.values[$0.index] ?? .nan },
      flags: rows.map { converted[$0.owner]?.flags?[$0.index] ?? [] },
      completeness: rows.map { converted[$0.owner]?.completeness?[$0.index] },
      accuracy: rows.map { converted[$0.owner]?.accuracy?[$0.index] },
      origin: AirOrigin(model: "mixed"))
  }

  /// Rows of one contender as a series that names its source.
  private func series(of rows: ArraySlice<Row>, _ contender: AnswerPolicy.Contender) -> AirSeries? {
    let whole = contender.series
    var origin = whole.origin ?? AirOrigin()
    origin.source = origin.source ?? contender.source
    origin.siteID = origin.siteID ?? contender.site.id
    if rows.count == whole.count {
      var copy = whole
      copy.origin = origin
      return copy
    }
    return try? AirSeries(
      whole.parameter, unit: whole.unit, averaging: whole.averaging, timeline: timeline(of: rows),
      values: rows.map { whole.values[$0.index] },
      flags: whole.flags.map { flags in rows.map { flags[$0.index] } },
      completeness: whole.completeness.map { completeness in rows.map { completeness[$0.index] } },
      accuracy: whole.accuracy.map { accuracy in rows.map { accuracy[$0.index] } },
      origin: origin,
      correction: whole.correction, conversion: whole.conversion)
  }

  private func timeline(of rows: ArraySlice<Row>) throws -> AirTimeline {
    try AirTimeline(starts: ContiguousArray(rows.map(\.start)), ends: ContiguousArray(rows.map(\.end)))
  }
}
