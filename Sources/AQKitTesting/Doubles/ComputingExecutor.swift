import AQKit
import Dispatch

/// Runs work that computes for long, or may never end, on threads that aren't those of the cooperative pool, of which
/// there are only as many as the machine has cores: whatever waits for a socket or a clock goes on beside it.
public final class ComputingExecutor: TaskExecutor {
  /// Makes an executor; all of them share the system's threads for work that nobody waits for impatiently.
  public init() {}

  /// Takes a job.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    DispatchQueue.global(qos: .utility).async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
