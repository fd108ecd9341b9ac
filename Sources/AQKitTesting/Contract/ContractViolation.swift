/// One way in which a source breaks one rule of a contract.
public struct ContractViolation: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The identifier of the rule.
  public let rule: String
  /// What was seen, in one English sentence.
  public let message: String

  /// Makes a violation.
  public init(rule: String, message: String) {
    self.rule = rule
    self.message = message
  }

  /// Rule and message in one line.
  public var description: String { "\(rule): \(message)" }
}
