import AQKit

/// A value behind a lock that tasks can wait on: every change wakes whoever waits for what has become true.
final class LoopbackState<Value: Sendable>: Sendable {
  private struct Waiter {
    let isMet: @Sendable (Value) -> Bool
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct Storage {
    var value: Value
    var waiters: [Int: Waiter] = [:]
    var cancelled: Set<Int> = []
    var next = 0
  }

  private let storage: Locked<Storage>

  init(_ value: Value) { storage = Locked(Storage(value: value)) }

  /// The value now.
  var value: Value { storage.withLock { $0.value } }

  /// Changes the value, then wakes the waiters whose condition it meets.
  @discardableResult
  func update<Result: Sendable>(_ change: @Sendable (inout Value) throws -> Result) rethrows -> Result {
    let (result, met) = try storage.withLock { storage in
      let result = try change(&storage.value)
      let ids = storage.waiters.filter { $0.value.isMet(storage.value) }.map(\.key)
      return (result, ids.compactMap { storage.waiters.removeValue(forKey: $0)?.continuation })
    }
    for continuation in met { continuation.resume(returning: true) }
    return result
  }

  /// Waits until the value meets a condition; false when the task was cancelled first.
  func wait(for isMet: @escaping @Sendable (Value) -> Bool) async -> Bool {
    let id = storage.withLock { storage in
      storage.next += 1
      return storage.next
    }
    let met = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
        let answer: Bool? = storage.withLock { storage in
          if isMet(storage.value) { return true }
          if storage.cancelled.contains(id) { return false }
          storage.waiters[id] = Waiter(isMet: isMet, continuation: continuation)
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      let waiter = storage.withLock { storage in
        storage.cancelled.insert(id)
        return storage.waiters.removeValue(forKey: id)
      }
      waiter?.continuation.resume(returning: false)
    }
    storage.withLock { _ = $0.cancelled.remove(id) }
    return met
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
