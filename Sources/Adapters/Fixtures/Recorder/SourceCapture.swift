import AQKit
import Foundation

/// Captures a source's traffic by replacing its container's transport and connector.
struct SourceCapture {
  private let transport: RecordingTransport?
  private let feed: FeedFile?
  private let startedAt: AirTime
  private let redaction: Redaction
  private let known: KnownCredentials

  /// A file that is gone with its last user.
  private final class FeedFile: Sendable {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("aqkit-\(UUID().uuidString)")
      .path
    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  /// Installs itself in a container.
  ///
  /// - Parameters:
  ///   - container: The container.
  ///   - source: The source; its credentials are removed from the captured data.
  ///   - redaction: What else to remove.
  init(into container: inout AQContainer, of source: SourceID, _ redaction: Redaction) throws {
    let clock = try container[.clock]
    var redaction = redaction
    redaction.secrets += container.secrets(of: source)
    startedAt = clock.time
    let known = KnownCredentials(redaction)
    (self.redaction, self.known) = (redaction, known)
    if container.has(.httpTransport) {
      let transport = RecordingTransport(
        try container[.httpTransport], redaction: redaction, clock: clock, known: known)
      container.set(.httpTransport, to: transport)
      self.transport = transport
    } else {
      transport = nil
    }
    if container.has(.feedConnector) {
      let feed = FeedFile()
      container.set(
        .feedConnector,
        to: try RecordingConnector(
          try container[.feedConnector], to: feed.path, redaction: redaction, clock: clock, known: known))
      self.feed = feed
    } else {
      feed = nil
    }
  }

  /// The requests with their answers.
  var cassette: Cassette {
    var cassette = transport?.cassette ?? Cassette(startedAt: startedAt)
    // An earlier answer may contain credentials that became known later.
    let finder = known.finder
    for place in cassette.exchanges.indices { cassette.exchanges[place].redact(finder) }
    return cassette
  }

  /// The messages of live feeds.
  var messages: FeedRecording? {
    guard let feed, let data = FileManager.default.contents(atPath: feed.path),
      var recording = try? FeedRecording(Array(data), startedAt: startedAt), !recording.entries.isEmpty
    else { return nil }
    let finder = known.finder
    for place in recording.entries.indices {
      let message = recording.entries[place].message
      recording.entries[place].message = redaction.message(message, repeating: [], finder)
    }
    return recording
  }

  /// A text without the known credentials.
  func redacted(_ text: String) -> String { redaction.text(text, known.finder) }

  /// A value of AQKit's own types without the known credentials.
  func redacted<Value: Codable>(_ value: Value) throws -> Value {
    try redaction.content(of: value, known.finder)
  }
}

extension Cassette.Exchange {
  /// Removes credentials that weren't known at the time of recording.
  fileprivate mutating func redact(_ finder: CredentialFinder) {
    request.url = finder.replaced(in: request.url)
    request.body = finder.replaced(in: request.body)
    for place in request.headers.indices {
      request.headers[place].value = finder.replaced(in: request.headers[place].value)
    }
    switch outcome {
    case .response(var response):
      response.body = finder.replaced(in: response.body)
      for place in response.headers.indices {
        response.headers[place].value = finder.replaced(in: response.headers[place].value)
      }
      outcome = .response(response)
    case .failure(let code, let message): outcome = .failure(code, finder.replaced(in: message))
    }
  }
}
