/// The time for which a value holds: from `start`, included, to `end`, excluded. Equal ends mean an instant.
public struct AirInterval: Hashable, Sendable {
  /// The first instant of the interval.
  public let start: AirTime
  /// The first instant after the interval; the same as `start` for an instant.
  public let end: AirTime

  /// Creates an interval from two instants.
  ///
  /// - Throws: ``AQError/Code/invalidRequest`` when the end is before the start.
  public init(start: AirTime, end: AirTime) throws(AQError) {
    guard start <= end else {
      throw AQError(.invalidRequest, "An interval can't end (\(end)) before it starts (\(start)).")
    }
    self.init(uncheckedStart: start, end: end)
  }

  /// Creates an instant, as an interval of zero length.
  public init(instant: AirTime) { self.init(uncheckedStart: instant, end: instant) }

  package init(uncheckedStart start: AirTime, end: AirTime) {
    self.start = start
    self.end = end
  }

  /// Creates an interval from seconds since 1970, in order; those outside the years 1 to 9999 are clamped to them.
  package init(seconds start: Int64, _ end: Int64) {
    self.init(uncheckedStart: AirTime(secondsSince1970: start), end: AirTime(secondsSince1970: end))
  }

  /// The time from start to end.
  public var length: Duration { end.duration(since: start) }

  /// Whether the interval is an instant.
  public var isInstant: Bool { start == end }

  /// The last second of the interval; of an instant, itself.
  package var lastMoment: AirTime { max(start, end.adding(seconds: -1)) }

  /// Returns whether an instant lies in the interval; an instant contains itself.
  public func contains(_ time: AirTime) -> Bool { isInstant ? time == start : start <= time && time < end }

  /// Returns whether the two intervals share a moment.
  public func overlaps(_ other: AirInterval) -> Bool {
    if isInstant { return other.contains(start) }
    if other.isInstant { return contains(other.start) }
    return start < other.end && other.start < end
  }
}

extension AirInterval: Codable {
  /// Reads two ISO 8601 instants, in order.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    let start = try container.decode(AirTime.self)
    let end = try container.decode(AirTime.self)
    guard container.isAtEnd, start <= end else {
      throw decoder.fault("An interval needs two instants, the end not before the start.")
    }
    self.init(uncheckedStart: start, end: end)
  }

  /// Writes two ISO 8601 instants.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(start)
    try container.encode(end)
  }
}

extension AirInterval: CustomStringConvertible {
  /// Start and end as ISO 8601, joined by a slash; for an instant, the time alone.
  public var description: String { isInstant ? "\(start)" : "\(start)/\(end)" }
}
