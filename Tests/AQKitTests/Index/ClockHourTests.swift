import AQKit
import Foundation
import Testing

/// Hours are formed from all instants and short means in them, by the share of the hour that they cover.
@Suite struct ClockHourTests {
  /// Midnight in UTC of 1 January 2026.
  static let midnight: Int64 = 1_767_225_600

  typealias Cell = (from: Int64, to: Int64, value: Double)

  static func time(_ second: Int64) -> AirTime { AirTime(secondsSince1970: second) }

  /// A report of PM2.5 in intervals between some seconds after midnight.
  static func report(
    _ cells: [Cell], zone: String = "UTC", hours: Int64 = 24,
    from start: Int64 = midnight
  ) throws -> AirReport {
    let intervals = try cells.map {
      try AirInterval(start: time(start + $0.from), end: time(start + $0.to))
    }
    return AirReport(
      source: "test", site: AirSite(timeZone: zone, kind: .referenceStation), kind: .observation,
      series: [
        try AirSeries(
          .pm25, unit: "µg/m³", averaging: .instant, timeline: AirTimeline(intervals),
          values: cells.map(\.value))
      ], receivedAt: time(start + hours * 3600))
  }

  /// Instants of a day, some seconds apart.
  static func instants(
    every step: Int64, hours: Int64 = 24, jitter: (Int64) -> Int64 = { _ in 0 },
    without missing: Set<Int64> = [],
    _ value: (Int64) -> Double = { _ in 20 }
  ) -> [Cell] {
    (1...hours * 3600 / step).filter { !missing.contains($0) }.map { i in
      let at = i * step + jitter(i)
      return (at, at, value(i * step))
    }
  }

  static func subIndex(
    _ report: AirReport, hours: Int64 = 24, _ index: IndexEdition.Reference = "id_ispu_2020"
  )
    throws -> AQIValue.SubIndex
  {
    try #require(try report.index(using: index, at: time(midnight + hours * 3600)).get().subIndices.first)
  }

  /// A value for each hour: its number.
  static func hourly(_ second: Int64) -> Double { Double((second - 1) / 3600) }

  @Test("ten-minute instants give an index with one row missing, or one value null")
  func absentRow() throws {
    for missing in [Set<Int64>(), [31], [1, 40, 77], [143]] {
      let sub = try Self.subIndex(Self.report(Self.instants(every: 600, without: missing, Self.hourly)))
      #expect(sub.concentration == 11.5 && sub.basis.hours == 24, "\(missing)")
    }
    // With three of six missing, half of that hour is covered, which isn't enough.
    let sub = try Self.subIndex(Self.report(Self.instants(every: 600, without: [61, 62, 63])))
    #expect(sub.basis.hours == 23 && sub.concentration == 20)
  }

  @Test(
    "seconds of jitter change nothing, nor does jitter of nearly half a step",
    arguments: [Int64(5), 30, 299])
  func jitter(_ most: Int64) throws {
    let plain = try Self.report(Self.instants(every: 600, Self.hourly))
    var random: UInt64 = 7
    var offsets: [Int64: Int64] = [:]
    for i in Int64(1)...144 {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      offsets[i] = Int64(random >> 33) % (2 * most + 1) - most
    }
    let loose = try Self.report(
      Self.instants(every: 600, jitter: { offsets[$0] ?? 0 }, Self.hourly), hours: 25)
    #expect(try Self.subIndex(loose).concentration == Self.subIndex(plain).concentration)
    #expect(try Self.subIndex(loose).basis.hours == 24)
  }

  @Test("a device that is some seconds early still has its newest hour when no moment is asked for")
  func earlyEnd() throws {
    let report = try Self.report(Self.instants(every: 600, jitter: { -2 - $0 % 5 }, Self.hourly))
    let sub = try #require(try report.index(using: "id_ispu_2020").get().subIndices.first)
    #expect(sub.basis.hours == 24 && sub.concentration == 11.5)
  }

  @Test("hourly instants with seconds of jitter are hours")
  func hourlyJitter() throws {
    let report = try Self.report(
      Self.instants(every: 3600, jitter: { $0 % 11 - 5 }, without: [9], Self.hourly))
    let sub = try Self.subIndex(report)
    #expect(sub.basis.hours == 23)
    #expect(sub.basis.description.contains("hourly model values"))
  }

  @Test("hourly instants that are the same seconds later each time are hours, too", arguments: [Int64(1), 7])
  func hourlyDrift(seconds: Int64) throws {
    let report = try Self.report(
      Self.instants(every: 3600, jitter: { $0 * seconds }, Self.hourly), hours: 25)
    let sub = try Self.subIndex(report)
    #expect(sub.basis.hours == 24 && sub.concentration == 11.5)
  }

  @Test("steps of one minute, fifteen minutes and both in one series make the same hours")
  func mixedSteps() throws {
    let minutes = Self.instants(every: 60, hours: 12, Self.hourly)
    let quarters = Self.instants(every: 900, hours: 24, Self.hourly).filter { $0.from > 12 * 3600 }
    for cells in [
      Self.instants(every: 60, Self.hourly), Self.instants(every: 900, Self.hourly), minutes + quarters,
    ] {
      let sub = try Self.subIndex(Self.report(cells))
      #expect(sub.basis.hours == 24 && sub.concentration == 11.5)
    }
  }

  @Test("short means, instants and hourly means of one series make its hours together")
  func mixedLengths() throws {
    let hours = (Int64(0)..<8).map { i -> Cell in (i * 3600, i * 3600 + 3600, Double(i)) }
    let quarters = (Int64(32)..<64).map { i -> Cell in (i * 900, i * 900 + 900, Double(i / 4)) }
    let instants = Self.instants(every: 600, Self.hourly).filter { $0.from > 16 * 3600 }
    let sub = try Self.subIndex(Self.report(hours + quarters + instants))
    #expect(sub.basis.hours == 24 && sub.concentration == 11.5)
  }

  @Test("running means that overlap count once: half an hour of them makes no hour")
  func runningMeans() throws {
    func running(_ starts: some Sequence<Int64>) -> [Cell] {
      starts.map { start -> Cell in (start, start + 900, Self.hourly(start + 450)) }
    }
    // Means over fifteen minutes every five.
    let all = running(stride(from: Int64(0), to: 86_400 - 600, by: 300))
    let whole = try Self.subIndex(Self.report(all))
    #expect(whole.basis.hours == 24 && whole.concentration == 11.5)
    let gap: Range<Int64> = 37_500..<39_600
    let few = all.filter { !gap.contains($0.from) }
    #expect(try Self.subIndex(Self.report(few)).basis.hours == 23)
  }

  @Test("running hourly means every ten minutes give the hours that end with them")
  func runningHours() throws {
    let cells = (Int64(0)...138).map { i -> Cell in
      let end = i * 600 + 3600
      return (end - 3600, end, end % 3600 == 0 ? Double(end / 3600 - 1) : 500)
    }
    let sub = try Self.subIndex(Self.report(cells))
    #expect(sub.basis.hours == 24 && sub.concentration == 11.5)
  }

  @Test("an hour of irregular values is their mean over the time that each covers")
  func irregular() throws {
    // 10 for 40 minutes and 40 for 20, in each hour; some minutes at the end of the day are missing.
    let cells = (Int64(0)..<24).flatMap { hour -> [Cell] in
      let start = hour * 3600
      return [
        (start, start + 1000, 10), (start + 1000, start + 2400, 10), (start + 2400, start + 3600, 40),
      ]
    }
    #expect(try Self.subIndex(Self.report(cells)).concentration == 20)
  }

  @Test("a mean across two hours counts for both by its share of each")
  func acrossTheStroke() throws {
    var cells = (Int64(0)..<48).map { i -> Cell in (i * 1800, i * 1800 + 1800, 0) }
    // From 09:45 to 10:15 it is 96: a quarter of each of two hours.
    cells[19].to = 19 * 1800 + 900
    cells[20].from = 20 * 1800 + 900
    cells.insert((19 * 1800 + 900, 20 * 1800 + 900, 96), at: 20)
    let hours = try Self.report(cells).indexSeries(
      using: "au_nepm_aqi_2016", options: IndexOptions(proxy: .allowed))
    #expect(hours.count == 24)
    #expect(try Self.subIndex(Self.report(cells)).concentration == 2)
  }

  @Test("at every hour a series of jittered values equals the report's result at that moment")
  func agreement() throws {
    let report = try Self.report(
      Self.instants(every: 600, hours: 60, jitter: { $0 * 37 % 41 - 20 }, without: [17, 90, 91, 92, 200]) {
        Double($0 * 13 % 97)
      }, hours: 61)
    for index in ["us_epa_2024", "id_ispu_2020", "kr_cai_2018"] as [IndexEdition.Reference] {
      let series = try report.indexSeries(using: index, options: IndexOptions(proxy: .allowed))
      #expect(series.count >= 60)
      for i in 0..<series.count {
        let moment = try #require(series.timeline[i]?.end)
        let at = report.index(using: index, at: moment, options: IndexOptions(proxy: .allowed))
        #expect(series.outcome(at: i)?.value?.number == at.value?.number, "\(index) \(moment)")
      }
    }
  }

  @Test("single means and sparse instants aren't hours")
  func tooSeldom() throws {
    let lone = try Self.report(Self.instants(every: 10_800))
    #expect(lone.index(using: "id_ispu_2020", at: Self.time(Self.midnight + 86_400)).value == nil)
    let tenOfThirty = (Int64(0)..<48).map { i -> Cell in (i * 1800, i * 1800 + 600, 20) }
    #expect(try Self.report(tenOfThirty).index(using: "id_ispu_2020").value == nil)
  }
}
