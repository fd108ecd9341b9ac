extension ReportBuilder {
  struct Identity: Hashable {
    var kind: SeriesKinds.Number
    let origin: AirOrigin?
  }

  /// The values of one series in order of arrival.
  struct Column {
    var identity: Identity
    /// The values that it can have; nil if every value is possible.
    let limits: ValueLimits?
    /// The numbers that mean a missing value.
    private let sentinels: [Double]
    /// The intervals of ordered values; nil once others have joined them; then each value has its own interval.
    private(set) var timeline: AirTimeline?
    /// The start and end of each value in seconds since 1970, where there is no timeline.
    private var starts = ContiguousArray<Int64>()
    private var ends = ContiguousArray<Int64>()
    private(set) var values: [Double] = []
    /// The flags of all values, which are mostly the same.
    private(set) var commonFlags: Set<AirReading.QualityFlag> = []
    /// The lists of details that differ from value to value, and the repeated hours.
    private(set) var quality = Quality()
    /// The start of each further reply's values.
    private var seams: [Int] = []

    init(_ identity: Identity, _ limits: ValueLimits?, sentinels: [Double] = []) {
      (self.identity, self.limits, self.sentinels) = (identity, limits, sentinels)
    }

    /// The flags of a value whose own time is missing.
    static let received: Set<AirReading.QualityFlag> = [.timeOfReceipt]

    var hasNoValue: Bool { values.allSatisfy(\.isNaN) }

    /// Returns the interval of a value in seconds since 1970. The index must be in range.
    func interval(at index: Int) -> (Int64, Int64) {
      if let timeline { return (timeline.startSeconds(at: index), timeline.endSeconds(at: index)) }
      return (starts[index], ends[index])
    }

    func hasValue(in window: AirInterval?) -> Bool {
      guard let window else { return !hasNoValue }
      let (from, until) = (window.start.secondsSince1970, window.end.secondsSince1970)
      return values.indices.contains { !values[$0].isNaN && lies($0, from: from, until: until) }
    }

    /// Returns whether a value lies in a window; a window that is an instant is its own second.
    private func lies(_ index: Int, from: Int64, until: Int64) -> Bool {
      let (start, end) = interval(at: index)
      return start < max(until, from &+ 1) && (end > from || start >= from)
    }
  }
}

extension ReportBuilder.Column {
  struct Checks {
    /// The limits of this instrument; nil to use those of the column.
    var narrowed: ValueLimits?
    /// Whether numbers may mean a missing value.
    var allowsSentinels = true
    /// The latest second at which an interval may end.
    var latest: Int64 = .max
    /// Whether stamps are the starts of intervals; nil if both ends are stated.
    var stampsStart: Bool?
    /// Whether an impossible value leaves a gap.
    var keepsGaps = false
  }

  /// The findings about values that were added.
  struct Findings {
    var rows = 0
    var sentinels = 0
    var infinite = 0
    var suspect = Judged()
    var impossible = Judged()
    /// The number of stamps outside the years 1 to 9999.
    var outOfRange = 0
    /// The number of values that are too far ahead of their receipt.
    var ahead = 0
    /// The largest time by which one of them is ahead, in seconds.
    var mostAhead: Int64 = 0
    /// Whether some flagged values are to be moved to the time of receipt.
    var hasSkew = false
  }

  /// Values that are alike.
  struct Judged {
    /// The first value.
    private(set) var example = 0.0
    private(set) var count = 0

    mutating func add(_ value: Double) {
      if count == 0 { example = value }
      count += 1
    }
  }

  /// Adds a value, unless it is refused, and counts what was found.
  mutating func add(
    _ given: Double, _ interval: (Int64, Int64), _ flags: Set<AirReading.QualityFlag>,
    _ completeness: AirReading.Completeness?, _ accuracy: AirReading.Accuracy?,
    repeating hour: RepeatedHours.Entry? = nil, _ checks: Checks, _ found: inout Findings
  ) {
    var (value, flags, isSuspect) = (given, flags, false)
    if checks.allowsSentinels, sentinels.contains(value) {
      found.sentinels += 1
      value = .nan
    }
    switch (checks.narrowed ?? limits)?.verdict(on: value) ?? .plausible {
    case .plausible: break
    case .suspect: isSuspect = true
    case .impossible:
      if value.isInfinite { found.infinite += 1 } else { found.impossible.add(value) }
      // A row of an hour that occurs twice keeps its position.
      guard hour != nil || checks.keepsGaps else { return }
      value = .nan
    }
    if interval.1 > checks.latest, !value.isNaN {
      switch ReceiptLead(
        of: interval.0, interval.1, stampsStart: checks.stampsStart, receivedAt: checks.latest)
      {
      case .none: break
      case .skew:
        flags.formUnion(Self.received)
        found.hasSkew = true
      case .beyond(let lead):
        found.mostAhead = max(found.mostAhead, lead)
        found.ahead += 1
        return
      }
    }
    if isSuspect {
      found.suspect.add(value)
      flags.insert(.suspect)
    }
    append(interval, value, flags, completeness, accuracy)
    found.rows += 1
    guard let hour else { return }
    spellOutIntervals()
    quality.repeated.append(
      index: values.count - 1, after: hour.after, isSecondByLength: hour.isSecondByLength)
  }

  /// Adds values. `interval` returns the start and the end of each in seconds since 1970; nil if they are outside the years
  /// 1 to 9999.
  mutating func add(
    _ newValues: [Double], _ details: ReportBuilder.Details, _ newQuality: ReportBuilder.Quality,
    _ checks: Checks, _ found: inout Findings, interval: (_ index: Int) -> (Int64, Int64)?
  ) {
    if values.isEmpty { values.reserveCapacity(newValues.count) }
    var repeats = newQuality.repeated.entries[...]
    for (index, value) in newValues.enumerated() {
      let hour = repeats.first.flatMap { $0.index == index ? $0 : nil }
      if hour != nil { repeats.removeFirst() }
      guard let interval = interval(index) else {
        found.outOfRange += 1
        continue
      }
      var flags = details.flags
      if let own = newQuality.flags { flags = flags.isEmpty ? own[index] : flags.union(own[index]) }
      add(
        value, interval, flags, newQuality.completeness?[index] ?? details.completeness,
        newQuality.accuracy?[index] ?? details.accuracy, repeating: hour, checks, &found)
    }
  }

  mutating func add(_ series: AirSeries, _ checks: Checks) -> Findings {
    var found = Findings()
    let quality = ReportBuilder.Quality(
      flags: series.flags, completeness: series.completeness, accuracy: series.accuracy)
    add(series.values, ReportBuilder.Details(), quality, checks, &found) { index in
      (series.timeline.startSeconds(at: index), series.timeline.endSeconds(at: index))
    }
    return found
  }

  /// Adds another reply's values of the same series.
  mutating func append(contentsOf other: Self) {
    if !values.isEmpty { seams.append(values.count) }
    if !other.quality.repeated.isEmpty { spellOutIntervals() }
    quality.repeated.append(contentsOf: other.quality.repeated, at: values.count)
    for index in other.values.indices {
      append(
        other.interval(at: index), other.values[index], other.quality.flags?[index] ?? other.commonFlags,
        other.quality.completeness?[index], other.quality.accuracy?[index])
    }
  }

  private mutating func append(
    _ interval: (Int64, Int64), _ value: Double, _ flags: Set<AirReading.QualityFlag>,
    _ completeness: AirReading.Completeness?, _ accuracy: AirReading.Accuracy?
  ) {
    if values.isEmpty, quality.repeated.isEmpty {
      timeline = AirTimeline(start: interval.0, end: interval.1)
    } else if timeline?.extend(from: interval.0, to: interval.1) != true {
      spellOutIntervals()
      starts.append(interval.0)
      ends.append(interval.1)
    }
    if values.isEmpty, quality.flags == nil { commonFlags = flags }
    quality.append(flags, completeness, accuracy, common: commonFlags, after: values.count)
    // Few series grow beyond a day's hours: reserving that much takes two steps, not five.
    if values.count == values.capacity, (2...31).contains(values.count) {
      values.reserveCapacity(values.count &* 4)
    }
    values.append(value)
  }

  /// Takes all values without copying if they are the first ones and none needs a closer look; otherwise returns false.
  mutating func take(_ newValues: [Double], on newTimeline: AirTimeline, _ checks: Checks) -> Bool {
    guard values.isEmpty, quality.isEmpty, newTimeline.count == newValues.count,
      newTimeline.last.map({ $0.end.secondsSince1970 <= checks.latest }) ?? true,
      let plausible = (checks.narrowed ?? limits)?.plausible,
      areAllPlausible(newValues, plausible)
    else { return false }
    (values, timeline, commonFlags) = (newValues, newTimeline, [])
    return true
  }

  /// Returns whether each value is NaN, or in a range and no sentinel.
  private func areAllPlausible(_ values: [Double], _ plausible: ClosedRange<Double>) -> Bool {
    let (low, high) = (plausible.lowerBound, plausible.upperBound)
    return values.allSatisfy { !($0 < low || $0 > high) }
      && (sentinels.isEmpty || !values.contains(where: sentinels.contains))
  }

  /// Gives each value its own interval, so that others can join.
  private mutating func spellOutIntervals() {
    guard let all = timeline else { return }
    starts = ContiguousArray((0..<all.count).map(all.startSeconds(at:)))
    ends = ContiguousArray((0..<all.count).map(all.endSeconds(at:)))
    timeline = nil
  }

  // MARK: Removing, moving and sorting values

  mutating func removeAll() -> Int {
    let count = values.count
    self = Self(identity, limits, sentinels: sentinels)
    return count
  }

  mutating func removeLast(_ count: Int) {
    spellOutIntervals()
    starts.removeLast(count)
    ends.removeLast(count)
    values.removeLast(count)
    quality.removeLast(count)
    quality.repeated.remove(from: values.count)
  }

  /// Removes the values whose intervals lie outside a time, in seconds since 1970, and returns their number. Repeated hours
  /// stay, and the rows next to them, which tell whether times ascend.
  mutating func removeValues(from start: Int64, until end: Int64) -> Int {
    let needed = Set(quality.repeated.entries.flatMap { $0.index - 1...$0.index + 1 })
    let kept = values.indices.filter { needed.contains($0) || lies($0, from: start, until: end) }
    let dropped = values.count - kept.count
    guard dropped > 0 else { return 0 }
    seams = seams.map { seam in kept.indices.firstPassing { kept[$0] >= seam } }.filter { $0 > 0 }
    quality.repeated.keep(kept)
    keep(kept)
    return dropped
  }

  /// Keeps the values with these indices, in this order.
  private mutating func keep(_ kept: [Int]) {
    spellOutIntervals()
    starts = ContiguousArray(kept.map { starts[$0] })
    ends = ContiguousArray(kept.map { ends[$0] })
    values = kept.map { values[$0] }
    quality.keep(kept)
  }

  mutating func move(_ indices: [Int], by seconds: Int64) {
    spellOutIntervals()
    for index in indices {
      starts[index] += seconds
      ends[index] += seconds
    }
  }

  /// Resolves hours that occur twice. `now` is the time of receipt, after which no interval ends; nil for forecasts.
  mutating func orderRepeatedHours(notAfter now: Int64?) {
    guard !quality.repeated.isEmpty else { return }
    let ends = ends
    let moved = quality.repeated.order(&starts) { index, seconds in
      now.map { ends[index] + seconds <= $0 } ?? false
    }
    for moved in moved { self.ends[moved.index] += moved.after }
  }

  /// Sorts the values by interval and keeps the last one per interval, preferring values to gaps. Repeated hours must
  /// already be resolved. Returns the number of removed values, without gaps and exact repetitions from another reply,
  /// because replies may overlap.
  mutating func normalise() -> Int {
    if timeline != nil { return 0 }
    let (starts, ends) = (starts, ends)
    let isAscending = starts.indices.dropFirst().allSatisfy {
      (starts[$0 - 1], ends[$0 - 1]) < (starts[$0], ends[$0])
    }
    if isAscending { return 0 }
    let order = values.indices.ordered {
      (starts[$0], ends[$0], values[$0].isNaN ? -1 : 0) < (starts[$1], ends[$1], values[$1].isNaN ? -1 : 0)
    }
    var kept: [Int] = []
    kept.reserveCapacity(order.count)
    var removed = 0
    for index in order {
      if let last = kept.last, starts[last] == starts[index], ends[last] == ends[index] {
        kept.removeLast()
        if !values[last].isNaN, !isRepetition(last, index) { removed += 1 }
      }
      kept.append(index)
    }
    keep(kept)
    return removed
  }

  private func isRepetition(_ first: Int, _ second: Int) -> Bool {
    guard !seams.isEmpty,
      values[first] == values[second] || (values[first].isNaN && values[second].isNaN),
      quality.flags?[first] == quality.flags?[second],
      quality.completeness?[first] == quality.completeness?[second],
      quality.accuracy?[first] == quality.accuracy?[second]
    else { return false }
    // A boundary between the two values means that they come from different replies.
    let next = seams.indices.firstPassing { seams[$0] > min(first, second) }
    return next < seams.count && seams[next] <= max(first, second)
  }

  /// Returns the series of values that are in order; nil if they aren't.
  func series(_ kind: SeriesKinds.Kind, _ lastFlags: inout [Set<AirReading.QualityFlag>]) -> AirSeries? {
    guard let timeline = timeline ?? (try? AirTimeline(starts: starts, ends: ends)) else { return nil }
    return try? AirSeries(
      kind.parameter, unit: kind.unit, averaging: kind.averaging, timeline: timeline, values: values,
      flags: quality.flags ?? commonFlags.all(values.count, &lastFlags), completeness: quality.completeness,
      accuracy: quality.accuracy, origin: identity.origin, correction: kind.correction,
      conversion: kind.conversion)
  }
}
