#if NIO
  import AQKit

  /// Decodes an HTTP reply's body (RFC 9112 §6–7): chunks, a stated length, or all until the connection closes.
  struct HTTPBodyReader {
    private enum State {
      /// The remaining bytes of the body or chunk; nil for all bytes until the end.
      case content(Int?, isChunk: Bool)
      /// The line with the size of the next chunk, so far.
      case chunkSize([UInt8])
      /// The remaining bytes of the line end after a chunk.
      case chunkEnd(Int)
      case finished
    }

    private static let longestLine = 4096
    private var state: State

    init(_ head: HTTPReplyHead) throws(AQError) {
      let codings = head.values("Transfer-Encoding")
      let lengths = Set(head.values("Content-Length"))
      if !codings.isEmpty {
        guard codings.count == 1, codings[0].lowercased() == "chunked", lengths.isEmpty else {
          throw AQError(.malformed, "The server used an unrequested transfer coding.")
        }
        state = .chunkSize([])
      } else if let text = lengths.first {
        guard lengths.count == 1, text.utf8.allSatisfy(\.isDigit), let length = Int(text)
        else { throw AQError(.malformed, "The server's Content-Length isn't a number.") }
        state = length == 0 ? .finished : .content(length, isChunk: false)
      } else {
        state = .content(nil, isChunk: false)
      }
    }

    var isFinished: Bool {
      if case .finished = state { true } else { false }
    }

    var endsWithConnection: Bool {
      if case .content(nil, _) = state { true } else { isFinished }
    }

    mutating func consume(_ bytes: RawSpan, _ body: (RawSpan) throws(AQError) -> Void) throws(AQError) {
      var position = 0
      while position < bytes.byteCount {
        switch state {
        case .finished: return
        case .content(let remaining, let isChunk):
          let taken = min(remaining ?? .max, bytes.byteCount &- position)
          try body(bytes.extracting(position..<position &+ taken))
          position &+= taken
          if let remaining {
            let left = remaining &- taken
            state = left > 0 ? .content(left, isChunk: isChunk) : isChunk ? .chunkEnd(2) : .finished
          }
        case .chunkEnd(let count):
          let expected = count == 2 ? UInt8(ascii: "\r") : UInt8(ascii: "\n")
          guard bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self) == expected else {
            throw Self.broken
          }
          position &+= 1
          state = count == 2 ? .chunkEnd(1) : .chunkSize([])
        case .chunkSize(var line):
          // The line is in one place only, so that it isn't copied for each byte.
          state = .finished
          let byte = bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self)
          position &+= 1
          guard byte == UInt8(ascii: "\n") else {
            line.append(byte)
            guard line.count <= Self.longestLine else { throw Self.broken }
            state = .chunkSize(line)
            continue
          }
          guard line.last == UInt8(ascii: "\r") else { throw Self.broken }
          let digits = line.dropLast().prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") }
          guard (1...15).contains(digits.count), digits.allSatisfy(\.isHexDigit),
            let size = Int(String(decoding: digits, as: UTF8.self), radix: 16)
          else { throw Self.broken }
          // A trailer may follow the last chunk, but the connection ends with the reply, so its end doesn't matter.
          state = size > 0 ? .content(size, isChunk: true) : .finished
        }
      }
    }

    private static var broken: AQError { AQError(.malformed, "The chunks of the server's reply are broken.") }
  }
#endif
