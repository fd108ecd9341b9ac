public import AQKit
import Foundation

/// A connector that records the messages of its feeds with their times of arrival.
///
/// The messages of successive connections follow one another, in a file that disappears with the connector. Credentials
/// are removed by name and by value before anything is written. Requested coordinates, from the address or from messages
/// sent, are rounded to 0.1° if a message repeats them.
public struct RecordingConnector: FeedConnector {
  private let base: any FeedConnector
  private let redaction: Redaction
  private let clock: any AQClock
  private let start: Double
  private let file: RecordingFile
  private let known: KnownCredentials

  /// Creates a connector that records another one's feeds.
  ///
  /// - Parameters:
  ///   - base: Opens the connections.
  ///   - redaction: The rule for what to remove.
  ///   - clock: Measures the times of the messages.
  /// - Throws: ``AQError/Code/notConfigured`` when no temporary file can be written.
  public init(
    _ base: any FeedConnector, redaction: Redaction = Redaction(), clock: any AQClock = AQSystemClock()
  ) throws(AQError) {
    try self.init(base, redaction: redaction, clock: clock, known: KnownCredentials(redaction))
  }

  init(
    _ base: any FeedConnector, redaction: Redaction, clock: any AQClock, known: KnownCredentials,
    atMost limit: Int = FixtureFolder.maximumFileSize
  ) throws(AQError) {
    (self.base, self.redaction, self.clock, self.known) = (base, redaction, clock, known)
    start = clock.seconds
    file = try RecordingFile(header: FeedRecording.header(startedAt: AirTime(seconds: start)), atMost: limit)
  }

  /// The messages so far; nil if their file can't be read.
  public var recording: FeedRecording? {
    file.contents.flatMap { try? FeedRecording($0, startedAt: AirTime(seconds: start)) }
  }

  /// The reason why further messages aren't recorded; nil as long as they are.
  var fault: AQError? { file.fault }

  /// Opens a connection of the base connector, whose messages are recorded; throws the base's errors.
  public func connect(to endpoint: FeedEndpoint) async throws -> any FeedConnection {
    RecordingConnection(base: try await base.connect(to: endpoint), endpoint: endpoint, recorder: self)
  }

  /// Learns the credentials in the requests for a feed, and returns the requested coordinates.
  fileprivate func learn(_ endpoint: FeedEndpoint, _ sent: [FeedMessage]) -> [Double] {
    _ = known.finder(learning: redaction.credentials(of: endpoint, sent))
    let exact = redaction.exactCoordinates(of: endpoint, sent)
    known.learn(coordinates: exact)
    return exact
  }

  fileprivate func record(_ messages: [FeedMessage], repeating exact: [Double]) throws(AQError) {
    let (finder, exact) = (known.finder, (exact + known.exactCoordinates).unique)
    let after = Duration.milliseconds(Int64((max(0, clock.seconds - start) * 1000).rounded()))
    for message in messages {
      let entry = FeedRecording.Entry(
        after: after, message: redaction.message(message, repeating: exact, finder))
      try file.append(FeedRecording.line(of: entry))
    }
  }
}

private final class RecordingConnection: FeedConnection {
  private let base: any FeedConnection
  private let endpoint: FeedEndpoint
  private let recorder: RecordingConnector
  private let exact: Locked<[Double]>

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

  var closure: FeedMessage.Closure? { base.closure }
  var subprotocol: String? { base.subprotocol }
  var skippedBytes: Int { base.skippedBytes }
  var reconnectDelay: Duration? { base.reconnectDelay }
  var lastEventID: String? { base.lastEventID }
  var hasPings: Bool { base.hasPings }
  var arrivalCount: Int? { base.arrivalCount }
  func send(_ message: FeedMessage) async throws {
    let asked = recorder.learn(endpoint, [message])
    exact.withLock { known in
      // Enough for a person's requests; a moving client keeps sending new ones.
      if !asked.allSatisfy(known.contains) { known = Array((asked + known).prefix(1000)) }
    }
    try await base.send(message)
  }
  func ping() async throws { try await base.ping() }
  func close(_ code: FeedMessage.Closure.Code) async { await base.close(code) }
}

/// A file to which lines are appended, without a name: no other process can open it, and it ends with its last user.
private final class RecordingFile: Sendable {
  private struct State {
    let handle: FileHandle
    /// The bytes of the whole lines that were written.
    var size = 0
    /// The reason why nothing more is written.
    var fault: AQError?
  }

  private let state: Locked<State>
  private let limit: Int

  /// Creates a file; throws ``AQError/Code/notConfigured`` when it can't be written.
  init(header: [UInt8], atMost limit: Int) throws(AQError) {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("aqkit-\(UUID().uuidString)")
      .path
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw AQError(.notConfigured, "The recording can't be written to \(path).") }
    unlink(path)
    state = Locked(State(handle: FileHandle(fileDescriptor: file, closeOnDealloc: true)))
    self.limit = limit
    try append(header)
  }

  var fault: AQError? { state.withLock { $0.fault } }

  /// Everything that was written; nil if it can't be read.
  var contents: [UInt8]? {
    state.withLock { [limit] state in
      guard (try? state.handle.seek(toOffset: 0)) != nil else { return nil }
      defer { _ = try? state.handle.seekToEnd() }
      return try? FileBytes.all(of: state.handle, atMost: limit)
    }
  }

  /// Appends a line, and stops for good when that fails; the lines before it stay. Throws ``AQError/Code/tooLarge`` when
  /// the file would exceed its limit, ``AQError/Code/notConfigured`` when it can't be written.
  func append(_ line: [UInt8]) throws(AQError) {
    state.withLock { [limit] state in
      if state.fault != nil { return }
      do {
        guard line.count <= limit - state.size else { throw AQError.tooLarge(recordingBeyond: limit) }
        try state.handle.write(contentsOf: Data(line))
        state.size += line.count
      } catch {
        try? state.handle.truncate(atOffset: UInt64(state.size))
        state.fault =
          error as? AQError
          ?? AQError(
            .notConfigured,
            "The recording can't be written to a temporary file: \(error.localizedDescription)", cause: error)
      }
    }
    if let fault { throw fault }
  }
}
