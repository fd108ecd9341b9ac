import Dispatch

/// Runs long or endless computations on threads outside the cooperative pool, which has only as many threads as the
/// machine has cores, so that waits for sockets and clocks continue meanwhile.
@available(Systems 2024, *)
public final class ComputingExecutor: TaskExecutor {
  /// Creates an executor; all instances share the system's low-priority threads.
  public init() {}

  /// Runs a job.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    DispatchQueue.global(qos: .utility).async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
