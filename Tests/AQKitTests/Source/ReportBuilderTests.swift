import AQKit
import Testing

@Suite struct ReportBuilderTests {
  private let noon: Int64 = 1_790_856_000
  private let site = AirSite(id: "s1", kind: .referenceStation)
  /// After all values, because values aren't measured after they are received.
  private static let later = AirTime(secondsSince1970: 1_900_000_000)

  private func builder(
    _ convention: SourceDescriptor.TimeConvention = .instant, _ averaging: AveragingPeriod = .instant,
    sentinels: [Double] = [], receivedAt: AirTime = Self.later
  ) -> ReportBuilder {
    ReportBuilder(
      .sample(
        offers: [.sample(convention: convention, averaging: averaging)], sentinels: sentinels),
      receivedAt: receivedAt)
  }

  private func note(_ response: AirResponse, _ code: AirNote.Code) -> AirNote? {
    response.notes.first { $0.code == code }
  }

  @Test("rows in any order become a series in order")
  func order() throws {
    var report = builder()
    let place = report.site(site, place: 0)
    for hour in [3, 0, 2, 1] as [Int64] {
      report.add(.pm25, Double(hour), unit: "µg/m³", at: .unix(noon + hour * 3600), to: place)
    }
    let response = report.response()
    let series = try #require(response.reports.first?[.pm25])
    #expect(series.values == [0, 1, 2, 3] && series.timeline.regularStep == .seconds(3600))
    #expect(response.notes.isEmpty && response.reports[0].places == [0])
  }

  @Test(
    "of several values for one interval the last is kept, with a note; a value replaces a gap without one")
  func duplicates() throws {
    var report = builder()
    let place = report.site(site)
    report.add(.pm25, 1, unit: "µg/m³", at: .unix(noon), to: place)
    report.add(.pm25, 2, unit: "µg/m³", at: .unix(noon), with: .init(flags: [.corrected]), to: place)
    report.add(.pm25, nil, unit: "µg/m³", at: .unix(noon), to: place)
    report.add(.o3, nil, unit: "ppb", at: .unix(noon), to: place)
    report.add(.o3, 5, unit: "ppb", at: .unix(noon), to: place)
    let response = report.response()
    #expect(response.reports[0][.pm25]?.values == [2] && response.reports[0][.pm25]?.flags == [[.corrected]])
    #expect(response.reports[0][.o3]?.values == [5])
    #expect(note(response, .duplicate)?.count == 1)
  }

  @Test(
    "a stamp is the start, the end or the instant, as declared",
    arguments: [
      (SourceDescriptor.TimeConvention.start, Int64(0), Int64(3600)), (.end, -3600, 0), (.instant, 0, 0),
    ])
  func conventions(_ convention: SourceDescriptor.TimeConvention, _ start: Int64, _ end: Int64) throws {
    var report = builder(convention, .oneHour)
    report.add(.pm25, 1, unit: "µg/m³", at: .unix(noon), to: report.site(site))
    let series = try #require(report.response().reports.first?[.pm25])
    #expect(series.timeline.first?.start.secondsSince1970 == noon + start)
    #expect(series.timeline.first?.end.secondsSince1970 == noon + end)
    #expect(series.averaging == .oneHour)
  }

  @Test("a day's maximum stands for the day, and an annual mean for the calendar year")
  func longPeriods() throws {
    var report = builder(.start, .eightHours.dailyMaximum)
    let place = report.site(site)
    report.add(.o3, 60, unit: "ppb", at: .text("2026-10-01T00:00Z"), to: place)
    report.add(
      .pm25, 12, unit: "µg/m³", at: .text("2024-01-01T00:00Z"), with: .init(averaging: .annual), to: place)
    let series = report.response().reports[0]
    #expect(series[.o3]?.timeline.first?.length == .seconds(86_400))
    #expect(series[.pm25]?.timeline.first?.end == AirTime("2025-01-01T00:00Z"))
    #expect(series[.pm25]?.averaging == .annual)
  }

  @Test(
    "every spelling of a time stamp is the same instant",
    arguments: [
      TimeStamp.unix(1_790_856_000), .unixMilliseconds(1_790_856_000_999), .text("2026-10-01T14:00:00+02:00"),
      .localText("2026-10-01T14:00", secondsFromUTC: 7200),
      .localText("2026-10-01T12:00Z", secondsFromUTC: 7200),
      .time(.noon),
    ])
  func stamps(_ stamp: TimeStamp) {
    var report = builder()
    report.add(.pm25, 1, unit: "µg/m³", at: stamp, to: report.site(site))
    #expect(report.response().reports[0][.pm25]?.timeline.first?.start == .noon)
  }

  @Test("milliseconds before 1970 are rounded down")
  func oldMilliseconds() {
    var report = builder()
    report.add(.pm25, 1, unit: "µg/m³", at: .unixMilliseconds(-1), to: report.site(site))
    #expect(report.response().reports[0][.pm25]?.timeline.first?.start.secondsSince1970 == -1)
  }

  @Test(
    "an unreadable stamp loses only its row, and is counted",
    arguments: [
      TimeStamp.text("yesterday"), .text("2026-10-01T12:00:00"),
      .localText("2026-10-01", secondsFromUTC: 999_999),
      .localText("12:00", secondsFromUTC: 0), .unix(1_790_856_000_000), .unix(.max), .unix(.min),
      .unixMilliseconds(.max), .unixMilliseconds(.min), .localText("2026-10-01T12:00", secondsFromUTC: .min),
    ])
  func unreadableStamps(_ stamp: TimeStamp) {
    var report = builder(.end, .oneHour)
    let place = report.site(site)
    report.add(.pm25, 1, unit: "µg/m³", at: .unix(noon), to: place)
    report.add(.pm25, 2, unit: "µg/m³", at: stamp, to: place)
    report.add(.pm25, 3, unit: "µg/m³", at: .unix(noon + 3600), to: place)
    let response = report.response()
    #expect(response.reports[0][.pm25]?.values == [1, 3])
    #expect(note(response, .refused)?.count == 1)
  }

  @Test("the ends of the calendar don't trap: a row beyond them is refused alone")
  func calendarEnds() {
    var report = builder(.end, .day)
    // Of an observation, the last day of the calendar would be ahead of its receipt.
    let place = report.site(site, kind: .forecast)
    for stamp in [AirTime(secondsSince1970: .min), .noon, AirTime(secondsSince1970: .max)] {
      report.add(.pm25, 1, unit: "µg/m³", at: .time(stamp), to: place)
    }
    let response = report.response()
    #expect(response.reports[0][.pm25]?.count == 2 && note(response, .refused)?.count == 1)
  }

  @Test("the time of receipt is used only if requested, and flagged")
  func timeOfReceipt() {
    var report = builder(receivedAt: .noon)
    report.add(
      .pm25, 1, unit: "µg/m³", at: .received, with: .init(flags: [.provisional]), to: report.site(site))
    let series = report.response().reports[0][.pm25]
    #expect(series?.timeline.first?.start == .noon && series?.flags == [[.timeOfReceipt, .provisional]])
  }

  @Test(
    "a declared sentinel is a gap and counted; a small negative value is kept; an undeclared -999 is refused"
  )
  func sentinels() throws {
    var report = builder(sentinels: [-999, -9999])
    let place = report.site(site)
    for (index, value) in [5, -999, -0.3, -9999, 7].enumerated() {
      report.add(.pm25, value, unit: "µg/m³", at: .unix(noon + Int64(index)), to: place)
    }
    let response = report.response()
    let values = try #require(response.reports[0][.pm25]?.values)
    #expect(values.map { $0.isNaN ? nil : $0 } == [5, nil, -0.3, nil, 7])
    #expect(note(response, .refused)?.count == 2)
    var plain = builder()
    plain.add(.pm25, -999, unit: "µg/m³", at: .unix(noon), to: plain.site(site))
    let undeclared = plain.response()
    #expect(undeclared.reports.isEmpty && note(undeclared, .refused)?.count == 1)
  }

  @Test("a source's missing-value number is a value in a whole report, which has gaps instead")
  func sentinelsOfReports() throws {
    let series = try AirSeries(
      .pm25, unit: .microgramsPerCubicMetre, averaging: .oneHour,
      timeline: AirTimeline(start: .noon, step: .seconds(7200), length: .seconds(3600), count: 2),
      values: [-5, 3])
    let own = AirReport(
      source: "sample", site: site, kind: .observation, series: [series], receivedAt: Self.later)
    for isFirst in [true, false] {
      var report = builder(.end, .oneHour, sentinels: [-5])
      if isFirst { report.merge(own) }
      report.add(.pm25, -5, unit: "µg/m³", at: .unix(noon + 7200), to: report.site(site))
      if !isFirst { report.merge(own) }
      let response = report.response()
      let values = try #require(response.reports.first?.series.first?.values)
      #expect(values.map { $0.isNaN ? nil : $0 } == [-5, nil, 3])
      #expect(response.reports.count == 1 && response.reports[0].series.count == 1)
      #expect(note(response, .refused)?.count == 1)
    }
  }

  @Test("infinite and impossible values and unknown units are refused with notes, each reason once")
  func refusals() throws {
    var report = ReportBuilder(.sample(offers: [.sample([])]), receivedAt: Self.later)
    let place = report.site(site)
    for index in 0..<5 as Range<Int64> {
      report.add(.pm25, .infinity, unit: "µg/m³", at: .unix(noon + index), to: place)
      report.add(.temperature, -300, unit: "°C", at: .unix(noon + index), to: place)
      report.add(.o3, 1, unit: "furlongs per fortnight and more", at: .unix(noon + index), to: place)
      report.add(.windSpeed, -1, unit: "m/s", at: .unix(noon + index), to: place)
    }
    let response = report.response()
    #expect(response.reports.isEmpty)
    let refused = response.notes.filter { $0.code == .refused }
    #expect(refused.count == 4 && refused.allSatisfy { $0.count == 5 })
    #expect(refused.contains { $0.message.contains("furlongs per") })
  }

  @Test("a NaN is a gap, and a series of only gaps counts as not measured")
  func gaps() throws {
    var report = builder()
    let place = report.site(site, place: 2)
    report.add(.pm25, .nan, unit: "µg/m³", at: .unix(noon), to: place)
    report.add(.o3, nil, unit: "ppb", at: .unix(noon), to: place)
    report.add(.pm10, 3, unit: "µg/m³", at: .unix(noon), to: place)
    let response = report.response()
    #expect(response.reports[0].series.map(\.parameter) == [.pm10])
    let absent = try #require(note(response, .notMeasured))
    #expect(absent.parameters == [.pm25, .o3] && absent.places == [2])
    var empty = builder()
    empty.add(.pm25, nil, unit: "µg/m³", at: .unix(noon), to: empty.site(site))
    #expect(empty.response().reports.isEmpty)
  }

  @Test("columns and rows give equal series, whatever is wrong with them")
  func columns() throws {
    let stamps: [Int64] = [noon + 7200, noon, noon + 3600, noon + 3600, .max, noon - 3600, noon + 10_800]
    let values = [3, 1, 2, 2.5, 9, -999, .infinity]
    var rows = builder(.end, .oneHour, sentinels: [-999])
    var columns = rows
    let (rowSite, columnSite) = (rows.site(site, place: 0), columns.site(site, place: 0))
    for (stamp, value) in zip(stamps, values) {
      rows.add(.pm25, value, unit: "ug/m3", at: .unix(stamp), to: rowSite)
    }
    columns.add(.pm25, column: values, unit: "µg/m³", at: .unix(stamps), to: columnSite)
    let (one, other) = (rows.response(), columns.response())
    #expect(one.reports == other.reports && one.reports.count == 1)
    #expect(Set(one.notes) == Set(other.notes) && one.notes.count == 4)
  }

  @Test("a column of another length than its stamps is refused as a whole")
  func unequalColumn() {
    var report = builder()
    report.add(.pm25, column: [1, 2, 3], unit: "µg/m³", at: .unix([noon]), to: report.site(site))
    let response = report.response()
    #expect(response.reports.isEmpty && note(response, .refused)?.count == 3)
  }

  @Test("values of different unit, averaging, origin or correction are different series")
  func identity() {
    var report = builder()
    let place = report.site(site)
    report.add(.o3, 1, unit: "ppb", at: .unix(noon), to: place)
    report.add(.o3, 2, unit: "µg/m³", at: .unix(noon), to: place)
    report.add(.o3, 3, unit: "ppb", at: .unix(noon), with: .init(averaging: .oneHour), to: place)
    report.add(
      .o3, 4, unit: "ppb", at: .unix(noon),
      with: .init(origin: AirOrigin(instrument: AirSite.Instrument("b"))), to: place)
    report.add(
      .o3, 5, unit: "ppb", at: .unix(noon),
      with: .init(correction: AirOrigin.Correction(method: "x", author: .provider)), to: place)
    #expect(report.response().reports[0].series(of: .o3).map { $0.values.first } == [1, 2, 3, 4, 5])
  }

  @Test("sites without an identifier are separate for each place; with one, a site is for several")
  func sites() throws {
    let cell = AirSite(coordinate: try Coordinate(52.5, 13.4), kind: .modelCell)
    var report = builder()
    for place in [1, 0] {
      report.add(.pm25, Double(place), unit: "µg/m³", at: .unix(noon), to: report.site(cell, place: place))
      report.add(.o3, 1, unit: "ppb", at: .unix(noon), to: report.site(site, place: place))
    }
    let response = report.response()
    #expect(response.reports.map(\.places) == [[0, 1], [0], [1]])
    #expect(response.reports.filter { $0.places == [1] }.first?[.pm25]?.values == [1])
    #expect(report.site(site) == report.site(site))
  }

  @Test("attribution and rights are the source's unless a site has its own")
  func attribution() {
    var report = builder()
    report.add(.o3, 1, unit: "ppb", at: .unix(noon), to: report.site(site))
    report.add(
      .o3, 1, unit: "ppb", at: .unix(noon),
      to: report.site(
        AirSite(id: "s2", kind: .city), kind: .forecast, issuedAt: .noon,
        attribution: [AirAttribution("Other")],
        rights: AirRights(caching: .forbidden)))
    let reports = report.response().reports
    #expect(reports[0].attribution == [AirAttribution("Sample data")] && reports[0].kind == .observation)
    #expect(reports[1].attribution == [AirAttribution("Other")] && reports[1].rights.caching == .forbidden)
    #expect(reports[1].kind == .forecast && reports[1].issuedAt == .noon)
  }

  @Test("a whole report goes through with its intervals, flags and conversion, its source kept as origin")
  func wholeReport() throws {
    let series = try AirSeries(
      .o3, unit: .microgramsPerCubicMetre, averaging: .day,
      timeline: AirTimeline(start: .noon, step: .seconds(1), length: .seconds(60), count: 2),
      values: [.nan, 4], flags: [[], [.suspect]], conversion: AirUnit.Conversion(from: .ppb, conditions: .us))
    let original = AirReport(
      source: "upstream", site: site, kind: .analysis, series: [series], receivedAt: .noon,
      rights: AirRights(caching: .allowed))
    var report = builder()
    report.merge(original, place: 3)
    let read = try #require(report.response().reports.first)
    var expected = series
    expected.origin = AirOrigin(source: "upstream")
    #expect(read.series == [expected] && read.places == [3] && read.kind == .analysis)
    #expect(read.source == "sample" && read.rights.caching == .allowed)
  }

  @Test("alternating values of many parameters and units each find their own series")
  func manyQuantities() throws {
    let parameters = (0..<50).map { AirParameter("quantity\($0)") }
    let units: [AirUnit] = [.microgramsPerCubicMetre, .one]
    var report = ReportBuilder(
      .sample(offers: [.sample(parameters, convention: .end, averaging: .oneHour)], sentinels: [-1]),
      receivedAt: Self.later)
    let place = report.site(site)
    for hour in 0..<3 as Range<Int64> {
      for unit in units {
        for (number, parameter) in parameters.enumerated() {
          let value = hour == 1 && number % 7 == 0 ? -1 : Double(number) + Double(hour) / 10
          report.add(parameter, value, unit: unit, at: .unix(noon + hour * 3600), to: place)
        }
      }
      report.add(.no2, 1, unit: "ppb", at: .unix(noon), to: place)
    }
    let response = report.response()
    let series = try #require(response.reports.first).series
    #expect(
      series.map { "\($0.parameter) \($0.unit)" }
        == units.flatMap { unit in parameters.map { "\($0) \(unit)" } })
    #expect(
      series.enumerated().allSatisfy { index, series in
        let number = index % parameters.count
        let middle = number % 7 == 0 ? nil : Double(number) + 0.1
        return series.values.map { $0.isNaN ? nil : $0 } == [Double(number), middle, Double(number) + 0.2]
          && series.averaging == .oneHour && series.timeline.first?.end.secondsSince1970 == noon
      })
    #expect(response.notes.reduce(0) { $0 + $1.count } == 16 + 3)
  }
}
