/// A result for any number of waiting tasks, each of which may be cancelled.
package final class Promise<Value: Sendable>: Sendable {
  private typealias Waiter = CheckedContinuation<Value, any Error>

  private struct State {
    var result: Result<Value, any Error>?
    var waiters: [(id: UInt64, waiter: Waiter)] = []
    var nextID: UInt64 = 0
  }

  private let state = Locked(State())

  /// A promise that waits for its result.
  package init() {}

  /// Waits for the result.
  ///
  /// - Throws: The result's error, or `CancellationError` as soon as the waiting task is cancelled.
  package func value() async throws -> Value {
    let id = state.withLock { state in
      state.nextID &+= 1
      return state.nextID
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (waiter: Waiter) in
        let resume: @Sendable () -> Void = state.withLock { state in
          if Task.isCancelled { return { waiter.resume(throwing: CancellationError()) } }
          if let result = state.result { return { waiter.resume(with: result) } }
          state.waiters.append((id, waiter))
          return {}
        }
        resume()
      }
    } onCancel: {
      let waiter: Waiter? = state.withLock { state in
        state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0).waiter }
      }
      waiter?.resume(throwing: CancellationError())
    }
  }

  /// Delivers the result to all present and future waiters; only the first result counts.
  package func finish(_ result: Result<Value, any Error>) {
    let waiters: [Waiter] = state.withLock { state in
      guard state.result == nil else { return [] }
      state.result = result
      defer { state.waiters = [] }
      return state.waiters.map(\.waiter)
    }
    for waiter in waiters { waiter.resume(with: result) }
  }

  /// Runs the work and delivers its result.
  @concurrent package func finish(from work: @Sendable () async throws -> Value) async {
    do {
      finish(.success(try await work()))
    } catch {
      finish(.failure(error))
    }
  }
}
