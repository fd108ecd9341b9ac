import AQKit
import AQKitTesting
import Testing

@Suite(.computing) struct IndexContractTests {
  @Test("every edition keeps the contract", arguments: AirQualityIndexCatalog.standard.identifiers)
  func standard(_ identifier: String) throws {
    let index = try #require(AirQualityIndexCatalog.standard.index(identifier))
    #expect(index.edition.identifier == identifier)
    let violations = IndexContract.violations(of: index)
    #expect(violations.isEmpty, "\(violations)")
  }

  /// An index that does everything wrong.
  private struct Broken: AirQualityIndex {
    let edition = IndexEdition(identifier: "", family: "x", title: "x", body: "", document: "")
    let bands = [
      AQIBand(rank: 0, key: "a", name: "A", lowerIndex: 0, upperIndex: 10),
      AQIBand(rank: 5, key: "a", name: "B", lowerIndex: 20, upperIndex: nil),
    ]
    let inputs = [IndexInput(.pm25, .oneHour, "µg/m³", current: .hour)]
    func value(of concentrations: [IndexConcentration], options: IndexOptions) -> AQIOutcome {
      let concentration = concentrations.first?.value ?? 0
      return .value(
        AQIValue(
          edition: edition, number: concentration > 50 ? 1 : 5, display: "", band: bands.first,
          subIndices: concentrations.map {
            AQISubIndex(input: $0.input, concentration: $0.value, number: 1, band: nil)
          }))
    }
  }

  @Test("an index that breaks the rules is caught at each")
  func broken() {
    let rules = Set(IndexContract.violations(of: Broken()).map(\.rule))
    #expect(rules == ["metadata", "bands", "monotone", "bad input"])
  }
}
