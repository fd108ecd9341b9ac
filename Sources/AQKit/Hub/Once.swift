import Synchronization

/// A value that is made by the first call and kept. If making it throws, the next call tries again.
///
/// It is made at most once; concurrent callers wait. The closure runs under a lock of its own, which nothing else
/// takes: it makes a source from a container's values and can't call back here.
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
