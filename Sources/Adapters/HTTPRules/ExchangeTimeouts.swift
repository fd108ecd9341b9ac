package import AQKit

/// The two time-outs of one request; the total one counts over all its exchanges.
///
/// Every transport enforces them itself, because the limits of libraries have other meanings.
package struct ExchangeTimeouts: Sendable {
  private let idle: Duration
  private let deadline: ContinuousClock.Instant

  /// Starts the total time-out.
  package init(_ timeouts: TransportRequest.Timeouts) {
    idle = Self.bounded(timeouts.idle)
    deadline = .now + Self.bounded(timeouts.total)
  }

  /// Returns the error for the time-out that has passed, or nil if none has.
  package func expiry(lastActivity: ContinuousClock.Instant, host: String) -> AQError? {
    let now = ContinuousClock.now
    if deadline <= now {
      return AQError(.timedOut, "\(host) did not finish its response within the total time-out.")
    }
    if lastActivity + idle <= now {
      return AQError(.timedOut, "\(host) was silent for longer than the idle time-out.")
    }
    return nil
  }

  /// Returns the nanoseconds to the next check: at the next time-out if nothing happens until then, and after an hour
  /// at most.
  package func nextLook(lastActivity: ContinuousClock.Instant) -> Int64 {
    let wait = ContinuousClock.now.duration(to: min(lastActivity + idle, deadline))
    let parts = min(max(wait, .zero), .seconds(3600)).components
    return parts.seconds * 1_000_000_000 + parts.attoseconds / 1_000_000_000 + 1
  }

  /// Returns a duration that can be added to an instant without overflow.
  private static func bounded(_ duration: Duration) -> Duration {
    min(max(duration, .zero), .seconds(10 * 365 * 86_400))
  }
}
