/// One open connection of a live feed.
///
/// One task receives; any task may send, ping or close. Releasing a connection without closing it closes its socket.
public protocol FeedConnection: AnyObject, Sendable {
  /// Waits for messages and returns all that have arrived, at least one; nil after an orderly close by the peer.
  ///
  /// A connector bounds its buffer and stops reading from the socket while nobody receives.
  ///
  /// - Throws: An ``AQError`` when the connection broke or the peer violated the protocol or a limit, and
  ///   `CancellationError` when the task was cancelled, which also closes the connection.
  func receive() async throws -> [FeedMessage]?

  /// How the peer closed, after ``receive()`` returned nil or threw because of the close; else nil.
  var closure: FeedClosure? { get }

  /// The sub-protocol that the server chose; nil if none.
  var subprotocol: String? { get }

  /// The number of bytes skipped because they belong to no message, such as a broken frame between whole ones.
  var skippedBytes: Int { get }

  /// The server's requested delay before a new connection; nil if it doesn't say.
  var reconnectDelay: Duration? { get }

  /// The identifier of the last event, including events without data, which are no messages; empty if the server reset
  /// it. Nil if there was none, or the connector only reports it in ``FeedMessage/Kind/event(type:id:)``.
  var lastEventID: String? { get }

  /// Whether ``ping()`` sends something that the peer must answer.
  var answersPings: Bool { get }

  /// The number of arrivals so far: messages, comments and answers to pings; it only grows. Nil if the connector
  /// doesn't count them; then unanswered pings go unnoticed.
  var arrivalCount: Int? { get }

  /// Sends one message.
  func send(_ message: FeedMessage) async throws

  /// Sends a ping that the peer must answer, if the protocol has one; else does nothing.
  func ping() async throws

  /// Closes the connection in an orderly manner; waits a short, bounded time for the peer.
  func close(_ code: FeedClosure.Code) async
}

extension FeedConnection {
  /// Nil: unknown.
  public var closure: FeedClosure? { nil }

  /// Nil: no sub-protocol.
  public var subprotocol: String? { nil }

  /// 0: nothing was skipped.
  public var skippedBytes: Int { 0 }

  /// Nil: the server doesn't say.
  public var reconnectDelay: Duration? { nil }

  /// Nil: unknown.
  public var lastEventID: String? { nil }

  /// No: no answer is waited for.
  public var answersPings: Bool { false }

  /// Nil: not counted.
  public var arrivalCount: Int? { nil }
}

/// Opens live feeds: AQKit's only access to sockets.
///
/// **Use one.** `NIOFeedConnector` from the product `AQKitSocketFeed` (trait `NIO`, on by default) opens `ws` and
/// `wss` addresses on every platform; `URLSessionFeedConnector` from `AQKitURLSession` does so on Apple's systems.
///
/// **Write one.** Open the connection, finish the handshake within the endpoint's time-out, and return a
/// ``FeedConnection``. Fail with ``AQError/Code/unreachable``, ``AQError/Code/timedOut``,
/// ``AQError/Code/untrusted``, ``AQError/Code/unauthorized`` or ``AQError/Code/malformed`` as the table of codes
/// says. Cancelling the calling task abandons the attempt and frees its socket.
///
/// **Test one, or fake one.** A `ScriptedConnector` from the product `AQKitTesting` plays messages from a list.
public protocol FeedConnector: Sendable {
  /// Opens a connection.
  /// Opens a connection and completes the handshake.
  /// - Throws: An ``AQError`` when the connection can't be opened, `CancellationError` when the task was cancelled.
  func connect(to endpoint: FeedEndpoint) async throws -> any FeedConnection
}

/// One message of a live feed, as received.
public struct FeedMessage: Hashable, Sendable {
  /// The kind of content, as the transport states it.
  public enum Kind: Hashable, Sendable {
    /// UTF-8 text.
    case text
    /// Bytes.
    case binary
    /// UTF-8 text of a server-sent event, with the event's type (`message` if the server named none) and the last
    /// event identifier (empty if the server gave none), which a new connection sends as `Last-Event-ID`.
    indirect case event(type: String, id: String)
  }

  /// The kind of content, as the transport states it.
  public var kind: Kind
  /// The content.
  public var bytes: [UInt8]

  /// A message of any kind from its bytes.
  public init(_ kind: Kind, _ bytes: [UInt8]) {
    self.kind = kind
    self.bytes = bytes
  }

  /// A text message; its bytes are the text in UTF-8.
  public init(text: String) { self.init(.text, Array(text.utf8)) }

  /// The content as a JSON value, whatever its kind.
  ///
  /// - Parameter allowsNaN: Whether to read the bare word `nan`, which some services write, as `null`.
  /// - Throws: As ``AQJSON/init(parsing:allowsNaN:maximumDepth:)-([UInt8],_,_)`` does.
  public func json(allowsNaN: Bool = false) throws -> AQJSON {
    try AQJSON(parsing: bytes, allowsNaN: allowsNaN)
  }
}
