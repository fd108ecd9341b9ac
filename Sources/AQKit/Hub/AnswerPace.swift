#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The end of the time in which an answer is computed from the arrived responses.
///
/// Sources may use the whole time limit of an answer, so the computation gets extra time: a quarter of the limit, at least 0.1
/// s and at most 2 s.
struct AnswerPace: Sendable {
  private let clock: any AQClock
  private let end: Date

  init(_ clock: any AQClock, _ limit: Duration, end: Date) {
    self.clock = clock
    let more = min(max(limit / 4, .milliseconds(100)), .seconds(2))
    self.end = max(end, clock.now).addingTimeInterval(more / .seconds(1))
  }

  /// Lets the computation continue.
  ///
  /// - Throws: `CancellationError` when the task was cancelled, ``AQError/Code/timedOut`` when the time is over.
  func check() throws {
    try Task.checkCancellation()
    if clock.now >= end {
      throw AQError(
        .timedOut,
        "The time ran out before all values were merged: ask about a smaller area, or wait longer.")
    }
  }
}
