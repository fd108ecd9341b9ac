/// A value that is made at the first call and kept. Making it may throw; the next call tries again then.
final class Once<Value: Sendable>: Sendable {
  private enum State {
    case unmade
    case made(Value)
  }

  private let state = Locked(State.unmade)
  private let make: @Sendable () throws -> Value

  init(_ make: @escaping @Sendable () throws -> Value) { self.make = make }

  /// The value. It is made outside of the lock; of two first calls at once, the first to finish decides.
  func value() throws -> Value {
    if let known = state.withLock({ state in if case .made(let value) = state { value } else { nil as Value? } }) {
      return known
    }
    let new = try make()
    return state.withLock { state in
      if case .made(let value) = state { return value }
      state = .made(new)
      return new
    }
  }
}
