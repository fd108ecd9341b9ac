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

  /// A value as a whole number of millionths; `nil` where it is none, or too large.
  @inline(__always)
  static func millionths(of value: Double) -> Int64? {
    let scaled = value * 1e6
    guard scaled.magnitude < largest else { return nil }
    // Rounded without a call: the nearest integer is left in the low bits.
    let shifted = scaled + ScaleTable.roundingConstant
    guard (shifted - ScaleTable.roundingConstant) / 1e6 == value else { return nil }
    return Int64(bitPattern: shifted.bitPattern &- ScaleTable.roundingConstant.bitPattern)
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
  /// The running mean over `hours` values that ends at each place, with the number of values in it.
  ///
  /// - Returns: Means, NaN where fewer than `atLeast` values are there, and counts.
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
      // How many of the newest values, gaps aside, are one and the same.
      var equal = 0
      var newest = ExactColumn.gap128
      for index in values.indices {
        if values[index] != ExactColumn.gap128 {
          sum += values[index]
          present += 1
          equal = values[index] == newest ? equal + 1 : 1
          newest = values[index]
        }
        if index >= hours, values[index - hours] != ExactColumn.gap128 {
          sum -= values[index - hours]
          present -= 1
        }
        counts[index] = UInt8(truncatingIfNeeded: present)
        guard present >= atLeast, present > 0 else { continue }
        means[index] =
          equal >= present ? ExactColumn.nearest(newest, scale) : ExactColumn.quotient(sum, present, scale)
      }
    case .inexact(let values):
      for index in values.indices {
        var sum = 0.0
        var present = 0
        for place in max(0, index - hours + 1)...index where !values[place].isNaN {
          sum += values[place]
          present += 1
        }
        counts[index] = UInt8(truncatingIfNeeded: present)
        if present >= atLeast, present > 0 { means[index] = sum / Double(present) }
      }
    }
    return (means, counts)
  }

  /// The `Double` whose text is a number of steps of 10^-scale.
  private static func nearest(_ steps: Int128, _ scale: Int) -> Double {
    Double("\(steps)e-\(scale)") ?? .nan
  }

  /// sum / (count · 10^scale), on the right side of every step of four decimals.
  static func quotient(_ sum: Int128, _ count: Int, _ scale: Int) -> Double {
    guard let power = Fraction.powerOfTen(scale) else { return .nan }
    let divisor = Int128(count) * power
    return StepDecision.settled(Double(sum) / Double(divisor)) { step, perUnit in
      let (left, first) = sum.multipliedReportingOverflow(by: perUnit)
      let (right, second) = divisor.multipliedReportingOverflow(by: step)
      if first || second { return nil }
      return left < right ? -1 : (left > right ? 1 : 0)
    }
  }
}
