import AQKit
import AQKitTesting
import TestRuns
import Testing

/// Show, follow, refresh, switch, cancel and late answers in any order.
@MainActor struct QualityInterleavingTests {
  /// A store, the actions on it, and the conditions that must always hold.
  @MainActor private final class Run {
    let seed: UInt64
    let store: AirQualityStore
    let random: AQRandomNumbers
    private var tasks: [Task<Void, Never>] = []
    private var newest: (place: AirPlace?, receivedAt: AirTime?)
    var faults: [String] = []

    init(_ seed: UInt64, _ clock: ManualClock) {
      self.seed = seed
      random = AQRandomNumbers(seed: seed)
      let answers = AQRandomNumbers(seed: ~seed)
      store = AirQualityStore(
        AirClient(clock: clock) { query in
          let choice = answers.next()
          let delay = Duration.seconds(Int64(choice % 8))
          let age = Duration.seconds(Int64((choice >> 8) % 3) * 2)
          let work = Task(executorPreference: nil) {
            if delay > .zero { try await clock.sleep(for: delay) }
            if (choice >> 16) % 5 == 0 { throw AQError.down }
            return try SampleAir.answer(to: query, receivedAt: clock.time - age, at: clock.time)
          }
          // Some clients ignore cancellation.
          if (choice >> 24) % 3 == 0 { return try await work.value }
          return try await withTaskCancellationHandler {
            try await work.value
          } onCancel: {
            work.cancel()
          }
        }, loading: .air, .pollen, randomNumbers: random)
    }

    func act() {
      let choice = random.next()
      let place = AirPlace.sample(1 + Int((choice >> 8) % 3))
      let store = store
      switch choice % 8 {
      case 0, 1: tasks.append(Task { await store.show(place) })
      case 2: tasks.append(Task { await store.follow(place) })
      case 3: tasks.append(Task { await store.refresh() })
      case 4: tasks.append(Task { await store.refresh(.pollen) })
      case 5: store.index = (choice >> 8) % 2 == 0 ? .usEPA : .euEAQI
      case 6: if !tasks.isEmpty { tasks[Int((choice >> 8) % UInt64(tasks.count))].cancel() }
      default: break
      }
    }

    func check(_ moment: String) {
      for load in [store[.air], store[.pollen]] {
        if let value = load.value, value.site.coordinate != store.place?.coordinate {
          faults.append("\(seed), \(moment): a value of another place")
        }
        if (load.value == nil) != (load.receivedAt == nil) {
          faults.append("\(seed), \(moment): an age without a value")
        }
      }
      let now = (place: store.place, receivedAt: store[.air].receivedAt)
      if now.place == newest.place, let old = newest.receivedAt, now.receivedAt.map({ $0 < old }) ?? true {
        faults.append("\(seed), \(moment): an older value")
      }
      newest = now
      let family = store.aqi?.value?.edition.family
      if let family, family != store.index.description {
        faults.append("\(seed), \(moment): a value of another index")
      }
    }

    func finish() async {
      for task in tasks { task.cancel() }
      for task in tasks { await task.value }
      if store.isLoading { faults.append("\(seed): still loading without anyone who waits") }
    }
  }

  @Test func aStoreNeverShowsWhatItMustNot() async {
    let count = TestEffort.of(400, debug: 200, heavy: 10_000)
    let batch = 100
    var faults: [String] = []
    for first in stride(from: 0, to: count, by: batch) {
      let clock = ManualClock()
      await clock.runOnMainActor {
        let runs = (first..<first + batch).map { Run(UInt64($0), clock) }
        for step in 0..<12 {
          for run in runs {
            run.act()
            run.check("action \(step)")
          }
          await clock.advance(by: .seconds(1))
          for run in runs { run.check("second \(step)") }
        }
        await clock.advance(by: .seconds(20))
        // The clients' own tasks run on the pool: they may begin to sleep after the clock has advanced.
        let start = ContinuousClock.now
        while runs.contains(where: \.store.isLoading), start.duration(to: .now) < .seconds(300) {
          await clock.advance(by: .seconds(1))
        }
        for run in runs { run.check("the end") }
        for run in runs where run.store.isLoading { faults.append("\(run.seed): loads forever") }
        for run in runs { await run.finish() }
        await clock.advance(by: .zero)
        faults += runs.flatMap(\.faults)
      }
    }
    #expect(faults.prefix(5).isEmpty)
  }
}
