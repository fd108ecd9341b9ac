/// The time that a query asks about.
public enum AirWindow: Hashable, Sendable {
  /// The newest values and the 25 hours before them, which averages such as NowCast need.
  case current
  /// A time up to now.
  case past(Duration)
  /// A time from now on.
  case next(Duration)
  /// An explicit interval.
  case interval(AirInterval)

  /// The window's interval at a moment. For `current` it is the 25 hours up to and including that moment.
  public func interval(at now: AirTime) -> AirInterval {
    switch self {
    case .current: AirInterval(uncheckedStart: now.adding(seconds: -25 * 3600), end: now.adding(seconds: 1))
    case .past(let duration): AirInterval(uncheckedStart: min(now - duration, now), end: now)
    case .next(let duration): AirInterval(uncheckedStart: now, end: max(now + duration, now))
    case .interval(let interval): interval
    }
  }
}
