#if NIO
  import AQKit

  /// The frames that a client sends (RFC 6455 §5): whole messages, each masked with its own key.
  enum WebSocketFrame {
    static let continuation: UInt8 = 0
    static let text: UInt8 = 1
    static let binary: UInt8 = 2
    static let close: UInt8 = 8
    static let ping: UInt8 = 9
    static let pong: UInt8 = 10

    /// Appends one final frame. The masking key comes from the system's secure generator.
    static func append(_ opcode: UInt8, _ payload: [UInt8], to bytes: inout [UInt8]) {
      bytes.reserveCapacity(bytes.count + payload.count + 14)
      bytes.append(0x80 | opcode)
      let count = payload.count
      if count < 126 {
        bytes.append(0x80 | UInt8(count))
      } else if count <= 0xFFFF {
        bytes.append(0x80 | 126)
        bytes.append(UInt8(count >> 8))
        bytes.append(UInt8(count & 0xFF))
      } else {
        bytes.append(0x80 | 127)
        for shift in stride(from: 56, through: 0, by: -8) {
          bytes.append(UInt8(truncatingIfNeeded: count >> shift))
        }
      }
      let key = UInt32.random(in: .min ... .max)
      for shift: UInt32 in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: key >> shift)) }
      var rolling = key
      for byte in payload {
        rolling = rolling << 8 | rolling >> 24
        bytes.append(byte ^ UInt8(truncatingIfNeeded: rolling))
      }
    }

    /// Appends a close frame with a code.
    static func appendClose(_ code: UInt16, to bytes: inout [UInt8]) {
      append(close, [UInt8(code >> 8), UInt8(code & 0xFF)], to: &bytes)
    }

    /// Whether a close frame may have a code: 1000–1003, 1007–1014 and 3000–4999.
    static func isAllowedOnTheWire(_ code: UInt16) -> Bool {
      switch code {
      case 1000...1003, 1007...1014, 3000...4999: true
      default: false
      }
    }
  }
#endif
