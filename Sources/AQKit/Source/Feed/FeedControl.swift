/// Pauses and resumes live feeds, such as all those of an application that goes to the background and comes back.
///
/// A container has one for all of its feeds: `try container[.feedControl].pause()`.
///
/// A paused feed closes its connection with the code 1001, hands out what it had decoded by then, and says
/// ``FeedState/paused``. A resumed one connects at once, without a back-off but no sooner than a server has asked
/// for (`Retry-After`), goes through its handshake again, and marks the time between in ``AirUpdate/gap``.
public final class FeedControl: Sendable {
  private let paused = Condition(false)

  /// Makes a control that lets its feeds run.
  public init() {}

  /// Whether the feeds are paused.
  public var isPaused: Bool { paused.value }

  /// Pauses the feeds; the application may go to the background when their streams have said ``FeedState/paused``.
  public func pause() { paused.change { $0 = true } }

  /// Lets the feeds run again; each connects at once.
  public func resume() { paused.change { $0 = false } }

  /// Waits until the feeds are paused, or are not.
  ///
  /// - Throws: `CancellationError` when the task is cancelled before.
  func wait(untilPaused isPaused: Bool) async throws { try await paused.wait { $0 == isPaused } }
}
