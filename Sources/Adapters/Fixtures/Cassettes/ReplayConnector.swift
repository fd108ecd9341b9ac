public import AQKit

/// A connector that plays a recording: each connection plays it from the start, at a chosen speed, and then closes normally.
public struct ReplayConnector: FeedConnector {
  private let recording: FeedRecording
  private let speed: Double?
  private let clock: any AQClock

  /// Creates a connector that plays a recording.
  ///
  /// - Parameters:
  ///   - recording: The messages.
  ///   - speed: The speed as a multiple of the recorded one; nil to deliver all messages at once.
  ///   - clock: Waits between the messages.
  public init(_ recording: FeedRecording, speed: Double? = 1, clock: any AQClock = AQSystemClock()) {
    self.recording = recording
    self.speed = speed.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    self.clock = clock
  }

  /// Opens a connection that plays the recording, whatever the address; only a cancelled task makes it throw.
  public func connect(to endpoint: FeedEndpoint) async throws -> any FeedConnection {
    try Task.checkCancellation()
    return ReplayConnection(recording.entries, speed: speed, clock: clock)
  }
}

private final class ReplayConnection: FeedConnection {
  private struct State {
    var next = 0
    var isClosed = false
  }

  private let entries: [FeedRecording.Entry]
  private let speed: Double?
  private let clock: any AQClock
  private let start: Double
  private let state = Condition(State())

  init(_ entries: [FeedRecording.Entry], speed: Double?, clock: any AQClock) {
    self.entries = entries
    self.speed = speed
    self.clock = clock
    start = clock.seconds
  }

  func receive() async throws -> [FeedMessage]? {
    do {
      try Task.checkCancellation()
      let next = state.read { [entries] in $0.isClosed ? entries.count : $0.next }
      guard next < entries.count else { return nil }
      if let speed {
        // At most the time since the last message: the clock may be set back.
        let pause = entries[next].after - (next > 0 ? entries[next - 1].after : .zero)
        let wait = min(entries[next].after.played(at: speed) - passed, pause.played(at: speed))
        if wait > .zero {
          try await firstOutcome(
            { [clock] in try await clock.sleep(for: wait) },
            { [state] in try await state.wait { $0.isClosed } })
          try Task.checkCancellation()
        }
      }
      let now = passed
      var due = next
      while due < entries.count,
        entries[due].after <= entries[next].after
          || speed.map({ entries[due].after.played(at: $0) <= now }) ?? true
      {
        due += 1
      }
      let isClosed = state.change { [due] state in
        state.next = due
        return state.isClosed
      }
      return isClosed ? nil : entries[next..<due].map(\.message)
    } catch {
      if error is CancellationError { markClosed() }
      throw error
    }
  }

  private var passed: Duration { Duration(boundedSeconds: clock.seconds - start) }

  func send(_ message: FeedMessage) async throws {}
  func ping() async throws {}
  func close(_ code: FeedMessage.Closure.Code) async { markClosed() }

  private func markClosed() { state.change { $0.isClosed = true } }
}
