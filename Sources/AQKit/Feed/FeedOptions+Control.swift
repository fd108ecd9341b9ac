extension FeedOptions {
  /// Pauses and resumes live feeds, for example when an application goes to the background and returns.
  ///
  /// A container has one for all its feeds: `try container[.feedControl].pause()`.
  ///
  /// A paused feed closes its connection with code 1001, delivers what it has decoded, and reports
  /// ``AirUpdate/FeedState/paused``. A resumed feed connects immediately, without back-off but after any `Retry-After` of the
  /// server, repeats its handshake, and marks the missed time in ``AirUpdate/gap``.
  public final class Control: Sendable {
    private let paused = Condition(false)

    /// Creates a control; its feeds run until it is paused.
    public init() {}

    /// Whether the feeds are paused.
    public var isPaused: Bool { paused.value }

    /// Pauses the feeds. The application may go to the background once their streams report ``AirUpdate/FeedState/paused``.
    public func pause() { paused.change { $0 = true } }

    /// Lets the feeds run again; each connects immediately, or after a server's `Retry-After`.
    public func resume() { paused.change { $0 = false } }

    func wait(untilPaused isPaused: Bool) async throws { try await paused.wait { $0 == isPaused } }
  }
}
