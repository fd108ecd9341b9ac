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
  /// A timeline that rows were made of, and its intervals that are still free: what an equal timeline may fill.
  private var open: (timeline: AirTimeline, indices: [Int])?

  /// Which of so many contenders have given values.
  func owners(among count: Int) -> [Bool] {
    var owners = [Bool](repeating: false, count: count)
    for row in rows { owners[row.owner] = true }
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
    func row(_ index: Int) -> Row? {
      if series.values[index].isNaN { return nil }
      if let flags = series.flags, flags[index].contains(.suspect) != suspect { return nil }
      return Row(
        start: series.timeline.startSeconds(at: index), end: series.timeline.endSeconds(at: index),
        owner: owner, index: index)
    }
    if let (timeline, indices) = open, timeline == series.timeline {
      if indices.isEmpty { return }
      let added = indices.compactMap(row)
      guard !added.isEmpty else { return }
      open = (timeline, indices.filter { row($0) == nil })
      return insert(added)
    }
    let isFirst = rows.isEmpty
    var added: [Row] = []
    var next = 0
    for index in series.values.indices {
      guard let row = row(index) else { continue }
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
    if added.isEmpty { return }
    insert(added)
    if added.count == series.count {
      open = (series.timeline, [])
    } else if isFirst, let regular = series.timeline.regular, regular.length <= regular.step {
      open = (series.timeline, series.values.indices.filter { row($0) == nil })
    } else if let known = open, !known.indices.isEmpty {
      // What is free there may be taken now.
      open = nil
    }
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
    both += added[next...]
    rows = both
  }

  /// The stretches of one contender each.
  func parts(of contenders: [AirHub.Policy.Contender]) -> [AirAnswer.MergedSeries.Part] {
    var parts: [AirAnswer.MergedSeries.Part] = []
    let gives = owners(among: contenders.count)
    let named = contenders.indices.map { gives[$0] ? contenders[$0].namedSeries : contenders[$0].series }
    parts.reserveCapacity(1 + zip(rows, rows.dropFirst()).count { $0.owner != $1.owner })
    var begin = 0
    while begin < rows.count {
      let owner = rows[begin].owner
      var end = begin + 1
      var last = rows[begin].end
      while end < rows.count, rows[end].owner == owner {
        last = max(last, rows[end].end)
        end += 1
      }
      if let series = part(of: named[owner], rows[begin..<end]) {
        parts.append(
          AirAnswer.MergedSeries.Part(
            source: contenders[owner].source, site: contenders[owner].site, kind: contenders[owner].kind,
            distance: contenders[owner].distance,
            interval: AirInterval(
              uncheckedStart: AirTime(secondsSince1970: rows[begin].start),
              end: AirTime(secondsSince1970: last)),
            series: series, terms: contenders[owner].terms))
      }
      begin = end
    }
    return parts
  }

  /// All rows as one series in the unit of the first contender; nil where they can't be joined.
  func joined(_ contenders: [AirHub.Policy.Contender]) -> AirSeries? {
    let gives = owners(among: contenders.count)
    let owners = gives.indices.filter { gives[$0] }
    guard let first = owners.first else { return nil }
    if owners.count == 1 { return part(of: contenders[first].namedSeries, rows[...]) }
    let lead = contenders[first].series
    // In columns by contender; empty for those that give nothing.
    var values = [[Double]](repeating: [], count: contenders.count)
    var flags = [[Set<AirReading.QualityFlag>]?](repeating: nil, count: contenders.count)
    var completeness = [[AirReading.Completeness?]?](repeating: nil, count: contenders.count)
    var accuracy = [[AirReading.Accuracy?]?](repeating: nil, count: contenders.count)
    for owner in owners {
      let series = contenders[owner].series
      guard series.averaging == lead.averaging, let same = try? series.converted(to: lead.unit) else {
        return nil
      }
      values[owner] = same.values
      flags[owner] = same.flags
      completeness[owner] = same.completeness
      accuracy[owner] = same.accuracy
    }
    func column<Value>(_ columns: [[Value]?], _ missing: Value) -> [Value]? {
      if columns.allSatisfy({ $0 == nil }) { return nil }
      return rows.map { columns[$0.owner]?[$0.index] ?? missing }
    }
    return try? AirSeries(
      lead.parameter, unit: lead.unit, averaging: lead.averaging, timeline: timeline(of: rows[...]),
      values: rows.map { values[$0.owner][$0.index] }, flags: column(flags, []),
      completeness: column(completeness, nil), accuracy: column(accuracy, nil),
      origin: AirOrigin(model: "mixed"),
      correction: owners.allSatisfy { contenders[$0].series.correction == lead.correction }
        ? lead.correction : nil)
  }

  /// Rows of one contender as a part of its series.
  private func part(of whole: AirSeries, _ rows: ArraySlice<Row>) -> AirSeries? {
    if rows.count == whole.count { return whole }
    guard let first = rows.first?.index, let last = rows.last?.index else { return nil }
    if last - first == rows.count - 1 { return AirSeries(slicing: whole, first..<last + 1) }
    return try? AirSeries(
      whole.parameter, unit: whole.unit, averaging: whole.averaging, timeline: timeline(of: rows),
      values: rows.map { whole.values[$0.index] },
      flags: whole.flags.map { flags in rows.map { flags[$0.index] } },
      completeness: whole.completeness.map { completeness in rows.map { completeness[$0.index] } },
      accuracy: whole.accuracy.map { accuracy in rows.map { accuracy[$0.index] } },
      origin: whole.origin, correction: whole.correction, conversion: whole.conversion)
  }

  private func timeline(of rows: ArraySlice<Row>) throws -> AirTimeline {
    try AirTimeline(starts: ContiguousArray(rows.map(\.start)), ends: ContiguousArray(rows.map(\.end)))
  }
}

extension AirHub.Policy.Contender {
  /// Its series, which names its source and site.
  fileprivate var namedSeries: AirSeries {
    var named = series
    var origin = series.origin ?? AirOrigin()
    origin.source = origin.source ?? source
    origin.siteID = origin.siteID ?? site.id
    named.origin = origin
    return named
  }
}
