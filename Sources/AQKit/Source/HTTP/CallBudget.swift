/// The remaining calls of one fetch.
final class CallBudget: Sendable {
  private let left: Locked<Int>

  init(_ calls: Int) { left = Locked(calls) }

  /// Takes one call; false if none is left.
  func take() -> Bool {
    left.withLock { left in
      guard left > 0 else { return false }
      left -= 1
      return true
    }
  }
}
