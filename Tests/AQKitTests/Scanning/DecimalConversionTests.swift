import AQKit
import AQKitTesting
import TestRuns
import Testing

@Suite("Decimals to doubles", .computing)
struct DecimalConversionTests {
  @Test("random doubles are read back from their text with the same bits")
  func roundTrip() {
    let random = AQRandomNumbers(seed: 20_240_801)
    var wrong: [String] = []
    for round in 0..<TestEffort.of(10_000, debug: 2_000, heavy: 100_000) {
      let number =
        round % 2 == 0
        ? Double(bitPattern: random.next())
        : (random.fraction() - 0.5) * [1e-3, 1, 1e3, 1e9][round / 2 % 4]
      guard number.isFinite else { continue }
      let text = number.description
      if scannedDouble(text)?.bitPattern != number.bitPattern { wrong.append(text) }
    }
    #expect(wrong.isEmpty)
  }

  @Test("random decimals of any length and exponent equal the standard library's")
  func randomDecimals() {
    var random = AQRandomNumbers(seed: 7)
    var wrong: [String] = []
    for round in 0..<TestEffort.of(2_000, debug: 600, heavy: 20_000) {
      let count = Int.random(in: 1...(round % 20 == 0 ? 1_000 : 22), using: &random)
      var digits = (0..<count).map { _ in Int.random(in: 0...9, using: &random) }
      let whole = Int.random(in: 1...count, using: &random)
      if whole > 1, digits[0] == 0 { digits[0] = 3 }
      var text = digits[..<whole].map(String.init).joined()
      if whole < count { text += "." + digits[whole...].map(String.init).joined() }
      if round % 3 == 0 { text += "e\(Int.random(in: -345...310, using: &random))" }
      let expected = Double(text)
      let found = scannedDouble(text)
      if expected == .infinity ? found != nil : found?.bitPattern != expected?.bitPattern {
        wrong.append(text)
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test("decimals next to the midpoint of two doubles are rounded correctly")
  func midpoints() throws {
    let random = AQRandomNumbers(seed: 99)
    for _ in 0..<TestEffort.of(300, heavy: 2_000) {
      // An odd number of 54 bits is the exact middle of two doubles of 53.
      let middle = random.next() >> 10 | 1 << 53 | 1
      let down = Double((middle - 1) / 2) * 2
      let up = Double((middle + 1) / 2) * 2
      let even = down.significandBitPattern & 1 == 0 ? down : up
      #expect(scannedDouble("\(middle)") == even)
      #expect(scannedDouble("\(middle).0000000000000000000000000001") == up)
      #expect(scannedDouble("\(middle - 1).9999999999999999999999999999") == down)
    }
  }

  @Test("the entries of the table of powers of five follow from exact integers")
  func powersOfFive() throws {
    for exponent in PowersOfFive.exponents where exponent % TestEffort.of(23, debug: 89, heavy: 1) == 0 {
      let expected = ExactPower(ofFive: exponent)
      let (high, low) = PowersOfFive.halves(exponent)
      #expect(high == expected.high && low == expected.low, "5^\(exponent)")
    }
  }
}

/// The 128 leading bits of a power of five, by long multiplication and long division.
private struct ExactPower {
  var high: UInt64 = 0
  var low: UInt64 = 0

  init(ofFive exponent: Int) {
    // Bits of 5^|exponent|, most significant first.
    var power: [UInt32] = [1]
    for _ in 0..<abs(exponent) {
      var carry: UInt64 = 0
      for index in power.indices {
        let product = UInt64(power[index]) * 5 + carry
        power[index] = UInt32(truncatingIfNeeded: product)
        carry = product >> 32
      }
      if carry > 0 { power.append(UInt32(carry)) }
    }
    let words = power.reversed().flatMap { (word: UInt32) -> [Bool] in
      (0..<32).reversed().map { (bit: UInt32) -> Bool in (word >> bit) & 1 == 1 }
    }
    let bits: [Bool] = Array(words.drop { !$0 })
    var result: [Bool]
    if exponent >= 0 {
      // Cut off below the 128th bit.
      result = Array((bits + Array(repeating: false, count: 128)).prefix(128))
    } else {
      // 2^n divided by the power, bit by bit, until the quotient has 128 bits.
      result = []
      var rest: [Bool] = [true]
      while result.count < 128 {
        let fits = !Self.isLess(rest, bits)
        if fits { rest = Self.difference(rest, bits) }
        if fits || !result.isEmpty { result.append(fits) }
        rest.append(false)
        rest = Array(rest.drop { !$0 })
      }
      // Rounded up where the power fits into 64 bits.
      if exponent >= -27 {
        var index = 127
        while index >= 0, result[index] {
          result[index] = false
          index -= 1
        }
        if index >= 0 { result[index] = true }
      }
    }
    for bit in result[..<64] { high = high << 1 | (bit ? 1 : 0) }
    for bit in result[64...] { low = low << 1 | (bit ? 1 : 0) }
  }

  /// Numbers as bits, most significant first, without leading zeros.
  private static func isLess(_ a: [Bool], _ b: [Bool]) -> Bool {
    if a.count != b.count { return a.count < b.count }
    for (x, y) in zip(a, b) where x != y { return !x }
    return false
  }

  private static func difference(_ a: [Bool], _ b: [Bool]) -> [Bool] {
    var result = a
    var borrow = 0
    for offset in 1...a.count {
      let subtrahend = (offset <= b.count && b[b.count - offset] ? 1 : 0) + borrow
      let digit = (a[a.count - offset] ? 1 : 0) - subtrahend
      result[a.count - offset] = digit & 1 == 1
      borrow = digit < 0 ? 1 : 0
    }
    return Array(result.drop { !$0 })
  }
}
