/// The reason for closing a connection, as a number of RFC 6455 §7.4.
public struct FeedCloseCode: RawRepresentable, Hashable, Sendable {
  /// The number on the wire.
  public let rawValue: UInt16
  /// A code by its number.
  public init(rawValue: UInt16) { self.rawValue = rawValue }
  /// 1000: the purpose is fulfilled.
  public static let normal = FeedCloseCode(rawValue: 1000)
  /// 1001: the application goes away, for example into the background.
  public static let goingAway = FeedCloseCode(rawValue: 1001)
  /// 1002: the peer violated the protocol.
  public static let protocolError = FeedCloseCode(rawValue: 1002)
  /// 1003: a kind of data that can't be accepted.
  public static let unsupportedData = FeedCloseCode(rawValue: 1003)
  /// 1007: text that isn't UTF-8.
  public static let invalidPayload = FeedCloseCode(rawValue: 1007)
  /// 1009: a message beyond the size limit.
  public static let messageTooBig = FeedCloseCode(rawValue: 1009)
}
