import AQKit

extension SourceContract {
  /// Every rule, for any source.
  public static let allRules: [ContractRule] =
    descriptorRules + responseRules + licenceRules + timeRules + placeRules + queryRules
    + conductRules
    + statusRules + bodyRules + payloadRules + updateRules + privacyRules

  /// The applicable rules that are not waived, for `@Test(arguments:)`.
  public var rules: [ContractRule] {
    Self.allRules.filter { $0.condition.isMet(descriptor, drive) && waivers[$0.id] == nil }
  }

  /// Checks every rule, one after the other.
  @concurrent public func check() async -> ContractReport {
    var entries = await Self.allRules.asyncFlatMap {
      [ContractReport.Entry(rule: $0, outcome: await check($0))]
    }
    for id in waivers.keys.sorted() where !Self.allRules.contains(where: { $0.id == id }) {
      let message = "No rule “\(id)” exists: take it out of `waivers`, or fix its spelling."
      let rule = ContractRule(id, "A waived rule exists.") { _ in [] }
      entries.append(.init(rule: rule, outcome: .violated([.init(rule: id, message: message)])))
    }
    return ContractReport(entries: entries)
  }

  /// Checks one rule.
  ///
  /// ``onRule`` is called first. A trap in the source's code ends the whole process, as it would in an application.
  @concurrent public func check(_ rule: ContractRule) async -> ContractReport.Outcome {
    if let reason = waivers[rule.id] { return .waived(reason) }
    guard rule.condition.isMet(descriptor, drive) else {
      return .notApplicable("needs \(rule.requirement)")
    }
    onRule?("\(descriptor.id): \(rule.id)")
    let credentials = RequestSecrets(held: secrets.map { AirSecret($0) })
    // Cut only after hiding, which would miss a part of a credential.
    func shown(_ text: String) -> String { String(credentials.hidden(in: text).prefix(2000)) }
    func violation(_ observation: String) -> ContractViolation {
      ContractViolation(rule: rule.id, message: "\(shown(observation)) \(rule.remedy)")
    }
    do {
      // A fault that repeats in a thousand readings becomes one line.
      let distinct = try await rule.check(self).unique
      var violations = distinct.prefix(20).map { violation($0) }
      if distinct.count > 20 {
        violations.append(violation("And \(distinct.count - 20) more of the kind."))
      }
      return violations.isEmpty ? .kept : .violated(violations)
    } catch let error as NotApplicable {
      return .notApplicable(shown(error.reason))
    } catch let error as NotTried {
      return .notTried(shown(error.reason))
    } catch {
      return .violated([violation("The source could not be driven: \(error).")])
    }
  }

  /// Checks one rule and throws if it is broken; the body of a parameterised test.
  ///
  /// - Parameters:
  ///   - rule: The rule.
  ///   - skip: Called with the reason if the rule says nothing about this source, so that it doesn't look kept:
  ///     `{ try Test.cancel("\($0)") }` in Swift Testing from Swift 6.3, `{ throw XCTSkip($0) }` in XCTest. By default
  ///     ``onRule`` is called.
  /// - Throws: ``ContractFailure`` with the violations, or the errors of `skip`.
  @concurrent public func verify(
    _ rule: ContractRule, skip: (@Sendable (String) throws -> Void)? = nil
  ) async throws {
    let pass = skip ?? { onRule?("\(descriptor.id): \(rule.id) \($0)") }
    try await check(rule).verify(passingOver: pass)
  }
}
