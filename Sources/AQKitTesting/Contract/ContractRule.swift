import AQKit

/// A rule for sources, as a sentence with its check.
public struct ContractRule: Identifiable, Sendable {
  /// The stable identifier, such as `response.units-known`.
  public let id: String
  /// The rule, as a sentence.
  public let sentence: String
  /// The remedy for a broken rule, as a sentence. It ends the message of every violation.
  public var remedy: String {
    Self.remedies[id] ?? "Fix what the sentence says, or waive the rule in `waivers` with a reason."
  }
  /// The version of AQKit from which the rule holds. A rule that is added later names its version.
  public let since: ContractVersion
  let condition: ContractRequirement
  /// The condition under which the rule applies to a source, such as `the capability live`, or `nothing`.
  public var requirement: String { condition.description }
  let check: @Sendable (SourceContract) async throws -> [String]

  init(
    _ id: String, _ sentence: String, requires requirement: ContractRequirement = .nothing,
    since version: ContractVersion = .first,
    _ check: @escaping @Sendable (SourceContract) async throws -> [String]
  ) {
    self.id = id
    self.sentence = sentence
    condition = requirement
    since = version
    self.check = check
  }
}

extension ContractRule: Hashable, CustomStringConvertible {
  /// Compares identifiers.
  public static func == (lhs: ContractRule, rhs: ContractRule) -> Bool { lhs.id == rhs.id }
  /// Hashes the identifier.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
  /// Identifier and sentence.
  public var description: String { "\(id): \(sentence)" }
}

/// An error that a check throws if it finds that the rule doesn't apply to the source.
struct NotApplicable: Error {
  let reason: String
  init(_ reason: String) { self.reason = reason }
}

extension Optional {
  /// Returns the value; without one the rule doesn't apply, for a reason.
  func orNotApplicable(_ reason: String) throws -> Wrapped {
    guard let self else { throw NotApplicable(reason) }
    return self
  }
}

/// An error that a check throws if the rule applies to the source but can't be tried.
struct NotTried: Error {
  let reason: String
  init(_ reason: String) { self.reason = reason }
}

/// A condition under which a rule applies, by a source's declaration and the way in which the contract can drive it.
struct ContractRequirement: Sendable {
  let description: String
  let isMet: @Sendable (SourceDescriptor, SourceContract.Drive) -> Bool

  init(_ description: String, _ isMet: @escaping @Sendable (SourceDescriptor, SourceContract.Drive) -> Bool) {
    self.description = description
    self.isMet = isMet
  }

  static let nothing = ContractRequirement("nothing") { _, _ in true }
  static let transport = ContractRequirement("a transport that the contract can hold") { $1 == .transport }
  static let connector = ContractRequirement("a connector that the contract can hold") { $1 == .connector }
  static let payloads = ContractRequirement("recorded payloads") { $1 != .none }
  static func capability(_ capability: SourceDescriptor.Capability) -> ContractRequirement {
    ContractRequirement("the capability \(capability)") { descriptor, _ in
      descriptor.capabilities.contains(capability)
    }
  }
  static let listedParameters = ContractRequirement("offers that list their parameters") { descriptor, _ in
    !descriptor.offers.isEmpty && descriptor.offers.allSatisfy { !$0.parameters.isEmpty }
  }
  static let boxes = ContractRequirement("offers whose coverage is boxes") { descriptor, _ in
    !descriptor.offers.isEmpty
      && descriptor.offers.allSatisfy { if case .boxes = $0.coverage { true } else { false } }
  }
}
