/// A decimal number as written: `digits` divided by ten to the power of `scale`. A `Double` means its
/// shortest decimal text here: 35.4 is thirty-five and four tenths, not the nearest binary number.
struct ExactDecimal: Sendable {
  /// All digits, as one integer with its sign.
  var digits: Int128
  /// The number of decimals; never negative.
  var scale: Int

  /// Creates the shortest text of a number, or `nil` if it is not finite or has more digits than fit.
  init?(_ number: Double) {
    guard number.isFinite else { return nil }
    // The text has at most 18 digits before an exponent: 17 and the zero of a whole number.
    var (whole, scale, exponent) = (Int64(0), 0, 0)
    var (hasPoint, hasExponent, isRaised) = (false, false, true)
    for byte in number.description.utf8 {
      switch byte {
      case UInt8(ascii: "."): hasPoint = true
      case UInt8(ascii: "e"): hasExponent = true
      case UInt8(ascii: "+"), UInt8(ascii: "-"):
        if hasExponent { isRaised = byte == UInt8(ascii: "+") }
      default:
        let digit = Int(byte) - 0x30
        if hasExponent {
          exponent = exponent * 10 + digit
        } else {
          whole = whole * 10 + Int64(digit)
          if hasPoint { scale += 1 }
        }
      }
    }
    scale += isRaised ? -exponent : exponent
    while scale > 0, whole != 0, whole % 10 == 0 {
      whole /= 10
      scale -= 1
    }
    var digits = Int128(number < 0 ? -whole : whole)
    while scale < 0 {
      let (times, overflow) = digits.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      digits = times
      scale += 1
    }
    self.digits = digits
    self.scale = whole == 0 ? 0 : scale
  }
}
