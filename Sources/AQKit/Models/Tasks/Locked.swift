#if canImport(Darwin)
  public import os
#else
  public import Synchronization
#endif

/// A value behind a mutex.
///
/// The only lock of the package, so that one line suppresses the race that ThreadSanitizer wrongly reports inside `Mutex` on
/// Linux; this happens in debug builds, where nothing is inlined. Optimised code is specialised for each value. On Apple's
/// systems `Mutex` needs newer systems than AQKit does otherwise, so the lock below it is used.
///
/// Unchecked, because there the compiler doesn't know which lock guards the value: it is private to the object, and read and
/// written in ``withLock(_:)`` alone, while the lock is held.
@usableFromInline package final class Locked<Value>: @unchecked Sendable {
  #if canImport(Darwin)
    @usableFromInline let lock = OSAllocatedUnfairLock()
    @usableFromInline nonisolated(unsafe) var value: Value

    @inlinable package init(_ value: sending Value) { self.value = value }
  #else
    @usableFromInline let mutex: Mutex<Value>

    @inlinable package init(_ value: sending Value) { mutex = Mutex(value) }
  #endif

  /// Runs a body with exclusive access. The body must not call user code.
  @inlinable package func withLock<Result>(_ body: (inout sending Value) throws -> sending Result) rethrows
    -> sending Result
  {
    #if canImport(Darwin)
      lock.lock()
      defer { lock.unlock() }
      return try body(&value)
    #else
      try mutex.withLock(body)
    #endif
  }
}
