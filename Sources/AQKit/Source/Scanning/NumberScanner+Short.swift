/// Numbers within eight bytes, as most air data has.
extension NumberScanner {
  /// The number at `position`, if it has no exponent and ends, with the byte after it, within eight bytes after its
  /// sign; else nil, and `position` stays.
  @inline(__always)
  static func short(_ bytes: RawSpan, _ position: inout Int) -> Double? {
    guard bytes.byteCount &- position >= 9 else { return nil }
    let isNegative = EightBytes.byte(bytes, at: position) == UInt8(ascii: "-")
    let first = isNegative ? position &+ 1 : position
    let head = EightBytes.load(bytes, at: first)
    let stops = EightBytes.nonDigits(EightBytes.digitValues(head))
    let whole = stops.trailingZeroBitCount &>> 3
    guard stops != 0, whole > 0, !startsWithSuperfluousZero(head) else { return nil }
    let magnitude: Double
    var length = whole
    if byte(whole, of: head) == UInt64(UInt8(ascii: ".")) {
      let more = stops & (stops &- 1)
      length = more.trailingZeroBitCount &>> 3
      guard more != 0, length &- whole > 1 else { return nil }
      magnitude = short(head, whole: whole, length: length)
    } else {
      magnitude = self.whole(head, length: whole)
    }
    guard byte(length, of: head) | 0x20 != UInt64(UInt8(ascii: "e")) else { return nil }
    position = first &+ length
    return Double(bitPattern: magnitude.bitPattern | (isNegative ? 1 << 63 : 0))
  }

  /// The number of 1 to 8 digits at the start of `head`.
  @inline(__always)
  static func whole(_ head: UInt64, length: Int) -> Double {
    let digits = EightBytes.digitValues(head) &<< UInt64(truncatingIfNeeded: 64 &- 8 &* length)
    return double(EightBytes.number(digits))
  }

  /// The number in the first 3 to 8 bytes of `head`, with its point after `whole` digits.
  @inline(__always)
  static func short(_ head: UInt64, whole: Int, length: Int) -> Double {
    let values = EightBytes.digitValues(head)
    // The digits after the point close the gap.
    let behind = UInt64.max &<< UInt64(truncatingIfNeeded: 8 &* whole)
    let joined = values ^ ((values ^ (values &>> 8)) & behind)
    let digits = joined &<< UInt64(truncatingIfNeeded: 72 &- 8 &* length)
    return double(EightBytes.number(digits)) / DecimalConversion.exactPowersOfTen[length &- whole &- 1]
  }

  /// Whether a number starts with a zero and another digit. Some other bytes after a zero count as digits here;
  /// ``decimal(_:_:)`` decides in all these cases.
  @inline(__always)
  static func startsWithSuperfluousZero(_ head: UInt64) -> Bool {
    head & 0xF0FF == 0x3030
  }

  /// One of eight bytes.
  @inline(__always)
  private static func byte(_ index: Int, of head: UInt64) -> UInt64 {
    (head &>> UInt64(truncatingIfNeeded: 8 &* index)) & 0xFF
  }

  /// A whole number below 2^52 as a double, by its bits. The processor's conversion keeps half of the register, so it
  /// would wait for the previous number's division.
  @inline(__always)
  static func double(_ number: UInt64) -> Double {
    Double(bitPattern: 0x4330_0000_0000_0000 | number) - 0x1p52
  }
}
