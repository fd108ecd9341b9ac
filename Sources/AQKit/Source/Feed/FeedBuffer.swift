/// A buffer between a feed and one consumer; a policy handles what isn't consumed in time. One task puts, one takes.
final class FeedBuffer: Sendable {
  private typealias Taker = CheckedContinuation<AirUpdate?, any Error>

  private struct State {
    var queue: FeedQueue
    var taker: Taker?
    var isFinished = false
    var error: (any Error)?
    var isCancelled = false
  }

  /// Where the feed waits for the consumer.
  private let handoff: Handoff<AirUpdate>?
  private let state: Locked<State>

  /// An open buffer.
  ///
  /// - Parameters:
  ///   - flow: The policy for a busy consumer.
  ///   - key: What identifies readings of the same quantity.
  ///   - first: The consumer's first update.
  init(_ flow: FeedFlow, key: ReadingKey.Parts, first: AirUpdate? = nil) {
    handoff = flow == .backPressure ? Handoff() : nil
    var queue = FeedQueue(flow, key: key)
    if let first { queue.put(first) }
    state = Locked(State(queue: queue))
  }

  /// Puts an update; waits for the consumer if the policy requires it.
  ///
  /// - Throws: `CancellationError` when the consumer has left.
  func put(_ update: AirUpdate) async throws {
    if let handoff { return try await handoff.send(update) }
    let resume: @Sendable () -> Void = state.withLock { state in
      guard !state.isCancelled, !state.isFinished else { return {} }
      state.queue.put(update)
      guard let taker = state.taker, let next = state.queue.take() else { return {} }
      state.taker = nil
      return { taker.resume(returning: next) }
    }
    resume()
  }

  /// Waits for the next update; nil at the end.
  ///
  /// - Throws: The feed's error, or `CancellationError` when the task is cancelled.
  func take() async throws -> AirUpdate? {
    if let handoff {
      if let first = state.withLock({ $0.queue.take() }) { return first }
      return try await handoff.take()
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (taker: Taker) in
        let resume: @Sendable () -> Void = state.withLock { state in
          if state.isCancelled || Task.isCancelled { return { taker.resume(throwing: CancellationError()) } }
          if let next = state.queue.take() { return { taker.resume(returning: next) } }
          if state.isFinished {
            let error = state.error
            return { error.map { taker.resume(throwing: $0) } ?? taker.resume(returning: nil) }
          }
          state.taker = taker
          return {}
        }
        resume()
      }
    } onCancel: {
      cancel()
    }
  }

  /// Ends the stream after the waiting updates.
  func finish(_ error: (any Error)?) {
    if let handoff { return handoff.finish(error) }
    let taker: Taker? = state.withLock { state in
      state.isFinished = true
      state.error = error
      defer { state.taker = nil }
      return state.taker
    }
    if let error { taker?.resume(throwing: error) } else { taker?.resume(returning: nil) }
  }

  /// The consumer leaves.
  func cancel() {
    handoff?.abandon()
    let taker: Taker? = state.withLock { state in
      state.isCancelled = true
      state.queue = FeedQueue(.latest)
      defer { state.taker = nil }
      return state.taker
    }
    taker?.resume(throwing: CancellationError())
  }
}
