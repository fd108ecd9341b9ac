import AQKit
import Foundation
import Testing

/// Names, colours, messages and dates of the editions are those of the standards' tables, not of another edition's.
@Suite struct EditionDataTests {
  /// The lowest number of a row of the categories; `10+` is eleven.
  private static func number(_ text: String?) -> Int? { text == "10+" ? 11 : text.flatMap { Int($0) } }

  @Test("each band has the names and colour of the standard's table, under one key")
  func categories() throws {
    var tested = 0
    for row in try VectorFile("categories").rows {
      let text = "\(row)"
      let standard = try #require(row["standard"])
      // A palette, an index without a published formula, and a remark on values beyond 500.
      if ["us_epa_2024_colorvision", "google_uaqi", "us_epa_2024_500plus"].contains(standard) { continue }
      let index = try #require(AirQualityIndexCatalog.standard.index(standard), "\(standard)")
      let number = try #require(Self.number(row["index_lo"]), "\(text)")
      // Two implementations put 200 into Very poor.
      let probe = standard == "au_nepm_aqi_2016" && number == 200 ? 201 : number
      let band = try #require(index.bands.last { $0.contains(probe) }, "\(text)")
      tested += 1
      #expect(band.name == row["category_en"], "\(text)")
      #expect(band.localName ?? "" == row["category_local"], "\(text)")
      #expect((band.localLanguage == nil) == (band.localName == nil), "\(text)")
      let printed = row["color_hex"] ?? ""
      // Some rows name a colour in words, which isn't a code; one has two and names the owner of each.
      let hex = AQIBand.Color(hex: String(printed.prefix(7)))
      #expect(band.color(for: number) == hex, "\(text)")
    }
    #expect(tested > 120)
  }

  @Test("colours and local names are absent where the table has none for the edition")
  func nothingBorrowed() throws {
    let known = Set(try VectorFile("categories").rows.compactMap { $0["standard"] })
    var without: [String] = []
    // The AQHI without the AQHI-Plus has the bands of the whole.
    let unknown = AirQualityIndexCatalog.standard.indices.filter { index in
      !known.contains(index.edition.identifier) && index.edition.identifier != "ca_aqhi_2008_without_plus"
    }
    for index in unknown {
      without.append(index.edition.identifier)
      for band in index.bands {
        #expect(band.colors.isEmpty && band.color == nil, "\(index.edition.identifier) \(band.key)")
        #expect(band.localName == nil && band.localLanguage == nil, "\(index.edition.identifier) \(band.key)")
      }
    }
    #expect(without.contains("ca_aqhi_plus") && without.contains("hk_aqhi_2013"))
  }

  @Test("each health message of the table is present, marked as unofficial by its source, and no other")
  func messages() throws {
    let rows = try VectorFile("health_messages").rows
    var perStandard: [String: Int] = [:]
    for row in rows {
      let text = "\(row)"
      let standard = try #require(row["standard"])
      let index = try #require(AirQualityIndexCatalog.standard.index(standard))
      let band = try #require(
        index.bands.first { $0.name == row["category"] || $0.localName == row["category"] }, "\(text)")
      let group = row["group"] ?? ""
      // Hong Kong's table says “same” for the group of the row above.
      #expect(
        band.messages.contains { $0.group == group || group == "same" || standard == "hk_aqhi_2025" },
        "\(text)")
      #expect(band.messages.allSatisfy { !$0.text.isEmpty && !$0.source.isEmpty })
      perStandard[standard, default: 0] += 1
    }
    #expect(perStandard["ca_aqhi_2008"] == 6)
    perStandard["ca_aqhi_2008_without_plus"] = 6
    for index in AirQualityIndexCatalog.standard.indices {
      let count = index.bands.reduce(0) { $0 + $1.messages.count }
      #expect(count == perStandard[index.edition.identifier, default: 0], "\(index.edition.identifier)")
    }
  }

  @Test("Canada's formula has its colours, French names and messages, the AQHI-Plus only its names")
  func canada() throws {
    let formula = CanadaAQHI.stieb2008
    #expect(formula.bands.map(\.localName) == ["Faible", "Modéré", "Élevé", "Très élevé"])
    #expect(formula.bands.map(\.messages.count) == [1, 1, 2, 2])
    let value = try formula.value(
      of: zip(formula.inputs.prefix(3), [30, 20, 10]).map {
        IndexInput.Concentration($0.0, $0.1)
      }
    ).get()
    #expect(value.color != nil && value.band?.messages.isEmpty == false)
    let plus = try #require(AirQualityIndexCatalog.standard.index("ca_aqhi_plus") as? BreakpointIndex)
    #expect(plus.bands.map(\.name) == formula.bands.map(\.name))
    #expect(try plus.subIndex(of: .pm25, 55).band?.color == nil)
  }

  @Test(
    "a date is as precise as known, and still chooses the edition",
    arguments: [
      // The edition of 2012 has the ozone table of 80 FR 65292, in force from 28 December 2015.
      ("us_epa_2024", "2024-05-06", nil), ("us_epa_2012", "2015-12-28", "2024-05-06"),
      ("eu_eaqi_2024", "2024", nil),
      ("eu_eaqi_2019", "2019", "2024"), ("eu_eaqi_2017", "2017-11-16", "2019"), ("de_lqi_2025", "2025", nil),
      ("be_belaqi_2022", "2022-11", nil), ("be_belaqi_2017", "2017-08-01", "2022-11"),
      ("th_aqi_2023", "2023-06-01", nil), ("cn_hj633_2012", "2016-01-01", "2026-03-01"),
      ("mx_nom172_2023_stage2024", "2024", "2026-01"), ("ca_aqhi_2008", "2008", nil), ("cl_icap", nil, nil),
      ("hk_aqhi_2013", "2013-12-30", "2025-03-22"), ("in_naqi_2014", "2014-10", nil),
      ("fr_atmo_2021", "2021-01-01", nil), ("tw_aqi_2025", "2025-01-01", nil),
    ] as [(String, String?, String?)])
  func dates(_ identifier: String, _ from: String?, _ until: String?) throws {
    let edition = try #require(AirQualityIndexCatalog.standard.index(identifier)).edition
    #expect(edition.effectiveFromText == from && edition.effectiveUntilText == until)
    let again = try JSONDecoder().decode(IndexEdition.self, from: JSONEncoder().encode(edition))
    #expect(again == edition)
    if let time = edition.effectiveFrom {
      #expect(edition.isInForce(at: time) && !edition.isInForce(at: time.adding(seconds: -1)))
    }
    if let time = edition.effectiveUntil { #expect(!edition.isInForce(at: time)) }
  }

  @Test("an edition with a misspelt member is refused, alone or in its index")
  func unknownMember() throws {
    let json = #"{"identifier": "a", "title": "A", "document": "wiki", "effectivefrom": "2030-01-01"}"#
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(IndexEdition.self, from: Data(json.utf8))
    }
    #expect("\(try #require(error))".contains("similar members are effectiveFrom"))
    let right = json.replacing("effectivefrom", with: "effectiveFrom")
    #expect(
      try JSONDecoder().decode(IndexEdition.self, from: Data(right.utf8)).effectiveFromText == "2030-01-01")
  }

  @Test("a date is the first of January only if the document names that day")
  func firstOfJanuary() {
    let found = AirQualityIndexCatalog.standard.editions.filter {
      $0.effectiveFromText?.hasSuffix("-01-01") ?? false
    }
    #expect(found.map(\.identifier).sorted() == ["cn_hj633_2012", "fr_atmo_2021", "tw_aqi_2025"])
  }

  @Test(
    "a text that isn't a date is refused",
    arguments: ["20", "2019-13", "2019-02-30", "once", "201", "", "0000"])
  func noDate(_ text: String) {
    let json = BreakpointIndexJSONTests.house.replacingOccurrences(
      of: "\"kind\": \"level\"", with: "\"kind\": \"level\", \"effectiveFrom\": \"\(text)\"")
    #expect(throws: BreakpointIndex.DataError.self) { try BreakpointIndex(json: json) }
  }

  @Test("each variant that an edition has can meet the edition's requirement")
  func requirements() {
    for case let index as BreakpointIndex in AirQualityIndexCatalog.standard.indices {
      let requirement = index.requirement
      for variant in IndexOptions.Variant.allCases {
        let pollutants = Set(index.inputs.filter { $0.method(for: variant) != nil }.map(\.parameter))
        guard !pollutants.isEmpty else { continue }
        let groups = requirement.anyOf + (requirement.anyOfAtTraffic ?? [])
        #expect(
          groups.allSatisfy { !pollutants.isDisjoint(with: $0) }
            && pollutants.count >= requirement.pollutants, "\(index.edition.identifier) \(variant)")
      }
    }
  }

  @Test("conditions that were not found are marked as an assumption")
  func conditions() {
    let found: Set = [
      "us_epa_2024", "us_epa_2012", "eu_eaqi_2024", "eu_eaqi_2019", "eu_eaqi_2017", "uk_daqi_2012",
      "de_lqi_2025", "de_lqi_2019", "fr_atmo_2021", "be_belaqi_2022", "be_belaqi_2017", "eu_caqi_2012",
      "br_iqar_2019", "cn_hj633_2012", "cn_hj633_2026",
    ]
    for edition in AirQualityIndexCatalog.standard.editions where edition.conditions != nil {
      let isMarked = edition.remarks?.contains("an assumption") == true
      #expect(isMarked || found.contains(edition.identifier), "\(edition.identifier)")
      if edition.identifier.hasPrefix("cn_") || !found.contains(edition.identifier) { #expect(isMarked) }
    }
  }
}
