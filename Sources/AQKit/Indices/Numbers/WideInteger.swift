/// A whole number of any size, for the rare average that lies at a step; it only has the operations needed for that.
struct WideInteger: Sendable {
  private var limbs: [UInt32]
  private(set) var sign: Int

  init(_ number: Int128) {
    var rest = number.magnitude
    limbs = []
    while rest != 0 {
      limbs.append(UInt32(truncatingIfNeeded: rest))
      rest >>= 32
    }
    sign = number.signum() < 0 ? -1 : (number == 0 ? 0 : 1)
  }

  private init(limbs: [UInt32], sign: Int) {
    var trimmed = limbs
    while trimmed.last == 0 { trimmed.removeLast() }
    self.limbs = trimmed
    self.sign = trimmed.isEmpty ? 0 : sign
  }

  func times(_ other: WideInteger) -> WideInteger {
    guard sign != 0, other.sign != 0 else { return WideInteger(0) }
    var product = [UInt32](repeating: 0, count: limbs.count + other.limbs.count)
    for (i, limb) in limbs.enumerated() {
      var carry: UInt64 = 0
      for (j, otherLimb) in other.limbs.enumerated() {
        let sum = UInt64(limb) * UInt64(otherLimb) + UInt64(product[i + j]) + carry
        product[i + j] = UInt32(truncatingIfNeeded: sum)
        carry = sum >> 32
      }
      product[i + other.limbs.count] = UInt32(truncatingIfNeeded: carry)
    }
    return WideInteger(limbs: product, sign: sign * other.sign)
  }

  func plus(_ other: WideInteger) -> WideInteger {
    if sign == 0 { return other }
    if other.sign == 0 { return self }
    if sign == other.sign {
      return WideInteger(limbs: WideInteger.sum(limbs, other.limbs), sign: sign)
    }
    if WideInteger.isSmaller(limbs, other.limbs) {
      return WideInteger(limbs: WideInteger.difference(other.limbs, limbs), sign: other.sign)
    }
    return WideInteger(limbs: WideInteger.difference(limbs, other.limbs), sign: sign)
  }

  func minus(_ other: WideInteger) -> WideInteger {
    plus(WideInteger(limbs: other.limbs, sign: -other.sign))
  }

  private static func isSmaller(_ first: [UInt32], _ second: [UInt32]) -> Bool {
    if first.count != second.count { return first.count < second.count }
    for i in first.indices.reversed() where first[i] != second[i] {
      return first[i] < second[i]
    }
    return false
  }

  private static func sum(_ first: [UInt32], _ second: [UInt32]) -> [UInt32] {
    var result: [UInt32] = []
    var carry: UInt64 = 0
    for i in 0..<max(first.count, second.count) {
      let sum =
        UInt64(i < first.count ? first[i] : 0) + UInt64(i < second.count ? second[i] : 0)
        + carry
      result.append(UInt32(truncatingIfNeeded: sum))
      carry = sum >> 32
    }
    result.append(UInt32(truncatingIfNeeded: carry))
    return result
  }

  /// Returns the difference of two magnitudes; the first must not be the smaller.
  private static func difference(_ first: [UInt32], _ second: [UInt32]) -> [UInt32] {
    var result: [UInt32] = []
    var borrow: Int64 = 0
    for i in first.indices {
      var part = Int64(first[i]) - borrow - Int64(i < second.count ? second[i] : 0)
      borrow = part < 0 ? 1 : 0
      if part < 0 { part += 1 << 32 }
      result.append(UInt32(truncatingIfNeeded: part))
    }
    return result
  }
}

extension Double {
  /// Adding this to a number below 2^51 leaves its nearest integer in the low bits.
  static let roundingConstant = 6_755_399_441_055_744.0
}
