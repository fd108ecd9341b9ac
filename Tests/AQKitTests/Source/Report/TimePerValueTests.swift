import AQKit
import Foundation
import Testing

@Suite("The time of a value") struct TimePerValueTests {
  private let noon = AirTime.noon.secondsSince1970
  private let site = AirSite(id: "s1", kind: .referenceStation)
  /// After all values, because values aren't measured after they are received.
  private static let later = AirTime(secondsSince1970: 1_900_000_000)

  /// A source of hourly means that are stamped with their ends.
  private func hourly(_ parameters: [AirParameter] = [.pm25, .pm10, .o3]) -> ReportBuilder {
    ReportBuilder(
      .sample(offers: [.sample(parameters, convention: .end, averaging: .oneHour)]), receivedAt: Self.later)
  }

  /// A source that offers PM2.5 in three ways, and ozone in one.
  private static let agency: SourceDescriptor = {
    func offer(
      _ parameters: [AirParameter], _ kind: AirReport.Kind, _ convention: SourceDescriptor.TimeConvention,
      _ averaging: AveragingPeriod
    ) -> SourceDescriptor.Offer {
      SourceDescriptor.Offer(
        capabilities: [.current], placeKinds: [.coordinate], parameters: parameters, kinds: [kind],
        timeConvention: convention, averaging: averaging)
    }
    return SourceDescriptor(
      id: "agency", name: "Agency",
      offers: [
        offer([.pm25, .o3], .observation, .end, .oneHour), offer([.pm25], .observation, .start, .day),
        offer([.pm25], .forecast, .start, .oneHour),
      ])
  }()

  private func interval(_ start: Int64, _ end: Int64) throws -> AirInterval {
    try AirInterval(
      start: AirTime(secondsSince1970: noon + start), end: AirTime(secondsSince1970: noon + end))
  }

  @Test("a value states its own convention and averaging; the rest is the offer's")
  func ownConvention() throws {
    var report = hourly()
    let place = report.site(site)
    report.add(.pm25, 1, unit: "µg/m³", at: .unix(noon), to: place)
    report.add(.pm10, 2, unit: "µg/m³", at: .unix(noon), with: .init(timeConvention: .start), to: place)
    report.add(.o3, 3, unit: "µg/m³", at: .unix(noon), with: .init(averaging: .instant), to: place)
    report.add(
      .o3, 4, unit: "µg/m³", at: .unix(noon), with: .init(timeConvention: .instant, averaging: .oneHour),
      to: place)
    let series = try #require(report.response().reports.first).series
    let times = series.map { $0.timeline.first }
    #expect(series.map(\.averaging) == [.oneHour, .oneHour, .instant, .oneHour])
    #expect(try times == [interval(-3600, 0), interval(0, 3600), interval(0, 0), interval(0, 0)])
  }

  @Test("among several offers of a parameter, the one with the value's averaging and the site's kind counts")
  func severalOffers() throws {
    var report = ReportBuilder(Self.agency, receivedAt: Self.later)
    let place = report.site(site)
    report.add(.pm25, 1, unit: "µg/m³", at: .unix(noon), to: place)
    report.add(.pm25, 2, unit: "µg/m³", at: .unix(noon), with: .init(averaging: .day), to: place)
    let future = report.site(site, kind: .forecast)
    report.add(.pm25, column: [3], unit: "µg/m³", at: .unix([noon]), to: future)
    let series = report.response().reports.flatMap(\.series)
    #expect(series.map(\.averaging) == [.oneHour, .day, .oneHour])
    #expect(
      try series.map(\.timeline.first) == [interval(-3600, 0), interval(0, 86_400), interval(0, 3600)])
  }

  @Test("so do whole columns and JSON")
  func ownConventionOfColumns() throws {
    var report = hourly()
    let place = report.site(site)
    let stamps = [noon, noon + 3600]
    let json = try AQJSON(parsing: "[1, 2]")
    report.add(
      .pm25, column: [1, 2], unit: "µg/m³", at: .unix(stamps), with: .init(timeConvention: .start), to: place)
    report.add(
      .pm10, column: json, unit: "µg/m³", at: .unix(stamps), with: .init(timeConvention: .start), to: place)
    report.add(.o3, json[0], unit: "ppb", at: .unix(noon), with: .init(timeConvention: .start), to: place)
    report.add(
      .o3, json[1], unit: "ppb", at: .unix(noon + 3600), with: .init(timeConvention: .start), to: place)
    let series = try #require(report.response().reports.first).series
    let expected = try [interval(0, 3600), interval(3600, 7200)]
    for series in series { #expect(series.timeline.intervals == expected, "\(series.parameter)") }
    #expect(series.count == 3)
  }

  @Test("if both ends are stated, they are the interval, whatever the convention")
  func bothEnds() throws {
    var report = hourly()
    let place = report.site(site)
    report.add(
      .pm25, 1, unit: "µg/m³", at: .interval(from: .unix(noon - 3600), to: .text("2026-10-01T12:00Z")),
      to: place)
    report.add(.pm10, 2, unit: "µg/m³", at: .interval(from: .unix(noon - 900), to: .unix(noon)), to: place)
    report.add(
      .o3, column: [3, 4], unit: "ppb",
      at: .stamps([
        .interval(from: .unix(noon), to: .unix(noon + 60)),
        .interval(from: .unix(noon + 60), to: .unix(noon + 120)),
      ]), with: .init(averaging: .minutes(1)), to: place)
    let series = try #require(report.response().reports.first).series
    #expect(series.map(\.averaging) == [.oneHour, .minutes(15), .minutes(1)])
    #expect(
      try series[0].timeline.first == interval(-3600, 0) && series[1].timeline.first == interval(-900, 0))
    #expect(series[2].values == [3, 4])
  }

  @Test(
    "a local day of 25 hours with both ends is a day, and an interval that ends before it begins is refused")
  func longDays() throws {
    var report = ReportBuilder(
      .sample(offers: [.sample(convention: .start, averaging: .day)]), receivedAt: Self.later)
    let place = report.site(site)
    let warsaw = try #require(AirTime.Zone(identifier: "Europe/Warsaw"))
    report.add(
      .pm25, 1, unit: "µg/m³",
      at: .interval(from: .zonedText("2026-10-25", warsaw), to: .zonedText("2026-10-26", warsaw)), to: place)
    report.add(.pm25, 2, unit: "µg/m³", at: .interval(from: .unix(noon), to: .unix(noon - 1)), to: place)
    let response = report.response()
    let series = try #require(response.reports.first?.series.first)
    #expect(
      series.averaging == .day && series.timeline.first?.length == .seconds(90_000) && series.count == 1)
    #expect(response.notes.map(\.message) == ["Refused: an interval ends before it begins."])
  }

  @Test(
    "a local day with both ends begins with the first of two midnights, where the one before ends",
    arguments: [
      ("Atlantic/Azores", ["2026-10-24", "2026-10-25", "2026-10-26"], "2026-10-25T00:00:00Z"),
      ("America/Havana", ["2026-10-31", "2026-11-01", "2026-11-02"], "2026-11-01T04:00:00Z"),
    ])
  func repeatedMidnight(name: String, dates: [String], midnight: String) throws {
    var report = ReportBuilder(
      .sample(offers: [.sample(convention: .start, averaging: .day)]), receivedAt: Self.later)
    let place = report.site(site)
    let zone = try #require(AirTime.Zone(identifier: name))
    for (start, end) in zip(dates, dates.dropFirst()) {
      report.add(
        .pm25, 1, unit: "µg/m³", at: .interval(from: .zonedText(start, zone), to: .zonedText(end, zone)),
        to: place)
    }
    let days = try #require(report.response().reports.first?.series.first).timeline
    #expect((0..<2).map { days[$0]?.length } == [.seconds(86_400), .seconds(90_000)])
    #expect(days[0]?.end == AirTime(midnight) && days[1]?.start == AirTime(midnight))
  }

  @Test("both ends in a repeated hour fit the averaging period")
  func endsInRepeatedHours() throws {
    var report = hourly()
    let place = report.site(site)
    let warsaw = try #require(AirTime.Zone(identifier: "Europe/Warsaw"))
    for (start, end) in [("01:00", "02:00"), ("02:00", "02:00"), ("02:00", "03:00")] {
      report.add(
        .pm25, 1, unit: "µg/m³",
        at: .interval(
          from: .zonedText("2026-10-25T\(start)", warsaw), to: .zonedText("2026-10-25T\(end)", warsaw)),
        to: place)
    }
    let series = try #require(report.response().reports.first?.series.first)
    #expect(series.count == 3 && series.averaging == .oneHour)
    #expect(series.timeline.first?.start == AirTime("2026-10-24T23:00Z"))
  }

  @Test(
    "an age is counted back from the receipt, and a count since the device's start from its present count")
  func relativeTimes() throws {
    var report = ReportBuilder(.sample(), receivedAt: .noon)
    let place = report.site(site)
    report.add(.pm25, 1, unit: "µg/m³", at: .age(seconds: 90), to: place)
    report.add(.pm10, 1, unit: "µg/m³", at: .sinceBoot(seconds: 100, uptime: 160), to: place)
    report.add(.o3, 1, unit: "ppb", at: .written(" 30.5 ", as: .age), to: place)
    let series = try #require(report.response().reports.first).series
    #expect(series.map { $0.timeline.first?.start.secondsSince1970 } == [noon - 90, noon - 60, noon - 30])
    #expect(series.allSatisfy { $0.flags == nil })
  }

  @Test(
    "an impossible relative time is refused",
    arguments: [
      TimeStamp.age(seconds: -1), .age(seconds: .min), .age(seconds: .max), .sinceBoot(seconds: 5, uptime: 4),
      .sinceBoot(seconds: -1, uptime: 4), .sinceBoot(seconds: .min, uptime: .max), .written("-3", as: .age),
      .sinceBoot(seconds: .max, uptime: .min), .written("1e300", as: .age), .written("", as: .age),
      .interval(from: .age(seconds: -1), to: .received), .interval(from: .unix(.min), to: .unix(.max)),
    ])
  func impossibleRelativeTimes(_ stamp: TimeStamp) {
    var report = hourly()
    report.add(.pm25, 1, unit: "µg/m³", at: stamp, to: report.site(site))
    let response = report.response()
    #expect(response.reports.isEmpty && response.notes.first { $0.code == .refused }?.count == 1)
  }

  @Test("each value of a report may have a stamp of its own kind")
  func mixedStamps() throws {
    var descriptor = SourceDescriptor.sample(
      offers: [.sample([.pm25, .pm10, .humidity], convention: .end, averaging: .oneHour)])
    descriptor.parameterNames = ["relativehumidity": .humidity]
    descriptor.unitNames = ["percent": "%"]
    // Noon of 25 October 2026, after all values; the age is counted from it.
    let received: Int64 = 24 * 86_400
    var report = ReportBuilder(descriptor, receivedAt: AirTime(secondsSince1970: noon + received))
    let station = report.site(site)
    let (start, end) = (noon - 3600, noon)
    let hours = TimeStamp.Format.pattern("dd-MM-yyyy k", in: try TimeStamp.Zone(named: "Europe/Warsaw"))
    report.add(
      .pm25, 12.5, unit: "µg/m³", at: .written(fields: ["24-10-2026", "24"], as: hours), to: station)
    report.add(.pm25, 14, unit: "µg/m³", at: .age(seconds: 90), with: .init(averaging: .instant), to: station)
    report.add(.pm10, 20, unit: "µg/m³", at: .interval(from: .unix(start), to: .unix(end)), to: station)
    report.add(
      "relativehumidity", 61, unit: "percent", at: .unix(end), with: .init(averaging: .instant), to: station)
    let response = report.response()
    let series = try #require(response.reports.first).series
    #expect(response.notes.isEmpty && series.map(\.averaging) == [.oneHour, .instant, .oneHour, .instant])
    #expect(series[0].timeline.first?.end == AirTime("2026-10-24T22:00Z"))
    #expect(
      try series[1].timeline.first == interval(received - 90, received - 90)
        && series[2].timeline.first == interval(-3600, 0))
    #expect(try series[3].parameter == .humidity && series[3].timeline.first == interval(0, 0))
  }

  @Test("an interval up to the receipt is flagged like the time of receipt")
  func upToTheReceipt() throws {
    var report = hourly()
    report.add(
      .pm25, 1, unit: "µg/m³", at: .interval(from: .age(seconds: 3600), to: .received), to: report.site(site))
    let series = try #require(report.response().reports.first?.series.first)
    #expect(series.averaging == .oneHour && series.flags == [[.timeOfReceipt]])
  }
}
