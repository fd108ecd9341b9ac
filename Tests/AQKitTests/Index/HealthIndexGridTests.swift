import AQKit
import AQKitTesting
import TestRuns
import Testing

/// The formulas of Hong Kong and Canada at every step of a tenth, or at some, and the two doubles next to it, against
/// certified bounds of the exponential series in whole numbers.
@Suite(.computing) struct HealthIndexGridTests {
  /// A number between two bounds, in units of 10^-18.
  struct Bounds {
    var low: Int128
    var high: Int128

    static let unit: Int128 = 1_000_000_000_000_000_000
    static let zero = Bounds(low: 0, high: 0)

    static func + (left: Bounds, right: Bounds) -> Bounds {
      Bounds(low: left.low + right.low, high: left.high + right.high)
    }

    /// Bounds of β·c, where β is a number of 10^-10 and c the shortest text of a double.
    static func product(_ beta: Int128, _ concentration: Double) -> Bounds {
      let ratio = DecimalReference.Ratio.of("\(concentration)")
      let low = beta * ratio.top * 100_000_000 / ratio.bottom
      return Bounds(low: low, high: low + 1)
    }

    /// Bounds of e^x − 1 for 0 ≤ x ≤ 1.5 by its series, each term rounded down and up.
    var exponentialLessOne: Bounds {
      var sum = self
      var term = self
      var count: Int128 = 2
      while term.high > 1 {
        let divisor = Bounds.unit * count
        term = Bounds(
          low: term.low * low / divisor, high: (term.high * high + divisor - 1) / divisor)
        sum = sum + term
        count += 1
      }
      // The remainder of the series is less than its last term.
      return Bounds(low: sum.low, high: sum.high + 2)
    }
  }

  /// Returns the number of limits that are completely below a sum; `nil` if the bounds can't decide.
  private static func passed(_ sum: Bounds, _ limits: [Int128]) -> Int? {
    let least = limits.count { $0 < sum.low }
    return least == limits.count { $0 < sum.high } ? least : nil
  }

  /// The distance of a sum from the nearest limit.
  private static func distance(_ sum: Bounds, _ limits: [Int128]) -> Int128 {
    limits.map { min(($0 - sum.low).magnitude, ($0 - sum.high).magnitude) }.min().map { Int128($0) } ?? 0
  }

  /// Tries one pollutant at its tenths up to a top, the other summands being there as bounds.
  ///
  /// - Returns: The number of levels that occurred.
  private static func sweep(
    _ beta: Int128, upTo top: Int, beside others: Bounds, limits: [Int128], level: (Int) -> Int,
    number: (Double) throws -> (number: Int?, unrounded: Double), perUnit: Double
  ) throws -> Int {
    var seen: Set<Int> = []
    let steps = Array(stride(from: 0, to: top * 10, by: TestEffort.of(11, debug: 55, heavy: 1)))
    for step in steps + [top * 10] {
      let value = Double(step) / 10
      let sum = Bounds.product(beta, value).exponentialLessOne + others
      let expected = try #require(passed(sum, limits), "the bounds at \(value) are too wide")
      seen.insert(level(expected))
      for tried in [value.nextDown, value, value.nextUp] where tried >= 0 {
        var own = expected
        // Neighbours differ by less than 10^-15: they need separate bounds only if a limit is that near.
        if tried != value, distance(sum, limits) < 1_000_000 {
          own = try #require(passed(Bounds.product(beta, tried).exponentialLessOne + others, limits))
        }
        let result = try number(tried)
        if result.number != level(own) {
          Issue.record("\(tried) gives \(result.number ?? -1), the series \(level(own))")
        }
        let exact = (Double(sum.low) + Double(sum.high)) / 2 / 1e18 * perUnit
        if abs(result.unrounded - exact) > 1e-11 {
          Issue.record("\(tried) gives \(result.unrounded) before rounding, the series \(exact)")
        }
      }
    }
    return seen.count
  }

  static let hongKong: [(edition: HongKongAQHI, ozone: Int128, limits: [Int128])] = [
    (.edition2025, 4_888_034, [187, 373, 560, 746, 933, 1120, 1281, 1494, 1708, 1921]),
    (.edition2013, 5_116_328, [188, 376, 564, 752, 941, 1129, 1291, 1507, 1722, 1937]),
  ]

  @Test(
    "Hong Kong's level is that of the exact sum of the risks",
    arguments: 0..<2, [AirParameter.no2, .so2, .o3, .pm10, .pm25])
  func hongKong(_ place: Int, _ parameter: AirParameter) throws {
    let (index, ozone, hundredths) = Self.hongKong[place]
    let betas: [AirParameter: Int128] = [
      .no2: 4_462_559, .so2: 1_393_235, .o3: ozone, .pm10: 2_821_751, .pm25: 2_180_567,
    ]
    // Level 10+ begins at these concentrations of one pollutant alone.
    let tops: [AirParameter: Int] = [.no2: 400, .so2: 1280, .o3: 370, .pm10: 630, .pm25: 820]
    let limits = hundredths.map { $0 * 100_000_000_000_000 }
    let beta = try #require(betas[parameter])
    var given = index.inputs.map { IndexInput.Concentration($0, 0) }
    let own = try #require(given.firstIndex { $0.input.parameter == parameter })
    let levels = try Self.sweep(
      beta, upTo: try #require(tops[parameter]), beside: .zero, limits: limits, level: { $0 + 1 },
      number: { concentration in
        given[own].value = concentration
        let value = try index.value(of: given).get()
        return (value.number, try #require(value.unrounded))
      }, perUnit: 100)
    #expect(levels == 11)
  }

  @Test(
    "Hong Kong's table of levels is exact at every hundredth, at thousandths and their neighbours",
    arguments: 0..<2)
  func levels(_ place: Int) throws {
    let scale = try #require(Self.hongKong[place].edition.levels)
    let reference = DecimalReference(scale)
    for (perUnit, by) in [(100.0, 1), (1000, TestEffort.of(11, heavy: 1))] {
      for step in stride(from: 0, through: Int(24 * perUnit), by: by) {
        let value = Double(step) / perUnit
        for tried in [value.nextDown, value, value.nextUp] where tried >= 0 {
          if scale.number(of: tried) != reference.number(tried) { Issue.record("\(tried)") }
        }
      }
    }
    #expect(scale.number(of: 1.87) == 1 && scale.number(of: 19.38) == 11)
    #expect(
      scale.number(of: -0.01) == AQIValue.Code.invalid && scale.number(of: .nan) == AQIValue.Code.invalid)
  }

  @Test(
    "Canada's number is that of the exact formula, rounded to the nearest, at least 1",
    arguments: [AirParameter.o3, .no2, .pm25], [0, 20])
  func canada(_ parameter: AirParameter, _ others: Int) throws {
    let betas: [AirParameter: Int128] = [.o3: 5_370_000, .no2: 8_710_000, .pm25: 4_870_000]
    let index = CanadaAQHI(usesPlus: false)
    // n − 1/2 of 1000/10.4·Σ is Σ = (2n − 1)·0.0052; level 1 begins at zero.
    let limits = (2...11).map { Int128(2 * $0 - 1) * 5_200_000_000_000_000 }
    var given = index.inputs.prefix(3).map { IndexInput.Concentration($0, Double(others)) }
    let own = try #require(given.firstIndex { $0.input.parameter == parameter })
    let rest = betas.filter { $0.key != parameter }.reduce(Bounds.zero) {
      $0 + Bounds.product($1.value, Double(others)).exponentialLessOne
    }
    let levels = try Self.sweep(
      try #require(betas[parameter]), upTo: 240, beside: rest, limits: limits, level: { $0 + 1 },
      number: { concentration in
        given[own].value = concentration
        let value = try index.value(of: Array(given)).get()
        return (value.number, try #require(value.unrounded))
      }, perUnit: 1000 / 10.4)
    #expect(levels >= 6)
  }

  @Test("the AQHI-Plus is the hourly PM2.5 over ten rounded up, and counts where it is higher")
  func plus() throws {
    let index = CanadaAQHI.stieb2008
    var given = index.inputs.map { IndexInput.Concentration($0, 0) }
    for step in 0...1200 {
      for tried in [(Double(step) / 10).nextDown, Double(step) / 10, (Double(step) / 10).nextUp]
      where tried >= 0 {
        given[3].value = tried
        // A hundred tenths are one level; the neighbour above a whole level is in the next.
        let isAbove = tried > Double(step) / 10
        let isBelow = tried < Double(step) / 10
        let level = step % 100 == 0 ? step / 100 + (isAbove ? 1 : 0) : step / 100 + 1
        let expected = min(11, max(1, level))
        let value = try index.value(of: given).get()
        if value.number != expected { Issue.record("\(tried) gives \(value), not \(expected) (\(isBelow))") }
      }
    }
    #expect(try index.value(of: given).get().display == "10+")
  }
}
