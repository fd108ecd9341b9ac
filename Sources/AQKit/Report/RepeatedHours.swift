/// The times of a series that occur twice because clocks are set back, ordered by the positions of their rows.
struct RepeatedHours {
  /// A time in its first occurrence, and the seconds until the second one.
  typealias Moved = (index: Int, after: Int64)

  struct Entry {
    var index: Int
    let after: Int64
    /// Whether the length of the interval implies the second occurrence, unless the time occurs twice.
    let isSecondByLength: Bool
  }

  /// The entries in ascending order.
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

  /// Removes those at an index and behind it.
  mutating func remove(from index: Int) {
    while let last = entries.last, last.index >= index { entries.removeLast() }
  }

  /// Decides for each time which occurrence it is: in rows with ascending times the first one comes first, in descending rows
  /// the second one.
  ///
  /// - Parameters:
  ///   - times: The times of all rows, in their order.
  ///   - previous: The time of the row before them, if there is one.
  ///   - isOver: Whether a row's interval, moved by some seconds, is over. If only the first occurrence is over, the row means
  ///     that one: observations can't be from the future.
  /// - Returns: The rows that were moved to their second occurrence.
  @discardableResult
  mutating func order<Times: MutableCollection & RandomAccessCollection>(
    _ times: inout Times, after previous: Int64? = nil,
    isOver: (_ index: Int, _ moved: Int64) -> Bool = { _, _ in false }
  ) -> [Moved] where Times.Element == Int64, Times.Index == Int {
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
    let seconds = Dictionary(
      entries.filter(\.isSecondByLength).map { (times[$0.index], $0.index) },
      uniquingKeysWith: { isDescending ? min($0, $1) : max($0, $1) })
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

extension ReportBuilder {
  /// The origin of the times of a live feed's readings.
  ///
  /// ``FeedSource`` applies the policy to every stamped value of the decoder, so a decoder may pass on what the device
  /// states, and the declaration decides whether it is a time.
  public enum FeedTimePolicy: Hashable, Sendable {
    /// The device states times in ISO 8601 with an offset, or times that need no interpretation.
    case iso8601
    /// The device states seconds or milliseconds since 1970. A number before 2000 comes from an unset clock that counts
    /// from the device's start; the time of arrival replaces it.
    case epoch
    /// The device states local times without a zone, at an offset in seconds east of UTC. A time before 2000 comes from
    /// an unset clock.
    case local(secondsFromUTC: Int)
    /// The device counts from its own start; the time of arrival replaces the count.
    case sinceBoot
    /// The device states no times; the time of arrival is used.
    case none

    /// Whether the device states times, so that a reading can arrive after a later one.
    var statesTimes: Bool {
      switch self {
      case .iso8601, .epoch, .local: true
      case .sinceBoot, .none: false
      }
    }

    /// Returns a device's text as a time stamp under this policy.
    public func stamp(_ text: String) -> TimeStamp {
      switch self {
      case .iso8601, .epoch: .text(text)
      case .local(let offset): .localText(text, secondsFromUTC: offset)
      case .sinceBoot, .none: .received
      }
    }

    /// Returns a device's number of seconds as a time stamp under this policy.
    public func stamp(_ seconds: Int64) -> TimeStamp {
      switch self {
      case .iso8601, .epoch, .local: .unix(seconds)
      case .sinceBoot, .none: .received
      }
    }

    /// 2000-01-01T00:00:00Z: no live feed is older.
    private static let firstSetClock: Int64 = 946_684_800

    /// Returns the stamp that replaces a decoder's stamp.
    func applied(to stamp: TimeStamp, receivedAt: AirTime) -> TimeStamp {
      switch self {
      case .iso8601: return stamp
      case .sinceBoot, .none: return .received
      case .epoch, .local:
        guard let time = stamp.instant(receivedAt: receivedAt), time.secondsSince1970 < Self.firstSetClock
        else {
          return stamp
        }
        return .received
      }
    }
  }
}
