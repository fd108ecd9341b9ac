// Whole numbers of 128 bits for Apple's systems, whose own ones need newer systems than AQKit does otherwise: the
// operations that exact averages and tables need, under the names of the standard library. With the condition
// AQKIT_OWN_INTEGERS every system uses them, so that the tests of indices cover them.
#if canImport(Darwin) || AQKIT_OWN_INTEGERS
  /// An unsigned whole number of 128 bits.
  struct UInt128: Equatable, Sendable {
    var high: UInt64
    var low: UInt64

    var leadingZeroBitCount: Int {
      high == 0 ? 64 + low.leadingZeroBitCount : high.leadingZeroBitCount
    }

    func multipliedReportingOverflow(by other: UInt128) -> (partialValue: UInt128, overflow: Bool) {
      let product = low.multipliedFullWidth(by: other.low)
      let (left, first) = high.multipliedReportingOverflow(by: other.low)
      let (right, second) = low.multipliedReportingOverflow(by: other.high)
      let (cross, third) = left.addingReportingOverflow(right)
      let (top, fourth) = product.high.addingReportingOverflow(cross)
      let isTooWide = high != 0 && other.high != 0
      return (UInt128(high: top, low: product.low), first || second || third || fourth || isTooWide)
    }

    func quotientAndRemainder(dividingBy divisor: UInt128) -> (quotient: UInt128, remainder: UInt128) {
      if divisor.high == 0 {
        let top = high.quotientAndRemainder(dividingBy: divisor.low)
        let (quotient, rest) = divisor.low.dividingFullWidth((top.remainder, low))
        return (UInt128(high: top.quotient, low: quotient), UInt128(high: 0, low: rest))
      }
      // Long division: the quotient has at most 64 bits, which are found one by one.
      var (quotient, rest) = (UInt64(0), self)
      for place in stride(from: divisor.leadingZeroBitCount, through: 0, by: -1) {
        let multiple = divisor << place
        if multiple <= rest {
          rest = rest &- multiple
          quotient |= 1 << UInt64(place)
        }
      }
      return (UInt128(high: 0, low: quotient), rest)
    }
  }

  extension UInt128: ExpressibleByIntegerLiteral, Comparable {
    init(integerLiteral number: UInt64) { self.init(high: 0, low: number) }
    init(bitPattern number: Int128) { self = number.bits }

    static func < (left: UInt128, right: UInt128) -> Bool { (left.high, left.low) < (right.high, right.low) }

    static func &+ (left: UInt128, right: UInt128) -> UInt128 {
      let (low, carry) = left.low.addingReportingOverflow(right.low)
      return UInt128(high: left.high &+ right.high &+ (carry ? 1 : 0), low: low)
    }

    static func &- (left: UInt128, right: UInt128) -> UInt128 {
      let (low, borrow) = left.low.subtractingReportingOverflow(right.low)
      return UInt128(high: left.high &- right.high &- (borrow ? 1 : 0), low: low)
    }

    static func % (left: UInt128, right: UInt128) -> UInt128 {
      left.quotientAndRemainder(dividingBy: right).remainder
    }

    static func | (left: UInt128, right: UInt128) -> UInt128 {
      UInt128(high: left.high | right.high, low: left.low | right.low)
    }

    static func << (number: UInt128, places: Int) -> UInt128 {
      if places >= 64 { return UInt128(high: number.low << (places - 64), low: 0) }
      // A shift by 64 gives zero.
      return UInt128(high: number.high << places | number.low >> (64 - places), low: number.low << places)
    }

    static func >> (number: UInt128, places: Int) -> UInt128 {
      if places >= 64 { return UInt128(high: 0, low: number.high >> (places - 64)) }
      return UInt128(high: number.high >> places, low: number.low >> places | number.high << (64 - places))
    }
  }

  /// A whole number of 128 bits, as two's complement.
  struct Int128: Equatable, Sendable {
    fileprivate let bits: UInt128

    static let min = Int128(bits: UInt128(high: 1 << 63, low: 0))

    private init(bits: UInt128) { self.bits = bits }

    init(_ number: some FixedWidthInteger) {
      bits = UInt128(high: number < 0 ? .max : 0, low: UInt64(truncatingIfNeeded: number))
      precondition(number < 0 || UInt64(exactly: number) != nil)
    }

    /// Creates a whole number of up to 63 bits.
    init(_ number: Double) { self.init(Int64(number)) }

    init(_ magnitude: UInt128) {
      precondition(magnitude.high >> 63 == 0)
      bits = magnitude
    }

    private init(_ magnitude: UInt128, isNegative: Bool) {
      bits = isNegative ? 0 &- magnitude : magnitude
    }

    private var isNegative: Bool { bits.high >> 63 == 1 }

    var magnitude: UInt128 { isNegative ? 0 &- bits : bits }

    /// The lowest 64 bits.
    var low: UInt64 { bits.low }

    func addingReportingOverflow(_ other: Int128) -> (partialValue: Int128, overflow: Bool) {
      let sum = Int128(bits: bits &+ other.bits)
      return (sum, isNegative == other.isNegative && isNegative != sum.isNegative)
    }

    func multipliedReportingOverflow(by other: Int128) -> (partialValue: Int128, overflow: Bool) {
      let (product, isTooLarge) = magnitude.multipliedReportingOverflow(by: other.magnitude)
      let result = Int128(product, isNegative: isNegative != other.isNegative)
      let isTurned = product != 0 && result.isNegative != (isNegative != other.isNegative)
      return (result, isTooLarge || isTurned)
    }
  }

  extension Int128: ExpressibleByIntegerLiteral, Comparable {
    init(integerLiteral number: Int64) { self.init(number) }

    static func < (left: Int128, right: Int128) -> Bool {
      left.isNegative == right.isNegative ? left.bits < right.bits : left.isNegative
    }

    static prefix func - (number: Int128) -> Int128 {
      precondition(number != .min)
      return Int128(number.magnitude, isNegative: !number.isNegative)
    }

    static func + (left: Int128, right: Int128) -> Int128 {
      let (sum, overflow) = left.addingReportingOverflow(right)
      precondition(!overflow)
      return sum
    }

    static func - (left: Int128, right: Int128) -> Int128 { left + -right }

    static func * (left: Int128, right: Int128) -> Int128 {
      let (product, overflow) = left.multipliedReportingOverflow(by: right)
      precondition(!overflow)
      return product
    }

    static func / (left: Int128, right: Int128) -> Int128 {
      let quotient = left.magnitude.quotientAndRemainder(dividingBy: right.magnitude).quotient
      return Int128(quotient, isNegative: left.isNegative != right.isNegative)
    }

    static func % (left: Int128, right: Int128) -> Int128 {
      Int128(left.magnitude % right.magnitude, isNegative: left.isNegative)
    }

    static func += (left: inout Int128, right: Int128) { left = left + right }
    static func *= (left: inout Int128, right: Int128) { left = left * right }
  }

  extension FixedWidthInteger {
    init(truncatingIfNeeded number: UInt128) { self.init(truncatingIfNeeded: number.low) }
    init(truncatingIfNeeded number: Int128) { self.init(truncatingIfNeeded: number.low) }
  }

  extension Double {
    /// Creates the nearest number.
    init(_ number: Int128) {
      let magnitude = number.magnitude
      let surplus = max(0, 64 - magnitude.leadingZeroBitCount)
      let top = magnitude >> surplus
      // The bits that are shifted out only decide a tie.
      let significand = top.low | (top << surplus == magnitude ? 0 : 1)
      self.init(sign: number < 0 ? .minus : .plus, exponent: surplus, significand: Double(significand))
    }
  }
#endif
