/// The sum of the concentrations among some hours, exact for decimals, so that their mean is right to its last bit.
///
/// Values with up to six decimals, as instruments and models give them, are summed as millionths, any others with as many
/// decimals as their text has, up to 20. With a value that is too large or too fine for both, the mean is computed in floating
/// point. NaN is a missing hour, and so is a ``MissingSign``.
struct ExactTotal: Sendable {
  /// Only values above this number are present.
  private let floor: Double
  /// The number of hours present.
  private(set) var count = 0
  /// The sum of the values with up to six decimals, in millionths.
  private var millionths: Int128 = 0
  /// The sum of the others, in units of 10^-20, and their number.
  private var fine: Int128 = 0
  private var fineCount = 0
  /// The number of values that have no exact sum.
  private var inexactCount = 0

  init(above floor: Double) { self.floor = floor }

  init(of hours: UnsafeBufferPointer<Double>, above floor: Double) {
    self.floor = floor
    if hours.count <= 24, let (sum, count) = ExactTotal.exactSum(of: hours, above: floor) {
      (millionths, self.count) = (Int128(Int64(sum)), count)
    } else {
      for hour in hours { add(hour) }
    }
  }

  mutating func add(_ hour: Double) { change(hour, by: 1) }

  mutating func remove(_ hour: Double) { change(hour, by: -1) }

  @inline(__always)
  private mutating func change(_ hour: Double, by sign: Int) {
    guard hour > floor else { return }
    count += sign
    if let whole = ExactTotal.millionths(of: hour) {
      millionths += Int128(sign < 0 ? -whole : whole)
    } else {
      changeFine(hour, by: sign)
    }
  }

  @inline(never)
  private mutating func changeFine(_ hour: Double, by sign: Int) {
    guard hour.magnitude < 1e9, let decimal = ExactDecimal(hour), decimal.scale <= 20,
      let power = Fraction.powerOfTen(20 - decimal.scale)
    else {
      inexactCount += sign
      return
    }
    fineCount += sign
    fine += Int128(sign) * decimal.digits * power
  }

  /// Returns the mean of the hours that were added; NaN without any. `hours` are these hours, for a sum that isn't exact.
  func mean(of hours: UnsafeBufferPointer<Double>) -> Double {
    if inexactCount > 0 {
      return hours.reduce(0) { $1 > floor ? $0 + $1 : $0 } / Double(count)
    }
    guard fineCount == 0 else {
      return ExactTotal.mean(millionths * 100_000_000_000_000 + fine, count, 20)
    }
    if let sum = millionths.narrow, sum.magnitude < 1 << 53 {
      return Double(sum) / (Double(count) * 1e6)
    }
    return ExactTotal.mean(millionths, count, 6)
  }

  /// Returns the mean of the hours that are present, and their number; NaN without any.
  static func mean(
    of hours: UnsafeBufferPointer<Double>, above floor: Double
  ) -> (mean: Double, count: Int) {
    let total = ExactTotal(of: hours, above: floor)
    return (total.mean(of: hours), total.count)
  }
}

extension ExactTotal {
  /// The bound, in millionths, below which the sum of a day is exact as `Double`: about 2^53 / 24 / 2.
  private static let largest = 1.8e14

  /// Returns a value as a whole number of millionths; `nil` if it is finer or too large.
  @inline(__always)
  private static func millionths(of value: Double) -> Int64? {
    let scaled = value * 1e6
    guard scaled.magnitude < largest else { return nil }
    // Rounded without a call: the nearest integer is left in the low bits.
    let shifted = scaled + Double.roundingConstant
    guard (shifted - Double.roundingConstant) / 1e6 == value else { return nil }
    return Int64(bitPattern: shifted.bitPattern &- Double.roundingConstant.bitPattern)
  }

  /// Returns the sum in millionths of up to 24 values, which a `Double` represents exactly, and their number; `nil` if one
  /// of them is finer than that, or too large.
  private static func exactSum(
    of values: UnsafeBufferPointer<Double>, above floor: Double
  ) -> (sum: Double, count: Int)? {
    var sums = SIMD4<Double>()
    var counts = SIMD4<Int64>()
    var isExact = SIMDMask<SIMD4<Int64>>(repeating: true)
    var first = 0
    while first < values.count {
      var four = SIMD4<Double>(repeating: .nan)
      if let start = values.baseAddress, first &+ 4 <= values.count {
        four = UnsafeRawPointer(start + first).loadUnaligned(as: SIMD4<Double>.self)
      } else {
        for lane in 0..<(values.count - first) { four[lane] = values[first + lane] }
      }
      let isThere = four .> floor
      four.replace(with: 0, where: .!isThere)
      let scaled = four * 1e6
      let whole = (scaled + Double.roundingConstant) - Double.roundingConstant
      isExact .&= (whole / 1e6 .== four) .& (scaled .< largest) .& (scaled .> -largest)
      sums += whole
      counts.replace(with: counts &+ 1, where: isThere)
      first &+= 4
    }
    guard all(isExact) else { return nil }
    return (sums.sum(), Int(counts.wrappedSum()))
  }

  /// Returns sum / (count · 10^scale): the nearest `Double`, except that values next to a step of four decimals stay on
  /// their side of it. NaN if the count is zero.
  static func mean(_ sum: Int128, _ count: Int, _ scale: Int) -> Double {
    guard count > 0, let power = Fraction.powerOfTen(scale) else { return .nan }
    let divisor = Int128(count) * power
    return StepDecision.settled(nearest(sum, divisor)) { Fraction(sum, divisor)?.compared(to: $0) }
  }

  /// Returns the `Double` nearest to a quotient of whole numbers, the divisor positive and below 2^96.
  private static func nearest(_ dividend: Int128, _ divisor: Int128) -> Double {
    let divisor = divisor.magnitude
    var (quotient, rest) = dividend.magnitude.quotientAndRemainder(dividingBy: divisor)
    var exponent = 0
    // At least 55 bits of the quotient: a Double's, one for rounding, and one that tells whether anything follows. At most 62,
    // which are converted faster than more.
    while quotient < 1 << 54, rest != 0 {
      let places = min(32, quotient.leadingZeroBitCount - 66)
      let (next, left) = (rest << places).quotientAndRemainder(dividingBy: divisor)
      quotient = quotient << places | next
      rest = left
      exponent -= places
    }
    let magnitude = Int128(rest == 0 ? quotient : quotient | 1).nearestDouble
    return Double(sign: dividend < 0 ? .minus : .plus, exponent: exponent, significand: magnitude)
  }
}

/// Keeps an average that was computed in floating point on the right side of the steps of a table.
enum StepDecision {
  /// The distance from a step, relative to an average's size (at least 1), within which it is decided exactly. Rounding
  /// errors of an average of a day's values stay a hundred times below this.
  static let reach = 1e-12

  /// Returns the same average, moved onto a step of four decimals or to its right side if it is too close to one for
  /// floating point. `compare` is −1, 0 or 1 as the exact average is below, at or above the step.
  static func settled(_ approximate: Double, compare: (_ step: Fraction) -> Int?) -> Double {
    let scaled = approximate * 1e4
    guard scaled.magnitude < 1e15 else { return approximate }
    let step = scaled.rounded()
    guard (scaled - step).magnitude <= reach * 1e4 * max(1, approximate.magnitude) else { return approximate }
    let decimal = step / 1e4
    guard let order = Fraction(Int128(step), 10_000).flatMap(compare) else { return approximate }
    if order == 0 { return decimal }
    return order < 0 ? min(approximate, decimal.nextDown) : max(approximate, decimal.nextUp)
  }
}
