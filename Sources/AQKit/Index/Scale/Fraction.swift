/// A fraction of two integers in lowest terms; the denominator is positive. Operations that would overflow
/// give `nil`, so that a number which can't be computed exactly is never computed wrongly.
struct Fraction: Hashable, Sendable {
  let numerator: Int128
  let denominator: Int128

  init(_ integer: Int) {
    numerator = Int128(integer)
    denominator = 1
  }

  init?(_ numerator: Int128, _ denominator: Int128) {
    guard denominator > 0, numerator != .min else { return nil }
    let divisor = Fraction.commonDivisor(numerator < 0 ? -numerator : numerator, denominator)
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }

  /// The number that the shortest text of a `Double` names.
  init?(_ number: Double) {
    guard let decimal = ExactDecimal(number) else { return nil }
    self.init(decimal)
  }

  init?(_ decimal: ExactDecimal) {
    guard let power = Fraction.powerOfTen(decimal.scale) else { return nil }
    self.init(decimal.digits, power)
  }

  static func commonDivisor(_ first: Int128, _ second: Int128) -> Int128 {
    var a = first
    var b = second
    while b != 0 { (a, b) = (b, a % b) }
    return a == 0 ? 1 : a
  }

  static func powerOfTen(_ exponent: Int) -> Int128? {
    guard exponent >= 0, exponent <= 37 else { return nil }
    var power: Int128 = 1
    for _ in 0..<exponent { power *= 10 }
    return power
  }

  func adding(_ other: Fraction) -> Fraction? {
    let (left, a) = numerator.multipliedReportingOverflow(by: other.denominator)
    let (right, b) = other.numerator.multipliedReportingOverflow(by: denominator)
    let (sum, c) = left.addingReportingOverflow(right)
    let (bottom, d) = denominator.multipliedReportingOverflow(by: other.denominator)
    return a || b || c || d ? nil : Fraction(sum, bottom)
  }

  func subtracting(_ other: Fraction) -> Fraction? {
    Fraction(-other.numerator, other.denominator).flatMap { adding($0) }
  }

  func multiplied(by other: Fraction) -> Fraction? {
    let (top, a) = numerator.multipliedReportingOverflow(by: other.numerator)
    let (bottom, b) = denominator.multipliedReportingOverflow(by: other.denominator)
    return a || b ? nil : Fraction(top, bottom)
  }

  func divided(by other: Fraction) -> Fraction? {
    guard other.numerator != 0 else { return nil }
    let sign: Int128 = other.numerator < 0 ? -1 : 1
    return Fraction(other.denominator * sign, other.numerator * sign).flatMap { multiplied(by: $0) }
  }

  /// The largest integer not above the number.
  var floor: Int128 {
    let quotient = numerator / denominator
    return numerator % denominator < 0 ? quotient - 1 : quotient
  }

  /// The smallest integer not below the number.
  var ceiling: Int128 {
    let quotient = numerator / denominator
    return numerator % denominator > 0 ? quotient + 1 : quotient
  }

  /// −1, 0 or 1 as the number is below, equal to or above another; `nil` where that can't be computed.
  func compared(to other: Fraction) -> Int? {
    let (left, a) = numerator.multipliedReportingOverflow(by: other.denominator)
    let (right, b) = other.numerator.multipliedReportingOverflow(by: denominator)
    if a || b { return nil }
    return left < right ? -1 : (left > right ? 1 : 0)
  }
}

extension Fraction {
  /// The nearest `Double`, exact to the last bit where both integers are exact in 53 bits.
  var approximate: Double { Double(numerator) / Double(denominator) }

  /// The smallest `Double` whose shortest text is at least this number, or above it where `isStrict`.
  ///
  /// For a number that a `Double`'s text can hold (up to 15 digits) that is the nearest `Double` itself, since
  /// rounding is monotone; for the others the neighbours are compared by their text.
  func smallestDouble(isStrict: Bool) -> Double {
    if let nearest = shortDouble { return isStrict ? nearest.nextUp : nearest }
    func isReached(_ candidate: Double) -> Bool {
      guard let exact = Fraction(candidate), let order = exact.compared(to: self) else {
        return candidate >= approximate
      }
      return isStrict ? order > 0 : order >= 0
    }
    var candidate = approximate
    for _ in 0..<8 where isReached(candidate.nextDown) { candidate = candidate.nextDown }
    for _ in 0..<8 where !isReached(candidate) { candidate = candidate.nextUp }
    return candidate
  }

  /// The `Double` whose text is this number, where that has up to 15 digits.
  var shortDouble: Double? {
    guard let power = terminatingDenominator, let scaled = scaledNumerator(power),
      scaled < 1_000_000_000_000_000
    else { return nil }
    return Double(scaled) / Double(power)
  }

  /// The smallest power of ten that the denominator divides, up to 10^15.
  private var terminatingDenominator: Int128? {
    var power: Int128 = 1
    for _ in 0...15 {
      if power % denominator == 0 { return power }
      power *= 10
    }
    return nil
  }

  private func scaledNumerator(_ power: Int128) -> Int128? {
    let (scaled, overflow) = numerator.multipliedReportingOverflow(by: power / denominator)
    return overflow || scaled < 0 ? nil : scaled
  }
}
