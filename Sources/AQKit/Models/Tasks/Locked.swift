public import Synchronization

/// A value behind a mutex.
///
/// The only lock of the package, so that one line suppresses the race that ThreadSanitizer wrongly reports inside `Mutex` on
/// Linux; this happens in debug builds, where nothing is inlined. Optimised code is specialised for each value.
@usableFromInline package final class Locked<Value>: Sendable {
  @usableFromInline let mutex: Mutex<Value>

  @inlinable package init(_ value: sending Value) { mutex = Mutex(value) }

  /// Runs a body with exclusive access. The body must not call user code.
  @inlinable package func withLock<Result>(_ body: (inout sending Value) throws -> sending Result) rethrows
    -> sending Result
  {
    try mutex.withLock(body)
  }
}
