public import AQKit
import Foundation

/// A connector that writes the messages of its feeds to a file with their times of arrival.
///
/// The file is a ``FeedRecording``; the messages of successive connections follow one another. Credentials are removed
/// by name and by value before anything is written. Requested coordinates, from the address or from messages sent, are
/// rounded to 0.1° where a message repeats them.
public struct RecordingConnector: FeedConnector {
  private let base: any FeedConnector
  private let redaction: Redaction
  private let clock: any AQClock
  private let start: Date
  private let file: RecordingFile
  private let known: KnownCredentials

  /// A connector that records another one's feeds.
  ///
  /// - Parameters:
  ///   - base: Opens the connections.
  ///   - path: The file; an existing one is replaced.
  ///   - redaction: What to remove.
  ///   - clock: Times the messages.
  /// - Throws: ``AQError/Code/notConfigured`` when the file can't be written.
  public init(
    _ base: any FeedConnector, to path: String, redaction: Redaction = Redaction(),
    clock: any AQClock = SystemClock()
  ) throws(AQError) {
    try self.init(base, to: path, redaction: redaction, clock: clock, known: KnownCredentials(redaction))
  }

  init(
    _ base: any FeedConnector, to path: String, redaction: Redaction, clock: any AQClock,
    known: KnownCredentials
  ) throws(AQError) {
    self.known = known
    self.base = base
    self.redaction = redaction
    self.clock = clock
    start = clock.now
    file = try RecordingFile(path, header: FeedRecording.header(startedAt: AirTime(start)))
  }

  /// Opens a connection by the base.
  public func connect(to endpoint: FeedEndpoint) async throws -> any FeedConnection {
    RecordingConnection(base: try await base.connect(to: endpoint), endpoint: endpoint, recorder: self)
  }

  /// Learns the credentials in the requests for a feed.
  ///
  /// - Returns: The requested coordinates.
  fileprivate func learn(_ endpoint: FeedEndpoint, _ sent: [FeedMessage]) -> [String] {
    _ = known.finder(learning: redaction.credentials(of: endpoint, sent))
    return redaction.exactCoordinates(of: endpoint, sent)
  }

  fileprivate func record(_ messages: [FeedMessage], repeating exact: [String]) throws(AQError) {
    let finder = known.finder
    let after = Duration.milliseconds(Int64((max(0, clock.now.timeIntervalSince(start)) * 1000).rounded()))
    for message in messages {
      let entry = FeedRecording.Entry(
        after: after, message: redaction.message(message, repeating: exact, finder))
      try file.append(FeedRecording.line(of: entry))
    }
  }
}

/// A connection that records the messages that it receives.
private final class RecordingConnection: FeedConnection {
  private let base: any FeedConnection
  private let endpoint: FeedEndpoint
  private let recorder: RecordingConnector
  /// The requested coordinates.
  private let exact: Locked<[String]>

  init(base: any FeedConnection, endpoint: FeedEndpoint, recorder: RecordingConnector) {
    self.base = base
    self.endpoint = endpoint
    self.recorder = recorder
    exact = Locked(recorder.learn(endpoint, []))
  }

  func receive() async throws -> [FeedMessage]? {
    guard let messages = try await base.receive() else { return nil }
    try recorder.record(messages, repeating: exact.withLock { $0 })
    return messages
  }

  var closure: FeedClosure? { base.closure }
  var subprotocol: String? { base.subprotocol }
  var skippedBytes: Int { base.skippedBytes }
  var reconnectDelay: Duration? { base.reconnectDelay }
  var lastEventID: String? { base.lastEventID }
  var answersPings: Bool { base.answersPings }
  var arrivalCount: Int? { base.arrivalCount }
  func send(_ message: FeedMessage) async throws {
    let asked = recorder.learn(endpoint, [message])
    exact.withLock { known in
      // Enough for a person's requests; a moving client sends new ones.
      if !asked.allSatisfy(known.contains) { known = Array((asked + known).prefix(1000)) }
    }
    try await base.send(message)
  }
  func ping() async throws { try await base.ping() }
  func close(_ code: FeedClosure.Code) async { await base.close(code) }
}
