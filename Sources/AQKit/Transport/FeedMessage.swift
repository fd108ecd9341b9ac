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
  public let kind: Kind
  /// The content.
  public let bytes: [UInt8]

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
  ///   as `null`, so that only that value is lost; false refuses the whole message.
  /// - Throws: The same errors as ``AQJSON/init(parsing:allowsNaN:maximumDepth:)-([UInt8],_,_)``.
  public func json(allowsNaN: Bool = true) throws -> AQJSON {
    try AQJSON(parsing: bytes, allowsNaN: allowsNaN)
  }
}

extension FeedMessage {
  /// The closure of a connection by the peer: its code and its reason.
  ///
  /// As an error it is the cause of the ``AQError`` that an abnormal close becomes. The reason is the peer's text and can
  /// hold anything, so no message repeats it.
  public struct Closure: Error, Hashable, Sendable {
    /// The code; nil if the peer sent none.
    public let code: FeedMessage.Closure.Code?
    /// The reason, at most 123 bytes; empty if the peer sent none.
    public let reason: String

    /// Creates a closure; nil and an empty reason mean that the peer gave none.
    public init(code: FeedMessage.Closure.Code? = nil, reason: String = "") {
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
      let (kind, detail): (AQError.Code, String) =
        switch code.rawValue {
        case 1008, 3000, 3003: (.unauthorized, ": it refuses this client.")
        case 1009: (.tooLarge, ": our message is too large for it.")
        case 1003, 1007, 1010: (.invalidRequest, ": it can't accept what was sent.")
        case 1002: (.malformed, ": it reports a violation of the protocol.")
        case 1013: (.unavailable, ": it asks us to try again later.")
        default: (.unavailable, ".")
        }
      return AQError(
        kind, "The server closed the feed with code \(code.rawValue)\(detail)",
        retry: code.rawValue == 1013 ? .after(.seconds(30)) : nil, cause: self)
    }
  }
}

extension FeedMessage.Closure {
  /// The reason for closing a connection, as a number of RFC 6455 §7.4.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The number on the wire.
    public let rawValue: UInt16
    /// Creates a code from its number.
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    /// 1000: the purpose is fulfilled.
    public static var normal: Self { Self(rawValue: 1000) }
    /// 1001: the application goes away, for example to the background.
    public static var goingAway: Self { Self(rawValue: 1001) }
    /// 1002: the peer violated the protocol.
    public static var protocolError: Self { Self(rawValue: 1002) }
    /// 1007: text that isn't UTF-8.
    public static var invalidPayload: Self { Self(rawValue: 1007) }
    /// 1009: a message beyond the size limit.
    public static var messageTooBig: Self { Self(rawValue: 1009) }
  }
}
