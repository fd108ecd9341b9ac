import AQKit
import Testing

@Suite struct CatalogTests {
  static func day(_ text: String) throws -> AirTime { try #require(AirTime("\(text)T00:00:00Z")) }

  @Test("a family's name means the edition in force on the day")
  func byDate() throws {
    let catalog = AirQualityIndexCatalog.standard
    func edition(_ family: String, _ day: String) throws -> String? {
      catalog.index(family, at: try Self.day(day))?.edition.identifier
    }
    #expect(try edition("us-epa", "2024-05-05") == "us_epa_2012")
    #expect(try edition("us-epa", "2024-05-06") == "us_epa_2024")
    #expect(try edition("cn-aqi", "2026-02-28") == "cn_hj633_2012")
    #expect(try edition("cn-aqi", "2026-03-01") == "cn_hj633_2026")
    #expect(try edition("hk-aqhi", "2025-03-21") == "hk_aqhi_2013")
    #expect(try edition("hk-aqhi", "2025-03-22") == "hk_aqhi_2025")
    #expect(try edition("be-belaqi", "2022-10-31") == "be_belaqi_2017")
    #expect(try edition("mx-ias", "2025-12-31") == "mx_nom172_2023_stage2024")
    #expect(try edition("mx-ias", "2026-06-01") == "mx_nom172_2023_stage2026")
    #expect(try edition("eu-eaqi", "2018-06-01") == "eu_eaqi_2017")
    #expect(catalog.index("US_EPA_2012")?.edition.identifier == "us_epa_2012")
    #expect(catalog.index("nl-lki") == nil)
  }

  @Test(
    "a country has its own index, or the European one if it is a member of the EEA",
    arguments: [
      ("US", "us_epa_2024"), ("DE", "de_lqi_2025"), ("de", "de_lqi_2025"), ("GB", "uk_daqi_2012"),
      ("ES", "eu_eaqi_2024"), ("NL", "eu_eaqi_2024"), ("AU-NSW", "au_nsw_aqc_2020"), ("CN", "cn_hj633_2026"),
      ("HK", "hk_aqhi_2025"), ("CA", "ca_aqhi_2008"), ("IN", "in_naqi_2014"), ("uk", "uk_daqi_2012"),
      ("EL", "eu_eaqi_2024"), ("EU", "eu_eaqi_2024"), ("CN-HK", "hk_aqhi_2025"), ("CN-TW", "tw_aqi_2025"),
      ("CN-BJ", "cn_hj633_2026"), ("de-be", "de_lqi_2025"), ("US-PR", "us_epa_2024"),
      ("CA-ON", "ca_aqhi_2008"), ("ca-qc", "ca_aqhi_2008_without_plus"),
    ])
  func byCountry(_ region: String, _ identifier: String) throws {
    let found = AirQualityIndexCatalog.standard.index(for: region, at: try Self.day("2026-06-01"))
    #expect(found?.edition.identifier == identifier)
  }

  @Test("a country without an index gets none, and Macau not China's", arguments: ["ZA", "MO", "CN-MO"])
  func none(_ region: String) { #expect(AirQualityIndexCatalog.standard.index(for: region) == nil) }

  @Test(
    "a text that begins with a country's code isn't taken for the code",
    arguments: ["CHL", "CHN", "AUT", "USA", "Germany", "D", "", "-", "DE_BE", "DE ", "ÄÖ"])
  func noCode(_ region: String) { #expect(AirQualityIndexCatalog.standard.index(for: region) == nil) }

  @Test("before a country's first edition there is no index, except Europe's where it was in force")
  func early() throws {
    let catalog = AirQualityIndexCatalog.standard
    func edition(_ region: String, _ day: String) throws -> String? {
      catalog.index(for: region, at: try Self.day(day))?.edition.identifier
    }
    #expect(try edition("DE", "2018-06-01") == "eu_eaqi_2017" && edition("DE", "2017-11-15") == nil)
    #expect(
      try edition("FR", "2020-12-31") == "eu_eaqi_2019" && edition("FR", "2021-01-01") == "fr_atmo_2021")
    #expect(try edition("CN", "2015-12-31") == nil && edition("TW", "2024-12-31") == nil)
    #expect(try edition("US", "2015-12-27") == nil && edition("US", "2015-12-28") == "us_epa_2012")
  }

  @Test("an index is found by its region, however that is written")
  func regionCase() throws {
    var catalog = AirQualityIndexCatalog()
    let json = BreakpointIndexJSONTests.house.replacing(
      "\"kind\": \"level\"", with: "\"kind\": \"level\", \"regions\": [\"za-gt\"]")
    try catalog.register(try BreakpointIndex(json: json))
    #expect(catalog.index(for: "ZA-GT")?.edition.identifier == "house_1" && catalog.index(for: "za") == nil)
  }

  @Test("a registered index computes; a taken identifier is an error, but replacing isn't")
  func register() throws {
    var catalog = AirQualityIndexCatalog()
    let index = try BreakpointIndex(json: BreakpointIndexJSONTests.house)
    let marked = [0xEF, 0xBB, 0xBF] + Array(BreakpointIndexJSONTests.house.utf8)
    #expect(try BreakpointIndex(json: marked) == index, "a byte order mark is no part of it")
    try catalog.register(index)
    #expect(throws: AQError.self) { try catalog.register(index) }
    catalog.replace(index)
    #expect(catalog.identifiers == ["house_1"])
    // Names are looked up in any case.
    let shouted = try BreakpointIndex(
      json: BreakpointIndexJSONTests.house.replacing("\"house_1\"", with: "\"HOUSE_1\""))
    #expect(throws: AQError.self) { try catalog.register(shouted) }
    catalog.replace(shouted)
    #expect(catalog.identifiers == ["HOUSE_1"])
    let report = try ReportIndexTests.report([(.pm25, "µg/m³", [12])])
    #expect(report.index(using: "house", catalog: catalog).value?.number == 2)
    #expect(report.index(using: IndexEdition.Reference(index)).value?.number == 2)
    #expect(report.index(using: index).value?.display == "2")
  }

  @Test("the latest edition in force of a family counts, whether AQKit or the application provides it")
  func registeredEditions() throws {
    func edition(from day: String) throws -> AirQualityIndexCatalog {
      var catalog = AirQualityIndexCatalog.standard
      try catalog.register(
        BreakpointIndex(
          json: BreakpointIndexJSONTests.house.replacing(
            "\"family\": \"house\"", with: "\"family\": \"us-epa\", \"effectiveFrom\": \"\(day)\"")))
      return catalog
    }
    let (older, newer) = (try edition(from: "2020-01-01"), try edition(from: "2025-01-01"))
    #expect(older.index("us-epa", at: try Self.day("2026-01-01"))?.edition.identifier == "us_epa_2024")
    #expect(older.index("us-epa", at: try Self.day("2024-01-01"))?.edition.identifier == "house_1")
    #expect(newer.index("us-epa", at: try Self.day("2026-01-01"))?.edition.identifier == "house_1")
    #expect(newer.index("us-epa", at: try Self.day("2024-12-31"))?.edition.identifier == "us_epa_2024")
  }

  @Test("the catalogue lists the editions of each family newest first")
  func order() {
    var last: [String: AirTime] = [:]
    var pairs = 0
    for edition in AirQualityIndexCatalog.standard.editions {
      guard let from = edition.effectiveFrom else { continue }
      if let later = last[edition.family] {
        #expect(from < later, "\(edition.identifier)")
        pairs += 1
      }
      last[edition.family] = from
    }
    #expect(pairs > 3)
  }

  @Test("every edition names its document, and none is from memory")
  func listing() {
    let editions = AirQualityIndexCatalog.standard.editions
    #expect(editions.count == AirQualityIndexCatalog.standard.identifiers.count)
    #expect(Set(editions.map(\.identifier)).count == editions.count && editions.count >= 38)
    for edition in editions {
      #expect(!edition.document.isEmpty && !edition.body.isEmpty && !edition.title.isEmpty)
    }
  }
}
