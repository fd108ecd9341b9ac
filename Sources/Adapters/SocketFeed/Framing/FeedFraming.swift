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
  /// Returns the first item in the waiting bytes, which are never empty.
  ///
  /// - Throws: An ``AQError`` if nothing after these bytes is readable.
  mutating func next(in waiting: ArraySlice<UInt8>) throws(AQError) -> FramingStep

  /// Returns a message as bytes on the wire.
  func frame(_ message: FeedMessage) -> [UInt8]
}

extension FeedFraming {
  /// Returns the messages in a stream that arrives in pieces, and the number of damaged bytes, for tests of a framing.
  ///
  /// - Parameters:
  ///   - bytes: The stream.
  ///   - size: The size of a piece in bytes.
  /// - Throws: The error of ``next(in:)``.
  public func messages(in bytes: [UInt8], cutEvery size: Int = .max) throws(AQError) -> (
    messages: [FeedMessage], broken: Int
  ) {
    var reader = FramedReader(self, maximumMessageSize: .max)
    var messages: [FeedMessage] = []
    for start in stride(from: 0, to: bytes.count, by: max(1, size)) {
      try reader.consume(bytes[start...].prefix(max(1, size))) { messages.append($0) }
    }
    return (messages, reader.broken)
  }
}

extension ArraySlice<UInt8> {
  var isUTF8: Bool {
    allSatisfy { $0 < 0x80 } || String(wellFormed: self, as: UTF8.self) != nil
  }
}

struct FramedReader {
  private var framing: any FeedFraming
  private let maximumMessageSize: Int
  private var buffer: [UInt8] = []
  private var start = 0
  private(set) var broken = 0

  /// The maximum number of bytes that frame a message.
  private static let allowance = 4096

  init(_ framing: any FeedFraming, maximumMessageSize: Int) {
    self.framing = framing
    self.maximumMessageSize = maximumMessageSize
  }

  var isInsideMessage: Bool { start < buffer.count }

  /// Delivers the messages that bytes complete; throws ``AQError/Code/tooLarge``, and the framing's errors.
  mutating func consume(_ bytes: some Sequence<UInt8>, _ deliver: (FeedMessage) -> Void) throws(AQError) {
    buffer.append(contentsOf: bytes)
    defer {
      if start == buffer.count {
        buffer.removeAll(keepingCapacity: buffer.capacity <= 1 << 16)
        start = 0
      } else if start > 1 << 16 {
        buffer.removeFirst(start)
        start = 0
      }
    }
    while start < buffer.count {
      let waiting = buffer[start...]
      switch try framing.next(in: waiting) {
      case .message(let message, let length):
        guard message.bytes.count <= maximumMessageSize else { throw tooLarge }
        deliver(message)
        start += min(max(1, length), waiting.count)
      case .separator(let count):
        start += min(max(1, count), waiting.count)
      case .broken(let count):
        let passed = min(max(1, count), waiting.count)
        start += passed
        broken += passed
      case .incomplete:
        guard waiting.count <= maximumMessageSize || waiting.count - maximumMessageSize <= Self.allowance
        else { throw tooLarge }
        return
      }
    }
  }

  private var tooLarge: AQError {
    AQError(.tooLarge, "The server sent a message of more than \(maximumMessageSize) bytes.")
  }
}
