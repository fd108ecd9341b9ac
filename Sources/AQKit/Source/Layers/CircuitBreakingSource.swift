/// A source with a circuit breaker, as ``AirDataSource/circuitBreaking(_:clock:)`` describes it.
///
/// A source that keeps a request until the caller's deadline has failed if it hasn't responded to another one meanwhile; it
/// isn't waited for any longer, even if it ignores cancellation. Requests in AQKit's own queues have not reached the source,
/// and a response of the source always closes the circuit.
package final class CircuitBreakingSource<Base: AirDataSource>: AirLayer {
  /// The state, with moments in seconds since 1970.
  private enum Phase: Sendable {
    /// All queries pass; counts consecutive failures.
    case closed(failures: Int)
    /// Queries are refused from one moment until another one.
    case open(since: Double, until: Double, AQError)
    /// A single query is in flight; the others are refused, unless it has been lost.
    case probing(since: Double, AQError)
  }

  package let base: Base
  package let policy: AirPolicy.Circuit
  private let clock: any AQClock
  private let phase = Locked(Phase.closed(failures: 0))
  private let respondedAt = Locked<Double?>(nil)

  package init(
    _ base: Base, policy: AirPolicy.Circuit = AirPolicy.Circuit(), clock: any AQClock = AQSystemClock()
  ) {
    self.base = base
    self.policy = policy
    self.clock = clock
  }

  package var insight: AirPolicy.Insight {
    changed(base.layerInsight) { $0.isCircuitOpen = isOpen }
  }

  /// Whether the source isn't asked at the moment.
  package var isOpen: Bool {
    let now = clock.seconds
    return phase.withLock { phase in
      switch phase {
      case .closed: false
      case .open(let start, let end, _): Self.lies(now, from: start, until: end)
      case .probing: true
      }
    }
  }

  @concurrent package func fetch(_ query: AirQuery) async throws -> AirResponse {
    try Task.checkCancellation()
    let start = clock.seconds
    let isProbe = try enter(at: start)
    let contact = SourceContact()
    do {
      let response = try await AirDeadline.heeded(clock: clock, source: base.descriptor.id, contact) {
        [base] in try await base.fetch(query)
      }
      if let failure = response.failure(of: base.descriptor.id) {
        note(failure, isProbe: isProbe, contact.silence(since: start, at: clock.seconds))
        return response
      }
      respondedAt.withLock { [now = clock.seconds] in $0 = now }
      let isClosed: Bool = phase.withLock { phase in
        let wasClosed = if case .closed = phase { true } else { false }
        phase = .closed(failures: 0)
        return !wasClosed
      }
      if isClosed { HubObservation.emit(.circuitClosed) }
      return response
    } catch {
      note(error, isProbe: isProbe, contact.silence(since: start, at: clock.seconds))
      throw error
    }
  }

  /// Lets a query pass, or throws; returns true for the query that probes the source.
  private func enter(at now: Double) throws -> Bool {
    try phase.withLock { phase in
      switch phase {
      case .closed: return false
      case .open(let start, let end, let error) where Self.lies(now, from: start, until: end):
        throw paused(error, for: Duration(boundedSeconds: end - now))
      case .open(_, _, let error):
        phase = .probing(since: now, error)
        return true
      case .probing(let since, let error):
        // After two minutes it counts as lost, and the next query becomes one.
        guard (now - since).magnitude >= 120 else {
          throw paused(error, for: .seconds(1))
        }
        phase = .probing(since: now, error)
        return true
      }
    }
  }

  /// Returns whether a pause goes on; one that lies ahead is over, because the clock was set back.
  private static func lies(_ now: Double, from start: Double, until end: Double) -> Bool {
    now < end && now - start > -1
  }

  private func note(_ error: any Error, isProbe: Bool, _ silence: SourceContact.Silence) {
    let now = clock.seconds
    var wrapped = AQError.wrapping(error, source: base.descriptor.id)
    var isExcused =
      error is CancellationError || Task.isCancelled || wrapped.isExcused(after: policy.patience)
    let isOver =
      if let missed = wrapped.cause as? AirDeadline.Missed { missed.limit == nil } else {
        !(wrapped.cause is RequestBudgets.Budget.Spent)
          && (AirDeadline.provider.deadline().map { $0 <= now } ?? false)
      }
    if isOver {
      // The deadline ended the wait, however the source learned of it.
      let respondedAt = respondedAt.withLock { $0 }
      isExcused =
        silence.isExcused(after: policy.patience)
        || respondedAt.map { (now - $0).magnitude < policy.patience / .seconds(1) } ?? false
      wrapped = AQError(.timedOut, "No response before the caller's deadline.", source: base.descriptor.id)
    }
    let isOpened: Bool = phase.withLock { [wrapped, isExcused] phase in
      if isExcused || !wrapped.mayPass {
        // The error says nothing about the service, except that a refusal is a response.
        switch phase {
        case .probing(_, let last) where isProbe:
          phase = isExcused ? .open(since: now, until: now, last) : .closed(failures: 0)
        case .closed where !isExcused: phase = .closed(failures: 0)
        default: break
        }
        return false
      }
      var failures = policy.failures
      if case .closed(let before) = phase {
        failures = before + 1
      } else if !isProbe {
        return false
      }
      var pause = failures < policy.failures ? Duration.zero : policy.pause
      // A code's default retry advice is not the service's own; a 429 pauses the budget.
      if wrapped.retry != wrapped.code.usualRetry, failures >= policy.failures || wrapped.code == .unavailable
      {
        pause = wrapped.retry.wait(atLeast: pause)
      }
      guard failures >= policy.failures || pause > .zero else {
        phase = .closed(failures: failures)
        return false
      }
      phase = .open(since: now, until: now + pause / .seconds(1), wrapped)
      return true
    }
    if isOpened { HubObservation.emit(.circuitOpened) }
  }

  private func paused(_ error: AQError, for pause: Duration) -> AQError {
    AQError(
      error.code,
      "The source has failed and isn't asked again for \(pause.wholeSeconds) s: \(error.message)",
      source: base.descriptor.id, retry: .after(.seconds(pause.wholeSeconds)), cause: error)
  }
}
