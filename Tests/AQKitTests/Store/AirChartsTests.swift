import AQKit
import AQKitTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct AirChartsTests {
  @Test("live charts come immediately, at every step of sampling, and immediately when the interval changes")
  func steps() async throws {
    let bench = HistoryBench(interval: .seconds(30))
    let seen = Box<[Int64]>([])
    await bench.clock.run {
      await bench.clock.advance(by: .seconds(12))
      async let watching: Void = {
        for await _ in bench.history.liveCharts() {
          let second = bench.clock.time.duration(since: .noon).components.seconds
          seen.change { $0.append(second) }
          if seen.value.count == 6 { break }
        }
      }()
      await bench.clock.advance(by: .seconds(60))
      #expect(seen.value == [12, 30, 60])
      bench.history.interval = .seconds(5)
      await bench.clock.advance(by: .seconds(11))
      await watching
    }
    #expect(seen.value == [12, 30, 60, 72, 75, 80])
  }

  @Test("they end when their task is cancelled")
  func cancelled() async throws {
    let history = HistoryBench().history
    let task = Task {
      var count = 0
      for await _ in history.liveCharts() { count += 1 }
      return count
    }
    task.cancel()
    #expect(await task.value <= 1)
  }

  @MainActor @Test("snapshots are made off the caller's actor, and can be shown on it")
  func mainActor() async throws {
    let bench = HistoryBench()
    try bench.hear(5)
    var iterator = bench.history.liveCharts().makeAsyncIterator()
    let charts = await iterator.next()
    #expect(charts?.map(\.latest.value) == [5])
  }
}
