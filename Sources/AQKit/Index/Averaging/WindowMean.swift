/// The mean of a handful of values, exact where they are decimals.
enum WindowMean {
  /// The mean of the values that are there, and how many those are; NaN where none is.
  static func mean(of values: UnsafeBufferPointer<Double>) -> (mean: Double, count: Int) {
    if values.count <= 24, let (sum, count) = exactSum(of: values) {
      return (count == 0 ? .nan : sum / (Double(count) * 1e6), count)
    }
    return (ExactColumn(values).mean, values.reduce(0) { $0 + ($1.isNaN ? 0 : 1) })
  }

  /// The sum in millionths of up to 24 values, which a `Double` holds exactly, and how many there are; `nil` where one
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
