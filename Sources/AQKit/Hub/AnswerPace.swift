/// The end of the time in which an answer is computed. Sources may use the whole limit, so the computation
/// gets extra time: a quarter of the limit, at least 0.1 s and at most 2 s.
struct AnswerPace: Sendable {
  private let clock: any AQClock
  private let end: Double

  init(_ clock: any AQClock, _ limit: Duration, end: Double) {
    self.clock = clock
    let more = min(max(limit / 4, .milliseconds(100)), .seconds(2))
    self.end = max(end, clock.seconds) + more / .seconds(1)
  }

  /// Throws `CancellationError` when the task was cancelled, ``AQError/Code/timedOut`` when the time is over.
  func check() throws {
    try Task.checkCancellation()
    if clock.seconds >= end {
      throw AQError(
        .timedOut,
        "The time ran out before all values were merged: ask about a smaller area, or wait longer.")
    }
  }
}
