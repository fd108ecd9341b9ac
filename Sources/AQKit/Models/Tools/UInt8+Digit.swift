extension UInt8 {
  @inlinable package var isDigit: Bool { self &- UInt8(ascii: "0") <= 9 }

  /// Whether the byte is a letter from A to Z or a to z in ASCII.
  @inlinable package var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

  /// Whether the byte is a hexadecimal digit in ASCII.
  package var isHexDigit: Bool { isDigit || (self | 0x20) &- UInt8(ascii: "a") < 6 }

  /// The value of a hexadecimal digit in ASCII; nil for any other byte.
  package var hexValue: UInt8? {
    guard isHexDigit else { return nil }
    return isDigit ? self - UInt8(ascii: "0") : (self | 0x20) - UInt8(ascii: "a") + 10
  }

  /// Whether the byte is a space or a tab.
  @inlinable package var isBlank: Bool { self == 0x20 || self == 0x09 }

  /// Whether the byte is a space, a tab or a part of a line end, the white space of JSON, CSV and XML.
  @inlinable package var isSpace: Bool { isBlank || self == 0x0A || self == 0x0D }

  /// Returns the hexadecimal digit of a number below 16, in upper case.
  package static func hexDigit(_ number: UInt8) -> UInt8 {
    number < 10 ? UInt8(ascii: "0") + number : UInt8(ascii: "A") + number - 10
  }
}
