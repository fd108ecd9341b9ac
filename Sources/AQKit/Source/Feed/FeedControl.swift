/// Pauses and resumes live feeds, such as all those of an application that goes to the background and comes back.
///
/// A container has one for all of its feeds: `try container[.feedControl].pause()`.
///
/// A paused feed closes its connection with the code 1001, hands out what it had decoded by then, and says
/// ``FeedState/paused``. A resumed one connects at once, without a back-off, goes through its handshake again, and marks
/// the time between in ``AirUpdate/gap``.
public final class FeedControl: Sendable {
  private struct Waiter {
    let id: UInt64
    let forPause: Bool
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var isPaused = false
    var nextID: UInt64 = 0
    var waiters: [Waiter] = []
  }

  private let state = Locked(State())

  /// Makes a control that lets its feeds run.
  public init() {}

  /// Whether the feeds are paused.
  public var isPaused: Bool { state.withLock { $0.isPaused } }

  /// Pauses the feeds; the application may go to the background when their streams have said ``FeedState/paused``.
  public func pause() { set(true) }

  /// Lets the feeds run again; each connects at once.
  public func resume() { set(false) }

  private func set(_ isPaused: Bool) {
    let woken: [Waiter] = state.withLock { state in
      state.isPaused = isPaused
      defer { state.waiters.removeAll { $0.forPause == isPaused } }
      return state.waiters.filter { $0.forPause == isPaused }
    }
    for waiter in woken { waiter.continuation.resume() }
  }

  /// Waits until the feeds are paused, or are not.
  ///
  /// - Throws: `CancellationError` when the task is cancelled before.
  func wait(untilPaused isPaused: Bool) async throws {
    let id = state.withLock { state in
      state.nextID &+= 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let resume: @Sendable () -> Void = state.withLock { state in
          if Task.isCancelled { return { continuation.resume(throwing: CancellationError()) } }
          if state.isPaused == isPaused { return { continuation.resume() } }
          state.waiters.append(Waiter(id: id, forPause: isPaused, continuation: continuation))
          return {}
        }
        resume()
      }
    } onCancel: {
      let waiter: Waiter? = state.withLock { state in
        state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
      }
      waiter?.continuation.resume(throwing: CancellationError())
    }
  }
}
