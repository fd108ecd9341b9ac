/// The values of a merged series: for each interval the first contender that has one.
struct MergedRows {
  private struct Row {
    var start: Int64
    var end: Int64
    var owner: Int
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

  /// A run of rows in order of start and end. Each run is more than twice as long as the next one, so that the time to find
  /// or insert a row hardly grows with the number of rows.
  private struct Run {
    var rows: [Row] = []
    /// The latest end of each row and all before it.
    var reaches: [Int64] = []

    init(_ rows: [Row]) { append(rows) }

    mutating func append(_ added: [Row]) {
      rows += added
      var reach = reaches.last ?? .min
      reaches += added.map { row in
        reach = max(reach, row.end)
        return reach
      }
    }

    func overlaps(_ row: Row) -> Bool {
      var low = rows.indices.firstPassing { reaches[$0] > row.start || rows[$0].start >= row.start }
      while low < rows.count, rows[low].start < row.end || rows[low].start == row.start {
        if rows[low].overlaps(row) { return true }
        low += 1
      }
      return false
    }

    static func + (lhs: Run, rhs: Run) -> Run {
      var both: [Row] = []
      both.reserveCapacity(lhs.rows.count + rhs.rows.count)
      var next = 0
      for row in lhs.rows {
        while next < rhs.rows.count, rhs.rows[next].precedes(row) {
          both.append(rhs.rows[next])
          next += 1
        }
        both.append(row)
      }
      both += rhs.rows[next...]
      return Run(both)
    }
  }

  private var runs: [Run] = []
  /// All rows in order, once all series have been filled in.
  private var rows: [Row] { runs.first?.rows ?? [] }
  /// A timeline that was turned into rows, with its free intervals, which an equal timeline may fill.
  private var open: (timeline: AirTimeline, indices: [Int])?

  func owners(among count: Int) -> [Bool] {
    var owners = [Bool](repeating: false, count: count)
    for row in rows { owners[row.owner] = true }
    return owners
  }

  /// Adds the values of a series for the times that have no value yet: those flagged as suspect, or all others.
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
    let isFirst = runs.isEmpty
    let added = series.values.indices.compactMap { index in
      row(index).flatMap { row in runs.contains { $0.overlaps(row) } ? nil : row }
    }
    if added.isEmpty { return }
    insert(added)
    if added.count == series.count {
      open = (series.timeline, [])
    } else if isFirst, let regular = series.timeline.regular, regular.length <= regular.step {
      open = (series.timeline, series.values.indices.filter { row($0) == nil })
    } else if let known = open, !known.indices.isEmpty {
      // The inserted rows may overlap the free intervals.
      open = nil
    }
  }

  private mutating func insert(_ added: [Row]) {
    guard let first = added.first else { return }
    if runs.count == 1, let last = runs[0].rows.last, !first.precedes(last) { return runs[0].append(added) }
    runs.append(Run(added))
    while let last = runs.last, runs.count > 1, runs[runs.count - 2].rows.count <= 2 * last.rows.count {
      runs.removeLast()
      runs[runs.count - 1] = runs[runs.count - 1] + last
    }
  }

  /// Sorts all rows, after the last series.
  mutating func finish() {
    while let last = runs.popLast() {
      guard let before = runs.popLast() else { return runs.append(last) }
      runs.append(before + last)
    }
  }

  /// Returns the consecutive parts, each from one contender, given whether each has given values; checks before each.
  func parts(
    of contenders: [AirHub.Policy.Contender], _ gives: [Bool], checking check: () throws -> Void
  ) rethrows -> [AirAnswer.MergedSeries.Part] {
    var parts: [AirAnswer.MergedSeries.Part] = []
    let named = contenders.indices.map { gives[$0] ? contenders[$0].namedSeries : contenders[$0].series }
    parts.reserveCapacity(1 + zip(rows, rows.dropFirst()).count { $0.owner != $1.owner })
    var begin = 0
    while begin < rows.count {
      try check()
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
            distance: contenders[owner].distance, interval: AirInterval(seconds: rows[begin].start, last),
            series: series, terms: contenders[owner].terms))
      }
      begin = end
    }
    return parts
  }

  /// Returns all rows as one series in the unit of the first contender; nil if they can't be joined.
  func joined(_ contenders: [AirHub.Policy.Contender], _ gives: [Bool]) -> AirSeries? {
    let owners = gives.indices.filter { gives[$0] }
    guard let first = owners.first else { return nil }
    if owners.count == 1 { return part(of: contenders[first].namedSeries, rows[...]) }
    let lead = contenders[first].series
    let areAlike = owners.allSatisfy { contenders[$0].series.correction == lead.correction }
    // The series by contender, in one unit; nil for those without values.
    var series = [AirSeries?](repeating: nil, count: contenders.count)
    for owner in owners {
      let own = contenders[owner].series
      guard own.averaging == lead.averaging, var same = try? own.converted(to: lead.unit),
        same.conversion?.conditions == lead.conversion?.conditions
      else { return nil }
      // Where only some are corrected, a flag says which.
      if !areAlike, own.correction != nil {
        for index in same.values.indices { same.add(.corrected, at: index) }
      }
      series[owner] = same
    }
    let values = series.map { $0?.values ?? [] }
    func column<Value>(_ column: (AirSeries) -> [Value]?, _ missing: Value) -> [Value]? {
      let columns = series.map { $0.flatMap(column) }
      if columns.allSatisfy({ $0 == nil }) { return nil }
      return rows.map { columns[$0.owner]?[$0.index] ?? missing }
    }
    return try? AirSeries(
      lead.parameter, unit: lead.unit, averaging: lead.averaging, timeline: timeline(of: rows[...]),
      values: rows.map { values[$0.owner][$0.index] }, flags: column(\.flags, []),
      completeness: column(\.completeness, nil), accuracy: column(\.accuracy, nil),
      origin: AirOrigin(model: "mixed"),
      correction: areAlike ? lead.correction : nil, conversion: lead.conversion)
  }

  private func part(of whole: AirSeries, _ rows: ArraySlice<Row>) -> AirSeries? {
    if rows.count == whole.count { return whole }
    guard let first = rows.first?.index, let last = rows.last?.index else { return nil }
    if last - first == rows.count - 1 { return AirSeries(slicing: whole, first..<last + 1) }
    func column<Value>(_ all: [Value]) -> [Value] { rows.map { all[$0.index] } }
    return try? AirSeries(
      whole.parameter, unit: whole.unit, averaging: whole.averaging, timeline: timeline(of: rows),
      values: column(whole.values), flags: whole.flags.map { column($0) },
      completeness: whole.completeness.map { column($0) }, accuracy: whole.accuracy.map { column($0) },
      origin: whole.origin, correction: whole.correction, conversion: whole.conversion)
  }

  private func timeline(of rows: ArraySlice<Row>) throws -> AirTimeline {
    try AirTimeline(starts: ContiguousArray(rows.map(\.start)), ends: ContiguousArray(rows.map(\.end)))
  }
}

extension AirHub.Policy.Contender {
  var namedSeries: AirSeries {
    var named = series
    var origin = series.origin ?? AirOrigin()
    origin.source = origin.source ?? source
    origin.siteID = origin.siteID ?? site.id
    named.origin = origin
    return named
  }
}
