import AQKit
import AQKitTesting
import Foundation
import TestRuns
import Testing

/// A series of indices equals the report's index at every hour: number, band, proxy, basis, reason.
@Suite(.computing) struct SeriesAgreementTests {
  static let end = AirTime(secondsSince1970: 1_770_000_000 / 3600 * 3600)

  static func hourly(
    _ parameter: AirParameter, _ unit: AirUnit, _ values: [Double], endingBefore hours: Int64 = 0,
    phase: Int64 = 0, length: Int64 = 3600, step: Int64 = 3600, averaging: AveragingPeriod? = nil
  ) throws -> AirSeries {
    let last = end.adding(seconds: phase - hours * 3600)
    return try AirSeries(
      parameter, unit: unit, averaging: averaging,
      timeline: AirTimeline(
        start: last.adding(seconds: -Int64(values.count - 1) * step - length), step: .seconds(step),
        length: .seconds(length), count: values.count), values: values)
  }

  /// Values with lone gaps and long ones, up to a level.
  static func gappy(_ count: Int, _ seed: Int, upTo level: Double) -> [Double] {
    (0..<count).map { (hour: Int) -> Double in
      if (hour * 7 + seed) % 11 == 0 || (hour / 9 + seed) % 5 == 0 { return .nan }
      let part = Double((hour * 37 + seed * 11) % 97) / 97
      return (part * level * 10).rounded() / 10
    }
  }

  static func report(_ series: [AirSeries]) -> AirReport {
    AirReport(
      source: "test", site: AirSite(timeZone: "UTC", kind: .referenceStation), kind: .observation,
      series: series,
      receivedAt: end)
  }

  /// Series of many lengths, ends and kinds: hourly means with gaps, a corrected series with its raw one, a model's
  /// instants, quarters of an hour, hours on another phase, published means, loose intervals.
  static func mixed() throws -> AirReport {
    var corrected = try hourly(.pm25, "µg/m³", gappy(70, 3, upTo: 90))
    corrected.correction = AirOrigin.Correction(
      method: "Barkjohn 2021", inputs: [.pm25, .humidity], author: .application)
    let loose = gappy(40, 5, upTo: 60).enumerated().filter { !$0.element.isNaN }
    let intervals = try loose.map { place, _ in
      let from = end.adding(seconds: Int64(place - 60) * 3600 + (place % 3 == 0 ? 1200 : 0))
      return try AirInterval(start: from, end: from.adding(seconds: 3600))
    }
    return try report([
      hourly(.pm25, "µg/m³", gappy(70, 1, upTo: 120), endingBefore: 2),
      corrected,
      hourly(.pm25, "µg/m³", [30, 41.5, .nan, 12], endingBefore: 1, length: 86_400, step: 86_400 / 2),
      hourly(.pm10, "µg/m³", gappy(70, 2, upTo: 200), endingBefore: 1, length: 0),
      hourly(.pm10, "µg/m³", gappy(50, 8, upTo: 90)),
      hourly(.o3, "ppb", gappy(66, 4, upTo: 160), phase: -1200),
      hourly(.o3, "ppb", gappy(70, 9, upTo: 90), length: 8 * 3600),
      AirSeries(.no2, unit: "ppb", timeline: AirTimeline(intervals), values: loose.map(\.element)),
      hourly(.no2, "µg/m³", gappy(260, 6, upTo: 80), length: 900, step: 900),
      hourly(.so2, "µg/m³", gappy(72, 7, upTo: 900)),
      hourly(.co, "mg/m³", gappy(30, 5, upTo: 6), endingBefore: 20),
      hourly(.co, "mg/m³", [1.5, 2, .nan, 3], step: 7200),
    ])
  }

  /// Particles of such size that tables end below them.
  static func extreme() throws -> AirReport {
    func rising(_ step: Double) -> [Double] { (0..<60).map { (hour: Int) -> Double in Double(hour) * step } }
    var particles = rising(45)
    for hour in stride(from: 4, to: 60, by: 13) { particles[hour] = .nan }
    return try report([
      hourly(.pm25, "µg/m³", rising(30)), hourly(.pm10, "µg/m³", particles),
      hourly(.o3, "µg/m³", rising(25)), hourly(.no2, "µg/m³", gappy(60, 1, upTo: 4000)),
      hourly(.so2, "µg/m³", rising(60)), hourly(.co, "mg/m³", gappy(60, 2, upTo: 160)),
    ])
  }

  static let standards: [IndexEdition.Reference] = [
    "us_epa_2024", "us_epa_2012", "eu_eaqi_2024", "eu_eaqi_2019", "eu_eaqi_2017", "cn_hj633_2026",
    "cn_hj633_2012", "in-naqi", "vn-aqi", "mx-ias", "mx_nom172_2019", "tw-aqi", "kr-cai", "ca-aqhi",
    "hk-aqhi",
    "uk-daqi", "sg-psi", "de_lqi_2019", "be-belaqi", "id-ispu", "my_api_1996", "ph-aqi", "au-nsw-aqc",
    "eu-caqi",
  ]

  /// All standards, or every fourth, or every eighth in a debug build.
  static let tried = TestEffort.some(of: standards, oneIn: 4, debug: 8)

  /// Compares every row of a series with the moment; returns the numbers of values, proxies and other results.
  static func compare(
    _ report: AirReport, _ reference: IndexEdition.Reference, _ options: IndexOptions
  ) throws -> (values: Int, proxies: Int, beyond: Int, reasons: Int) {
    let series = try report.indexSeries(using: reference, options: options)
    var seen = (values: 0, proxies: 0, beyond: 0, reasons: 0)
    for place in 0..<series.count {
      let moment = try #require(series.timeline[place]).end
      let single = report.index(using: reference, at: moment, options: options)
      let label: Comment = "\(reference) at \(place): \(single)"
      #expect(series.outcome(at: place) == single, label)
      guard let value = single.value else {
        seen.reasons += 1
        #expect(series[place] == nil, label)
        #expect(series.outcome(at: place)?.reason == single.reason, label)
        continue
      }
      let entry = try #require(series[place], label)
      seen.values += 1
      #expect(entry.number == value.number, label)
      #expect(entry.band == value.band, label)
      #expect(entry.display == value.display, label)
      #expect(entry.dominant == value.dominant.first, label)
      #expect(entry.isBeyondScale == value.isBeyondScale, label)
      #expect(entry.isProxy == value.isProxy, label)
      #expect(entry.basis == value.leading?.basis, label)
      if value.isProxy { seen.proxies += 1 }
      if value.isBeyondScale { seen.beyond += 1 }
    }
    return seen
  }

  @Test("each hour of a gappy series is what the report gives at that moment", arguments: tried)
  func hours(_ reference: IndexEdition.Reference) throws {
    let report = try Self.mixed()
    let strict = try Self.compare(report, reference, .standard)
    let lenient = try Self.compare(report, reference, IndexOptions(proxy: .allowed))
    #expect(strict.proxies == 0)
    #expect(lenient.proxies > 0 || reference.description == "eu_eaqi_2024")
    #expect(lenient.values >= strict.values)
    #expect(lenient.values > 20)
  }

  @Test("beyond the tables a series and a moment agree", arguments: tried)
  func beyond(_ reference: IndexEdition.Reference) throws {
    let report = try Self.extreme()
    let seen = try Self.compare(report, reference, .standard)
    _ = try Self.compare(report, reference, IndexOptions(proxy: .allowed))
    // The last class of these has no end.
    let open: Set = [
      "mx-ias", "mx_nom172_2019", "ph-aqi", "au-nsw-aqc", "uk-daqi", "eu_eaqi_2024", "eu_eaqi_2019",
      "de_lqi_2019", "be-belaqi", "my_api_1996",
    ]
    #expect(seen.beyond > 0 || open.contains(reference.description))
    #expect(seen.values > 10)
  }

  @Test("the top of a table that stops there is beyond the scale in a series, too")
  func cappedTop() throws {
    let report = try Self.report([Self.hourly(.pm25, "µg/m³", [500, 500.5, 900])])
    let china = try report.indexSeries(using: "cn_hj633_2026", options: IndexOptions(proxy: .allowed))
    #expect(china.entries.map(\.number) == [500, 500, 500])
    #expect(china.entries.map(\.isBeyondScale) == [false, false, true])
    let old = try Self.report([
      Self.hourly(.no2, "µg/m³", [1000, 1000.5, 1400]), Self.hourly(.o3, "µg/m³", [1, 1, 1]),
      Self.hourly(.pm10, "µg/m³", [Double](repeating: 1, count: 24)),
    ]).indexSeries(using: "eu_eaqi_2017")
    #expect(old.entries.map(\.number) == [5, 5, 5])
    #expect(old.entries.map(\.isBeyondScale) == [false, true, true])
  }

  @Test("each day of a series is what the report gives for that day", arguments: [0, 19_800, -25_200])
  func days(_ offset: Int) throws {
    let zone = AirTime.Zone(secondsFromUTC: offset)
    let report = try Self.mixed()
    for reference in ["us_epa_2024", "cn_hj633_2026", "in-naqi", "fr-atmo", "be-belaqi"]
      as [IndexEdition.Reference]
    {
      for proxy in [IndexOptions.Proxy.none, .allowed] {
        let options = IndexOptions(variant: .daily, proxy: proxy, timeZone: zone)
        let seen = try Self.compare(report, reference, options)
        #expect(seen.values > 0 || proxy == .none, "\(reference)")
      }
    }
  }

  @Test("proxies are labelled in a series: too few pollutants, and too few hours")
  func labels() throws {
    let few = try Self.report([Self.hourly(.pm10, "µg/m³", [Double](repeating: 20, count: 14))])
    #expect(try few.indexSeries(using: "id-ispu").entries.map(\.number).isEmpty)
    let proxies = try few.indexSeries(using: "id-ispu", options: IndexOptions(proxy: .allowed))
    let last = try #require(Array(proxies.entries).last)
    #expect(last.number == 20 && last.isProxy)
    #expect(last.basis?.hours == 14 && last.basis?.hoursPossible == 24)
    #expect(
      last.basis?.description
        == "running 24 h mean of 14 of 24 hourly means, PROXY: too few hours for the running 24 h mean")
    let one = try Self.report([Self.hourly(.pm10, "µg/m³", [Double](repeating: 20, count: 24))])
    let india = try one.indexSeries(using: "in-naqi", options: IndexOptions(proxy: .allowed))
    #expect(Array(india.entries).last?.isProxy == true)
    let reason = try one.indexSeries(using: "in-naqi").outcome(at: 23)?.reason?.reason
    #expect(reason == .tooFewPollutants("1 of at least 3 pollutants"))
  }

  @Test("the reason of a whole series without a value is among its problems")
  func wholeReason() throws {
    let few = try Self.report([Self.hourly(.pm10, "µg/m³", [Double](repeating: 20, count: 14))])
    let series = try few.indexSeries(using: "id-ispu")
    #expect(series.problems.map(\.reason) == [.tooFewHours(have: 14, of: 24, need: 18)])
    #expect(series.outcome(at: 9)?.reason?.reason == .tooFewHours(have: 10, of: 24, need: 18))
    #expect(series.outcome(at: 14) == nil && series.outcome(at: -1) == nil)
  }

  @Test("the raw series fills a gap of the corrected one, and the basis says which was used")
  func fallback() throws {
    var corrected = try Self.hourly(.no2, "µg/m³", [10, .nan, 30])
    corrected.correction = AirOrigin.Correction(method: "theirs", author: .provider)
    let report = try Self.report([Self.hourly(.no2, "ppb", [20, 40, 60]), corrected])
    let series = try report.indexSeries(using: "us-epa")
    #expect(series.entries.map { $0.basis?.correction } == ["theirs", nil, "theirs"])
    #expect(series.formations.map(\.correction) == ["theirs", nil])
    #expect(series.leading == [0, 1, 0])
    #expect(series.formations.map(\.convertedFrom) == ["µg/m³", nil])
  }

  @Test("the last of 300 series of a pollutant fills their gaps in a series as at a moment")
  func manySeries() throws {
    let silent = try Self.hourly(.no2, "ppb", [.nan, .nan])
    let last = try Self.hourly(.no2, "ppb", [20, 40])
    let report = Self.report(Array(repeating: silent, count: 299) + [last])
    #expect(try report.index(using: "us-epa").get().number == 38)
    #expect(try report.indexSeries(using: "us-epa").numbers.last == 38)
  }

  @Test("a published mean of a day belongs to that day, whatever the hour of the query")
  func publishedDays() throws {
    // Three UTC days of PM10, published; ozone of the third day still under way.
    let midnight = AirTime(secondsSince1970: Self.end.secondsSince1970 / 86_400 * 86_400)
    let published = try AirSeries(
      .pm10, unit: "µg/m³",
      timeline: AirTimeline(
        start: midnight.adding(seconds: -2 * 86_400), step: .seconds(86_400), length: .seconds(86_400),
        count: 3
      ),
      values: [60, 160, 30])
    let report = Self.report([published])
    let options = IndexOptions(variant: .daily)
    let series = try report.indexSeries(using: "us-epa", options: options)
    #expect(series.timeline.first?.start == midnight.adding(seconds: -2 * 86_400))
    #expect(series.entries.map(\.number) == [53, 103, 28])
    for hour in [1, 12, 24] as [Int64] {
      let moment = midnight.adding(seconds: -86_400 + hour * 3600)
      let value = try report.index(using: "us-epa", at: moment, options: options).get()
      #expect(value.number == 103, "\(hour)")
      #expect(value.subIndices.first?.basis.description == "daily mean as published")
    }
    // Without the zone's rules, the source's own intervals are the days.
    var elsewhere = report
    elsewhere.site.timeZone = "Mars/Olympus"
    #expect(
      try elsewhere.indexSeries(using: "us-epa", options: options).entries.map(\.number) == [53, 103, 28])
  }

  @Test("a day without the ozone that its index has is partial in a series, too")
  func partialDays() throws {
    let report = try Self.report([Self.hourly(.pm10, "µg/m³", [Double](repeating: 20, count: 60))])
    for reference in ["de_lqi_2019", "uk_daqi_2012"] as [IndexEdition.Reference] {
      let options = IndexOptions(variant: .daily, proxy: .allowed)
      let days = try report.indexSeries(using: reference, options: options)
      var whole = options
      whole.partial = .none
      let withheld = try report.indexSeries(using: reference, options: whole)
      #expect(days.count > 2 && withheld.count == days.count)
      for place in 0..<days.count {
        let end = try #require(days.timeline[place]).end
        let single = try report.index(using: reference, at: end, options: options).get()
        #expect(days[place]?.isPartial == single.isPartial && single.isPartial, "\(reference)")
        #expect(withheld[place] == nil)
        #expect(report.index(using: reference, at: end, options: whole).value == nil)
      }
    }
  }

  @Test("proxies at other minutes than the index's own values are shown at the same moments")
  func shownPhases() throws {
    // The half hours of ozone end at a quarter to; they are proxies at best.
    let report = try Self.report([
      Self.hourly(.pm25, "µg/m³", [30]),
      Self.hourly(.o3, "ppb", gappyHalfHours, phase: -900, length: 1800),
    ])
    let series = try report.indexSeries(using: "us_epa_2024", options: .shown)
    for place in 0..<series.count {
      let moment = try #require(series.timeline[place]).end
      let single = report.index(using: "us_epa_2024", at: moment, options: .shown).value
      #expect(series[place]?.number == single?.number && series[place]?.basis == single?.leading?.basis)
    }
    let ends = (0..<series.count).compactMap { series.timeline[$0]?.end.secondsSince1970 }
    #expect(zip(ends, ends.dropFirst()).allSatisfy { $1 - $0 == 3600 })
  }

  private let gappyHalfHours = SeriesAgreementTests.gappy(12, 3, upTo: 80)
}
