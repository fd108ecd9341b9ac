#if NIO
  /// Checks UTF-8 split anywhere, and fails at the first byte that can't be part of any text (RFC 3629).
  struct UTF8Validator {
    private var needed = 0
    private var lowest: UInt8 = 0x80
    private var highest: UInt8 = 0xBF

    var isComplete: Bool { needed == 0 }

    /// Checks the next bytes; returns false as soon as the text can't be UTF-8.
    mutating func accept(_ bytes: RawSpan) -> Bool {
      let count = bytes.byteCount
      var index = 0
      while index < count {
        if needed == 0 {
          while index &+ 8 <= count,
            bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
          {
            index &+= 8
          }
          guard index < count else { return true }
        }
        guard accept(bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self)) else { return false }
        index &+= 1
      }
      return true
    }

    private mutating func accept(_ byte: UInt8) -> Bool {
      if needed > 0 {
        guard lowest <= byte, byte <= highest else { return false }
        (needed, lowest, highest) = (needed &- 1, 0x80, 0xBF)
        return true
      }
      switch byte {
      case 0x00...0x7F: return true
      case 0xC2...0xDF: needed = 1
      case 0xE0: (needed, lowest) = (2, 0xA0)
      case 0xED: (needed, highest) = (2, 0x9F)
      case 0xE1...0xEF: needed = 2
      case 0xF0: (needed, lowest) = (3, 0x90)
      case 0xF1...0xF3: needed = 3
      case 0xF4: (needed, highest) = (3, 0x8F)
      default: return false
      }
      return true
    }
  }
#endif
