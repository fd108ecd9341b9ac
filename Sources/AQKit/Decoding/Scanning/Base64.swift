/// Bytes as text in Base64 (RFC 4648, section 4).
package enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")
  /// The value of each byte as a digit; nil for all others.
  private static let values: [UInt32?] = (0...UInt8.max).map { byte in
    digits.firstIndex(of: byte).map { UInt32($0) }
  }

  package static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
      for i in 0..<4 {
        text.append(i <= group.count ? digits[Int(bits >> UInt32(18 - 6 * i) & 63)] : padding)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the bytes that a string encodes; nil if it isn't Base64 with padding.
  package static func bytes(of text: String) -> [UInt8]? {
    var digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 4) else { return nil }
    let padded = digits.reversed().prefix { $0 == padding }.count
    guard padded <= 2 else { return nil }
    digits.removeLast(padded)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count * 3 / 4)
    var (bits, held) = (UInt32(0), 0)
    for digit in digits {
      guard let value = values[Int(digit)] else { return nil }
      bits = bits << 6 | value
      held += 6
      if held >= 8 {
        held -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(held)))
      }
    }
    return bytes
  }
}
