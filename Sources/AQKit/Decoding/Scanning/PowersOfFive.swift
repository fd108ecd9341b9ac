/// The 128 leading bits of 5^q for q from −64 to 64, with which one multiplication turns a decimal into a double.
///
/// Each power is scaled so that its highest bit is set, and truncated after 128 bits; for −27 ≤ q < 0 it is rounded up
/// instead, as the method's error bounds require where 5^−q fits into 64 bits (D. Lemire, "Number parsing at a gigabyte
/// per second", Software: Practice and Experience 51 (2021), section 6). A test recomputes every entry from exact
/// integers.
package enum PowersOfFive {
  package static let exponents = -64...64

  /// Returns the high and the low half of 5^q, for q in ``exponents``.
  @inline(__always)
  package static func halves(_ q: Int) -> (high: UInt64, low: UInt64) {
    let index = 2 &* (q &+ 64)
    return (words[index], words[index &+ 1])
  }

  /// High and low halves in turn, from 5^−64 on.
  private static let words: [UInt64] = {
    var words = [UInt64](repeating: 0, count: 2 * exponents.count)
    // 5^n and 2^319 / 5^n as five words, the lowest first.
    var power: [UInt64] = [1, 0, 0, 0, 0]
    var quotient: [UInt64] = [0, 0, 0, 0, 1 << 63]
    for n in 0...64 {
      (words[2 * (64 + n)], words[2 * (64 + n) + 1]) = leadingBits(of: power)
      if n > 0 {
        let (high, low) = leadingBits(of: quotient)
        (words[2 * (64 - n)], words[2 * (64 - n) + 1]) = (high, n <= 27 ? low + 1 : low)
      }
      var carry: UInt64 = 0
      for index in power.indices {
        let product = power[index].multipliedFullWidth(by: 5)
        let (sum, overflow) = product.low.addingReportingOverflow(carry)
        (power[index], carry) = (sum, product.high + (overflow ? 1 : 0))
      }
      var rest: UInt64 = 0
      for index in quotient.indices.reversed() {
        (quotient[index], rest) = UInt64(5).dividingFullWidth((rest, quotient[index]))
      }
    }
    return words
  }()

  private static func leadingBits(of words: [UInt64]) -> (high: UInt64, low: UInt64) {
    let top = words.lastIndex { $0 != 0 } ?? 0
    let (first, second, third) = (words[top], top > 0 ? words[top - 1] : 0, top > 1 ? words[top - 2] : 0)
    let shift = first.leadingZeroBitCount
    // A shift by 64 leaves nothing.
    return (first << shift | second >> (64 - shift), second << shift | third >> (64 - shift))
  }
}
