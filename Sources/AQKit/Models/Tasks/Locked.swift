import Synchronization

/// A value behind a mutex.
///
/// The only lock of the package, not inlined, so that one line suppresses the race that ThreadSanitizer wrongly reports
/// inside `Mutex` on Linux.
package final class Locked<Value>: Sendable {
  private let mutex: Mutex<Value>

  package init(_ value: sending Value) { mutex = Mutex(value) }

  /// Runs a body with exclusive access. The body must not call user code.
  @inline(never)
  package func withLock<Result>(_ body: (inout sending Value) throws -> sending Result) rethrows
    -> sending Result
  {
    try mutex.withLock(body)
  }
}

/// A value that is made by the first call and kept. If making it throws, the next call tries again.
///
/// It is made at most once; concurrent callers wait. The closure runs under a lock of its own, which nothing else
/// takes: it makes a source from a container's values and can't call back here.
package final class Lazy<Value: Sendable>: Sendable {
  private let state = Locked<Value?>(nil)
  private let make: @Sendable () throws -> Value

  package init(_ make: @escaping @Sendable () throws -> Value) { self.make = make }

  /// The value.
  package func value() throws -> Value {
    try state.withLock { state in
      if let state { return state }
      let new = try make()
      state = new
      return new
    }
  }
}
