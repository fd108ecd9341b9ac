#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An instant, in whole seconds since 1970-01-01T00:00:00Z, between the years 1 and 9999.
///
/// Providers state seconds, and arithmetic on them is exact and fast. ``date`` converts to Foundation's `Date`.
/// As text and in JSON it is ISO 8601 in UTC, such as `2026-10-01T22:00:00Z`.
public struct AirTime: Hashable, Sendable, Comparable {
  /// Seconds since 1970-01-01T00:00:00Z, without leap seconds.
  public let secondsSince1970: Int64

  /// An instant; a number outside the years 1 to 9999 becomes the nearer end.
  public init(secondsSince1970 seconds: Int64) {
    secondsSince1970 = min(max(seconds, Self.firstSecond), Self.lastSecond)
  }

  /// The instant of a date, rounded down to the second; outside the years 1 to 9999 the nearer end.
  public init(_ date: Date) {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    let bounded = min(max(seconds, Double(Self.firstSecond)), Double(Self.lastSecond))
    self.init(secondsSince1970: bounded.isNaN ? 0 : Int64(bounded))
  }

  /// The instant as a `Date`.
  public var date: Date { Date(timeIntervalSince1970: Double(secondsSince1970)) }

  /// 0001-01-01T00:00:00Z.
  package static let firstSecond: Int64 = -62_135_596_800
  /// 9999-12-31T23:59:59Z.
  package static let lastSecond: Int64 = 253_402_300_799

  /// Earlier comes first.
  public static func < (lhs: AirTime, rhs: AirTime) -> Bool { lhs.secondsSince1970 < rhs.secondsSince1970 }

  /// The instant a number of seconds later, or earlier for a negative number.
  public func adding(seconds: Int64) -> AirTime {
    let (sum, overflow) = secondsSince1970.addingReportingOverflow(seconds)
    return AirTime(secondsSince1970: overflow ? (seconds > 0 ? Self.lastSecond : Self.firstSecond) : sum)
  }

  /// The instant a duration later, in whole seconds.
  public static func + (time: AirTime, duration: Duration) -> AirTime {
    time.adding(seconds: duration.boundedSeconds)
  }

  /// The instant a duration earlier, in whole seconds.
  public static func - (time: AirTime, duration: Duration) -> AirTime {
    let seconds = duration.boundedSeconds
    return time.adding(seconds: seconds == .min ? .max : -seconds)
  }

  /// The time from another instant to this one; negative when this one is earlier.
  public func since(_ earlier: AirTime) -> Duration { .seconds(secondsSince1970 - earlier.secondsSince1970) }

  /// The latest instant that is a whole multiple of a step since 1970, at or before this one. The step is positive.
  package func floored(toMultipleOf step: Int64) -> AirTime {
    guard step > 0 else { return self }
    let remainder = secondsSince1970 % step
    return AirTime(secondsSince1970: secondsSince1970 - (remainder < 0 ? remainder + step : remainder))
  }
}
