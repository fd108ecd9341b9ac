/// One violation of one rule of a contract.
public struct ContractViolation: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The identifier of the rule.
  public let rule: String
  /// The observation, in one English sentence.
  public let message: String

  /// A violation of a rule, by the rule's identifier.
  public init(rule: String, message: String) {
    self.rule = rule
    self.message = message
  }

  /// Rule and message in one line.
  public var description: String { "\(rule): \(message)" }
}
