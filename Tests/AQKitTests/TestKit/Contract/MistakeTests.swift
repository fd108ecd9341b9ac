import AQKit
import AQKitTesting
import TestRuns
import Testing

@Suite("An author's mistakes in the contract", .timeLimit(.minutes(10)))
struct MistakeTests {
  @Test(
    "each likely mistake of an author ends in a sentence that names the remedy", arguments: Mistake.allCases)
  func mistake(_ mistake: Mistake) async throws {
    let lesson = mistake.lesson
    let contract =
      mistake == .afterTheWindow
      ? SourceContract(
        LongForecast(), queries: [AirQuery(near: Town.market, window: .next(.seconds(86_400)))],
        clock: ManualClock(Town.now)
      ).quiet : MistakenStations(mistake: mistake).contract
    let rule = try #require(SourceContract.allRules.first { $0.id == lesson.rule })
    guard case .violated(let violations) = await contract.check(rule) else {
      Issue.record("\(lesson.rule) isn't broken.")
      return
    }
    #expect(
      violations.contains { $0.message.contains(lesson.remedy) && $0.message.hasSuffix(".") },
      "\(violations.map(\.message).joined(separator: "\n"))")
  }

  @Test(
    "one cause is reported once",
    arguments: Mistake.allCases.filter { ![.afterTheWindow, .sameIdentifier].contains($0) })
  func oneViolation(_ mistake: Mistake) async {
    let report = await MistakenStations(mistake: mistake).contract.check()
    #expect(
      report.brokenRules == [mistake.lesson.rule],
      "\(report.violations.map(\.description).joined(separator: "\n"))")
  }

  @Test("without a mistake the same adapter keeps every rule")
  func none() async throws {
    let report = await MistakenStations(mistake: nil).contract.check()
    try report.verify()
    #expect(report.keptRules.count >= 75, "\(report.summary)")
  }
}
