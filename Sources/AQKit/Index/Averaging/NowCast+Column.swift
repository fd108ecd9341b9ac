extension NowCast {
  /// The NowCast of every hour of a column, in one pass.
  ///
  /// - Parameters:
  ///   - hours: Hourly concentrations, oldest first; NaN is a missing hour.
  ///   - output: At least as many elements; NaN is written where there is no NowCast.
  public func write(_ hours: [Double], to output: inout [Double]) {
    hours.withUnsafeBufferPointer { column in
      output.withUnsafeMutableBufferPointer { write(column, to: $0) }
    }
  }

  /// The NowCast of every hour of a column, into the caller's buffer.
  public func write(_ hours: UnsafeBufferPointer<Double>, to output: UnsafeMutableBufferPointer<Double>) {
    let count = min(hours.count, output.count)
    guard case .epa = rule, count >= 16 else {
      for place in 0..<count { output[place] = value(in: hours, endingAt: place) }
      return
    }
    var place = 0
    while place < NowCast.hours - 1 {
      output[place] = value(in: hours, endingAt: place)
      place += 1
    }
    while place + 4 <= count {
      writeFour(hours, from: place, to: output)
      place += 4
    }
    while place < count {
      output[place] = value(in: hours, endingAt: place)
      place += 1
    }
  }

  /// Four neighbouring hours at once: each lane looks back over its own twelve.
  ///
  /// A lane that has a gap in its window, is constant, or comes so close to a step of a table that floating point
  /// can't tell is done by itself, exactly.
  @inline(__always)
  private func writeFour(
    _ hours: UnsafeBufferPointer<Double>, from place: Int, to output: UnsafeMutableBufferPointer<Double>
  ) {
    guard let base = hours.baseAddress, let target = output.baseAddress else { return }
    @inline(__always) func lanes(_ age: Int) -> SIMD4<Double> {
      UnsafeRawPointer(base + (place - age)).loadUnaligned(as: SIMD4<Double>.self)
    }
    var smallest = lanes(0)
    var largest = smallest
    var total = smallest
    for age in 1..<NowCast.hours {
      let hour = lanes(age)
      smallest.replace(with: hour, where: hour .< smallest)
      largest.replace(with: hour, where: hour .> largest)
      total += hour
    }
    var weight = smallest / largest
    weight.replace(with: SIMD4(repeating: 0.5), where: weight .< 0.5)
    var sum = lanes(NowCast.hours - 1)
    var weights = SIMD4<Double>(repeating: 1)
    for age in (0..<(NowCast.hours - 1)).reversed() {
      sum = sum * weight + lanes(age)
      weights = weights * weight + 1
    }
    let result = sum / weights
    // Adding and subtracting 1.5·2^52 rounds to the nearest step; a NaN anywhere makes every comparison false.
    let scaled = result * 1e4
    let step = (scaled + ScaleTable.roundingConstant) - ScaleTable.roundingConstant
    let distance = scaled - step
    let isFar =
      (distance * distance)
      .> (SIMD4(repeating: StepDecision.reach * 1e4).replacing(
        with: scaled * StepDecision.reach, where: result .> 1)).squared
    let isPlain = isFar .& (largest .> smallest) .& (smallest .>= 0) .& (total .< 1e10)
    if all(isPlain) {
      UnsafeMutableRawPointer(target + place)
        .storeBytes(of: result, as: SIMD4<Double>.self)
    } else {
      for lane in 0..<4 {
        output[place + lane] = isPlain[lane] ? result[lane] : value(in: hours, endingAt: place + lane)
      }
    }
  }
}

extension SIMD4<Double> {
  fileprivate var squared: SIMD4<Double> { self * self }
}
