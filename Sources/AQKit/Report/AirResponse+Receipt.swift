extension AirReport {
  /// Applies the rule on senders' clocks to a report that didn't come from a ``ReportBuilder``: observations that are
  /// slightly ahead of their receipt are moved to it and flagged, and those that are further ahead are dropped. Returns
  /// the number of dropped values.
  mutating func heedReceipt(at receipt: AirTime, _ skew: inout ReportBuilder.ClockSkew) -> Int {
    guard kind == .observation else { return 0 }
    let last = receipt.secondsSince1970
    var dropped = 0
    for index in series.indices where series[index].mayEnd(after: last) {
      var column = ReportBuilder.Column(ReportBuilder.Identity(kind: 0, origin: series[index].origin), nil)
      let found = column.add(series[index], ReportBuilder.Column.Checks(latest: last))
      guard found.ahead > 0 || found.hasSkew else { continue }
      let moved = column.settle(at: last)
      dropped += found.ahead
      skew =
        skew
        + ReportBuilder.ClockSkew(kept: moved.count, mostKept: moved.most, mostRefused: found.mostAhead)
      _ = column.normalise()
      var flags: [Set<AirReading.QualityFlag>] = []
      guard !column.hasNoValue, let settled = column.series(SeriesKinds.Kind(of: series[index]), &flags)
      else {
        series[index] = AirSeries(slicing: series[index], 0..<0)
        continue
      }
      series[index] = settled
    }
    if dropped > 0 { series = series.filter { !$0.hasNoValue } }
    return dropped
  }
}

extension AirSeries {
  /// Returns whether an interval may end after a second; intervals are in order of their starts.
  func mayEnd(after second: Int64) -> Bool {
    guard count > 0 else { return false }
    if timeline.regular != nil { return timeline.endSeconds(at: count - 1) > second }
    return (0..<count).contains { timeline.endSeconds(at: $0) > second }
  }
}

extension [AirReport] {
  /// Applies ``AirReport/heedReceipt(at:_:)`` to all reports. Reports that lose all their values are left out, and times of
  /// receipt are not in the future. Returns notes on the moved and dropped observations.
  mutating func heedReceipt(at receipt: AirTime) -> [AirNote] {
    // Most reports stay as they are, and a change of one copies all.
    let last = receipt.secondsSince1970
    let isAhead = indices.contains { index in
      self[index].receivedAt > receipt
        || self[index].kind == .observation
          && self[index].series.indices.contains { self[index].series[$0].mayEnd(after: last) }
    }
    if !isAhead { return [] }
    var skew = ReportBuilder.ClockSkew()
    var (dropped, emptied) = (0, Set<Int>())
    for index in indices {
      if self[index].receivedAt > receipt { self[index].receivedAt = receipt }
      let lost = self[index].heedReceipt(at: receipt, &skew)
      dropped = dropped.addingSaturating(lost)
      if lost > 0, self[index].series.isEmpty { emptied.insert(index) }
    }
    if !emptied.isEmpty { self = indices.filter { !emptied.contains($0) }.map { self[$0] } }
    let refused = dropped > 0 ? skew.note(AirNote(.refused, "", count: dropped)) : nil
    return [refused, skew.note].compactMap(\.self)
  }
}
