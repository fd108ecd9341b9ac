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
