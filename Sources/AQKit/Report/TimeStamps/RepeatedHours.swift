/// The times of a series that occur twice because clocks are set back, ordered by the positions of their rows.
struct RepeatedHours {
  /// The first occurrence of a time, and the seconds until the second one.
  typealias Moved = (index: Int, after: Int64)

  struct Entry {
    var index: Int
    let after: Int64
    /// Whether the length of the interval implies the second occurrence, unless the time occurs twice.
    let isSecondByLength: Bool
  }

  private(set) var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }

  /// Adds a time, which comes after all that were added.
  mutating func append(index: Int, after seconds: Int64, isSecondByLength: Bool = false) {
    entries.append(Entry(index: index, after: seconds, isSecondByLength: isSecondByLength))
  }

  /// Adds the repeated hours of further rows, which begin at an index.
  mutating func append(contentsOf other: RepeatedHours, at start: Int) {
    for entry in other.entries {
      append(index: entry.index + start, after: entry.after, isSecondByLength: entry.isSecondByLength)
    }
  }

  /// Removes those at an index and after it.
  mutating func remove(from index: Int) {
    while let last = entries.last, last.index >= index { entries.removeLast() }
  }

  /// Keeps the rows with these ascending indices, all that were added among them.
  mutating func keep(_ kept: [Int]) {
    for index in entries.indices {
      let row = entries[index].index
      entries[index].index = kept.indices.firstPassing { kept[$0] >= row }
    }
  }

  /// Decides for each time which occurrence it is: in rows with ascending times the first one comes first, in descending rows
  /// the second one. If only the interval at the first occurrence is over, as `isOver` says of a row's interval moved by some
  /// seconds, that one is meant: observations can't be from the future. Returns the rows moved to their second occurrence.
  @discardableResult
  mutating func order(
    _ times: inout ContiguousArray<Int64>, after previous: Int64? = nil,
    isOver: (_ index: Int, _ moved: Int64) -> Bool
  ) -> [Moved] {
    if entries.isEmpty { return [] }
    var steps = 0
    var last = previous
    for time in times {
      if let last { steps += time > last ? 1 : time < last ? -1 : 0 }
      last = time
    }
    entries.removeAll { !times.indices.contains($0.index) }
    let isDescending = steps < 0
    // The row of each time that is farthest into the second occurrence.
    var seconds: [Int64: Int] = [:]
    for entry in entries where entry.isSecondByLength {
      let known = seconds[times[entry.index]] ?? entry.index
      seconds[times[entry.index]] = isDescending ? min(known, entry.index) : max(known, entry.index)
    }
    var moved: [Moved] = []
    for entry in entries {
      let (first, second) = (times[entry.index], times[entry.index] + entry.after)
      let previous = entry.index > times.startIndex ? times[entry.index - 1] : previous
      let isSecond =
        if entry.isSecondByLength {
          seconds[first] == entry.index
        } else if let previous {
          isDescending ? second < previous || first >= previous : first <= previous && second > previous
        } else {
          isDescending
        }
      guard isSecond, isOver(entry.index, entry.after) || !isOver(entry.index, 0) else { continue }
      times[entry.index] = second
      moved.append((entry.index, entry.after))
    }
    entries = []
    return moved
  }
}
