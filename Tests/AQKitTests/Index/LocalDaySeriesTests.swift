import AQKit
import Foundation
import Testing

@Suite("Values of local days")
struct LocalDaySeriesTests {
  /// Hours from a time on: means, or the instants with which they end.
  private func hours(
    from start: String, count: Int, parameter: AirParameter = .pm25, averaging: Int64 = 0,
    _ value: (Int) -> Double
  ) throws -> AirSeries {
    try AirSeries(
      parameter, unit: parameter.isPublishedIndex ? .one : .microgramsPerCubicMetre,
      timeline: AirTimeline(
        start: try #require(AirTime(start)).adding(seconds: 3600 - averaging), step: .seconds(3600),
        length: .seconds(averaging), count: count),
      values: (0..<count).map(value), origin: AirOrigin(model: "mixed"))
  }

  private let prague = AirTime.Zone(identifier: "Europe/Prague")

  @Test("a day is the place's own, 25 hours long in October and 23 in March")
  func clockChanges() throws {
    // Local midnight of 24 October 2026 is 22:00 the day before in UTC.
    let autumn = try hours(from: "2026-10-23T22:00:00Z", count: 24 + 25 + 24) {
      $0 < 24 ? 10 : $0 < 49 ? 20 : 30
    }
    let means = try autumn.daily(.mean, in: prague)
    #expect(means.values == [10, 20, 30])
    #expect(means.parameter == .pm25 && means.averaging == .day && means.origin == autumn.origin)
    #expect(
      (0..<3).map { means.timeline[$0]?.length } == [.seconds(86_400), .seconds(90_000), .seconds(86_400)])
    #expect(means.timeline[2]?.start == AirTime("2026-10-25T23:00:00Z"))
    #expect(means.completeness == [24, 25, 24].map { AirReading.Completeness(observed: $0, expected: $0) })
    let spring = try hours(from: "2027-03-27T23:00:00Z", count: 23 + 24) { $0 < 23 ? 1 : 2 }
    #expect(try spring.daily(.mean, in: prague).values == [1, 2])
    #expect(try spring.daily(.mean, in: prague).timeline[0]?.length == .seconds(82_800))
  }

  @Test("a day whose clocks go back to the day before, a minute after midnight, has 25 hours")
  func clocksPastMidnight() throws {
    // In Newfoundland, 00:01 of 7 November 2010 was 23:01 of the 6th again.
    let start = try #require(AirTime("2010-11-06T02:30:00Z"))
    let quarters = try AirSeries(
      .pm25, unit: .microgramsPerCubicMetre,
      timeline: AirTimeline(start: start, step: .seconds(900), length: .seconds(900), count: 96 + 100),
      values: (0..<196).map { $0 < 96 ? 10 : 20 })
    let means = try quarters.daily(.mean, named: "America/St_Johns")
    #expect(means.values == [10, 20] && means.timeline[1]?.length == .seconds(90_000))
    #expect(means.completeness == [96, 100].map { AirReading.Completeness(observed: $0, expected: $0) })
    // The day of each of its moments.
    let zone = try #require(AirTime.Zone(identifier: "America/St_Johns"))
    for time in ["2010-11-07T02:30:00Z", "2010-11-07T02:31:00Z", "2010-11-07T03:29:59Z"] {
      #expect(zone.day(of: try #require(AirTime(time))) == means.timeline[1])
    }
  }

  @Test(
    "an instant at midnight is the last of a day, for its mean and for its index",
    arguments: [900, 1200, 3600, 10_800] as [Int64])
  func midnight(_ step: Int64) throws {
    let start = try #require(AirTime("2026-06-01T22:00:00Z"))
    let count = Int(2 * 86_400 / step)
    let series = try AirSeries(
      .pm25, unit: .microgramsPerCubicMetre,
      timeline: AirTimeline(
        start: start.adding(seconds: step), step: .seconds(step), length: .zero, count: count),
      values: (1...count).map { $0 * 2 <= count ? 10 : 40 })
    let days = try series.daily(.mean, in: prague)
    #expect(days.values == [10, 40] && days.timeline[0]?.start == start)
    #expect(days.completeness?.map { $0?.observed } == [count / 2, count / 2])
    let report = AirReport(
      source: "x", site: AirSite(timeZone: "Europe/Prague", kind: .modelCell), kind: .forecast,
      series: [series], receivedAt: start.adding(seconds: 2 * 86_400))
    let options = IndexOptions(variant: .daily, proxy: .allowed)
    let index = try report.indexSeries(using: "id_ispu_2020", options: options)
    #expect(index.timeline == days.timeline)
    #expect((0..<2).map { index.outcome(at: $0)?.value?.subIndices.first?.concentration } == days.values)
  }

  @Test("a zone with a half-hour offset has its days on the half hour")
  func brokenHours() throws {
    let kolkata = try #require(AirTime.Zone(identifier: "Asia/Kolkata"))
    let series = try hours(from: "2026-10-01T19:00:00Z", count: 48) { Double($0) }
    let days = try series.daily(.maximum, in: kolkata)
    #expect(days.timeline[0]?.start == AirTime("2026-10-01T18:30:00Z"))
    #expect(days.values == [23, 47])
    #expect(days.averaging.description == "instant-max")
  }

  @Test("a day that lacks a quarter of its hours is a gap that says how many there were")
  func incompleteDays() throws {
    let series = try hours(from: "2026-06-01T22:00:00Z", count: 48) { $0 >= 24 + 18 || $0 < 7 ? .nan : 4 }
    let days = try series.daily(.mean, in: prague)
    #expect(days.values.map(\.isNaN) == [true, false])
    #expect(days.completeness?.map { $0?.observed } == [17, 18])
    #expect(try series.daily(.mean, in: prague, atLeast: 0.5).values == [4, 4])
  }

  @Test("a running mean belongs to the day in which its last hour begins, as in indices")
  func runningMeans() throws {
    // The mean that ends at 01:00 of the second day is 200.
    let means = try hours(from: "2026-06-01T00:00:00Z", count: 48, parameter: .o3, averaging: 28_800) {
      $0 == 24 ? 200 : 50
    }
    let days = try means.daily(.maximum, named: "UTC")
    #expect(days.values == [50, 200] && days.averaging == AveragingPeriod.eightHours.dailyMaximum)
    #expect(days.completeness?.map { $0?.observed } == [24, 24])
  }

  @Test("a burst of values counts by its time, in a day's mean and in its completeness")
  func bursts() throws {
    let start = try #require(AirTime("2026-06-01T00:00:00Z"))
    // The fourth day's ninth hour has 60 minutes; the fifth day only has two hours, every five minutes.
    let whole = (1...Int64(240)).filter { $0 != 81 && !(97...120).contains($0) }
    let hours = whole.map { hour -> (Int64, Double) in (hour * 3600, 10) }
    let minutes = (1...Int64(60)).map { minute -> (Int64, Double) in (80 * 3600 + minute * 60, 100) }
    let fives = (1...Int64(24)).map { five -> (Int64, Double) in (96 * 3600 + five * 300, 50) }
    let values = (hours + minutes + fives).sorted { $0.0 < $1.0 }
    let series = try AirSeries(
      .pm25, unit: .microgramsPerCubicMetre,
      timeline: AirTimeline(values.map { AirInterval(instant: start.adding(seconds: $0.0)) }),
      values: values.map { $0.1 })
    let days = try series.daily(.mean, named: "UTC")
    #expect(days.values[3] == 13.75 && days.values[4].isNaN && days.values[5] == 10)
    #expect(days.completeness?.map { $0?.observed } == [24, 24, 24, 24, 2, 24, 24, 24, 24, 24])
    #expect(try series.daily(.maximum, named: "UTC").values[3] == 100)
  }

  @Test("a day's mean and maximum ignore suspect values and missing-value numbers such as −999")
  func suspectValues() throws {
    let plain = try hours(from: "2026-06-01T22:00:00Z", count: 24) { $0 < 3 ? 999.9 : $0 == 5 ? -999 : 4 }
    let flagged = try AirSeries(
      .pm25, unit: plain.unit, timeline: plain.timeline, values: plain.values,
      flags: (0..<24).map { $0 < 3 ? [.suspect] : [] })
    #expect(try flagged.daily(.mean, in: prague).values == [4])
    #expect(try flagged.daily(.maximum, in: prague).values == [4])
    #expect(try flagged.daily(.minimum, in: prague).values == [4])
    #expect(try flagged.daily(.mean, in: prague).completeness?.map { $0?.observed } == [20])
    #expect(try plain.daily(.maximum, in: prague).values == [999.9])
  }

  @Test("the maximum of a day with a value beyond the scale, such as 10+, is beyond it")
  func beyondScale() throws {
    let plain = try hours(
      from: "2026-06-01T00:00:00Z", count: 48, parameter: .publishedIndex(scale: "hk-aqhi")
    ) { $0 < 24 ? 10 : 7 }
    let series = try AirSeries(
      plain.parameter, unit: plain.unit, timeline: plain.timeline, values: plain.values,
      flags: (0..<48).map { $0 == 3 ? [.beyondScale] : [] })
    let days = try series.daily(.maximum, named: "UTC")
    #expect(days.values == [10, 7] && days.flags == [[.beyondScale], []])
    let index = try #require(AirQualityIndexCatalog.standard.index("hk_aqhi_2025"))
    #expect(days.readings.first?.band(using: .hkAQHI)?.band == index.bands.last)
    #expect(try series.daily(.mean, named: "UTC").flags == nil)
  }

  @Test("a mean or maximum of something other than a pollutant is a separate parameter")
  func statistics() throws {
    let series = try hours(from: "2026-06-01T00:00:00Z", count: 24) { Double($0) }
    let utc = "UTC"
    #expect(try series.daily(.minimum, named: utc).parameter == .daily(.minimum, of: .pm25))
    #expect(try series.daily(.minimum, named: utc).values == [0])
    #expect(try series.daily(.sum, named: utc).values == [276])
    let index = try hours(
      from: "2026-06-01T00:00:00Z", count: 24, parameter: .publishedIndex(scale: "european")
    ) {
      Double($0)
    }
    let highest = try index.daily(.maximum, named: utc)
    #expect(highest.parameter == index.parameter && highest.values == [23])
    let means = try hours(from: "2026-06-01T00:00:00Z", count: 24, averaging: 3600) { Double($0) }
    #expect(try means.daily(.maximum, named: utc).averaging.description == "1h-max")
    let error = #expect(throws: AQError.self) { try series.daily(.dominant, named: utc) }
    #expect(error?.code == .unsupported)
  }

  @Test("directions have no mean of a day: that of two northerly winds isn't a southerly one")
  func directions() throws {
    let timeline = try AirTimeline(
      start: try #require(AirTime("2026-06-01T00:00:00Z")), step: .seconds(3600), length: .seconds(3600),
      count: 24)
    let series = try AirSeries(
      .windDirection, unit: .degrees, timeline: timeline,
      values: (0..<24).map { $0 % 2 == 0 ? 350 : 10 })
    let error = #expect(throws: AQError.self) { try series.daily(.mean, named: "UTC") }
    #expect(error?.code == .unsupported && error?.message.contains("wind_direction") == true)
  }

  @Test("a zone without rules is named in the error, and a missing zone has an error of its own")
  func missingZones() throws {
    let series = try hours(from: "2026-06-01T00:00:00Z", count: 24) { Double($0) }
    let unknown = #expect(throws: AQError.self) { try series.daily(.mean, named: "Mars/Olympus") }
    #expect(unknown?.code == .notConfigured && unknown?.message.contains("“Mars/Olympus”") == true)
    let none = #expect(throws: AQError.self) { try series.daily(.mean) }
    #expect(none?.code == .notConfigured && none?.message.contains("pass an AirTime.Zone") == true)
  }

  @Test("a report's days are those of its site, made from series shorter than a day")
  func ofReports() throws {
    let hourly = try hours(from: "2026-10-23T22:00:00Z", count: 72) { Double($0) }
    let daily = try hourly.daily(.mean, in: prague)
    let report = AirReport(
      source: "x", site: AirSite(timeZone: "Europe/Prague", kind: .modelCell), kind: .forecast,
      series: [daily, hourly], receivedAt: AirTime(secondsSince1970: 0))
    #expect(try report.daily(.mean, of: .pm25) == daily)
    #expect(throws: AQError.self) { try report.daily(.mean, of: .o3) }
  }

  @Test("a daily statistic of the weather is a separate parameter, found again by its spelling")
  func parameters() {
    let high = AirParameter.daily(.maximum, of: .temperature)
    #expect(high.rawValue == "temperature.max" && AirParameter("Temperature_2m.max") == high)
    #expect(high.family == .weather && high.name == "Temperature, highest of the day")
    #expect(high.dayStatistic?.statistic == .maximum && high.dayStatistic?.parameter == .temperature)
    #expect(AirParameter.temperature.dayStatistic == nil)
    #expect(AirParameter.publishedIndex(scale: "max").dayStatistic == nil)
  }

  @Test("an instant is a value with its own unit")
  func instants() throws {
    let noon = try #require(AirTime("2026-10-02T12:00:00Z"))
    let series = try AirSeries(
      .sunrise, Double(noon.secondsSince1970), unit: "unixtime", over: AirInterval(instant: noon))
    #expect(series.unit == .unixTime && series.reading(at: 0)?.instant == noon)
    let other = try AirSeries(.pm25, 3, unit: .microgramsPerCubicMetre, over: AirInterval(instant: noon))
    #expect(other.reading(at: 0)?.instant == nil)
    #expect(throws: AQError.self) { try AirUnit.unixTime.convert(1, to: .seconds) }
    #expect(try AirUnit.cubicMetresPerCubicMetre.convert(0.25, to: .percent) == 25)
  }
}
