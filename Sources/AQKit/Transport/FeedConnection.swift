/// An open connection of a live feed.
///
/// One task receives; any task may send, ping or close. Releasing a connection without closing it closes its socket.
public protocol FeedConnection: AnyObject, Sendable {
  /// Waits for messages and returns all that have arrived, at least one; nil after an orderly close by the peer.
  ///
  /// A connector bounds its buffer and stops reading from the socket while no call to ``receive()`` is waiting.
  ///
  /// - Throws: An ``AQError`` when the connection broke or the peer violated the protocol or a limit, and
  ///   `CancellationError` when the task was cancelled, which also closes the connection.
  func receive() async throws -> [FeedMessage]?

  /// The peer's closure, after ``receive()`` returned nil or threw because of the close; else nil.
  var closure: FeedMessage.Closure? { get }

  /// The sub-protocol that the server chose; nil if none.
  var subprotocol: String? { get }

  /// The number of bytes skipped because they aren't part of a message, such as a broken frame between whole ones.
  /// ``FeedSource`` notes that there were some.
  var skippedBytes: Int { get }

  /// The server's requested delay before a new connection; nil if it doesn't state one.
  var reconnectDelay: Duration? { get }

  /// The identifier of the last event, including events without data, which aren't messages; empty if the server reset it.
  /// Nil if there was none, or the connector only reports it in ``FeedMessage/Kind/event(type:id:)``.
  var lastEventID: String? { get }

  /// Whether ``ping()`` sends a ping that the peer must reply to.
  var hasPings: Bool { get }

  /// The number of arrivals so far: messages, comments and replies to pings; it only grows. Nil if the connector
  /// doesn't count them; then missing replies go unnoticed.
  var arrivalCount: Int? { get }

  /// Sends one message.
  func send(_ message: FeedMessage) async throws

  /// Sends a ping that the peer must reply to, if the protocol has one; otherwise does nothing.
  func ping() async throws

  /// Closes the connection in an orderly manner; waits a short, bounded time for the peer.
  func close(_ code: FeedMessage.Closure.Code) async
}

extension FeedConnection {
  /// Nil: unknown.
  public var closure: FeedMessage.Closure? { nil }

  /// Nil: no sub-protocol.
  public var subprotocol: String? { nil }

  /// Defaults to 0.
  public var skippedBytes: Int { 0 }

  /// Defaults to nil: the server doesn't state a delay.
  public var reconnectDelay: Duration? { nil }

  /// Nil: unknown.
  public var lastEventID: String? { nil }

  /// Defaults to false: a peer that vanishes without closing goes unnoticed.
  public var hasPings: Bool { false }

  /// Nil: not counted.
  public var arrivalCount: Int? { nil }
}
