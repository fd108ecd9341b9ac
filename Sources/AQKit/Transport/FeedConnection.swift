/// One open connection of a live feed.
///
/// One task receives; any task may send, ping or close. A connection that is released without being closed closes
/// its socket.
public protocol FeedConnection: AnyObject, Sendable {
  /// Waits for the next messages and returns all that have arrived, at least one, or nil when the peer closed in
  /// an orderly way.
  ///
  /// A connector bounds what it buffers and stops reading from the socket while nobody receives.
  ///
  /// - Throws: An ``AQError`` when the connection broke or the peer violated the protocol or a limit, and
  ///   `CancellationError` when the task was cancelled, which also closes the connection.
  func receive() async throws -> [FeedMessage]?

  /// How the peer closed, once ``receive()`` has returned nil or thrown because of it; else nil.
  var closure: FeedClosure? { get }

  /// The sub-protocol that the server chose among those offered; nil if none.
  var subprotocol: String? { get }

  /// How many bytes of the stream were passed over because they belong to no message, such as those of a broken
  /// frame between whole ones.
  var skippedBytes: Int { get }

  /// How long the server asks to wait before a new connection is opened; nil if it doesn't say.
  var reconnectDelay: Duration? { get }

  /// The identifier of the last event that has arrived, also of one without data, which is no message; empty if the server
  /// took it back. Nil if it gave none, or the connector doesn't tell beside ``FeedMessage/Kind/event(type:id:)``.
  var lastEventID: String? { get }

  /// Whether ``ping()`` sends something that the peer has to answer.
  var answersPings: Bool { get }

  /// How often anything has arrived, be it a message, a comment or the answer to a ping: it only grows. Nil if the
  /// connector doesn't tell; then a peer that answers no ping isn't noticed by it.
  var arrivalCount: Int? { get }

  /// Sends one message.
  func send(_ message: FeedMessage) async throws

  /// Sends a sign of life that the peer has to answer, where the protocol has one; else does nothing.
  func ping() async throws

  /// Closes the connection in an orderly way, waiting a short, bounded time for the peer.
  func close(_ code: FeedCloseCode) async
}

extension FeedConnection {
  /// Nil: the connector doesn't tell.
  public var closure: FeedClosure? { nil }

  /// Nil: none was chosen.
  public var subprotocol: String? { nil }

  /// None.
  public var skippedBytes: Int { 0 }

  /// Nil: the server doesn't say.
  public var reconnectDelay: Duration? { nil }

  /// Nil: the connector doesn't tell.
  public var lastEventID: String? { nil }

  /// No: no answer is waited for.
  public var answersPings: Bool { false }

  /// Nil: the connector doesn't tell.
  public var arrivalCount: Int? { nil }
}
