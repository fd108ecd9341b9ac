import Dispatch
import Synchronization

/// A value that several tasks may change.
final class Shared<Value: Sendable>: Sendable {
  private let mutex: Mutex<Value>

  init(_ value: Value) { mutex = Mutex(value) }

  func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result { mutex.withLock { body(&$0) } }
}

/// Waits on this thread for the result of work in a task.
func waiting<Value: Sendable>(for work: @escaping @Sendable () async throws -> Value) throws -> Value {
  let result = Shared<Result<Value, any Error>?>(nil)
  let isDone = DispatchSemaphore(value: 0)
  Task.detached {
    let own: Result<Value, any Error>
    do { own = .success(try await work()) } catch { own = .failure(error) }
    result.withLock { $0 = own }
    isDone.signal()
  }
  isDone.wait()
  guard let result = result.withLock({ $0 }) else { throw CancellationError() }
  return try result.get()
}
