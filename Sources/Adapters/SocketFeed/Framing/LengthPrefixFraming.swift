public import AQKit

/// A framing in which each message follows its length, an unsigned integer of one, two, four or eight bytes.
public struct LengthPrefixFraming: FeedFraming {
  /// The order of a number's bytes.
  public enum ByteOrder: Hashable, Sendable {
    /// The most significant byte first, network order.
    case bigEndian
    /// The least significant byte first.
    case littleEndian
  }

  /// The width of the length in bytes.
  public enum Width: Int, Hashable, Sendable {
    /// A prefix of one byte.
    case one = 1
    /// A prefix of two bytes.
    case two = 2
    /// Four bytes.
    case four = 4
    /// Eight bytes.
    case eight = 8
  }

  private let width: Width
  private let order: ByteOrder
  private let countsItself: Bool
  private let kind: FeedMessage.Kind
  private let limit: Int

  /// Creates a framing by a length field.
  ///
  /// - Parameters:
  ///   - width: The width of the length in bytes.
  ///   - order: The order of its bytes.
  ///   - countsItself: Whether the length includes its own bytes.
  ///   - kind: The kind of the messages.
  ///   - limit: The longest message in bytes; a greater length ends the feed at once: nothing after it can be located.
  public init(
    _ width: Width = .four, order: ByteOrder = .bigEndian, countsItself: Bool = false,
    kind: FeedMessage.Kind = .text, limit: Int = 1 << 20
  ) {
    self.width = width
    self.order = order
    self.countsItself = countsItself
    self.kind = kind
    self.limit = limit
  }

  /// Returns the next step for the waiting bytes.
  ///
  /// - Throws: ``AQError/Code/malformed`` for a message shorter than its length field, ``AQError/Code/tooLarge`` for one
  ///   longer than the limit.
  public func next(in waiting: ArraySlice<UInt8>) throws(AQError) -> FramingStep {
    let width = width.rawValue
    guard waiting.count >= width else { return .incomplete }
    let digits = waiting.prefix(width)
    let stated =
      order == .bigEndian
      ? digits.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      : digits.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let own = countsItself ? UInt64(width) : 0
    guard stated >= own else {
      throw AQError(.malformed, "The server sent a message shorter than its own length field.")
    }
    guard let length = Int(exactly: stated - own), length <= limit else {
      throw AQError(.tooLarge, "The server announced a message of more than \(limit) bytes.")
    }
    guard waiting.count - width >= length else { return .incomplete }
    let content = waiting.dropFirst(width).prefix(length)
    let kind = kind == .text && !content.isUTF8 ? .binary : kind
    return .message(FeedMessage(kind, Array(content)), taking: width + length)
  }

  /// Returns the length and the message; a message too long for the field is truncated.
  public func frame(_ message: FeedMessage) -> [UInt8] {
    let width = width.rawValue
    let own = countsItself ? width : 0
    let most = width < MemoryLayout<Int>.size ? 1 << (8 * width) - 1 - own : .max
    let content = message.bytes.prefix(most)
    let stated = UInt64(content.count + own)
    let big = (0..<width).map { UInt8(truncatingIfNeeded: stated >> (8 * UInt64(width - 1 - $0))) }
    return (order == .bigEndian ? big : big.reversed()) + content
  }
}
