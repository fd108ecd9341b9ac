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

  /// The state that a sender finds.
  private enum Sending {
    case taker(Taker, AirUpdate)
    case buffered
    case nobody
    case over
  }

  /// The state that a consumer finds.
  private enum Taking {
    case offer(Offer)
    case buffered(AirUpdate)
    case nothing
    case end((any Error)?)
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
    if try pass(state.withLock { Self.sending(&$0, update) }) { return }
    let id = state.withLock { state in
      state.nextID &+= 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (sender: CheckedContinuation<Void, any Error>) in
        let found = state.withLock { state in
          let found = Self.sending(&state, update)
          if case .nobody = found { state.offers.append(Offer(id: id, update: update, sender: sender)) }
          return found
        }
        do {
          if try pass(found) { sender.resume() }
        } catch {
          sender.resume(throwing: error)
        }
      }
    } onCancel: {
      withdraw(id)
    }
  }

  private static func sending(_ state: inout State, _ update: AirUpdate) -> Sending {
    if state.isAbandoned || state.isFinished || Task.isCancelled { return .over }
    guard state.buffer != nil else {
      return state.takers.isEmpty ? .nobody : .taker(state.takers.removeFirst(), update)
    }
    state.buffer?.put(update)
    guard !state.takers.isEmpty, let next = state.buffer?.take() else { return .buffered }
    return .taker(state.takers.removeFirst(), next)
  }

  /// Returns whether the update is on its way.
  private func pass(_ found: Sending) throws -> Bool {
    switch found {
    case .taker(let taker, let update): taker.resume(returning: update)
    case .buffered: break
    case .nobody: return false
    case .over: throw CancellationError()
    }
    return true
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
      switch state.withLock({ Self.taking(&$0) }) {
      case .offer(let offer):
        offer.sender?.resume()
        return offer.update
      case .buffered(let update): return update
      case .end(let error?): throw error
      case .end: return nil
      case .nothing: return try await wait(isolation: isolation)
      }
    } onCancel: {
      cancelled()
      abandon()
    }
  }

  private func wait(isolation: isolated (any Actor)?) async throws -> AirUpdate? {
    try await withCheckedThrowingContinuation(isolation: isolation) { (taker: Taker) in
      let found = state.withLock { state in
        let found = Self.taking(&state)
        if case .nothing = found { state.takers.append(taker) }
        return found
      }
      switch found {
      case .offer(let offer):
        offer.sender?.resume()
        taker.resume(returning: offer.update)
      case .buffered(let update): taker.resume(returning: update)
      case .end(let error?): taker.resume(throwing: error)
      case .end: taker.resume(returning: nil)
      case .nothing: break
      }
    }
  }

  private static func taking(_ state: inout State) -> Taking {
    if state.isAbandoned || Task.isCancelled { return .end(CancellationError()) }
    if !state.offers.isEmpty { return .offer(state.offers.removeFirst()) }
    if let update = state.buffer?.take() { return .buffered(update) }
    return state.isFinished ? .end(state.error.take()) : .nothing
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
