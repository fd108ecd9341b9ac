/// A result for any number of waiting tasks, each of which may be cancelled.
package final class Promise<Value: Sendable>: Sendable {
  private let result = Condition<Result<Value, any Error>?>(nil)

  package init() {}

  /// Waits for the result. `isolation` is the actor of the caller, which the task then doesn't leave. Throws the result's
  /// error, or `CancellationError` as soon as the waiting task is cancelled.
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

  @concurrent package func finish(from work: @Sendable () async throws -> Value) async {
    do {
      finish(.success(try await work()))
    } catch {
      finish(.failure(error))
    }
  }
}

/// Runs an operation on all elements concurrently and returns the results in the elements' order.
package func inOrder<Element: Sendable, Result: Sendable>(
  _ elements: [Element], _ work: @escaping @Sendable (Element) async throws -> Result
) async throws -> [Result] {
  if elements.count < 2 {
    var results: [Result] = []
    for element in elements { results.append(try await work(element)) }
    return results
  }
  return try await withThrowingTaskGroup(of: (Int, Result).self) { group in
    for (index, element) in elements.enumerated() {
      group.addTask { (index, try await work(element)) }
    }
    var results = [Result?](repeating: nil, count: elements.count)
    for try await (index, result) in group { results[index] = result }
    return results.compactMap { $0 }
  }
}
