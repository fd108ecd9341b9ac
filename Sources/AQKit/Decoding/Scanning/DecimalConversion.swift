/// Converts any decimal to the nearest double, ties to even.
///
/// It takes three steps, each for the cases that the previous one can't decide: an exact product or quotient of two
/// doubles (W. D. Clinger, "How to read floating point numbers accurately", 1990), the product with a 128-bit power of
/// five (D. Lemire, "Number parsing at a gigabyte per second", 2021; N. Mushtak and D. Lemire, "Fast number parsing
/// without fallback", 2023), and the standard library's conversion of the text.
package enum DecimalConversion {
  static let exactPowersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
  ]

  /// Returns `significand` × 10^`exponent` as the nearest double; nil if the text must decide.
  @inline(__always)
  package static func double(significand: UInt64, exponent: Int) -> Double? {
    if significand <= 1 << 53 {
      if exponent == 0 { return Double(significand) }
      if exponent < 0, exponent >= -22 { return Double(significand) / exactPowersOfTen[0 &- exponent] }
      if exponent > 0, exponent <= 22 { return Double(significand) * exactPowersOfTen[exponent] }
    }
    if significand == 0 { return 0 }
    return product(significand, exponent)
  }

  /// Returns the product of a positive significand and a power of five from the table. The table's range keeps all results
  /// away from subnormal numbers and infinity.
  static func product(_ significand: UInt64, _ exponent: Int) -> Double? {
    guard PowersOfFive.exponents.contains(exponent) else { return nil }
    let shift = significand.leadingZeroBitCount
    let normalised = significand &<< shift
    let power = PowersOfFive.halves(exponent)
    var (upper, lower) = normalised.multipliedFullWidth(by: power.high)
    if upper & 0x1FF == 0x1FF {
      // The nine bits below those that are needed are all set, so the rest of the power may carry into them.
      let correction = normalised.multipliedFullWidth(by: power.low).high
      let (sum, carries) = lower.addingReportingOverflow(correction)
      lower = sum
      if carries { upper &+= 1 }
      if lower == .max, exponent < -27 || exponent > 55 { return nil }
    }
    let top = Int(truncatingIfNeeded: upper >> 63)
    // The 53 bits of the result and one for rounding.
    var mantissa = upper &>> UInt64(truncatingIfNeeded: top &+ 9)
    // floor(exponent · log2(5)) + exponent, exact in this range, and the exponent bias.
    var power2 = ((217_706 &* exponent) &>> 16) &+ 63 &+ top &- shift &+ 1023
    if lower <= 1, exponent >= -4, exponent <= 23, mantissa & 3 == 1,
      mantissa &<< UInt64(truncatingIfNeeded: top &+ 9) == upper
    {
      mantissa &= ~1  // Exactly half-way: to even, which is down here.
    }
    mantissa = (mantissa &+ (mantissa & 1)) &>> 1
    if mantissa >= 1 << 53 {
      mantissa = 1 << 52
      power2 &+= 1
    }
    let bits = (mantissa & ((1 << 52) &- 1)) | UInt64(truncatingIfNeeded: power2) &<< 52
    return Double(bitPattern: bits)
  }
}

extension DecimalConversion {
  /// Returns the magnitude of a decimal that ``double(significand:exponent:)`` can't decide: too many digits, or an
  /// exponent beyond the table. Infinity if it exceeds a double.
  static func double(_ decimal: NumberScanner.Decimal, of bytes: RawSpan, in text: Range<Int>) -> Double {
    if decimal.significand == 0 { return 0 }
    // The value is between significand and significand + 1 (× 10^exponent): if both round to the same double, the value
    // does, too.
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
