/// Lets at most so many tasks through at a time, first come, first served.
final class ConcurrencyGate: Sendable {
  private struct Waiter {
    let id: UInt64
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var free: Int
    var nextID: UInt64 = 0
    var waiters: [Waiter] = []
  }

  private let state: Locked<State>

  init(_ permits: Int) { state = Locked(State(free: max(1, permits))) }

  /// Waits for a permit, runs the body with it, and gives it back.
  ///
  /// - Throws: `CancellationError` when cancelled while waiting, or what the body throws.
  func withPermit<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
    try await acquire()
    defer { release() }
    return try await body()
  }

  /// Waits for a permit, which must be given back by ``release()``.
  ///
  /// - Throws: `CancellationError` when cancelled while waiting; no permit is held then.
  func acquire() async throws {
    let id: UInt64? = state.withLock { state in
      if state.free > 0 {
        state.free -= 1
        return nil
      }
      state.nextID &+= 1
      return state.nextID
    }
    guard let id else { return }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let resume: @Sendable () -> Void = state.withLock { state in
          if Task.isCancelled { return { continuation.resume(throwing: CancellationError()) } }
          if state.free > 0 {
            state.free -= 1
            return { continuation.resume() }
          }
          state.waiters.append(Waiter(id: id, continuation: continuation))
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

  /// Gives a permit back.
  func release() {
    let next: Waiter? = state.withLock { state in
      guard !state.waiters.isEmpty else {
        state.free += 1
        return nil
      }
      return state.waiters.removeFirst()
    }
    next?.continuation.resume()
  }
}
