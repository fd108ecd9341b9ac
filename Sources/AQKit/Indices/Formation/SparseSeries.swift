/// Series whose values lie so far apart that an hourly grid over all of them would be nearly empty, cut into stretches.
struct SparseSeries {
  /// The series of each stretch, in order of time.
  private(set) var stretches: [[AirSeries]] = []

  /// Values further apart than this have nothing to do with each other: no average reaches so far back.
  private static let reach: Int64 = 7 * 86_400
  /// How many hours each value may stand for, and how many more a grid may have, before it counts as nearly empty.
  private static let (hoursPerValue, freeHours): (Int64, Int64) = (64, 20_000)

  /// Cuts some series; `nil` where one grid holds them well, as nearly always.
  init?(_ all: [AirSeries]) {
    guard Self.isSparse(all) else { return nil }
    let ends = Self.ends(of: all)
    guard ends.count > 1 else { return nil }
    stretches = Array(repeating: [], count: ends.count)
    for series in all {
      for (stretch, indices) in Self.indices(of: series, by: ends) {
        if let part = Self.part(indices, of: series) { stretches[stretch].append(part) }
      }
    }
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

  /// The last end of each stretch, in order.
  private static func ends(of all: [AirSeries]) -> [Int64] {
    var moments: [Int64] = []
    for series in all {
      for index in 0..<series.count { moments.append(series.timeline.endSeconds(at: index)) }
    }
    moments.sort()
    return moments.indices.filter { $0 + 1 == moments.count || moments[$0 + 1] - moments[$0] > reach }
      .map { moments[$0] }
  }

  /// The values of a series by the stretch that their ends lie in.
  private static func indices(of series: AirSeries, by ends: [Int64]) -> [Int: [Int]] {
    var found: [Int: [Int]] = [:]
    for index in 0..<series.count {
      let end = series.timeline.endSeconds(at: index)
      var (low, high) = (0, ends.count - 1)
      while low < high {
        let middle = (low + high) / 2
        if ends[middle] < end { low = middle + 1 } else { high = middle }
      }
      found[low, default: []].append(index)
    }
    return found
  }

  private static func part(_ indices: [Int], of series: AirSeries) -> AirSeries? {
    var starts = ContiguousArray(indices.map(series.timeline.startSeconds(at:)))
    var ends = ContiguousArray(indices.map(series.timeline.endSeconds(at:)))
    var values = indices.map { series.values[$0] }
    // One instant alone doesn't tell that it is the sample of an hour, as it does among the others of its series.
    if values.count == 1, starts == ends, ends[0] < AirTime.lastSecond - 3600 {
      starts.append(starts[0] + 3600)
      ends.append(ends[0] + 3600)
      values.append(.nan)
    }
    return (try? AirTimeline(starts: starts, ends: ends)).flatMap {
      try? AirSeries(
        series.parameter, unit: series.unit, averaging: series.averaging, timeline: $0, values: values,
        origin: series.origin, correction: series.correction, conversion: series.conversion)
    }
  }
}
