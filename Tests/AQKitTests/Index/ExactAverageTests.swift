import AQKit
import AQKitTesting
import Foundation
import TestRuns
import Testing

/// Averages at steps and ties agree with exact fractions.
@Suite(.computing) struct ExactAverageTests {
  /// A reproducible source of numbers.
  private struct Generator {
    var state: UInt64
    mutating func next(_ bound: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % bound
    }
  }

  @Test("the NowCast and the means of a constant series equal its value, for any tenth")
  func constant() {
    for tenth in stride(from: 0, through: 3254, by: TestEffort.of(7, heavy: 1)) {
      let value = Double(tenth) / 10
      let hours = [Double](repeating: value, count: 24)
      for method in [
        AveragingMethod.nowCast(.epa), .mean(hours: 24), .mean(hours: 8), .twelveAndFour,
        .nowCast(.mexico(factor: 1)),
      ] {
        let single = method.value(of: hours) ?? .nan
        let last = tenth % 13 == 0 ? method.values(of: hours).last ?? .nan : single
        if last != value || single != value { Issue.record("\(method) of \(value): \(single), \(last)") }
      }
    }
  }

  @Test("a running mean of tenths, with gaps, is truncated as the exact fraction is", arguments: [3, 8, 24])
  func runningMeans(_ hours: Int) {
    var generator = Generator(state: UInt64(hours))
    let tenths: [Int?] = (0..<TestEffort.of(1500, debug: 500, heavy: 8760)).map { _ in
      generator.next(10) == 0 ? nil : Int(generator.next(2000))
    }
    let values = tenths.map { $0.map { Double($0) / 10 } ?? .nan }
    let method = AveragingMethod.mean(hours: hours)
    let means = method.values(of: values)
    for place in hours..<values.count {
      let window = tenths[(place - hours + 1)...place].compactMap { $0 }
      guard window.count * 4 >= hours * 3 else {
        #expect(means[place].isNaN)
        continue
      }
      let sum = window.reduce(0, +)
      // The tenth below: floor(sum / count). The mean lies on its right side, and on the next one's left.
      let floor = sum / window.count
      #expect(means[place] >= Double(floor) / 10 && means[place] < Double(floor + 1) / 10)
      #expect(method.value(of: Array(values[(place - hours + 1)...place])) == means[place])
    }
  }

  @Test("a mean is the same to its last bit in a column and alone, however many digits its neighbours have")
  func columnAndMoment() {
    var generator = Generator(state: 77)
    // Decimals from none to seventeen, and with rare numbers that are too large or too fine for exact sums.
    func value(_ rare: Double?) -> Double {
      if let rare, generator.next(40) == 0 { return rare }
      if generator.next(12) == 0 { return .nan }
      let digits = Double(generator.next(2_000_000_000)) * (generator.next(2) == 0 ? 1 : 4_611_686.017)
      return digits / [1e2, 1e5, 1e7, 1e9, 1e12, 1e15][Int(generator.next(6))]
    }
    for rare in [nil, 3e9, 1.5e-25, 123_456_789.123456789] as [Double?] {
      let hours = (0..<TestEffort.of(400, debug: 150, heavy: 2000)).map { _ in value(rare) }
      for (length, atLeast) in [(3, 2), (8, 6), (24, 18)] {
        let method = AveragingMethod.mean(hours: length, atLeast: atLeast)
        let means = method.values(of: hours)
        for place in hours.indices {
          let window = Array(hours[max(0, place - length + 1)...place])
          let alone = method.value(of: window) ?? .nan
          if alone.bitPattern != means[place].bitPattern, !(alone.isNaN && means[place].isNaN) {
            Issue.record("\(method) at \(place): \(alone), in the column \(means[place])")
          }
        }
      }
    }
  }

  @Test("a mean of numbers with many digits is the nearest double")
  func nearestMean() throws {
    var generator = Generator(state: 5)
    for _ in 0..<TestEffort.of(500, debug: 150, heavy: 4000) {
      let hours = (0..<8).map { _ in Double(generator.next(2_000_000_000)) * 4_611_686.017 / 1e16 }
      var sum = Decimal.zero
      for hour in hours { sum += try #require(Decimal(string: "\(hour)")) }
      let exact = try #require(Double("\(sum / 8)"))
      let mean = AveragingMethod.mean(hours: 8, atLeast: 8).value(of: hours)
      #expect(mean == exact, "\(hours)")
    }
  }

  @Test("means of numbers with many digits are on the right side of a step")
  func fineMeans() {
    for step in stride(from: 1, through: 3000, by: 7) {
      let edge = Double(step) / 10
      let low = edge - 0.012345678901
      let hours = [low, edge, edge]
      let mean = AveragingMethod.mean(hours: 3, atLeast: 3).value(of: hours)
      #expect((mean ?? .nan) < edge)
      let constant = AveragingMethod.mean(hours: 3, atLeast: 3).value(of: [low, low, low])
      #expect(constant == low)
    }
  }

  @Test("the NowCast of random tenths lies on the same side of every tenth as the exact fraction")
  func nowCast() throws {
    var generator = Generator(state: 99)
    var ties = 0
    for round in 0..<TestEffort.of(1200, debug: 400, heavy: 6000) {
      // Few different values make weights such as 1/2 and 3/4, and with them genuine ties.
      let pool = round % 3 == 0 ? [4, 8, 6] : round % 3 == 1 ? [10, 20, 30, 40] : Array(1...400)
      var tenths = (0..<12).map { _ in pool[Int(generator.next(UInt64(pool.count)))] }
      if round % 4 == 3 {
        // With a weight of 1/2 the newest hour's excess cancels twice the one before it: a tie at the value.
        let value = 10 + Int(generator.next(300))
        let excess = value * 2 / 5
        tenths = Array(repeating: value, count: 10) + [value - 2 * excess, value + excess]
      }
      let result = try #require(AveragingMethod.NowCast.epa.concentration(of: tenths.map { Double($0) / 10 }))
      let (low, high) = try (#require(tenths.min()), #require(tenths.max()))
      let (a, b) = 2 * low < high ? (1, 2) : (low, high)
      // Σ aⁱ·b^(11−i)·cᵢ against tenth · Σ aⁱ·b^(11−i), newest i = 0, in whole numbers.
      var powers: [Big] = []
      for age in 0..<12 {
        var product = Big(1)
        for _ in 0..<age { product = product.times(a) }
        for _ in 0..<(11 - age) { product = product.times(b) }
        powers.append(product)
      }
      let nearest = Int((result * 10).rounded())
      for tenth in [nearest - 1, nearest, nearest + 1] where tenth >= 0 {
        var above = Big(0)
        var below = Big(0)
        for age in 0..<12 {
          let difference = tenths[11 - age] - tenth
          if difference > 0 { above = above.plus(powers[age].times(difference)) }
          if difference < 0 { below = below.plus(powers[age].times(-difference)) }
        }
        if above == below { ties += 1 }
        #expect(
          (result >= Double(tenth) / 10) == !above.isLess(than: below), "\(tenths) at \(tenth): \(result)")
      }
    }
    #expect(ties > TestEffort.of(200, debug: 60, heavy: 1000))
  }

  /// A whole number of any size, in base 10^9.
  private struct Big: Equatable {
    var parts: [Int]
    init(_ number: Int) { parts = number == 0 ? [] : [number] }
    func times(_ factor: Int) -> Big {
      var result = Big(0)
      var carry = 0
      for part in parts {
        let product = part * factor + carry
        result.parts.append(product % 1_000_000_000)
        carry = product / 1_000_000_000
      }
      while carry > 0 {
        result.parts.append(carry % 1_000_000_000)
        carry /= 1_000_000_000
      }
      return result
    }
    func plus(_ other: Big) -> Big {
      var result = Big(0)
      var carry = 0
      for place in 0..<max(parts.count, other.parts.count) {
        let sum =
          (place < parts.count ? parts[place] : 0) + (place < other.parts.count ? other.parts[place] : 0)
          + carry
        result.parts.append(sum % 1_000_000_000)
        carry = sum / 1_000_000_000
      }
      if carry > 0 { result.parts.append(carry) }
      return result
    }
    func isLess(than other: Big) -> Bool {
      if parts.count != other.parts.count { return parts.count < other.parts.count }
      for place in parts.indices.reversed() where parts[place] != other.parts[place] {
        return parts[place] < other.parts[place]
      }
      return false
    }
  }
}
