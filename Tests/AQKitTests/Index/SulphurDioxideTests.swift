import AQKit
import Testing

/// US sulphur dioxide: the 24 h mean counts only where the hour is 305 ppb or more (EPA-454/B-24-002, p. 16).
@Suite struct SulphurDioxideTests {
  static func value(_ hour: Double?, _ day: Double?, _ edition: String = "us_epa_2024") throws -> AQIOutcome {
    let index = try #require(AirQualityIndexCatalog.standard.index(edition))
    var given: [IndexInput.Concentration] = []
    if let hour { given.append(try index.concentration(of: .so2, hour, unit: "ppb", averaging: .oneHour)) }
    if let day { given.append(try index.concentration(of: .so2, day, unit: "ppb", averaging: .day)) }
    return index.value(of: given)
  }

  @Test(
    "the hour decides up to 304 ppb, then 200 or the 24 h mean",
    arguments: [
      (100, 320, 112), (304, 320, 200), (304.99, 400, 200), (305, 304.9, 200), (305, nil, 200),
      (305, 305, 201),
      (400, 320, 206), (900, 700, 348), (300, nil, 198),
    ] as [(Double, Double?, Int)])
  func decides(_ hour: Double, _ day: Double?, _ expected: Int) throws {
    #expect(try Self.value(hour, day).value?.number == expected)
    // The lookup without allocation and the column agree.
    let index = try #require(AirQualityIndexCatalog.standard.index("us_epa_2024") as? BreakpointIndex)
    let row = index.inputs.map { input -> Double in
      guard input.parameter == .so2 else { return .nan }
      return input.averaging == .day ? day ?? .nan : hour
    }
    #expect(row.withUnsafeBufferPointer { index.number(of: $0) } == Int32(expected))
    let columns = zip(index.inputs, row).map { IndexInput.Column($0, [$1]) }
    #expect(index.numbers(of: IndexInput.Columns(columns, count: 1)).numbers == [Int32(expected)])
  }

  @Test(
    "a 24 h mean without an hourly value gives no index, whatever its value",
    arguments: ["us_epa_2024", "us_epa_2012"])
  func withoutHour(_ edition: String) throws {
    for day in [10.0, 305, 700] {
      #expect(try Self.value(nil, day, edition).reason?.reason == .countsOnlyBeyond(.oneHour))
    }
    // In a report: a day of hours without the newest ones.
    let values = (0..<24).map { $0 < 20 ? 400.0 : .nan }
    let report = try ReportIndexTests.report([(.so2, "ppb", values)])
    #expect(report.index(using: IndexEdition.Reference(edition), at: ReportIndexTests.noon).value == nil)
    let series = try report.indexSeries(using: IndexEdition.Reference(edition))
    #expect(series[19]?.number ?? 0 > 200 && series[20] == nil)
  }

  @Test("a single table row can still be looked up")
  func lookup() throws {
    let index = try #require(AirQualityIndexCatalog.standard.index("us_epa_2024") as? BreakpointIndex)
    #expect(try index.subIndex(of: .so2, 379, averaging: .day).number == 226)
  }
}
