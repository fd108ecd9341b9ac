extension ReportBuilder.Column {
  mutating func append(contentsOf series: AirSeries) {
    for index in series.values.indices {
      append(
        (series.timeline.startSeconds(at: index), series.timeline.endSeconds(at: index)),
        series.values[index],
        series.flags?[index] ?? [], series.completeness?[index], series.accuracy?[index])
    }
  }

  /// Appends another reply's values of the same series.
  mutating func append(contentsOf other: Self) {
    if !values.isEmpty || other.hasRepeatedHours {
      if rare == nil { rare = Rare() }
      if !values.isEmpty { rare?.seams.append(values.count) }
      if let hours = other.rare?.repeated { rare?.repeated.append(contentsOf: hours, at: values.count) }
    }
    for index in other.values.indices {
      append(
        other.interval(at: index), other.values[index], other.rare?.ownFlags?[index] ?? other.commonFlags,
        other.rare?.completeness?[index], other.rare?.accuracy?[index])
    }
  }

  /// Removes all values, and returns their number.
  mutating func removeAll() -> Int {
    let count = values.count
    self = Self(identity, limits)
    return count
  }

  /// Removes the values whose intervals lie outside of a time, in seconds since 1970, and returns their number; removes none
  /// before repeated hours are resolved.
  mutating func removeValues(from start: Int64, until end: Int64) -> Int {
    if hasRepeatedHours { return 0 }
    let kept = values.indices.filter { index in
      let (first, last) = interval(at: index)
      return first < end && (last > start || first >= start)
    }
    guard kept.count < values.count else { return 0 }
    spellOutIntervals()
    let dropped = values.count - kept.count
    if let seams = rare?.seams {
      rare?.seams = seams.map { seam in kept.firstIndex { $0 >= seam } ?? kept.count }.filter { $0 > 0 }
    }
    keep(kept)
    return dropped
  }

  /// Resolves hours that occur twice.
  ///
  /// - Parameter now: The time of receipt, after which no interval ends; nil for forecasts.
  mutating func orderRepeatedHours(notAfter now: Int64?) {
    guard var hours = rare?.repeated, !hours.isEmpty else { return }
    intervals?.order(&hours, notAfter: now)
    rare?.repeated = RepeatedHours()
  }

  /// Keeps the values with these indices, in this order.
  mutating func keep(_ kept: [Int]) {
    if let all = intervals {
      intervals = Intervals(
        starts: ContiguousArray(kept.map { all.starts[$0] }), ends: ContiguousArray(kept.map { all.ends[$0] })
      )
    }
    values = kept.map { values[$0] }
    guard let all = rare else { return }
    rare?.ownFlags = all.ownFlags.map { flags in kept.map { flags[$0] } }
    rare?.completeness = all.completeness.map { completeness in kept.map { completeness[$0] } }
    rare?.accuracy = all.accuracy.map { accuracy in kept.map { accuracy[$0] } }
  }

  mutating func removeLast(_ count: Int) {
    spellOutIntervals()
    intervals?.starts.removeLast(count)
    intervals?.ends.removeLast(count)
    values.removeLast(count)
    rare?.ownFlags?.removeLast(count)
    rare?.completeness?.removeLast(count)
    rare?.accuracy?.removeLast(count)
    rare?.repeated.remove(from: values.count)
  }

  /// Sorts the values, of which no hour occurs twice any more, by interval and keeps the last one per interval, a value
  /// rather than a gap. Returns the number of removed values, without gaps and exact repetitions from another reply, because
  /// replies may overlap.
  mutating func normalise() -> Int {
    if timeline != nil { return 0 }
    guard let (starts, ends) = intervals.map({ ($0.starts, $0.ends) }) else { return 0 }
    var isAscending = true
    for index in starts.indices.dropFirst()
    where (starts[index - 1], ends[index - 1]) >= (starts[index], ends[index]) {
      isAscending = false
      break
    }
    if isAscending { return 0 }
    let order = values.indices.sorted {
      (starts[$0], ends[$0], values[$0].isNaN ? -1 : 0, $0) < (
        starts[$1], ends[$1], values[$1].isNaN ? -1 : 0, $1
      )
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
    guard let rare, !rare.seams.isEmpty,
      values[first] == values[second] || (values[first].isNaN && values[second].isNaN),
      rare.ownFlags?[first] == rare.ownFlags?[second],
      rare.completeness?[first] == rare.completeness?[second],
      rare.accuracy?[first] == rare.accuracy?[second]
    else { return false }
    // A seam between the two values means that they come from different replies.
    return rare.seams.contains { min(first, second) < $0 && $0 <= max(first, second) }
  }
}
