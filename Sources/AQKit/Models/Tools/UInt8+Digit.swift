extension UInt8 {
  /// Whether the byte is a digit from 0 to 9 in ASCII.
  @inlinable package var isDigit: Bool { self &- UInt8(ascii: "0") <= 9 }
}
