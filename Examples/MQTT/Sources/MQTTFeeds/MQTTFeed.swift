import AQKit

/// A feed over MQTT: any decoder for devices, with the rules for old messages.
///
/// A retained or queued message has the time that its payload states. Without one, the time of measurement is unknown, and
/// the time of receipt would make it look new: it gives no reading, and a note counts it. A time before 2000, from a clock
/// that isn't set, is none either; it is judged here, because only the feed's own builder applies the feed's time policy.
/// Empty messages, by which a publisher removes a retained one, are ignored.
public struct MQTTFeed<Payload: FeedDecoder>: FeedDecoder {
  /// The decoder of the messages.
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
  /// - Throws: The errors of the decoder of payloads.
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
      if !part.series.isEmpty { report.merge(part) }
    }
  }

  /// No clock that is set is older: 2000-01-01T00:00:00Z.
  private static var firstSetClock: AirTime { AirTime(secondsSince1970: 946_684_800) }

  /// Whether a series has the time of receipt because it states none, or that of a clock that isn't set.
  private func isUndated(_ series: AirSeries) -> Bool {
    switch payload.semantics.time {
    case .none, .sinceBoot: true
    case .iso8601, .epoch, .local:
      series.readings.contains { $0.flags.contains(.timeOfReceipt) || $0.interval.end < Self.firstSetClock }
    }
  }
}
