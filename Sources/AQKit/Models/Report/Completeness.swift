/// How many of the expected sub-values went into a value, such as 45 of 60 minutes.
public struct Completeness: Hashable, Sendable, Codable {
  /// Sub-values that were there.
  public var observed: Int
  /// Sub-values that a full interval has.
  public var expected: Int

  /// Makes a completeness.
  public init(observed: Int, expected: Int) {
    self.observed = observed
    self.expected = expected
  }

  /// Observed over expected, from 0; nil where none was expected.
  public var fraction: Double? { expected > 0 ? Double(observed) / Double(expected) : nil }
}
