/// A time as a provider writes it. What it means, the start or the end of an interval or an instant, is declared in
/// the source's ``Offer/timeConvention``.
public enum TimeStamp: Hashable, Sendable {
  /// Seconds since 1970 in UTC.
  case unix(Int64)
  /// Milliseconds since 1970 in UTC.
  case unixMilliseconds(Int64)
  /// ISO 8601 with `Z` or an offset.
  case text(String)
  /// ISO 8601 without an offset, in local time this many seconds east of UTC.
  case localText(String, secondsFromUTC: Int)
  /// A time that is known already.
  case time(AirTime)
  /// None: the time of receipt stands for it, and the value is flagged so.
  case received

  /// The instant; nil where the text is no time.
  func instant(receivedAt: AirTime) -> AirTime? {
    switch self {
    case .unix(let seconds): AirTime(secondsSince1970: seconds)
    case .unixMilliseconds(let milliseconds):
      AirTime(secondsSince1970: milliseconds >= 0 ? milliseconds / 1000 : (milliseconds &- 999) / 1000)
    case .text(let text): AirTime(text)
    case .localText(let text, let offset):
      CivilTime(iso8601: text).map {
        AirTime(secondsSince1970: $0.secondsAsUTC &- ($0.offset ?? Int64(offset)))
      }
    case .time(let time): time
    case .received: receivedAt
    }
  }
}
