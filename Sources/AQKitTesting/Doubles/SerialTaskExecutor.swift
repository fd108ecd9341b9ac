import AQKit
import Dispatch

/// Runs the tasks that prefer it one after another, in the order in which they became runnable.
///
/// It behaves the same in every run, unless something outside interferes. ``ManualClock`` owns one.
public final class SerialTaskExecutor: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var first = 0
    var isDraining = false
    var idle: [CheckedContinuation<Void, Never>] = []

    mutating func next() -> UnownedJob? {
      guard first < jobs.count else {
        jobs.removeAll(keepingCapacity: true)
        first = 0
        return nil
      }
      defer { first += 1 }
      return jobs[first]
    }
  }

  private let state = Locked(State())

  /// An idle executor.
  public init() {}

  /// Adds a job after the waiting ones.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    start { $0.jobs.append(job) }
  }

  /// Waits until nothing on the executor can run: every task of it has ended or waits.
  public func untilIdle() async {
    await withCheckedContinuation { continuation in
      start { $0.idle.append(continuation) }
    }
  }

  private func start(_ change: (inout State) -> Void) {
    let mustStart = state.withLock { state in
      change(&state)
      defer { state.isDraining = true }
      return !state.isDraining
    }
    // Any thread of the global executor will do; `isDraining` ensures that there is only one.
    if mustStart { Task.detached { self.drain() } }
  }

  private func drain() {
    let executor = asUnownedTaskExecutor()
    while true {
      enum Next {
        case job(UnownedJob)
        case idle(CheckedContinuation<Void, Never>)
        case end
      }
      let next: Next = state.withLock { state in
        if let job = state.next() { return .job(job) }
        if !state.idle.isEmpty { return .idle(state.idle.removeFirst()) }
        state.isDraining = false
        return .end
      }
      switch next {
      case .job(let job): job.runSynchronously(on: executor)
      case .idle(let continuation): continuation.resume()
      case .end: return
      }
    }
  }
}

/// Runs long or endless computations on threads outside the cooperative pool, which has only as many as the machine has
/// cores: so waits for sockets and clocks continue meanwhile.
public final class ComputingExecutor: TaskExecutor {
  /// An executor; all instances share the system's low-priority threads.
  public init() {}

  /// Runs a job.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    DispatchQueue.global(qos: .utility).async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
