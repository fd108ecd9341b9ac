/// A fraction of two integers; the denominator is positive. Operations that would overflow give `nil`, so that a number
/// which can't be computed exactly is never computed wrongly.
struct Fraction: Equatable, Sendable {
  let numerator: Int128
  let denominator: Int128

  init(_ integer: Int) {
    numerator = Int128(integer)
    denominator = 1
  }

  /// Creates a fraction, in lowest terms unless both integers fit into 40 bits: a divisor takes longer to find than small
  /// numbers to multiply.
  init?(_ numerator: Int128, _ denominator: Int128) {
    guard denominator > 0, numerator != .min else { return nil }
    var divisor: Int128 = 1
    if max(numerator.magnitude, denominator.magnitude) >> 40 != 0 {
      divisor = Int128(Fraction.commonDivisor(numerator.magnitude, denominator.magnitude))
    }
    self.numerator = divisor == 1 ? numerator : numerator / divisor
    self.denominator = divisor == 1 ? denominator : denominator / divisor
  }

  /// Creates the number that the shortest decimal text of a `Double` stands for.
  init?(_ number: Double) {
    guard let decimal = ExactDecimal(number), let power = Fraction.powerOfTen(decimal.scale) else {
      return nil
    }
    self.init(decimal.digits, power)
  }

  private static func commonDivisor(_ first: UInt128, _ second: UInt128) -> UInt128 {
    var (a, b) = (first, second)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }

  static func powerOfTen(_ exponent: Int) -> Int128? {
    guard exponent >= 0, exponent <= 37 else { return nil }
    var power: Int128 = 1
    for _ in 0..<exponent { power *= 10 }
    return power
  }

  static func == (lhs: Fraction, rhs: Fraction) -> Bool { lhs.compared(to: rhs) == 0 }

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
  var floor: Int128 { numerator.dividedDown(by: denominator) }

  /// Returns −1, 0 or 1 as the number is below, equal to or above another; `nil` if that can't be computed.
  func compared(to other: Fraction) -> Int? {
    let (left, a) = numerator.multipliedReportingOverflow(by: other.denominator)
    let (right, b) = other.numerator.multipliedReportingOverflow(by: denominator)
    if a || b { return nil }
    return left < right ? -1 : (left > right ? 1 : 0)
  }
}

extension Fraction {
  /// The nearest `Double`, exact to the last bit where both integers are exact in 53 bits.
  var approximate: Double { numerator.nearestDouble / denominator.nearestDouble }

  /// Returns the smallest `Double` whose shortest text is at least this number, or above it if `isStrict`.
  ///
  /// For a number of up to 15 digits, which a `Double`'s text can represent, that is the nearest `Double` itself, since
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

  /// The `Double` whose text is this number, if that has up to 15 digits: those of a long division.
  var shortDouble: Double? {
    guard let numerator = numerator.narrow, numerator >= 0, let denominator = denominator.narrow else {
      return nil
    }
    var (digits, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
    var power: Int64 = 1
    while rest != 0, digits < 100_000_000_000_000, power < 1_000_000_000_000_000 {
      let (tenfold, overflow) = rest.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      digits = digits * 10 + tenfold / denominator
      rest = tenfold % denominator
      power *= 10
    }
    return rest == 0 && digits < 1_000_000_000_000_000 ? Double(digits) / Double(power) : nil
  }
}

extension Int128 {
  /// The number in 64 bits, if it fits: arithmetic on 64 bits is one instruction, on 128 bits a call.
  var narrow: Int64? {
    let low = Int64(truncatingIfNeeded: self)
    return Int128(low) == self ? low : nil
  }

  /// The nearest `Double`. The standard library's conversion of 128 bits is generic and slow.
  var nearestDouble: Double { narrow.map(Double.init) ?? Double(self) }
}

extension Int128 {
  /// Returns the quotient, rounded towards minus infinity, by a positive number.
  func dividedDown(by divisor: Int128) -> Int128 {
    if let number = narrow, let divisor = divisor.narrow { return Int128(number.dividedDown(by: divisor)) }
    let quotient = self / divisor
    return quotient * divisor > self ? quotient - 1 : quotient
  }
}
