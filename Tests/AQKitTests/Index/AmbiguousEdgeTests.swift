import AQKit
import Foundation
import Testing

/// Tests for ties and edges that a standard leaves open: one reading is chosen and the others are shown.
@Suite struct AmbiguousEdgeTests {
  /// The result of AQKit at an open place: a number, or a reason.
  enum Own: Equatable {
    case number(Int)
    case undefined
    case invalid
  }

  /// The expectation at one row of the file.
  struct Expectation {
    let own: Own
    /// The numbers of other readings that must be among those seen; -1 is “no index”.
    let others: [Int]
    /// Words of the edition's remarks, where the other result is a misprint.
    var remark: String?
  }

  /// By standard, pollutant and concentration, as the file writes them.
  static let expectations: [String: Expectation] = [
    "uk_daqi_2012 pm25 35.5": .init(own: .number(4), others: [3]),
    "uk_daqi_2012 pm25 36": .init(own: .number(4), others: [3]),
    "uk_daqi_2012 so2 533": .init(own: .number(7), others: [6]),
    "uk_daqi_2012 no2 67.5": .init(own: .number(2), others: [1]),
    "de_lqi_2025 pm10 9.5": .init(own: .number(2), others: [1]),
    "de_lqi_2025 o3 24.5": .init(own: .number(2), others: [1]),
    "eu_eaqi_2024 pm25 5.5": .init(own: .number(2), others: [1]),
    "eu_eaqi_2024 pm25 5": .init(own: .number(1), others: [2]),
    "fr_atmo_2021 pm25 10.4": .init(own: .number(1), others: [2]),
    "be_belaqi_2022 pm10 5.3": .init(own: .number(2), others: [1]),
    "be_belaqi_2022 pm25 2.53": .init(own: .number(2), others: [1]),
    "be_belaqi_2022 pm25 10.3": .init(own: .number(5), others: [4]),
    "be_belaqi_2022 pm10 -0.5": .init(own: .invalid, others: [1]),
    "in_naqi_2014 pm25 31": .init(own: .number(51), others: [52]),
    "in_naqi_2014 pm25 30.5": .init(own: .number(51), others: [-1]),
    "sg_psi_2014 pm25 19": .init(own: .number(58), others: [59]),
    "us_epa_2024 pm25 -0.4": .init(own: .invalid, others: [0]),
    "ph_dao2020_14 pm25 90.5": .init(own: .undefined, others: [6, 5]),
    "my_api_1996 pm10 385": .init(own: .number(250), others: [], remark: "14286"),
    "br_iqar_2019 pm25 50.5": .init(own: .number(81), others: [80, -1]),
  ]

  @Test("at every listed ambiguous edge the choice holds, and the other results are shown")
  func everyRow() throws {
    let rows = try VectorFile("ambiguous_edges").rows
    #expect(rows.count == Self.expectations.count)
    for row in rows {
      let text = ["standard", "pollutant", "concentration"].map { row[$0] ?? "" }.joined(separator: " ")
      let expected = try #require(Self.expectations[text], "\(text)")
      let index = try #require(
        AirQualityIndexCatalog.standard.index(row["standard"] ?? "") as? BreakpointIndex)
      let concentration = try #require(Double(row["concentration"] ?? ""))
      let parameter = AirParameter(row["pollutant"] ?? "")
      let isDaily = text.hasPrefix("be_")
      let (own, readings) = Self.look(
        index, parameter, concentration, averaging: isDaily ? .day : nil)
      #expect(own == expected.own, "\(text)")
      let seen = readings.map { $0.band == nil ? -1 : $0.number ?? -2 }
      for other in expected.others { #expect(seen.contains(other), "\(text): \(readings)") }
      for reading in readings {
        #expect(!reading.source.isEmpty)
        if case .number(let number) = own { #expect(reading.number != number, "\(text)") }
        if let number = reading.number { #expect(reading.band?.contains(number) == true, "\(text)") }
      }
      if let remark = expected.remark {
        #expect(index.edition.remarks?.contains(remark) == true, "\(text)")
      }
    }
  }

  private static func look(
    _ index: BreakpointIndex, _ parameter: AirParameter, _ concentration: Double, averaging: AveragingPeriod?
  ) -> (Own, [AQIValue.SubIndex.Alternative]) {
    do throws(AQIOutcome.Unavailable) {
      let sub = try index.subIndex(of: parameter, concentration, averaging: averaging)
      return (sub.number.map(Own.number) ?? .undefined, sub.alternatives)
    } catch {
      if case .undefined = error.reason { return (.undefined, error.alternatives) }
      return (.invalid, error.alternatives)
    }
  }

  @Test(
    "further ambiguous concentrations of the same kinds",
    arguments: [
      ("us_epa_2024", "o3", "8h", 0.072, 105, [104]), ("us_epa_2024", "o3", "8h", 0.153, 251, [250]),
      ("us_epa_2024", "co", "8h", 1.1, 13, [12]), ("us_epa_2024", "pm25", "24h", 35.4, 100, []),
      ("us_epa_2024", "pm25", "24h", 0, 0, []),
      ("uk_daqi_2012", "no2", "1h", 67, 1, [2]), ("uk_daqi_2012", "so2", "15min", 710, 7, [6]),
      ("uk_daqi_2012", "so2", "15min", 711, 8, []), ("uk_daqi_2012", "pm25", "24h", 37, 4, []),
      ("de_lqi_2025", "o3", "1h", 24, 1, [2]), ("de_lqi_2025", "o3", "1h", 23, 1, []),
      ("eu_eaqi_2024", "pm25", "1h", 140, 5, [6]), ("eu_eaqi_2024", "pm25", "1h", 4, 1, []),
      ("eu_eaqi_2017", "no2", "1h", 40, 1, [2]), ("eu_eaqi_2019", "o3", "1h", 50.5, 2, [1]),
      ("be_belaqi_2022", "pm25", "1h", 3.54, 2, [1]), ("be_belaqi_2022", "pm25", "1h", 10.5, 4, []),
      ("be_belaqi_2022", "pm25", "1h", 10.4, 4, [3]), ("be_belaqi_2022", "no2", "24h", 5.5, 2, []),
      ("in_naqi_2014", "pm10", "24h", 100, 100, []), ("in_naqi_2014", "so2", "24h", 41, 51, []),
      ("sg_psi_2014", "pm25", "24h", 18.5, 58, [57]), ("sg_psi_2014", "pm25", "24h", 55, 100, []),
      ("br_iqar_2019", "co", "8h", 9.05, 41, [40]), ("ph_dao2020_14", "pm25", "24h", 91, 6, []),
      ("kr_cai_2018", "pm10", "24h", 30.5, 51, [50]), ("tw_aqi_2025", "o3", "8h", 0.072, 105, [104]),
    ] as [(String, AirParameter, String, Double, Int, [Int])])
  func further(
    _ edition: String, _ parameter: AirParameter, _ averaging: String, _ concentration: Double, _ number: Int,
    _ others: [Int]
  ) throws {
    let index = try #require(AirQualityIndexCatalog.standard.index(edition) as? BreakpointIndex)
    let sub = try index.subIndex(of: parameter, concentration, averaging: AveragingPeriod(averaging))
    #expect(sub.number == number, "\(sub)")
    let seen = sub.alternatives.compactMap(\.number)
    if others.isEmpty { #expect(seen.isEmpty, "\(sub.alternatives)") }
    for other in others { #expect(seen.contains(other), "\(sub.alternatives)") }
  }

  @Test("a report shows other interpretations of a refused concentration, too")
  func problems() throws {
    let report = try ReportIndexTests.report([(.pm25, "µg/m³", Array(repeating: -0.4, count: 12))])
    let outcome = report.index(using: .usEPA)
    #expect(outcome.reason?.alternatives.first?.number == 0)
    let index = try #require(AirQualityIndexCatalog.standard.index("us_epa_2024"))
    let both = index.value(of: [
      IndexInput.Concentration(index.inputs[2], -0.4), IndexInput.Concentration(index.inputs[3], 40),
    ])
    #expect(both.value?.problems.first?.alternatives.first?.description.hasPrefix("0 Good (small") == true)
  }

  @Test("other interpretations survive the JSON of an index, and a wrong one is named")
  func json() throws {
    for identifier in ["uk_daqi_2012", "in_naqi_2014", "be_belaqi_2022", "ph_dao2020_14", "us_epa_2024"] {
      let index = try #require(AirQualityIndexCatalog.standard.index(identifier) as? BreakpointIndex)
      let again = try BreakpointIndex(json: JSONEncoder().encode(index))
      #expect(again == index)
      let readings = again.scales.map(\.rules.alternatives)
      #expect(readings == index.scales.map(\.rules.alternatives) && !readings.allSatisfy(\.isEmpty))
    }
    let wrong = BreakpointIndexJSONTests.house.replacingOccurrences(
      of: "\"decimals\": 0}",
      with: "\"decimals\": 0, \"alternatives\": [{\"source\": \"x\", \"rows\": [[5, 2, 1, 1]]}]}")
    #expect(throws: BreakpointIndex.DataError.self) { try BreakpointIndex(json: wrong) }
  }
}
