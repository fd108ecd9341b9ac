import Foundation

/// The shortest time that a piece of work took in some runs.
struct Stopwatch {
  /// Seconds on the wall.
  private(set) var wall = Double.infinity
  /// Seconds of this thread on a processor.
  private(set) var processor = Double.infinity

  /// Runs the work until a time is over, and at least some times.
  static func best(forSeconds seconds: Double = 0.5, runs: Int = 5, _ work: () throws -> Void) rethrows
    -> Stopwatch
  {
    var best = Stopwatch()
    let begin = time(CLOCK_MONOTONIC)
    var count = 0
    while count < runs || time(CLOCK_MONOTONIC) - begin < seconds {
      let wall = time(CLOCK_MONOTONIC)
      let processor = time(CLOCK_THREAD_CPUTIME_ID)
      try work()
      best.processor = min(best.processor, time(CLOCK_THREAD_CPUTIME_ID) - processor)
      best.wall = min(best.wall, time(CLOCK_MONOTONIC) - wall)
      count += 1
    }
    return best
  }

  /// Measures like ``best(forSeconds:runs:_:)`` for work in tasks; the processor time is that of all threads.
  static func best(
    forSeconds seconds: Double = 0.5, runs: Int = 5,
    awaiting work: @escaping @Sendable () async throws -> Void
  ) throws -> Stopwatch {
    try waiting {
      var best = Stopwatch()
      let begin = time(CLOCK_MONOTONIC)
      var count = 0
      while count < runs || time(CLOCK_MONOTONIC) - begin < seconds {
        let wall = time(CLOCK_MONOTONIC)
        let processor = time(CLOCK_PROCESS_CPUTIME_ID)
        try await work()
        best.processor = min(best.processor, time(CLOCK_PROCESS_CPUTIME_ID) - processor)
        best.wall = min(best.wall, time(CLOCK_MONOTONIC) - wall)
        count += 1
      }
      return best
    }
  }

  static func time(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// Returns the pieces a second, by both clocks.
  func rate(_ pieces: Double) -> (processor: Double, wall: Double) { (pieces / processor, pieces / wall) }
}

/// Keeps a result from being optimised away.
@inline(never)
func keep(_ result: some Any) {}
