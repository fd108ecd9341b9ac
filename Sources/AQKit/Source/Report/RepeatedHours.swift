/// The times of a series that occur twice because clocks are set back, ordered by the positions of their rows.
struct RepeatedHours {
  /// A time in its first occurrence, and the seconds until the second one.
  typealias Entry = (index: Int, after: Int64)

  /// In ascending order.
  private var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }

  /// Adds a time, which stands behind all that were added.
  mutating func append(index: Int, after seconds: Int64) { entries.append((index, seconds)) }

  /// Adds those of further rows, which begin at an index.
  mutating func append(contentsOf other: RepeatedHours, at start: Int) {
    entries += other.entries.map { ($0.index + start, $0.after) }
  }

  /// Removes those at an index and behind it.
  mutating func remove(from index: Int) {
    while let last = entries.last, last.index >= index { entries.removeLast() }
  }

  /// Decides for each time which occurrence is meant: in rows of ascending times first the first, then the second one;
  /// in descending rows the other way round.
  ///
  /// - Parameters:
  ///   - times: The times of all rows, in their order.
  ///   - previous: The time of the row before them, if there is one.
  /// - Returns: Those that were moved to their second occurrence.
  @discardableResult
  mutating func order<Times: MutableCollection & RandomAccessCollection>(
    _ times: inout Times, after previous: Int64? = nil
  ) -> [Entry] where Times.Element == Int64, Times.Index == Int {
    if entries.isEmpty { return [] }
    var steps = 0
    var last = previous
    for time in times {
      if let last { steps += time > last ? 1 : time < last ? -1 : 0 }
      last = time
    }
    var moved: [Entry] = []
    for entry in entries where times.indices.contains(entry.index) {
      let (first, second) = (times[entry.index], times[entry.index] + entry.after)
      let previous = entry.index > times.startIndex ? times[entry.index - 1] : previous
      let isSecond =
        if let previous {
          steps < 0 ? second < previous || first >= previous : first <= previous && second > previous
        } else {
          steps < 0
        }
      guard isSecond else { continue }
      times[entry.index] = second
      moved.append(entry)
    }
    entries = []
    return moved
  }
}
