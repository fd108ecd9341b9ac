/// A whole number of any size, for the rare average that lies at a step; it only has the operations needed for that.
struct WideInteger: Sendable {
  /// Two's complement, the lowest 32 bits first.
  private let limbs: [UInt32]

  init(_ number: Int128) {
    let bits = UInt128(bitPattern: number)
    self.init(limbs: (0..<4).map { UInt32(truncatingIfNeeded: bits >> (32 * $0)) })
  }

  /// Keeps no more limbs than the number needs.
  private init(limbs: [UInt32]) {
    var limbs = limbs
    while limbs.count > 1, limbs[limbs.count - 1] == Self.filling(after: limbs[limbs.count - 2]) {
      limbs.removeLast()
    }
    self.limbs = limbs
  }

  /// −1, 0 or 1 as the number is below, at or above zero.
  var sign: Int { limbs == [0] ? 0 : (Self.filling(after: limbs[limbs.count - 1]) == 0 ? 1 : -1) }

  /// Returns the limb that follows a highest one without changing the number.
  private static func filling(after highest: UInt32) -> UInt32 { highest >> 31 == 0 ? 0 : .max }

  private func filled(to count: Int) -> [UInt32] {
    let filling = Self.filling(after: limbs[limbs.count - 1])
    return limbs + [UInt32](repeating: filling, count: count - limbs.count)
  }

  func times(_ other: WideInteger) -> WideInteger {
    let count = limbs.count + other.limbs.count
    let (left, right) = (filled(to: count), other.filled(to: count))
    var product = [UInt32](repeating: 0, count: count)
    for i in 0..<count {
      var carry: UInt64 = 0
      for j in 0..<(count - i) {
        let sum = UInt64(left[i]) * UInt64(right[j]) + UInt64(product[i + j]) + carry
        product[i + j] = UInt32(truncatingIfNeeded: sum)
        carry = sum >> 32
      }
    }
    return WideInteger(limbs: product)
  }

  func plus(_ other: WideInteger) -> WideInteger {
    let count = max(limbs.count, other.limbs.count) + 1
    var carry: UInt64 = 0
    let sum = zip(filled(to: count), other.filled(to: count)).map { left, right -> UInt32 in
      let sum = UInt64(left) + UInt64(right) + carry
      carry = sum >> 32
      return UInt32(truncatingIfNeeded: sum)
    }
    return WideInteger(limbs: sum)
  }

  func minus(_ other: WideInteger) -> WideInteger { plus(other.times(WideInteger(-1))) }
}

extension Double {
  /// The constant whose addition to a number below 2^51 leaves its nearest integer in the low bits.
  static let roundingConstant = 6_755_399_441_055_744.0
}
