/// A value behind a lock, and the tasks that wait for it to pass a test, first come, first served. Inlinable,
/// because code that isn't specialised for the value takes several times as long.
@usableFromInline package final class Condition<Value: Sendable>: Sendable {
  /// Tests the value, and may change it if the test passes. Runs under the lock: no user code.
  @usableFromInline package typealias Test = @Sendable (inout Value) -> Bool

  @usableFromInline struct Waiter {
    @usableFromInline let id: UInt64
    @usableFromInline let test: Test
    @usableFromInline let continuation: CheckedContinuation<Void, any Error>

    @usableFromInline init(
      id: UInt64, test: @escaping Test, continuation: CheckedContinuation<Void, any Error>
    ) {
      (self.id, self.test, self.continuation) = (id, test, continuation)
    }
  }

  @usableFromInline struct State {
    @usableFromInline var value: Value
    @usableFromInline var nextID: UInt64 = 0
    @usableFromInline var waiters: [Waiter] = []

    /// Takes the waiters out whose tests pass, and returns their continuations.
    // Not inlined: each change would have its own copy.
    @inlinable @inline(never) mutating func takeReady() -> [CheckedContinuation<Void, any Error>] {
      var ready: [CheckedContinuation<Void, any Error>] = []
      for index in waiters.indices {
        if waiters[index].test(&value) {
          ready.append(waiters[index].continuation)
        } else {
          // Those that still wait close up, in their order.
          waiters.swapAt(index - ready.count, index)
        }
      }
      waiters.removeLast(ready.count)
      return ready
    }
  }

  @usableFromInline let state: Locked<State>

  package init(_ value: Value) { state = Locked(State(value: value)) }

  @inlinable package var value: Value { state.withLock { $0.value } }

  /// Reads a part of the value without a copy of the whole. Runs under the lock: no user code.
  @inlinable package func read<Result: Sendable>(_ read: @Sendable (Value) -> Result) -> Result {
    state.withLock { read($0.value) }
  }

  /// Changes the value and resumes the tasks whose tests now pass.
  @inlinable @discardableResult
  package func change<Result: Sendable>(_ change: @Sendable (inout Value) throws -> Result) rethrows -> Result
  {
    let (result, ready): (Result, [CheckedContinuation<Void, any Error>]) = try state.withLock { state in
      let result = try change(&state.value)
      return (result, state.takeReady())
    }
    for continuation in ready { continuation.resume() }
    return result
  }

  /// Waits until a test passes; tests at once and after each change. Throws `CancellationError` when cancelled first.
  ///
  /// The task stays on the caller's actor: Swift 6.3 only stays there if the actor is passed on, and otherwise switches to
  /// the global pool and back.
  @inlinable package func wait(
    isolation: isolated (any Actor)? = #isolation, until test: @escaping Test
  ) async throws {
    let id: UInt64? = state.withLock { state in
      if test(&state.value) { return nil }
      state.nextID &+= 1
      return state.nextID
    }
    guard let id else { return }
    try await withTaskCancellationHandler {
      // A closure runs on the actor only if it names it.
      _ = isolation
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let resume: @Sendable () -> Void = state.withLock { state in
          if Task.isCancelled { return { continuation.resume(throwing: CancellationError()) } }
          if test(&state.value) { return { continuation.resume() } }
          state.waiters.append(Waiter(id: id, test: test, continuation: continuation))
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
