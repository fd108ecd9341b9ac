import AQKit
import AQKitTesting
import TestRuns
import Testing

@Suite(.timeLimit(.minutes(10))) struct AirHistoryTests {
  private let bench = HistoryBench()
  private func minutes(_ count: Int, _ fill: AirChart.Options.Fill = .carryForward) -> AirChart.Options {
    AirChart.Options(window: .seconds(60 * count), fill: fill)
  }

  @Test("a sample keeps the newest reading of its step, and the extremes and the mean of all")
  func sample() async throws {
    for value in [10.0, 40, 20, 30] {
      try bench.hear(value)
      await bench.clock.advance(by: .seconds(5))
    }
    let chart = try bench.chart(minutes(1))
    #expect(chart.step == .seconds(30) && chart.points.count == 2)
    let point = try #require(chart.points.last)
    #expect(point.interval == (try AirInterval(start: .noon, end: HistoryBench.at(30))))
    #expect(point.value == 30 && point.range == 10...40 && point.mean == 25 && point.readings == 4)
    #expect(chart.statistics.maximum?.value == 40 && chart.statistics.maximum?.interval == point.interval)
    #expect(chart.statistics.minimum?.value == 10 && chart.statistics.mean == 25)
    #expect(chart.source == "feed" && chart.site == HistoryBench.site && chart.attribution.count == 1)
    #expect(chart.takenAt == HistoryBench.at(20) && chart.latest.value == 30)
  }

  @Test("directions have no mean, extremes or trend: a wind between 350° and 10° isn't a southerly one")
  func directions() async throws {
    for value in [350.0, 10, 355, 5, 350, 10] {
      let report = try bench.report(value, .windDirection, unit: .degrees)
      bench.history.record(AirUpdate(reports: [report]))
      await bench.clock.advance(by: .seconds(15))
    }
    let chart = try bench.chart(minutes(2))
    #expect(chart.values == [10, 5, 10, 10] && chart.pattern == "HHHc")
    #expect(chart.points.allSatisfy { $0.mean == nil && $0.range == nil })
    #expect(chart.points.map(\.readings) == [2, 2, 2, 0])
    let statistics = chart.statistics
    #expect(statistics.mean == nil && statistics.minimum == nil && statistics.maximum == nil)
    #expect(statistics.trend == nil && statistics.measured == 3 && statistics.carriedForward == 1)
    #expect(statistics.readings == 6 && AirChart.Plot(chart).points.map(\.maximum) == [10, 5, 10, 10])
  }

  @Test("a chart's mean and extremes ignore suspect readings, unless there are no others")
  func suspect() async throws {
    try bench.hear(10)
    await bench.clock.advance(by: .seconds(5))
    try bench.hear(1999.9, flags: [.suspect])
    await bench.clock.advance(by: .seconds(5))
    try bench.hear(20)
    await bench.clock.advance(by: .seconds(20))
    try bench.hear(1999.9, flags: [.suspect])
    let chart = try bench.chart(minutes(1))
    #expect(chart.values == [20, 1999.9] && chart.points[0].range == 10...20 && chart.points[0].mean == 15)
    #expect(chart.points.map { $0.flags.contains(.suspect) } == [false, true])
    #expect(chart.statistics.maximum?.value == 20 && chart.statistics.mean == 15)
    #expect(chart.statistics.measured == 1 && chart.statistics.missing == 1)
    #expect(AirChart.Plot(chart).points.map(\.maximum) == [20])
    // A good reading in the same step replaces it.
    await bench.clock.advance(by: .seconds(5))
    try bench.hear(30)
    let better = try bench.chart(minutes(1))
    #expect(
      better.values == [20, 30] && better.statistics.maximum?.value == 30 && better.statistics.mean == 22.5)
    // Merged steps show the value that isn't suspect.
    bench.history.interval = .seconds(60)
    #expect(try bench.chart(minutes(1)).statistics.maximum?.value == 30)
  }

  @Test(
    "a missing-value number such as −999 isn't a reading of a chart, and is counted",
    arguments: [-99.0, -999, -9999])
  func missingSign(_ value: Double) throws {
    try bench.hear(40)
    try bench.hear(value)
    let chart = try bench.chart(minutes(1))
    #expect(chart.statistics.minimum?.value == 40 && chart.latest.value == 40)
    #expect(bench.history.counts.missing == 1)
    let series = try #require(try bench.report(value).series.first)
    let plot = AirChart.Plot(series)
    #expect(plot.points.isEmpty)
  }

  @Test("without a reading, the last value is carried forward and marked, or there is none, as chosen")
  func fill() async throws {
    try bench.hear(50)
    await bench.clock.advance(by: .seconds(90))
    try bench.hear(60)
    let carried = try bench.chart(minutes(2))
    #expect(carried.pattern == "HccH" && carried.values == [50, 50, 50, 60])
    #expect(carried.points[1].flags == [.carriedForward] && carried.points[1].range == nil)
    #expect(carried.statistics.carriedForward == 2 && carried.statistics.mean == 52.5)
    let plain = try bench.chart(minutes(2, .gap))
    #expect(plain.pattern == "H..H" && plain.values == [50, nil, nil, 60])
    #expect(plain.statistics.missing == 2 && plain.statistics.mean == 55)
  }

  @Test("a value from before the window is carried into it")
  func carriedIn() async throws {
    try bench.hear(50)
    await bench.clock.advance(by: .seconds(600))
    #expect(try bench.chart(minutes(1)).pattern == "cc")
    #expect(try bench.chart(minutes(1)).statistics.maximum == nil)
  }

  @Test("a change of the interval shows old samples at the new steps and takes new ones by it")
  func interval() async throws {
    for value in [1.0, 2, 3, 4] {
      try bench.hear(value)
      await bench.clock.advance(by: .seconds(30))
    }
    bench.history.interval = .seconds(60)
    let coarse = try bench.chart(minutes(3))
    #expect(coarse.step == .seconds(60) && coarse.values == [2, 4, 4] && coarse.points[0].range == 1...2)
    #expect(coarse.points[0].readings == 2 && coarse.points[0].mean == 1.5)
    bench.history.interval = .seconds(5)
    for value in [5.0, 6] {
      try bench.hear(value)
      await bench.clock.advance(by: .seconds(5))
    }
    let fine = try bench.chart(AirChart.Options(window: .seconds(45)))
    #expect(fine.pattern == "HcccccHHc" && fine.values.last == 6)
  }

  @Test("intervals outside a second to a day become the nearer end, and whole seconds")
  func intervalBounds() {
    for (given, taken) in [(0, 1), (-5, 1), (59, 59), (1_000_000, 86_400)] {
      #expect(AirHistory(interval: .seconds(given)).interval == .seconds(taken))
    }
    #expect(AirHistory(interval: .milliseconds(2500)).interval == .seconds(2))
  }

  @Test("late and unordered readings go into the samples of their own intervals, marked")
  func late() async throws {
    await bench.clock.advance(by: .seconds(120))
    try bench.hear(4, at: HistoryBench.at(100))
    try bench.hear(1, at: HistoryBench.at(10))
    try bench.hear(2, at: HistoryBench.at(40))
    try bench.hear(9, at: HistoryBench.at(95))
    let chart = try bench.chart(minutes(3, .gap))
    #expect(chart.pattern == ".HH.H." && chart.values[1] == 1 && chart.values[2] == 2)
    #expect(chart.points[1].flags == [.late] && chart.points[2].flags == [.late])
    // Late within its sample: it counts, but the newer one stays the value.
    #expect(chart.values[4] == 4 && chart.points[4].range == 4...9 && chart.points[4].flags == [.late])
    #expect(bench.history.counts.late == 3 && chart.latest.value == 4)
  }

  @Test("the licence of a report counts even if all of its readings come late")
  func lateLicence() async throws {
    await bench.clock.advance(by: .seconds(120))
    try bench.hear(4, at: HistoryBench.at(100))
    var late = try bench.report(1, at: HistoryBench.at(10))
    late.attribution = [AirAttribution("A second office")]
    late.rights = AirRights(redistribution: .forbidden)
    bench.history.record(AirUpdate(reports: [late]))
    let chart = try bench.chart(minutes(3))
    #expect(chart.attribution.map(\.text) == ["A feed", "A second office"])
    #expect(chart.rights.redistribution == .forbidden)
  }

  @Test("an hourly mean goes into the last sample of its hour")
  func hourlyMean() async throws {
    let report = try bench.report(
      7, at: .noon, over: 3600, .pm25, unit: .microgramsPerCubicMetre)
    bench.history.record(AirUpdate(reports: [report]))
    let chart = try bench.chart(minutes(1))
    #expect(chart.pattern == "Hc" && chart.points[0].interval.end == .noon)
    #expect(chart.latest.interval.length == .seconds(3600))
  }

  @Test("a repeated reading is marked and counted, and changes nothing")
  func repeated() async throws {
    try bench.hear(5)
    await bench.clock.advance(by: .seconds(3))
    try bench.hear(5, at: .noon)
    try bench.hear(5, flags: [.repeated])
    let point = try #require(try bench.chart().points.last)
    #expect(point.readings == 1 && point.flags == [.repeated])
    #expect(bench.history.counts.repeated == 2 && bench.history.counts.dropped == 0)
    #expect(try bench.chart().latestReceivedAt == HistoryBench.at(3))
  }

  @Test(
    "a reading that is delivered again after newer ones, or after a change of the interval, isn't counted again"
  )
  func deliveredAgain() async throws {
    let bench = HistoryBench(interval: .seconds(3600))
    await bench.clock.advance(by: .seconds(3000))
    let values = [10.0, 20, 30, 40]
    for count in 3...4 {
      for number in 0..<count { try bench.hear(values[number], at: HistoryBench.at(Int64(number) * 900)) }
    }
    let point = try #require(try bench.chart(minutes(60)).points.last)
    #expect(point.readings == 4 && point.mean == 25 && point.value == 40 && point.flags == [.repeated])
    #expect(bench.history.counts.repeated == 3)
    bench.history.interval = .seconds(60)
    try bench.hear(20, at: HistoryBench.at(900))
    #expect(bench.history.counts.repeated == 4 && bench.history.usage.samples == 1)
    // Another value near a known moment is another reading.
    bench.history.interval = .seconds(3600)
    try bench.hear(70, at: HistoryBench.at(910))
    #expect(try bench.chart(minutes(60)).points.last?.range == 10...70)
    #expect(bench.history.counts.late == 1)
  }

  @Test("a reading that replaces a suspect one also takes over its time")
  func suspectTime() async throws {
    await bench.clock.advance(by: .seconds(25))
    try bench.hear(500, at: HistoryBench.at(5), flags: [.suspect])
    try bench.hear(10, at: HistoryBench.at(20))
    try bench.hear(12, at: HistoryBench.at(10))
    try bench.hear(10, at: HistoryBench.at(20))
    try bench.hear(11, at: HistoryBench.at(5))
    let point = try #require(try bench.chart(minutes(1)).points.last)
    #expect(
      point.value == 10 && point.readings == 3 && point.mean == 11 && point.flags == [.late, .repeated])
    #expect(bench.history.counts.late == 2 && bench.history.counts.repeated == 1)
    #expect(bench.history.counts.revised == 0)
  }

  @Test("a value that was replaced leaves the extremes")
  func revisedExtreme() async throws {
    await bench.clock.advance(by: .seconds(25))
    try bench.hear(10, at: HistoryBench.at(5))
    try bench.hear(500, at: HistoryBench.at(20))
    try bench.hear(12, at: HistoryBench.at(20))
    let chart = try bench.chart(minutes(1))
    #expect(chart.points.last?.range == 10...12 && chart.points.last?.mean == 11)
    #expect(chart.statistics.maximum?.value == 12 && AirChart.Plot(chart).highest?.maximum == 12)
  }

  @Test("another value for a stated moment replaces the first; within the second of arrival both count")
  func revised() async throws {
    try bench.hear(5)
    try bench.hear(8)
    var point = try #require(try bench.chart().points.last)
    #expect(point.value == 8 && point.range == 8...8 && point.readings == 1)
    #expect(bench.history.counts.revised == 1)
    await bench.clock.advance(by: .seconds(30))
    try bench.hear(5, flags: [.timeOfReceipt])
    try bench.hear(9, flags: [.timeOfReceipt])
    point = try #require(try bench.chart().points.last)
    #expect(point.value == 9 && point.range == 5...9 && point.readings == 2)
  }

  @Test("a late reading of the oldest sample's step enters it, even if there is no room for another sample")
  func lateInOldest() async throws {
    let bench = HistoryBench(limits: .init(maximumSamples: 2))
    await bench.clock.advance(by: .seconds(59))
    for second in [20, 50, 10] as [Int64] { try bench.hear(Double(second), at: HistoryBench.at(second)) }
    let oldest = try #require(try bench.chart(minutes(1)).points.first)
    #expect(oldest.value == 20 && oldest.range == 10...20 && oldest.readings == 2)
    #expect(bench.history.counts.late == 1 && bench.history.counts.dropped == 0)
  }

  @Test("readings ahead of the clock and from before the oldest sample are dropped and counted")
  func dropped() async throws {
    let bench = HistoryBench(limits: .init(maximumSamples: 2))
    await bench.clock.advance(by: .seconds(120))
    try bench.hear(1, at: HistoryBench.at(120 + 601))
    for second in [0, 40, 80] as [Int64] { try bench.hear(2, at: HistoryBench.at(second)) }
    try bench.hear(3, at: HistoryBench.at(5))
    let counts = bench.history.counts
    #expect(counts.ahead == 1 && counts.tooOld == 1 && counts.dropped == 2 && counts.samplesAgedOut == 1)
    #expect(try bench.chart(minutes(10, .gap)).pattern == "..")
    bench.history.interval = .seconds(60)
    #expect(try bench.chart(minutes(10, .gap)).pattern == "H.")
  }

  @Test(
    "series are distinguished by source, site, kind, parameter, unit and averaging, and one may be forgotten")
  func series() throws {
    let other = AirSite(id: "7", name: "Pune", kind: .lowCostSensor)
    let reports = [
      try bench.report(1), try bench.report(2, site: other), try bench.report(3, .pm25, unit: "µg/m³"),
      try bench.report(4, .pm25, unit: "mg/m³"), try bench.report(5, over: 60, .pm25, unit: "µg/m³"),
    ]
    bench.history.record(AirUpdate(reports: reports))
    #expect(bench.history.charts().map(\.latest.value) == [1, 2, 3, 4, 5])
    #expect(bench.history.usage.sites == 2 && bench.history.usage.series == 5)
    let pm25 = bench.history.charts(AirChart.Options(parameters: [.pm25]))
    #expect(pm25.map(\.latest.value) == [3, 4, 5])
    bench.history.remove(pm25[0].id)
    #expect(bench.history.chart(of: pm25[0].id) == nil && bench.history.chart(of: pm25[1].id) != nil)
    #expect(bench.history.charts().map(\.latest.value) == [1, 2, 4, 5])
    bench.history.removeAll()
    #expect(bench.history.charts().isEmpty && bench.history.usage.series == 0)
  }
}
