/// A covariance matrix, decomposed by Cholesky's method into a lower triangle times its transpose, and the vectors that are
/// solved with it: the covariances with the place, and the residuals of an hour.
struct CholeskyMatrix: Sendable {
  private(set) var count = 0
  /// The lower triangle row by row, before and after the decomposition.
  private var elements: [Double] = []
  /// The reciprocals of the elements of the diagonal.
  private var inverses: [Double] = []
  /// The covariances with the place, and then the triangle's solution for them.
  var place: [Double] = []
  private var solved: [Double] = []
  /// The variance of each row, given all others.
  private(set) var variances: [Double] = []
  /// The distance of each row's residual from its prediction by all others.
  private(set) var leftOut: [Double] = []
  /// The variance that the rows explain at the place: the sum of squares of the triangle's solution for it.
  private(set) var squareOfPlace = 0.0

  mutating func reset(_ count: Int) {
    self.count = count
    Self.clear(&elements, count * count)
    Self.clear(&inverses, count)
    Self.clear(&place, count)
    Self.clear(&solved, count)
    variances.removeAll(keepingCapacity: true)
    leftOut.removeAll(keepingCapacity: true)
  }

  private static func clear(_ numbers: inout [Double], _ count: Int) {
    numbers.removeAll(keepingCapacity: true)
    numbers.append(contentsOf: repeatElement(0, count: count))
  }

  /// An element of the lower triangle, before the decomposition.
  subscript(row: Int, column: Int) -> Double {
    get { elements[row * count + column] }
    set { elements[row * count + column] = newValue }
  }

  /// Decomposes the matrix and solves for the place; returns false if the matrix isn't positive definite.
  mutating func decompose() -> Bool {
    for i in 0..<count {
      for j in 0...i {
        var sum = elements[i * count + j]
        for k in 0..<j { sum -= elements[i * count + k] * elements[j * count + k] }
        if i == j {
          guard sum > 0 else { return false }
          elements[i * count + i] = sum.squareRoot()
          inverses[i] = 1 / sum.squareRoot()
        } else {
          elements[i * count + j] = sum * inverses[j]
        }
      }
    }
    squareOfPlace = 0
    for i in 0..<count {
      for k in 0..<i { place[i] -= elements[i * count + k] * place[k] }
      place[i] *= inverses[i]
      squareOfPlace += place[i] * place[i]
    }
    return true
  }

  /// Returns the residual at the place, and the square of all residuals in units of their covariances.
  mutating func solve(_ residuals: [Double]) -> (residual: Double, square: Double) {
    var (residual, square) = (0.0, 0.0)
    for i in 0..<count {
      var sum = residuals[i]
      for k in 0..<i { sum -= elements[i * count + k] * solved[k] }
      solved[i] = sum * inverses[i]
      square += solved[i] * solved[i]
      residual += solved[i] * place[i]
    }
    guard !variances.isEmpty else { return (residual, square) }
    for i in 0..<count { leftOut[i] = solved[i] }
    Self.backward(&leftOut, elements, inverses, count)
    for i in 0..<count { leftOut[i] *= variances[i] }
    return (residual, square)
  }

  /// Computes ``variances``, after which ``solve(_:)`` computes ``leftOut``.
  mutating func takeVariances() {
    variances = [Double](repeating: 0, count: count)
    leftOut = variances
    var column = variances
    for j in 0..<count {
      // The column of the triangle's inverse, whose squares add up to the diagonal element of the matrix's inverse.
      var sum = inverses[j] * inverses[j]
      column[j] = inverses[j]
      for i in (j + 1)..<max(count, j + 1) {
        var value = 0.0
        for k in j..<i { value -= elements[i * count + k] * column[k] }
        column[i] = value * inverses[i]
        sum += column[i] * column[i]
      }
      variances[j] = 1 / sum
    }
  }

  var weights: [Double] {
    var weights = place
    Self.backward(&weights, elements, inverses, count)
    return weights
  }

  /// Solves with the transpose. It takes the arrays as arguments, because a method would copy the matrix and the vector.
  private static func backward(
    _ vector: inout [Double], _ elements: [Double], _ inverses: [Double], _ count: Int
  ) {
    for i in stride(from: count - 1, through: 0, by: -1) {
      vector[i] *= inverses[i]
      for k in 0..<i { vector[k] -= elements[i * count + k] * vector[i] }
    }
  }
}
