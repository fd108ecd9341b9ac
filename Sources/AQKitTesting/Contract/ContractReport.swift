/// The outcomes of a contract's rules.
public struct ContractReport: Sendable, CustomStringConvertible {
  /// The outcome of one rule.
  public enum Outcome: Hashable, Sendable {
    /// The source satisfies it.
    case kept
    /// The source breaks it in these ways.
    case violated([ContractViolation])
    /// The rule applies to this source, but could not be tried; the text says what is missing.
    case notTried(String)
    /// The rule doesn't apply to this source; the text says why.
    case notApplicable(String)
    /// The rule was waived; the text is the author's reason.
    case waived(String)
  }

  /// A rule with its outcome.
  public struct Entry: Sendable {
    /// The rule.
    public let rule: ContractRule
    /// The outcome of the rule.
    public let outcome: Outcome
  }

  /// Every rule with its outcome, in the order of the rules.
  public let entries: [Entry]

  /// All violations, in the order of the rules.
  public var violations: [ContractViolation] {
    entries.flatMap { entry -> [ContractViolation] in
      if case .violated(let violations) = entry.outcome { violations } else { [] }
    }
  }

  /// The identifiers of the rules that are broken.
  public var brokenRules: [String] {
    entries.compactMap { if case .violated = $0.outcome { $0.rule.id } else { nil } }
  }

  /// The identifiers of the rules that the source satisfies.
  public var keptRules: [String] { entries.compactMap { $0.outcome == .kept ? $0.rule.id : nil } }

  /// The rules that say nothing about this source, each with the reason. They are neither kept nor broken.
  public var notApplicable: [(rule: ContractRule, reason: String)] {
    entries.compactMap { if case .notApplicable(let reason) = $0.outcome { ($0.rule, reason) } else { nil } }
  }

  /// The rules that apply to this source but weren't tried, each with what was missing, such as a recording.
  public var notTried: [(rule: ContractRule, reason: String)] {
    entries.compactMap { if case .notTried(let reason) = $0.outcome { ($0.rule, reason) } else { nil } }
  }

  /// The number of rules per outcome: `97 kept · 1 broken · 4 not tried · 8 not applicable · 0 waived`.
  public var summary: String {
    ["kept", "broken", "not tried", "not applicable", "waived"]
      .map { word in "\(entries.count { $0.outcome.word == word }) \(word)" }.joined(separator: " · ")
  }

  /// Throws a ``ContractFailure`` with all violations, if there are any.
  public func verify() throws(ContractFailure) {
    let violations = violations
    if !violations.isEmpty { throw ContractFailure(violations) }
  }

  /// A line for each rule with the violations below it, and the ``summary``.
  public var description: String {
    let lines = entries.map { entry in
      switch entry.outcome {
      case .kept: "kept      \(entry.rule.id)"
      case .violated(let violations):
        "BROKEN    \(entry.rule.id): \(entry.rule.sentence)"
          + violations.map { "\n            \($0.message)" }.joined()
      case .notTried(let reason): "NOT TRIED \(entry.rule.id) (\(reason))"
      case .notApplicable(let reason): "n/a       \(entry.rule.id) (\(reason))"
      case .waived(let reason): "waived    \(entry.rule.id) (\(reason))"
      }
    }
    return (lines + [summary]).joined(separator: "\n")
  }
}

extension ContractReport.Outcome {
  package var word: String {
    switch self {
    case .kept: "kept"
    case .violated: "broken"
    case .notTried: "not tried"
    case .notApplicable: "not applicable"
    case .waived: "waived"
    }
  }

  /// Throws the violations of a broken rule. Passes the reason on if the rule was not tried or doesn't apply.
  func verify(passingOver pass: (String) throws -> Void) throws {
    switch self {
    case .kept, .waived: break
    case .violated(let violations): throw ContractFailure(violations)
    case .notTried(let reason): try pass("was not tried: \(reason)")
    case .notApplicable(let reason): try pass("is not applicable: \(reason)")
    }
  }
}
