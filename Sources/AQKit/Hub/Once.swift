import Synchronization

/// A value that is made at the first call and kept. Making it may throw; the next call tries again then.
///
/// It is made at most once, so whoever comes second waits for the first. The closure runs under a lock of its own, which
/// nothing else takes; it makes a source from a container's values and has no way back to this one.
final class Once<Value: Sendable>: Sendable {
  private let state = Mutex<Value?>(nil)
  private let make: @Sendable () throws -> Value

  init(_ make: @escaping @Sendable () throws -> Value) { self.make = make }

  /// The value.
  func value() throws -> Value {
    try state.withLock { state in
      if let state { return state }
      let new = try make()
      state = new
      return new
    }
  }
}
