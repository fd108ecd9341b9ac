/// The requests of one query that the service is working on, as opposed to those waiting in AQKit's own
/// queues. Code that limits the time of a query opens a contact around it, to which queues and transports
/// below report, and asks how long the service was silent. Without reports, all time counts as the source's.
final class SourceContact: Sendable {
  /// The state of a query when its time was over.
  struct Silence {
    /// The time for which the oldest open request has had no response; zero if the query waited in a queue.
    var duration: Duration
    /// Whether the last request that ended had failed.
    var hasFailed: Bool
    /// Whether a queue or a request has reported how the time was used.
    var isReported: Bool
  }

  private struct State {
    var isReported = false
    var hasFailed = false
    /// The parts, each with the time at which its request was sent in seconds since 1970, which is nil for a separate or
    /// shared contact, and the number of tasks that wait for it.
    var parts = [ObjectIdentifier: (contact: SourceContact, since: Double?, count: Int)]()
  }

  private static let local = TaskLocal<SourceContact?>(wrappedValue: nil)
  private let state = Locked(State())

  /// Reports that the current query waits in one of AQKit's queues.
  static func noteQueue() { local.get()?.state.withLock { $0.isReported = true } }

  /// Sends a request. Meanwhile the current query counts as waiting for the service, unless layers below report a
  /// queue.
  static func request<Result: Sendable>(
    _ clock: any AQClock, hasFailed: (Result) -> Bool = { _ in false }, _ send: () async throws -> Result
  ) async throws -> Result {
    guard let whole = local.get() else { return try await send() }
    let contact = SourceContact()
    whole.add(contact, since: clock.seconds)
    do {
      let result = try await local.withValue(contact, operation: send)
      whole.remove(contact, hasFailed: hasFailed(result))
      return result
    } catch {
      whole.remove(contact, hasFailed: error is CancellationError ? nil : true)
      throw error
    }
  }

  /// Runs a body whose tasks report to this contact, which is a part of the current one.
  func open<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    let whole = join()
    defer { leave(whole) }
    return try await Self.local.withValue(self, operation: body)
  }

  /// Runs a body whose tasks report only to this contact, or to none.
  static func inherit<Result>(_ contact: SourceContact?, _ body: () -> Result) -> Result {
    local.withValue(contact, operation: body)
  }

  /// Makes this contact, which several queries share, a part of the current one; returns the current one.
  func join() -> SourceContact? {
    let whole = Self.local.get()
    whole?.add(self, since: nil)
    return whole
  }

  func leave(_ whole: SourceContact?) { whole?.remove(self, hasFailed: nil) }

  /// Returns the time for which the service has been silent at a moment, to a query that was sent at another.
  func silence(since start: Double, at now: Double) -> Silence {
    let look = look()
    let since = look.isReported ? look.openSince : start
    let duration = since.map { Duration(boundedSeconds: now - $0) } ?? .zero
    return Silence(duration: duration, hasFailed: look.hasFailed, isReported: look.isReported)
  }

  private func add(_ part: SourceContact, since start: Double?) {
    state.withLock { $0.parts[ObjectIdentifier(part), default: (part, start, 0)].count += 1 }
  }

  /// Removes a part, whose last request then counts as that of the whole. `hasFailed` says whether the request failed; nil
  /// for a part that isn't a request, or was given up.
  private func remove(_ part: SourceContact, hasFailed: Bool?) {
    let look = part.look()
    state.withLock { state in
      let key = ObjectIdentifier(part)
      let since = state.parts[key]?.since
      state.parts[key]?.count -= 1
      if state.parts[key]?.count == 0 { state.parts[key] = nil }
      if look.isReported {
        state.isReported = true
        state.hasFailed = look.hasFailed
      } else if since != nil {
        state.isReported = true
        if let hasFailed { state.hasFailed = hasFailed }
      }
    }
  }

  private func look() -> (isReported: Bool, openSince: Double?, hasFailed: Bool) {
    let state = state.withLock { $0 }
    var (isReported, hasFailed, since) = (state.isReported, state.hasFailed, Double?.none)
    for part in state.parts.values {
      let look = part.contact.look()
      guard look.isReported || part.since != nil else { continue }
      isReported = true
      hasFailed = hasFailed || look.hasFailed
      if let start = look.isReported ? look.openSince : part.since { since = min(since ?? start, start) }
    }
    return (isReported, since, hasFailed)
  }
}

extension SourceContact.Silence {
  /// Returns whether the time ran out because of the caller or AQKit: the service didn't have a request for long enough
  /// to be at fault.
  func isExcused(after patience: Duration) -> Bool { !hasFailed && duration < patience }
}

extension AirDeadline {
  /// The cause of a time-out that one of AQKit's deadlines has made.
  struct Missed: Error {
    let silence: SourceContact.Silence
    /// The limit for the source alone; nil if the deadline was the caller's.
    let limit: Duration?

    /// Returns whether the source isn't to blame for the error. A source that has kept a request for most of its own limit
    /// is silent, however short the limit is.
    func isExcused(after patience: Duration) -> Bool {
      silence.isExcused(after: min(patience, limit.map { $0 / 2 } ?? patience))
    }
  }
}

extension AQError {
  /// Returns whether the error says nothing about the source: AQKit's own queue, budget or deadline ended the query.
  /// `patience` is the time for which a source may be silent before a deadline counts against it.
  func isExcused(after patience: Duration = AirPolicy.Circuit.usualPatience) -> Bool {
    if cause is RequestBudgets.Budget.Spent { return true }
    return (cause as? AirDeadline.Missed)?.isExcused(after: patience) ?? false
  }
}
