import AQKit

/// The two time-outs of one request, over all its exchanges.
///
/// `URLSession` has such limits too, in whole seconds on Linux and with other meanings; they are set out of reach.
struct ExchangeTimer: Sendable {
  private let idle: Duration
  private let deadline: ContinuousClock.Instant

  /// Starts the total time-out.
  init(_ timeouts: TransportTimeouts) {
    idle = Self.bounded(timeouts.idle)
    deadline = .now + Self.bounded(timeouts.total)
  }

  /// Waits until a time-out of the exchange passes and returns the error that says so.
  ///
  /// - Throws: `CancellationError` when the exchange has ended before.
  func expiry(of exchange: Exchange) async throws -> AQError {
    while true {
      let silence = exchange.lastActivity + idle
      let due = min(silence, deadline)
      if due <= .now {
        return due == deadline
          ? AQError(.timedOut, "\(exchange.host) did not finish its answer within the total time-out.")
          : AQError(.timedOut, "\(exchange.host) was silent for longer than the idle time-out.")
      }
      try await Task.sleep(until: due, tolerance: .zero, clock: .continuous)
    }
  }

  /// A duration that can be added to an instant without overflow.
  private static func bounded(_ duration: Duration) -> Duration {
    min(max(duration, .zero), .seconds(10 * 365 * 86_400))
  }
}
