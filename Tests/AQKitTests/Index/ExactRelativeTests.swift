import AQKit
import AQKitTesting
import TestRuns
import Testing

/// The relatives of the NowCast and the means of days, at steps and ties, against exact fractions.
@Suite(.computing) struct ExactRelativeTests {
  /// A reproducible source of numbers.
  private struct Generator {
    var state: UInt64
    mutating func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
  }

  /// A fraction; the denominator is positive.
  private struct Exact {
    var top: Int128
    var bottom: Int128

    /// Compares with a number of hundredths: −1, 0, 1.
    func compared(toHundredths step: Int) -> Int {
      let difference = top * 100 - Int128(step) * bottom
      return difference < 0 ? -1 : difference > 0 ? 1 : 0
    }

    var approximate: Double { Double(top) / Double(bottom) }
  }

  /// Windows of twelve tenths: pools that make ties, series that rise or fall, spikes, and gaps.
  private static func windows(_ rounds: Int, hours: Int = 12, seed: UInt64) -> [[Int?]] {
    var generator = Generator(state: seed)
    return (0..<rounds).map { round in
      let pool: [Int]
      switch round % 5 {
      case 0: pool = [40, 80, 60]
      case 1: pool = [100, 200, 300, 400]
      case 2: pool = [300, 305, 310]
      case 3: pool = [10 + generator.next(300)]
      default: pool = Array(1...400)
      }
      return (0..<hours).map { hour in
        if round % 7 == 6, hour < hours - 2, generator.next(5) == 0 { return nil }
        return pool[generator.next(pool.count)]
      }
    }
  }

  /// Whether a result lies on the right side of every hundredth near the exact value.
  ///
  /// - Returns: Whether one of them was met exactly.
  private static func check(_ result: Double, _ exact: Exact, _ text: @autoclosure () -> String) -> Bool {
    var isTie = false
    let nearest = Int((exact.approximate * 100).rounded())
    for step in [nearest - 1, nearest, nearest + 1] where step >= 0 {
      let order = exact.compared(toHundredths: step)
      if order == 0 { isTie = true }
      if (result >= Double(step) / 100) != (order >= 0) || (order == 0 && result != Double(step) / 100) {
        Issue.record("\(text()) at \(step)/100: \(result), exactly \(exact.approximate)")
      }
    }
    return isTie
  }

  private static func hours(_ tenths: [Int?]) -> [Double] {
    tenths.map { $0.map { Double($0) / 10 } ?? .nan }
  }

  /// Σ aⁱ·b^(11−i)·cᵢ and Σ aⁱ·b^(11−i) over the hours that are there, newest i = 0.
  private static func weighted(_ tenths: [Int?], _ a: Int, _ b: Int) -> (sum: Int128, weights: Int128) {
    var powers: [Int128] = []
    for age in 0..<12 {
      powers.append((0..<12).dropLast().reduce(Int128(1)) { $0 * Int128($1 < age ? a : b) })
    }
    var sum: Int128 = 0
    var weights: Int128 = 0
    for age in 0..<12 {
      guard let value = tenths[11 - age] else { continue }
      sum += powers[age] * Int128(value)
      weights += powers[age]
    }
    return (sum, weights)
  }

  @Test("Viet Nam's NowCast agrees with the exact fraction, normalised or not")
  func vietnam() throws {
    var ties = 0
    var halves = 0
    for tenths in Self.windows(TestEffort.of(300, heavy: 1500), seed: 3) {
      let present = tenths.compactMap { $0 }
      let (low, high) = try (#require(present.min()), #require(present.max()))
      let isHalf = 2 * low <= high
      let exact: Exact
      if isHalf {
        halves += 1
        // Σ c·(1/2)^i for i = 1…12, newest i = 1.
        var sum: Int128 = 0
        for age in 0..<12 { sum += Int128(tenths[11 - age] ?? 0) << Int128(11 - age) }
        exact = Exact(top: sum, bottom: 40_960)
      } else {
        let (sum, weights) = Self.weighted(tenths, low, high)
        exact = Exact(top: sum, bottom: weights * 10)
      }
      let result = try #require(AveragingMethod.NowCast.vietnam.concentration(of: Self.hours(tenths)))
      if Self.check(result, exact, "\(tenths)") { ties += 1 }
    }
    #expect(ties > 20 && halves > 60)
  }

  @Test("Mexico's NowCast agrees with the exact fraction", arguments: [714, 694])
  func mexico(_ thousandths: Int) throws {
    var ties = 0
    for tenths in Self.windows(1500, seed: 5) {
      let present = tenths.compactMap { $0 }
      let (low, high) = try (#require(present.min()), #require(present.max()))
      let percent = 2 * low < high ? 50 : (200 * low + high) / (2 * high)
      let (sum, weights) = Self.weighted(tenths, percent, 100)
      let exact = Exact(top: sum * Int128(thousandths), bottom: weights * 10_000)
      let result = try #require(
        AveragingMethod.NowCast.mexico(factor: Double(thousandths) / 1000).concentration(
          of: Self.hours(tenths)))
      if Self.check(result, exact, "\(tenths)") { ties += 1 }
    }
    #expect(ties > 0)
  }

  @Test("Mexico's weight of hours with too many digits for whole numbers is one half, not one")
  func mexicanDigits() throws {
    let hours =
      [1.2345677655888721e-09] + [Double](repeating: 20.123456001281738, count: 10) + [
        40.123456001281738
      ]
    let result = try #require(AveragingMethod.NowCast.mexico(factor: 0.714).concentration(of: hours))
    #expect(abs(result - 21.506382469510026) < 1e-9)
  }

  @Test("Mexico's mean of too few hours is the decimal, not a binary neighbour")
  func mexicanProxy() {
    for (factor, hours, expected) in [(0.714, [14.0], 9.996), (0.694, [1, 0.8], 0.6246), (1, [14], 14)] {
      let average = AveragingMethod.nowCast(.mexico(factor: factor)).average(of: hours + [.nan, .nan])
      #expect(average.value == expected && !average.isComplete)
    }
  }

  @Test("Taiwan's half and half agrees with the exact fraction")
  func taiwan() throws {
    var ties = 0
    for tenths in Self.windows(TestEffort.of(500, heavy: 2500), seed: 7) {
      let twelve = tenths.compactMap { $0 }
      let four = tenths.suffix(4).compactMap { $0 }
      let result = AveragingMethod.twelveAndFour.value(of: Self.hours(tenths))
      guard twelve.count >= 6, four.count >= 2 else {
        #expect(result == nil)
        continue
      }
      let top = twelve.reduce(0, +) * four.count + four.reduce(0, +) * twelve.count
      let exact = Exact(top: Int128(top), bottom: Int128(20 * twelve.count * four.count))
      if Self.check(try #require(result), exact, "\(tenths)") { ties += 1 }
    }
    #expect(ties > 20)
  }

  @Test("Korea's C24E agrees with the exact fraction, damping included", arguments: [30, 20])
  func korea(_ threshold: Int) throws {
    var ties = 0
    var damped = 0
    for tenths in Self.windows(TestEffort.of(500, heavy: 2500), seed: 11) {
      let twelve = tenths.compactMap { $0 }
      let four = tenths.suffix(4).compactMap { $0 }
      let result = AveragingMethod.c24e(threshold: Double(threshold)).value(of: Self.hours(tenths))
      guard twelve.count >= 9, four.count >= 3 else {
        #expect(result == nil)
        continue
      }
      let sum = twelve.reduce(0, +)
      // A latest hour counts three quarters if 0.9 ≤ c / C12 ≤ 1.7, in quarters of tenths here.
      let quarters = four.reduce(0) { total, value in
        let ratio = 10 * value * twelve.count
        let isDamped = value >= threshold * 10 && ratio >= 9 * sum && ratio <= 17 * sum
        if isDamped { damped += 1 }
        return total + value * (isDamped ? 3 : 4)
      }
      let top = 4 * sum * four.count + quarters * twelve.count
      let exact = Exact(top: Int128(top), bottom: Int128(80 * twelve.count * four.count))
      if Self.check(try #require(result), exact, "\(tenths)") { ties += 1 }
    }
    #expect(ties > 20 && damped > 100)
  }

  @Test("the mean of a day agrees with the exact fraction, or is a reason")
  func dayMean() throws {
    var ties = 0
    for tenths in Self.windows(TestEffort.of(300, heavy: 1500), hours: 24, seed: 13) {
      let present = tenths.compactMap { $0 }
      let result = AveragingMethod.dayMean(atLeast: 22).value(of: Self.hours(tenths))
      guard present.count >= 22 else {
        #expect(result == nil)
        continue
      }
      let exact = Exact(top: Int128(present.reduce(0, +)), bottom: Int128(10 * present.count))
      if Self.check(try #require(result), exact, "\(tenths)") { ties += 1 }
    }
    #expect(ties > 20)
  }

  @Test("the largest running mean of a day agrees with the exact fraction", arguments: [1, 8])
  func dayMaximum(_ length: Int) throws {
    var ties = 0
    for tenths in Self.windows(TestEffort.of(300, heavy: 1500), hours: 24, seed: 17) {
      let least = (length * 3 + 3) / 4
      var best: Exact?
      var count = 0
      for place in 0..<24 {
        let window = tenths[max(0, place - length + 1)...place].compactMap { $0 }
        guard window.count >= least else { continue }
        count += 1
        let mean = Exact(top: Int128(window.reduce(0, +)), bottom: Int128(10 * window.count))
        if best.map({ $0.top * mean.bottom < mean.top * $0.bottom }) ?? true { best = mean }
      }
      let result = AveragingMethod.dayMaximum(hours: length, atLeast: least).value(of: Self.hours(tenths))
      guard count >= 18 else {
        #expect(result == nil)
        continue
      }
      if Self.check(try #require(result), try #require(best), "\(tenths)") { ties += 1 }
    }
    #expect(ties > 20)
  }

  @Test("a constant series gives its value, or the stated part of it, by every method, for any tenth")
  func constant() throws {
    let methods: [(AveragingMethod, (Int) -> Double)] = [
      (.nowCast(.vietnam), { Double($0) / 10 }), (.nowCast(.epa), { Double($0) / 10 }),
      (.nowCast(.mexico(factor: 0.714)), { Double($0 * 714) / 10_000 }),
      (.nowCast(.mexico(factor: 0.694)), { Double($0 * 694) / 10_000 }),
      (.twelveAndFour, { Double($0) / 10 }),
      (.c24e(threshold: 70), { $0 >= 700 ? Double($0 * 875) / 10_000 : Double($0) / 10 }),
      (.c24e(threshold: 30), { $0 >= 300 ? Double($0 * 875) / 10_000 : Double($0) / 10 }),
      (.dayMean(atLeast: 18), { Double($0) / 10 }), (.dayMaximum(hours: 8, atLeast: 6), { Double($0) / 10 }),
      (.dayMaximum(hours: 1, atLeast: 1), { Double($0) / 10 }),
      (.mean(hours: 3, atLeast: 2), { Double($0) / 10 }),
      (.hour, { Double($0) / 10 }),
    ]
    for (method, expected) in methods {
      for tenth in stride(from: 0, through: 3254, by: TestEffort.of(11, heavy: 1)) {
        let hours = [Double](repeating: Double(tenth) / 10, count: 24)
        let single = method.value(of: hours) ?? .nan
        if single != expected(tenth) { Issue.record("\(method) of \(Double(tenth) / 10): \(single)") }
      }
    }
  }
}
