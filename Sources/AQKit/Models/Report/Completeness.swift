/// How many of the expected sub-values went into a value, such as 45 of 60 minutes.
public struct Completeness: Hashable, Sendable, Codable {
  /// Sub-values that were there.
  public let observed: Int
  /// Sub-values that a full interval has.
  public let expected: Int

  /// Observed and expected counts; a negative count becomes 0.
  public init(observed: Int, expected: Int) {
    self.observed = max(0, observed)
    self.expected = max(0, expected)
  }

  private enum CodingKeys: String, CodingKey { case observed, expected }

  /// Reads the two numbers.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      observed: try container.decode(Int.self, forKey: .observed),
      expected: try container.decode(Int.self, forKey: .expected))
  }

  /// Observed divided by expected; nil if nothing was expected.
  public var fraction: Double? { expected > 0 ? Double(observed) / Double(expected) : nil }
}
