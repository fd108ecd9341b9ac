import AQKit

/// A connection to a broker. It holds the mailbox only; the thread that fills it ends when this is released.
final class MQTTFeedConnection: FeedConnection {
  private let mailbox: MQTTMailbox

  init(_ mailbox: MQTTMailbox) { self.mailbox = mailbox }

  deinit { mailbox.stop(.atOnce) }

  func receive() async throws -> [FeedMessage]? { try await mailbox.receive() }

  func send(_ message: FeedMessage) async throws {
    throw AQError(.unsupported, "Nothing can be sent over an MQTT feed.")
  }

  /// Does nothing: the protocol's own keep-alive notices a broker that has vanished.
  func ping() async throws {}

  func close(_ code: FeedMessage.Closure.Code) async {
    mailbox.stop(.orderly)
    await mailbox.ended()
  }
}
