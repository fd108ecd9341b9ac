import AQKit
import Foundation
import TestRuns
import Testing

/// Daily maxima of the running means that begin at certain hours of a day.
@Suite(.computing) struct DayWindowTests {
  private static func report(
    _ values: [Double], from start: String, _ parameter: AirParameter = .o3, _ unit: AirUnit = "ppb"
  ) throws -> AirReport {
    let start = try #require(AirTime(start))
    let series = try AirSeries(
      parameter, unit: unit,
      timeline: AirTimeline(start: start, step: .seconds(3600), length: .seconds(3600), count: values.count),
      values: values)
    return AirReport(
      source: "test", site: AirSite(kind: .referenceStation), kind: .observation, series: [series],
      receivedAt: start.adding(seconds: Int64(values.count) * 3600))
  }

  private static func zone(_ hours: Int) throws -> AirTime.Zone {
    AirTime.Zone(secondsFromUTC: hours * 3600)
  }

  @Test("the ozone of a day in the United States is that of the 17 means that begin from 07:00 to 23:00")
  func unitedStates() throws {
    // Midnight at UTC−5. The night before 07:00 is not the day's; the one that follows is, with the mean from 23:00.
    var hours = [Double](repeating: 40, count: 48)
    for hour in 0..<7 { (hours[hour], hours[24 + hour]) = (120, 90) }
    let report = try Self.report(hours, from: "2026-07-01T05:00:00Z")
    let options = IndexOptions(variant: .daily, timeZone: try Self.zone(-5))
    let noon = try #require(AirTime("2026-07-01T17:00:00Z"))
    let value = try report.index(using: "us_epa_2024", at: noon, options: options).get()
    let sub = try #require(value.subIndices.first { $0.input.averaging == .eightHours })
    #expect(sub.concentration == 0.08375 && sub.number == 143)
    #expect(sub.basis.hours == 17 && sub.basis.hoursPossible == 17)
    #expect(
      sub.basis.description
        == "daily maximum 8 h mean of 17 of 17 running means of hourly means, converted from ppb")
    #expect(sub.basis.end == AirTime("2026-07-02T12:00:00Z"))
    // The second day lacks the morning after it: the means from 07:00 to 18:00 have at least six hours.
    let next = report.index(using: "us_epa_2024", at: noon.adding(seconds: 86_400), options: options)
    #expect(next.reason?.reason == .tooFewMeans(have: 12, of: 17, need: 13))
    #expect(next.description.contains("12 of 17 running means (at least 13 needed)"))
    let series = try report.indexSeries(using: "us_epa_2024", options: options)
    #expect(series.numbers.first == 143 && series.count == 2 && series[1] == nil)
    var lenient = options
    lenient.proxy = .allowed
    let proxy = try report.index(
      using: "us_epa_2024", at: noon.adding(seconds: 86_400), options: lenient
    ).get()
    #expect(proxy.isProxy && proxy.subIndices.first?.concentration == 0.04)
  }

  @Test("China's 17 means lie within the day, and 14 of them are needed")
  func china() throws {
    var hours = [Double](repeating: 80, count: 72)
    for hour in 20..<24 { hours[hour] = 400 }  // The evening before belongs to no mean of the second day.
    for hour in 44..<48 { hours[hour] = 160 }
    let options = IndexOptions(variant: .daily, proxy: .allowed, timeZone: try Self.zone(8))
    let noon = try #require(AirTime("2026-07-02T04:00:00Z"))
    func ozone(_ hours: [Double]) throws -> AQIValue.SubIndex? {
      try Self.report(hours, from: "2026-06-30T16:00:00Z", .o3, "µg/m³")
        .index(using: "cn_hj633_2026", at: noon, options: options).get().subIndices.first
    }
    #expect(try ozone(hours)?.concentration == 120)
    for hour in 24..<29 { hours[hour] = .nan }  // Three means lack more than two hours.
    #expect(try ozone(hours)?.basis.hours == 14 && ozone(hours)?.basis.proxy == nil)
    hours[29] = .nan
    #expect(try ozone(hours)?.basis.hours == 13 && ozone(hours)?.basis.proxy == .tooFewHours)
  }

  @Test(
    "days of a clock change and with gaps agree with the rule written out, in the moment and in the series")
  func writtenOut() throws {
    let zone = try #require(AirTime.Zone(identifier: "America/New_York"))
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "America/New_York"))
    let index = try #require(AirQualityIndexCatalog.standard.index("us_epa_2024") as? BreakpointIndex)
    let scale = try #require(index.scale(of: .o3, averaging: .eightHours))
    let options = IndexOptions(variant: .daily, timeZone: zone)
    var days = 0
    for (seed, start) in [
      (1, "2026-03-06T00:00:00Z"), (2, "2026-10-30T07:00:00Z"), (3, "2026-07-10T19:00:00Z"),
    ] {
      let begin = try #require(AirTime(start)).secondsSince1970
      let tenths = (0..<120).map { hour -> Int? in
        (hour * 5 + seed) % 9 == 0 || (hour / 6 + seed) % 8 == 0 ? nil : (hour * 37 + seed * 11) % 997
      }
      let report = try Self.report(tenths.map { $0.map { Double($0) / 10 } ?? .nan }, from: start)
      let series = try report.indexSeries(using: index, options: options)
      for place in 0..<series.count {
        let day = try #require(series.timeline[place])
        let parts = calendar.dateComponents([.year, .month, .day], from: day.start.date)
        var means: [(tenths: Int, hours: Int)] = []
        for hour in 7...23 {
          var at = parts
          at.hour = hour
          let first = try #require(calendar.date(from: at)).timeIntervalSince1970
          let from = (Int(first) - Int(begin)) / 3600
          let window = (from..<from + 8).compactMap { tenths.indices.contains($0) ? tenths[$0] : nil }
          if window.count >= 6, tenths.indices.contains(from) {
            means.append((window.reduce(0, +), window.count))
          }
        }
        let largest = means.max { $0.tenths * $1.hours < $1.tenths * $0.hours }
        let expected = largest.map { scale.number(of: Double($0.tenths) / (Double($0.hours) * 10_000)) }
        let got = series.outcome(at: place)
        #expect(got == report.index(using: index, at: day.end, options: options), "\(start) day \(place)")
        let sub = got?.value?.subIndices.first { $0.input == scale.input }
        if means.count >= 13 {
          #expect(sub?.number == expected.map(Int.init), "\(start) day \(place)")
          days += 1
        } else {
          #expect(sub == nil, "\(start) day \(place)")
        }
      }
    }
    #expect(days > 6)
  }

  @Test("the method has a text, and one without a day's windows names no method")
  func texts() throws {
    for text in ["day max 8h from 7 to 23", "day max 8h from 0 to 16/14", "day max 1h from 0 to 23/1"] {
      #expect(AveragingMethod(text)?.description == text)
    }
    #expect(AveragingMethod("day max 8h from 7 to 23/13")?.description == "day max 8h from 7 to 23")
    for text in [
      "day max 8h from 23 to 7", "day max 8h from 7 to 24", "day max 8h from -1 to 7",
      "day max 8h from 7 to 23/18",
      "day max 8h from 7 to 23/0", "day max 0h from 7 to 23", "day max 25h from 7 to 23", "day max 8h from 7",
      "day max 8h from seven to 23", "day max 8h until 7 to 23",
    ] {
      #expect(AveragingMethod(text) == nil, "\(text)")
    }
    #expect(
      AveragingMethod.DayWindows(hours: 8, starts: 7...24) == nil
        && AveragingMethod.DayWindows(hours: 0, starts: 7...23) == nil)
    #expect(AveragingMethod.DayWindows(hours: 8, starts: 7...23, atLeast: 18) == nil)
    #expect(AveragingMethod.DayWindows(hours: 8, starts: 7...23)?.atLeast == 13)
  }

  @Test(
    "a required number that the rule doesn't have, or that is missing, names no method",
    arguments: ["c24e 70/6", "mean 24h/", "/mean 24h", "mix 12h 4h/6", "1h/1", "day mean/", "/"])
  func requiredNumber(_ text: String) { #expect(AveragingMethod(text) == nil) }

  @Test("the hours of a day continue into the next")
  func plainHours() throws {
    let method = try #require(AveragingMethod("day max 8h from 7 to 23"))
    #expect(method.isDaily && method.values(of: [1, 2]).allSatisfy(\.isNaN))
    var hours = [Double](repeating: 10, count: 31)
    hours[30] = 50
    #expect(method.value(of: hours) == 15)
    #expect(method.value(of: Array(hours[..<24])) == nil)  // Twelve of the seventeen.
    #expect(method.value(of: Array(hours[..<25])) == 10)
    #expect(method.value(of: []) == nil)
  }
}
