import AQKit
import Foundation

/// Listens to what a source sends and receives, by taking the place of its container's transport and connector.
struct SourceCapture {
  private let transport: RecordingTransport?
  private let feed: FeedFile?
  private let startedAt: AirTime

  /// A file that is gone with its last user.
  private final class FeedFile: Sendable {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("aqkit-\(UUID().uuidString)")
      .path
    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  /// Puts itself into a container.
  ///
  /// - Parameters:
  ///   - container: The container.
  ///   - source: The source that will be asked; its credentials are taken out of what is heard.
  ///   - redaction: What else is taken out.
  init(into container: inout AQContainer, of source: SourceID, _ redaction: Redaction) throws {
    let clock = try container[.clock]
    var redaction = redaction
    redaction.secrets += container.secrets(of: source)
    startedAt = clock.time
    if container.has(.httpTransport) {
      let transport = RecordingTransport(try container[.httpTransport], redaction: redaction, clock: clock)
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
          try container[.feedConnector], to: feed.path, redaction: redaction, clock: clock))
      self.feed = feed
    } else {
      feed = nil
    }
  }

  /// The requests with their answers.
  var cassette: Cassette { transport?.cassette ?? Cassette(startedAt: startedAt) }

  /// The messages of live feeds.
  var messages: FeedRecording? {
    guard let feed, let data = FileManager.default.contents(atPath: feed.path),
      let recording = try? FeedRecording(Array(data), startedAt: startedAt), !recording.entries.isEmpty
    else { return nil }
    return recording
  }
}
