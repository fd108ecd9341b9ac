public import AQKit
import Foundation

/// A connector whose feed is a recording: each connection plays it from its beginning, at a chosen speed, and is then
/// closed in an orderly way.
public struct ReplayConnector: FeedConnector {
  private let recording: FeedRecording
  private let speed: Double?
  private let clock: any AQClock

  /// Makes a connector.
  ///
  /// - Parameters:
  ///   - recording: The messages.
  ///   - speed: How many times faster than recorded they arrive; nil for all at once.
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
    try Task.checkCancellation()
    let next = state.withLock { $0.isClosed ? entries.count : $0.next }
    guard next < entries.count else { return nil }
    if let speed {
      let wait = entries[next].after / speed - .seconds(clock.now.timeIntervalSince(start))
      if wait > .zero { try await clock.sleep(for: wait) }
    }
    let passed = speed.map { Duration.seconds(clock.now.timeIntervalSince(start)) * $0 }
    var due = next
    while due < entries.count, due == next || passed.map({ entries[due].after <= $0 }) ?? true { due += 1 }
    let isClosed = state.withLock { state in
      state.next = due
      return state.isClosed
    }
    return isClosed ? nil : entries[next..<due].map(\.message)
  }

  func send(_ message: FeedMessage) async throws {}
  func ping() async throws {}
  func close(_ code: FeedCloseCode) async { state.withLock { $0.isClosed = true } }
}
