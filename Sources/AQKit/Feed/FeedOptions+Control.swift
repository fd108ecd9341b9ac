extension FeedOptions {
  /// Pauses and resumes live feeds, for example when an application goes to the background and returns.
  ///
  /// A container has one for all its feeds: `try container[.feedControl].pause()`.
  ///
  /// A paused feed closes its connection with code 1001, delivers what it has decoded, and reports
  /// ``AirUpdate/FeedState/paused``. A resumed feed connects immediately, without back-off but after any `Retry-After` of the
  /// server, repeats its handshake, and marks the missed time in ``AirUpdate/gap``.
  public final class Control: Sendable {
    private struct State {
      var isPaused = false
      /// The numbers of screens that follow the feeds, and of those that are inactive.
      var (screens, inactive) = (0, 0)

      var keepsFeedsClosed: Bool { isPaused || screens > 0 && inactive == screens }
    }

    private let state = Condition(State())

    /// Creates a control; its feeds run until it is paused.
    public init() {}

    /// Whether the feeds are paused: by ``pause()``, or because each ``LiveAirStore`` that has the control is inactive.
    public var isPaused: Bool { state.value.keepsFeedsClosed }

    /// Pauses the feeds. The application may go to the background once their streams report ``AirUpdate/FeedState/paused``.
    public func pause() { state.change { $0.isPaused = true } }

    /// Ends the pause; each feed connects immediately, or after a server's `Retry-After`.
    public func resume() { state.change { $0.isPaused = false } }

    func wait(untilPaused isPaused: Bool) async throws {
      try await state.wait { $0.keepsFeedsClosed == isPaused }
    }

    /// One of the screens that follow the feeds. Once all are inactive, the feeds are paused.
    final class Screen: Sendable {
      private let control: Control
      private let isActive = Locked(true)

      init(_ control: Control) {
        self.control = control
        control.state.change { $0.screens += 1 }
      }

      deinit {
        let wasActive = isActive.withLock { $0 }
        control.state.change { state in
          state.screens -= 1
          if !wasActive { state.inactive -= 1 }
        }
      }

      func setActive(_ active: Bool) {
        guard isActive.withLock({ exchange(&$0, with: active) }) != active else { return }
        control.state.change { $0.inactive += active ? -1 : 1 }
      }
    }
  }
}
