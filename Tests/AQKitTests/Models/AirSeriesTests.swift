import AQKit
import Testing

@Suite struct AirSeriesTests {
  private func hourly(_ values: [Double], flags: [Set<AirReading.QualityFlag>]? = nil) throws -> AirSeries {
    try AirSeries(
      .pm25, unit: .microgramsPerCubicMetre,
      timeline: AirTimeline(start: .noon, step: .seconds(3600), length: .seconds(3600), count: values.count),
      values: values, flags: flags)
  }

  @Test("a gap equals a gap, whatever its bits, and hashes alike")
  func gaps() throws {
    let one = try hourly([1, .nan, 3])
    let other = try hourly([1, Double(nan: 77, signaling: false), 3])
    #expect(one == other && one.hashValue == other.hashValue)
    #expect(try one != (hourly([1, 2, 3])) && one != (hourly([.nan, 1, 3])))
    #expect(try hourly([0.0]) == hourly([-0.0]))
    #expect(try hourly([.nan, .nan]).hasNoValue && !one.hasNoValue)
  }

  @Test("the averaging period is the length of the intervals unless another one is named")
  func averaging() throws {
    #expect(try hourly([1]).averaging == .oneHour)
    let instants = try AirSeries(
      .o3, unit: .ppb, timeline: AirTimeline(start: .noon, step: .seconds(3600), length: .zero, count: 2),
      values: [1, 2])
    #expect(instants.averaging == .instant)
    let uneven = try AirTimeline([
      AirInterval(start: .noon, end: AirTime.noon.hours(1)),
      AirInterval(start: AirTime.noon.hours(1), end: AirTime.noon.hours(3)),
    ])
    #expect(throws: AQError.self) { try AirSeries(.o3, unit: .ppb, timeline: uneven, values: [1, 2]) }
    #expect(
      try AirSeries(.o3, unit: .ppb, averaging: .day, timeline: uneven, values: [1, 2]).averaging == .day)
    #expect(try AirSeries(.o3, unit: .ppb, timeline: .empty, values: []).averaging == .instant)
  }

  @Test("unequal counts and infinite values are refused")
  func refusals() throws {
    let timeline = try AirTimeline(start: .noon, step: .seconds(1), length: .zero, count: 2)
    #expect(throws: AQError.self) { try AirSeries(.o3, unit: .ppb, timeline: timeline, values: [1]) }
    #expect(throws: AQError.self) { try AirSeries(.o3, unit: .ppb, timeline: timeline, values: [1, 2, 3]) }
    #expect(throws: AQError.self) {
      try AirSeries(.o3, unit: .ppb, timeline: timeline, values: [1, .infinity])
    }
    #expect(throws: AQError.self) {
      try AirSeries(.o3, unit: .ppb, timeline: timeline, values: [1, 2], flags: [[.suspect]])
    }
    #expect(throws: AQError.self) {
      try AirSeries(
        .o3, unit: .ppb, timeline: timeline, values: [1, 2],
        completeness: [AirReading.Completeness(observed: 1, expected: 2)])
    }
  }

  @Test("rows leave gaps out and carry interval, flags and completeness")
  func readings() throws {
    let series = try AirSeries(
      .pm25, unit: .microgramsPerCubicMetre,
      timeline: AirTimeline(start: .noon, step: .seconds(3600), length: .seconds(3600), count: 3),
      values: [5, .nan, 7],
      flags: [[], [], [.provisional, .suspect]],
      completeness: [AirReading.Completeness(observed: 45, expected: 60), nil, nil])
    let rows = Array(series.readings)
    #expect(rows.map(\.value) == [5, 7])
    #expect(
      rows[0].interval.start == .noon && rows[0].completeness?.fraction == 0.75 && rows[0].flags.isEmpty)
    #expect(rows[1].flags == [.provisional, .suspect] && rows[1].completeness == nil)
    #expect(series.reading(at: 1) == nil && series.reading(at: 3) == nil && series.reading(at: -1) == nil)
    #expect(series.readings.count == 2 && series.readings.last?.value == 7)
    #expect(series.readings.reversed().map(\.value) == [7, 5])
    let gaps = try hourly([.nan, .nan])
    #expect(gaps.readings.isEmpty && gaps.readings.first == nil && gaps.readings.last == nil)
  }

  @Test("flags and completeness that were not given are not stored")
  func emptyFlags() throws {
    #expect(try hourly([1, 2], flags: [[], []]).flags == nil)
    #expect(try hourly([1, 2], flags: [[], []]) == hourly([1, 2]))
    let flagged = try hourly([1, 2], flags: [[], [.suspect]])
    let clamped = flagged.clamped(to: try AirInterval(start: .noon, end: AirTime.noon.hours(1)))
    #expect(clamped.flags == nil && clamped.values == [1])
  }

  @Test("the newest value is the last present one, or the last that has ended")
  func newest() throws {
    let series = try hourly([1, 2, .nan])
    #expect(series.newestReading()?.value == 2)
    #expect(series.newestReading(notAfter: AirTime.noon.hours(1))?.value == 1)
    #expect(series.newestReading(notAfter: .noon) == nil)
  }

  @Test("a converted series remembers the provider's unit and the conditions")
  func conversion() throws {
    let series = try AirSeries(
      .o3, unit: .ppb, timeline: AirTimeline(start: .noon, step: .seconds(1), length: .zero, count: 2),
      values: [100, .nan])
    let mass = try series.converted(to: .microgramsPerCubicMetre, under: .us)
    #expect(abs(mass.values[0] - 196.188) < 0.001 && mass.values[1].isNaN)
    #expect(mass.conversion == AirUnit.Conversion(from: .ppb, conditions: .us))
    let milligrams = try mass.converted(to: .milligramsPerCubicMetre)
    #expect(milligrams.conversion == AirUnit.Conversion(from: .ppb, conditions: .us))
    #expect(try series.converted(to: .ppb) == series)
    // The provider's own unit again, under the same conditions, is no conversion.
    #expect(try milligrams.converted(to: .ppb, under: .us).conversion == nil)
    #expect(try milligrams.converted(to: .ppb, under: .eu).conversion?.conditions == .eu)
    #expect(try milligrams.converted(to: .ppm, under: .us).conversion == AirUnit.Conversion(from: .ppb))
    #expect(try series.converted(to: .ppm).conversion == AirUnit.Conversion(from: .ppb))
    #expect(throws: AQError.self) { try series.converted(to: .microgramsPerCubicMetre) }
  }

  @Test("a converted value is the decimal, not a binary neighbour, and has the same index")
  func decimals() throws {
    func series(_ values: [Double], _ parameter: AirParameter, _ unit: AirUnit) throws -> AirSeries {
      try AirSeries(
        parameter, unit: unit,
        timeline: AirTimeline(
          start: .noon, step: .seconds(3600), length: .seconds(3600), count: values.count), values: values)
    }
    let milligrams = try series([0.0059, 0.0059, 0.0059], .pm25, .milligramsPerCubicMetre)
    let micrograms = try milligrams.converted(to: .microgramsPerCubicMetre)
    #expect(micrograms.values == [5.9, 5.9, 5.9])
    for one in [milligrams, micrograms] {
      let report = AirReport(
        source: "test", site: AirSite(kind: .referenceStation), kind: .observation, series: [one],
        receivedAt: AirTime.noon.hours(3))
      #expect(try report.index(using: "us_epa_2024").get().number == 33, "\(one.unit)")
    }
    let other = try series([-0.0, 1.001, .nan], .so2, .ppm).converted(to: .ppb)
    #expect(other.values[0] == 0 && other.values[1] == 1001 && other.values[2].isNaN)
  }

  @Test("clamping keeps what touches the window and all that belongs to it")
  func clamping() throws {
    let series = try AirSeries(
      .o3, unit: .ppb, timeline: AirTimeline(start: .noon, step: .seconds(3600), length: .zero, count: 5),
      values: [1, 2, .nan, 4, 5], origin: AirOrigin(model: "cams_europe"))
    let window = try AirInterval(start: AirTime.noon.hours(1), end: AirTime.noon.hours(4))
    let clamped = series.clamped(to: window)
    #expect(clamped.count == 3 && clamped.values[0] == 2 && clamped.values[2] == 4)
    #expect(clamped.origin == series.origin && clamped.timeline.first?.start == AirTime.noon.hours(1))
    #expect(try series.clamped(to: AirInterval(start: .noon, end: AirTime.noon.hours(9))) == series)
    #expect(
      try series.clamped(to: AirInterval(start: AirTime.noon.hours(50), end: AirTime.noon.hours(60))).count
        == 0)
  }
}
