import AQKit

/// Runs the tasks that prefer it one after another, in the order in which they became runnable.
///
/// It behaves the same in every run, unless something outside interferes. ``ManualClock`` owns one. Tasks can prefer it
/// since macOS 15 and iOS 18.
public final class SerialTaskExecutor: Sendable {
  private struct State {
    var jobs: [UnownedJob] = []
    /// The number of jobs so far, and of passages outside the executor.
    var count = 0
    /// The passages outside that haven't ended.
    var outside = 0
    var isDraining = false
    var idle: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())

  /// Creates an idle executor.
  public init() {}

  /// Begins a passage that ``untilIdle()`` waits for: with Swift 6.3 a task that sleeps or wakes passes the global pool.
  func beginPassage() {
    state.withLock { state in
      state.outside += 1
      state.count += 1
    }
  }

  func endPassage() {
    start { state in
      state.outside -= 1
      state.count += 1
    }
  }

  /// Waits until the executor is idle: each of its tasks has ended or waits.
  public func untilIdle() async {
    await withCheckedContinuation { continuation in
      start { $0.idle.append(continuation) }
    }
  }

  /// Waits until 16 turns of the main actor have been empty.
  func untilIdleWithMainActor() async {
    var quietTurns = 0
    while quietTurns < 16 {
      let count = state.withLock(\.count)
      // The main actor takes turns in order, so that this one comes after all that were waiting.
      await MainActor.run {}
      await untilIdle()
      quietTurns = state.withLock(\.count) == count ? quietTurns + 1 : 0
    }
  }

  private func start(_ change: (inout State) -> Void) {
    let mustStart = state.withLock { state in
      change(&state)
      return !exchange(&state.isDraining, with: true)
    }
    // Any thread of the global executor will do; `isDraining` ensures that there is only one.
    if mustStart { Task.detached { self.drain() } }
  }

  private func drain() {
    while true {
      let (jobs, idle): ([UnownedJob], CheckedContinuation<Void, Never>?) = state.withLock { state in
        let jobs = exchange(&state.jobs, with: [])
        let isIdle = jobs.isEmpty && state.outside == 0 && !state.idle.isEmpty
        let idle = isIdle ? state.idle.removeFirst() : nil
        state.isDraining = !jobs.isEmpty || isIdle
        return (jobs, idle)
      }
      if jobs.isEmpty, idle == nil { return }
      // Jobs can only have been added on a system with task executors.
      if #available(Systems 2024, *) {
        for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
      }
      idle?.resume()
    }
  }
}

@available(Systems 2024, *)
extension SerialTaskExecutor: TaskExecutor {
  /// Adds a job after the waiting ones.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    start { state in
      state.jobs.append(job)
      state.count += 1
    }
  }
}
