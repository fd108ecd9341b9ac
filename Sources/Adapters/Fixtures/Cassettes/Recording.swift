public import AQKit
import Foundation

/// A transport that records its requests and responses in a cassette.
///
/// Credentials are removed by name and by value, and coordinates are rounded (``Redaction``), before anything is
/// kept. A cancelled request is not recorded; a failed one is recorded with its error.
public struct RecordingTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let redaction: Redaction
  private let clock: any AQClock
  private let start: Date
  private let kept = Locked<[Cassette.Exchange]>([])
  private let known: KnownCredentials

  /// Creates a transport that keeps its exchanges in ``cassette``.
  ///
  /// - Parameters:
  ///   - base: Sends the requests.
  ///   - redaction: The rule for what to remove.
  ///   - clock: Measures the times of the exchanges.
  public init(
    _ base: any HTTPTransport, redaction: Redaction = Redaction(), clock: any AQClock = AQSystemClock()
  ) {
    self.init(base, redaction: redaction, clock: clock, known: KnownCredentials(redaction))
  }

  init(_ base: any HTTPTransport, redaction: Redaction, clock: any AQClock, known: KnownCredentials) {
    (self.base, self.redaction, self.clock, self.known) = (base, redaction, clock, known)
    start = clock.now
  }

  /// The exchanges so far, in order of the requests.
  public var cassette: Cassette {
    Cassette(startedAt: AirTime(start), exchanges: kept.withLock { $0 })
  }

  /// Sends a request through the base and records the outcome.
  ///
  /// - Throws: The errors of the base.
  public func send(_ request: TransportRequest) async throws -> TransportResponse {
    let began = clock.now
    let finder = known.finder(learning: redaction.credentials(in: request))
    known.learn(coordinates: redaction.exactCoordinates(of: request))
    let response: TransportResponse
    do {
      // Recording needs the whole body, so no reader may consume it in pieces.
      var whole = request
      whole.bodyReader = nil
      response = try await base.send(whole)
    } catch {
      if error is CancellationError { throw error }
      let failure = AQError.wrapping(error)
      record(
        request, .failure(failure.code, redaction.text(failure.message, finder)), from: began, finder)
      throw error
    }
    record(request, .response(redaction.response(response, to: request, finder)), from: began, finder)
    return response
  }

  private func record(
    _ request: TransportRequest, _ outcome: Cassette.Outcome, from began: Date, _ finder: CredentialFinder
  ) {
    let exchange = Cassette.Exchange(
      redaction.request(request, finder), outcome, after: .seconds(max(0, began.timeIntervalSince(start))),
      took: .seconds(max(0, clock.now.timeIntervalSince(began))))
    kept.withLock { $0.append(exchange) }
  }
}

/// A connector that writes the messages of its feeds to a file with their times of arrival.
///
/// The file is a ``FeedRecording``; the messages of successive connections follow one another. Credentials are removed
/// by name and by value before anything is written. Requested coordinates, from the address or from messages sent, are
/// rounded to 0.1° if a message repeats them.
public struct RecordingConnector: FeedConnector {
  private let base: any FeedConnector
  private let redaction: Redaction
  private let clock: any AQClock
  private let start: Date
  private let file: RecordingFile
  private let known: KnownCredentials

  /// Creates a connector that records another one's feeds.
  ///
  /// - Parameters:
  ///   - base: Opens the connections.
  ///   - path: The file; an existing one is replaced.
  ///   - redaction: The rule for what to remove.
  ///   - clock: Measures the times of the messages.
  /// - Throws: ``AQError/Code/notConfigured`` when the file can't be written.
  public init(
    _ base: any FeedConnector, to path: String, redaction: Redaction = Redaction(),
    clock: any AQClock = AQSystemClock()
  ) throws(AQError) {
    self.init(
      base, to: try RecordingFile(path, header: FeedRecording.header(startedAt: clock.time)),
      redaction: redaction, clock: clock, known: KnownCredentials(redaction))
  }

  init(
    _ base: any FeedConnector, to file: RecordingFile, redaction: Redaction, clock: any AQClock,
    known: KnownCredentials
  ) {
    (self.base, self.redaction, self.clock, self.known, self.file) = (base, redaction, clock, known, file)
    start = clock.now
  }

  /// Opens a connection by the base.
  public func connect(to endpoint: FeedEndpoint) async throws -> any FeedConnection {
    RecordingConnection(base: try await base.connect(to: endpoint), endpoint: endpoint, recorder: self)
  }

  /// Learns the credentials in the requests for a feed, and returns the requested coordinates.
  fileprivate func learn(_ endpoint: FeedEndpoint, _ sent: [FeedMessage]) -> [String] {
    _ = known.finder(learning: redaction.credentials(of: endpoint, sent))
    let exact = redaction.exactCoordinates(of: endpoint, sent)
    known.learn(coordinates: exact)
    return exact
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

  var closure: FeedMessage.Closure? { base.closure }
  var subprotocol: String? { base.subprotocol }
  var skippedBytes: Int { base.skippedBytes }
  var reconnectDelay: Duration? { base.reconnectDelay }
  var lastEventID: String? { base.lastEventID }
  var answersPings: Bool { base.answersPings }
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

/// A file to which lines are appended.
final class RecordingFile: Sendable {
  private let handle: Locked<FileHandle?>
  private let path: String

  /// Creates an unnamed file, which disappears with its last user, however the process ends, and which no other process can
  /// open.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` when it can't be written.
  init(temporaryWith header: [UInt8]) throws(AQError) {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("aqkit-\(UUID().uuidString)")
      .path
    self.path = "a temporary file"
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw AQError(.notConfigured, "The recording can't be written to \(path).") }
    unlink(path)
    handle = Locked(FileHandle(fileDescriptor: file, closeOnDealloc: true))
    try append(header)
  }

  /// Everything that was written to a file without a name; nil if it can't be read.
  var contents: [UInt8]? {
    handle.withLock { handle in
      guard let handle, (try? handle.seek(toOffset: 0)) != nil else { return nil }
      defer { _ = try? handle.seekToEnd() }
      return try? FileBytes.all(of: handle, atMost: FixtureFolder.maximumFileSize)
    }
  }

  /// Creates a file, replacing an existing one.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` when it can't be written.
  init(_ path: String, header: [UInt8]) throws(AQError) {
    self.path = path
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    guard FileManager.default.createFile(atPath: path, contents: Data(header)),
      let handle = FileHandle(forWritingAtPath: path)
    else { throw AQError(.notConfigured, "The recording can't be written to \(path).") }
    _ = try? handle.seekToEnd()
    self.handle = Locked(handle)
  }

  deinit { handle.withLock { try? $0?.close() } }

  /// Appends a line.
  ///
  /// - Throws: ``AQError/Code/unavailable`` when it can't be written; writing then stops.
  func append(_ line: [UInt8]) throws(AQError) {
    let isWritten = handle.withLock { handle in
      do {
        try handle?.write(contentsOf: Data(line))
        return handle != nil
      } catch {
        handle = nil
        return false
      }
    }
    if !isWritten { throw AQError(.unavailable, "The recording can't be written on to \(path).") }
  }
}
