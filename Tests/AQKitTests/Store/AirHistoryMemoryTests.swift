import AQKit
import AQKitTesting
import TestRuns
import Testing

@Suite(.computing, .timeLimit(.minutes(10))) struct AirHistoryMemoryTests {
  @Test("a history stays within its stated memory, whatever arrives")
  func bounded() async throws {
    let limits = AirHistory.Limits(maximumSites: 5, maximumSeriesPerSite: 2, maximumSamples: 50)
    let bench = HistoryBench(interval: .seconds(1), limits: limits)
    #expect(bench.history.usage.bytes == 0)
    for round in 0..<200 {
      let reports = try (0..<8).flatMap { city in
        try (0..<3).map { parameter in
          try bench.report(
            Double(round), site: AirSite(name: "City \(city)", kind: .city), AirParameter("p\(parameter)"))
        }
      }
      bench.history.record(AirUpdate(reports: reports))
      await bench.clock.advance(by: .seconds(1))
    }
    let usage = bench.history.usage
    #expect(usage.sites == 5 && usage.series == 10 && usage.samples == 500)
    #expect(usage.bytes <= usage.mostBytes && usage.bytes > 500 * 64)
    let counts = bench.history.counts
    #expect(counts.readings == 2000 && counts.refusedSites == 200 * 9 && counts.refusedSeries == 200 * 5)
    #expect(counts.samplesAgedOut == 10 * 150)
    let chart = try bench.chart(AirChart.Options(window: .seconds(1000)))
    #expect(chart.points.count == 50 && chart.statistics.measured == 49)
    bench.history.remove(chart.id)
    #expect(bench.history.counts.samplesAgedOut == 10 * 150 && bench.history.usage.series == 9)
  }

  @Test("a site that describes itself with kilobytes of text is refused and counted")
  func longText() throws {
    let bench = HistoryBench()
    let site = AirSite(name: String(repeating: "x", count: 5000), kind: .city)
    bench.history.record(AirUpdate(reports: [try bench.report(1, site: site)]))
    #expect(bench.history.charts().isEmpty && bench.history.counts.refusedSites == 1)
  }

  @Test(
    "a site that later describes itself with kilobytes keeps its old description, and its values count")
  func longTextLater() throws {
    let bench = HistoryBench()
    let long = String(repeating: "x", count: 1 << 20)
    bench.history.record(
      AirUpdate(reports: [try bench.report(1, site: AirSite(id: "7", name: "Pune", kind: .city))]))
    let before = bench.history.usage.bytes
    bench.history.record(
      AirUpdate(reports: [
        try bench.report(2, site: AirSite(id: "7", name: long, kind: .city)),
        try bench.report(3, site: AirSite(id: "7", name: "Poona", kind: .city)),
        try bench.report(
          4, site: AirSite(id: "7", name: "Poona", kind: .city),
          flags: [AirReading.QualityFlag(rawValue: long), .suspect]),
      ]))
    let chart = try bench.chart()
    #expect(chart.latest.value == 4 && chart.latest.flags.isEmpty && chart.site.name == "Poona")
    #expect(bench.history.usage.bytes == before + 1)
    bench.history.remove(chart.id)
    #expect(bench.history.usage.bytes == 0)
  }

  @Test("as many sites are kept as allowed, and no more")
  func manySites() async throws {
    let most = TestEffort.of(2_000, debug: 1_000, heavy: 10_000)
    let bench = HistoryBench(
      interval: .seconds(30),
      limits: .init(maximumSites: most, maximumSeriesPerSite: 1, maximumSamples: 4))
    for round in 0..<6 {
      for part in 0...most / 1000 {
        let reports = try (0..<1000).map { number in
          try bench.report(Double(round), site: AirSite(name: "\(part * 1000 + number)", kind: .city))
        }
        bench.history.record(AirUpdate(reports: reports))
      }
      await bench.clock.advance(by: .seconds(30))
    }
    let usage = bench.history.usage
    #expect(usage.sites == most && usage.samples == most * 4 && usage.bytes <= usage.mostBytes)
    #expect(usage.mostBytes < 64 << 20)
    #expect(bench.history.counts.refusedSites == 6000)
    let charts = bench.history.charts(AirChart.Options(window: .seconds(120)))
    #expect(charts.count == most && charts.allSatisfy { $0.latest.value == 5 && $0.points.count == 4 })
    #expect(charts.first?.values == [3, 4, 5, 5] && charts.last?.site.name == "\(most - 1)")
  }

  @Test("impossible limits become the nearest possible ones, and never overflow")
  func limits() {
    let small = AirHistory(limits: .init(maximumSites: -1, maximumSeriesPerSite: 0, maximumSamples: 0))
    #expect(small.limits == .init(maximumSites: 1, maximumSeriesPerSite: 1, maximumSamples: 1))
    let large = AirHistory(
      limits: .init(maximumSites: .max, maximumSeriesPerSite: .max, maximumSamples: .max))
    #expect(large.usage.mostBytes == .max && large.charts().isEmpty)
  }

  @Test("many tasks may feed and read one history")
  func concurrent() async throws {
    let bench = HistoryBench()
    let reports = try (0..<8).map { try bench.report(Double($0), site: AirSite(name: "\($0)", kind: .city)) }
    await withTaskGroup { group in
      for report in reports {
        group.addTask {
          for round in 0..<200 {
            bench.history.record(AirUpdate(reports: [report], state: round % 7 == 0 ? .paused : .live))
            if round % 20 == 0 { _ = bench.history.charts() }
          }
        }
      }
    }
    #expect(bench.history.charts().count == 8)
    #expect(bench.history.counts.readings == 1600 && bench.history.counts.repeated == 1592)
  }
}
