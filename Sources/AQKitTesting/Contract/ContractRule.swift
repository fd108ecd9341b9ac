/// One rule for sources as a sentence, with its check.
public struct ContractRule: Identifiable, Sendable {
  /// The stable identifier, such as `answer.units-known`.
  public let id: String
  /// The rule, as a sentence.
  public let sentence: String
  /// What the rule requires of a source in order to apply.
  public let requirement: ContractRequirement
  let check: @Sendable (SourceContract) async throws -> [String]

  init(
    _ id: String, _ sentence: String, requires requirement: ContractRequirement = .nothing,
    _ check: @escaping @Sendable (SourceContract) async throws -> [String]
  ) {
    self.id = id
    self.sentence = sentence
    self.requirement = requirement
    self.check = check
  }
}

extension ContractRule: Hashable, CustomStringConvertible {
  /// Equal by identifier.
  public static func == (lhs: ContractRule, rhs: ContractRule) -> Bool { lhs.id == rhs.id }
  /// Hashes the identifier.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
  /// Identifier and sentence.
  public var description: String { "\(id): \(sentence)" }
}

/// Thrown by a check that finds that the rule doesn't apply to the source.
struct NotApplicable: Error {
  let reason: String
  init(_ reason: String) { self.reason = reason }
}
