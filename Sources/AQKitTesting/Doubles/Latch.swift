import AQKit

/// A gate that is opened once; whoever waits before passes then, whoever comes later passes at once.
final class Latch: Sendable {
  private struct State {
    var isOpen = false
    var nextID: UInt64 = 0
    var waiters: [(id: UInt64, continuation: CheckedContinuation<Void, any Error>)] = []
  }

  private let state = Locked(State())

  /// Waits until the gate is open.
  ///
  /// - Throws: `CancellationError` when the task is cancelled before.
  func wait() async throws {
    let id = state.withLock { state in
      state.nextID &+= 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let resume: @Sendable () -> Void = state.withLock { state in
          if Task.isCancelled { return { continuation.resume(throwing: CancellationError()) } }
          if state.isOpen { return { continuation.resume() } }
          state.waiters.append((id, continuation))
          return {}
        }
        resume()
      }
    } onCancel: {
      let waiter: CheckedContinuation<Void, any Error>? = state.withLock { state in
        state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0).continuation }
      }
      waiter?.resume(throwing: CancellationError())
    }
  }

  /// Opens the gate.
  func open() {
    let waiters = state.withLock { state in
      state.isOpen = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.continuation.resume() }
  }

  /// Waits until the task is cancelled.
  ///
  /// - Throws: `CancellationError`, always.
  static func untilCancelled() async throws -> Never {
    try await Latch().wait()
    throw CancellationError()
  }
}
