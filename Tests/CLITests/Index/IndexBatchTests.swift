import AQKit
import Foundation
import Testing

@testable import AQKitCommands

@Suite struct IndexBatchTests {
  @Test("each row is returned with index, category, colour and error")
  func appends() throws {
    let text = try batch(
      """
      standard,pollutant,averaging,unit,concentration
      us_epa_2024,pm25,24h,ug/m3,35.4
      us_epa_2024,pm25,24h,ug/m3,35.5
      us-epa,o3,8h,ppm,0.0705
      eu_eaqi_2024,pm25,1h,ug/m3,5

      """)
    #expect(
      text == """
        standard,pollutant,averaging,unit,concentration,index,category,color,error
        us_epa_2024,pm25,24h,ug/m3,35.4,100,Moderate,#FFFF00,
        us_epa_2024,pm25,24h,ug/m3,35.5,101,Unhealthy for Sensitive Groups,#FF7E00,
        us-epa,o3,8h,ppm,0.0705,100,Moderate,#FFFF00,
        eu_eaqi_2024,pm25,1h,ug/m3,5,1,Good,#50F0E6,

        """)
  }

  @Test("quotes, CRLF, a byte order mark, other columns and another order are read")
  func rfc4180() throws {
    let text = try batch(
      "\u{FEFF}note,unit,Standard,pollutant,averaging,concentration,x\r\n"
        + "\"a, \"\"b\"\"\",ug/m3,us_epa_2024,\"pm25\",24h,\"9.0\",1\r\n\r\n"
        + "d, ppb ,us_epa_2024,o3,8h,71,")
    #expect(
      text == "note,unit,Standard,pollutant,averaging,concentration,x,index,category,color,error\n"
        + "\"a, \"\"b\"\"\",ug/m3,us_epa_2024,\"pm25\",24h,\"9.0\",1,50,Good,#00E400,\n"
        + "d, ppb ,us_epa_2024,o3,8h,71,,101,Unhealthy for Sensitive Groups,#FF7E00,\n")
  }

  @Test(
    "a row without an index says why",
    arguments: [
      ("us_epa_2024,pm25,24h,ug/m3,-0.1", "-0.1 µg/m³ isn't a concentration: it is negative"),
      ("us_epa_2024,pm25,24h,ug/m3,1e10", "10000000000 µg/m³ isn't a concentration: it is too large"),
      ("us_epa_2024,o3,8h,ppm,0.3", "no index is defined at 0.3 ppm"),
      ("us_epa_2024,pm25,24h,ug/m3,NaN", "“NaN” isn't a concentration"),
      ("us_epa_2024,pm25,24h,ug/m3,1e999", "“1e999” isn't a concentration"),
      ("us_epa_2024,pm25,24h,ug/m3,0x10", "“0x10” isn't a concentration"),
      ("us_epa_2024,pm25,24h,ug/m3,", "no concentration is given"),
      ("us_epa_2024,pm25,24h,,5", "no unit is given"),
      ("us_epa_2024,pm25,24h,ppb,5", "ppb of pm25 can't be converted to µg/m³"),
      ("us_epa_2024,pm25,1h,ug/m3,5", "us_epa_2024 covers pm25 over 24h and not over 1h"),
      ("us_epa_2024,nh3,24h,ug/m3,5", "us_epa_2024 does not cover nh3"),
      ("nowhere,pm25,24h,ug/m3,5", "there is no index “nowhere”"),
      ("us-eqa,pm25,24h,ug/m3,5", "there is no index “us-eqa” (did you mean “us-epa”?)"),
      ("us-epa,pm52,24h,ug/m3,5", "us_epa_2024 does not cover pm52 (did you mean “pm25”?)"),
      (
        "ca_aqhi_2008,pm25,3h,ug/m3,5",
        "ca_aqhi_2008 isn't a table of breakpoints: no single pollutant can be looked up in it"
      ),
    ])
  func errors(row: String, error: String) throws {
    #expect(try results(row) == ["\(row),,,,\(error)"])
  }

  @Test("rows with too few or too many fields keep the columns in their places")
  func wrongWidths() throws {
    #expect(
      try results(
        "us_epa_2024", "us_epa_2024,pm25", "us_epa_2024,pm25,24h,ug/m3,5,6", "us_epa_2024,pm25,24h,ug/m3,5")
        == [
          "us_epa_2024,,,,,,,,the row has 1 field and the header 5",
          "us_epa_2024,pm25,,,,,,,the row has 2 fields and the header 5",
          "us_epa_2024,pm25,24h,ug/m3,5,,,,the row has 6 fields and the header 5",
          "us_epa_2024,pm25,24h,ug/m3,5,28,Good,#00E400,",
        ])
  }

  @Test("an unclosed quote costs one row, not the rest of the file")
  func unclosedQuote() throws {
    #expect(
      try results("\"us_epa_2024,pm25,24h,ug/m3,5", "us_epa_2024,pm25,24h,ug/m3,5") == [
        "\"\"\"us_epa_2024,pm25,24h,ug/m3,5\",,,,,,,,a quoted field is not closed",
        "us_epa_2024,pm25,24h,ug/m3,5,28,Good,#00E400,",
      ])
  }

  @Test("if a number is not defined, the category still is")
  func openBand() throws {
    let found = try #require(
      AirQualityIndexCatalog.standard.indices.compactMap { $0 as? BreakpointIndex }
        .flatMap { index in index.scales.map { (index, $0) } }
        .first { $0.1.rules.beyond == .open })
    let (index, scale) = found
    let row =
      "\(index.edition.identifier),\(scale.input.parameter),\(scale.input.averaging),\(scale.input.unit),1e6"
    let result = try #require(try results(row).first)
    let band = try #require(index.bands.last)
    #expect(result.hasPrefix("\(row),,\(band.nameInTable),\(band.color?.hex ?? ""),only the category"))
  }

  @Test("the sum of added risks has its level in Hong Kong")
  func addedRisk() throws {
    #expect(
      try results(
        "hk_aqhi_2025,sum_added_risk,3h,percent AR,1.87", "hk_aqhi_2025,sum_added_risk,3h,percent AR,19.22"
      ) == [
        "hk_aqhi_2025,sum_added_risk,3h,percent AR,1.87,1,Low,,",
        "hk_aqhi_2025,sum_added_risk,3h,percent AR,19.22,11,Serious,,",
      ])
  }

  @Test("every edge of every table has the result that the library gives")
  func edges() throws {
    var rows: [String] = []
    var expected: [String] = []
    for case let index as BreakpointIndex in AirQualityIndexCatalog.standard.indices {
      for scale in index.scales {
        let input = scale.input
        let edges = scale.rows.flatMap { [$0.lower, $0.upper ?? $0.lower + 1] }
        for value in edges.flatMap({ [$0, $0.nextDown, $0.nextUp] }) {
          let row = "\(index.edition.identifier),\(input.parameter),\(input.averaging),\(input.unit),\(value)"
          rows.append(row)
          let number = scale.number(of: value)
          let band = number >= 0 ? index.band(of: Int(number)) : nil
          expected.append(
            number >= 0
              ? "\(row),\(number),\(band?.nameInTable ?? "?"),\(band?.color(for: Int(number))?.hex ?? ""),"
              : "\(row),,")
        }
      }
    }
    #expect(rows.count > 3000)
    let header = "standard,pollutant,averaging,unit,concentration"
    let lines = try batch(([header] + rows).joined(separator: "\n")).split(separator: "\n").dropFirst()
    #expect(lines.count == rows.count)
    for (line, want) in zip(lines, expected) where want.hasSuffix(",,") ? !line.hasPrefix(want) : line != want
    {
      Issue.record("\(line) is not \(want)")
    }
  }
}
