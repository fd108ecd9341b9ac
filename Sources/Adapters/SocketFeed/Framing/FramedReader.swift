import AQKit

/// Runs a framing over a stream that arrives in pieces.
struct FramedReader {
  private var framing: any FeedFraming
  private let maximumMessageSize: Int
  private var buffer: [UInt8] = []
  private var start = 0
  /// The number of bytes outside messages.
  private(set) var broken = 0

  /// The most bytes that frame a message.
  private static let allowance = 4096

  init(_ framing: any FeedFraming, maximumMessageSize: Int) {
    self.framing = framing
    self.maximumMessageSize = maximumMessageSize
  }

  /// Whether a message has begun and not ended.
  var isInsideMessage: Bool { start < buffer.count }

  /// Reads bytes and delivers the messages that they complete.
  ///
  /// - Throws: ``AQError/Code/tooLarge`` beyond the limit, and the framing's errors.
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
