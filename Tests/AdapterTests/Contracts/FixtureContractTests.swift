import AQKit
import AQKitFixtures
import AQKitTesting
import TestRuns
import Testing

@Suite("Recordings keep the contract of a source", .timeLimit(.minutes(10)))
struct FixtureContractTests {
  @Test("the recordings that come with AQKit")
  func bundled() async throws {
    var contract = SourceContract(FixtureSource(.bundled, descriptor: .recordings))
    contract.waivers = [
      "time.window": "A relative window is taken relative to the moment of the recording.",
      "time.received": "The time of receipt is that of the recording.",
    ]
    let report = await contract.quiet.check()
    try report.verify()
    #expect(report.keptRules.count >= 40)
  }
}
