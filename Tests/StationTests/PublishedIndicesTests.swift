import AQKit
import AQKitStations
import Testing

/// Indices that services publish with concentrations, computed again from these. A difference has a reason that can be
/// tried itself; one without would be an error of the adapter's or of the edition's.
///
/// Recorded replies prove an edition: AirNow's, Singapore's, and UBA's row of 2023. Replies that AQKit made up in the
/// service's format prove nothing about its table: the tests named *consistency* only show that adapter and edition agree.
@Suite("Published indices, computed again") struct PublishedIndicesTests {
  private static let now = AirTime(secondsSince1970: 1_790_856_000)

  private static func edition(_ identifier: String) throws -> BreakpointIndex {
    try #require(AirQualityIndexCatalog.standard.index(identifier) as? BreakpointIndex)
  }

  /// The index of a concentration in the unit of the edition's table.
  private static func number(
    _ edition: BreakpointIndex, _ pollutant: AirParameter, _ concentration: Double,
    averaging: AveragingPeriod? = nil
  ) throws -> Int {
    Int(try #require(edition.scale(of: pollutant, averaging: averaging)).number(of: concentration))
  }

  // MARK: AirNow

  @Test(
    "AirNow's index is that of the NowCast in its row",
    arguments: [("data_bbox_sentinels.json", 5), ("data_bbox_verbose_raw.json", 9)])
  func airNow(file: String, count: Int) throws {
    let epa = try Self.edition("us_epa_2024")
    var compared = 0
    for report in try Payload.response("airnow/\(file)", .airNow, at: Payload.receivedAt).reports {
      for pollutant in [AirParameter.o3, .pm25, .pm10] {
        let published = report[.publishedIndex(scale: "us-epa", pollutant: pollutant)]
        let nowCasts = report[AirParameter(rawValue: "nowcast_\(pollutant.rawValue)")]
        for reading in nowCasts.map({ Array($0.readings) }) ?? [] {
          // The table has ozone in ppm.
          let concentration = pollutant == .o3 ? reading.value / 1000 : reading.value
          let index = published?.readings.first { $0.interval == reading.interval }
          #expect(
            try Self.number(epa, pollutant, concentration) == index.map { Int($0.value) },
            "\(report.site.name ?? "") \(pollutant) \(reading.value)")
          compared += 1
        }
      }
    }
    #expect(compared == count)
  }

  @Test("AirNow gives carbon monoxide no index, unlike the standard")
  func airNowCarbonMonoxide() throws {
    let site = try #require(
      try Payload.response("airnow/data_bbox_sentinels.json", .airNow, at: Payload.receivedAt).reports
        .first { $0[.co] != nil })
    #expect(site[.publishedIndex(scale: "us-epa", pollutant: .co)] == nil)
    #expect(try Self.number(Self.edition("us_epa_2024"), .co, 0.1) == 1)
  }

  @Test(
    "in AirNow's files the index is the NowCast's, and the concentration the hour's",
    arguments: [("840010030010", 10.6, 54, 52), ("840010270001", 5.3, 29, 14)])
  func airNowFile(site: String, mean: Double, computed: Int, published: Int) throws {
    let epa = try Self.edition("us_epa_2024")
    let report = try #require(
      try Payload.response("airnow/hourlyaqobs_excerpt.csv", .airNow, at: Payload.receivedAt).reports
        .first { $0.site.id == site })
    #expect(report[.pm25]?.values == [mean])
    #expect(report[.publishedIndex(scale: "us-epa", pollutant: .pm25)]?.values == [Double(published)])
    #expect(try Self.number(epa, .pm25, mean) == computed)
    // The newest hour has at least half of the weight, so a NowCast is at least half of the hour's mean.
    #expect(try Self.number(epa, .pm25, mean / 2) <= published)
  }

  // MARK: Singapore

  /// The ends of the first rows of NEA's table (Computation of the PSI, 2014), in µg/m³, of carbon monoxide in mg/m³.
  private static let rows: [AirParameter: [(upTo: Double, index: Double)]] = [
    .pm25: [(12, 50), (55, 100), (150, 200)], .pm10: [(50, 50), (150, 100)], .so2: [(80, 50), (365, 100)],
    .co: [(5, 50), (10, 100)], .o3: [(118, 50), (157, 100)],
  ]

  /// The sub-index as NEA's published numbers have it: only the result is rounded, and a row's line begins where the row
  /// below ends, with the row's own lowest number.
  private static func lineOfNEA(_ pollutant: AirParameter, _ concentration: Double) -> Int {
    var (start, index) = (0.0, 0.0)
    for row in rows[pollutant] ?? [] {
      if concentration <= row.upTo {
        return Int((index + (concentration - start) * (row.index - index) / (row.upTo - start)).rounded())
      }
      (start, index) = (row.upTo, row.index + 1)
    }
    return -1
  }

  /// Whether a number is the index of a concentration that is written as this whole number.
  private static func isIndex(
    _ published: Int, ofRounded written: Double, by index: (Double) throws -> Int
  ) rethrows -> Bool {
    for hundredth in -50..<50 where written + Double(hundredth) / 100 >= 0 {
      if try index((written * 100 + Double(hundredth)) / 100) == published { return true }
    }
    return false
  }

  @Test("Singapore's sub-indices follow from concentrations written as whole numbers")
  func singapore() throws {
    let psi = try Self.edition("sg_psi_2014")
    let response = try Payload.response("nea/psi_v1.json", .nea, at: Payload.receivedAt)
    var reasons: [String: Set<String>] = [:]
    for report in response.reports {
      let region = try #require(report.site.id)
      var largest = 0
      for (pollutant, averaging) in [
        (AirParameter.pm25, AveragingPeriod.day), (.pm10, .day), (.so2, .day), (.co, .eightHours),
        (.o3, .eightHours),
      ] {
        let written = try #require(
          report.series.first { $0.parameter == pollutant && $0.averaging == averaging }?.values.last)
        let published = Int(
          try #require(report[.publishedIndex(scale: "sg-psi", pollutant: pollutant)]?.values.last))
        largest = max(largest, published)
        func computed(_ concentration: Double) throws -> Int {
          try Self.number(psi, pollutant, concentration, averaging: averaging)
        }
        let reason: String
        if try computed(written) == published {
          reason = "equal"
        } else if try Self.isIndex(published, ofRounded: written, by: computed) {
          reason = "written without decimals"
        } else if Self.isIndex(published, ofRounded: written, by: { Self.lineOfNEA(pollutant, $0) }) {
          reason = "rounded at the end"
        } else {
          reason = "unexplained"
        }
        reasons[reason, default: []].insert("\(pollutant.rawValue) \(region)")
      }
      #expect(
        report.series.first { $0.parameter == .publishedIndex(scale: "sg-psi") && $0.averaging == .day }?
          .values.last == Double(largest))
    }
    #expect(reasons["unexplained"] == nil)
    #expect(reasons["written without decimals"]?.count == 5)
    // The edition rounds a concentration to the step of the table first.
    #expect(reasons["rounded at the end"] == ["pm25 south", "pm25 north", "so2 east", "o3 east"])
  }

  @Test(
    "Singapore's published sub-indices of PM2.5 lie on NEA's line, within two of the table's rounded steps",
    arguments: [
      (6, 26), (7, 31), (8, 34), (9, 38), (11, 48), (12, 51), (13, 52), (14, 53), (15, 55), (16, 55),
      (17, 57), (18, 57), (19, 59), (26, 66), (30, 71), (94, 142),
    ])
  func singaporeParticles(written: Int, published: Int) throws {
    #expect(Self.isIndex(published, ofRounded: Double(written)) { Self.lineOfNEA(.pm25, $0) })
    let table = try Self.number(Self.edition("sg_psi_2014"), .pm25, Double(written))
    #expect(abs(table - published) <= 2)
  }

  // MARK: Germany

  @Test("UBA's recorded index of 2023 is that of the edition of 2019, whose classes it counts from 0")
  func germany() throws {
    // A row of station 509, as published on 6 February 2023.
    let text = #"""
      {"data": {"509": {"2023-02-06 11:00:00":
        ["2023-02-06 12:00:00", 1, 1, [3, 5, 0, "0.083"], [5, 28, 1, "1.368"]]}}}
      """#
    let report = try #require(
      try PayloadFormat.uba.decode(Array(text.utf8), PayloadFormat.Context(receivedAt: Payload.receivedAt))
        .reports
        .first)
    let lqi = try Self.edition("de_lqi_2019")
    for pollutant in [AirParameter.o3, .no2] {
      let concentration = try #require(report[pollutant]?.values.last)
      #expect(
        report[.publishedIndex(scale: "uba", pollutant: pollutant)]?.values.last
          == Double(try Self.number(lqi, pollutant, concentration) - 1))
    }
    // The whole is the worst part.
    #expect(report[.publishedIndex(scale: "uba")]?.values == [1])
  }

  @Test("consistency: the edition of 2025 fits a made-up reply in UBA's shape; none is recorded")
  func germanyNow() throws {
    let report = try #require(
      try PayloadFormat.uba.decode(
        Array(UBATests.rows.utf8), PayloadFormat.Context(receivedAt: Payload.receivedAt)
      )
      .reports
      .first)
    let lqi = try Self.edition("de_lqi_2025")
    for (pollutant, concentration) in [(AirParameter.pm10, 31.0), (.o3, 74), (.no2, 12)] {
      #expect(report[pollutant]?.values.last == concentration)
      #expect(
        report[.publishedIndex(scale: "uba", pollutant: pollutant)]?.values.last
          == Double(try Self.number(lqi, pollutant, concentration) - 1))
    }
    #expect(report[.publishedIndex(scale: "uba")]?.values.last == 2)
  }

  @Test("a made-up reply of 2026 isn't evidence against the edition of 2025: its PM10 contradicts itself")
  func germanyComposed() throws {
    // Station 282, 2026-04-19, of a Home Assistant client's fixture, modelled on a live reply.
    let text = #"""
      {"data": {"282": {"2026-04-19 12:00:00":
        ["2026-04-19 13:00:00", 2, 0, [1, 19, 2, "0.95"], [5, 22, 1, "1.0"], [3, 80, 2, "0.88"]]}}}
      """#
    let report = try #require(
      try PayloadFormat.uba.decode(Array(text.utf8), PayloadFormat.Context(receivedAt: Payload.receivedAt))
        .reports
        .first)
    let (old, new) = (try Self.edition("de_lqi_2019"), try Self.edition("de_lqi_2025"))
    func classes(_ pollutant: AirParameter) throws -> [Int] {
      let concentration = try #require(report[pollutant]?.values.last)
      let published = try #require(report[.publishedIndex(scale: "uba", pollutant: pollutant)]?.values.last)
      return [
        Int(published), try Self.number(new, pollutant, concentration) - 1,
        try Self.number(old, pollutant, concentration) - 1,
      ]
    }
    #expect(try classes(.no2) == [1, 1, 1] && classes(.o3) == [2, 2, 1])
    // Published 2; by the edition of 2025 it is 1, and by the edition of 2019 it is 0.
    #expect(try classes(.pm10) == [2, 1, 0])
    // In recorded rows the last element of a value is the class and how far into its row the value lies: 28 of 20 to 40 is
    // 1.368. Here it is 0.95 for the class 2: that is 19 of the 20 of the first row of 2019.
    #expect(19.0 / 20 == 0.95)
  }

  // MARK: Taiwan

  /// The index of one pollutant in a record of Taiwan's, by the table of 2025.
  private static func taiwan(_ report: AirReport) throws -> [AirParameter: Int] {
    let aqi = try edition("tw_aqi_2025")
    var numbers: [AirParameter: Int] = [:]
    for (pollutant, averaging, period, factor) in [
      (AirParameter.pm25, AveragingPeriod.hours(12), AveragingPeriod.day, 1.0), (.pm10, .hours(12), .day, 1),
      (.o3, .eightHours, .eightHours, 1000), (.co, .eightHours, .eightHours, 1),
      (.so2, .oneHour, .oneHour, 1),
      (.no2, .oneHour, .oneHour, 1),
    ] {
      let series = report.series.first { $0.parameter == pollutant && $0.averaging == averaging }
      guard let concentration = series?.values.last, !concentration.isNaN else { continue }
      numbers[pollutant] = try number(aqi, pollutant, concentration / factor, averaging: period)
    }
    return numbers
  }

  @Test("consistency: the table of 2025 fits made-up records in Taiwan's shape; none is recorded")
  func taiwan() throws {
    let response = try Payload.response("moenv/stations.json", .moenv, at: Payload.receivedAt)
    for site in ["9001", "9003"] {
      let report = try #require(response.reports.first { $0.site.id == site })
      #expect(
        try Self.taiwan(report).values.max().map(Double.init)
          == report[.publishedIndex(scale: "tw-aqi")]?.values.last)
    }
  }

  @Test("a record from before 2025 has the index of an older table, which AQKit lacks")
  func taiwanBefore() throws {
    // Fangshan, 9 June 2024: particles weigh more since, and ozone as before.
    let text = #"""
      {"sitename":"屏東(枋山)","aqi":"19","so2":"0.3","o3_8hr":"21.2","no2":"0.8","datacreationdate":"2024-06-09 09:00",
       "co_8hr":"0.2","pm2.5_avg":"4.5","pm10_avg":"17","so2_avg":"0","siteid":"313"}
      """#
    let report = try #require(
      try PayloadFormat.moenv.decode(Array(text.utf8), PayloadFormat.Context(receivedAt: Payload.receivedAt))
        .reports
        .first)
    #expect(report[.publishedIndex(scale: "tw-aqi")]?.values == [19])
    let parts = try Self.taiwan(report)
    #expect(parts[.o3] == 19 && parts[.pm10] == 28)
    let day = try #require(AirTime("2024-06-09T01:00:00Z"))
    #expect(AirQualityIndexCatalog.standard.index(for: "TW", at: day) == nil)
  }

  // MARK: Canada and the Netherlands

  @Test("Canada's service has only the index, and nothing to compute it from")
  func canada() throws {
    for file in ["features.json", "observation.xml", "forecast.xml", "forecast_features.json"] {
      let series = try Payload.response("canada-aqhi/\(file)", .canadaAQHI, at: Payload.receivedAt).reports
        .flatMap(\.series)
      #expect(!series.isEmpty && series.allSatisfy { $0.parameter == .publishedIndex(scale: "ca-aqhi") })
    }
  }

  @Test("AQKit has no edition of the Dutch index, whose table wasn't found, and says so")
  func netherlands() throws {
    #expect(AirQualityIndexCatalog.standard.index("nl-lki") == nil)
    let report = try #require(
      try Payload.response("luchtmeetnet/lki.json", .luchtmeetnet, at: Payload.receivedAt).reports.first)
    #expect(report[.publishedIndex(scale: "nl-lki")]?.values == [3])
    #expect(report.index(using: "nl-lki").value == nil)
  }
}
