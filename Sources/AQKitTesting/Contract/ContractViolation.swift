/// A violation of a contract's rule.
public struct ContractViolation: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The identifier of the rule.
  public let rule: String
  /// The observation, with advice.
  public let message: String

  /// Creates a violation of a rule, by the rule's identifier.
  public init(rule: String, message: String) {
    self.rule = rule
    self.message = message
  }

  /// Rule and message on one line.
  public var description: String { "\(rule): \(message)" }
}
