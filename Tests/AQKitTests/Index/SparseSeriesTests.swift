import AQKit
import Testing

@Suite("Indices of values that lie years apart", .timeLimit(.minutes(10)))
struct SparseSeriesTests {
  /// Runs of hourly means of ozone, each beginning at an hour after 1970.
  private func report(_ runs: [(hour: Int64, values: [Double])], isModel: Bool = false) throws -> AirReport {
    let intervals = try runs.flatMap { run in
      try run.values.indices.map { place in
        let start = AirTime(secondsSince1970: (run.hour + Int64(place)) * 3600)
        return isModel ? AirInterval(instant: start) : try AirInterval(start: start, end: start.hours(1))
      }
    }
    let series = try AirSeries(
      .o3, unit: .microgramsPerCubicMetre, timeline: AirTimeline(intervals), values: runs.flatMap(\.values))
    return AirReport(
      source: "sample", site: AirSite(timeZone: "GMT", kind: .referenceStation), kind: .observation,
      series: [series], receivedAt: .noon)
  }

  @Test("cost time by their number, not by the centuries between them")
  func centuries() throws {
    let report = try report([(0, [50]), (8_990_000, [90])])
    let series = try report.indexSeries(using: "eu_eaqi_2024")
    #expect(series.count <= 4)
    #expect(series.entries.map(\.number).count == 2)
  }

  @Test("equal at every hour what the report gives at that moment", arguments: [false, true])
  func moments(isModel: Bool) throws {
    let report = try report(
      [(0, [10, 60, 110]), (40_000, [130]), (80_000, [170, .nan, 20, 200])], isModel: isModel)
    let series = try report.indexSeries(using: "eu_eaqi_2024")
    #expect(series.count < 20)
    #expect(series.entries.map(\.interval) == series.entries.map(\.interval).sorted { $0.end < $1.end })
    for place in 0..<series.count {
      let moment = try #require(series.timeline[place]).end
      let single = report.index(using: "eu_eaqi_2024", at: moment).value
      #expect(series[place]?.number == single?.number)
      #expect(series[place]?.basis == single?.leading?.basis)
      #expect(series.outcome(at: place)?.value == single)
    }
    #expect(series.entries.map(\.number).count == 7)
  }

  @Test(
    "give no hour of which there is a single reading of ten minutes",
    arguments: [[0], [0, 3600], [0, 7200]] as [[Int64]])
  func strayReadings(_ strays: [Int64]) throws {
    let seconds = strays + (0..<Int64(288)).map { 799_999_800 + $0 * 600 }
    let series = try AirSeries(
      .o3, unit: .microgramsPerCubicMetre,
      timeline: AirTimeline(seconds.map { AirInterval(instant: AirTime(secondsSince1970: $0)) }),
      values: seconds.map { _ in 50 })
    let report = AirReport(
      source: "sample", site: AirSite(timeZone: "GMT", kind: .lowCostSensor), kind: .observation,
      series: [series], receivedAt: .noon)
    let index = try report.indexSeries(using: "eu_eaqi_2024")
    #expect(index.count == 49 + Int(strays.last ?? 0) / 3600 && Array(index.entries).count == 48)
    for place in 0..<index.count {
      let moment = try #require(index.timeline[place]).end
      #expect(index[place]?.number == report.index(using: "eu_eaqi_2024", at: moment).value?.number)
    }
  }

  @Test("keep the basis of each value where proxies are shown")
  func shownBasis() throws {
    let report = try report([(0, [50, 60, 70]), (80_000, [90, 80, 70, 60, 50, 40, 30])])
    let series = try report.indexSeries(using: "us_epa_2024", options: .shown)
    for place in 0..<series.count {
      let moment = try #require(series.timeline[place]).end
      let single = report.index(using: "us_epa_2024", at: moment, options: .shown).value
      #expect(series[place]?.number == single?.number && series[place]?.basis == single?.leading?.basis)
    }
    #expect(Array(series.entries).count == 10)
  }
}
