package import AQKit
import AQKitFeedFormats
import ArgumentParser

/// The messages of a recording with the waits between them, as a replay sends them.
package struct FeedReplay: Sendable {
  /// A message, and the wait before it.
  package struct Step: Equatable, Sendable {
    package let wait: Duration
    package let message: FeedMessage
  }

  private let entries: [FeedRecording.Entry]
  private let speed: Double
  private let loops: Bool

  /// The wait before a recording begins again.
  private static let pause = Duration.seconds(1)

  /// A replay.
  ///
  /// - Parameters:
  ///   - recording: The recording; a message whose time is before the previous one's follows immediately.
  ///   - speed: The seconds of the recording that pass in a second; infinity for no waits.
  ///   - loops: Whether it begins again at the end.
  /// - Throws: ``AQError/Code/malformed`` for a recording without a message.
  package init(_ recording: FeedRecording, speed: Double, loops: Bool) throws {
    guard !recording.entries.isEmpty else {
      throw AQError(.malformed, "The recording has no message.")
    }
    entries = recording.entries
    self.speed = speed
    self.loops = loops
  }

  /// The number of messages of a round.
  var count: Int { entries.count }

  /// The duration of a round.
  var duration: Duration { scaled(entries.map(\.after).max() ?? .zero) }

  /// Whether a message can't be sent as text.
  package var hasBytes: Bool { entries.contains { $0.message.kind == .binary } }

  /// Returns the step after a number of others; nil at the end.
  package func step(_ number: Int) -> Step? {
    let (round, place) = number.quotientAndRemainder(dividingBy: entries.count)
    guard round == 0 || loops else { return nil }
    let entry = entries[place]
    let before = place == 0 ? nil : entries[place - 1].after
    let wait = before.map { max(.zero, entry.after - $0) } ?? (round == 0 ? .zero : Self.pause)
    return Step(wait: scaled(wait), message: entry.message)
  }

  private func scaled(_ duration: Duration) -> Duration {
    duration.played(at: speed)
  }
}

/// The formats of live feeds that the tool reads.
enum FeedFormat: String, CaseIterable, ExpressibleByArgument {
  case city
  case aqkit

  /// The source of a feed in this format.
  ///
  /// - Parameters:
  ///   - endpoint: Where the feed is.
  ///   - scale: The scale of a city feed's indices.
  ///   - reconnects: Whether a lost connection is opened again.
  ///   - container: Has the connector and the clock.
  func source(at endpoint: FeedEndpoint, scale: String?, reconnects: Bool, in container: AQContainer) throws
    -> any AirDataSource
  {
    switch self {
    case .city: try source(CityFeedDecoder(scale: scale), endpoint, reconnects, container)
    case .aqkit: try source(SchemaFeedDecoder(), endpoint, reconnects, container)
    }
  }

  private func source(
    _ decoder: some FeedDecoder, _ endpoint: FeedEndpoint, _ reconnects: Bool, _ container: AQContainer
  ) throws -> any AirDataSource {
    // A person should see every reading, even if several of one city arrive within a second.
    try FeedSource(
      decoder, at: endpoint, through: container[.feedConnector], clock: container[.clock],
      randomNumbers: container[.randomNumbers], control: container[.feedControl],
      options: FeedOptions(
        reconnection: reconnects ? .standard : .never, handshakeTimeout: endpoint.handshakeTimeout,
        updatesPerMessage: true))
  }
}
