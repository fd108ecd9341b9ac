/// A decimal number as it is written: `digits` divided by ten to the power of `scale`.
///
/// A `Double` means its shortest decimal text here (35.4 is thirty-five and four tenths, not the binary number
/// beside it); this is that text as two integers.
struct ExactDecimal: Hashable, Sendable {
  /// All digits, as one integer with its sign.
  var digits: Int128
  /// How many of the digits stand after the point; never negative.
  var scale: Int

  /// The shortest text of a number, or `nil` where it is not finite or has more digits than fit.
  init?(_ number: Double) {
    guard number.isFinite else { return nil }
    self.init(text: number.description)
  }

  /// A number by its text, such as `35.4` or `1.2e-05`.
  init?(text: String) {
    var digits: Int128 = 0
    var scale = 0
    var exponent = 0
    var isNegative = false
    var pointSeen = false
    var digitSeen = false
    var bytes = text.utf8.makeIterator()
    var next = bytes.next()
    if next == UInt8(ascii: "-") {
      isNegative = true
      next = bytes.next()
    }
    while let byte = next {
      if byte >= 0x30, byte <= 0x39 {
        let (times, first) = digits.multipliedReportingOverflow(by: 10)
        let (sum, second) = times.addingReportingOverflow(Int128(byte - 0x30))
        if first || second { return nil }
        digits = sum
        digitSeen = true
        if pointSeen { scale += 1 }
      } else if byte == UInt8(ascii: "."), !pointSeen {
        pointSeen = true
      } else if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
        var rest: [UInt8] = []
        while let more = bytes.next() { rest.append(more) }
        guard let value = Int(String(decoding: rest, as: UTF8.self)) else { return nil }
        exponent = value
        break
      } else {
        return nil
      }
      next = bytes.next()
    }
    guard digitSeen, exponent > -400, exponent < 400 else { return nil }
    scale -= exponent
    while scale < 0 {
      let (times, overflow) = digits.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      digits = times
      scale += 1
    }
    while scale > 0, digits != 0, digits % 10 == 0 {
      digits /= 10
      scale -= 1
    }
    if digits == 0 { scale = 0 }
    self.digits = isNegative ? -digits : digits
    self.scale = scale
  }
}
