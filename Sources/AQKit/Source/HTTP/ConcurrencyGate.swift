/// Limits the number of concurrent tasks, first come, first served.
struct ConcurrencyGate: Sendable {
  private let free: Condition<Int>

  init(_ permits: Int) { free = Condition(max(1, permits)) }

  /// Waits for a permit, runs the body with it, and releases it.
  ///
  /// - Throws: `CancellationError` when cancelled while waiting, or what the body throws.
  func withPermit<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
    try await acquire()
    defer { release() }
    return try await body()
  }

  /// Waits for a permit, which must be released by ``release()``.
  ///
  /// - Throws: `CancellationError` when cancelled while waiting; then no permit is held.
  func acquire() async throws {
    try await free.wait { free in
      guard free > 0 else { return false }
      free -= 1
      return true
    }
  }

  /// Releases a permit.
  func release() { free.change { $0 += 1 } }
}
