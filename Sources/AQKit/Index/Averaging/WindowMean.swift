/// The mean of a handful of values, exact where they are decimals.
enum WindowMean {
  /// The mean of the values that are there, and how many those are; NaN where none is.
  static func mean(of values: UnsafeBufferPointer<Double>) -> (mean: Double, count: Int) {
    var sum: Int64 = 0
    var count = 0
    var isExact = values.count <= 24
    if isExact {
      for value in values where !value.isNaN {
        guard let millionths = ExactColumn.millionths(of: value) else {
          isExact = false
          break
        }
        sum &+= millionths
        count += 1
      }
    }
    if isExact { return (count == 0 ? .nan : Double(sum) / (Double(count) * 1e6), count) }
    return (ExactColumn(values).mean, values.reduce(0) { $0 + ($1.isNaN ? 0 : 1) })
  }
}
