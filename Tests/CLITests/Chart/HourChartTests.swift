import AQKit
import AQKitTesting
import ArgumentParser
import Foundation
import Testing

@testable import AQKitCommands

/// Charts of hours, over sources whose values are known.
@Suite("Charts of hours") struct HourChartTests {
  /// Thu 1 Oct 2026 12:00 UTC.
  private static let now = AirTime(secondsSince1970: 1_790_856_000)
  private let index: any AirQualityIndex

  init() throws { index = try #require(AirQualityIndexCatalog.standard.index("us-epa")) }

  /// A report with PM2.5 that climbs by 1 µg/m³ an hour from 0, with PM10 and ozone that don't matter.
  private func report(from start: Int, hours: Int, zone: String? = "UTC", gap: Range<Int> = 0..<0) throws
    -> AirReport
  {
    let first = Self.now.adding(seconds: Int64(start) * 3600)
    let timeline = try AirTimeline(start: first, step: .seconds(3600), length: .seconds(3600), count: hours)
    func series(_ parameter: AirParameter, _ value: (Int) -> Double) throws -> AirSeries {
      try AirSeries(
        parameter, unit: .microgramsPerCubicMetre, averaging: .oneHour, timeline: timeline,
        values: (0..<hours).map { gap.contains($0) ? .nan : value($0) })
    }
    let site = AirSite(
      name: "A <place> & co", coordinate: try Coordinate(50, 14), timeZone: zone, kind: .modelCell)
    return AirReport(
      source: "s", site: site, kind: .forecast,
      series: [try series(.pm25) { Double($0) }, try series(.pm10) { _ in 1 }, try series(.o3) { _ in 10 }],
      receivedAt: Self.now, attribution: [AirAttribution("Somebody", licence: "CC BY 4.0")], places: [0])
  }

  @Test("an agent's forecast in a zone whose rules the system lacks says that it is in UTC")
  func unknownZone() throws {
    let report = try report(from: -24, hours: 72, zone: "Mars/Olympus")
    let answer = AirAnswer(
      [report], to: AirQuery(near: try Coordinate(50, 14)), at: Self.now, policy: .merged())
    let window = try AirInterval(start: Self.now, end: Self.now.adding(seconds: 86_400))
    let merged = try #require(answer.merged())
    let chart = try #require(HourChart(.usEPA, of: merged.report, at: "", within: window, catalog: .standard))
    let forecast = AgentForecast(index, chart, merged, within: window)
    #expect(forecast.timeZone == nil && forecast.caveats.contains("Days and hours are in UTC."))
  }

  private func chart(_ report: AirReport, hours: ClosedRange<Int>) throws -> HourChart {
    let window = try AirInterval(
      start: Self.now.adding(seconds: Int64(hours.lowerBound) * 3600),
      end: Self.now.adding(seconds: Int64(hours.upperBound) * 3600))
    return try #require(
      HourChart(.usEPA, of: report, at: "A <place> & co", within: window, catalog: .standard))
  }

  private let plain = Terminal(usesColour: false)

  @Test("a forecast is a line for each local day, each hour a bar, and the worst hour with its band")
  func strip() throws {
    let chart = try chart(report(from: -30, hours: 30 + 36), hours: 0...36)
    let lines = HourStrip(chart: chart, terminal: plain).lines.map(\.sent)
    #expect(lines[0] == "A <place> & co · US EPA AQI 2024 (hours in UTC)")
    #expect(lines[2].hasPrefix("Thu 1 Oct  ············") && lines[3].hasPrefix("Fri 2 Oct  "))
    let bars = lines[3].dropFirst("Fri 2 Oct  ".count).prefix(24)
    #expect(bars.count == 24 && bars.last == "█" && !bars.contains("·"))
    #expect(lines[3].contains("Unhealthy") && lines[3].contains("at 22:00, PM2.5"), "\(lines[3])")
    #expect(lines[4].hasPrefix("Bars: the index, 0 (▁) to ") && lines[4].hasSuffix("· no value"))
    #expect(lines[4].count <= 80)
  }

  @Test("each hour has the edition of the index that was in force")
  func editions() throws {
    let midnight = try #require(AirTime("2024-05-06T00:00:00Z"))
    let timeline = try AirTimeline(
      start: midnight.adding(seconds: -36 * 3600), step: .seconds(3600), length: .seconds(3600), count: 48)
    let report = AirReport(
      source: "s", site: AirSite(kind: .referenceStation), kind: .observation,
      series: [
        try AirSeries(.pm25, unit: "µg/m³", timeline: timeline, values: Array(repeating: 10, count: 48))
      ], receivedAt: midnight.adding(seconds: 12 * 3600), places: [0])
    let day = try AirInterval(
      start: midnight.adding(seconds: -12 * 3600), end: midnight.adding(seconds: 12 * 3600))
    let chart = try #require(
      HourChart(.usEPA, of: report, at: "A", within: day, catalog: .standard))
    #expect(chart.points.map(\.value) == Array(repeating: 42, count: 12) + Array(repeating: 53, count: 12))
    #expect(Set(chart.points.prefix(12).map(\.band?.name)) == ["Good"])
    #expect(Set(chart.points.suffix(12).map(\.band?.name)) == ["Moderate"])
    #expect(chart.quantity.contains("2024"))
  }

  @Test("hours are labelled by the place's clock, at their start")
  func zone() throws {
    let chart = try chart(report(from: -30, hours: 30 + 10, zone: "Asia/Kolkata"), hours: 0...10)
    let lines = HourStrip(chart: chart, terminal: plain).lines.map(\.sent)
    #expect(lines[0].hasSuffix("(hours at the place)"))
    // 12:00 UTC is 17:30 there.
    let bars = lines[2].dropFirst("Thu 1 Oct  ".count)
    #expect(bars.prefix(17).allSatisfy { $0 == "·" } && bars.dropFirst(17).first != "·", "\(lines[2])")
  }

  @Test("bars have the colour of their band, and the bands are named below")
  func colours() throws {
    let chart = try chart(report(from: -30, hours: 30 + 36), hours: 0...36)
    let lines = HourStrip(chart: chart, terminal: Terminal(usesColour: true)).lines.map(\.sent)
    let colors = Set(chart.points.compactMap(\.color))
    #expect(colors.count > 1)
    for color in colors {
      #expect(lines.joined().contains("\u{1B}[38;2;\(color.red);\(color.green);\(color.blue)m"))
    }
    let legend = try #require(lines.last)
    #expect(chart.legend.allSatisfy { legend.contains($0.band.name) })
  }

  @Test("a parameter's bars are relative to its highest hour, with · where it has no value")
  func parameter() throws {
    let report = try report(from: -12, hours: 12, gap: 4..<8)
    let series = try #require(report[.pm25])
    let window = AirQuery.Window.past(.seconds(12 * 3600)).interval(at: Self.now)
    let chart = try #require(HourChart(series, of: report, at: "A", within: window, catalog: .standard))
    #expect(chart.points.count == 8 && chart.points.map(\.value).max() == 11)
    let lines = HourStrip(chart: chart, terminal: plain).lines.map(\.sent)
    #expect(lines[0] == "A · PM2.5, µg/m³ (hours in UTC)")
    #expect(lines[2].hasPrefix("Thu 1 Oct  ▁▂▂▃····▆▇▇█············  11 µg/m³ at 11:00"), "\(lines[2])")
    #expect(lines[3].hasPrefix("Bars: 0 (▁) to 11 (█)"))
  }

  @Test(
    "an instant is in the hour that begins with it, a quarter of an hour in the one that it is part of",
    arguments: [(0, 3600, "▃▆█", "at 11:00"), (900, 900, "▄█", "at 11:45")])
  func parts(length: Int, step: Int, bars: String, time: String) throws {
    let first = step == 900 ? Self.now - .seconds(7 * 900) : Self.now - .seconds(3 * 3600)
    let count = step == 900 ? 7 : 3
    let timeline = try AirTimeline(
      start: first, step: .seconds(step), length: .seconds(length), count: count)
    let series = try AirSeries(
      .pm25, unit: .microgramsPerCubicMetre, timeline: timeline, values: (1...count).map(Double.init))
    let window = AirQuery.Window.past(.seconds(6 * 3600)).interval(at: Self.now)
    let chart = try #require(
      HourChart(series, of: try report(from: -1, hours: 1), at: "A", within: window, catalog: .standard))
    let line = HourStrip(chart: chart, terminal: plain).lines.map(\.sent)[2]
    let hours = String(repeating: "·", count: 12 - bars.count) + bars + String(repeating: "·", count: 12)
    #expect(line == "Thu 1 Oct  \(hours)  \(count) µg/m³ \(time)")
  }

  @Test("days have a line each, also a single one, and where the clocks change", arguments: [1, 3])
  func days(count: Int) throws {
    let ends = ["2026-10-23T22:00Z", "2026-10-24T22:00Z", "2026-10-25T23:00Z", "2026-10-26T23:00Z"]
    let moments = try ends.prefix(count + 1).map { try #require(AirTime($0)) }
    let intervals = try zip(moments, moments.dropFirst()).map { try AirInterval(start: $0, end: $1) }
    let series = try AirSeries(
      .pm25, unit: .microgramsPerCubicMetre, averaging: .day, timeline: AirTimeline(intervals),
      values: (1...count).map(Double.init))
    let window = try AirInterval(start: moments[0], end: moments[count])
    let chart = try #require(
      HourChart(
        series, of: try report(from: -1, hours: 1, zone: "Europe/Prague"), at: "A", within: window,
        catalog: .standard))
    let lines = HourStrip(chart: chart, terminal: plain).lines.map(\.sent)
    let days = ["Sat 24 Oct  1 µg/m³", "Sun 25 Oct  2 µg/m³", "Mon 26 Oct  3 µg/m³"]
    #expect(Array(lines.dropFirst()) == Array(days.prefix(count)), "\(lines)")
  }

  @Test("means of 24 hours that end every hour are drawn as hours, even if some are missing")
  func runningMeans() throws {
    let ends = [1, 2, 4].map { Self.now.adding(seconds: $0 * 3600) }
    let series = try AirSeries(
      .pm25, unit: .microgramsPerCubicMetre, averaging: .day,
      timeline: AirTimeline(try ends.map { try AirInterval(start: $0.adding(seconds: -86_400), end: $0) }),
      values: [1, 2, 3])
    let window = try AirInterval(start: Self.now, end: ends[2])
    let chart = try #require(
      HourChart(
        series, of: try report(from: -1, hours: 1), at: "A", within: window, catalog: .standard))
    #expect(chart.step == 3600)
  }

  @Test("a value far below the range of a chart has its lowest bar, one far above it the highest")
  func farOut() {
    #expect(Sparkline.block(of: -1e300, in: 0...1) == "▁")
    #expect(Sparkline.block(of: 1e300, in: 0...1) == "█")
    #expect(Sparkline.block(of: -1.7e308, in: 0...1e-9) == "▁")
  }

  @Test(
    "hours of a pollutant with too few of them are approximated from the available ones")
  func bound() throws {
    let timeline = try AirTimeline(
      start: Self.now - .seconds(86_400), step: .seconds(3600), length: .seconds(3600), count: 24)
    func series(_ parameter: AirParameter, _ values: [Double]) throws -> AirSeries {
      try AirSeries(
        parameter, unit: .microgramsPerCubicMetre, averaging: .oneHour, timeline: timeline, values: values)
    }
    var report = try report(from: -24, hours: 24)
    report.series = [
      try series(.no2, Array(repeating: 10, count: 24)),
      try series(.pm25, Array(repeating: .nan, count: 23) + [80]),
    ]
    let chart = try chart(report, hours: -20...0)
    let last = try #require(chart.points.last)
    #expect(last.text.hasPrefix("about \(Text.short(last.value)) ") && last.isProxy)
    #expect(last.band != nil && last.color != nil && last.value > 50)
    let remark = "About: an average of fewer hours than the standard requires."
    let colours = Terminal(usesColour: true)
    let strip = HourStrip(chart: chart, terminal: colours).lines.map(\.sent).joined(separator: "\n")
    #expect(strip.contains(remark), "\(strip)")
  }

  @Test("only the reports whose hours are shown are credited")
  func credit() throws {
    var other = try report(from: 100, hours: 5)
    (other.source, other.attribution) = ("t", [AirAttribution("Somebody else")])
    let outcomes = [try report(from: -30, hours: 66), other].map { report in
      AirAnswer.SourceOutcome(
        descriptor: SourceDescriptor(id: report.source, name: "S", offers: []),
        result: .responded(AirResponse(reports: [report])))
    }
    let question = try ForecastCommand.parse(["--at", "50,14"]).question
    let query = AirQuery(places: try question.places.places)
    let answer = AirAnswer(query: query, outcomes: outcomes, askedAt: Self.now)
    let charts = question.charts(of: answer, .next(.seconds(86_400)), [], .usEPA)
    let lines = HourQuestion.lines(of: charts, from: answer, on: plain).map(\.sent)
    #expect(answer.reports.count == 2 && charts.count == 1)
    #expect(lines.last == "Somebody (CC BY 4.0)", "\(lines)")
  }

  @Test("forecast and history also request the hours from which an index is formed, and their last moment")
  func questions() async throws {
    let clock = ManualClock(Self.now)
    let asked = Locked<[AirQuery]>([])
    let report = try report(from: -60, hours: 120)
    let offer = SourceDescriptor.Offer(
      capabilities: [.current, .history, .forecast], placeKinds: [.coordinate],
      parameters: [.pm25, .pm10, .o3],
      kinds: [.forecast], timeConvention: .end, averaging: .oneHour, cadence: .seconds(3600))
    let source = ClosureSource(SourceDescriptor(id: "s", name: "S", offers: [offer])) { query in
      asked.withLock { $0.append(query) }
      return AirResponse(reports: [report])
    }
    var container = AQContainer().setting(.clock, to: clock)
    try container.register(source.descriptor) { _, _ in source }
    let forecast = try ForecastCommand.parse(["--at", "50,14"]).question
    let next = AirQuery.Window.next(.seconds(86_400))
    let coming = forecast.charts(
      of: try await forecast.answer(next, [], .usEPA, in: container), next, [], .usEPA)
    #expect(coming.first?.points.count == 24)
    #expect(coming.first?.points.first?.end == Self.now.adding(seconds: 3600))
    let history = try HistoryCommand.parse(["--at", "50,14"]).question
    let last = AirQuery.Window.past(.seconds(86_400))
    let past = history.charts(
      of: try await history.answer(last, [.pm25], .usEPA, in: container), last, [.pm25], .usEPA)
    #expect(past.first?.quantity == "PM2.5" && past.first?.points.count == 24)
    let windows = asked.withLock { $0 }.map { $0.window.interval(at: Self.now) }
    #expect(windows.map { Self.now.duration(since: $0.start) } == [.seconds(25 * 3600), .seconds(86_400)])
    #expect(windows.map(\.end) == [Self.now.adding(seconds: 86_401), Self.now.adding(seconds: 1)])
  }
}
