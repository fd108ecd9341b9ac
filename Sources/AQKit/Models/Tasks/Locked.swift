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
