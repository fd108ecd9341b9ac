/// Reads numbers as RFC 8259 spells them (`-12.5e3`): no plus sign, no leading zero, digits on both sides of the
/// point.
///
/// Every function starts at `position` and advances past the number. The caller checks the next byte.
@usableFromInline package enum NumberScanner {
  /// A decimal as written: ± `significand` × 10^`exponent`.
  package struct Decimal: Equatable {
    package var isNegative: Bool
    /// The digits as a whole number; the first 19 significant ones if there are more.
    package var significand: UInt64
    package var exponent: Int
    /// Whether the significand lacks digits other than zero.
    package var isCut: Bool

    package init(isNegative: Bool, significand: UInt64, exponent: Int, isCut: Bool) {
      (self.isNegative, self.significand, self.exponent, self.isCut) = (
        isNegative, significand, exponent, isCut
      )
    }
  }

  package static func skip(_ bytes: RawSpan, _ position: inout Int) throws(ScanFault) {
    _ = try decimal(bytes, &position)
  }

  /// Reads a number as the nearest double. A number beyond the range of a double is a fault at its first byte; one too
  /// small for a double is 0.
  package static func double(_ bytes: RawSpan, _ position: inout Int) throws(ScanFault) -> Double {
    if let short = short(bytes, &position) { return short }
    let start = position
    return try double(try decimal(bytes, &position), bytes, start..<position)
  }

  /// Returns the double nearest to a decimal, which is written in a range of some bytes.
  static func double(_ decimal: Decimal, _ bytes: RawSpan, _ range: Range<Int>) throws(ScanFault) -> Double {
    let magnitude: Double
    if !decimal.isCut,
      let direct = DecimalConversion.double(significand: decimal.significand, exponent: decimal.exponent)
    {
      magnitude = direct
    } else {
      magnitude = DecimalConversion.double(decimal, of: bytes, in: range)
      if magnitude == .infinity { throw ScanFault(.numberOutOfRange, at: range.lowerBound) }
    }
    return decimal.isNegative ? -magnitude : magnitude
  }

  /// Reads a whole number (`12`, `12.0`, `1.2e1`). A fraction, or a number beyond `Int64`, is a fault
  /// at its first byte.
  package static func int64(_ bytes: RawSpan, _ position: inout Int) throws(ScanFault) -> Int64 {
    let start = position
    return try int64(try decimal(bytes, &position), at: start)
  }

  /// Returns a decimal, which is written at an offset, as a whole number.
  static func int64(_ written: Decimal, at start: Int) throws(ScanFault) -> Int64 {
    var decimal = written
    while decimal.exponent < 0, decimal.significand % 10 == 0, decimal.significand > 0 {
      decimal.significand /= 10
      decimal.exponent &+= 1
    }
    if decimal.significand == 0, !decimal.isCut { return 0 }
    // Nineteen digits with a positive exponent exceed the range.
    if decimal.isCut, decimal.exponent > 0 { throw ScanFault(.numberOutOfRange, at: start) }
    if decimal.isCut || decimal.exponent < 0 { throw ScanFault(.expected(.wholeNumber), at: start) }
    while decimal.exponent > 0 {
      let (product, overflows) = decimal.significand.multipliedReportingOverflow(by: 10)
      if overflows { throw ScanFault(.numberOutOfRange, at: start) }
      decimal.significand = product
      decimal.exponent &-= 1
    }
    if decimal.isNegative, decimal.significand == 1 << 63 { return .min }
    guard let magnitude = Int64(exactly: decimal.significand) else {
      throw ScanFault(.numberOutOfRange, at: start)
    }
    return decimal.isNegative ? -magnitude : magnitude
  }

  @inline(__always)
  package static func decimal(_ bytes: RawSpan, _ position: inout Int) throws(ScanFault) -> Decimal {
    let size = bytes.byteCount
    var at = position
    let isNegative = at < size && EightBytes.byte(bytes, at: at) == UInt8(ascii: "-")
    if isNegative { at &+= 1 }
    let first = at
    var significand: UInt64 = 0
    readDigits(bytes, &at, into: &significand)
    var digits = at &- first
    if digits == 0 { throw missingDigit(bytes, at) }
    if digits > 1, EightBytes.byte(bytes, at: first) == UInt8(ascii: "0") {
      throw ScanFault(.leadingZero, at: first)
    }
    var exponent = 0
    if at < size, EightBytes.byte(bytes, at: at) == UInt8(ascii: ".") {
      at &+= 1
      let point = at
      readDigits(bytes, &at, into: &significand)
      exponent = point &- at
      if exponent == 0 { throw missingDigit(bytes, at) }
      digits &-= exponent
    }
    let digitsEnd = at
    var power = 0
    if at < size, EightBytes.byte(bytes, at: at) | 0x20 == UInt8(ascii: "e") {
      power = try self.power(bytes, &at)
    }
    position = at
    if digits <= 19 {
      return Decimal(
        isNegative: isNegative, significand: significand, exponent: exponent &+ power, isCut: false)
    }
    return longDecimal(bytes, first..<digitsEnd, isNegative: isNegative, power: power)
  }

  // MARK: Parts

  /// Appends a run of digits, which may be empty, to `significand`, which wraps around after 19 digits.
  @inline(__always)
  private static func readDigits(_ bytes: RawSpan, _ position: inout Int, into significand: inout UInt64) {
    let size = bytes.byteCount
    while size &- position >= 8 {
      let values = EightBytes.digitValues(EightBytes.load(bytes, at: position))
      let stops = EightBytes.nonDigits(values)
      if stops == 0 {
        significand = significand &* 100_000_000 &+ EightBytes.number(values)
        position &+= 8
        continue
      }
      let bits = stops.trailingZeroBitCount &- 7
      if bits > 0 {
        let run = EightBytes.number(values &<< UInt64(truncatingIfNeeded: 64 &- bits))
        significand = significand &* powersOfTen[bits &>> 3] &+ run
        position &+= bits &>> 3
      }
      return
    }
    while position < size {
      let digit = EightBytes.byte(bytes, at: position) &- UInt8(ascii: "0")
      if digit > 9 { return }
      significand = significand &* 10 &+ UInt64(digit)
      position &+= 1
    }
  }

  static let powersOfTen: [UInt64] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000]

  /// Returns the power after the `e` or `E` at `position`, clamped to ±2^30: no number of digits in an input can
  /// offset more.
  private static func power(_ bytes: RawSpan, _ position: inout Int) throws(ScanFault) -> Int {
    let size = bytes.byteCount
    var at = position &+ 1
    var isNegative = false
    if at < size {
      let sign = EightBytes.byte(bytes, at: at)
      isNegative = sign == UInt8(ascii: "-")
      if isNegative || sign == UInt8(ascii: "+") { at &+= 1 }
    }
    let first = at
    var power = 0
    while at < size {
      let digit = EightBytes.byte(bytes, at: at) &- UInt8(ascii: "0")
      if digit > 9 { break }
      if power < 100_000_000 { power = power &* 10 &+ Int(digit) } else { power = 1 << 30 }
      at &+= 1
    }
    if at == first { throw missingDigit(bytes, at) }
    position = at
    return isNegative ? 0 &- power : power
  }

  /// Reads a decimal of more than 19 digits, by its first 19 significant ones.
  private static func longDecimal(_ bytes: RawSpan, _ range: Range<Int>, isNegative: Bool, power: Int)
    -> Decimal
  {
    var result = Decimal(isNegative: isNegative, significand: 0, exponent: power, isCut: false)
    var kept = 0
    var isFraction = false
    for offset in range {
      let digit = EightBytes.byte(bytes, at: offset) &- UInt8(ascii: "0")
      if digit > 9 {
        isFraction = true
      } else if kept < 19 {
        result.significand = result.significand &* 10 &+ UInt64(digit)
        if result.significand != 0 { kept &+= 1 }
        if isFraction { result.exponent &-= 1 }
      } else {
        if digit != 0 { result.isCut = true }
        if !isFraction { result.exponent &+= 1 }
      }
    }
    return result
  }

  /// Returns the fault of a missing digit: the end of the input, or another byte.
  private static func missingDigit(_ bytes: RawSpan, _ offset: Int) -> ScanFault {
    ScanFault(offset >= bytes.byteCount ? .endOfInput : .expectedDigit, at: offset)
  }
}

/// Numbers within eight bytes, as most air data has. The loops over rows of CSV and over values of reports are in another
/// module, so all of this is inlinable.
extension NumberScanner {
  /// Returns the number at `position`, if it has no exponent and ends, with the byte after it, within eight bytes
  /// after its sign; else nil, and `position` stays.
  @inlinable @inline(__always)
  package static func short(_ bytes: RawSpan, _ position: inout Int) -> Double? {
    guard bytes.byteCount &- position >= 9 else { return nil }
    let isNegative = EightBytes.byte(bytes, at: position) == UInt8(ascii: "-")
    let first = isNegative ? position &+ 1 : position
    let head = EightBytes.load(bytes, at: first)
    let values = EightBytes.digitValues(head)
    let stops = EightBytes.nonDigits(values)
    let whole = stops.trailingZeroBitCount &>> 3
    // A zero before another digit is superfluous. Some other bytes count as digits here; ``decimal(_:_:)`` decides in all
    // these cases.
    guard stops != 0, whole > 0, head & 0xF0FF != 0x3030 else { return nil }
    let magnitude: Double
    var length = whole
    if byte(whole, of: head) == UInt64(UInt8(ascii: ".")) {
      let more = stops & (stops &- 1)
      length = more.trailingZeroBitCount &>> 3
      guard more != 0, length &- whole > 1 else { return nil }
      // The digits after the point close the gap.
      let behind = UInt64.max &<< UInt64(truncatingIfNeeded: 8 &* whole)
      let joined = values ^ ((values ^ (values &>> 8)) & behind)
      let digits = joined &<< UInt64(truncatingIfNeeded: 72 &- 8 &* length)
      magnitude = double(EightBytes.number(digits)) / smallPowerOfTen(length &- whole &- 1)
    } else {
      let digits = values &<< UInt64(truncatingIfNeeded: 64 &- 8 &* whole)
      magnitude = double(EightBytes.number(digits))
    }
    guard byte(length, of: head) | 0x20 != UInt64(UInt8(ascii: "e")) else { return nil }
    position = first &+ length
    return Double(bitPattern: magnitude.bitPattern | (isNegative ? 1 << 63 : 0))
  }

  /// Returns ten to the power of 1 to 7. It is a switch, because a table would be looked up through a call from
  /// another module.
  @inlinable @inline(__always)
  package static func smallPowerOfTen(_ exponent: Int) -> Double {
    switch exponent {
    case 1: 1e1
    case 2: 1e2
    case 3: 1e3
    case 4: 1e4
    case 5: 1e5
    case 6: 1e6
    default: 1e7
    }
  }

  @inlinable @inline(__always)
  package static func byte(_ index: Int, of head: UInt64) -> UInt64 {
    (head &>> UInt64(truncatingIfNeeded: 8 &* index)) & 0xFF
  }

  /// Returns a whole number below 2^52 as a double, by its bits. The processor's conversion instruction preserves
  /// half of the register, so it would wait for the previous number's division.
  @inlinable @inline(__always)
  package static func double(_ number: UInt64) -> Double {
    Double(bitPattern: 0x4330_0000_0000_0000 | number) - 0x1p52
  }
}
