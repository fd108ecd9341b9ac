public import AQKit

extension SourceContract {
  /// Every rule, whatever the source.
  public static let allRules: [ContractRule] =
    descriptorRules + answerRules + timeRules + placeRules + questionRules + conductRules + statusRules
    + bodyRules
    + payloadRules + updateRules + privacyRules

  /// The rules that apply to a declaration and a drive.
  public static func rules(for descriptor: SourceDescriptor, driven drive: Drive = .none) -> [ContractRule] {
    allRules.filter { $0.requirement.isMet(by: descriptor, driven: drive) }
  }

  /// The applicable rules that are not waived, for `@Test(arguments:)`.
  public var rules: [ContractRule] {
    Self.rules(for: descriptor, driven: drive).filter { exemptions[$0.id] == nil }
  }

  /// Checks every rule, one after the other.
  @concurrent public func check() async -> ContractReport {
    var entries: [ContractReport.Entry] = []
    for rule in Self.allRules {
      entries.append(ContractReport.Entry(rule: rule, outcome: await check(rule)))
    }
    for id in exemptions.keys.sorted() where !Self.allRules.contains(where: { $0.id == id }) {
      let rule = ContractRule(id, "A waived rule exists.") { _ in [] }
      entries.append(
        .init(
          rule: rule, outcome: .violated([.init(rule: id, message: "No rule of this identifier exists.")])))
    }
    return ContractReport(entries: entries)
  }

  /// Checks one rule.
  @concurrent public func check(_ rule: ContractRule) async -> ContractReport.Outcome {
    if let reason = exemptions[rule.id] { return .exempt(reason) }
    guard rule.requirement.isMet(by: descriptor, driven: drive) else {
      return .notApplicable("needs \(rule.requirement)")
    }
    do {
      let messages = try await rule.check(self)
      // A fault that repeats over a thousand readings is one line.
      var seen: Set<String> = []
      let distinct = messages.filter { seen.insert($0).inserted }
      var violations = distinct.prefix(20).map { ContractViolation(rule: rule.id, message: $0) }
      if distinct.count > 20 {
        violations.append(.init(rule: rule.id, message: "and \(distinct.count - 20) more of the kind"))
      }
      return violations.isEmpty ? .kept : .violated(violations)
    } catch let error as NotApplicable {
      return .notApplicable(error.reason)
    } catch {
      return .violated([.init(rule: rule.id, message: "The source could not be driven: \(error)")])
    }
  }

  /// Checks one rule and throws if it is broken; the body of a parameterised test.
  @concurrent public func verify(_ rule: ContractRule) async throws(ContractFailure) {
    if case .violated(let violations) = await check(rule) { throw ContractFailure(violations) }
  }
}
