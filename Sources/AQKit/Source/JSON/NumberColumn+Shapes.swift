/// The common shapes of numbers, whose digits the caller has found to be digits.
extension NumberColumn {
  /// Whether a number begins with a zero and another digit. A few other bytes behind a zero count as digits
  /// here: the strict scanner has the last word on all of them.
  @inline(__always)
  static func startsWithSuperfluousZero(_ head: UInt64) -> Bool {
    head & 0xF0FF == 0x3030
  }

  /// The whole number at the start of `head`, 1 to 8 digits long.
  @inline(__always)
  static func whole(_ head: UInt64, _ length: Int) -> Double {
    let digits = EightBytes.digitValues(head) &<< UInt64(truncatingIfNeeded: 64 &- 8 &* length)
    return double(EightBytes.number(digits))
  }

  /// The number at the start of `head`, its point after `whole` digits, 3 to 8 bytes long.
  @inline(__always)
  static func short(_ head: UInt64, _ whole: Int, _ length: Int) -> Double {
    let values = EightBytes.digitValues(head)
    // What stands behind the point moves into its place.
    let behind = UInt64.max &<< UInt64(truncatingIfNeeded: 8 &* whole)
    let joined = values ^ ((values ^ (values &>> 8)) & behind)
    let digits = joined &<< UInt64(truncatingIfNeeded: 72 &- 8 &* length)
    return double(EightBytes.number(digits)) / DecimalConversion.exactPowersOfTen[length &- whole &- 1]
  }

  /// The number in `start`..<`end` with its point at `point`, if it has at most 8 digits before the point and 19
  /// in all. Eight bytes must be there from `end` on.
  @inline(__always)
  static func long(_ bytes: RawSpan, _ start: Int, _ point: Int, _ end: Int) -> Double? {
    let whole = point &- start
    guard whole <= 8, end &- start <= 20 else { return nil }
    let head = EightBytes.digitValues(EightBytes.load(bytes, at: start))
    var significand = EightBytes.number(head &<< UInt64(truncatingIfNeeded: 64 &- 8 &* whole))
    var at = point &+ 1
    while end &- at >= 8 {
      let values = EightBytes.digitValues(EightBytes.load(bytes, at: at))
      significand = significand &* 100_000_000 &+ EightBytes.number(values)
      at &+= 8
    }
    if at < end {
      let values = EightBytes.digitValues(EightBytes.load(bytes, at: at))
      let digits = values &<< UInt64(truncatingIfNeeded: 64 &- 8 &* (end &- at))
      significand = significand &* NumberScanner.powersOfTen[end &- at] &+ EightBytes.number(digits)
    }
    return DecimalConversion.double(significand: significand, exponent: point &+ 1 &- end)
  }

  /// A whole number below 2^52 as a double, by its bits: the processor's own conversion would wait for the
  /// division of the number before it, because it keeps half of the register.
  @inline(__always)
  private static func double(_ number: UInt64) -> Double {
    Double(bitPattern: 0x4330_0000_0000_0000 | number) - 0x1p52
  }
}
