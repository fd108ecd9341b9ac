/// The remaining retries over all requests of a transport: a retry takes one, a good answer returns a part of one.
final class RetryTokens: Sendable {
  private let left: Locked<Double>
  private let capacity: Double
  private let refill: Double

  init(capacity: Double, refill: Double) {
    self.capacity = capacity.isNaN ? 0 : max(0, capacity)
    self.refill = refill.isNaN ? 0 : max(0, refill)
    self.left = Locked(self.capacity)
  }

  /// Takes one; false if none is left.
  func take() -> Bool {
    left.withLock { left in
      // Ten times 0.1 is slightly less than 1.
      guard left >= 1 - 1e-9 else { return false }
      left = max(0, left - 1)
      return true
    }
  }

  /// Returns a part of one.
  func giveBack() {
    left.withLock { left in left = min(capacity, left + refill) }
  }
}
