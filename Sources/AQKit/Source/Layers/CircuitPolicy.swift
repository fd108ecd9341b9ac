/// The number of failures that opens the circuit, and the length of the pause.
public struct CircuitPolicy: Hashable, Sendable {
  /// The number of consecutive failures; at least 1. 5 by default.
  public var failures: Int
  /// The length of the pause, unless the error requests a longer one. 30 s by default.
  public var pause: Duration

  /// A policy; fewer than 1 failure counts as 1.
  public init(failures: Int = 5, pause: Duration = .seconds(30)) {
    self.failures = max(1, failures)
    self.pause = max(.zero, pause)
  }
}
