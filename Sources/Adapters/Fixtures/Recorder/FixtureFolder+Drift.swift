public import AQKit
import Foundation

extension FixtureFolder {
  /// In what a live answer differs from what was recorded.
  public struct Drift: Sendable {
    /// The file of the recording.
    public let recording: String
    /// When it was recorded.
    public let recordedAt: AirTime
    /// What has changed since; empty where nothing has.
    public let changes: [PayloadShape.Change]
  }

  /// The sources of which the manifest has the shape of what they sent.
  public func watchedSources() throws -> [SourceID] {
    var sources: [SourceID] = []
    for recording in try manifest().recordings where recording.isWatched {
      if let source = recording.source, !sources.contains(source) { sources.append(source) }
    }
    return sources
  }

  /// Asks a live source what was asked for each of its recordings, and compares the shapes of the answers.
  ///
  /// Each question is asked once, however many recordings answer it. A recording without one is compared with what the
  /// source says of the places that it declares for tests.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - container: The container in which it is registered, with its transport or connector.
  /// - Returns: A comparison for each recording, in the order of the manifest.
  /// - Throws: ``AQError/Code/notConfigured`` when the folder has no recording of the source with a shape; what the source
  ///   throws when it can't be asked.
  public func drift(of source: SourceID, in container: AQContainer) async throws -> [Drift] {
    let recordings = try manifest().recordings.filter { $0.isWatched && $0.source == source }
    guard !recordings.isEmpty else {
      throw AQError(
        .notConfigured, "The folder has no recording of “\(source)” whose shape is known.", source: source)
    }
    var answers: [(query: AirQuery?, capture: SourceCapture)] = []
    var drifts: [Drift] = []
    for recording in recordings {
      let capture: SourceCapture
      if let known = answers.first(where: { $0.query == recording.query }) {
        capture = known.capture
      } else {
        var container = container
        capture = try SourceCapture(into: &container, of: source, Redaction())
        let live = try AirHub(container).source(source)
        let query = recording.query ?? AirQuery(places: live.descriptor.testPlaces)
        do {
          _ = try await live.fetch(query)
        } catch let error as AQError {
          // What can't be read any more is compared all the same: that is when it is asked for most.
          guard error.code == .malformed, !capture.isEmpty else { throw error }
        }
        answers.append((recording.query, capture))
      }
      drifts.append(
        Drift(
          recording: recording.file, recordedAt: recording.recordedAt,
          changes: recording.shape?.changes(in: capture.shape(like: recording)) ?? []))
    }
    return drifts
  }
}

extension FixtureRecording {
  /// Whether it is what a service sent, and its shape is known.
  fileprivate var isWatched: Bool { shape != nil && source != nil && format != PayloadFormat.aqkit.name }
}

extension SourceCapture {
  /// Whether no answer was heard.
  fileprivate var isEmpty: Bool { messages == nil && !cassette.exchanges.contains { $0.body != nil } }

  /// The shape of what was heard, in the form in which a recording holds it.
  fileprivate func shape(like recording: FixtureRecording) -> PayloadShape {
    if recording.format == Cassette.formatName { return PayloadShape(cassette) }
    if let messages { return PayloadShape(messages) }
    var shape = PayloadShape()
    for exchange in cassette.exchanges {
      if let body = exchange.body, let other = try? PayloadShape(body) { shape.merge(other) }
    }
    return shape
  }
}
