extension AveragingMethod {
  /// A NowCast: the concentration of the latest twelve hours, weighted towards the newest.
  ///
  /// The weight factor is the smallest of the hours divided by the largest, and an hour that is *i* hours older than the
  /// newest counts with its *i*-th power. The national variants differ: they are not interchangeable.
  public struct NowCast: Hashable, Sendable {
    enum Rule: Hashable, Sendable {
      case epa
      case vietnam
      case mexico(factor: Double)
    }

    let rule: Rule

    /// US EPA's NowCast of particles: the weight factor is at least one half, and two of the latest three hours are
    /// required (EPA-454/B-24-002, May 2024). The standard truncates the result: here the scale of the index does that.
    public static var epa: Self { Self(rule: .epa) }

    /// Viet Nam's NowCast: as EPA's, but if the factor is one half, the sum of c·(1/2)^i for i = 1…12 is not normalised
    /// (Quyết định 1459/QĐ-TCMT, 2019).
    public static var vietnam: Self { Self(rule: .vietnam) }

    /// Mexico's NowCast: the weight factor is rounded to two decimals, and the result multiplied by 0.714 for PM10 or
    /// 0.694 for PM2.5 (NOM-172-SEMARNAT-2023, Annex A).
    public static func mexico(factor: Double) -> Self {
      Self(rule: .mexico(factor: factor))
    }

    var factor: Double { if case .mexico(let factor) = rule { factor } else { 1 } }

    /// The number of hours that a NowCast uses.
    public static var hours: Int { 12 }

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
      guard text.hasPrefix("nowcast-mx "), let factor = Double(decimal: String(text.dropFirst(11))),
        factor > 0
      else { return nil }
      self = .mexico(factor: factor)
    }
  }
}

extension AveragingMethod.NowCast {
  /// Returns the NowCast of hourly concentrations, oldest first, newest last.
  ///
  /// Exact at every step of four decimals: a constant series gives its value, and a value at a step of a table never
  /// falls below it through binary rounding.
  ///
  /// - Parameter hours: The hourly means, the latest last; NaN is a missing hour, and hours before the first are missing.
  /// - Returns: `nil` if two of the latest three hours are missing, or an hour is infinite.
  public func concentration(of hours: [Double]) -> Double? { AveragingMethod.nowCast(self).value(of: hours) }

  /// Returns the NowCast of a window of hours; without two of the latest three, the window's mean.
  func average(_ window: HourWindow) -> AveragingMethod.Average {
    let (hours, floor) = (window.hours, window.floor)
    let count = hours.reduce(0) { $1 > floor ? $0 + 1 : $0 }
    let recent = hours.suffix(3).reduce(0) { $1 > floor ? $0 + 1 : $0 }
    let value = recent < 2 ? .nan : value(of: hours, above: floor)
    if !value.isNaN {
      return AveragingMethod.Average(value, hours: count, of: Self.hours, needed: 2, isComplete: true)
    }
    let mean = window.mean.value
    return AveragingMethod.Average(
      factor == 1 ? mean : (factor * mean).rounded(significantDigits: 12), hours: count, of: Self.hours,
      needed: 2, isComplete: false, latest: .init(hours: recent, possible: 3, needed: 2))
  }

  /// Returns the NowCast of up to twelve hours, two of the latest three among them; NaN if one is infinite.
  private func value(of hours: UnsafeBufferPointer<Double>, above floor: Double) -> Double {
    var smallest = Double.infinity
    var largest = -Double.infinity
    for hour in hours where hour > floor {
      smallest = min(smallest, hour)
      largest = max(largest, hour)
    }
    guard smallest.isFinite, largest.isFinite else { return .nan }
    if smallest == largest, case .epa = rule { return largest }
    let weight = weight(smallest: smallest, largest: largest)
    var sum = 0.0
    var weights = 0.0
    // Horner's method from the oldest hour on: the newest has the power 0.
    for hour in hours {
      let isPresent = hour > floor
      sum = sum * weight + (isPresent ? hour : 0)
      weights = weights * weight + (isPresent ? 1 : 0)
    }
    let approximate: Double
    switch rule {
    case .epa: approximate = sum / weights
    case .vietnam: approximate = weight == 0.5 ? sum / 2 : sum / weights
    case .mexico(let factor): approximate = factor * sum / weights
    }
    return StepDecision.settled(approximate) { compare(hours, above: floor, smallest, largest, to: $0) }
  }

  private func weight(smallest: Double, largest: Double) -> Double {
    let ratio = largest > 0 ? min(max(smallest / largest, 0.5), 1) : 1
    guard case .mexico = rule else { return ratio }
    return exactWeight(smallest: smallest, largest: largest)?.approximate
      ?? (ratio * 100 + 0.5).rounded(.down) / 100
  }

  private func exactWeight(smallest: Double, largest: Double) -> Fraction? {
    guard largest > 0, let low = Fraction(smallest), let high = Fraction(largest), let half = Fraction(1, 2),
      let ratio = low.divided(by: high)
    else { return largest > 0 ? nil : Fraction(1) }
    // A ratio of exactly one half, such as 20/40, becomes 1/2, too: an unnormalised sum needs the denominator 2.
    let floored = (ratio.compared(to: half) ?? 1) <= 0 ? half : ratio
    guard case .mexico = rule else { return floored }
    guard let percent = floored.multiplied(by: Fraction(200))?.adding(Fraction(1)) else { return nil }
    return Fraction(percent.floor.dividedDown(by: 2), 100)
  }

  /// Returns −1, 0 or 1 as the exact NowCast is below, at or above a step; `nil` if there are too many digits.
  private func compare(
    _ hours: UnsafeBufferPointer<Double>, above floor: Double, _ smallest: Double, _ largest: Double,
    to step: Fraction
  ) -> Int? {
    var decimals: [(age: Int, value: ExactDecimal)] = []
    var scale = 0
    for (i, hour) in hours.enumerated() where hour > floor {
      guard let decimal = ExactDecimal(hour), decimal.scale <= 20 else { return nil }
      decimals.append((hours.count - 1 - i, decimal))
      scale = max(scale, decimal.scale)
    }
    guard let weight = exactWeight(smallest: smallest, largest: largest),
      let power = Fraction.powerOfTen(scale)
    else { return nil }
    let factor: Fraction = Fraction(self.factor) ?? Fraction(1)
    let isUnnormalised = rule == .vietnam && weight == Fraction(1, 2)
    // Σ wⁱ·(factor·cᵢ − step) has the wanted sign; w = a/b, and everything is multiplied by b^11 and the denominators.
    // Unnormalised, the step counts once and the sum is half as large.
    var coefficients = [WideInteger](repeating: WideInteger(0), count: Self.hours)
    for (age, value) in decimals {
      guard let raise = Fraction.powerOfTen(scale - value.scale) else { return nil }
      let digits = WideInteger(value.digits).times(WideInteger(raise))
      let own = digits.times(WideInteger(factor.numerator)).times(WideInteger(step.denominator))
      let subtracted = WideInteger(step.numerator).times(WideInteger(power))
        .times(WideInteger(factor.denominator))
      coefficients[age] = isUnnormalised ? own : own.minus(subtracted)
    }
    let (a, b) = (WideInteger(weight.numerator), WideInteger(weight.denominator))
    var powerOfB = WideInteger(1)
    var sum = WideInteger(0)
    // Σ aⁱ·b^(11−i)·eᵢ, by Horner's method from the oldest: sum = sum·a + e·b^k.
    for age in (0..<Self.hours).reversed() {
      sum = sum.times(a).plus(coefficients[age].times(powerOfB))
      powerOfB = powerOfB.times(b)
    }
    if isUnnormalised {
      // The sum is Σ 2^(11−age)·c; the value is that over 4096.
      let whole = WideInteger(step.numerator).times(WideInteger(power)).times(WideInteger(4096))
      return sum.minus(whole).sign
    }
    return sum.sign
  }
}
