import AQKit
import Foundation
import Testing

/// A whole history or forecast at once, and days.
@Suite struct IndexSeriesTests {
  /// Hourly values with gaps, of several pollutants.
  static func report(hours: Int, isModel: Bool = false) throws -> AirReport {
    func column(_ seed: Int, _ scale: Double) -> [Double] {
      (0..<hours).map { hour in
        (hour * 7 + seed) % 29 == 0
          ? .nan : (Double((hour * 37 + seed * 11) % 97) * scale * 10).rounded() / 10
      }
    }
    return try ReportIndexTests.report(
      [
        (.pm25, "µg/m³", column(1, 0.8)), (.pm10, "µg/m³", column(2, 1.5)), (.o3, "µg/m³", column(3, 1.7)),
        (.no2, "µg/m³", column(4, 1)), (.so2, "µg/m³", column(5, 0.5)), (.co, "µg/m³", column(6, 30)),
      ], isModel: isModel, zone: "UTC")
  }

  @Test(
    "each hour of a series is what the report gives at that moment",
    arguments: [
      "us-epa", "eu-eaqi", "cn_hj633_2012", "cn_hj633_2026", "in-naqi", "kr-cai", "tw-aqi", "vn-aqi",
      "sg-psi", "mx-ias", "hk-aqhi", "ca-aqhi", "uk-daqi", "be-belaqi",
    ])
  func seriesAgreesWithMoments(_ name: String) throws {
    let report = try Self.report(hours: 60)
    let reference = IndexEdition.Reference(name)
    let series = try report.indexSeries(using: reference)
    #expect(series.count == 60)
    var values = 0
    for place in 0..<series.count {
      let moment = try #require(series.timeline[place]).end
      let single = report.index(using: reference, at: moment)
      let entry = series[place]
      #expect(entry?.number == single.value?.number, "\(name) at \(place): \(single)")
      #expect(entry?.band == single.value?.band, "\(name) at \(place)")
      if let value = single.value {
        values += 1
        #expect(entry?.display == value.display)
        #expect(
          entry?.dominant.map { value.dominant.contains($0) } ?? value.dominant.isEmpty, "\(name) at \(place)"
        )
      }
    }
    #expect(values > 20)
  }

  @Test("a day's index is formed from the hours of the local day, whatever the zone")
  func days() throws {
    let report = try Self.report(hours: 96)
    for offset in [0, 19_800, -36_000] {
      let zone = AirTime.Zone(secondsFromUTC: offset)
      let options = IndexOptions(variant: .daily, timeZone: zone)
      let series = try report.indexSeries(using: "us-epa", options: options)
      let pm25 = try #require(report[.pm25])
      for place in 0..<series.count {
        let day = try #require(series.timeline[place])
        #expect((day.start.secondsSince1970 + Int64(offset)) % 86_400 == 0)
        let hours = pm25.readings.filter { $0.interval.start >= day.start && $0.interval.start < day.end }
        let single = report.index(using: "us-epa", at: day.start.adding(seconds: 3600), options: options)
        #expect(series[place]?.number == single.value?.number)
        let sub = single.value?.subIndices.first { $0.parameter == .pm25 }
        #expect((sub != nil) == (hours.count >= 18), "\(hours.count) hours, \(single)")
        if let sub {
          let sum = hours.reduce(0) { $0 + Int(($1.value * 10).rounded()) }
          #expect(sub.concentration == Double(sum) / Double(hours.count * 10))
        }
      }
    }
  }

  @Test("the day on which clocks change has 23 or 25 hours")
  func clockChange() throws {
    // 29 March 2026, Europe/Berlin: 23 hours from 23:00Z on the 28th to 22:00Z on the 29th.
    let start = try #require(AirTime("2026-03-28T23:00:00Z"))
    let values = (0..<47).map { $0 < 23 ? 10.0 : 30 }
    let series = try AirSeries(
      .pm10, unit: "µg/m³",
      timeline: AirTimeline(start: start, step: .seconds(3600), length: .seconds(3600), count: 47),
      values: values)
    let report = AirReport(
      source: "test", site: AirSite(timeZone: "Europe/Berlin", kind: .referenceStation), kind: .observation,
      series: [series], receivedAt: start.adding(seconds: 47 * 3600))
    let days = try report.indexSeries(using: "id-ispu", options: IndexOptions(variant: .daily))
    #expect(days.count == 2)
    #expect(days[0]?.number == 10 && days[1]?.number == 30)
    #expect(days.timeline[0]?.length == .seconds(23 * 3600))
  }

  @Test("a zone without rules on this system is a reason for a missing index, never silently UTC")
  func unknownZone() throws {
    var report = try Self.report(hours: 48)
    report.site.timeZone = "Mars/Olympus"
    let outcome = report.index(using: "us-epa", options: IndexOptions(variant: .daily))
    #expect(outcome.value == nil && outcome.description.contains("Mars/Olympus"))
    report.site.timeZone = nil
    #expect(report.index(using: .frATMO).value == nil)
  }

  @Test("a published index is compared with the computed one, and placed in a band, never inverted")
  func published() throws {
    var report = try ReportIndexTests.report([(.pm25, "µg/m³", Array(repeating: 20, count: 24))])
    let parameter = AirParameter.publishedIndex(scale: "us-epa")
    let timeline = try AirTimeline(
      start: ReportIndexTests.noon.adding(seconds: -3 * 3600), step: .seconds(3600), length: .zero, count: 4)
    report.series.append(try AirSeries(parameter, unit: .one, timeline: timeline, values: [71, 71, 90, 170]))
    let comparison = try report.comparison(ofPublished: parameter, with: .usEPA)
    #expect(comparison.pairs.count == 4 && comparison.agreeing == 2 && comparison.inSameBand == 3)
    #expect(comparison.largestDifference == 99)
    let placed = try #require(report.publishedBand(of: parameter, on: .usEPA))
    #expect(placed.value == 170 && placed.band.key == "unhealthy")
    #expect(report.publishedBand(of: parameter, on: .euEAQI) == nil)
    #expect(report.publishedBand(of: .pm25, on: .usEPA) == nil)
    // A number for a missing index is no pair.
    report.series[1] = try AirSeries(
      parameter, unit: .one, timeline: timeline, values: [71, -999, 90, 170])
    let others = try report.comparison(ofPublished: parameter, with: .usEPA)
    #expect(others.pairs.count == 3 && others.agreeing == 1 && others.largestDifference == 99)
    // Nor is a value that is flagged as suspect, and it has no band.
    report.series[1] = try AirSeries(
      parameter, unit: .one, timeline: timeline, values: [71, 71, 90, 170], flags: [[], [], [], [.suspect]])
    #expect(try report.comparison(ofPublished: parameter, with: .usEPA).pairs.count == 3)
    #expect(report.publishedBand(of: parameter, on: .usEPA) == nil)
  }

  @Test("a published 10+ is in the same band as a computed one")
  func publishedBeyondScale() throws {
    var report = try ReportIndexTests.report([
      (.pm25, "µg/m³", [400, 400]), (.o3, .ppb, [60, 60]), (.no2, .ppb, [20, 20]),
    ])
    let parameter = AirParameter.publishedIndex(scale: "ca-aqhi")
    report.series.append(
      try AirSeries(
        parameter, 10, unit: .one, over: AirInterval(instant: ReportIndexTests.noon), flags: [.beyondScale]))
    let comparison = try report.comparison(ofPublished: parameter, with: .caAQHI)
    #expect(comparison.pairs.map(\.computed) == [11] && comparison.inSameBand == 1)
  }
}
