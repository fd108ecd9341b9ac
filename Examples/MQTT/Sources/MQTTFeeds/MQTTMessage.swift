import AQKit

/// The age that a message of MQTT may have.
public enum MQTTAge: String, Sendable {
  /// The message was published just now.
  case fresh = ""
  /// The broker kept it as the last of its topic: it was published at some time before the subscription.
  case retained
  /// The broker kept it for a persistent session: it was published while there was no connection.
  case queued
}

/// A message of MQTT is an event whose type is the topic, and whose identifier states its possible age. Topics aren't empty,
/// so an event without one comes from the connector itself: its identifier counts the messages that it left out.
extension FeedMessage {
  /// A message that was published under a topic.
  public init(topic: String, _ bytes: [UInt8], _ age: MQTTAge = .fresh) {
    self.init(.event(type: topic, id: age.rawValue), bytes)
  }

  /// The mark that replaces messages which were larger than a limit.
  init(leftOut count: Int, largerThan limit: Int) {
    self.init(
      .event(type: "", id: "\(count)"), Array("A message was larger than \(limit) bytes and left out.".utf8))
  }

  /// The topic; nil for the message of another protocol.
  public var topic: String? {
    guard case .event(let topic, _) = kind, !topic.isEmpty else { return nil }
    return topic
  }

  /// The age that it may have.
  public var age: MQTTAge {
    guard case .event(_, let id) = kind else { return .fresh }
    return MQTTAge(rawValue: id) ?? .fresh
  }

  /// The note on messages that the connector left out, if this is such a mark.
  var leftOut: AirNote? {
    guard case .event("", let id) = kind, let count = Int(id) else { return nil }
    return AirNote(.refused, String(decoding: bytes, as: UTF8.self), count: count)
  }
}
