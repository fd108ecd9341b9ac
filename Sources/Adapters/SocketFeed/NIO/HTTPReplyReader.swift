#if NIO
  import AQKit

  /// Collects the header of an HTTP reply up to its end, within a limit.
  struct HTTPReplyReader {
    /// The longest accepted header: 16 KiB, several times what servers send.
    static let limit = 16 << 10
    private static let start = Array("HTTP/1.".utf8)
    private static let carriageReturn = UInt8(ascii: "\r")
    private static let lineFeed = UInt8(ascii: "\n")

    private var collected: [UInt8] = []

    /// Reads bytes until the header is complete.
    ///
    /// - Returns: The header and how many of these bytes belong to it; nil if more are needed.
    /// - Throws: As soon as the bytes can't be an HTTP reply, or exceed the limit.
    mutating func consume(_ bytes: RawSpan) throws(AQError) -> (head: HTTPReplyHead, used: Int)? {
      for index in 0..<bytes.byteCount {
        let byte = bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self)
        let count = collected.count
        if count < Self.start.count, byte != Self.start[count] {
          throw AQError(.malformed, "The server doesn't answer in HTTP.")
        }
        if byte == Self.lineFeed, collected.last != Self.carriageReturn {
          throw AQError(.malformed, "The server's answer to the handshake has a broken line end.")
        }
        guard count < Self.limit else {
          throw AQError(.tooLarge, "The header of the server's answer exceeds \(Self.limit) bytes.")
        }
        collected.append(byte)
        if byte == Self.lineFeed, collected.suffix(4).elementsEqual("\r\n\r\n".utf8) {
          let head = try HTTPReplyHead(collected.dropLast(4))
          collected = []
          return (head, index &+ 1)
        }
      }
      return nil
    }
  }
#endif
