import AQKitTesting
import XCTest

/// The same contract from XCTest: a single test for all rules, which reports all violations at once.
final class ContractXCTests: XCTestCase {
  func testContract() async throws {
    let report = await ContractTests.contract.check()
    try report.verify()
    // Rules that say nothing about this source are neither kept nor broken.
    print(report.summary)
    XCTAssertTrue(report.keptRules.contains("payload.null"))
  }
}
