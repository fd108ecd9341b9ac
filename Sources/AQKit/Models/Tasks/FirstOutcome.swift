/// Runs work concurrently and returns the result of whichever ends first, or throws its error; the others are cancelled.
/// Nil takes no part.
@discardableResult
package func firstOutcome<Result: Sendable>(
  _ first: @escaping @Sendable () async throws -> Result,
  _ others: (@Sendable () async throws -> Result)?...
) async throws -> Result {
  try await withThrowingTaskGroup(of: Result.self) { group in
    for work in [first] + others.compactMap(\.self) { group.addTask { try await work() } }
    defer { group.cancelAll() }
    // There is at least one task.
    while true { if let result = try await group.next() { return result } }
  }
}
