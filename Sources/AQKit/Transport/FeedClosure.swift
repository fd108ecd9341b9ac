/// How the peer closed a connection: its code and its reason.
///
/// As an error it is the cause of the ``AQError`` that an abnormal close becomes. The reason is the peer's text and can
/// hold anything, so no message repeats it.
public struct FeedClosure: Error, Hashable, Sendable {
  /// The code; nil if the peer sent none.
  public var code: FeedClosure.Code?
  /// The reason, at most 123 bytes; empty if the peer sent none.
  public var reason: String

  /// A closure; nil and an empty reason mean that the peer gave none.
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
    /// A code by its number.
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
