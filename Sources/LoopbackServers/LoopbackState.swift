import AQKit

/// A value behind a lock that tasks can wait on, also for a time.
final class LoopbackState<Value: Sendable>: Sendable {
  private let condition: Condition<Value>

  init(_ value: Value) { condition = Condition(value) }

  /// The present value.
  var value: Value { condition.value }

  /// Changes the value, then wakes the waiters whose condition it meets.
  @discardableResult
  func update<Result: Sendable>(_ change: @Sendable (inout Value) throws -> Result) rethrows -> Result {
    try condition.change(change)
  }

  /// Waits until the value meets a condition; false when the task was cancelled first.
  func wait(for isMet: @escaping @Sendable (Value) -> Bool) async -> Bool {
    (try? await condition.wait { isMet($0) }) != nil
  }

  /// Waits until the value meets a condition; false when the time is up or the task was cancelled first.
  func wait(within limit: Duration, for isMet: @escaping @Sendable (Value) -> Bool) async -> Bool {
    await withTaskGroup(of: Bool.self) { group in
      group.addTask { await self.wait(for: isMet) }
      group.addTask {
        try? await Task.sleep(for: limit)
        return false
      }
      let first = await group.next() ?? false
      group.cancelAll()
      return first
    }
  }
}
