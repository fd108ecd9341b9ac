/// Values that a source states, found by their intervals.
final class StatedValues: Sendable {
  let timeline: AirTimeline
  let values: [Double]
  /// The length of the longest interval.
  private let longest: Int64

  init(_ values: [Double], over timeline: AirTimeline) {
    self.timeline = timeline
    self.values = values
    if let regular = timeline.regular {
      longest = regular.length
    } else {
      longest = values.indices.reduce(0) {
        max($0, timeline.endSeconds(at: $1) - timeline.startSeconds(at: $1))
      }
    }
  }

  /// Returns the indices whose intervals may begin by one moment and end after another; the starts ascend.
  func indices(beginningBy latest: Int64, endingAfter earliest: Int64) -> Range<Int> {
    let lower = firstIndex(startingAfter: earliest - longest - 1)
    let upper = firstIndex(startingAfter: latest)
    return lower < upper ? lower..<upper : upper..<upper
  }

  private func firstIndex(startingAfter moment: Int64) -> Int {
    values.indices.firstPassing { timeline.startSeconds(at: $0) > moment }
  }

  /// Returns the index of the value whose interval ends last in (after, through].
  func newest(endingAfter after: Int64, through: Int64) -> Int? {
    var best: Int?
    var bestEnd = after
    for i in indices(beginningBy: through, endingAfter: after).reversed() where !values[i].isNaN {
      let end = timeline.endSeconds(at: i)
      if end > bestEnd, end <= through { (best, bestEnd) = (i, end) }
    }
    return best
  }

  /// Finds, among values at regular times, the one whose interval ends last in (after, through], and that end.
  static func newest(
    of values: UnsafeBufferPointer<Double>, at regular: HourlySeries.Regular, endingAfter after: Int64,
    through: Int64
  ) -> (value: Double, end: Int64)? {
    let firstEnd = regular.start &+ regular.length
    var i = Swift.min((through - firstEnd).dividedDown(by: regular.step), Int64(values.count) - 1)
    while i >= 0 {
      let end = firstEnd &+ i &* regular.step
      if end <= after { return nil }
      if !values[Int(i)].isNaN { return (values[Int(i)], end) }
      i -= 1
    }
    return nil
  }

  /// Returns the index of the day's value: the one that covers most of it, if they share three quarters of the value or of
  /// the day.
  func index(onDay day: Int64, of days: LocalDays) -> Int? {
    let bounds = days.bounds(ofDay: day)
    guard !bounds.isEmpty else { return nil }
    let (start, end) = (bounds.lowerBound, bounds.upperBound)
    var best: Int?
    var most: Int64 = -1
    for i in indices(beginningBy: end, endingAfter: start - 1) where !values[i].isNaN {
      let (from, to) = (timeline.startSeconds(at: i), timeline.endSeconds(at: i))
      guard to > start, to <= end || from < end else { continue }
      let common = min(to, end) - max(from, start)
      if common * 4 >= 3 * min(to - from, end - start), common >= most { (best, most) = (i, common) }
    }
    return best
  }

  /// Returns the index of the value whose interval contains a moment; of several, the one that ends first.
  func index(holding moment: Int64) -> Int? {
    var best: Int?
    var bestEnd = Int64.max
    for i in indices(beginningBy: moment, endingAfter: moment - 1) where !values[i].isNaN {
      let (from, to) = (timeline.startSeconds(at: i), timeline.endSeconds(at: i))
      if to >= moment, from < moment || from == to, to < bestEnd { (best, bestEnd) = (i, to) }
    }
    return best
  }

  /// The ends of the first and the last interval; `nil` if there are none.
  var ends: (first: Int64, last: Int64)? {
    let ends = values.indices.map { timeline.endSeconds(at: $0) }
    guard let first = ends.min(), let last = ends.max() else { return nil }
    return (first, last)
  }

  /// Returns the values on the ends of a grid of hours: for each hour the value that ends last in it, or NaN.
  func laid(from first: Int64, count: Int) -> [Double] {
    var result = [Double](repeating: .nan, count: count)
    var latest = [Int64](repeating: .min, count: count)
    for i in values.indices where !values[i].isNaN {
      let end = timeline.endSeconds(at: i)
      let slot = -(first - end).dividedDown(by: 3600)
      guard slot >= 0, slot < Int64(count), end >= latest[Int(slot)] else { continue }
      result[Int(slot)] = values[i]
      latest[Int(slot)] = end
    }
    return result
  }
}

/// Series whose values are so far apart that an hourly grid over all of them would be nearly empty, cut into sections.
enum SparseSeries {
  /// Values further apart than this are unrelated: no average reaches so far back.
  private static let reach: Int64 = 7 * 86_400
  /// The limits beyond which a grid counts as nearly empty: hours per value, and hours that are free.
  private static let (hoursPerValue, freeHours): (Int64, Int64) = (64, 20_000)

  /// Returns the series of each section, in order of time; `nil` if one grid suits them, which is nearly always so.
  static func stretches(of all: [AirSeries]) -> [[AirSeries]]? {
    guard isSparse(all) else { return nil }
    let ends = Self.ends(of: all)
    guard ends.count > 1 else { return nil }
    var stretches = [[AirSeries]](repeating: [], count: ends.count)
    for series in all {
      // By the section that contains the end of each value.
      let indices = Dictionary(grouping: 0..<series.count) { index in
        ends.indices.dropLast().firstPassing { ends[$0] >= series.timeline.endSeconds(at: index) }
      }
      for (stretch, indices) in indices {
        if let part = Self.part(indices, of: series) { stretches[stretch].append(part) }
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

  private static func part(_ indices: [Int], of series: AirSeries) -> AirSeries? {
    var starts = ContiguousArray(indices.map(series.timeline.startSeconds(at:)))
    var ends = ContiguousArray(indices.map(series.timeline.endSeconds(at:)))
    var values = indices.map { series.values[$0] }
    var flags = series.flags.map { flags in indices.map { flags[$0] } }
    // A single instant alone isn't known to be the sample of an hour, unlike one among others of its series.
    if values.count == 1, starts == ends, ends[0] < AirTime.lastSecond - 3600 {
      starts.append(starts[0] + 3600)
      ends.append(ends[0] + 3600)
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
