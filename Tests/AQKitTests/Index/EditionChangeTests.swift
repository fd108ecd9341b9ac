import AQKit
import Testing

/// An index that is named without its edition has that of the hour, in single values, series and lists alike.
@Suite struct EditionChangeTests {
  private static func time(_ text: String) throws -> AirTime { try #require(AirTime(text)) }

  /// Hourly means of 10 µg/m³ of PM2.5, Good by the American table of 2012 and Moderate by that of 2024.
  private static func report(
    from start: String, hours: Int, zone: String? = nil, receivedAt: String? = nil
  ) throws -> AirReport {
    let start = try time(start)
    let timeline = try AirTimeline(
      start: start, step: .seconds(3600), length: .seconds(3600), count: hours)
    return AirReport(
      source: "test", site: AirSite(timeZone: zone, kind: .referenceStation), kind: .observation,
      series: [
        try AirSeries(.pm25, unit: "µg/m³", timeline: timeline, values: Array(repeating: 10, count: hours)),
        try AirSeries(
          .publishedIndex(scale: "us-epa"), unit: .one, timeline: timeline,
          values: Array(repeating: 45, count: hours)),
      ],
      receivedAt: try receivedAt.map(time) ?? start.adding(seconds: Int64(hours) * 3600), places: [0])
  }

  /// The day before the table of 2024 and the first one with it, by UTC.
  private static let change = "2024-05-05T00:00:00Z"

  @Test("each hour has the edition that was in force, in values, series, lists of hours and answers")
  func hours() throws {
    let report = try Self.report(from: Self.change, hours: 48)
    let series = try report.indexSeries(using: .usEPA)
    let list = report.hourlyIndex(using: .usEPA, from: try Self.time(Self.change).hours(1), hours: 48)
    let answer = try AirAnswer(
      [report], to: AirQuery(near: Coordinate(0, 0)), at: Self.time("2026-01-01T00:00:00Z"))
    #expect(series.count == 48 && series.edition.identifier == "us_epa_2024")
    for i in 1..<48 {
      let moment = try #require(series.timeline[i]).end
      let value = try report.index(using: .usEPA, at: moment).get()
      // The hour that ends at midnight is the last one of its day.
      #expect(value.edition.identifier == (i < 24 ? "us_epa_2012" : "us_epa_2024"), "\(moment)")
      #expect(value.number == (i < 24 ? 42 : 53) && value.band?.key == (i < 24 ? "good" : "moderate"))
      #expect(series.outcome(at: i) == .value(value))
      #expect(series.numbers[i] == Int32(value.number ?? -1) && series[i]?.band == value.band)
      #expect(series[i]?.basis == value.leading?.basis && series[i]?.dominant == .pm25)
      #expect(list[i].number == value.number && list[i].edition == value.edition.identifier)
      #expect(list[i].time == moment && list[i].indexTitle == value.edition.title)
      #expect(answer.index(using: .usEPA, at: moment).value?.edition == value.edition)
    }
  }

  @Test("without a moment the edition is that of the newest value, however late it was received")
  func newest() throws {
    let old = try Self.report(from: "2024-05-04T00:00:00Z", hours: 24, receivedAt: "2024-06-01T00:00:00Z")
    #expect(old.index(using: .usEPA).value?.edition.identifier == "us_epa_2012")
    #expect(try old.indexSeries(using: .usEPA).edition.identifier == "us_epa_2012")
    #expect(old[.pm25]?.readings.last?.band(using: .usEPA)?.edition == "us_epa_2012")
    let published = old.publishedBand(of: .publishedIndex(scale: "us-epa"), on: .usEPA)
    #expect(published?.band.colors.isEmpty == true, "The colours are the later edition's.")
  }

  @Test("values of the last edition have it, even if they were received after its end")
  func ended() throws {
    let table = try OverallRuleTests.table("us_epa_2012")
    let edition = IndexEdition(
      identifier: "own_1", family: "own", title: "Own", body: "Own", document: "Own",
      effectiveUntil: try Self.time("2024-05-05T00:00:00Z"))
    var catalog = AirQualityIndexCatalog()
    try catalog.register(BreakpointIndex(edition: edition, bands: table.bands, scales: table.scales))
    let report = try Self.report(
      from: "2024-05-04T00:00:00Z", hours: 24, receivedAt: "2024-05-06T00:00:00Z")
    #expect(report.index(using: "own", catalog: catalog).value?.number == 42)
    #expect(report.index(using: "own", at: report.receivedAt, catalog: catalog).value == nil)
  }

  @Test("a named edition is used at any time")
  func named() throws {
    let report = try Self.report(from: Self.change, hours: 48)
    for (name, number) in [("us_epa_2012", 42), ("us_epa_2024", 53)] {
      let reference = IndexEdition.Reference(name)
      let series = try report.indexSeries(using: reference)
      #expect(series.edition.identifier == name && series.numbers.dropFirst().allSatisfy { $0 == number })
      let list = report.hourlyIndex(using: reference, from: try Self.time(Self.change).hours(12), hours: 24)
      #expect(list.allSatisfy { $0.number == number && $0.edition == name })
      let own = IndexEdition.Reference(try OverallRuleTests.table(name))
      #expect(report.index(using: own, at: try Self.time(Self.change).hours(30)).value?.number == number)
    }
  }

  @Test(
    "an edition begins at the place's midnight, on the clock by which its days run; by UTC if the zone isn't known",
    arguments: [
      ("us-epa", "America/Los_Angeles", "2024-05-06T08:00:00Z"),
      ("us-epa", "Pacific/Guam", "2024-05-05T14:00:00Z"),
      ("us-epa", nil, "2024-05-06T00:00:00Z"), ("us-epa", "Mars/Olympus", "2024-05-06T00:00:00Z"),
      ("cn-aqi", "Asia/Shanghai", "2026-02-28T16:00:00Z"),
      ("hk-aqhi", "Asia/Hong_Kong", "2025-03-21T16:00:00Z"),
      ("be-belaqi", "Europe/Brussels", "2022-10-31T23:00:00Z"),
    ] as [(String, String?, String)])
  func localDays(_ family: String, _ zone: String?, _ midnight: String) throws {
    let midnight = try Self.time(midnight)
    let reference = IndexEdition.Reference(family)
    let report = try Self.report(from: "\(midnight.hours(-30))", hours: 60, zone: zone)
    let list = report.hourlyIndex(using: reference, from: midnight.hours(-3), hours: 8)
    let editions = list.map(\.edition)
    #expect(editions[0] == editions[3] && editions[3] != editions[4] && editions[4] == editions[7])
    for hour in list {
      let outcome = report.index(using: reference, at: hour.time)
      #expect((outcome.value?.edition.identifier ?? outcome.reason?.edition) == hour.edition)
    }
  }

  @Test("a day has the edition of its date, in the caller's zone or else the site's")
  func days() throws {
    let report = try Self.report(from: "2024-05-04T08:00:00Z", hours: 96, zone: "America/Los_Angeles")
    var options = IndexOptions(variant: .daily)
    let days = try report.indexSeries(using: .usEPA, options: options)
    #expect(days.numbers == [42, 42, 53, 53])
    for i in 0..<4 {
      let end = try #require(days.timeline[i]).end
      let value = try report.index(using: .usEPA, at: end, options: options).get()
      #expect(value.number == Int(days.numbers[i]) && days.outcome(at: i) == .value(value))
    }
    options.timeZone = .utc
    // The first and the last day have 16 and 8 hours.
    let inUTC = try report.indexSeries(using: .usEPA, options: options)
    #expect((0..<5).map { inUTC[$0]?.number } == [nil, 42, 53, 53, nil])
  }

  @Test("before the first edition there is a reason that says when each began; a named one is used")
  func beforeTheFirst() throws {
    // The ozone table of the edition of 2012 is that of December 2015.
    let report = try Self.report(from: "2015-12-27T00:00:00Z", hours: 48)
    let early = try Self.time("2015-12-27T20:00:00Z")
    let reason = try #require(report.index(using: .usEPA, at: early).reason)
    #expect(
      reason.description == "no edition of “us-epa” is in force on 2015-12-27: us_epa_2012 is in force from "
        + "2015-12-28, us_epa_2024 is in force from 2024-05-06; name an edition to use it at any time")
    #expect(report.index(using: "us_epa_2012", at: early).value?.number == 42)
    #expect(report.index(using: "us-epb", at: early).reason?.reason == .unknownIndex("us-epb"))
    let hours = report.hourlyIndex(using: .usEPA, from: early, hours: 6)
    #expect(hours.map(\.isKnown) == [false, false, false, false, false, true])
    #expect(
      hours.map(\.edition) == [nil, nil, nil, nil, nil, "us_epa_2012"] && hours[0].reason == reason.reason)
    let series = try report.indexSeries(using: .usEPA)
    #expect(series.count == 24 && series.timeline.first?.end == AirTime("2015-12-28T01:00:00Z"))
    let older = try Self.report(from: "2014-01-01T00:00:00Z", hours: 24)
    let error = #expect(throws: AQIOutcome.Unavailable.self) { try older.indexSeries(using: .usEPA) }
    #expect(error?.description.contains("us_epa_2012 is in force from 2015-12-28") == true)
  }

  @Test("an answer has the edition of the place's date, even if none is in force by UTC")
  func answer() throws {
    let early = try Self.time("2015-12-27T20:00:00Z")
    let report = try Self.report(from: "2015-12-26T00:00:00Z", hours: 48, zone: "Pacific/Guam")
    let answer = try AirAnswer([report], to: AirQuery(near: Coordinate(13.4, 144.8)), at: early)
    #expect(report.index(using: .usEPA, at: early).value?.number == 42)
    #expect(answer.index(using: .usEPA, at: early).value?.number == 42)
    #expect(answer.index(using: .usEPA, at: early.hours(-96)).value == nil)
    #expect(answer.hourlyIndex(using: .usEPA, hours: 3).map(\.number) == [42, 42, 42])
  }

  @Test("an answer takes the pollutants of all editions in its hours, not of the first and the last alone")
  func briefEdition() throws {
    var catalog = AirQualityIndexCatalog()
    for (day, pollutant) in [("2026-01-01", "o3"), ("2026-03-10", "pm25"), ("2026-03-20", "o3")] {
      try catalog.register(
        BreakpointIndex(
          json: """
            {"schema": 1, "identifier": "brief_\(day)", "family": "brief", "title": "Brief", "document": "wiki",
             "kind": "level", "effectiveFrom": "\(day)",
             "bands": [{"key": "a", "name": "A", "index": [1, 1]}, {"key": "b", "name": "B", "index": [2, null]}],
             "scales": [{"pollutant": "\(pollutant)", "averaging": "1h", "unit": "µg/m³", "current": "1h",
                         "rows": [[0, 20, 1, 1], [20, null, 2, 2]]}]}
            """))
    }
    let report = try Self.report(from: "2026-03-01T00:00:00Z", hours: 744)
    let given = try AirAnswer(
      [report], to: AirQuery(near: Coordinate(0, 0)), at: Self.time("2026-04-01T00:00:00Z"))
    let answer = AirAnswer(
      query: given.query, outcomes: given.outcomes, askedAt: given.askedAt, catalog: catalog)
    let hours = answer.hourlyIndex(using: "brief", from: try Self.time("2026-03-05T00:00:00Z"), hours: 480)
    #expect(hours.count == 480 && hours.count { $0.isKnown } == 240)
    #expect(hours.allSatisfy { $0.isKnown == ($0.edition == "brief_2026-03-10") })
  }

  @Test("published numbers are compared hour by hour with the bands of their edition")
  func comparison() throws {
    let report = try Self.report(from: Self.change, hours: 48)
    let comparison = try report.comparison(ofPublished: .publishedIndex(scale: "us-epa"), with: .usEPA)
    // 45 is Good, as 42 is, but 53 isn't.
    #expect(comparison.pairs.count == 47 && comparison.inSameBand == 23)
    #expect(comparison.largestDifference == -8)
  }

  @Test("a series that spans a change differs from one of a single edition with the same numbers")
  func equality() throws {
    let report = try Self.report(from: Self.change, hours: 30)
    let one = try report.indexSeries(using: .usEPA)
    let again = try report.indexSeries(using: .usEPA)
    let other = try report.indexSeries(using: "us_epa_2024")
    #expect(one == again && one != other)
  }
}
