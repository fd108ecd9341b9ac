@testable import AQKit
import Foundation
import Testing

/// 25 October 2026 in Warsaw: at 03:00 clocks are set back to 02:00, so 02:00 is 00:00Z and 01:00Z.
@Suite("The hour that occurs twice") struct RepeatedHourTests {
  private let site = AirSite(id: "s1", kind: .referenceStation)
  private let hours = ["01:00", "02:00", "02:00", "03:00"]
  private let utc = [
    "2026-10-24T23:00:00Z", "2026-10-25T00:00:00Z", "2026-10-25T01:00:00Z", "2026-10-25T02:00:00Z",
  ]

  private func warsaw() throws -> AirTime.Zone { try #require(AirTime.Zone(identifier: "Europe/Warsaw")) }

  /// The starts and values of rows, the value being the row's number in time.
  private func read(_ rows: [(time: String, value: Double)], asColumn: Bool = false) throws -> [String:
    Double]
  {
    var report = ReportBuilder(.sample(), receivedAt: AirTime(secondsSince1970: 1_900_000_000))
    let place = report.site(site)
    let zone = try warsaw()
    let stamps = rows.map { TimeStamp.zonedText("2026-10-25T\($0.time)", zone) }
    if asColumn {
      report.add(.pm25, column: rows.map(\.value), unit: "µg/m³", at: .stamps(stamps), to: place)
    } else {
      for (row, stamp) in zip(rows, stamps) {
        report.add(.pm25, row.value, unit: "µg/m³", at: stamp, to: place)
      }
    }
    let response = report.response()
    #expect(response.notes.isEmpty)
    let series = try #require(response.reports.first?.series.first)
    return Dictionary(
      uniqueKeysWithValues: zip(series.timeline.intervals.map { "\($0.start)" }, series.values))
  }

  private var rows: [(time: String, value: Double)] { zip(hours, [0, 1, 2, 3]).map { ($0, $1) } }
  private var expected: [String: Double] { Dictionary(uniqueKeysWithValues: zip(utc, [0, 1, 2, 3])) }

  @Test(
    "is the first, then the second occurrence in ascending rows, and the reverse in descending rows")
  func order() throws {
    for asColumn in [false, true] {
      #expect(try read(rows, asColumn: asColumn) == expected)
      #expect(try read(rows.reversed(), asColumn: asColumn) == expected)
    }
  }

  @Test("is found if the rows begin or end with it")
  func atTheEdges() throws {
    for part in [Array(rows[1...]), Array(rows[...2]), Array(rows[1...2])] {
      let wanted = expected.filter { entry in part.contains { $0.value == entry.value } }
      #expect(try read(part) == wanted, "\(part)")
      if part.count > 2 { #expect(try read(part.reversed()) == wanted, "\(part) reversed") }
    }
  }

  @Test("is its first occurrence if it stands alone, and its second after half of the first")
  func alone() throws {
    #expect(try read([("02:00", 5)]) == ["2026-10-25T00:00:00Z": 5])
    #expect(
      try read([("02:30", 1), ("02:00", 2), ("02:30", 3), ("03:00", 4)])
        == [
          "2026-10-25T00:30:00Z": 1, "2026-10-25T01:00:00Z": 2, "2026-10-25T01:30:00Z": 3,
          "2026-10-25T02:00:00Z": 4,
        ])
  }

  @Test("is its first occurrence while the second isn't over, except in a forecast")
  func unfinished() throws {
    let zone = try warsaw()
    func newest(at now: String, _ kind: AirReport.Kind) throws -> String? {
      let offer = SourceDescriptor.Offer.sample(convention: .end, averaging: .oneHour)
      var report = ReportBuilder(.sample(offers: [offer]), receivedAt: try #require(AirTime(now)))
      let place = report.site(site, kind: kind)
      for time in ["02:00", "01:00", "00:00"] {
        report.add(.pm25, 1, unit: "µg/m³", at: .zonedText("2026-10-25T\(time)", zone), to: place)
      }
      return report.response().reports.first?.series.first?.timeline.last.map { "\($0.end)" }
    }
    #expect(try newest(at: "2026-10-25T00:10:00Z", .observation) == "2026-10-25T00:00:00Z")
    #expect(try newest(at: "2026-10-25T01:00:00Z", .observation) == "2026-10-25T01:00:00Z")
    #expect(try newest(at: "2026-10-25T00:10:00Z", .forecast) == "2026-10-25T01:00:00Z")
  }

  @Test("is distinguished by the newest of several replies, one of which was kept")
  func merged() throws {
    let zone = try warsaw()
    func reply(at now: String, _ id: String) throws -> ReportBuilder {
      var report = ReportBuilder(.sample(), receivedAt: try #require(AirTime(now)))
      let place = report.site(AirSite(id: id, kind: .referenceStation))
      for time in ["02:00", "01:00"] {
        report.add(.pm25, 1, unit: "µg/m³", at: .zonedText("2026-10-25T\(time)", zone), to: place)
      }
      return report
    }
    var report = try reply(at: "2026-10-25T00:10:00Z", "kept")
    report.merge(try reply(at: "2026-10-25T01:10:00Z", "new"), renumberingPlaces: nil)
    let last = report.response().reports.last?.series.first?.timeline.last
    #expect(last.map { "\($0.end)" } == "2026-10-25T01:00:00Z")
  }

  @Test("is its first occurrence while the second isn't over by the period of its column")
  func unfinishedColumn() throws {
    let column = PayloadFormat.CSVLayout.ValueColumn(
      "pm25", .pm25, unit: .microgramsPerCubicMetre, timeConvention: .start, averaging: .oneHour)
    var layout = PayloadFormat.CSVLayout.wide(time: "time", columns: [column])
    layout.timeFormat = .iso8601(in: .civil(try warsaw()))
    let text = "time,pm25\n2026-10-25 02:00,3\n2026-10-25 01:00,2\n2026-10-25 00:00,1\n"
    let now = try #require(AirTime("2026-10-25T01:10:00Z"))
    let response = try PayloadFormat.csv(layout).decode(
      Array(text.utf8), PayloadFormat.Context(receivedAt: now))
    let last = response.reports.first?.series.first?.timeline.last
    #expect(last.map { "\($0.end)" } == "2026-10-25T01:00:00Z")
  }

  @Test("is its first occurrence in a text of CSV, too, while the second isn't over")
  func unfinishedText() throws {
    let zone = try warsaw()
    func newest(at now: String, _ convention: SourceDescriptor.TimeConvention) throws -> String? {
      var layout = PayloadFormat.CSVLayout.wide(
        time: "time", columns: [.init("pm25", .pm25, unit: .microgramsPerCubicMetre)])
      layout.timeFormat = .iso8601(in: .civil(zone))
      (layout.timeConvention, layout.averaging) = (convention, .oneHour)
      let text = "time,pm25\n2026-10-25 02:00,3\n2026-10-25 01:00,2\n2026-10-25 00:00,1\n"
      let response = try PayloadFormat.csv(layout).decode(
        Array(text.utf8), PayloadFormat.Context(receivedAt: try #require(AirTime(now))))
      return response.reports.first?.series.first?.timeline.last.map { "\($0.end)" }
    }
    #expect(try newest(at: "2026-10-25T00:10:00Z", .end) == "2026-10-25T00:00:00Z")
    #expect(try newest(at: "2026-10-25T01:00:00Z", .end) == "2026-10-25T01:00:00Z")
    #expect(try newest(at: "2026-10-25T01:10:00Z", .start) == "2026-10-25T01:00:00Z")
  }

  @Test(
    "is ordered per series, in rows that are read and undone one by one, and past a refused value")
  func perSeries() throws {
    var report = ReportBuilder(.sample(), receivedAt: AirTime(secondsSince1970: 1_900_000_000))
    let place = report.site(site)
    let zone = try warsaw()
    try report.each(Array(hours.enumerated())) { row, report in
      let stamp = TimeStamp.zonedText("2026-10-25T\(row.element)", zone)
      report.add(.pm25, Double(row.offset), unit: "µg/m³", at: stamp, to: place)
      report.add(.pm10, row.offset == 1 ? .infinity : Double(row.offset), unit: "µg/m³", at: stamp, to: place)
      if row.offset == 1 {
        // An element that fails leaves no position behind.
        try report.each([0]) { _, report in
          report.add(.pm25, 9, unit: "µg/m³", at: stamp, to: place)
          throw AQError(.malformed, "no")
        }
      }
    }
    let series = try #require(report.response().reports.first).series
    #expect(
      series[0].timeline.intervals.map { "\($0.start)" } == utc && series[0].values == [0, 1, 2, 3])
    #expect(series[1].values.map { $0.isNaN ? -1 : $0 } == [0, -1, 2, 3])
  }

  @Test("a convention moves both occurrences, and other zones and years are as simple")
  func intervals() throws {
    var report = ReportBuilder(
      .sample(offers: [.sample(convention: .end, averaging: .oneHour)]),
      receivedAt: AirTime(secondsSince1970: 1_900_000_000))
    let place = report.site(site)
    let sydney = try #require(AirTime.Zone(identifier: "Australia/Lord_Howe"))
    // Clocks are set back by half an hour at 02:00 on 5 April 2026: 01:30 occurs twice.
    for time in ["01:30", "01:30"] {
      report.add(.pm25, 1, unit: "µg/m³", at: .zonedText("2026-04-05T\(time)", sydney), to: place)
    }
    let series = try #require(report.response().reports.first?.series.first)
    #expect(
      series.timeline.intervals.map { "\($0.end)" } == [
        "2026-04-04T14:30:00Z", "2026-04-04T15:00:00Z",
      ])
    #expect(series.timeline.commonLength == .seconds(3600))
  }

  /// The starts of rows that state both of their ends; each value is the row's number in time.
  private func readBothEnds(_ rows: [(from: String, to: String, value: Double)], _ averaging: AveragingPeriod)
    throws -> [String: Double]
  {
    var report = ReportBuilder(
      .sample(offers: [.sample(convention: .end, averaging: averaging)]),
      receivedAt: AirTime(secondsSince1970: 1_900_000_000))
    let place = report.site(site)
    let zone = try warsaw()
    for row in rows {
      let stamp = TimeStamp.interval(
        from: .zonedText("2026-10-25T\(row.from)", zone), to: .zonedText("2026-10-25T\(row.to)", zone))
      report.add(.pm25, row.value, unit: "µg/m³", at: stamp, to: place)
    }
    let response = report.response()
    #expect(response.notes.isEmpty, "\(response.notes)")
    let series = try #require(response.reports.first?.series.first)
    #expect(series.averaging == averaging)
    return Dictionary(
      uniqueKeysWithValues: zip(series.timeline.intervals.map { "\($0.start)" }, series.values))
  }

  @Test("is ordered by position if rows state both ends, however the first one's end is written")
  func bothEnds() throws {
    for end in ["02:00", "03:00"] {
      let rows = [
        ("01:00", "02:00", 0.0), ("02:00", end, 1), ("02:00", "03:00", 2), ("03:00", "04:00", 3),
      ]
      #expect(try readBothEnds(rows, .oneHour) == expected, "\(end)")
      #expect(try readBothEnds(rows.reversed(), .oneHour) == expected, "\(end) reversed")
    }
    #expect(try readBothEnds([("02:00", "03:00", 5)], .oneHour) == ["2026-10-25T01:00:00Z": 5])
  }

  @Test("is ordered by position in half-hours that state both ends")
  func halvesWithBothEnds() throws {
    let rows = [
      ("02:00", "02:30", 0.0), ("02:30", "03:00", 1), ("02:00", "02:30", 2), ("02:30", "03:00", 3),
      ("03:00", "03:30", 4),
    ]
    let expected = [
      "2026-10-25T00:00:00Z": 0.0, "2026-10-25T00:30:00Z": 1, "2026-10-25T01:00:00Z": 2,
      "2026-10-25T01:30:00Z": 3, "2026-10-25T02:00:00Z": 4,
    ]
    #expect(try readBothEnds(rows, .minutes(30)) == expected)
    #expect(try readBothEnds(rows.reversed(), .minutes(30)) == expected)
  }
}
