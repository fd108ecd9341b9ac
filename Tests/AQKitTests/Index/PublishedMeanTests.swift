import AQKit
import Testing

/// A mean that a source publishes isn't a NowCast, and only a published index is compared as one.
@Suite struct PublishedMeanTests {
  static func report(_ parameter: AirParameter, length: Int64, _ value: Double) throws -> AirReport {
    try SeriesAgreementTests.report([
      SeriesAgreementTests.hourly(parameter, "µg/m³", [value, value, value], length: length)
    ])
  }

  @Test(
    "a published 24 h mean is refused, or a labelled proxy, if the standard requires its own average",
    arguments: [
      ("us-epa", AirParameter.pm25, "NowCast"), ("us-epa", .pm10, "NowCast"), ("vn-aqi", .pm25, "NowCast"),
      ("tw-aqi", .pm25, "12 h and 4 h mean"), ("kr-cai", .pm10, "24 h estimate (C24E)"),
    ] as [(String, AirParameter, String)])
  func dayMean(_ name: String, _ parameter: AirParameter, _ method: String) throws {
    let report = try Self.report(parameter, length: 86_400, 35.5)
    let reference = IndexEdition.Reference(name)
    let outcome = report.index(using: reference)
    #expect(outcome.value == nil)
    #expect(
      "\(outcome)".contains("a 24h value can't replace the \(method): hourly values needed"), "\(outcome)")
    let proxy = try report.index(using: reference, options: IndexOptions(proxy: .allowed)).get()
    let basis = try #require(proxy.leading?.basis)
    #expect(proxy.isProxy && basis.proxy == .otherPeriod(.day))
    #expect(basis.description == "24h value as published, PROXY in place of the \(method)")
    let series = try report.indexSeries(using: reference, options: IndexOptions(proxy: .allowed))
    #expect(series.entries.allSatisfy { $0.isProxy && $0.basis?.proxy == .otherPeriod(.day) })
    #expect(series.count == 3)
    #expect("\(series.formations)".contains("24h values as published, PROXIES in place of the \(method)"))
    #expect(throws: AQIOutcome.Unavailable.self) { try report.indexSeries(using: reference) }
  }

  @Test("a published 12 h mean isn't Mexico's NowCast either")
  func halfDay() throws {
    let report = try Self.report(.pm10, length: 12 * 3600, 60)
    #expect(report.index(using: .mxIAS).value == nil)
    #expect(try report.index(using: .mxIAS, options: IndexOptions(proxy: .allowed)).get().isProxy)
  }

  @Test("a published 24 h mean is used unchanged where the standard requires one")
  func rightPeriod() throws {
    let report = try Self.report(.pm10, length: 86_400, 60)
    let value = try report.index(using: "id-ispu").get()
    #expect(value.leading?.basis.description == "running 24 h mean as published" && !value.isProxy)
    // Of the running means, the one that ends with the day is the day's; those that lie mostly in other days don't count.
    let options = IndexOptions(variant: .daily)
    #expect(report.index(using: .usEPA, options: options).value == nil)
    let midnight = AirTime(
      secondsSince1970: SeriesAgreementTests.end.secondsSince1970 / 86_400 * 86_400)
    let values = (0..<30).map { $0 == 29 ? 60.0 : 20 }
    let running = try AirSeries(
      .pm10, unit: "µg/m³",
      timeline: AirTimeline(
        start: midnight.adding(seconds: -53 * 3600), step: .seconds(3600), length: .seconds(86_400), count: 30
      ),
      values: values)
    let day = try SeriesAgreementTests.report([running]).index(using: .usEPA, options: options).get()
    #expect(day.leading?.basis.description == "daily mean as published" && day.number == 53)
  }

  @Test(
    "a mean of 24 h or a day's maximum isn't an hour's value where it is stamped as an instant",
    arguments: [AveragingPeriod.day, AveragingPeriod.oneHour.dailyMaximum])
  func instants(_ averaging: AveragingPeriod) throws {
    let report = try SeriesAgreementTests.report([
      SeriesAgreementTests.hourly(.pm25, "µg/m³", [35.5, 35.5, 35.5], length: 0, averaging: averaging)
    ])
    for reference in [IndexEdition.Reference.usEPA, "eu_eaqi_2024"] {
      #expect(report.index(using: reference).value == nil)
      let allowed = IndexOptions(proxy: .allowed)
      let proxy = try report.index(using: reference, options: allowed).get()
      #expect(proxy.leading?.basis.proxy == .otherPeriod(averaging))
      #expect(throws: AQIOutcome.Unavailable.self) { try report.indexSeries(using: reference) }
      let series = try report.indexSeries(using: reference, options: allowed)
      #expect(series.count == 3 && series.entries.allSatisfy { $0.basis?.proxy == .otherPeriod(averaging) })
    }
  }

  @Test("a NowCast without its newest hours is called a mean")
  func brokenNowCast() throws {
    let report = try SeriesAgreementTests.report([
      SeriesAgreementTests.hourly(.pm25, "µg/m³", [10, 10, 20, 20, .nan, .nan])
    ])
    #expect(
      report.index(using: .usEPA, at: SeriesAgreementTests.end).reason?.reason
        == .tooFewHours(have: 1, of: 3, need: 2))
    let value = try report.index(
      using: .usEPA, at: SeriesAgreementTests.end, options: IndexOptions(proxy: .allowed)
    ).get()
    #expect(value.leading?.concentration == 15)
    #expect(
      value.leading?.basis.description
        == "mean of 4 of 12 hourly means, PROXY: too few hours for the NowCast")
    #expect(value.leading?.basis.end == SeriesAgreementTests.end.adding(seconds: -2 * 3600))
  }

  @Test("the current value of US ozone is a running 8 h mean, and its basis says so")
  func ozone() throws {
    let report = try SeriesAgreementTests.report([
      SeriesAgreementTests.hourly(.o3, "ppb", [Double](repeating: 60, count: 8))
    ])
    let value = try report.index(using: .usEPA).get()
    #expect(value.leading?.basis.description.hasPrefix("running 8 h mean of 8 of 8 hourly means") == true)
    let series = try report.indexSeries(using: .usEPA)
    #expect("\(series.formations)".contains("o3 8h: running 8 h mean of hourly means"))
    #expect(
      AirQualityIndexCatalog.standard.index("us-epa")?.edition.remarks?.contains("running 8-hour mean")
        == true)
  }

  @Test("only what a source publishes as an index is compared as one")
  func comparison() throws {
    let report = try SeriesAgreementTests.report([
      SeriesAgreementTests.hourly(.pm25, "µg/m³", [Double](repeating: 20, count: 24))
    ])
    for parameter in [AirParameter.pm25, .temperature, "us_aqi_of_mine"] {
      do {
        _ = try report.comparison(ofPublished: parameter, with: .usEPA)
        Issue.record("\(parameter) was compared")
      } catch {
        #expect(error.reason == .notPublished(parameter))
        #expect("\(error)".contains("\(parameter) is not an index that a source publishes"))
      }
    }
    let scale = AirParameter.publishedIndex(scale: "us-epa")
    #expect(throws: AQIOutcome.Unavailable(.notCovered(scale), edition: "us_epa_2024")) {
      try report.comparison(ofPublished: scale, with: .usEPA)
    }
  }
}
