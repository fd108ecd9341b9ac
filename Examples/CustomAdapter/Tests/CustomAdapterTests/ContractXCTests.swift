import AQKitTesting
import XCTest

/// The same contract from XCTest: one test for all rules, which tells all violations at once.
final class ContractXCTests: XCTestCase {
  func testContract() async throws {
    let report = await ContractTests.contract.check()
    try report.verify()
    // What says nothing about this source isn't kept, and isn't broken.
    print(report.summary)
    XCTAssertTrue(report.keptRules.contains("payload.null"))
  }
}
