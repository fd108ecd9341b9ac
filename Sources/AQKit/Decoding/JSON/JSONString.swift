/// Strings as RFC 8259 spells them, in UTF-8.
package enum JSONString {
  /// Skips the string whose quotation mark is at `position`, and checks its escapes and UTF-8. Returns whether it has
  /// escapes.
  @discardableResult
  package static func skip(_ bytes: RawSpan, _ position: inout Int) throws(ScanFault) -> Bool {
    var at = position &+ 1
    var hasEscapes = false
    while true {
      skipPlain(bytes, &at)
      let byte = try EightBytes.next(bytes, at: at)
      if byte == UInt8(ascii: "\"") {
        position = at &+ 1
        return hasEscapes
      } else if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        _ = try escape(bytes, &at)
      } else if byte < 0x20 {
        throw ScanFault(.controlCharacter, at: at)
      } else {
        try skipBeyondASCII(bytes, &at)
      }
    }
  }

  /// Reads the string whose quotation mark is at `position`.
  static func read(_ bytes: RawSpan, _ position: inout Int) throws(ScanFault) -> String {
    let start = position
    let hasEscapes = try skip(bytes, &position)
    return text(bytes, in: start..<position, hasEscapes: hasEscapes)
  }

  /// Returns the text of a string that ``skip(_:_:)`` has checked, within its quotation marks.
  static func text(_ bytes: RawSpan, in string: Range<Int>, hasEscapes: Bool) -> String {
    let content = (string.lowerBound &+ 1)..<(string.upperBound &- 1)
    if hasEscapes { return String(decoding: unescaped(bytes, in: content), as: UTF8.self) }
    return bytes.extracting(content).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the text of a string that ``skip(_:_:)`` has checked, from its quotation mark on.
  static func text(_ bytes: [UInt8], at start: Int) -> String {
    bytes.withUnsafeBufferPointer { buffer in
      var at = start
      // Checked before, so no fault is lost here.
      return (try? read(UnsafeRawBufferPointer(buffer).bytes, &at)) ?? ""
    }
  }

  /// Returns whether the string whose quotation mark is at `start`, checked by ``skip(_:_:)``, equals `text` byte for
  /// byte.
  static func equals(_ bytes: RawSpan, at start: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var at = start &+ 1
    var index = 0
    while at < bytes.byteCount {
      let byte = EightBytes.byte(bytes, at: at)
      if byte == UInt8(ascii: "\"") { return index == text.count }
      if byte == UInt8(ascii: "\\") {
        guard let scalar = try? escape(bytes, &at) else { return false }
        for unit in String(scalar).utf8 {
          guard index < text.count, text[index] == unit else { return false }
          index &+= 1
        }
      } else {
        guard index < text.count, text[index] == byte else { return false }
        index &+= 1
        at &+= 1
      }
    }
    return false
  }

  // MARK: Parts

  /// Skips ASCII without escapes.
  @inline(__always)
  private static func skipPlain(_ bytes: RawSpan, _ position: inout Int) {
    while bytes.byteCount &- position >= 8 {
      let word = EightBytes.load(bytes, at: position)
      let quotes = EightBytes.zeros(word ^ EightBytes.all(UInt8(ascii: "\"")))
      let escapes = EightBytes.zeros(word ^ EightBytes.all(UInt8(ascii: "\\")))
      let controls = (word &- EightBytes.all(0x20)) & ~word & EightBytes.all(0x80)
      let stops = quotes | escapes | controls | word & EightBytes.all(0x80)
      if stops != 0 {
        position &+= stops.trailingZeroBitCount &>> 3
        return
      }
      position &+= 8
    }
    while position < bytes.byteCount {
      let byte = EightBytes.byte(bytes, at: position)
      if byte < 0x20 || byte >= 0x80 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return }
      position &+= 1
    }
  }

  /// Skips one character beyond ASCII; its bytes must be well-formed by Unicode 16, table 3-7.
  private static func skipBeyondASCII(_ bytes: RawSpan, _ position: inout Int) throws(ScanFault) {
    let start = position
    let lead = EightBytes.byte(bytes, at: start)
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: throw ScanFault(.invalidUTF8, at: start)
    }
    for index in 1..<length {
      let at = start &+ index
      let byte = try EightBytes.next(bytes, at: at)
      guard (index == 1 ? second : 0x80...0xBF).contains(byte) else {
        throw ScanFault(.invalidUTF8, at: start)
      }
    }
    position = start &+ length
  }

  private static func escape(_ bytes: RawSpan, _ position: inout Int) throws(ScanFault) -> Unicode.Scalar {
    let start = position
    let character = try EightBytes.next(bytes, at: start &+ 1)
    position = start &+ 2
    switch character {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default: throw ScanFault(.invalidEscape, at: start)
    }
    let unit = try hexadecimal(bytes, &position, of: start)
    if let scalar = Unicode.Scalar(unit) { return scalar }
    // A surrogate pair: the high half, followed by an escape with the low half.
    guard unit < 0xDC00 else { throw ScanFault(.loneSurrogate, at: start) }
    for mark in [UInt8(ascii: "\\"), UInt8(ascii: "u")] {
      guard try EightBytes.next(bytes, at: position) == mark else {
        throw ScanFault(.loneSurrogate, at: start)
      }
      position &+= 1
    }
    let low = try hexadecimal(bytes, &position, of: start)
    guard low >= 0xDC00, low <= 0xDFFF,
      let scalar = Unicode.Scalar(0x1_0000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    else { throw ScanFault(.loneSurrogate, at: start) }
    return scalar
  }

  private static func hexadecimal(_ bytes: RawSpan, _ position: inout Int, of start: Int) throws(ScanFault)
    -> UInt32
  {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      let byte = try EightBytes.next(bytes, at: position)
      guard let digit = byte.hexValue else { throw ScanFault(.invalidEscape, at: start) }
      unit = unit << 4 | UInt32(digit)
      position &+= 1
    }
    return unit
  }

  private static func unescaped(_ bytes: RawSpan, in content: Range<Int>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(content.count)
    var at = content.lowerBound
    while at < content.upperBound {
      let byte = EightBytes.byte(bytes, at: at)
      if byte == UInt8(ascii: "\\"), let scalar = try? escape(bytes, &at) {
        result.append(contentsOf: String(scalar).utf8)
      } else {
        result.append(byte)
        at += 1
      }
    }
    return result
  }
}
