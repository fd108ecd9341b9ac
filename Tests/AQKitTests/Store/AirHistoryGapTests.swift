import AQKit
import AQKitTesting
import TestRuns
import Testing

@Suite(.timeLimit(.minutes(10))) struct AirHistoryGapTests {
  private let bench = HistoryBench(interval: .seconds(10))
  private let minute = AirChart.Options(window: .seconds(60))

  private func wait(_ seconds: Int) async { await bench.clock.advance(by: .seconds(seconds)) }

  @Test("a lost connection is a gap, across which nothing is carried forward")
  func disconnected() async throws {
    bench.enter(.live)
    try bench.hear(1)
    await wait(12)
    bench.enter(.waiting(until: HistoryBench.at(20)))
    await wait(8)
    bench.enter(.connecting)
    await wait(15)
    bench.enter(.live)
    await wait(10)
    try bench.hear(2)
    await wait(5)
    let chart = try bench.chart(minute)
    #expect(chart.pattern == "HdddHc")
    #expect(
      chart.gaps == [
        AirHistory.Gap(start: HistoryBench.at(12), end: HistoryBench.at(35), cause: .disconnected)
      ])
  }

  @Test("after a gap the value is missing until the next reading")
  func emptyAfterGap() async throws {
    try bench.hear(1)
    await wait(5)
    bench.enter(.paused)
    await wait(10)
    bench.enter(.live)
    await wait(35)
    #expect(try bench.chart(minute).pattern == "Hp....")
  }

  @Test(
    "each state leaves its own kind of gap",
    arguments: [
      (AirUpdate.FeedState.paused, "Hccppp"), (.connecting, "Hccddd"), (.waiting(until: .noon), "Hccddd"),
      (.failed(.unauthorized), "Hccfff"), (.live, "Hccccc"),
      // Silence is known only after a while, and reaches back.
      (.silent(since: HistoryBench.at(10)), "Hsssss"),
    ])
  func causes(state: AirUpdate.FeedState, pattern: String) async throws {
    try bench.hear(1)
    await wait(30)
    bench.enter(state)
    await wait(20)
    #expect(try bench.chart(minute).pattern == pattern)
  }

  @Test("silence reaches back to its beginning, and ends with the next reading even without a state")
  func silence() async throws {
    try bench.hear(1)
    await wait(25)
    bench.enter(.silent(since: HistoryBench.at(2)))
    await wait(10)
    try bench.hear(2)
    await wait(15)
    let chart = try bench.chart(minute)
    #expect(chart.pattern == "HssHcc")
    #expect(chart.gaps.map(\.end) == [HistoryBench.at(35)])
  }

  @Test("a time that the stream says it missed is a gap, even if no state reported it")
  func missed() async throws {
    try bench.hear(1)
    await wait(40)
    let gap = try AirInterval(start: HistoryBench.at(15), end: HistoryBench.at(38))
    bench.history.record(AirUpdate(reports: [try bench.report(2)], state: .live, gap: gap))
    #expect(try bench.chart(minute).pattern == ".HdddH")
    #expect(try bench.chart(minute).gaps.map(\.start) == [HistoryBench.at(15)])
  }

  @Test("a gap reported by states begins at the last arrival, and stays one gap")
  func missedAndTold() async throws {
    try bench.hear(1)
    await wait(20)
    bench.enter(.waiting(until: HistoryBench.at(30)))
    await wait(10)
    let gap = try AirInterval(start: HistoryBench.at(5), end: HistoryBench.at(30))
    bench.history.record(AirUpdate(state: .live, gap: gap))
    let expected = AirHistory.Gap(start: HistoryBench.at(5), end: HistoryBench.at(30), cause: .disconnected)
    #expect(try bench.chart(minute).gaps == [expected])
  }

  @Test(
    "a pause followed by a slow connection is a pause, then a lost connection, and no other gap")
  func pauseThenConnecting() async throws {
    bench.enter(.live)
    try bench.hear(1)
    await wait(10)
    bench.enter(.paused)
    await wait(20)
    bench.enter(.connecting)
    await wait(15)
    // The feed's state afterwards: not heard since the pause.
    let gap = try AirInterval(start: HistoryBench.at(10), end: HistoryBench.at(45))
    bench.history.record(AirUpdate(reports: [try bench.report(2)], state: .live, gap: gap))
    let chart = try bench.chart(minute)
    #expect(chart.pattern == ".HppdH")
    #expect(
      chart.gaps == [
        AirHistory.Gap(start: HistoryBench.at(10), end: HistoryBench.at(30), cause: .paused),
        AirHistory.Gap(start: HistoryBench.at(30), end: HistoryBench.at(45), cause: .disconnected),
      ])
  }

  @Test("a site missing from a snapshot is gone: its value isn't carried forward")
  func snapshot() async throws {
    let other = AirSite(name: "Delhi", kind: .city)
    bench.history.record(
      AirUpdate(reports: [try bench.report(1), try bench.report(2, site: other)], isSnapshot: true))
    await wait(20)
    bench.history.record(AirUpdate(reports: [try bench.report(3, site: other)], isSnapshot: true))
    await wait(20)
    #expect(bench.history.charts(minute).map(\.pattern) == [".Hc...", ".HcHcc"])
    bench.history.record(AirUpdate(reports: [try bench.report(4)]))
    #expect(try bench.chart(minute).pattern == ".Hc..H")
  }

  @Test("the gaps of one source are not those of another")
  func sources() async throws {
    try bench.hear(1)
    bench.history.record(AirUpdate(state: .paused), from: "another")
    await wait(20)
    #expect(try bench.chart(minute).gaps.isEmpty)
    bench.history.record(AirUpdate(state: .paused), from: "feed")
    await wait(10)
    let chart = try bench.chart(minute)
    #expect(chart.pattern == "..Hcpp")
    #expect(chart.gaps.map(\.source) == ["feed"] && chart.gaps.map(\.end) == [nil])
  }

  @Test("the end of one of two followed sources isn't a gap of the other")
  func twoSources() async throws {
    for (id, name) in [("one", "Pune"), ("two", "Delhi")] as [(SourceID, String)] {
      let update = AirUpdate(reports: [
        AirReport(
          source: id, site: AirSite(name: name, kind: .city), kind: .observation,
          series: try bench.report(1).series, receivedAt: bench.clock.time)
      ])
      let updates = AirUpdates { send in
        try await send(update)
        if id == "two" { throw AQError(.unreachable, "Gone.") }
      }
      let source = ClosureSource(
        .sample(id, offers: [.sample([HistoryBench.parameter], places: [.city])]), updates: { _ in updates }
      ) { _ in AirResponse() }
      if id == "one" {
        try await bench.history.follow(source, for: AirQuery(places: []))
      } else {
        await #expect(throws: AQError.self) {
          try await bench.history.follow(source, for: AirQuery(places: []))
        }
      }
    }
    await wait(20)
    #expect(bench.history.charts(minute).map(\.gaps).map { $0.map(\.cause) } == [[.ended], [.failed]])
  }

  @Test(
    "a stream without states ends the gap of the one before it, and of one that failed before it named a source",
    arguments: [nil, "feed"] as [SourceID?])
  func secondStream(source: SourceID?) async throws {
    await #expect(throws: AQError.self) {
      try await bench.history.follow(AirUpdates { _ in throw AQError(.unreachable, "Gone.") })
    }
    await wait(10)
    try await bench.clock.run { [bench, minute] in
      for _ in 0..<2 {
        let update = AirUpdate(reports: [try bench.report(1)], source: source)
        let updates = AirUpdates { send in
          try await send(update)
          try await bench.clock.sleep(for: .seconds(20))
        }
        async let following: Void = bench.history.follow(updates)
        await bench.clock.advance(by: .seconds(15))
        #expect(try bench.chart(minute).pattern.hasSuffix("Hc"))
        await bench.clock.advance(by: .seconds(15))
        try await following
      }
    }
  }

  @Test("the states of a hub's sources are those of their own sites, and the stream's end is a gap of all")
  func sourcesOfAHub() async throws {
    let reports = try (["a", "b"] as [SourceID]).map { id in
      AirReport(
        source: id, site: HistoryBench.site, kind: .observation, series: try bench.report(1).series,
        receivedAt: bench.clock.time)
    }
    let updates = AirUpdates { [bench] send in
      try await send(AirUpdate(reports: [reports[0]], state: .live, source: "a"))
      try await send(AirUpdate(reports: [reports[1]], state: .live, source: "b"))
      try await send(AirUpdate(state: .failed(.unauthorized), source: "a"))
      try await bench.clock.sleep(for: .seconds(30))
    }
    try await bench.clock.run { [bench, minute] in
      async let following: Void = bench.history.follow(updates)
      await bench.clock.advance(by: .seconds(20))
      #expect(bench.history.charts(minute).map(\.pattern) == ["...Hff", "...Hcc"])
      await bench.clock.advance(by: .seconds(10))
      try await following
      await bench.clock.advance(by: .seconds(20))
      #expect(bench.history.charts(minute).map(\.pattern) == ["Hffeee", "Hcceee"])
    }
  }

  @Test("a reading that arrives as a gap ends holds after it")
  func firstReading() async throws {
    try bench.hear(1)
    bench.enter(.paused)
    await wait(20)
    let report = try bench.report(2)
    // The report was made a second before it is recorded.
    await wait(1)
    bench.history.record(AirUpdate(reports: [report], state: .live))
    await wait(19)
    #expect(try bench.chart(minute).values.suffix(2) == [2, 2])
  }

  @Test("a late reading doesn't carry an older sample's value across a gap", arguments: [10, 5])
  func lateReading(interval: Int) async throws {
    bench.history.interval = .seconds(interval)
    await wait(8)
    try bench.hear(1)
    await wait(12)
    bench.enter(.paused)
    await wait(10)
    bench.enter(.live)
    await wait(10)
    try bench.hear(2, at: HistoryBench.at(1))
    // A sample that is made of two shorter ones, too.
    bench.history.interval = .seconds(10)
    await wait(10)
    #expect(try bench.chart(minute).pattern == "Hcp...")
  }

  @Test("gaps are bounded: the oldest is removed, and counted")
  func bounded() async throws {
    try bench.hear(1)
    for _ in 0..<1030 {
      bench.enter(.paused)
      await wait(1)
      bench.enter(.live)
      await wait(1)
    }
    #expect(bench.history.counts.gapsAgedOut == 6)
    #expect(bench.history.usage.bytes <= bench.history.usage.mostBytes)
  }

  @Test("a followed stream is recorded, and its end, failure or abandonment is a gap")
  func follow() async throws {
    let report = try bench.report(3)
    try await bench.history.follow(AirUpdates([AirUpdate(reports: [report], state: .live)]))
    await wait(20)
    #expect(try bench.chart(minute).pattern == "...Hee")
    #expect(try bench.chart(minute).gaps.map(\.cause) == [.ended])

    await #expect(throws: AQError.self) {
      try await bench.history.follow(
        AirUpdates { send in
          try await send(AirUpdate(state: .live))
          throw AQError(.unreachable, "Gone.")
        })
    }
    await wait(20)
    #expect(try bench.chart(minute).gaps.map(\.cause) == [.ended, .failed])

    let hanging = AirUpdates { _ in try await Task.sleep(for: .seconds(600)) }
    let task = Task { try await bench.history.follow(hanging) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    await wait(20)
    #expect(try bench.chart(minute).gaps.map(\.cause) == [.ended, .failed, .ended])
  }
}
