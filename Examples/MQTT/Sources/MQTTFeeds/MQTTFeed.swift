import AQKit

/// A feed over MQTT: any decoder of what devices publish, and the rules for messages that are old.
///
/// A retained or queued message has the time that its payload states. Where the payload states none, it isn't known
/// when it was measured, and the time of receipt would make it look new: no reading is made of it, and a note counts
/// it. Empty messages, by which a publisher removes a retained one, say nothing.
public struct MQTTFeed<Payload: FeedDecoder>: FeedDecoder {
  /// Reads what is published.
  public let payload: Payload

  /// A feed of payloads.
  public init(_ payload: Payload) { self.payload = payload }

  /// The payloads' declaration.
  public static var descriptor: SourceDescriptor { Payload.descriptor }
  /// The payloads' declaration.
  public var descriptor: SourceDescriptor { payload.descriptor }
  /// The payloads' semantics.
  public var semantics: FeedOptions.Semantics { payload.semantics }

  /// Reads a message, as its age allows.
  ///
  /// - Throws: What the decoder of payloads throws.
  public func decode(_ message: FeedMessage, for query: AirQuery, into report: inout ReportBuilder) throws {
    if let leftOut = message.leftOut { return report.note(leftOut) }
    guard !message.bytes.isEmpty else { return }
    guard message.age != .fresh else { return try payload.decode(message, for: query, into: &report) }
    var old = ReportBuilder(report.descriptor, receivedAt: report.receivedAt)
    try payload.decode(message, for: query, into: &old)
    let response = old.response()
    for note in response.notes { report.note(note) }
    for var part in response.reports {
      let count = part.series.count
      part.series.removeAll { isUndated($0) }
      if part.series.count < count {
        report.note(
          AirNote(
            .refused, "A \(message.age) message doesn't say when it was measured.",
            count: count - part.series.count))
      }
      if !part.series.isEmpty { report.add(part) }
    }
  }

  /// Whether a series has the time of receipt, for want of its own.
  private func isUndated(_ series: AirSeries) -> Bool {
    switch payload.semantics.time {
    case .none, .sinceBoot: true
    case .iso8601, .epoch, .local: series.readings.contains { $0.flags.contains(.timeOfReceipt) }
    }
  }
}
