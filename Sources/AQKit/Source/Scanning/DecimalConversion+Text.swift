extension DecimalConversion {
  /// The magnitude of a decimal that ``double(significand:exponent:)`` can't decide: too many digits, or an exponent
  /// beyond the table. Infinity if it exceeds a double.
  ///
  /// - Parameters:
  ///   - decimal: The parts of the number.
  ///   - bytes: The input.
  ///   - text: The range of the number.
  static func double(_ decimal: NumberScanner.Decimal, of bytes: RawSpan, in text: Range<Int>) -> Double {
    if decimal.significand == 0 { return 0 }
    // The value is between significand and significand + 1 (× 10^exponent): if both round to the same double, so does
    // it.
    if decimal.isCut, let low = product(decimal.significand, decimal.exponent),
      let high = product(decimal.significand &+ 1, decimal.exponent), low == high
    {
      return low
    }
    // The value is 0.d₁d₂d₃… × 10^magnitude with d₁ ≠ 0.
    let magnitude = String(decimal.significand).utf8.count &+ decimal.exponent
    if magnitude > 400 { return .infinity }
    if magnitude < -400 { return 0 }
    // The digits d up to the 800th, then a 1 for the rest: no double and no midpoint of two has more than 768 digits,
    // so the 1 decides as the rest would.
    var digits: [UInt8] = []
    for offset in text {
      let byte = EightBytes.byte(bytes, at: offset)
      if byte | 0x20 == UInt8(ascii: "e") { break }
      let isDigit = byte &- UInt8(ascii: "0") <= 9
      if !isDigit || digits.isEmpty && byte == UInt8(ascii: "0") { continue }
      if digits.count < 800 {
        digits.append(byte)
      } else if byte != UInt8(ascii: "0") {
        digits.append(UInt8(ascii: "1"))
        break
      }
    }
    let exponent = magnitude &- digits.count
    let decimalText = String(decoding: digits, as: UTF8.self) + "e\(exponent)"
    return Double(decimalText) ?? .infinity
  }
}
