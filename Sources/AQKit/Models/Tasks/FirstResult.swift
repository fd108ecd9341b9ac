/// Runs work concurrently and returns the result of whichever ends first; the others are cancelled.
@discardableResult
package func firstResult<Result: Sendable>(
  _ first: @escaping @Sendable () async -> Result, _ others: (@Sendable () async -> Result)...
) async -> Result {
  await withTaskGroup(of: Result.self) { group in
    for work in [first] + others { group.addTask { await work() } }
    defer { group.cancelAll() }
    // There is at least one task.
    while true { if let result = await group.next() { return result } }
  }
}
