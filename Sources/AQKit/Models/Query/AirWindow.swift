/// The time that a query asks about.
public enum AirWindow: Hashable, Sendable, Codable {
  /// The newest values.
  case current
  /// A time up to now.
  case past(Duration)
  /// A time from now on.
  case next(Duration)
  /// An explicit interval.
  case interval(AirInterval)

  /// The interval that the window means at a moment; for `current`, the moment itself.
  public func interval(at now: AirTime) -> AirInterval {
    switch self {
    case .current: AirInterval(instant: now)
    case .past(let duration): AirInterval(uncheckedStart: min(now - duration, now), end: now)
    case .next(let duration): AirInterval(uncheckedStart: now, end: max(now + duration, now))
    case .interval(let interval): interval
    }
  }
}
