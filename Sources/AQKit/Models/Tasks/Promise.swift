/// A result for any number of waiting tasks, each of which may be cancelled.
package final class Promise<Value: Sendable>: Sendable {
  private let result = Condition<Result<Value, any Error>?>(nil)

  /// A promise that waits for its result.
  package init() {}

  /// Waits for the result.
  ///
  /// - Parameter isolation: The actor of the caller, which the task then doesn't leave.
  /// - Throws: The result's error, or `CancellationError` as soon as the waiting task is cancelled.
  package func value(isolation: isolated (any Actor)? = #isolation) async throws -> Value {
    try Task.checkCancellation()
    try await result.wait { $0 != nil }
    guard let result = result.value else { throw CancellationError() }
    return try result.get()
  }

  /// Delivers the result to all present and future waiters; only the first result counts.
  package func finish(_ result: Result<Value, any Error>) {
    self.result.change { $0 = $0 ?? result }
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
