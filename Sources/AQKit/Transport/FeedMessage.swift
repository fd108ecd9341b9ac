/// One message of a live feed, as it came off the wire.
public struct FeedMessage: Hashable, Sendable {
  /// What the transport said the bytes are.
  public enum Kind: Hashable, Sendable {
    /// UTF-8 text.
    case text
    /// Bytes.
    case binary
    /// UTF-8 text of a server-sent event, with the event's type (`message` if the server named none) and the last
    /// event identifier (empty if the server gave none), which a new connection sends as `Last-Event-ID`.
    indirect case event(type: String, id: String)
  }

  /// What the transport said the bytes are.
  public var kind: Kind
  /// The content.
  public var bytes: [UInt8]

  /// Makes a message from bytes.
  public init(_ kind: Kind, _ bytes: [UInt8]) {
    self.kind = kind
    self.bytes = bytes
  }

  /// Makes a text message.
  public init(text: String) { self.init(.text, Array(text.utf8)) }

  /// The content as a JSON value, whatever kind the transport said it is.
  ///
  /// - Parameter allowsNaN: Whether the bare word `nan`, which some services write, is read as `null`.
  /// - Throws: As ``AQJSON/init(parsing:allowsNaN:maximumDepth:)-([UInt8],_,_)`` does.
  public func json(allowsNaN: Bool = false) throws -> AQJSON {
    try AQJSON(parsing: bytes, allowsNaN: allowsNaN)
  }
}
