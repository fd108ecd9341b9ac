public import AQKit

extension FixtureFolder {
  /// The difference between a live response and a recorded one.
  public struct Drift: Sendable {
    /// The file of the recording.
    public let recording: String
    /// The time of the recording.
    public let recordedAt: AirTime
    /// The changes since the recording; empty if there are none.
    public let changes: [PayloadShape.Change]
  }

  /// Returns the sources for which the manifest has recorded shapes; throws the errors of ``manifest()``.
  public func watchedSources() throws -> [SourceID] {
    try manifest().recordings.filter(\.isWatched).compactMap(\.source).unique
  }

  /// Repeats each recording's query at its live source, and compares the shapes of the responses.
  ///
  /// Each query is made once, however many recordings have it. A recording without a query is compared with the
  /// source's response for its declared test places.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - container: The container with the source, and its transport or connector.
  /// - Returns: A comparison for each recording, in the order of the manifest.
  /// - Throws: ``AQError/Code/notConfigured`` when the folder has no recording of the source with a shape; the source's
  ///   own errors when it fails.
  public func drift(of source: SourceID, in container: AQContainer) async throws -> [Drift] {
    let recordings = try manifest().recordings.filter { $0.isWatched && $0.source == source }
    guard !recordings.isEmpty else {
      throw AQError(
        .notConfigured, "The folder has no recording of “\(source)” whose shape is known.", source: source)
    }
    var captures: [(query: AirQuery?, capture: SourceCapture)] = []
    var drifts: [Drift] = []
    for recording in recordings {
      let capture: SourceCapture
      if let known = captures.first(where: { $0.query == recording.query }) {
        capture = known.capture
      } else {
        var container = container
        capture = try SourceCapture(
          into: &container, of: source, about: recording.query ?? AirQuery(places: []), Redaction())
        let live = try AirHub(container).source(source)
        let query = recording.query ?? AirQuery(places: live.descriptor.testPlaces)
        do {
          _ = try await live.fetch(query)
        } catch let error as AQError {
          // A response that has become unreadable is compared, too: this is the case that matters most.
          guard error.code == .malformed, !capture.isEmpty else { throw error }
        }
        captures.append((recording.query, capture))
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
  /// Whether a service sent it, and its shape is known.
  fileprivate var isWatched: Bool {
    shape != nil && source != nil && ![PayloadFormat.aqkit.name, PayloadFormat.notices.name].contains(format)
  }
}

extension SourceCapture {
  fileprivate var isEmpty: Bool { messages == nil && !cassette.exchanges.contains { $0.body != nil } }

  /// Returns the shape of the captured data in the recording's form.
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
