/// Limits the number of concurrent tasks, first come, first served. A task that holds a permit doesn't get
/// another one, since those who hold all permits would wait for each other.
package struct ConcurrencyGate: Sendable {
  /// A permit that the current task, or the one that started it, holds.
  private final class Holding: Sendable {
    let gate: Condition<Int>
    let outer: Holding?
    let isOver = Locked(false)

    init(_ gate: Condition<Int>, within outer: Holding?) {
      self.gate = gate
      self.outer = outer
    }
  }

  private static let held = TaskLocal<Holding?>(wrappedValue: nil)
  private let free: Condition<Int>

  package init(_ permits: Int) { free = Condition(max(1, permits)) }

  /// Waits for a permit, runs the body with it, and releases it. Throws the errors of ``acquire()``, and of the body.
  package func withPermit<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
    try await acquire()
    defer { release() }
    return try await holding(body)
  }

  /// Runs a body with a permit that was acquired before.
  package func holding<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    let holding = Holding(free, within: Self.held.get())
    defer { holding.isOver.withLock { $0 = true } }
    return try await Self.held.withValue(holding, operation: body)
  }

  /// Throws ``AQError/Code/invalidRequest`` when the task holds a permit of this gate.
  package func checkNotHeld() throws(AQError) {
    var next = Self.held.get()
    while let holding = next {
      if holding.gate === free, !holding.isOver.withLock({ $0 }) {
        throw AQError(
          .invalidRequest,
          "A request waits for its own end: a transport sends through a limit that it is already within. Limit each transport once."
        )
      }
      next = holding.outer
    }
  }

  /// Waits for a permit, which must be released by ``release()``. Throws `CancellationError` when cancelled while waiting,
  /// ``AQError/Code/invalidRequest`` when the task holds a permit of this gate; then no further permit is held.
  package func acquire() async throws {
    try checkNotHeld()
    try await free.wait { free in
      guard free > 0 else { return false }
      free -= 1
      return true
    }
  }

  package func release() { free.change { $0 += 1 } }
}
