import AQKit
import TestRuns
import Testing

/// Every vector of the standards' tables: worked examples of the regulators, live output, and values on which independent
/// implementations agree.
@Suite(.computing) struct StandardVectorTests {
  static let files = [
    "us_epa_2024", "us_epa_2012", "eu_eaqi", "uk_daqi", "cn_hj633", "in_naqi", "de_lqi", "fr_atmo",
    "be_belaqi",
    "sg_psi", "kr_cai", "tw_aqi", "th_aqi", "vn_aqi", "my_api", "id_ispu", "ph_aqi", "mx_ias", "cl_icap",
    "br_iqar",
    "au_nsw_aqc", "au_nepm_aqi", "eu_caqi", "ca_aqhi",
  ]

  @Test("each vector of a standard gives the index and category it names", arguments: files)
  func vectors(_ name: String) throws {
    var tested = 0
    for row in try VectorFile(name).rows {
      let text = "\(row)"
      let standard = try #require(row["standard"])
      let index = try #require(
        AirQualityIndexCatalog.standard.index(standard) as? BreakpointIndex, "\(standard)")
      let parameter = AirParameter(row["pollutant"] ?? "")
      let averaging = try #require(AveragingPeriod(row["averaging"] ?? ""), "\(text)")
      let concentration = try #require(Double(row["concentration"] ?? ""), "\(text)")
      let scale = try #require(index.scale(of: parameter, averaging: averaging), "\(text)")
      #expect(scale.input.unit == AirUnit(row["unit"] ?? ""), "\(text)")
      tested += 1
      let outcome = Result { () throws(AQIOutcome.Unavailable) in
        try index.subIndex(of: concentration, on: scale)
      }
      let printed = row["expected_category"] ?? ""
      let isAboveCap = printed.hasSuffix(" (above printed cap)")
      let category = isAboveCap ? String(printed.dropLast(20)) : printed
      switch row["expected_index"] ?? "" {
      case "ERR_NEGATIVE":
        guard case .failure(let error) = outcome else {
          Issue.record("a negative concentration got an index: \(text)")
          continue
        }
        #expect(error.reason == .invalid(concentration))
      case "UNDEFINED":
        guard case .failure(let error) = outcome else {
          Issue.record("an undefined concentration got an index: \(text)")
          continue
        }
        #expect(error.reason == .undefined(concentration))
      case "OPEN":
        let value = try outcome.get()
        #expect(value.number == nil && value.band?.nameInTable == category, "\(text)")
      case let expected:
        let number = try #require(Int(expected), "\(text)")
        let value = try outcome.get()
        if category.hasPrefix("tolerance") {
          #expect(abs((value.number ?? -99) - number) <= 2, "\(text): \(value)")
        } else {
          #expect(value.number == number && value.band?.nameInTable == category, "\(text): \(value)")
          #expect(!isAboveCap || value.isBeyondTable, "\(text)")
        }
      }
    }
    #expect(tested > 10)
  }
}

/// Checks that AQKit follows the document where other implementations differ.
@Suite struct PeerDisagreementTests {
  @Test("if a peer differs, the document decides the index")
  func disagreements() throws {
    var tested = 0
    for row in try VectorFile("peer_disagreements").rows {
      let standard = try #require(row["standard"])
      // The row of Canada has the inputs of a formula instead of one concentration; the formula's test covers it.
      guard let concentration = Double(row["concentration"] ?? "") else {
        #expect(standard.hasSuffix("aqhi_2008"), "\(row)")
        continue
      }
      let index = try #require(AirQualityIndexCatalog.standard.index(standard) as? BreakpointIndex)
      let scale = try #require(
        index.scale(
          of: AirParameter(row["pollutant"] ?? ""), averaging: AveragingPeriod(row["averaging"] ?? "")))
      let number = scale.number(of: concentration)
      let text = row["expected"] ?? ""
      tested += 1
      if text == "UNDEFINED" {
        #expect(number == AQIValue.Code.undefined, "\(row)")
        continue
      }
      // One published figure contradicts its own table; the table counts, within one.
      let expected = try #require(Int32(text.prefix { $0.isNumber }), "\(row)")
      let tolerance: Int32 = text.hasPrefix("59 (NEA") ? 1 : 0
      #expect(abs(number - expected) <= tolerance, "\(row): \(number)")
    }
    #expect(tested > 800)
  }
}
