package import AQKit

/// The two time-outs of one request; the total one counts over all its exchanges.
///
/// Every transport enforces them itself, because the limits of libraries have other meanings.
package struct ExchangeTimeouts: Sendable {
  private let idle: Duration
  private let deadline: ContinuousClock.Instant

  /// Starts the total time-out.
  package init(_ timeouts: TransportRequest.Timeouts) {
    idle = timeouts.idle.bounded
    deadline = .now + timeouts.total.bounded
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

  /// Returns the time to the next check: just after the next time-out if nothing happens until then, and after an hour
  /// at most.
  package func nextLook(lastActivity: ContinuousClock.Instant) -> Duration {
    let wait = ContinuousClock.now.duration(to: min(lastActivity + idle, deadline))
    return min(max(wait, .zero), .seconds(3600)) + .nanoseconds(1)
  }
}
