extension AveragingMethod {
  /// A NowCast: the concentration of the latest twelve hours, weighted towards the newest.
  ///
  /// The weight factor is the smallest of the hours divided by the largest, and hour *i* counts with its *i*-th
  /// power. The national variants differ: they are not interchangeable.
  public struct NowCast: Hashable, Sendable {
    enum Rule: Hashable, Sendable {
      case epa
      case vietnam
      case mexico(factor: Double)
    }

    let rule: Rule

    /// US EPA's NowCast of particles: the weight factor is at least one half, and two of the latest three hours are
    /// required (EPA-454/B-24-002, May 2024). The standard truncates the result: the index's scale does.
    public static let epa = Self(rule: .epa)

    /// Viet Nam's: as EPA's, but where the factor is one half the sum of c·(1/2)^i for i = 1…12 is not normalised
    /// (Quyết định 1459/QĐ-TCMT, 2019).
    public static let vietnam = Self(rule: .vietnam)

    /// Mexico's NowCast: the weight factor is rounded to two decimals, and the result multiplied by 0.714 for PM10 or
    /// 0.694 for PM2.5 (NOM-172-SEMARNAT-2023, Annex A).
    public static func mexico(factor: Double) -> Self {
      Self(rule: .mexico(factor: factor))
    }

    /// The factor by which the rule multiplies its result.
    var factor: Double {
      guard case .mexico(let factor) = rule else { return 1 }
      return factor
    }

    /// The number of hours that it uses.
    public static let hours = 12

    private init(rule: Rule) { self.rule = rule }
  }
}

extension AveragingMethod.NowCast: CustomStringConvertible {
  /// The rule's text: `nowcast`, `nowcast-vn`, `nowcast-mx 0.714`.
  public var description: String {
    switch rule {
    case .epa: "nowcast"
    case .vietnam: "nowcast-vn"
    case .mexico(let factor): "nowcast-mx \(factor.plainText)"
    }
  }

  /// Parses a rule; `nil` if the text names none.
  public init?(_ text: String) {
    switch text {
    case "nowcast": self = .epa
    case "nowcast-vn": self = .vietnam
    default:
      guard text.hasPrefix("nowcast-mx "), let factor = Double(text.dropFirst(11)), factor.isFinite,
        factor > 0
      else { return nil }
      self = .mexico(factor: factor)
    }
  }
}

extension AveragingMethod.NowCast {
  /// Returns the NowCast of hourly concentrations, oldest first, newest last.
  ///
  /// Exact at every step of four decimals: a constant series gives its value, and a value that lies at a step of a
  /// table never falls below it by binary accident.
  ///
  /// - Parameter hours: The latest is the last; NaN is a missing hour, and hours before the first are missing.
  /// - Returns: `nil` if two of the latest three hours are missing, or an hour is infinite.
  public func concentration(of hours: [Double]) -> Double? {
    let result = hours.withUnsafeBufferPointer { value(in: $0, endingAt: $0.count - 1) }
    return result.isNaN ? nil : result
  }

  /// Returns the NowCast at one row of a column; NaN if it has no value.
  func value(in hours: UnsafeBufferPointer<Double>, endingAt newest: Int) -> Double {
    guard newest >= 0, newest < hours.count else { return .nan }
    var recent = 0
    for age in 0..<3 where newest - age >= 0 && !hours[newest - age].isNaN { recent += 1 }
    guard recent >= 2 else { return .nan }
    var smallest = Double.infinity
    var largest = -Double.infinity
    let oldest = max(0, newest - Self.hours + 1)
    for hour in oldest...newest where !hours[hour].isNaN {
      smallest = min(smallest, hours[hour])
      largest = max(largest, hours[hour])
    }
    guard smallest.isFinite, largest.isFinite else { return .nan }
    if smallest == largest, case .epa = rule { return largest }
    let weight = weight(smallest: smallest, largest: largest)
    var sum = 0.0
    var weights = 0.0
    for hour in oldest...newest {
      let present = !hours[hour].isNaN
      sum = sum * weight + (present ? hours[hour] : 0)
      weights = weights * weight + (present ? 1 : 0)
    }
    // Horner from the oldest hour on: the newest has the power 0.
    let approximate: Double
    switch rule {
    case .epa: approximate = sum / weights
    case .vietnam: approximate = weight == 0.5 ? sum / 2 : sum / weights
    case .mexico(let factor): approximate = factor * sum / weights
    }
    return StepDecision.settled(approximate) { step, perUnit in
      compare(hours, oldest...newest, to: step, perUnit)
    }
  }

  private func weight(smallest: Double, largest: Double) -> Double {
    let ratio = largest > 0 ? min(max(smallest / largest, 0.5), 1) : 1
    guard case .mexico = rule else { return ratio }
    return (exactWeight(smallest: smallest, largest: largest) ?? Fraction(1)).approximate
  }

  private func exactWeight(smallest: Double, largest: Double) -> Fraction? {
    guard largest > 0, let low = Fraction(smallest), let high = Fraction(largest), let half = Fraction(1, 2),
      let ratio = low.divided(by: high)
    else { return largest > 0 ? nil : Fraction(1) }
    let floored = (ratio.compared(to: half) ?? 0) < 0 ? half : ratio
    guard case .mexico = rule else { return floored }
    guard let percent = floored.multiplied(by: Fraction(200))?.adding(Fraction(1)) else { return nil }
    return Fraction(percent.floor.dividedDown(by: 2), 100)
  }

  /// Returns −1, 0 or 1 as the exact NowCast is below, at or above step / perUnit; `nil` if there are too many digits.
  private func compare(
    _ hours: UnsafeBufferPointer<Double>, _ window: ClosedRange<Int>, to step: Int128, _ perUnit: Int128
  ) -> Int? {
    var decimals: [(age: Int, value: ExactDecimal)] = []
    var scale = 0
    for hour in window where !hours[hour].isNaN {
      guard let decimal = ExactDecimal(hours[hour]), decimal.scale <= 20 else { return nil }
      decimals.append((window.upperBound - hour, decimal))
      scale = max(scale, decimal.scale)
    }
    guard let smallest = (window.compactMap { hours[$0].isNaN ? nil : hours[$0] }).min(),
      let largest = (window.compactMap { hours[$0].isNaN ? nil : hours[$0] }).max(),
      let weight = exactWeight(smallest: smallest, largest: largest), let power = Fraction.powerOfTen(scale)
    else { return nil }
    var factor = Fraction(1)
    if case .mexico(let stated) = rule, let exact = Fraction(stated) { factor = exact }
    let isUnnormalised = rule == .vietnam && weight == Fraction(1, 2)
    // Σ wⁱ·(factor·cᵢ − step/perUnit) has the wanted sign; w = a/b, and everything is multiplied by b^11 and the denominators.
    // Unnormalised, the step counts once and the sum is half as large.
    var coefficients = [WideInteger](repeating: WideInteger(0), count: Self.hours)
    for (age, value) in decimals {
      guard let raise = Fraction.powerOfTen(scale - value.scale) else { return nil }
      let digits = WideInteger(value.digits).times(WideInteger(raise))
      let own = digits.times(WideInteger(factor.numerator)).times(WideInteger(perUnit))
      let subtracted = WideInteger(step).times(WideInteger(power)).times(WideInteger(factor.denominator))
      coefficients[age] = isUnnormalised ? own : own.minus(subtracted)
    }
    let (a, b) = (WideInteger(weight.numerator), WideInteger(weight.denominator))
    var powerOfB = WideInteger(1)
    var sum = WideInteger(0)
    // Σ aⁱ·b^(11−i)·eᵢ, by Horner from the oldest: sum = sum·a + e·b^k.
    for age in (0..<Self.hours).reversed() {
      sum = sum.times(a).plus(coefficients[age].times(powerOfB))
      powerOfB = powerOfB.times(b)
    }
    if isUnnormalised {
      // The sum is Σ 2^(11−age)·c; the value is that over 4096.
      let whole = WideInteger(step).times(WideInteger(power)).times(WideInteger(4096))
      return sum.minus(whole).sign
    }
    return sum.sign
  }
}

extension AveragingMethod.NowCast {
  /// Writes the NowCast of every hour of a column, in one pass.
  ///
  /// - Parameters:
  ///   - hours: Hourly concentrations, oldest first; NaN is a missing hour.
  ///   - output: At least as many elements; an hour without a NowCast is NaN.
  public func write(_ hours: [Double], to output: inout [Double]) {
    hours.withUnsafeBufferPointer { column in
      output.withUnsafeMutableBufferPointer { write(column, to: $0) }
    }
  }

  /// Writes the NowCast of every hour of a column into the caller's buffer.
  public func write(_ hours: UnsafeBufferPointer<Double>, to output: UnsafeMutableBufferPointer<Double>) {
    let count = min(hours.count, output.count)
    guard case .epa = rule, count >= 16 else {
      for i in 0..<count { output[i] = value(in: hours, endingAt: i) }
      return
    }
    var i = 0
    while i < Self.hours - 1 {
      output[i] = value(in: hours, endingAt: i)
      i += 1
    }
    while i + 4 <= count {
      writeFour(hours, from: i, to: output)
      i += 4
    }
    while i < count {
      output[i] = value(in: hours, endingAt: i)
      i += 1
    }
  }

  /// Four neighbouring hours at once: each lane looks back over its own twelve.
  ///
  /// A lane that has a gap in its window, is constant, or comes too close to a step of a table for floating point is
  /// computed separately and exactly.
  @inline(__always)
  private func writeFour(
    _ hours: UnsafeBufferPointer<Double>, from i: Int, to output: UnsafeMutableBufferPointer<Double>
  ) {
    guard let base = hours.baseAddress, let target = output.baseAddress else { return }
    @inline(__always) func lanes(_ age: Int) -> SIMD4<Double> {
      UnsafeRawPointer(base + (i - age)).loadUnaligned(as: SIMD4<Double>.self)
    }
    var smallest = lanes(0)
    var largest = smallest
    var total = smallest
    for age in 1..<Self.hours {
      let hour = lanes(age)
      smallest.replace(with: hour, where: hour .< smallest)
      largest.replace(with: hour, where: hour .> largest)
      total += hour
    }
    var weight = smallest / largest
    weight.replace(with: SIMD4(repeating: 0.5), where: weight .< 0.5)
    var sum = lanes(Self.hours - 1)
    var weights = SIMD4<Double>(repeating: 1)
    for age in (0..<(Self.hours - 1)).reversed() {
      sum = sum * weight + lanes(age)
      weights = weights * weight + 1
    }
    let result = sum / weights
    // Adding and subtracting 1.5·2^52 rounds to the nearest step; a NaN anywhere makes every comparison false.
    let scaled = result * 1e4
    let step = (scaled + Double.roundingConstant) - Double.roundingConstant
    let distance = scaled - step
    let isFar =
      (distance * distance)
      .> (SIMD4(repeating: StepDecision.reach * 1e4).replacing(
        with: scaled * StepDecision.reach, where: result .> 1)).squared
    let isPlain = isFar .& (largest .> smallest) .& (smallest .>= 0) .& (total .< 1e10)
    if all(isPlain) {
      UnsafeMutableRawPointer(target + i)
        .storeBytes(of: result, as: SIMD4<Double>.self)
    } else {
      for lane in 0..<4 {
        output[i + lane] = isPlain[lane] ? result[lane] : value(in: hours, endingAt: i + lane)
      }
    }
  }
}

extension SIMD4<Double> {
  fileprivate var squared: SIMD4<Double> { self * self }
}
