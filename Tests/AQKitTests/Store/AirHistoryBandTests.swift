import AQKit
import AQKitTesting
import Testing

@Suite struct AirHistoryBandTests {
  private let bench = HistoryBench()

  @Test("a published index has the band of the scale that it names")
  func named() throws {
    try bench.hear(161.2)
    let chart = try bench.chart()
    #expect(chart.points.last?.band?.key == "moderately-polluted" && chart.latestBand?.rank == 2)
    #expect(chart.bandProxy == nil)
    #expect(try bench.chart(AirChart.Options(banding: .none)).points.last?.band == nil)
  }

  @Test("a published 10+ is in the last band of a chart, and the number below it isn't")
  func beyondScale() throws {
    for (value, band) in [(10.0, "serious"), (9, "very-high")] {
      let bench = HistoryBench()
      let report = try bench.report(value, "aqi.hk-aqhi", flags: [.beyondScale])
      bench.history.record(AirUpdate(reports: [report]))
      let chart = try bench.chart()
      #expect(chart.points.last?.band?.key == band && chart.latestBand?.key == band)
    }
  }

  @Test("a published index without a scale has a band on the scale that the caller names, or else none")
  func chosen() throws {
    bench.history.record(AirUpdate(reports: [try bench.report(450, .publishedIndex)]))
    #expect(try bench.chart().points.last?.band == nil)
    let chosen = try bench.chart(AirChart.Options(banding: .published(on: .inNAQI)))
    #expect(chosen.points.last?.band?.rank == 5)
    #expect(try bench.chart(AirChart.Options(banding: .index(.usEPA))).points.last?.band == nil)
    #expect(try bench.chart(AirChart.Options(banding: .published(on: "nowhere"))).latestBand == nil)
  }

  @Test("a concentration has a band on an index, marked as a proxy if it isn't the required average")
  func concentration() throws {
    let instant = try bench.report(40, .pm25, unit: "µg/m³")
    bench.history.record(AirUpdate(reports: [instant]))
    let chart = try bench.chart(AirChart.Options(banding: .index("us_epa_2024")))
    #expect(chart.points.last?.band?.key == "unhealthy-for-sensitive-groups")
    #expect(chart.bandProxy == .otherPeriod(.instant))
    let other = HistoryBench()
    other.history.record(
      AirUpdate(reports: [try other.report(0.04, over: 86_400, .pm25, unit: "mg/m³")]))
    let daily = try other.chart(AirChart.Options(banding: .index("us_epa_2024")))
    #expect(daily.latestBand?.key == "unhealthy-for-sensitive-groups" && daily.bandProxy == nil)
  }

  @Test("each value has the band of the edition in force at its time, which changes at the site's midnight")
  func editions() throws {
    let midnight = try #require(AirTime("2024-05-06T08:00:00Z"))
    let clock = ManualClock(midnight.adding(seconds: 7200))
    let history = AirHistory(interval: .seconds(3600), clock: clock)
    let series = try AirSeries(
      .pm25, unit: "µg/m³",
      timeline: AirTimeline(
        start: midnight.adding(seconds: -7200), step: .seconds(3600), length: .seconds(3600), count: 4),
      values: [10, 10, 10, 10])
    let site = AirSite(name: "A", timeZone: "America/Los_Angeles", kind: .referenceStation)
    history.record(
      AirUpdate(reports: [
        AirReport(source: "feed", site: site, kind: .observation, series: [series], receivedAt: clock.time)
      ]))
    let options = AirChart.Options(window: .seconds(6 * 3600), fill: .gap, banding: .index(.usEPA))
    let chart = try #require(history.charts(options).first)
    #expect(chart.points.compactMap(\.band?.key) == ["good", "good", "moderate", "moderate"])
    #expect(chart.latestBand?.key == "moderate" && chart.bandProxy == .otherPeriod(.oneHour))
    let old = try #require(history.charts(AirChart.Options(banding: .index("us_epa_2012"))).first)
    #expect(old.latestBand?.key == "good")
  }

  @Test("a suspect value has no band")
  func suspect() throws {
    let report = try bench.report(9254, .pm25, unit: "µg/m³", flags: [.suspect])
    bench.history.record(AirUpdate(reports: [report]))
    let chart = try bench.chart(AirChart.Options(banding: .index(.usEPA)))
    #expect(chart.points.last?.value == 9254 && chart.points.last?.band == nil && chart.latestBand == nil)
    #expect(chart.latest.band(using: .usEPA) == nil)
  }

  @Test("a parameter that the index does not cover has no band")
  func notCovered() throws {
    bench.history.record(AirUpdate(reports: [try bench.report(20, "temperature", unit: "°C")]))
    #expect(try bench.chart(AirChart.Options(banding: .index(.usEPA))).latestBand == nil)
  }
}
