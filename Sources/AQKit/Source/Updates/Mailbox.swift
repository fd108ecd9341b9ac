/// Updates that wait for a busy consumer, within their own bounds.
protocol UpdateBuffer: Sendable {
  /// Adds an update.
  mutating func put(_ update: AirUpdate)
  /// Removes the next update; nil if none waits.
  mutating func take() -> AirUpdate?
}

/// Passes updates from senders to consumers, usually one of each.
///
/// Without a buffer each sender waits until its update is taken; with one no sender waits.
final class Mailbox: Sendable {
  private typealias Taker = CheckedContinuation<AirUpdate?, any Error>

  private struct Offer {
    let id: UInt64
    let update: AirUpdate
    /// The waiting sender; nil for an update that was there from the start.
    let sender: CheckedContinuation<Void, any Error>?
  }

  private struct State {
    var buffer: (any UpdateBuffer)?
    var offers: [Offer] = []
    var nextID: UInt64 = 0
    /// Waiting consumers, first come, first served.
    var takers: [Taker] = []
    var isFinished = false
    var error: (any Error)?
    var isAbandoned = false
  }

  private let state: Locked<State>

  /// Creates an open mailbox.
  ///
  /// - Parameters:
  ///   - buffer: A buffer for a busy consumer; nil if senders wait.
  ///   - first: An update for the first consumer.
  init(_ buffer: (any UpdateBuffer)? = nil, first: AirUpdate? = nil) {
    var state = State(buffer: buffer)
    if let first { state.offers = [Offer(id: 0, update: first, sender: nil)] }
    self.state = Locked(state)
  }

  /// Sends an update, and waits until it is taken or buffered. Several tasks may send; their updates queue.
  ///
  /// - Throws: `CancellationError` when the task is cancelled, the consumer has left, or the stream has ended.
  func send(_ update: AirUpdate) async throws {
    if try pass(update) { return }
    let id = state.withLock { state in
      state.nextID &+= 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (sender: CheckedContinuation<Void, any Error>) in
        do {
          let offer = Offer(id: id, update: update, sender: sender)
          if try pass(update, orWaitingWith: offer) { sender.resume() }
        } catch {
          sender.resume(throwing: error)
        }
      }
    } onCancel: {
      withdraw(id)
    }
  }

  /// Passes an update to a waiting consumer or the buffer; if it can't, a given offer waits.
  ///
  /// - Returns: Whether the update is on its way.
  private func pass(_ update: AirUpdate, orWaitingWith offer: Offer? = nil) throws -> Bool {
    let (taker, next): (Taker?, AirUpdate?) = try state.withLock { state in
      if state.isAbandoned || state.isFinished || Task.isCancelled { throw CancellationError() }
      guard state.buffer != nil else {
        if !state.takers.isEmpty { return (state.takers.removeFirst(), update) }
        if let offer { state.offers.append(offer) }
        return (nil, nil)
      }
      state.buffer?.put(update)
      guard !state.takers.isEmpty, let next = state.buffer?.take() else { return (nil, update) }
      return (state.takers.removeFirst(), next)
    }
    if let next { taker?.resume(returning: next) }
    return next != nil
  }

  /// Takes the next update, or nil at the end.
  ///
  /// - Parameters:
  ///   - isolation: The actor of the caller, which the task then doesn't leave, see `Condition`.
  ///   - cancelled: Called when the taking task is cancelled.
  /// - Throws: The error of the work, or `CancellationError` when the taking task is cancelled, which also ends the
  ///   run.
  func take(
    isolation: isolated (any Actor)? = #isolation, cancelled: @escaping @Sendable () -> Void = {}
  ) async throws -> AirUpdate? {
    try await withTaskCancellationHandler {
      if let next = next() { return try next.get() }
      return try await wait(isolation: isolation)
    } onCancel: {
      cancelled()
      abandon()
    }
  }

  private func wait(isolation: isolated (any Actor)?) async throws -> AirUpdate? {
    try await withCheckedThrowingContinuation(isolation: isolation) { (taker: Taker) in
      if let next = next(orWaiting: taker) { taker.resume(with: next) }
    }
  }

  /// Returns the next update, or the end; nil if there is neither, and then a given consumer waits.
  private func next(orWaiting taker: Taker? = nil) -> Result<AirUpdate?, any Error>? {
    typealias Next = Result<AirUpdate?, any Error>
    let (next, sender): (Next?, CheckedContinuation<Void, any Error>?) = state.withLock { state in
      if state.isAbandoned || Task.isCancelled { return (.failure(CancellationError()), nil) }
      if !state.offers.isEmpty {
        let offer = state.offers.removeFirst()
        return (.success(offer.update), offer.sender)
      }
      if let update = state.buffer?.take() { return (.success(update), nil) }
      if state.isFinished { return (state.error.take().map(Next.failure) ?? Next.success(nil), nil) }
      if let taker { state.takers.append(taker) }
      return (nil, nil)
    }
    sender?.resume()
    return next
  }

  /// Ends the stream after the updates that were sent.
  func finish(_ error: (any Error)?) {
    let takers: [Taker] = state.withLock { state in
      guard !state.isFinished else { return [] }
      state.isFinished = true
      defer { state.takers = [] }
      if state.takers.isEmpty { state.error = error }
      return state.takers
    }
    for (index, taker) in takers.enumerated() {
      if let error, index == 0 { taker.resume(throwing: error) } else { taker.resume(returning: nil) }
    }
  }

  /// Ends the stream because its consumer leaves; all waiting tasks resume.
  func abandon() {
    let (takers, offers) = state.withLock { state in
      state.isAbandoned = true
      defer {
        state.takers = []
        state.offers = []
        state.buffer = nil
      }
      return (state.takers, state.offers)
    }
    for taker in takers { taker.resume(throwing: CancellationError()) }
    for offer in offers { offer.sender?.resume(throwing: CancellationError()) }
  }

  private func withdraw(_ id: UInt64) {
    let offer: Offer? = state.withLock { state in
      state.offers.firstIndex { $0.id == id }.map { state.offers.remove(at: $0) }
    }
    offer?.sender?.resume(throwing: CancellationError())
  }
}
