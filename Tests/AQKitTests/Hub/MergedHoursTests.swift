import AQKitTesting
import Testing

@testable import AQKit

@Suite("A merged answer has what its sites have", .timeLimit(.minutes(10)))
struct MergedHoursTests {
  private let place: Coordinate
  init() throws { place = try Coordinate(50, 14) }

  /// Values some seconds apart that end at noon.
  private func series(
    _ parameter: AirParameter, _ value: Double, count: Int, step: Int64 = 3600, length: Int64,
    averaging: AveragingPeriod, unit: AirUnit = .microgramsPerCubicMetre
  ) throws -> AirSeries {
    try AirSeries(
      parameter, unit: unit, averaging: averaging,
      timeline: AirTimeline(
        start: AirTime.noon.adding(seconds: -step * Int64(count - 1) - length), step: .seconds(step),
        length: .seconds(length), count: count),
      values: Array(repeating: value, count: count))
  }

  private func answer(_ station: [AirSeries], _ model: [AirSeries]) throws -> AirAnswer {
    AirAnswer(
      [
        AirReport(
          source: "station",
          site: AirSite(id: "s", coordinate: try Coordinate(50.01, 14), kind: .referenceStation),
          kind: .observation, series: station, receivedAt: .noon, places: [0]),
        AirReport(
          source: "model", site: AirSite(id: "m", coordinate: place, kind: .modelCell), kind: .analysis,
          series: model, receivedAt: .noon, places: [0]),
      ], to: AirQuery(places: [.near(place)], window: .past(.seconds(86_400))), at: .noon,
      policy: .merged(.standard))
  }

  @Test("an index that only the model has isn't lost to a station that began today")
  func index() throws {
    let answer = try answer(
      [try series(.pm25, 40, count: 10, length: 3600, averaging: .oneHour)],
      [
        try series(.pm25, 20, count: 24, length: 0, averaging: .instant),
        try series(.o3, 60, count: 24, length: 0, averaging: .instant),
      ])
    let report = try #require(answer.merged()?.report)
    let hours = try #require(report.series.last { $0.parameter == .pm25 })
    #expect(hours.values == Array(repeating: 20, count: 14) + Array(repeating: 40, count: 10))
    #expect(hours.averaging == .oneHour)
    #expect(hours.origin?.model == "mixed")
    let value = try #require(answer.index(using: "us_epa_2024").value)
    #expect(!value.missing.contains(.pm25))
    // The parts name the source of each hour.
    #expect(answer.merged()?.series(of: .pm25).first?.parts.map(\.source) == ["model", "station", "model"])
  }

  @Test("hours fill the gaps between quarters of an hour")
  func quarters() throws {
    let answer = try answer(
      [
        try series(
          .pm25, 40, count: 40, step: 900, length: 900,
          averaging: .minutes(15))
      ],
      [try series(.pm25, 20, count: 24, length: 3600, averaging: .oneHour)])
    let hours = try #require(answer.merged()?.report.series.last)
    #expect(hours.values == Array(repeating: 20, count: 14) + Array(repeating: 40, count: 10))
  }

  @Test(
    "an hour of rain or gusts isn't the mean of its quarters",
    arguments: [(AirParameter.precipitation, AirUnit.millimetres), (.windGusts, .metresPerSecond)])
  func quartersWithoutMean(of parameter: AirParameter, unit: AirUnit) throws {
    let answer = try answer(
      [try series(parameter, 1, count: 40, step: 900, length: 900, averaging: .minutes(15), unit: unit)],
      [try series(parameter, 4, count: 24, length: 3600, averaging: .oneHour, unit: unit)])
    let all = try #require(answer.merged()?.report.series)
    let hours = all.filter { $0.averaging == .oneHour }
    #expect(!hours.isEmpty && hours.allSatisfy { $0.values.allSatisfy { $0 == 4 } })
  }

  @Test("hours of visibility, a length that isn't summed, fill the gaps between quarters of an hour")
  func visibility() throws {
    let answer = try answer(
      [try series(.visibility, 9, count: 40, step: 900, length: 900, averaging: .minutes(15), unit: .metres)],
      [try series(.visibility, 5, count: 24, length: 3600, averaging: .oneHour, unit: .metres)])
    let hours = try #require(answer.merged()?.report.series.last)
    #expect(hours.values == Array(repeating: 5, count: 14) + Array(repeating: 9, count: 10))
  }

  @Test("suspect quarters of an hour give way to another site's hours")
  func suspectQuarters() throws {
    var quarters = try series(.pm25, 500, count: 96, step: 900, length: 900, averaging: .minutes(15))
    for index in 0..<48 { quarters.add(.suspect, at: index) }
    let answer = try answer(
      [quarters], [try series(.pm25, 20, count: 24, length: 3600, averaging: .oneHour)])
    let hours = try #require(answer.merged()?.report.series.last)
    #expect(hours.values == Array(repeating: 20, count: 12) + Array(repeating: 500, count: 12))
  }

  @Test("a number for a missing hour gives way to another site's value")
  func missingSigns() throws {
    let answer = try answer(
      [try series(.no2, -999, count: 2, length: 3600, averaging: .oneHour)],
      [try series(.no2, 20, count: 2, length: 3600, averaging: .oneHour)])
    #expect(answer.merged()?.report[.no2]?.values == [20, 20])
  }

  @Test(
    "values converted by their sources are joined under their conditions, and their index undoes just that")
  func conversions() throws {
    func converted(_ value: Double, count: Int, under conditions: AirUnit.ReferenceConditions) throws
      -> AirSeries
    {
      try series(.no2, value, count: count, length: 3600, averaging: .oneHour, unit: .ppb)
        .converted(to: .microgramsPerCubicMetre, under: conditions)
    }
    let alone = try answer([], [converted(100, count: 24, under: .eu)])
    let both = try answer(
      [converted(100, count: 10, under: .eu)], [converted(100, count: 24, under: .eu)])
    #expect(both.merged()?.report.series.map(\.conversion?.conditions) == [.eu])
    let index = try #require(both.index(using: "us_epa_2024").value)
    #expect(index.number == alone.index(using: "us_epa_2024").value?.number)
    // Numbers under other conditions aren't one column.
    let other = try answer(
      [converted(100, count: 10, under: .us)], [converted(100, count: 24, under: .eu)])
    let conditions = try #require(other.merged()?.report.series.map(\.conversion?.conditions))
    #expect(Set(conditions) == [.eu, .us])
  }

  @Test("each corrected hour has a flag in a column that also has raw ones")
  func corrections() throws {
    let raw = try series(.pm25, 40, count: 24, length: 3600, averaging: .oneHour)
    let newest = try series(.pm25, 20, count: 10, length: 3600, averaging: .oneHour)
    let corrected = try AirSeries(
      .pm25, unit: newest.unit, averaging: .oneHour, timeline: newest.timeline, values: newest.values,
      correction: AirOrigin.Correction(method: "own", author: .provider))
    let joined = try #require(answer([corrected], [raw]).merged()?.report.series.first)
    #expect(joined.correction == nil)
    #expect(joined.flags?.map { $0.contains(.corrected) } == (0..<24).map { $0 >= 14 })
  }

  @Test("if units can't be converted, the longer series is used as a whole")
  func units() throws {
    let answer = try answer(
      [try series(.o3, 40, count: 10, length: 3600, averaging: .oneHour, unit: .ppb)],
      [try series(.o3, 20, count: 24, length: 3600, averaging: .oneHour)])
    let report = try #require(answer.merged()?.report)
    #expect(report.series.contains { $0.unit == .microgramsPerCubicMetre && $0.count == 24 })
    #expect(report.series.first { $0.unit == .ppb }?.count == 10)
  }

  @Test("nothing is added where the sites' hours fit together")
  func plain() throws {
    let answer = try answer(
      [try series(.pm25, 40, count: 10, length: 3600, averaging: .oneHour)],
      [try series(.pm25, 20, count: 24, length: 3600, averaging: .oneHour)])
    #expect(answer.merged()?.report.series.map(\.count) == [24])
  }
}
