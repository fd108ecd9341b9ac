import AQKit
import AQKitTesting
import Foundation
import TestRuns
import Testing

@Suite("A history after a relaunch", .timeLimit(.minutes(10))) struct AirHistorySnapshotTests {
  /// Records ten readings, of which two share a sample.
  private func recorded(_ bench: HistoryBench, rights: AirRights = .unknown) async throws {
    for value in 1...10 {
      var report = try bench.report(Double(value))
      report.rights = rights
      bench.history.record(AirUpdate(reports: [report]))
      await bench.clock.advance(by: .seconds(value == 5 ? 1 : 30))
    }
  }

  private func relaunched(_ bench: HistoryBench) throws -> AirHistory.Snapshot {
    try JSONDecoder().decode(
      AirHistory.Snapshot.self, from: JSONEncoder().encode(bench.history.snapshot))
  }

  @Test("has the same samples, and the time in between is a gap")
  func roundTrip() async throws {
    let bench = HistoryBench()
    try await recorded(bench)
    let before = try bench.chart()
    let saved = try relaunched(bench)
    await bench.clock.advance(by: .seconds(120))
    let next = AirHistory(clock: bench.clock)
    next.restore(saved)
    let after = try #require(next.charts().first)
    #expect(after.id == before.id && after.latest == before.latest && after.site == before.site)
    #expect(after.attribution == before.attribution && after.latestReceivedAt == before.latestReceivedAt)
    let measured = { (chart: AirChart) in chart.points.filter { $0.status == .measured } }
    #expect(measured(after) == measured(before) && !measured(after).isEmpty)
    #expect(after.gaps.map(\.cause) == [.ended])
    #expect(after.gaps.first?.start == saved.takenAt && after.gaps.first?.end == bench.clock.time)
  }

  @Test("has the gaps; one that was open ends with the old history, and the time in between is another")
  func gaps() async throws {
    let bench = HistoryBench()
    func wait() async { await bench.clock.advance(by: .seconds(30)) }
    bench.enter(.live)
    try bench.hear(1)
    await wait()
    bench.enter(.connecting)
    await wait()
    bench.enter(.live)
    try bench.hear(2)
    await wait()
    bench.enter(.connecting)
    await wait()
    let saved = try relaunched(bench)
    await wait()
    let next = AirHistory(clock: bench.clock)
    next.restore(saved)
    next.restore(saved)
    let gaps = try #require(next.charts().first).gaps
    #expect(gaps.map(\.cause) == [.disconnected, .disconnected, .ended])
    #expect(gaps.map { $0.start.duration(since: saved.takenAt) } == [.seconds(-90), .seconds(-30), .zero])
    #expect(gaps.map { $0.end?.duration(since: saved.takenAt) } == [.seconds(-60), .zero, .seconds(30)])
  }

  @Test("restored again later, the time in between is one gap")
  func restoredAgain() async throws {
    let bench = HistoryBench()
    try bench.hear(1)
    let saved = try relaunched(bench)
    let next = AirHistory(clock: bench.clock)
    for _ in 0..<2 {
      await bench.clock.advance(by: .seconds(60))
      next.restore(saved)
    }
    let gap = AirHistory.Gap(source: "feed", start: saved.takenAt, end: bench.clock.time, cause: .ended)
    #expect(try #require(next.charts().first).gaps == [gap])
  }

  @Test("readings that came first stay, and older ones are put before them")
  func merge() async throws {
    let bench = HistoryBench()
    try await recorded(bench)
    let saved = try relaunched(bench)
    let next = AirHistory(clock: bench.clock)
    next.record(AirUpdate(reports: [try bench.report(99)]))
    next.restore(saved)
    next.restore(saved)
    let chart = try #require(next.charts().first)
    let values = chart.points.filter { $0.status == .measured }.compactMap(\.value)
    #expect(values.last == 99 && values.first == 1 && chart.latest.value == 99)
    #expect(values.count == Set(values).count)
  }

  @Test(
    "readings that are delivered again don't count again, and a value that is replaced leaves the extremes")
  func deliveredAgain() async throws {
    let bench = HistoryBench()
    await bench.clock.advance(by: .seconds(25))
    for second in [5, 10, 20] as [Int64] { try bench.hear(Double(second), at: HistoryBench.at(second)) }
    let next = AirHistory(clock: bench.clock)
    next.restore(try relaunched(bench))
    for second in [5, 10, 20] as [Int64] {
      next.record(AirUpdate(reports: [try bench.report(Double(second), at: HistoryBench.at(second))]))
    }
    next.record(AirUpdate(reports: [try bench.report(8, at: HistoryBench.at(20))]))
    let point = try #require(next.charts().first?.points.last)
    #expect(point.readings == 3 && point.value == 8 && point.range == 5...10)
    #expect(next.counts.repeated == 3 && next.counts.revised == 1)
  }

  @Test(
    "a sample that is saved and goes on is one sample, in which a reading counts once",
    arguments: [[20], [5, 10, 20]] as [[Int64]])
  func sameCell(recordedFirst: [Int64]) async throws {
    let bench = HistoryBench()
    await bench.clock.advance(by: .seconds(25))
    for second in [5, 10] as [Int64] { try bench.hear(Double(second), at: HistoryBench.at(second)) }
    let saved = try relaunched(bench)
    let next = AirHistory(clock: bench.clock)
    for second in recordedFirst {
      next.record(AirUpdate(reports: [try bench.report(Double(second), at: HistoryBench.at(second))]))
    }
    for _ in 0..<2 {
      next.restore(saved)
      let point = try #require(next.charts().first?.points.last)
      #expect(point.readings == 3 && point.value == 20 && point.range == 5...20)
      #expect(point.mean.map { ($0 * 3).rounded() } == 35 && next.usage.samples == 1)
    }
  }

  @Test("the time in between is a gap even if there are as many gaps as are kept")
  func manyGaps() async throws {
    let bench = HistoryBench()
    try bench.hear(1)
    for _ in 0..<1024 {
      bench.enter(.paused)
      await bench.clock.advance(by: .seconds(1))
      bench.enter(.live)
      await bench.clock.advance(by: .seconds(1))
    }
    try bench.hear(2)
    let saved = try relaunched(bench)
    await bench.clock.advance(by: .seconds(7200))
    let next = AirHistory(clock: bench.clock)
    next.restore(saved)
    let chart = try #require(next.charts().first)
    #expect(chart.gaps.map(\.start) == [saved.takenAt] && chart.points.last?.value == nil)
    #expect(next.counts.gapsAgedOut == 1)
    // Older ones don't replace newer ones.
    next.restore(saved)
    #expect(next.charts().first?.gaps == chart.gaps)
  }

  @Test("the time in between ends with what has arrived since")
  func arrivedSince() async throws {
    let bench = HistoryBench()
    try bench.hear(1)
    let saved = try relaunched(bench)
    let next = AirHistory(clock: bench.clock)
    await bench.clock.advance(by: .seconds(300))
    let arrival = bench.clock.time
    next.record(AirUpdate(reports: [try bench.report(2)]))
    for _ in 0..<2 {
      await bench.clock.advance(by: .seconds(90))
      next.restore(saved)
      let chart = try #require(next.charts().first)
      #expect(
        chart.gaps == [AirHistory.Gap(source: "feed", start: saved.takenAt, end: arrival, cause: .ended)])
      #expect(chart.pattern.hasSuffix("eHccc") || chart.pattern.hasSuffix("eHcccccc"))
    }
  }

  @Test(
    "flags keep their numbers in what was saved",
    arguments: [
      (1, .provisional), (2, .suspect), (4, .corrected), (8, .belowDetection), (16, .interpolated),
      (32, .timeOfReceipt), (64, .late), (128, .repeated), (256, .carriedForward), (512, .raw),
      (1024, .validated),
      (2048, .partial), (4096, .beyondScale),
    ] as [(Int, AirReading.QualityFlag)])
  func flags(number: Int, flag: AirReading.QualityFlag) throws {
    let bench = HistoryBench()
    try bench.hear(1, flags: [flag])
    let text = String(decoding: try JSONEncoder().encode(bench.history.snapshot), as: UTF8.self)
    let start = try #require(text.range(of: #""samples":[["#))
    #expect(text[start.upperBound...].split(separator: ",").dropFirst(4).first == "\(number)", "\(text)")
  }

  @Test("values that mustn't be cached aren't saved")
  func forbidden() async throws {
    let bench = HistoryBench()
    try await recorded(bench, rights: AirRights(caching: .forbidden))
    let next = AirHistory(clock: bench.clock)
    next.restore(try relaunched(bench))
    #expect(next.charts().isEmpty)
  }

  @Test("stays within the limits of the new history")
  func limits() async throws {
    let bench = HistoryBench()
    try await recorded(bench)
    let next = AirHistory(limits: .init(maximumSamples: 3), clock: bench.clock)
    next.restore(try relaunched(bench))
    #expect(next.usage.samples == 3)
  }

  @Test(
    "a series with impossible numbers is left out and counted, and the others are read",
    arguments: [
      "[9223372036854775807,30,0,0,0,1]", "[0,0,0,0,0,1]", "[0,30,31,0,0,1]", "[0,2147483647,5,0,0,1]",
      "[0,30,5,-9223372036854775808,0,1]", "[0,30,5,5,0,1,9,1,5,2]", "[0,30,5,5,70000,1]", "[0,30]",
    ])
  func hostile(sample: String) async throws {
    let bench = HistoryBench()
    let other = try bench.report(2, site: AirSite(name: "Delhi", kind: .city))
    bench.history.record(AirUpdate(reports: [try bench.report(1), other]))
    let text = String(decoding: try JSONEncoder().encode(bench.history.snapshot), as: UTF8.self)
    let start = try #require(text.range(of: #""samples":["#))
    let end = try #require(text.range(of: "]]", range: start.upperBound..<text.endIndex))
    let changed = text.replacingCharacters(in: start.upperBound..<end.lowerBound, with: sample.dropLast())
    let saved = try JSONDecoder().decode(AirHistory.Snapshot.self, from: Data(changed.utf8))
    let next = AirHistory(clock: bench.clock)
    next.restore(saved)
    #expect(saved.unreadable == 1 && next.charts().map(\.latest.value) == [2])
  }
}
