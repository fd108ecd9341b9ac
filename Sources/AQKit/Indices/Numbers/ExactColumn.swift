/// Hourly values as whole numbers of a decimal step, so that sums and means are exact.
///
/// Values with up to six decimals, as instruments and models give them, are `Int64` millionths; anything else is
/// `Int128` at as many decimals as its text has, up to 20. A value too large or too fine for both makes the column
/// inexact, and its means are computed in floating point.
struct ExactColumn: Sendable {
  enum Storage: Sendable {
    case millionths(ContiguousArray<Int64>)
    case fine(ContiguousArray<Int128>, scale: Int)
    case inexact(ContiguousArray<Double>)
  }

  let storage: Storage
  let count: Int

  static let gap64 = Int64.min
  static let gap128 = Int128.min
  /// 2^53 / 24 / 2: sums of a day stay exact as `Double`.
  private static let largest = 1.8e14

  init(_ values: UnsafeBufferPointer<Double>) {
    count = values.count
    if let millionths = ExactColumn.millionths(values) {
      storage = .millionths(millionths)
    } else if let (fine, scale) = ExactColumn.fine(values) {
      storage = .fine(fine, scale: scale)
    } else {
      storage = .inexact(ContiguousArray(values))
    }
  }

  /// Returns a value as a whole number of millionths; `nil` if it is finer or too large.
  @inline(__always)
  static func millionths(of value: Double) -> Int64? {
    let scaled = value * 1e6
    guard scaled.magnitude < largest else { return nil }
    // Rounded without a call: the nearest integer is left in the low bits.
    let shifted = scaled + Double.roundingConstant
    guard (shifted - Double.roundingConstant) / 1e6 == value else { return nil }
    return Int64(bitPattern: shifted.bitPattern &- Double.roundingConstant.bitPattern)
  }

  /// Converts four values to whole numbers of millionths, and tells which of them are exact and not too large.
  @inline(__always)
  static func millionths(of four: SIMD4<Double>) -> (whole: SIMD4<Double>, isExact: SIMDMask<SIMD4<Int64>>) {
    let scaled = four * 1e6
    let whole = (scaled + Double.roundingConstant) - Double.roundingConstant
    return (whole, (whole / 1e6 .== four) .& (scaled .< largest) .& (scaled .> -largest))
  }

  private static func millionths(_ values: UnsafeBufferPointer<Double>) -> ContiguousArray<Int64>? {
    var isExact = true
    let result = ContiguousArray<Int64>(unsafeUninitializedCapacity: values.count) { output, count in
      for index in values.indices {
        let value = values[index]
        if value.isNaN {
          output[index] = gap64
          continue
        }
        guard let millionths = millionths(of: value) else {
          isExact = false
          break
        }
        output[index] = millionths
      }
      count = isExact ? values.count : 0
    }
    return isExact ? result : nil
  }

  private static func fine(_ values: UnsafeBufferPointer<Double>) -> (ContiguousArray<Int128>, Int)? {
    var decimals: [ExactDecimal?] = []
    decimals.reserveCapacity(values.count)
    var scale = 0
    for value in values {
      if value.isNaN {
        decimals.append(nil)
        continue
      }
      guard let decimal = ExactDecimal(value), decimal.scale <= 20, value.magnitude < 1e9 else { return nil }
      scale = max(scale, decimal.scale)
      decimals.append(decimal)
    }
    var result = ContiguousArray<Int128>()
    result.reserveCapacity(values.count)
    for decimal in decimals {
      guard let decimal else {
        result.append(gap128)
        continue
      }
      guard let power = Fraction.powerOfTen(scale - decimal.scale) else { return nil }
      result.append(decimal.digits * power)
    }
    return (result, scale)
  }
}

extension ExactColumn {
  /// Returns the running mean over `hours` values that ends in each row, with the number of values in it.
  ///
  /// - Returns: Means, NaN with fewer than `atLeast` values, and counts.
  func means(hours: Int, atLeast: Int) -> (means: [Double], counts: [UInt8]) {
    var means = [Double](repeating: .nan, count: count)
    var counts = [UInt8](repeating: 0, count: count)
    switch storage {
    case .millionths(let values):
      var sum: Int64 = 0
      var present = 0
      for index in values.indices {
        if values[index] != ExactColumn.gap64 {
          sum &+= values[index]
          present += 1
        }
        if index >= hours, values[index - hours] != ExactColumn.gap64 {
          sum &-= values[index - hours]
          present -= 1
        }
        counts[index] = UInt8(truncatingIfNeeded: present)
        if present >= atLeast, present > 0 { means[index] = Double(sum) / (Double(present) * 1e6) }
      }
    case .fine(let values, let scale):
      var sum: Int128 = 0
      var present = 0
      for index in values.indices {
        if values[index] != ExactColumn.gap128 {
          sum += values[index]
          present += 1
        }
        if index >= hours, values[index - hours] != ExactColumn.gap128 {
          sum -= values[index - hours]
          present -= 1
        }
        counts[index] = UInt8(truncatingIfNeeded: present)
        if present >= atLeast, present > 0 { means[index] = ExactColumn.mean(sum, present, scale) }
      }
    case .inexact(let values):
      // Each window separately, as for a single moment: most of them may be exact.
      values.withUnsafeBufferPointer { values in
        for index in values.indices {
          let window = UnsafeBufferPointer(rebasing: values[max(0, index - hours + 1)...index])
          let (mean, present) = WindowMean.mean(of: window)
          counts[index] = UInt8(truncatingIfNeeded: present)
          if present >= atLeast, present > 0 { means[index] = mean }
        }
      }
    }
    return (means, counts)
  }

  /// The mean of the values that are present; NaN if there are none.
  var mean: Double {
    switch storage {
    case .millionths(let values):
      var (sum, present) = (Int128(0), 0)
      for value in values where value != ExactColumn.gap64 {
        sum += Int128(value)
        present += 1
      }
      return ExactColumn.mean(sum, present, 6)
    case .fine(let values, let scale):
      var (sum, present) = (Int128(0), 0)
      for value in values where value != ExactColumn.gap128 {
        sum += value
        present += 1
      }
      return ExactColumn.mean(sum, present, scale)
    case .inexact(let values):
      var (sum, present) = (0.0, 0)
      for value in values where !value.isNaN {
        sum += value
        present += 1
      }
      return present == 0 ? .nan : sum / Double(present)
    }
  }

  /// Returns sum / (count · 10^scale): the nearest `Double`, except that values next to a step of four decimals stay on
  /// their side of it. NaN if the count is zero.
  static func mean(_ sum: Int128, _ count: Int, _ scale: Int) -> Double {
    guard count > 0, let power = Fraction.powerOfTen(scale) else { return .nan }
    let divisor = Int128(count) * power
    return StepDecision.settled(nearest(sum, divisor)) { step, perUnit in
      let (left, first) = sum.multipliedReportingOverflow(by: perUnit)
      let (right, second) = divisor.multipliedReportingOverflow(by: step)
      if first || second { return nil }
      return left < right ? -1 : (left > right ? 1 : 0)
    }
  }

  /// Returns the `Double` nearest to a quotient of whole numbers below 2^101, the divisor positive and below 2^80.
  private static func nearest(_ dividend: Int128, _ divisor: Int128) -> Double {
    let divisor = divisor.magnitude
    var (quotient, rest) = dividend.magnitude.quotientAndRemainder(dividingBy: divisor)
    var exponent = 0
    // At least 55 bits of the quotient: a Double's, one for rounding, and one that tells whether anything follows.
    while quotient < 1 << 54, rest != 0 {
      let (next, left) = (rest << 32).quotientAndRemainder(dividingBy: divisor)
      quotient = quotient << 32 | next
      rest = left
      exponent -= 32
    }
    // The bits that are shifted out, and the remainder, only matter if they aren't zero.
    let surplus = max(0, 64 - quotient.leadingZeroBitCount)
    if surplus > 0 {
      if quotient & ((1 << UInt128(surplus)) - 1) != 0 { rest = 1 }
      quotient >>= UInt128(surplus)
      exponent += surplus
    }
    let magnitude = Double(UInt64(truncatingIfNeeded: quotient) | (rest == 0 ? 0 : 1))
    return Double(sign: dividend < 0 ? .minus : .plus, exponent: exponent, significand: magnitude)
  }
}

/// The mean of a few values, exact for decimals.
enum WindowMean {
  /// Returns the mean of the values that are present, and their number; NaN if there are none.
  static func mean(of values: UnsafeBufferPointer<Double>) -> (mean: Double, count: Int) {
    if values.count <= 24, let (sum, count) = exactSum(of: values) {
      return (count == 0 ? .nan : sum / (Double(count) * 1e6), count)
    }
    return (ExactColumn(values).mean, values.reduce(0) { $0 + ($1.isNaN ? 0 : 1) })
  }

  /// Returns the sum in millionths of up to 24 values, which a `Double` represents exactly, and their number; `nil` if one
  /// of them is finer than that, or too large.
  private static func exactSum(of values: UnsafeBufferPointer<Double>) -> (sum: Double, count: Int)? {
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
      let isThere = four .== four
      four.replace(with: 0, where: .!isThere)
      let millionths = ExactColumn.millionths(of: four)
      isExact .&= millionths.isExact
      sums += millionths.whole
      counts.replace(with: counts &+ 1, where: isThere)
      first &+= 4
    }
    guard all(isExact) else { return nil }
    return (sums.sum(), Int(counts.wrappedSum()))
  }
}

/// Keeps an average that was computed in floating point on the right side of the steps of a table.
enum StepDecision {
  /// Rounding errors of an average of a day's values stay a hundred times below this. Averages this close to a step
  /// (relative to their size, at least 1) are decided exactly.
  static let reach = 1e-12

  /// Returns the same average, moved onto a step of four decimals or to its right side if it is too close to one for
  /// floating point.
  ///
  /// - Parameter compare: −1, 0 or 1 as the exact average is below, at or above `step / perUnit`.
  static func settled(_ approximate: Double, compare: (_ step: Int128, _ perUnit: Int128) -> Int?) -> Double {
    let scaled = approximate * 1e4
    guard scaled.magnitude < 1e15 else { return approximate }
    let step = scaled.rounded()
    guard (scaled - step).magnitude <= reach * 1e4 * max(1, approximate.magnitude) else { return approximate }
    let decimal = step / 1e4
    guard let order = compare(Int128(step), 10_000) else { return approximate }
    if order == 0 { return decimal }
    return order < 0 ? min(approximate, decimal.nextDown) : max(approximate, decimal.nextUp)
  }
}
