/// Series whose values are so far apart that an hourly grid over all of them would be nearly empty, cut into sections.
enum SparseSeries {
  /// Values further apart than this are unrelated: no average reaches so far back.
  private static let reach: Int64 = 7 * 86_400
  /// A grid counts as nearly empty if it has more than this number of hours per value, besides the free hours.
  private static let (hoursPerValue, freeHours): (Int64, Int64) = (64, 20_000)

  /// Returns the series of each section, in order of time; `nil` if one grid suits them, which is nearly always so.
  static func stretches(of all: [AirSeries]) -> [[AirSeries]]? {
    guard isSparse(all) else { return nil }
    let ends = Self.ends(of: all)
    guard ends.count > 1 else { return nil }
    var stretches = [[AirSeries]](repeating: [], count: ends.count)
    for series in all {
      let step: Int64? =
        switch HourlySeries.form(of: series.timeline, .min, .max) {
        case .spread: 3600
        case .parts(let rhythm): rhythm?.usual
        default: nil
        }
      // Each value belongs to the section that contains its end.
      let indices = Dictionary(grouping: 0..<series.count) { index in
        ends.indices.dropLast().firstPassing { ends[$0] >= series.timeline.endSeconds(at: index) }
      }
      for (stretch, indices) in indices {
        if let part = Self.part(indices, of: series, step) { stretches[stretch].append(part) }
      }
    }
    return stretches
  }

  private static func isSparse(_ all: [AirSeries]) -> Bool {
    var (first, last, count) = (Int64.max, Int64.min, Int64(0))
    for series in all where series.count > 0 {
      first = min(first, series.timeline.startSeconds(at: 0))
      last = max(last, series.timeline.endSeconds(at: series.count - 1))
      count += Int64(series.count)
    }
    return count > 0 && (last - first) / 3600 > count * hoursPerValue + freeHours
  }

  /// Returns the last end of each section, in order.
  private static func ends(of all: [AirSeries]) -> [Int64] {
    let moments = all.flatMap { series in (0..<series.count).map(series.timeline.endSeconds(at:)) }.sorted()
    return moments.indices.filter { $0 + 1 == moments.count || moments[$0 + 1] - moments[$0] > reach }
      .map { moments[$0] }
  }

  private static func part(_ indices: [Int], of series: AirSeries, _ step: Int64?) -> AirSeries? {
    var starts = ContiguousArray(indices.map(series.timeline.startSeconds(at:)))
    var ends = ContiguousArray(indices.map(series.timeline.endSeconds(at:)))
    var values = indices.map { series.values[$0] }
    var flags = series.flags.map { flags in indices.map { flags[$0] } }
    // One instant isn't known to be the sample of an hour, or of minutes, and two may be hours apart by chance, unlike those
    // among others of their series.
    if let step, step > 0, values.count == 1 || values.count == 2 && step < 3600, starts == ends,
      let last = ends.last, last < AirTime.lastSecond - step
    {
      starts.append(last + step)
      ends.append(last + step)
      values.append(.nan)
      flags?.append([])
    }
    return (try? AirTimeline(starts: starts, ends: ends)).flatMap {
      try? AirSeries(
        series.parameter, unit: series.unit, averaging: series.averaging, timeline: $0, values: values,
        flags: flags, origin: series.origin, correction: series.correction, conversion: series.conversion)
    }
  }
}
