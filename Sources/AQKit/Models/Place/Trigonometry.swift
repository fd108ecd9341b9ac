/// Sine, cosine and arc sine in double precision for angles on the globe, with the same result on every system, whose own
/// functions differ in the last bit: it would decide between stations at equal distances.
package enum Trigonometry {
  /// Returns sine and cosine of an angle from −180° to 180°, by Taylor series after reduction to at most 45°.
  static func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
    let quarter = (degrees / 90).rounded()
    let x = (degrees - quarter * 90) * .pi / 180
    let square = x * x
    var sine = 1.0
    var cosine = 1.0
    // Horner form of the series up to x^19 and x^20; the next term is below 2^-60 for x ≤ π/4.
    for n in stride(from: 18.0, through: 2, by: -2) {
      sine = 1 - sine * square / (n * (n + 1))
      cosine = 1 - cosine * square / (n * (n - 1))
    }
    sine *= x
    switch Int(quarter) & 3 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }

  /// Returns the square of the chord of a distance along a great circle, on the unit sphere.
  package static func squaredChord(ofMetres metres: Double) -> Double {
    let angle = metres / Coordinate.earthRadius
    guard angle < .pi else { return .infinity }
    let half = sineAndCosine(degrees: angle / 2 * 180 / .pi).sine
    return 4 * half * half
  }

  /// Returns the arc sine in radians of a number from 0 to 1, by Newton's method on the sine.
  package static func arcSine(_ value: Double) -> Double {
    // asin(v) = π/2 − 2·asin(√((1−v)/2)) keeps the argument where the series converges fast.
    if value > 0.5 { return .pi / 2 - 2 * arcSine(((1 - value) / 2).squareRoot()) }
    let square = value * value
    var term = value
    var sum = value
    for n in stride(from: 1.0, through: 61, by: 2) {
      term *= square * n * n / ((n + 1) * (n + 2))
      sum += term
      if term < sum * 1e-17 { break }
    }
    return sum
  }
}
