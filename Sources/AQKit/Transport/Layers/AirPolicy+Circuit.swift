extension AirPolicy {
  /// The number of failures that open the circuit, and the length of the pause.
  public struct Circuit: Hashable, Sendable {
    /// The number of consecutive failures; at least 1. 5 by default.
    public var failures: Int
    /// The length of the pause, unless the error requests a longer one, of a day at most. 30 s by default.
    public var pause: Duration
    /// The time for which a source may keep a request before a caller's ``AirDeadline`` that ends the wait counts as its
    /// failure. 5 s by default: an earlier deadline is the caller's choice rather than the source's fault. Waits in AQKit's
    /// own queues don't count.
    public var patience: Duration

    /// Creates a policy; fewer than 1 failure counts as 1.
    public init(
      failures: Int = 5, pause: Duration = .seconds(30), patience: Duration = AirPolicy.Circuit.usualPatience
    ) {
      self.failures = max(1, failures)
      self.pause = max(.zero, pause)
      self.patience = max(.zero, patience)
    }

    /// The usual ``patience``, 5 s.
    public static var usualPatience: Duration { .seconds(5) }
  }
}
