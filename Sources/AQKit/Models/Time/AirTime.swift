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

  /// Creates an instant; a number outside the years 1 to 9999 is clamped to them.
  public init(secondsSince1970 seconds: Int64) {
    secondsSince1970 = min(max(seconds, Self.firstSecond), Self.lastSecond)
  }

  /// Creates the instant of a date, rounded down to the second; a date outside the years 1 to 9999 is clamped to them.
  public init(_ date: Date) { self.init(seconds: date.timeIntervalSince1970) }

  /// Creates the instant of a number of seconds since 1970, rounded down and clamped in the same way.
  package init(seconds: Double) {
    let bounded = min(max(seconds.rounded(.down), Double(Self.firstSecond)), Double(Self.lastSecond))
    self.init(secondsSince1970: bounded.isNaN ? 0 : Int64(bounded))
  }

  /// The instant as a `Date`.
  public var date: Date { Date(timeIntervalSince1970: Double(secondsSince1970)) }

  /// 0001-01-01T00:00:00Z.
  @inlinable package static var firstSecond: Int64 { -62_135_596_800 }
  /// 9999-12-31T23:59:59Z.
  @inlinable package static var lastSecond: Int64 { 253_402_300_799 }

  /// Orders earlier instants first.
  public static func < (lhs: AirTime, rhs: AirTime) -> Bool { lhs.secondsSince1970 < rhs.secondsSince1970 }

  /// Returns the instant a number of seconds later, or earlier for a negative number.
  public func adding(seconds: Int64) -> AirTime {
    let (sum, overflow) = secondsSince1970.addingReportingOverflow(seconds)
    return AirTime(secondsSince1970: overflow ? (seconds > 0 ? Self.lastSecond : Self.firstSecond) : sum)
  }

  /// Returns the instant a duration later, in whole seconds.
  public static func + (time: AirTime, duration: Duration) -> AirTime {
    time.adding(seconds: duration.boundedSeconds)
  }

  /// Returns the instant a duration earlier, in whole seconds.
  public static func - (time: AirTime, duration: Duration) -> AirTime {
    let seconds = duration.boundedSeconds
    return time.adding(seconds: seconds == .min ? .max : -seconds)
  }

  /// Returns the time from another instant to this one; negative when this one is earlier.
  public func duration(since earlier: AirTime) -> Duration {
    .seconds(secondsSince1970 - earlier.secondsSince1970)
  }

  /// Returns the latest instant that is a whole multiple of a step since 1970, at or before this one. The step is
  /// positive.
  package func floored(toMultipleOf step: Int64) -> AirTime {
    step > 0 ? AirTime(secondsSince1970: secondsSince1970 - secondsSince1970.remainderDown(by: step)) : self
  }

  /// Returns the first such instant at or after this one.
  package func raised(toMultipleOf step: Int64) -> AirTime {
    adding(seconds: step - 1).floored(toMultipleOf: step)
  }
}

extension AirTime: LosslessStringConvertible, CustomStringConvertible {
  /// Reads ISO 8601 text with an offset: `2026-10-01T22:00Z`, `2026-10-01T22:00:00.5+02:00`, `2026-10-01 22:00:00Z`.
  /// A fraction of a second is dropped. Nil for text without an offset, which isn't an instant.
  public init?(_ text: String) {
    self.init(text, assuming: nil)
  }

  /// Reads ISO 8601 text as ``init(_:)`` does, and takes text without an offset as UTC. Nil for the year 0000.
  package init?(utc text: String) {
    self.init(text, assuming: 0)
  }

  private init?(_ text: String, assuming offset: Int?) {
    guard let stamp = ISO8601.stamp(text), stamp.clock >= Self.firstSecond,
      let seconds = stamp.instant(assuming: offset)
    else { return nil }
    self.init(secondsSince1970: seconds)
  }

  /// ISO 8601 in UTC, such as `2026-10-01T22:00:00Z`.
  public var description: String {
    let date = CivilDate(daysSinceEpoch: Int(dayNumber))
    let second = Int(secondsSince1970 - dayNumber * 86_400)
    return "\(Self.pad(date.year, 4))-\(Self.pad(date.month, 2))-\(Self.pad(date.day, 2))"
      + "T\(Self.pad(second / 3600, 2)):\(Self.pad(second / 60 % 60, 2)):\(Self.pad(second % 60, 2))Z"
  }

  package var dayNumber: Int64 { secondsSince1970.dividedDown(by: 86_400) }

  private static func pad(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
  }
}

extension AirTime: Codable {
  /// Reads ISO 8601 text with an offset.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value(
      { AirTime($0) }, orFault: { "“\($0)” is not an ISO 8601 instant with an offset." })
  }

  /// Writes ISO 8601 in UTC.
  public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
