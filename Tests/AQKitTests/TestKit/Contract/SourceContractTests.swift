import AQKit
import AQKitTesting
import TestRuns
import Testing

@Suite("The contract of a source", .timeLimit(.minutes(10)))
struct SourceContractTests {
  @Test("a good source in memory keeps every rule that says something about it")
  func memory() async throws {
    let report = await Town.memory().check()
    try report.verify()
    #expect(report.keptRules.count >= 40)
  }

  @Test("a good source behind a transport keeps every rule that says something about it")
  func service() async throws {
    let report = await Town.service().check()
    try report.verify()
    #expect(report.keptRules.count >= 80)
  }

  @Test("a good source on a feed keeps every rule that says something about it")
  func feed() async throws {
    let report = await Town.feed().check()
    try report.verify()
    #expect(report.keptRules.count >= 50)
  }

  @Test("a request that the recordings don't know is judged, too")
  func strayRequest() async {
    let broken = await Town.service(through: { StrayTransport(base: $0) }).check().brokenRules
    #expect(Set(["conduct.declared-host", "conduct.encrypted"]).isSubset(of: broken))
  }

  @Test("identifiers are unique, and every rule is a sentence")
  func rules() {
    let rules = SourceContract.allRules
    #expect(rules.count >= 40)
    #expect(Set(rules.map(\.id)).count == rules.count)
    for rule in rules {
      #expect(rule.sentence.hasSuffix("."), "\(rule.id)")
      #expect(rule.remedy.hasSuffix(".") && !rule.remedy.hasPrefix("Fix what the sentence"), "\(rule.id)")
    }
  }
}

@Suite("The rules of the contract", .timeLimit(.minutes(10)))
struct ContractMutationTests {
  /// All mutations, or every third, or every sixth in a debug build.
  static let tried = TestEffort.some(of: Mutation.all, oneIn: 3, debug: 6)

  @Test("a source that breaks one rule violates that rule alone", arguments: tried)
  func caught(mutation: Mutation) async {
    let report = await mutation.contract.check()
    #expect(
      report.brokenRules == [mutation.rule], "\(report.violations.map(\.description).joined(separator: "\n"))"
    )
    let remedy = SourceContract.allRules.first { $0.id == mutation.rule }?.remedy ?? "no such rule"
    for violation in report.violations { #expect(violation.message.hasSuffix(". \(remedy)")) }
  }

  @Test("every rule has a source that breaks it")
  func complete() {
    #expect(Set(Mutation.all.map(\.rule)) == Set(SourceContract.allRules.map(\.id)))
  }
}

/// Tells another server of each request.
private struct StrayTransport: HTTPTransport {
  let base: any HTTPTransport

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    _ = try? await base.send(TransportRequest(base: "http://tracker.example.org", path: "/", query: []))
    return try await base.send(request)
  }
}
