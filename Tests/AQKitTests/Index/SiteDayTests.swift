import AQKit
import Foundation
import Testing

/// Days and hours follow the site's clock, as each edition counts them.
@Suite struct SiteDayTests {
  private static func time(_ text: String) throws -> AirTime { try #require(AirTime(text)) }

  /// A report of PM2.5 from a moment on, in equal steps.
  private static func report(
    from start: String, step: Int64, count: Int, zone: String, length: Int64? = nil, _ value: (Int) -> Double
  ) throws -> AirReport {
    let series = try AirSeries(
      .pm25, unit: "µg/m³",
      timeline: AirTimeline(
        start: time(start), step: .seconds(step), length: .seconds(length ?? step), count: count),
      values: (0..<count).map(value))
    return AirReport(
      source: "test", site: AirSite(timeZone: zone, kind: .referenceStation), kind: .observation,
      series: [series], receivedAt: try #require(series.timeline.last?.end))
  }

  private static func days(_ report: AirReport, _ index: IndexEdition.Reference) throws -> [(
    interval: AirInterval, concentration: Double, hours: Int, possible: Int
  )] {
    let series = try report.indexSeries(
      using: index, options: IndexOptions(variant: .daily, proxy: .allowed))
    return try (0..<series.count).map { i in
      let value = try #require(series.outcome(at: i)?.value)
      let sub = try #require(value.subIndices.first)
      let moment = try #require(series.timeline[i])
      let alone = report.index(
        using: index, at: moment.end, options: IndexOptions(variant: .daily, proxy: .allowed))
      #expect(alone.value?.subIndices.first?.concentration == sub.concentration)
      return (moment, sub.concentration, sub.basis.hours, sub.basis.hoursPossible)
    }
  }

  @Test(
    "quarters of an hour belong to the hours of a zone with a fractional offset, and a day is complete",
    arguments: [
      ("Asia/Kolkata", "2025-12-31T18:30:00Z"), ("Asia/Kathmandu", "2025-12-31T18:15:00Z"),
      ("Australia/Adelaide", "2025-12-31T13:30:00Z"), ("America/St_Johns", "2026-01-01T03:30:00Z"),
      ("Asia/Yangon", "2025-12-31T17:30:00Z"), ("Pacific/Chatham", "2025-12-31T10:15:00Z"),
      ("UTC", "2026-01-01T00:00:00Z"),
    ])
  func brokenHours(_ zone: String, _ midnight: String) throws {
    // 1000 in the first half hour of the second day, else 10.
    let report = try Self.report(from: midnight, step: 900, count: 3 * 96, zone: zone) {
      $0 == 96 || $0 == 97 ? 1000 : 10
    }
    let days = try Self.days(report, "id_ispu_2020")
    #expect(days.map(\.concentration) == [10, 30.625, 10])
    #expect(days.map(\.hours) == [24, 24, 24] && days.map(\.possible) == [24, 24, 24])
    #expect(days.first?.interval.start == (try Self.time(midnight)))
  }

  @Test("hours after clocks have gone back past midnight belong to the day that had begun")
  func midnightTwice() throws {
    // In Newfoundland, 00:01 of 7 November 2010, at 02:31Z, was 23:01 of the 6th again.
    let report = try Self.report(
      from: "2010-11-06T03:00:00Z", step: 3600, count: 24 + 25, zone: "America/St_Johns"
    ) { $0 < 24 ? 10 : 20 }
    #expect(try Self.days(report, "id_ispu_2020").map(\.concentration) == [10, 20])
    for (end, concentration) in [("03:00", 10.0), ("04:00", 20), ("05:00", 20)] {
      let outcome = report.index(
        using: "id_ispu_2020", at: try Self.time("2010-11-07T\(end):00Z"),
        options: IndexOptions(variant: .daily))
      #expect(outcome.value?.subIndices.first?.concentration == concentration, "\(end)")
    }
  }

  @Test("the running means of a moment use the zone's hours, too")
  func runningHours() throws {
    // Hours of India's clock alternate between 0 and 60.
    let report = try Self.report(from: "2025-12-31T18:30:00Z", step: 900, count: 96, zone: "Asia/Kolkata") {
      $0 / 4 % 2 == 0 ? 0 : 60
    }
    let series = try report.indexSeries(using: "eu_eaqi_2024")
    #expect(Set(series.numbers) == [1, 4])
    #expect(series.timeline.first?.end == AirTime("2025-12-31T19:30:00Z"))
  }

  @Test(
    "on Lord Howe Island, whose clocks change by half an hour, the day of the change has nothing of the next"
  )
  func halfAnHourOfSummer() throws {
    // Summer time ends on 5 April 2026 at 02:00, which becomes 01:30: midnight is 13:00Z before, 13:30Z after.
    let report = try Self.report(
      from: "2026-04-03T13:00:00Z", step: 900, count: 96 + 98 + 96, zone: "Australia/Lord_Howe"
    ) { $0 < 96 ? 10 : $0 < 194 ? 20 : 30 }
    let days = try Self.days(report, "id_ispu_2020")
    #expect(days.map(\.concentration) == [10, 20, 30])
    #expect(days.map(\.hours) == [24, 24, 24])
    // It begins again on 4 October at 02:00, which becomes 02:30: a day of 23 hours and a half.
    let spring = try Self.report(
      from: "2026-10-02T13:30:00Z", step: 900, count: 96 + 94 + 96, zone: "Australia/Lord_Howe"
    ) { $0 < 96 ? 10 : $0 < 190 ? 20 : 30 }
    #expect(try Self.days(spring, "id_ispu_2020").map(\.concentration) == [10, 20, 30])
  }

  @Test("a day of the United States runs in local standard time, even in summer")
  func standardTime() throws {
    // Midnight by the clocks of New York in July is 04:00Z, in standard time 05:00Z.
    let hours = try Self.report(from: "2026-07-01T05:00:00Z", step: 3600, count: 72, zone: "America/New_York")
    {
      Double(10 + $0 / 24)
    }
    let days = try Self.days(hours, "us_epa_2024")
    #expect(days.map(\.concentration) == [10, 11, 12] && days.map(\.hours) == [24, 24, 24])
    #expect(days.first?.interval.start == AirTime("2026-07-01T05:00:00Z"))
    #expect(days.first?.interval.end == AirTime("2026-07-02T05:00:00Z"))
    // The same of a zone that Foundation, and not the system's database, describes.
    let mine = AirTime.Zone(try #require(TimeZone(identifier: "America/New_York")))
    let options = IndexOptions(variant: .daily, timeZone: mine)
    let series = try hours.indexSeries(using: "us_epa_2024", options: options)
    #expect(series.timeline.first?.start == AirTime("2026-07-01T05:00:00Z"))
  }

  @Test(
    "a summer's day runs in standard time if the publisher dates values so, or else by the place's clocks",
    arguments: [
      ("uk_daqi_2012", "Europe/London", "2024-07-01T00:00:00Z"),
      ("de_lqi_2019", "Europe/Berlin", "2024-06-30T23:00:00Z"),
      ("au_nepm_aqi_2016", "Australia/Hobart", "2020-01-01T14:00:00Z"),
      ("au_nepm_aqi_2021", "Australia/Adelaide", "2022-01-01T14:30:00Z"),
      ("au_nepm_aqi_2021", "Australia/Brisbane", "2022-01-01T14:00:00Z"),
      ("be_belaqi_2022", "Europe/Brussels", "2024-06-30T22:00:00Z"),
    ])
  func publishersClock(_ index: String, _ zone: String, _ midnight: String) throws {
    let hours = try Self.report(from: midnight, step: 3600, count: 72, zone: zone) { Double(10 + $0 / 24) }
    let days = try Self.days(hours, IndexEdition.Reference(index))
    #expect(days.map(\.concentration) == [10, 11, 12] && days.map(\.hours) == [24, 24, 24])
    #expect(days.first?.interval.start == (try Self.time(midnight)))
  }

  @Test("the day on which clocks change has 24 hours in the United States, 23 and 25 elsewhere")
  func clockChange() throws {
    // 8 March 2026 in New York.
    let spring = try Self.report(
      from: "2026-03-08T05:00:00Z", step: 3600, count: 24, zone: "America/New_York"
    ) {
      _ in 20
    }
    #expect(try Self.days(spring, "us_epa_2024").map(\.possible) == [24])
    let prague = try Self.report(from: "2026-03-28T23:00:00Z", step: 3600, count: 23, zone: "Europe/Prague") {
      _ in
      20
    }
    let days = try Self.days(prague, "fr_atmo_2021")
    #expect(days.map(\.hours) == [23] && days.map(\.possible) == [23])
  }

  @Test("each edition says by which clock its days run")
  func editions() throws {
    let families: Set = ["us-epa", "uk-daqi", "de-lqi", "au-nepm-aqi"]
    for index in AirQualityIndexCatalog.standard.indices {
      let isStandard = families.contains(index.edition.family)
      #expect(index.edition.day == (isStandard ? .standardTime : .civil), "\(index.edition.identifier)")
    }
    let edition = try #require(AirQualityIndexCatalog.standard.index("us-epa")).edition
    let json = try JSONEncoder().encode(edition)
    #expect(String(decoding: json, as: UTF8.self).contains(#""day":"standardTime""#))
    #expect(try JSONDecoder().decode(IndexEdition.self, from: json) == edition)
  }

  @Test(
    "a day whose midnight the clocks skip begins with the change, and has 23 hours",
    arguments: [
      // Zone, the first moment of the day, and of the next.
      ("America/Santiago", "2024-09-08T04:00:00Z", "2024-09-09T03:00:00Z"),
      ("America/Havana", "2026-03-08T05:00:00Z", "2026-03-09T04:00:00Z"),
      ("America/Asuncion", "2023-10-01T04:00:00Z", "2023-10-02T03:00:00Z"),
      ("America/Sao_Paulo", "2018-11-04T03:00:00Z", "2018-11-05T02:00:00Z"),
      ("Africa/Cairo", "2026-04-23T22:00:00Z", "2026-04-24T21:00:00Z"),
      ("Asia/Beirut", "2026-03-28T22:00:00Z", "2026-03-29T21:00:00Z"),
    ])
  func missingMidnight(_ zone: String, _ start: String, _ end: String) throws {
    let (first, last) = (try Self.time(start), try Self.time(end))
    let hours = try Self.report(
      from: "\(first.adding(seconds: -86_400))", step: 3600, count: 24 + 23 + 24, zone: zone
    ) { $0 < 24 ? 10 : $0 < 47 ? 20 : 30 }
    let days = try hours.daily(.mean, of: .pm25)
    #expect(days.values == [10, 20, 30])
    #expect(days.timeline[1] == (try AirInterval(start: first, end: last)))
    #expect(days.completeness?[1] == AirReading.Completeness(observed: 23, expected: 23))
    let index = try Self.days(hours, "id_ispu_2020")
    #expect(index.map(\.concentration) == [10, 20, 30])
    #expect(index[1].interval.start == first && index[1].interval.end == last)
  }

  @Test("the day that Samoa skipped has no value, and its neighbours have their own")
  func leaptDay() throws {
    // At the end of 29 December 2011, 10:00Z of the 30th, the clocks went on to 31 December.
    let hours = try Self.report(from: "2011-12-29T10:00:00Z", step: 3600, count: 48, zone: "Pacific/Apia") {
      $0 < 24 ? 10 : 20
    }
    let days = try hours.daily(.mean, of: .pm25)
    #expect(days.values == [10, 20])
    #expect(days.timeline[0]?.end == AirTime("2011-12-30T10:00:00Z"))
    #expect(
      days.timeline[1]
        == (try AirInterval(start: Self.time("2011-12-30T10:00:00Z"), end: Self.time("2011-12-31T10:00:00Z")))
    )
    let index = try Self.days(hours, "id_ispu_2020")
    #expect(index.map(\.concentration) == [10, 20])
    // A published mean of the day belongs to the day that it overlaps.
    let published = try Self.report(
      from: "2011-12-29T10:00:00Z", step: 86_400, count: 2, zone: "Pacific/Apia"
    ) { $0 == 0 ? 10 : 20 }
    #expect(try Self.days(published, "id_ispu_2020").map(\.concentration) == [10, 20])
  }

  @Test("an invalid concentration is missing in a day's statistics, and a small negative value is not")
  func missingSigns() throws {
    let report = try Self.report(from: "2026-01-01T00:00:00Z", step: 3600, count: 48, zone: "UTC") {
      [3, 30].contains($0) ? -999 : $0 == 5 ? -99 : $0 == 40 ? -2 : 60
    }
    let means = try report.daily(.mean, of: .pm25)
    let second = 1318.0 / 23
    #expect(means.values == [60, second])
    #expect(means.completeness?.map { $0?.observed } == [22, 23])
    #expect(try report.daily(.minimum, of: .pm25).values == [60, -2])
    // Frost is no sign.
    let frost = try AirSeries(
      .temperature, unit: .celsius,
      timeline: AirTimeline(
        start: Self.time("2026-01-01T01:00:00Z"), step: .seconds(3600), length: .zero, count: 24),
      values: Array(repeating: -120, count: 24))
    #expect(try frost.daily(.mean, named: "UTC").values == [-120])
  }

  @Test("a missing row and seconds of jitter don't lose the days of a series of instants")
  func daysOfInstants() throws {
    let start = try Self.time("2026-01-01T00:00:00Z")
    let moments = (Int64(1)...144).filter { $0 != 50 }.map { (i: Int64) -> AirInterval in
      AirInterval(instant: start.adding(seconds: i * 600 + i % 7))
    }
    let series = try AirSeries(
      .pm25, unit: "µg/m³", timeline: AirTimeline(moments), values: moments.map { _ in 5 })
    let days = try series.daily(.mean, named: "UTC")
    #expect(days.values == [5])
    #expect(days.completeness?[0]?.observed == 143)
  }
}
