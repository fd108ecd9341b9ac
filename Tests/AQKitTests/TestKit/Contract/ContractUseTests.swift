import AQKit
import AQKitTesting
import TestRuns
import Testing
import XCTest

@Suite("The contract, a rule at a time", .timeLimit(.minutes(10)))
struct ContractUseTests {
  static let contract = SourceContract(
    adapter: TownService(), recorded: TownService.recorded, at: Town.now, secrets: [Town.key]
  ).quiet

  @Test("the source keeps it", arguments: contract.rules)
  func keeps(rule: ContractRule) async throws {
    try await Self.contract.verify(rule)
  }

  @Test("a rule that says nothing about a source gives the reason, and a waived one its own")
  func outcomes() async throws {
    var contract = Town.memory { $0.reporting { $0.attribution = [] } }
    contract.waivers["response.attribution"] = "Shown elsewhere."
    let report = await contract.check()
    try report.verify()
    let outcomes = Dictionary(uniqueKeysWithValues: report.entries.map { ($0.rule.id, $0.outcome) })
    #expect(outcomes["response.attribution"] == .waived("Shown elsewhere."))
    #expect(outcomes["body.html"] == .notApplicable("needs a transport that the contract can hold"))
    #expect(outcomes["response.source"] == .kept)
    #expect(!contract.rules.contains { $0.id == "response.attribution" })
    #expect(report.description.contains("response.attribution (Shown elsewhere.)"))
  }

  @Test("a contract that gets other queries after a check asks them")
  func otherQueries() async throws {
    var contract = Town.memory()
    let rule = try #require(SourceContract.allRules.first { $0.id == "response.something" })
    #expect(await contract.check(rule) == .kept)
    contract.queries = [AirQuery(near: Town.point(-45, -120))]
    #expect(await contract.check(rule) != .kept)
  }

  @Test("a waived rule that doesn't exist is a violation, as is a missing credential")
  func mistakes() async {
    var contract = Town.service()
    contract.waivers["response.no-such-rule"] = "Why not."
    contract.secrets = []
    #expect(await contract.check().brokenRules == ["privacy.secrets", "response.no-such-rule"])
  }

  @Test(
    "no outcome shows a part of a credential, whether it begins like another or is cut off",
    arguments: [
      ("query.sites", [Town.key], 0), ("response.every-query", ["key-of", Town.key], 0),
      ("response.every-query", [Town.key], 185), ("response.something", [Town.key], 185),
    ])
  func hiddenCredentials(id: String, secrets: [String], before: Int) async throws {
    var contract = Town.service { source, _ in
      source.asked { query, base in
        let failsAlways = id == "response.something"
        if failsAlways || query.detail == .sites || query.places == [.near(Town.nanyuki)] {
          throw AQError(.unavailable, String(repeating: "-", count: before) + Town.key)
        }
        return try await base.fetch(query)
      }
    }
    contract.queries = [Town.query, AirQuery(near: Town.nanyuki)]
    contract.secrets = secrets
    let rule = try #require(SourceContract.allRules.first { $0.id == id })
    let outcome = await contract.check(rule)
    let text = "\(outcome)"
    #expect(text.contains("•••") && !text.contains("of-the"), "\(text)")
  }

  @Test(
    "an endpoint of any scheme that encrypts needs no declaration",
    arguments: [
      ("tls://air.example.org:90", true), ("mqtts://air.example.org", true),
      ("tcp://air.example.org:90", false),
    ])
  func encrypted(url: String, isEncrypted: Bool) async {
    let contract = Town.memory { source in
      var source = source
      source.descriptor.endpoints = [SourceDescriptor.Endpoint(url)]
      return source
    }
    #expect(await contract.check().brokenRules == (isEncrypted ? [] : ["descriptor.endpoints"]))
  }

  @Test("the noise of a small unit isn't a number that means a missing value")
  func noise() async {
    for (value, isKept) in [(-1500.0, true), (-9999, false)] {
      let contract = Town.memory {
        $0.reporting { try $0.remake(.bc, unit: .nanogramsPerCubicMetre) { $1[0] = value } }
      }
      let kept = await contract.check().keptRules
      #expect(kept.contains("response.no-undeclared-sentinel") == isKept, "\(value)")
    }
  }

  @Test("a licence that ended before the values needn't be in the response; any other must be")
  func endedLicence() async throws {
    for (end, isJudged) in [("\"2020-12-31\"", false), ("\"2026-10-01\"", true), ("null", true)] {
      let contract = Town.service(
        recorded: TownService.recorded {
          $0.text = $0.text.replacing(
            "{\"attribution\":\"Town Air\"}",
            with:
              "[{\"attribution\":\"Town Air\"},{\"attribution\":{\"name\":\"Old Town\"},\"dateTo\":\(end)}]")
        })
      #expect(await contract.quiet.check().brokenRules == (isJudged ? ["response.licences"] : []), "\(end)")
    }
  }

  @Test("a licence is recognised in another spelling")
  func licenceSpelling() async throws {
    let contract = Town.service(
      recorded: TownService.recorded { $0.text = $0.text.replacing("\"Town Air\"", with: "\"TOWN-AIR\"") })
    #expect(await contract.quiet.check().brokenRules == [])
  }

  @Test("text is judged by the author's separators; without them, the rules say what to give")
  func separators() async throws {
    func contract(_ feed: TextFeed, _ messages: [FeedMessage]) -> SourceContract {
      SourceContract(decoder: feed, messages: messages, at: Town.now).quiet
    }
    let asked =
      "the payloads aren't JSON: set `separators` to what stands between their fields, and `decimalSeparator` if it isn't a point"
    var plain = contract(TextFeed(), TextFeed.messages)
    var report = await plain.check()
    try report.verify()
    let reasons = report.notApplicable.reduce(into: [:]) { $0[$1.rule.id] = $1.reason }
    #expect(reasons["payload.values"] == asked && reasons["payload.change"] == asked)
    plain.separators = "= "
    report = await plain.check()
    try report.verify()
    for rule in ["payload.values", "payload.change", "payload.text", "payload.huge", "update.garbage"] {
      #expect(report.keptRules.contains(rule), "\(rule)")
    }
    // Values in tenths aren't in the payload, and are judged by the declared factor.
    var tenths = contract(TextFeed(isInTenths: true), TextFeed.tenths)
    tenths.separators = "= "
    #expect(await tenths.check().brokenRules == ["payload.values"])
    tenths.scales = [0.1]
    report = await tenths.check()
    try report.verify()
    for rule in ["payload.values", "payload.change", "payload.negative"] {
      #expect(report.keptRules.contains(rule), "\(rule)")
    }
  }

  @Test("if zero means a missing value, a source that returns it as zero breaks the rules on zero")
  func absences() async {
    var contract = MistakenStations(mistake: nil).contract
    contract.absences = [0]
    #expect(await contract.check().brokenRules == ["payload.zero", "payload.tiny"])
  }

  @Test(
    "a rule about a feed that has no query doesn't look kept",
    arguments: [
      "update.arrives", "update.left", "update.closed", "update.broken", "update.refused", "update.fetch",
      "update.silence",
    ])
  func withoutQueries(id: String) async throws {
    let contract = SourceContract(
      decoder: TextFeed(), messages: TextFeed.messages, at: Town.now, queries: []
    ).quiet
    let rule = try #require(SourceContract.allRules.first { $0.id == id })
    #expect(await contract.check(rule) == .notApplicable("there is no query"))
  }

  @Test("a shared connection that waits for another consumer for a while is released")
  func sharedFeed() async throws {
    let contract = Town.feed { source, _ in source.sharing(grace: .seconds(30)) }
    let rule = try #require(SourceContract.allRules.first { $0.id == "update.left" })
    #expect(await contract.check(rule) == .kept)
  }

  @Test("a rule that says nothing about a source doesn't look kept")
  func notApplicable() async throws {
    var contract = Town.memory()
    let lines = LineLog()
    contract.onRule = { lines.add($0) }
    let html = try #require(SourceContract.allRules.first { $0.id == "body.html" })
    let values = try #require(SourceContract.allRules.first { $0.id == "query.empty" })
    try await contract.verify(html)
    try await contract.verify(values)
    #expect(
      lines.lines == [
        "town-air: body.html is not applicable: needs a transport that the contract can hold",
        "town-air: query.empty",
      ])
    let skipped = contract
    await #expect(throws: SomebodysError.self) {
      try await skipped.verify(html) { _ in throw SomebodysError() }
    }
    contract.onRule = nil
    let report = await contract.check()
    #expect(report.notApplicable.contains { $0.rule.id == "body.html" })
    #expect(
      report.summary.contains(
        "\(report.keptRules.count) kept · 0 broken · 0 not tried · \(report.notApplicable.count) not")
    )
    #expect(report.description.contains("n/a       body.html (needs a transport that the contract can hold)"))
  }

  @Test("a trap in an author's code ends the process, and standard error names the rule")
  func trap() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var contract = Town.service(through: { base in
        AlteredTransport(base: base) { response in
          if response.text.contains("1e300") { preconditionFailure("a number that is too large") }
        }
      })
      contract.onRule = ContractLog.standardError
      _ = await contract.check()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let last = text.split(separator: "\n").last { $0.hasPrefix("contract: ") }
    #expect(last == "contract: town-air: payload.huge")
  }

  @Test("all violations are reported at once, a line for each")
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
    #expect(failure.violations.map(\.rule) == ["response.source", "response.attribution"])
  }
}

/// The same from XCTest.
final class ContractXCTests: XCTestCase {
  func testContract() async throws {
    try await Town.feed().check().verify()
  }
}
