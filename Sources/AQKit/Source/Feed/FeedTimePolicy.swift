/// Where the times of a live feed's readings come from.
///
/// ``FeedSource`` applies the policy to every value that the decoder adds with a stamp: a decoder may hand over what the
/// device says, and the declaration decides whether it is a time.
public enum FeedTimePolicy: Hashable, Sendable {
  /// The device states times in ISO 8601 with an offset, or times that need no interpretation.
  case iso8601
  /// The device states seconds or milliseconds since 1970. A number before 2000 is that of a clock which has not been
  /// set and counts from the device's start: the time of arrival stands for it.
  case epoch
  /// The device states local times without a zone, so many seconds east of UTC. A time before 2000 is that of a clock
  /// which has not been set.
  case local(secondsFromUTC: Int)
  /// The device counts from its own start, which is no time: the time of arrival stands for it.
  case sinceBoot
  /// The device states none: the time of arrival stands for it.
  case none

  /// Whether the device states times, so that one reading can be later than another that arrived before it.
  var statesTimes: Bool {
    switch self {
    case .iso8601, .epoch, .local: true
    case .sinceBoot, .none: false
    }
  }

  /// A text of the device as a time stamp under this policy.
  public func stamp(_ text: String) -> TimeStamp {
    switch self {
    case .iso8601, .epoch: .text(text)
    case .local(let offset): .localText(text, secondsFromUTC: offset)
    case .sinceBoot, .none: .received
    }
  }

  /// A number of seconds of the device as a time stamp under this policy.
  public func stamp(_ seconds: Int64) -> TimeStamp {
    switch self {
    case .iso8601, .epoch, .local: .unix(seconds)
    case .sinceBoot, .none: .received
    }
  }

  /// 2000-01-01T00:00:00Z: no live feed is older.
  private static let firstSetClock: Int64 = 946_684_800

  /// The stamp that counts in place of one that a decoder gave.
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
