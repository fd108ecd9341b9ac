import AQKit
import AQKitTesting
import Foundation
import Testing

/// Editions that replaced others, and those that aren't proven to apply.
@Suite struct RecentEditionTests {
  private static func time(_ text: String) throws -> AirTime { try #require(AirTime(text)) }

  @Test(
    "numbers and levels of the newer tables",
    arguments: [
      // Brazil under CONAMA 506/2024.
      ("br_iqar_2025", AirParameter.pm25, "24h", 15.0, 40), ("br_iqar_2025", .pm25, "24h", 16, 41),
      ("br_iqar_2025", .pm25, "24h", 50, 80), ("br_iqar_2025", .pm10, "24h", 45, 40),
      ("br_iqar_2025", .pm10, "24h", 100, 80), ("br_iqar_2025", .so2, "24h", 50, 80),
      ("br_iqar_2025", .so2, "24h", 125, 120), ("br_iqar_2025", .o3, "8h", 130, 80),
      ("br_iqar_2025", .no2, "1h", 200, 40), ("br_iqar_2025", .co, "8h", 9.1, 41),
      // Australia's standards of 2021.
      ("au_nepm_aqi_2021", .o3, "8h", 0.065, 100), ("au_nepm_aqi_2021", .no2, "1h", 0.08, 100),
      ("au_nepm_aqi_2021", .so2, "1h", 0.05, 50), ("au_nepm_aqi_2021", .pm25, "24h", 25, 100),
      // Spain: the European bands of 2019, ozone over eight hours.
      ("es_ica_2020", .o3, "8h", 100, 2), ("es_ica_2020", .o3, "8h", 101, 3),
      ("es_ica_2020", .pm25, "24h", 25, 3), ("es_ica_2020", .pm10, "24h", 151, 6),
      ("es_ica_2020", .so2, "1h", 350, 3), ("es_ica_2020", .no2, "1h", 340.5, 6),
    ] as [(String, AirParameter, String, Double, Int)])
  func numbers(
    _ edition: String, _ pollutant: AirParameter, _ averaging: String, _ concentration: Double, _ number: Int
  ) throws {
    let index = try OverallRuleTests.table(edition)
    let period = try #require(AveragingPeriod(averaging))
    #expect(try index.subIndex(of: pollutant, concentration, averaging: period).number == number)
  }

  @Test("Spain's index takes running means over a day of particles and over eight hours of ozone")
  func spain() throws {
    let index = try OverallRuleTests.table("es_ica_2020")
    #expect(index.scale(of: .pm25)?.input.current == .mean(hours: 24))
    #expect(index.scale(of: .o3)?.input.current == .mean(hours: 8))
    #expect(index.scale(of: .o3, averaging: .oneHour) == nil)
  }

  @Test("the edition of a day is that of its time, and an unproven one gives way to another")
  func choice() throws {
    let catalog = AirQualityIndexCatalog.standard
    func edition(_ region: String, _ day: String) throws -> String? {
      catalog.index(for: region, at: try Self.time("\(day)T12:00:00Z"))?.edition.identifier
    }
    #expect(try edition("BR", "2024-06-01") == "br_iqar_2019")
    #expect(try edition("BR", "2025-06-01") == "br_iqar_2025")
    #expect(try edition("ES", "2022-06-01") == "es_ica_2020")
    #expect(try edition("ES", "2026-06-01") == "eu_eaqi_2024")
    #expect(try edition("CL", "2026-06-01") == "cl_icap")
    let nepm = catalog.index("au-nepm-aqi", at: try Self.time("2020-06-01T00:00:00Z"))
    #expect(nepm?.edition.identifier == "au_nepm_aqi_2016")
    #expect(
      catalog.index("au-nepm-aqi", at: try Self.time("2022-06-01T00:00:00Z"))?.edition.identifier
        == "au_nepm_aqi_2021")
  }

  @Test("a value states the day from which its edition is unproven")
  func unproven() throws {
    let edition = try OverallRuleTests.table("cl_icap").edition
    #expect(edition.unprovenFrom == (try Self.time("2021-01-01T00:00:00Z")))
    #expect(try !edition.isProven(at: Self.time("2026-01-01T00:00:00Z")))
    #expect(try edition.isProven(at: Self.time("2020-12-31T00:00:00Z")))
    func text(_ start: String) throws -> String {
      let series = try AirSeries(
        .pm10, unit: "µg/m³",
        timeline: AirTimeline(
          start: Self.time(start), step: .seconds(3600), length: .seconds(3600), count: 24),
        values: Array(repeating: 75, count: 24))
      let report = AirReport(
        source: "test", site: AirSite(kind: .referenceStation), kind: .observation, series: [series],
        receivedAt: try #require(series.timeline.last?.end))
      return report.index(using: "cl_icap").description
    }
    #expect(try text("2026-01-01T00:00:00Z").contains("not proven to hold since 2021-01-01"))
    #expect(try !text("2020-01-01T00:00:00Z").contains("proven"))
    let again = try JSONDecoder().decode(IndexEdition.self, from: JSONEncoder().encode(edition))
    #expect(again == edition)
  }

  // MARK: Canada

  /// Hourly means that end at a moment.
  private static func report(_ columns: [(AirParameter, AirUnit, [Double])]) throws -> AirReport {
    let end = AirTime(secondsSince1970: 1_770_000_000 / 3600 * 3600)
    let series = try columns.map { parameter, unit, values in
      try AirSeries(
        parameter, unit: unit,
        timeline: AirTimeline(
          start: end.adding(seconds: -Int64(values.count) * 3600), step: .seconds(3600),
          length: .seconds(3600), count: values.count), values: values)
    }
    return AirReport(
      source: "test", site: AirSite(kind: .referenceStation), kind: .observation, series: series,
      receivedAt: end)
  }

  @Test("an hour of smoke above 100 µg/m³ is 10+ in Canada with too few hours, and without the gases")
  func smoke() throws {
    for columns in [
      [(.pm25, "µg/m³", [150])],
      [(.pm25, "µg/m³", [150]), (.o3, "ppb", [20, 30, 25]), (.no2, "ppb", [10])],
    ] as [[(AirParameter, AirUnit, [Double])]] {
      let report = try Self.report(columns)
      let value = try report.index(using: .caAQHI).get()
      #expect(value.number == 11 && value.display == "10+" && value.isBeyondScale)
      #expect(!value.isProxy && !value.isPartial && value.dominant == [.pm25])
      #expect(value.subIndices.contains { $0.number == 11 })
      #expect(try report.index(using: .caAQHI, options: IndexOptions(partial: .none)).get().number == 11)
      let hours = try report.indexSeries(using: .caAQHI)
      #expect(hours.numbers.last == 11)
    }
  }

  @Test("a lower hour alone gives no index in Canada, but a labelled proxy where one is allowed")
  func lessSmoke() throws {
    let report = try Self.report([(.pm25, "µg/m³", [64])])
    #expect(report.index(using: .caAQHI).value == nil)
    let proxy = try report.index(using: .caAQHI, options: IndexOptions(proxy: .allowed)).get()
    #expect(proxy.number == 7 && proxy.isProxy && proxy.isPartial)
    #expect(proxy.description.contains("AQHI-Plus alone"))
    let hour = try CanadaAQHI.stieb2008.concentration(of: .pm25, 64, unit: "µg/m³", averaging: .oneHour)
    #expect(CanadaAQHI.stieb2008.value(of: [hour], options: .shown).value?.number == 7)
    let quebec = CanadaAQHI(usesPlus: false)
    #expect(try Self.report([(.pm25, "µg/m³", [150])]).index(using: quebec).value == nil)
  }

  // MARK: WHO

  @Test("the ratios to WHO's guidelines have ozone: the largest eight hours of the last day")
  func ozone() throws {
    let hours = (0..<32).map { $0 >= 20 && $0 < 28 ? 150.0 : 30 }
    let ratios = try Self.report([(.o3, "µg/m³", hours)]).whoRatios()
    let ozone = try #require(ratios.first { $0.guideline.parameter == .o3 })
    #expect(ozone.guideline.averaging == AveragingPeriod.eightHours.dailyMaximum)
    #expect(ozone.concentration == 150 && ozone.ratio == 1.5)
    #expect(ozone.basis.description.contains("24 of 24"))
    #expect(try Self.report([(.o3, "µg/m³", [80, 90])]).whoRatios().isEmpty)
    // As mixing ratio only under conditions that the caller names.
    let parts = try Self.report([(.o3, "ppb", hours)])
    #expect(parts.whoRatios().isEmpty)
    #expect(parts.whoRatios(under: .eu).count == 1)
    // A published maximum of an earlier day takes nothing away.
    var both = try Self.report([(.o3, "µg/m³", hours)])
    let start = both.receivedAt.adding(seconds: -3 * 86_400)
    both.series.append(
      try AirSeries(
        .o3, unit: "µg/m³", averaging: AveragingPeriod.eightHours.dailyMaximum,
        timeline: AirTimeline(AirInterval(start: start, end: start.adding(seconds: 86_400))), values: [200]))
    #expect(both.whoRatios().first { $0.guideline.parameter == .o3 }?.concentration == 150)
  }

  @Test("a published daily maximum of ozone is used unchanged")
  func publishedOzone() throws {
    let day = try AirInterval(
      start: Self.time("2026-07-01T00:00:00Z"), end: Self.time("2026-07-02T00:00:00Z"))
    let report = AirReport(
      source: "test", site: AirSite(timeZone: "UTC", kind: .referenceStation), kind: .observation,
      series: [
        try AirSeries(
          .o3, unit: "µg/m³", averaging: AveragingPeriod.eightHours.dailyMaximum, timeline: AirTimeline(day),
          values: [120])
      ], receivedAt: day.end)
    #expect(report.whoRatios().first { $0.guideline.parameter == .o3 }?.ratio == 1.2)
  }

  @Test("half a year of ozone has its peak season: the six months in a row with the highest mean")
  func peakSeason() throws {
    func ratio(_ days: Int, at moment: String? = nil) throws -> AirParameter.WHOGuideline.Ratio? {
      // 90 from April to September, else 45.
      let start = try Self.time("2025-01-01T00:00:00Z")
      var series = try AirSeries(
        .o3, unit: "µg/m³",
        timeline: AirTimeline(start: start, step: .seconds(3600), length: .seconds(3600), count: days * 24),
        values: (0..<days * 24).map { (90..<273).contains($0 / 24) ? 90 : 45 })
      series.correction = AirOrigin.Correction(method: "theirs", author: .provider)
      let report = AirReport(
        source: "test", site: AirSite(timeZone: "UTC", kind: .referenceStation), kind: .observation,
        series: [series], receivedAt: start.adding(seconds: Int64(days) * 86_400))
      return report.whoRatios(at: try moment.map(Self.time)).first {
        $0.guideline.parameter == .o3 && $0.guideline.averaging == nil
      }
    }
    let year = try #require(try ratio(365))
    // The first eight hours of April and the last of September reach into other months.
    #expect(year.concentration == 90 && year.ratio == 1.5)
    #expect(year.basis.end == AirTime("2025-10-01T00:00:00Z") && year.basis.correction == "theirs")
    #expect(try ratio(150) == nil)
    // The twelve months up to March 2026 begin in April 2025, those up to June begin in July.
    #expect(try ratio(365, at: "2026-04-01T00:00:00Z")?.concentration == 90)
    let later = try #require(try ratio(365, at: "2026-07-01T00:00:00Z"))
    #expect(later.concentration < 70 && later.basis.end == AirTime("2026-01-01T00:00:00Z"))
    #expect(try ratio(365, at: "2026-08-01T00:00:00Z") == nil)
    #expect(try ratio(365, at: "2030-01-01T00:00:00Z") == nil)
  }

  @Test("a year of published daily maxima of ozone has its peak season, too")
  func publishedPeakSeason() throws {
    let start = try Self.time("2025-01-01T00:00:00Z")
    let series = try AirSeries(
      .o3, unit: "µg/m³", averaging: AveragingPeriod.eightHours.dailyMaximum,
      timeline: AirTimeline(start: start, step: .seconds(86_400), length: .seconds(86_400), count: 365),
      values: (0..<365).map { $0 == 100 ? -999 : (90..<273).contains($0) ? 90 : 45 })
    let report = AirReport(
      source: "test", site: AirSite(timeZone: "UTC", kind: .referenceStation), kind: .observation,
      series: [series], receivedAt: start.adding(seconds: 365 * 86_400))
    let season = try #require(report.whoRatios().first { $0.guideline.averaging == nil })
    #expect(season.concentration == 90 && season.basis.origin == .published && season.basis.hours == 182)
    #expect(season.basis.end == AirTime("2025-10-01T00:00:00Z"))
  }
}
