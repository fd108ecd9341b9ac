import AQKit
import AQKitTesting
import Testing

@Suite struct AirTrendTests {
  private func line(_ count: Int, from start: Double, perHour slope: Double, every seconds: Int64 = 60)
    -> [(second: Int64, value: Double)]
  {
    (0..<count).map { index in
      let second = Int64(index) * seconds
      return (second, start + slope * Double(second) / 3600)
    }
  }

  @Test("the slope of a line is found, per hour", arguments: [120.0, -45, 3600])
  func slope(perHour: Double) throws {
    let trend = try #require(AirHistory.Trend(line(31, from: 100, perHour: perHour)))
    #expect((trend.slopePerHour - perHour).magnitude < 1e-9 * perHour.magnitude)
    #expect(trend.direction == (perHour > 0 ? .rising : .falling))
    #expect(trend.sampleCount == 31 && trend.span == .seconds(1800))
    #expect(trend.standardErrorPerHour < 1e-6)
  }

  @Test("a change below the threshold is steady, one above it isn't")
  func threshold() throws {
    // Half an hour at 19 per hour around 100 is 9.5 %; at 23 it is 11 %.
    #expect(AirHistory.Trend(line(31, from: 95, perHour: 19))?.direction == .steady)
    #expect(AirHistory.Trend(line(31, from: 95, perHour: 23))?.direction == .rising)
    let strict = AirHistory.Trend.Rule(relativeThreshold: 0, absoluteThreshold: 30)
    #expect(AirHistory.Trend(line(31, from: 95, perHour: 23), rule: strict)?.direction == .steady)
    #expect(AirHistory.Trend(line(31, from: 95, perHour: 70), rule: strict)?.direction == .rising)
    let open = AirHistory.Trend.Rule(relativeThreshold: 0)
    #expect(AirHistory.Trend(line(31, from: 5, perHour: 0), rule: open)?.direction == .steady)
  }

  @Test("scatter without a direction is steady, however large the change along the line looks")
  func scatter() throws {
    let values: [Double] = [10, 90, 20, 80, 15, 95, 30, 70, 20, 99]
    let trend = try #require(AirHistory.Trend(values.enumerated().map { (Int64($0) * 60, $1) }))
    #expect(trend.slopePerHour * 0.15 > 10 && trend.direction == .steady)
  }

  @Test("the figures equal the textbook's")
  func textbook() throws {
    // x = 0, 1, 2, 3 h; y = 1, 3, 2, 5: slope 1.1, residual sum of squares 2.7, standard error sqrt(2.7/2/5).
    let trend = try #require(AirHistory.Trend([(0, 1), (3600, 3), (7200, 2), (10_800, 5)]))
    #expect((trend.slopePerHour - 1.1).magnitude < 1e-12)
    #expect((trend.standardErrorPerHour - (2.7 / 10).squareRoot()).magnitude < 1e-12)
    #expect(trend.direction == .rising)
  }

  @Test("of a history is that of its samples, per hour, as computed by hand")
  func history() async throws {
    // One reading a minute: 60, 62, 61, 65. x̄ = 1.5 min, Sxx = 5 min², Sxy = (−1.5)(−2) + (−0.5)(0) + (0.5)(−1) +
    // (1.5)(3) = 7; slope 1.4 a minute, 84 an hour. Residuals 0.1, 0.7, −1.7, 0.9: sum of squares 4.2, standard error
    // sqrt(4.2 / 2 / 5) = 0.648 a minute, 38.9 an hour. Change along the line 4.2 < a tenth of the mean 62: steady.
    let bench = HistoryBench(interval: .seconds(60))
    for value in [60.0, 62, 61, 65] {
      try bench.hear(value)
      await bench.clock.advance(by: .seconds(60))
    }
    let trend = try #require(try bench.chart(AirChart.Options(window: .seconds(300))).statistics.trend)
    #expect((trend.slopePerHour - 84).magnitude < 1e-9)
    #expect((trend.standardErrorPerHour - 60 * 0.42.squareRoot()).magnitude < 1e-9)
    #expect(trend.direction == .steady && trend.sampleCount == 4 && trend.span == .seconds(180))
    let strict = AirChart.Options(window: .seconds(300), trendRule: .init(relativeThreshold: 0.05))
    #expect(try bench.chart(strict).statistics.trend?.direction == .rising)
  }

  @Test("too few samples, samples of one time, and no finite value have no trend")
  func none() {
    #expect(AirHistory.Trend([]) == nil)
    #expect(AirHistory.Trend([(0, 1), (60, 2)]) == nil)
    #expect(AirHistory.Trend([(0, 1), (0, 2), (0, 3)]) == nil)
    #expect(AirHistory.Trend([(0, 1), (60, .nan), (120, .infinity), (180, 2)]) == nil)
    #expect(AirHistory.Trend([(0, 1e308), (60, -1e308), (120, 1e308)]) == nil)
    #expect(AirHistory.Trend(line(4, from: 0, perHour: 1), rule: .init(minimumSamples: 5)) == nil)
  }
}
