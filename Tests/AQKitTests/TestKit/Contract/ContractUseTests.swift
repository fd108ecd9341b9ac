import AQKit
import AQKitTesting
import Testing
import XCTest

@Suite("the contract, a rule at a time", .timeLimit(.minutes(10)))
struct ContractUseTests {
  static let contract = SourceContract(
    adapter: TownService(), recorded: TownService.recorded, at: Town.now, secrets: [Town.key])

  @Test("the source keeps it", arguments: contract.rules)
  func keeps(rule: ContractRule) async throws {
    try await Self.contract.verify(rule)
  }

  @Test("a rule that says nothing about a source gives the reason, and a waived one its own")
  func outcomes() async throws {
    var contract = Town.memory { $0.reporting { $0.attribution = [] } }
    contract.exemptions["answer.attribution"] = "Shown elsewhere."
    let report = await contract.check()
    try report.verify()
    let outcomes = Dictionary(uniqueKeysWithValues: report.entries.map { ($0.rule.id, $0.outcome) })
    #expect(outcomes["answer.attribution"] == .exempt("Shown elsewhere."))
    #expect(outcomes["body.html"] == .notApplicable("needs a transport that the contract can hold"))
    #expect(outcomes["answer.source"] == .kept)
    #expect(!contract.rules.contains { $0.id == "answer.attribution" })
    #expect(report.description.contains("answer.attribution (Shown elsewhere.)"))
  }

  @Test("a waived rule that doesn't exist is a violation, as is a credential that nobody gave")
  func mistakes() async {
    var contract = Town.service()
    contract.exemptions["answer.no-such-rule"] = "Why not."
    contract.secrets = []
    #expect(await contract.check().brokenRules == ["privacy.secrets", "answer.no-such-rule"])
  }

  @Test("all violations are told at once, a line for each")
  func failure() async throws {
    let contract = Town.memory { source in
      source.reporting { report in
        report.source = "another"
        report.attribution = []
      }
    }
    let report = await contract.check()
    let failure = try #require(throws: ContractFailure.self) { try report.verify() }
    #expect(failure.description.split(separator: "\n").count == 3)
    #expect(failure.violations.map(\.rule) == ["answer.source", "answer.attribution"])
  }
}

/// The same from XCTest.
final class ContractXCTests: XCTestCase {
  func testContract() async throws {
    try await Town.feed().check().verify()
  }
}
