/// Passes updates from senders to takers, usually one; each sender waits until its update is taken.
///
/// It is also a task executor: while a taker waits, the work that makes the next update runs on the taker's thread, so that
/// one thread is woken for both and has the update in its cache. At other times such work runs on the global pool.
final class Handoff: TaskExecutor {
  /// The reason why a waiting taker is woken.
  private enum Call: Sendable {
    case update(AirUpdate?)
    case job(UnownedJob)
  }

  private struct Taker {
    let continuation: CheckedContinuation<Call, any Error>
    /// Whether it lends its thread.
    let lends: Bool
  }

  private struct Offer {
    let id: UInt64
    let update: AirUpdate
    let sender: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var offers: [Offer] = []
    var nextID: UInt64 = 0
    /// Waiting takers, first come, first served.
    var takers: [Taker] = []
    var isFinished = false
    var error: (any Error)?
    var isAbandoned = false
    /// Whether a taker runs the senders' work, and the update that this gave.
    var isLent = false
    var lentUpdate: AirUpdate?
  }

  /// The state that a sender or a taker finds.
  private enum Found {
    case taker(Taker)
    case lender
    case offer(Offer)
    case end((any Error)?)
    case nothing
  }

  private let state = Locked(State())

  /// Creates a hand-over without updates.
  init() {}

  /// Offers an update and waits until it is taken. Several tasks may send; their updates queue.
  ///
  /// - Throws: `CancellationError` when the task is cancelled or the taker has left.
  func send(_ update: AirUpdate) async throws {
    if try pass(state.withLock { Self.takerFound(&$0, update) }, update) { return }
    let id = state.withLock { state in
      state.nextID &+= 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (sender: CheckedContinuation<Void, any Error>) in
        let found = state.withLock { state in
          let found = Self.takerFound(&state, update)
          if case .nothing = found { state.offers.append(Offer(id: id, update: update, sender: sender)) }
          return found
        }
        do {
          if try pass(found, update) { sender.resume() }
        } catch {
          sender.resume(throwing: error)
        }
      }
    } onCancel: {
      withdraw(id)
    }
  }

  private static func takerFound(_ state: inout State, _ update: AirUpdate) -> Found {
    if state.isAbandoned || state.isFinished || Task.isCancelled { return .end(CancellationError()) }
    if !state.takers.isEmpty { return .taker(state.takers.removeFirst()) }
    guard state.isLent, state.lentUpdate == nil else { return .nothing }
    state.lentUpdate = update
    return .lender
  }

  /// Returns whether a taker was found, which then has the update.
  private func pass(_ found: Found, _ update: AirUpdate) throws -> Bool {
    switch found {
    case .taker(let taker): taker.continuation.resume(returning: .update(update))
    case .lender: break
    case .end(let error?): throw error
    case .offer, .end, .nothing: return false
    }
    return true
  }

  /// Takes the next update, or nil at the end.
  ///
  /// - Parameters:
  ///   - isolation: The actor of the caller, which the task then doesn't leave, see `Condition`; and which doesn't lend
  ///     its thread.
  ///   - cancelled: Called when the taking task is cancelled.
  /// - Throws: The error of the work, or `CancellationError` when the taking task is cancelled, which also ends the
  ///   run.
  func take(
    isolation: isolated (any Actor)? = #isolation, cancelled: @escaping @Sendable () -> Void = {}
  ) async throws -> AirUpdate? {
    try await withTaskCancellationHandler {
      let lends = isolation == nil
      while true {
        switch try await call(lends: lends, isolation: isolation) {
        case .update(let update): return update
        case .job(let job):
          job.runSynchronously(on: asUnownedTaskExecutor())
          let update = state.withLock { state in
            state.isLent = false
            return state.lentUpdate.take()
          }
          if let update { return update }
        }
      }
    } onCancel: {
      cancelled()
      abandon()
    }
  }

  /// Waits for the next update or work.
  private func call(lends: Bool, isolation: isolated (any Actor)?) async throws -> Call {
    switch state.withLock({ Self.offerFound(&$0) }) {
    case .offer(let offer):
      offer.sender.resume()
      return .update(offer.update)
    case .end(let error?): throw error
    case .end: return .update(nil)
    case .taker, .lender, .nothing: break
    }
    return try await withCheckedThrowingContinuation(isolation: isolation) { continuation in
      let found = state.withLock { state in
        let found = Self.offerFound(&state)
        if case .nothing = found { state.takers.append(Taker(continuation: continuation, lends: lends)) }
        return found
      }
      switch found {
      case .offer(let offer):
        offer.sender.resume()
        continuation.resume(returning: .update(offer.update))
      case .end(let error?): continuation.resume(throwing: error)
      case .end: continuation.resume(returning: .update(nil))
      case .taker, .lender, .nothing: break
      }
    }
  }

  private static func offerFound(_ state: inout State) -> Found {
    if state.isAbandoned || Task.isCancelled { return .end(CancellationError()) }
    if !state.offers.isEmpty { return .offer(state.offers.removeFirst()) }
    guard state.isFinished else { return .nothing }
    return .end(state.error.take())
  }

  /// Ends the stream after the offered updates.
  func finish(_ error: (any Error)?) {
    let takers: [Taker] = state.withLock { state in
      guard !state.isFinished else { return [] }
      state.isFinished = true
      defer { state.takers = [] }
      if state.takers.isEmpty { state.error = error }
      return state.takers
    }
    for (index, taker) in takers.enumerated() {
      if let error, index == 0 {
        taker.continuation.resume(throwing: error)
      } else {
        taker.continuation.resume(returning: .update(nil))
      }
    }
  }

  /// Ends the hand-over when the taker leaves; all waiting senders resume.
  func abandon() {
    let (takers, offers) = state.withLock { state in
      state.isAbandoned = true
      defer {
        state.takers = []
        state.offers = []
      }
      return (state.takers, state.offers)
    }
    for taker in takers { taker.continuation.resume(throwing: CancellationError()) }
    for offer in offers { offer.sender.resume(throwing: CancellationError()) }
  }

  private func withdraw(_ id: UInt64) {
    let offer: Offer? = state.withLock { state in
      state.offers.firstIndex { $0.id == id }.map { state.offers.remove(at: $0) }
    }
    offer?.sender.resume(throwing: CancellationError())
  }

  // MARK: The senders' work

  /// Whether a taker's thread runs the work now.
  var isLent: Bool { state.withLock { $0.isLent } }

  /// Runs a part of the work: on the thread of a waiting taker that lends it, else on the global pool.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let taker: Taker? = state.withLock { state in
      guard !state.isLent, state.takers.first?.lends == true else { return nil }
      state.isLent = true
      return state.takers.removeFirst()
    }
    if let taker { return taker.continuation.resume(returning: .job(job)) }
    Task.detached(priority: TaskPriority(job.priority)) { [self] in
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
