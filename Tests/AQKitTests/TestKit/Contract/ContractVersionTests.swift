import AQKit
import AQKitTesting
import Testing

@Suite("Versions of the contract's rules") struct ContractVersionTests {
  @Test("versions are ordered as in semantic versioning")
  func order() {
    // The examples of section 11.
    let ordered: [ContractVersion] = [
      "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11",
      "1.0.0-rc.1", "1.0.0", "1.0.1", "1.2.0", "1.10.0", "2.0.0",
    ]
    for (index, version) in ordered.enumerated() {
      for later in ordered.dropFirst(index + 1) { #expect(version < later && !(later < version)) }
    }
    #expect(!(ContractVersion("1.0.0+a") < "1.0.0+b"))
  }

  @Test("a version has the rules of its time, and a later version has them all")
  func rules() {
    let contract = SourceContract(
      ClosureSource(SourceDescriptor(id: "s", name: "S", offers: [])) { _ in AirResponse(reports: []) })
    #expect(contract.rules(asOf: "0.9.0").isEmpty)
    #expect(contract.rules(asOf: .first).allSatisfy { $0.since == .first })
    #expect(contract.rules(asOf: "999.0.0") == contract.rules)
    #expect(AdapterRule.rules(asOf: .first).contains(.isPure) && AdapterRule.rules(asOf: "0.1.0").isEmpty)
  }
}
