#if NIO
  import AQKit

  /// Reads the frames that a server sends (RFC 6455 §5–§8): fragments, interleaved control frames, UTF-8 checked as it
  /// arrives, and a limit on the size of a whole message.
  struct WebSocketReader {
    private let maximumMessageSize: Int

    /// The start of a frame whose header or control payload is incomplete: at most 139 bytes.
    private var carried: ContiguousArray<UInt8> = []
    /// The missing bytes of the current data frame's payload.
    private var remaining = 0
    private var isLastFrame = false
    /// The kind of the current fragmented message; nil between messages.
    private var kind: FeedMessage.Kind?
    private var assembled: [UInt8] = []
    private var validator = UTF8Validator()

    /// Whether a close frame, which must be the last one, has been sent.
    var hasSentClose = false

    init(maximumMessageSize: Int) { self.maximumMessageSize = maximumMessageSize }

    mutating func consume(_ bytes: RawSpan, into output: inout FeedOutput) {
      do throws(Violation) {
        if carried.isEmpty {
          try read(bytes, into: &output)
        } else {
          carry(bytes)
          let joined = carried
          carried = []
          try read(joined.span.bytes, into: &output)
        }
      } catch {
        if !hasSentClose { output.goodbye = WebSocketFrame.closing(error.code.rawValue) }
        hasSentClose = true
        output.end = .violated(
          AQError(error.code == .messageTooBig ? .tooLarge : .malformed, error.message))
      }
    }

    private mutating func carry(_ bytes: RawSpan) {
      bytes.withUnsafeBytes { carried.append(contentsOf: $0) }
    }

    /// Reads all whole frames, and the available payload of a data frame; carries the rest.
    private mutating func read(_ bytes: RawSpan, into output: inout FeedOutput) throws(Violation) {
      let count = bytes.byteCount
      var position = 0
      while position < count {
        if remaining > 0 {
          let taken = min(remaining, count &- position)
          try append(bytes.extracting(position..<position &+ taken))
          position &+= taken
          remaining &-= taken
          if remaining == 0, isLastFrame { try finishMessage(into: &output) }
          continue
        }
        guard let header = try Header(bytes, at: position) else { break }
        let start = position &+ header.size
        if header.opcode & 0x8 != 0 {
          guard count &- start >= header.length else { break }
          position = start &+ header.length
          try control(header.opcode, bytes.extracting(start..<position), into: &output)
          if output.end != nil { return }
          continue
        }
        try begin(header)
        if header.opcode != WebSocketFrame.continuation, header.isFinal, count &- start >= header.length {
          // The usual case: the bytes contain the whole message.
          position = start &+ header.length
          let payload = bytes.extracting(start..<position)
          if kind == .text {
            guard validator.accept(payload), validator.isComplete else { throw .notUTF8 }
          }
          output.add(FeedMessage(kind ?? .binary, Array(payload)))
          kind = nil
          continue
        }
        position = start
        remaining = header.length
        isLastFrame = header.isFinal
        if remaining == 0, isLastFrame { try finishMessage(into: &output) }
      }
      if position < count { carry(bytes.extracting(position..<count)) }
    }

    private mutating func begin(_ header: Header) throws(Violation) {
      if header.opcode == WebSocketFrame.continuation {
        guard kind != nil else { throw Violation("a continuation without a beginning") }
      } else {
        guard kind == nil else { throw Violation("a new message inside another") }
        kind = header.opcode == WebSocketFrame.text ? .text : .binary
        validator = UTF8Validator()
      }
      guard header.length <= maximumMessageSize &- assembled.count else {
        throw Violation(.messageTooBig, "The server sent a message of more than \(maximumMessageSize) bytes.")
      }
    }

    private mutating func append(_ payload: RawSpan) throws(Violation) {
      if kind == .text, !validator.accept(payload) { throw .notUTF8 }
      payload.withUnsafeBytes { assembled.append(contentsOf: $0) }
    }

    private mutating func finishMessage(into output: inout FeedOutput) throws(Violation) {
      if kind == .text, !validator.isComplete { throw .notUTF8 }
      output.add(FeedMessage(kind ?? .binary, assembled))
      assembled = []
      kind = nil
    }

    private mutating func control(_ opcode: UInt8, _ payload: RawSpan, into output: inout FeedOutput)
      throws(Violation)
    {
      switch opcode {
      case WebSocketFrame.ping:
        guard !hasSentClose else { return }
        output.lastPong = output.pongs.count
        output.pongs += WebSocketFrame.bytes(WebSocketFrame.pong, Array(payload))
      case WebSocketFrame.close:
        let closure = try readClosure(payload)
        if !hasSentClose {
          output.goodbye =
            closure.code.map { WebSocketFrame.closing($0.rawValue) }
            ?? WebSocketFrame.bytes(WebSocketFrame.close)
          hasSentClose = true
        }
        output.end = closure.error.map { .failed($0) } ?? .closed(closure)
      default: return  // a pong
      }
    }

    private func readClosure(_ payload: RawSpan) throws(Violation) -> FeedMessage.Closure {
      if payload.byteCount == 0 { return FeedMessage.Closure() }
      guard payload.byteCount >= 2 else { throw Violation("a close frame with half a code") }
      let bytes = Array(payload)
      let code = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
      guard WebSocketFrame.isAllowedOnTheWire(code) else { throw Violation("the close code \(code)") }
      guard bytes.dropFirst(2).isUTF8 else { throw .notUTF8 }
      return FeedMessage.Closure(
        code: FeedMessage.Closure.Code(rawValue: code),
        reason: String(decoding: bytes.dropFirst(2), as: UTF8.self))
    }
  }

  extension WebSocketReader {
    struct Violation: Error {
      let code: FeedMessage.Closure.Code
      let message: String

      init(_ code: FeedMessage.Closure.Code, _ message: String) {
        self.code = code
        self.message = message
      }

      init(_ what: String) {
        self.init(.protocolError, "The server violated the WebSocket protocol: it sent \(what).")
      }

      static let notUTF8 = Violation(.invalidPayload, "The server sent text that is not UTF-8.")
    }

    private struct Header {
      let isFinal: Bool
      let opcode: UInt8
      let length: Int
      let size: Int

      init?(_ bytes: RawSpan, at position: Int) throws(Violation) {
        let available = bytes.byteCount &- position
        guard available >= 2 else { return nil }
        let first = bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self)
        let second = bytes.unsafeLoad(fromByteOffset: position &+ 1, as: UInt8.self)
        guard first & 0x70 == 0 else { throw Violation("a frame with reserved bits") }
        guard second & 0x80 == 0 else { throw Violation("a masked frame") }
        isFinal = first & 0x80 != 0
        opcode = first & 0xF
        let short = Int(second & 0x7F)
        if opcode & 0x8 != 0 {
          guard opcode <= WebSocketFrame.pong else { throw Violation("the reserved opcode \(opcode)") }
          guard isFinal else { throw Violation("a control frame in fragments") }
          guard short < 126 else { throw Violation("a control frame of more than 125 bytes") }
        } else if opcode > WebSocketFrame.binary {
          throw Violation("the reserved opcode \(opcode)")
        }
        switch short {
        case 126:
          guard available >= 4 else { return nil }
          let long = bytes.unsafeLoadUnaligned(fromByteOffset: position &+ 2, as: UInt16.self)
          length = Int(UInt16(bigEndian: long))
          size = 4
          guard length > 125 else { throw Violation("a length in more bytes than it needs") }
        case 127:
          guard available >= 10 else { return nil }
          let long = UInt64(
            bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: position &+ 2, as: UInt64.self))
          guard long > 0xFFFF else { throw Violation("a length in more bytes than it needs") }
          guard let fitting = Int(exactly: long) else { throw Violation("a length beyond 63 bits") }
          length = fitting
          size = 10
        default:
          length = short
          size = 2
        }
      }
    }
  }

  extension Array where Element == UInt8 {
    init(_ bytes: RawSpan) {
      self = bytes.withUnsafeBytes { Array($0) }
    }
  }

  /// The frames that a client sends (RFC 6455 §5): whole messages, each masked with its own key.
  enum WebSocketFrame {
    static let continuation: UInt8 = 0
    static let text: UInt8 = 1
    static let binary: UInt8 = 2
    static let close: UInt8 = 8
    static let ping: UInt8 = 9
    static let pong: UInt8 = 10

    /// Returns one final frame. The masking key comes from the system's secure generator.
    static func bytes(_ opcode: UInt8, _ payload: [UInt8] = []) -> [UInt8] {
      var bytes = [0x80 | opcode]
      bytes.reserveCapacity(payload.count + 14)
      let count = payload.count
      let (short, width) = count < 126 ? (count, 0) : count <= 0xFFFF ? (126, 2) : (127, 8)
      bytes.append(0x80 | UInt8(short))
      for index in (0..<width).reversed() { bytes.append(UInt8(truncatingIfNeeded: count >> (8 * index))) }
      let key = UInt32.random(in: .min ... .max)
      for shift: UInt32 in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: key >> shift)) }
      var rolling = key
      for byte in payload {
        rolling = rolling << 8 | rolling >> 24
        bytes.append(byte ^ UInt8(truncatingIfNeeded: rolling))
      }
      return bytes
    }

    static func closing(_ code: UInt16) -> [UInt8] { bytes(close, [UInt8(code >> 8), UInt8(code & 0xFF)]) }

    /// Returns whether a close frame may have a code: 1000–1003, 1007–1014 and 3000–4999.
    static func isAllowedOnTheWire(_ code: UInt16) -> Bool {
      switch code {
      case 1000...1003, 1007...1014, 3000...4999: true
      default: false
      }
    }
  }
#endif
