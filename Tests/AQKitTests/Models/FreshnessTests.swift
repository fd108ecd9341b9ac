import AQKit
import Testing

@Suite struct FreshnessTests {
  @Test(
    "fresh up to cadence and latency, ageing up to twice, stale up to six times that, then silent",
    arguments: [
      (0, AirReport.Freshness.fresh), (5400, .fresh), (5401, .ageing), (10_800, .ageing), (10_801, .stale),
      (32_400, .stale),
      (32_401, .silent), (-3600, .fresh),
    ] as [(Int64, AirReport.Freshness)])
  func limits(_ age: Int64, _ expected: AirReport.Freshness) {
    let freshness = AirReport.Freshness(
      newestEnd: AirTime.noon.adding(seconds: -age), cadence: .seconds(3600), latency: .seconds(1800),
      now: .noon)
    #expect(freshness == expected)
  }

  @Test("without a value a report is silent, and the states are in order")
  func order() {
    #expect(AirReport.Freshness(newestEnd: nil, cadence: .seconds(3600), now: .noon) == .silent)
    #expect(
      [AirReport.Freshness.silent, .fresh, .stale, .ageing].sorted() == [.fresh, .ageing, .stale, .silent])
  }

  @Test("the longest durations don't trap")
  func extremes() {
    let longest = Duration.seconds(Int64.max)
    #expect(AirReport.Freshness(newestEnd: .noon, cadence: longest, latency: longest, now: .noon) == .fresh)
  }

  @Test("the end of the newest interval with a value counts, not the time of receipt")
  func report() throws {
    let descriptor = SourceDescriptor.sample()
    let old = try AirReport.sample(at: AirTime.noon.hours(-3))
    #expect(descriptor.freshness(of: old, at: .noon) == .stale)
    var received = old
    received.receivedAt = .noon
    #expect(descriptor.freshness(of: received, at: .noon) == .stale)
  }

  @Test("each parameter is judged by its own offer's cadence")
  func perParameter() throws {
    var daily = SourceDescriptor.Offer.sample([.birchPollen])
    daily.cadence = .seconds(86_400)
    let descriptor = SourceDescriptor.sample(offers: [.sample(), daily])
    let pollen = try AirSeries(
      .birchPollen, 3, unit: .grainsPerCubicMetre, over: AirInterval(instant: AirTime.noon.hours(-20)))
    let report = AirReport(
      source: "sample", site: AirSite(kind: .modelCell), kind: .forecast, series: [pollen], receivedAt: .noon)
    #expect(descriptor.freshness(of: report, at: .noon) == .fresh)
  }

  @Test("a daily mean is judged by the cadence of the offer of daily means")
  func perAveraging() throws {
    var daily = SourceDescriptor.Offer.sample([.pm25], averaging: .day)
    daily.cadence = .seconds(86_400)
    let descriptor = SourceDescriptor.sample(offers: [.sample([.pm25], averaging: .oneHour), daily])
    let day = try AirSeries(
      .pm25, 12, unit: .microgramsPerCubicMetre,
      over: AirInterval(start: AirTime.noon.hours(-44), end: AirTime.noon.hours(-20)))
    #expect(day.averaging == .day)
    #expect(descriptor.freshness(of: day, at: .noon) == .fresh)
  }

  @Test("a forecast that lies ahead altogether is fresh; values ahead don't make old ones fresh")
  func forecasts() throws {
    let descriptor = SourceDescriptor.sample()
    let ahead = try AirSeries(
      .o3, unit: .ppb,
      timeline: AirTimeline(start: AirTime.noon.hours(5), step: .seconds(3600), length: .zero, count: 3),
      values: [1, 2, 3])
    #expect(descriptor.freshness(of: ahead, at: .noon) == .fresh)
    let both = try AirSeries(
      .o3, unit: .ppb,
      timeline: AirTimeline([
        AirInterval(instant: AirTime.noon.hours(-30)), AirInterval(instant: AirTime.noon.hours(5)),
      ]),
      values: [1, 2])
    #expect(descriptor.freshness(of: both, at: .noon) == .silent)
  }
}
