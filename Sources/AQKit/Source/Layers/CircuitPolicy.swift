/// After how many failures a source is left alone, and for how long.
public struct CircuitPolicy: Hashable, Sendable {
  /// How many failures in a row it takes; at least 1. 5 by default.
  public var failures: Int
  /// For how long it is left alone then, unless its error asks for longer. 30 s by default.
  public var pause: Duration

  /// Makes a policy.
  public init(failures: Int = 5, pause: Duration = .seconds(30)) {
    self.failures = max(1, failures)
    self.pause = max(.zero, pause)
  }
}
