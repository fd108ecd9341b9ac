#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A time as a provider writes it. The source's ``SourceDescriptor/Offer/timeConvention`` declares its meaning: the
/// start or end of an interval, or an instant.
public enum TimeStamp: Hashable, Sendable {
  /// Seconds since 1970 in UTC.
  case unix(Int64)
  /// Milliseconds since 1970 in UTC.
  case unixMilliseconds(Int64)
  /// ISO 8601 with `Z` or an offset.
  case text(String)
  /// ISO 8601 without an offset, in local time at an offset in seconds east of UTC; at most 18 hours.
  case localText(String, secondsFromUTC: Int)
  /// ISO 8601 without an offset, in the local time of a zone. An hour that occurs twice when clocks are set back means
  /// its first occurrence; a skipped one, when they are set forward, continues the time before the change.
  case zonedText(String, TimeZone)
  /// A known time.
  case time(AirTime)
  /// No time: the time of receipt is used, and the value is flagged.
  case received

  /// The instant; nil for unreadable text, or a number outside the years 1 to 9999, such as milliseconds declared as
  /// seconds.
  func instant(receivedAt: AirTime) -> AirTime? {
    switch self {
    case .unix(let seconds): return Self.time(seconds)
    case .unixMilliseconds(let milliseconds):
      let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
      return Self.time(rest < 0 ? seconds - 1 : seconds)
    case .text(let text):
      return ISO8601.stamp(text)?.instant().flatMap(Self.time)
    case .localText(let text, let offset):
      guard let stamp = ISO8601.stamp(text), (-64_800...64_800).contains(offset) else {
        return nil
      }
      return stamp.instant(assuming: offset).flatMap(Self.time)
    case .zonedText(let text, let zone):
      guard let stamp = ISO8601.stamp(text) else { return nil }
      if let seconds = stamp.instant() { return Self.time(seconds) }
      // The offset before any change that may lie in between.
      let before = Self.offset(of: zone, at: stamp.clock - 26 * 3600)
      let guess = stamp.clock - before
      let after = Self.offset(of: zone, at: guess)
      let corrected = stamp.clock - after
      return Self.time(Self.offset(of: zone, at: corrected) == after ? corrected : guess)
    case .time(let time): return time
    case .received: return receivedAt
    }
  }

  /// Whether it is a readable local time of which nobody said where.
  var lacksZone: Bool {
    if case .text(let text) = self { ISO8601.stamp(text).map { $0.offset == nil } ?? false } else { false }
  }

  /// Whether it is a number, which is always readable but may be out of range.
  var isNumber: Bool {
    switch self {
    case .unix, .unixMilliseconds: true
    default: false
    }
  }

  private static func offset(of zone: TimeZone, at seconds: Int64) -> Int64 {
    Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))))
  }

  private static func time(_ seconds: Int64) -> AirTime? {
    let time = AirTime(secondsSince1970: seconds)
    return time.secondsSince1970 == seconds ? time : nil
  }
}
