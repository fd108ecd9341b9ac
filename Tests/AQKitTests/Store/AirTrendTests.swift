import AQKit
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
    let trend = try #require(AirTrend(line(31, from: 100, perHour: perHour)))
    #expect((trend.slopePerHour - perHour).magnitude < 1e-9 * perHour.magnitude)
    #expect(trend.direction == (perHour > 0 ? .rising : .falling))
    #expect(trend.sampleCount == 31 && trend.span == .seconds(1800))
    #expect(trend.standardErrorPerHour < 1e-6)
  }

  @Test("a change below the threshold is steady, one above it isn't")
  func threshold() throws {
    // Half an hour at 19 per hour around 100 is 9.5 %; at 23 it is 11 %.
    #expect(AirTrend(line(31, from: 95, perHour: 19))?.direction == .steady)
    #expect(AirTrend(line(31, from: 95, perHour: 23))?.direction == .rising)
    let strict = AirTrend.Rule(relativeThreshold: 0, absoluteThreshold: 30)
    #expect(AirTrend(line(31, from: 95, perHour: 23), rule: strict)?.direction == .steady)
    #expect(AirTrend(line(31, from: 95, perHour: 70), rule: strict)?.direction == .rising)
    let open = AirTrend.Rule(relativeThreshold: 0)
    #expect(AirTrend(line(31, from: 5, perHour: 0), rule: open)?.direction == .steady)
  }

  @Test("scatter without a direction is steady, however large the change along the line looks")
  func scatter() throws {
    let values: [Double] = [10, 90, 20, 80, 15, 95, 30, 70, 20, 99]
    let trend = try #require(AirTrend(values.enumerated().map { (Int64($0) * 60, $1) }))
    #expect(trend.slopePerHour * 0.15 > 10 && trend.direction == .steady)
  }

  @Test("the figures are those of the textbook")
  func textbook() throws {
    // x = 0, 1, 2, 3 h; y = 1, 3, 2, 5: slope 1.1, residual sum of squares 2.7, standard error sqrt(2.7/2/5).
    let trend = try #require(AirTrend([(0, 1), (3600, 3), (7200, 2), (10_800, 5)]))
    #expect((trend.slopePerHour - 1.1).magnitude < 1e-12)
    #expect((trend.standardErrorPerHour - (2.7 / 10).squareRoot()).magnitude < 1e-12)
    #expect(trend.direction == .rising)
  }

  @Test("too few samples, samples of one time, and no finite value have no trend")
  func none() {
    #expect(AirTrend([]) == nil)
    #expect(AirTrend([(0, 1), (60, 2)]) == nil)
    #expect(AirTrend([(0, 1), (0, 2), (0, 3)]) == nil)
    #expect(AirTrend([(0, 1), (60, .nan), (120, .infinity), (180, 2)]) == nil)
    #expect(AirTrend([(0, 1e308), (60, -1e308), (120, 1e308)]) == nil)
    #expect(AirTrend(line(4, from: 0, perHour: 1), rule: .init(minimumSamples: 5)) == nil)
  }
}
