public import AQKit

/// How the messages of a raw stream are told apart: the stage between a connection's bytes and a decoder.
///
/// **Use one.** ``LineFraming``, ``LengthPrefixFraming`` or ``PacketFraming``.
///
/// **Write one.** Look at the bytes that wait, which begin where the last step ended, and say what comes first. A
/// framing is a value of its own for each connection and may remember how far it has looked; it never sees the bytes
/// of a message twice once it has taken it.
///
/// **Test one.** ``messages(in:cutEvery:)`` runs it over bytes that arrive in pieces of any size.
public protocol FeedFraming: Sendable {
  /// What comes first in the bytes that wait, which are never empty.
  ///
  /// - Throws: An ``AQError`` where nothing after these bytes can be read.
  mutating func next(in waiting: ArraySlice<UInt8>) throws(AQError) -> FramingStep

  /// A message as it goes onto the wire.
  func frame(_ message: FeedMessage) -> [UInt8]
}

/// What a framing found at the beginning of the bytes that wait.
public enum FramingStep: Hashable, Sendable {
  /// A message, and how many bytes it takes together with what frames it: at least one.
  case message(FeedMessage, taking: Int)
  /// So many bytes, at least one, that frame or separate messages.
  case separator(Int)
  /// So many bytes, at least one, that should have been part of a message and can't be; they are counted.
  case broken(Int)
  /// The beginning of a message, whose rest is still to come.
  case incomplete
}

extension FeedFraming {
  /// The messages in bytes, as if they arrived in pieces, and how many bytes were broken: for tests of a framing.
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
