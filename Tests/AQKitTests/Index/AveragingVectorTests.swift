import AQKit
import TestRuns
import Testing

/// The worked examples of NowCast and its relatives.
@Suite(.computing) struct AveragingVectorTests {
  static func hours(_ text: String) -> [Double] {
    text.split(separator: ";", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
  }

  /// The concentrations of a text such as `o3_8h_ppm=0.078;pm25_24h=35.9`.
  private static func concentrations(
    _ text: String, of index: any AirQualityIndex
  ) throws -> [IndexInput.Concentration] {
    try text.split(separator: ";").map { part in
      let halves = part.split(separator: "=")
      let words = halves[0].split(separator: "_").map(String.init)
      let averaging = words.count > 1 ? AveragingPeriod(words[1]) : nil
      let input = index.inputs.first {
        $0.parameter == AirParameter(words[0]) && (averaging == nil || $0.averaging == averaging)
      }
      return IndexInput.Concentration(
        try #require(input, "\(part) of \(index.edition)"), try #require(Double(halves[1])))
    }
  }

  @Test("each NowCast example gives its concentration and index")
  func nowCast() throws {
    let rows = try VectorFile("nowcast").rows
    #expect(rows.count >= 20)
    for row in rows {
      let text = "\(row)"
      let isMexican = row["method"] == "mx_nowcast_2023"
      let isPM25 = row["pollutant"] == "pm25"
      let rule = isMexican ? AveragingMethod.NowCast.mexico(factor: isPM25 ? 0.694 : 0.714) : .epa
      let result = rule.concentration(of: Self.hours(row["hours_oldest_to_newest"] ?? ""))
      guard row["expected_concentration_raw"] != "UNDEFINED" else {
        #expect(result == nil, "\(text)")
        continue
      }
      let raw = try #require(Double(row["expected_concentration_raw"] ?? ""), "\(text)")
      let concentration = try #require(result, "\(text)")
      #expect(abs(concentration - raw) < 1e-6, "\(text): \(concentration)")
      let edition = isMexican ? "mx_nom172_2023_stage2024" : "us_epa_2024"
      let index = try #require(AirQualityIndexCatalog.standard.index(edition) as? BreakpointIndex)
      let value = try index.subIndex(of: isPM25 ? .pm25 : .pm10, concentration)
      #expect(value.number == Int(row["expected_index"] ?? ""), "\(text): \(value)")
      #expect(value.band?.nameInTable == row["expected_category"], "\(text): \(value)")
    }
  }

  @Test("each example of Korea's C24E gives its concentration")
  func c24e() throws {
    let rows = try VectorFile("kr_c24e").rows
    #expect(rows.count >= 4)
    for row in rows {
      let threshold = row["pollutant"] == "pm25" ? 30.0 : 70
      let raw = try #require(Double(row["expected_concentration_raw"] ?? ""))
      let result = try #require(
        AveragingMethod.c24e(threshold: threshold).value(of: Self.hours(row["hours_oldest_to_newest"] ?? "")))
      #expect(abs(result - raw) < 1e-6, "\(row): \(result)")
    }
  }

  @Test("each example of an AQHI gives its risk, level and category")
  func healthIndices() throws {
    let rows = try VectorFile("aqhi_formula").rows
    #expect(rows.count >= 50)
    for row in rows {
      let text = "\(row)"
      let index = try #require(AirQualityIndexCatalog.standard.index(row["standard"] ?? ""), "\(text)")
      let value = try index.value(of: Self.concentrations(row["inputs"] ?? "", of: index)).get()
      let raw = try #require(Double(row["expected_raw"] ?? ""))
      #expect(abs((value.unrounded ?? .nan) - raw) < 1e-6, "\(text): \(value)")
      #expect(
        value.display == row["expected_index"] && value.band?.name == row["expected_category"], "\(text)")
    }
  }

  @Test("each example of an overall value gives its index, category and dominant pollutant")
  func overall() throws {
    let rows = try VectorFile("overall").rows
    #expect(rows.count >= 10)
    for row in rows {
      let text = "\(row)"
      let index = try #require(AirQualityIndexCatalog.standard.index(row["standard"] ?? ""), "\(text)")
      let outcome = try index.value(of: Self.concentrations(row["inputs"] ?? "", of: index))
      guard row["expected_index"] != "UNDEFINED" else {
        #expect(outcome.value == nil, "\(text)")
        continue
      }
      let value = try outcome.get()
      #expect(value.number == Int(row["expected_index"] ?? ""), "\(text): \(value)")
      #expect(value.band?.nameInTable == row["expected_category"], "\(text): \(value)")
      let dominant = value.dominant.map(\.rawValue).sorted()
      let expected = row["dominant"] ?? ""
      #expect(
        dominant
          == (expected.hasPrefix("none") ? [] : expected.split(separator: "|").map(String.init).sorted()),
        "\(text): \(value)")
    }
  }

  @Test("Viet Nam does not normalise at a weight of one half, and does above it")
  func vietnam() throws {
    let spike = Array(repeating: 10.0, count: 11) + [100]
    // (1/2)·100 + Σ (1/2)^i·10 for i = 2…12
    let unnormalised = 50 + 10 * (0.5 - 1.0 / 4096)
    #expect(AveragingMethod.NowCast.vietnam.concentration(of: spike) == unnormalised)
    #expect(try #require(AveragingMethod.NowCast.epa.concentration(of: spike)) > unnormalised)
    let calm = (0..<12).map { 40 + Double($0) }
    #expect(
      AveragingMethod.NowCast.vietnam.concentration(of: calm)
        == AveragingMethod.NowCast.epa.concentration(of: calm))
    let constant = [Double](repeating: 0, count: 12)
    #expect(AveragingMethod.NowCast.vietnam.concentration(of: constant) == 0)
  }

  @Test("Taiwan takes half of twelve and half of four hours, of which six and two are required")
  func taiwan() {
    let hours = Array(repeating: 10.0, count: 8) + [20, 30, .nan, .nan]
    #expect(AveragingMethod.twelveAndFour.value(of: hours) == 19.0)
    #expect(AveragingMethod.twelveAndFour.value(of: Array(hours.dropLast()) + [.nan]) == 19)
    #expect(
      AveragingMethod.twelveAndFour.value(of: Array(repeating: 10.0, count: 8) + [20, .nan, .nan, .nan])
        == nil)
    #expect(AveragingMethod.twelveAndFour.value(of: [1, 2, 3, 4, 5]) == nil)
  }

  @Test(
    "a column gives the same as the window at every hour",
    arguments: [
      "nowcast", "nowcast-vn", "nowcast-mx 0.694",
      "mean 8h", "mean 24h/16", "mix 12h 4h", "c24e 30", "1h",
    ])
  func columns(_ text: String) throws {
    let method = try #require(AveragingMethod(text))
    let hours: [Double] = (0..<400).map { hour -> Double in
      if (hour * 13) % 17 == 0 { return .nan }
      return hour % 90 < 20 ? 7.3 : Double((hour * 7919) % 613) / 10
    }
    let column = method.values(of: hours)
    #expect(column.count == hours.count)
    for place in hours.indices {
      let window = Array(hours[max(0, place - method.hours + 1)...place])
      let single = method.value(of: window) ?? .nan
      #expect(column[place] == single || (column[place].isNaN && single.isNaN), "\(text) at \(place)")
    }
  }
}
