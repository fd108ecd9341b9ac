import AQKit
import AQKitTesting
import Testing

/// Points that can be plotted directly.
@Suite struct AirPlotTests {
  static func series(_ values: [Double], length: Duration = .seconds(3600)) throws -> AirSeries {
    try AirSeries(
      .pm25, unit: .microgramsPerCubicMetre,
      timeline: AirTimeline(start: .noon, step: .seconds(3600), length: length, count: values.count),
      values: values)
  }

  static func interval(_ start: Int64, _ end: Int64) throws -> AirInterval {
    try AirInterval(start: .noon.hours(start), end: .noon.hours(end))
  }

  @Test("missing values are gaps, and the points after them another segment")
  func gaps() throws {
    let plot = AirChart.Plot(try Self.series([.nan, 1, 2, .nan, .nan, 3, .nan]))
    #expect(plot.points.map(\.value) == [1, 2, 3])
    #expect(plot.points.map(\.segment) == [0, 0, 1])
    #expect(plot.gaps == [try Self.interval(0, 1), try Self.interval(3, 5), try Self.interval(6, 7)])
    #expect(plot.points.map(\.time) == [1, 2, 5].map { AirTime.noon.hours($0) })
    #expect(Set(plot.points.map(\.id)).count == 3)
  }

  @Test("between instants a gap goes from one value to the next")
  func instants() throws {
    let plot = AirChart.Plot(try Self.series([1, .nan, 2], length: .zero))
    #expect(plot.gaps == [try Self.interval(0, 2)])
    #expect(plot.points.map(\.segment) == [0, 1])
  }

  @Test("hours missing from a timeline are a gap, too")
  func leftOut() throws {
    let intervals = try [0, 1, 5, 6].map { try Self.interval($0, $0 + 1) }
    let series = try AirSeries(
      .pm25, unit: .microgramsPerCubicMetre, timeline: AirTimeline(intervals), values: [1, 2, 3, 4])
    let plot = AirChart.Plot(series)
    #expect(plot.gaps == [try Self.interval(2, 5)])
    #expect(plot.points.map(\.segment) == [0, 0, 1, 1])
  }

  @Test("intervals with one start are points of their own")
  func oneStart() throws {
    let intervals = try [1, 8, 24].map { try Self.interval(0, $0) }
    let series = try AirSeries(
      .pm25, unit: .microgramsPerCubicMetre, averaging: .oneHour, timeline: AirTimeline(intervals),
      values: [1, 2, 3])
    let plot = AirChart.Plot(series)
    #expect(plot.points.map(\.value) == [1, 2, 3] && plot.gaps.isEmpty)
    #expect(plot.points.map(\.id) == intervals)
  }

  @Test("extremes are those of the values")
  func extremes() throws {
    let plot = AirChart.Plot(try Self.series([5, 1, .nan, 9, 1, 9]))
    #expect(plot.lowest?.time == .noon.hours(1) && plot.highest?.time == .noon.hours(3))
    #expect(plot.range == 1...9)
    let empty = AirChart.Plot(try Self.series([.nan, .nan]))
    #expect(empty.range == nil && empty.points.isEmpty)
    #expect(empty.gaps == [try Self.interval(0, 2)])
  }

  @Test("a single hour has the band of its table, marked as a proxy")
  func banding() throws {
    let plot = AirChart.Plot(try Self.series([5, 40]), banding: .index("us_epa_2024"))
    #expect(plot.points.map(\.band?.key) == ["good", "unhealthy-for-sensitive-groups"])
    #expect(plot.points.map(\.color?.hex) == ["#00E400", "#FF7E00"])
    #expect(plot.bandProxy == .otherPeriod(.oneHour))
    #expect(AirChart.Plot(try Self.series([5])).points.first?.band == nil)
  }

  @Test("each value has the band of the edition in force at its time")
  func editions() throws {
    let midnight = try #require(AirTime("2024-05-06T00:00:00Z"))
    let series = try AirSeries(
      .pm25, unit: .microgramsPerCubicMetre,
      timeline: AirTimeline(
        start: midnight.hours(-2), step: .seconds(3600), length: .seconds(3600), count: 4),
      values: [10, 10, 10, 10])
    let plot = AirChart.Plot(series, banding: .index(.usEPA))
    #expect(plot.points.map(\.band?.key) == ["good", "good", "moderate", "moderate"])
  }

  @Test("hours plot by their numbers and in their colours")
  func hours() throws {
    let hours = [40, nil, 120].enumerated().map { i, number in
      AirAlertTests.hour(number, at: .noon.hours(Int64(i)))
    }
    let plot = AirChart.Plot(hours)
    #expect(plot.points.map(\.value) == [40, 120] && plot.points.map(\.segment) == [0, 1])
    #expect(plot.points.map(\.color?.hex) == ["#00E400", "#FF7E00"])
    #expect(plot.unit == nil && plot.bandProxy == nil)
    #expect(try roundTripped(plot) == plot)
  }

  @Test("a live chart keeps its extremes, its gaps and its carried-forward values")
  func chart() async throws {
    let bench = HistoryBench(interval: .seconds(60))
    for value in [10.0, 30, 20] {
      try bench.hear(value)
      await bench.clock.advance(by: .seconds(15))
    }
    await bench.clock.advance(by: .seconds(120))
    let chart = try #require(bench.history.charts().first)
    let plot = AirChart.Plot(chart)
    let measured = try #require(plot.points.first { !$0.isCarriedForward })
    #expect(measured.minimum == 10 && measured.maximum == 30 && measured.value == 20)
    #expect(plot.points.contains { $0.isCarriedForward })
    #expect(plot.points.count == chart.points.count { $0.value != nil })
    #expect(plot.unit == .one)
  }
}
