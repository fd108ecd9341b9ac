import AQKit

/// Hands out messages one by one, so that each becomes an update of its own: a person sees every reading, also where several
/// of one city arrive within a second.
struct MessageWiseConnector: FeedConnector {
  let base: any FeedConnector

  func connect(to endpoint: FeedEndpoint) async throws -> any FeedConnection {
    MessageWiseConnection(base: try await base.connect(to: endpoint))
  }
}

private final class MessageWiseConnection: FeedConnection {
  private let base: any FeedConnection
  /// What arrived together and has not been handed out, the last message first.
  private let waiting = Locked<[FeedMessage]>([])

  init(base: any FeedConnection) { self.base = base }

  func receive() async throws -> [FeedMessage]? {
    if let next = waiting.withLock({ $0.popLast() }) {
      try Task.checkCancellation()
      return [next]
    }
    guard let messages = try await base.receive() else { return nil }
    return waiting.withLock { waiting in
      waiting = messages.reversed()
      return waiting.popLast().map { [$0] } ?? []
    }
  }

  var closure: FeedClosure? { base.closure }
  var subprotocol: String? { base.subprotocol }
  var skippedBytes: Int { base.skippedBytes }
  var reconnectDelay: Duration? { base.reconnectDelay }
  var lastEventID: String? { base.lastEventID }
  var answersPings: Bool { base.answersPings }
  var arrivalCount: Int? { base.arrivalCount }
  func send(_ message: FeedMessage) async throws { try await base.send(message) }
  func ping() async throws { try await base.ping() }
  func close(_ code: FeedCloseCode) async { await base.close(code) }
}
