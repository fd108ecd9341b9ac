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
  var closure: FeedClosure? { get }

  /// The sub-protocol that the server chose; nil if none.
  var subprotocol: String? { get }

  /// The number of bytes skipped because they aren't part of a message, such as a broken frame between whole ones.
  var skippedBytes: Int { get }

  /// The server's requested delay before a new connection; nil if it doesn't state one.
  var reconnectDelay: Duration? { get }

  /// The identifier of the last event, including events without data, which aren't messages; empty if the server reset it.
  /// Nil if there was none, or the connector only reports it in ``FeedMessage/Kind/event(type:id:)``.
  var lastEventID: String? { get }

  /// Whether ``ping()`` sends a ping that the peer must answer.
  var answersPings: Bool { get }

  /// The number of arrivals so far: messages, comments and answers to pings; it only grows. Nil if the connector
  /// doesn't count them; then unanswered pings go unnoticed.
  var arrivalCount: Int? { get }

  /// Sends one message.
  func send(_ message: FeedMessage) async throws

  /// Sends a ping that the peer must answer, if the protocol has one; otherwise does nothing.
  func ping() async throws

  /// Closes the connection in an orderly manner; waits a short, bounded time for the peer.
  func close(_ code: FeedClosure.Code) async
}

extension FeedConnection {
  /// Nil: unknown.
  public var closure: FeedClosure? { nil }

  /// Nil: no sub-protocol.
  public var subprotocol: String? { nil }

  /// Defaults to 0.
  public var skippedBytes: Int { 0 }

  /// Defaults to nil: the server doesn't state a delay.
  public var reconnectDelay: Duration? { nil }

  /// Nil: unknown.
  public var lastEventID: String? { nil }

  /// Defaults to false: no answer is waited for.
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
  /// Opens a connection and completes the handshake.
  /// - Throws: An ``AQError`` when the connection can't be opened, `CancellationError` when the task was cancelled.
  func connect(to endpoint: FeedEndpoint) async throws -> any FeedConnection
}

/// A message of a live feed, as received.
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

  /// Creates a message of any kind from its bytes.
  public init(_ kind: Kind, _ bytes: [UInt8]) {
    self.kind = kind
    self.bytes = bytes
  }

  /// Creates a text message; its bytes are the text in UTF-8.
  public init(text: String) { self.init(.text, Array(text.utf8)) }

  /// Returns the content as a JSON value, whatever its kind.
  ///
  /// - Parameter allowsNaN: Whether to read the bare words `nan` and `inf`, which some services write for invalid numbers,
  ///   as `null`, so that they cost a single value; false refuses the message.
  /// - Throws: The same errors as ``AQJSON/init(parsing:allowsNaN:maximumDepth:)-([UInt8],_,_)``.
  public func json(allowsNaN: Bool = true) throws -> AQJSON {
    try AQJSON(parsing: bytes, allowsNaN: allowsNaN)
  }
}

/// The closure of a connection by the peer: its code and its reason.
///
/// As an error it is the cause of the ``AQError`` that an abnormal close becomes. The reason is the peer's text and can
/// hold anything, so no message repeats it.
public struct FeedClosure: Error, Hashable, Sendable {
  /// The code; nil if the peer sent none.
  public var code: FeedClosure.Code?
  /// The reason, at most 123 bytes; empty if the peer sent none.
  public var reason: String

  /// Creates a closure; nil and an empty reason mean that the peer gave none.
  public init(code: FeedClosure.Code? = nil, reason: String = "") {
    self.code = code
    self.reason = reason
  }

  /// The error for this close; nil for the ordinary end of a feed: no code, 1000 (normal) or 1001 (the server goes
  /// away).
  ///
  /// | close codes | ``AQError/Code`` | retry |
  /// |---|---|---|
  /// | 1008 policy, 3000 unauthorized, 3003 forbidden | `unauthorized` | when changed |
  /// | 1009 too big | `tooLarge` | never |
  /// | 1003, 1007, 1010: what we sent can't be accepted | `invalidRequest` | never |
  /// | 1002 protocol error | `malformed` | never |
  /// | 1013 try again later | `unavailable` | after 30 s |
  /// | any other | `unavailable` | after a while |
  public var error: AQError? {
    guard let code, code != .normal, code != .goingAway else { return nil }
    let what = "The server closed the feed with code \(code.rawValue)"
    return switch code.rawValue {
    case 1008, 3000, 3003: AQError(.unauthorized, "\(what): it does not admit this client.", cause: self)
    case 1009: AQError(.tooLarge, "\(what): a message of ours is too big for it.", cause: self)
    case 1003, 1007, 1010: AQError(.invalidRequest, "\(what): it can't accept what was sent.", cause: self)
    case 1002: AQError(.malformed, "\(what): it sees a violation of the protocol.", cause: self)
    case 1013:
      AQError(.unavailable, "\(what): it asks to come back later.", retry: .after(.seconds(30)), cause: self)
    default: AQError(.unavailable, "\(what).", cause: self)
    }
  }
}

extension FeedClosure {
  /// The reason for closing a connection, as a number of RFC 6455 §7.4.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The number on the wire.
    public let rawValue: UInt16
    /// Creates a code by its number.
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    /// 1000: the purpose is fulfilled.
    public static let normal = FeedClosure.Code(rawValue: 1000)
    /// 1001: the application goes away, for example into the background.
    public static let goingAway = FeedClosure.Code(rawValue: 1001)
    /// 1002: the peer violated the protocol.
    public static let protocolError = FeedClosure.Code(rawValue: 1002)
    /// 1003: a kind of data that can't be accepted.
    public static let unsupportedData = FeedClosure.Code(rawValue: 1003)
    /// 1007: text that isn't UTF-8.
    public static let invalidPayload = FeedClosure.Code(rawValue: 1007)
    /// 1009: a message beyond the size limit.
    public static let messageTooBig = FeedClosure.Code(rawValue: 1009)
  }
}

/// The address of a live feed and the limits for reading it. Its description has the scheme and host only.
public struct FeedEndpoint: Hashable, Sendable {
  /// The absolute address; its scheme (`ws`, `wss`…) chooses the protocol.
  public var url: String
  /// Header fields for the opening handshake, if the protocol has one.
  public var headers: [TransportRequest.Header]
  /// Sub-protocols offered in the opening handshake, in order of preference.
  public var subprotocols: [String]
  /// The longest time from the first attempt to connect to the end of the handshake. 10 s by default.
  public var handshakeTimeout: Duration
  /// The longest silence before the connection is considered dead; nil for no limit.
  public var idleTimeout: Duration?
  /// The largest message, in bytes over all its fragments. 1 MiB by default.
  public var maximumMessageSize: Int
  /// The number of received but unread bytes at which reading from the socket stops. 4 MiB by default.
  public var maximumBufferedBytes: Int
  /// PEM certificates to trust instead of the system's; nil trusts the system's.
  public var trustedCertificates: String?

  /// Creates an endpoint; 10 s for the handshake, 1 MiB per message and 4 MiB of buffer by default.
  public init(
    url: String, headers: [TransportRequest.Header] = [], subprotocols: [String] = [],
    handshakeTimeout: Duration = .seconds(10), idleTimeout: Duration? = nil,
    maximumMessageSize: Int = 1 << 20, maximumBufferedBytes: Int = 4 << 20,
    trustedCertificates: String? = nil
  ) {
    self.url = url
    self.headers = headers
    self.subprotocols = subprotocols
    self.handshakeTimeout = handshakeTimeout
    self.idleTimeout = idleTimeout
    self.maximumMessageSize = maximumMessageSize
    self.maximumBufferedBytes = maximumBufferedBytes
    self.trustedCertificates = trustedCertificates
  }
}

extension FeedEndpoint: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Scheme and host.
  public var description: String {
    let parts = URLParts(url)
    return "\(parts.scheme)://\(parts.host)"
  }
  /// Scheme and host.
  public var debugDescription: String { description }
  /// A mirror with scheme and host only.
  public var customMirror: Mirror { Mirror(self, children: ["endpoint": description]) }
}
