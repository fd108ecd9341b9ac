public import AQKit

/// Splits a raw stream into messages: the stage between a connection's bytes and a decoder.
///
/// **Use one.** ``LineFraming``, ``LengthPrefixFraming`` or ``PacketFraming``.
///
/// **Write one.** Look at the waiting bytes, which start where the last step ended, and return what comes first. Each
/// connection has its own value, which may remember how far it has looked; bytes of a returned message never come back.
///
/// **Test one.** ``messages(in:cutEvery:)`` runs it over bytes that arrive in pieces of any size.
public protocol FeedFraming: Sendable {
  /// The first item in the waiting bytes, which are never empty.
  ///
  /// - Throws: An ``AQError`` if nothing after these bytes is readable.
  mutating func next(in waiting: ArraySlice<UInt8>) throws(AQError) -> FramingStep

  /// A message as bytes on the wire.
  func frame(_ message: FeedMessage) -> [UInt8]
}

/// What a framing found at the start of the waiting bytes.
public enum FramingStep: Hashable, Sendable {
  /// A message and its number of bytes, framing included: at least one.
  case message(FeedMessage, taking: Int)
  /// A number of bytes, at least one, that frame or separate messages.
  case separator(Int)
  /// A number of bytes, at least one, of a damaged message; they are counted.
  case broken(Int)
  /// An incomplete message.
  case incomplete
}

extension FeedFraming {
  /// The messages in bytes that arrive in pieces, and the number of damaged bytes; for tests of a framing.
  ///
  /// - Parameters:
  ///   - bytes: The stream.
  ///   - size: The size of a piece.
  public func messages(in bytes: [UInt8], cutEvery size: Int = .max) throws(AQError) -> (
    messages: [FeedMessage], broken: Int
  ) {
    var reader = FramedReader(self, maximumMessageSize: .max)
    var messages: [FeedMessage] = []
    var start = 0
    while start < bytes.count {
      let end = size < bytes.count - start ? start + max(1, size) : bytes.count
      try reader.consume(bytes[start..<end]) { messages.append($0) }
      start = end
    }
    return (messages, reader.broken)
  }
}
