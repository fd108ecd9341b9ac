public import AQKit
import Foundation

/// A connector that plays a recording: each connection plays it from the start, at a chosen speed, and then closes in
/// an orderly manner.
public struct ReplayConnector: FeedConnector {
  private let recording: FeedRecording
  private let speed: Double?
  private let clock: any AQClock

  /// A connector that plays a recording.
  ///
  /// - Parameters:
  ///   - recording: The messages.
  ///   - speed: The speed as a multiple of the recorded one; nil for all at once.
  ///   - clock: Waits between the messages.
  public init(_ recording: FeedRecording, speed: Double? = 1, clock: any AQClock = SystemClock()) {
    self.recording = recording
    self.speed = speed.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    self.clock = clock
  }

  /// Opens a connection, whatever the address.
  public func connect(to endpoint: FeedEndpoint) async throws -> any FeedConnection {
    try Task.checkCancellation()
    return ReplayConnection(recording.entries, speed: speed, clock: clock)
  }
}

/// One play of a recording.
private final class ReplayConnection: FeedConnection {
  private struct State {
    var next = 0
    var isClosed = false
    /// Ends the wait for the next message.
    var waiting: AsyncStream<Never>.Continuation?
  }

  private let entries: [FeedRecording.Entry]
  private let speed: Double?
  private let clock: any AQClock
  private let start: Date
  private let state = Locked(State())

  init(_ entries: [FeedRecording.Entry], speed: Double?, clock: any AQClock) {
    self.entries = entries
    self.speed = speed
    self.clock = clock
    start = clock.now
  }

  func receive() async throws -> [FeedMessage]? {
    do {
      try Task.checkCancellation()
      let next = state.withLock { $0.isClosed ? entries.count : $0.next }
      guard next < entries.count else { return nil }
      if let speed {
        let wait = entries[next].after.played(at: speed) - passed
        if wait > .zero { try await sleep(for: wait) }
      }
      let now = passed
      var due = next
      while due < entries.count,
        entries[due].after <= entries[next].after
          || speed.map({ entries[due].after.played(at: $0) <= now }) ?? true
      {
        due += 1
      }
      let isClosed = state.withLock { state in
        state.next = due
        return state.isClosed
      }
      return isClosed ? nil : entries[next..<due].map(\.message)
    } catch {
      if error is CancellationError { markClosed() }
      throw error
    }
  }

  /// How long the play has run.
  private var passed: Duration { Duration(boundedSeconds: clock.now.timeIntervalSince(start)) }

  /// Waits for a time or until the connection is closed.
  private func sleep(for duration: Duration) async throws {
    let (closing, continuation) = AsyncStream<Never>.makeStream()
    let isClosed = state.withLock { state in
      if !state.isClosed { state.waiting = continuation }
      return state.isClosed
    }
    if isClosed { return }
    let clock = clock
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await clock.sleep(for: duration) }
      group.addTask { for await _ in closing {} }
      defer { group.cancelAll() }
      try await group.next()
    }
    try Task.checkCancellation()
  }

  func send(_ message: FeedMessage) async throws {}
  func ping() async throws {}
  func close(_ code: FeedClosure.Code) async { markClosed() }

  private func markClosed() {
    let waiting = state.withLock { state in
      state.isClosed = true
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.finish()
  }
}
