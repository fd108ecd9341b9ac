/// Values that a source states, found by their intervals.
final class StatedValues: Sendable {
  let timeline: AirTimeline
  let values: [Double]
  /// The length of the longest interval.
  private let longest: Int64

  init(_ values: [Double], over timeline: AirTimeline) {
    self.timeline = timeline
    self.values = values
    longest =
      timeline.regular?.length
      ?? values.indices.reduce(0) { max($0, timeline.endSeconds(at: $1) - timeline.startSeconds(at: $1)) }
  }

  /// Returns the indices where intervals of up to `most` may begin by one moment and end after another; starts ascend.
  func indices(beginningBy last: Int64, endingAfter first: Int64, lasting most: Int64 = .max) -> Range<Int> {
    let lower = firstIndex(startingAfter: first - min(longest, most) - 1)
    let upper = firstIndex(startingAfter: last)
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

  /// Returns the index of the day's value: of those that begin less than two days before it the one that covers most of it,
  /// if they share three quarters of the value or of the day.
  func index(onDay day: Int64, of days: LocalDays) -> Int? {
    let bounds = days.bounds(ofDay: day)
    guard !bounds.isEmpty else { return nil }
    let (start, end) = (bounds.lowerBound, bounds.upperBound)
    var best: Int?
    var most: Int64 = -1
    for i in indices(beginningBy: end, endingAfter: start - 1, lasting: 172_800) where !values[i].isNaN {
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
