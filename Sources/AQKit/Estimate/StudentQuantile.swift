/// The half-width of a central interval of Student's t, in standard deviations.
struct StudentQuantile: Sendable {
  let normal: Double

  /// Creates the quantile for an interval with a probability; nil unless that is above 0 and below 1.
  init?(probability: Double) {
    guard probability > 0, probability < 1 else { return nil }
    normal = Self.normalQuantile(upperTail: (1 - probability) / 2)
  }

  /// Returns the quantile with some degrees of freedom, by the expansion of Abramowitz and Stegun, 26.7.5: at 80 to
  /// 95 % within 0.002 of the exact one from 8 degrees on.
  func callAsFunction(_ freedom: Double) -> Double {
    let (z, n) = (normal, freedom)
    let square = z * z
    let first = z * (square + 1) / 4
    let second = z * ((5 * square + 16) * square + 3) / 96
    let third = z * (((3 * square + 19) * square + 17) * square - 15) / 384
    return z + (first + (second + third / n) / n) / n
  }

  /// Returns the normal deviate with a probability of at most a half above it, by algorithm AS 241 (Wichura, Applied
  /// Statistics 37, 1988, PPND16), exact to about 16 digits.
  private static func normalQuantile(upperTail tail: Double) -> Double {
    let center = 0.5 - tail
    if center <= 0.425 {
      let r = 0.180625 - center * center
      return center * polynomial(a, r) / polynomial(b, r)
    }
    let r = (-logarithm(tail)).squareRoot()
    return r <= 5
      ? polynomial(c, r - 1.6) / polynomial(d, r - 1.6) : polynomial(e, r - 5) / polynomial(f, r - 5)
  }

  private static func polynomial(_ coefficients: [Double], _ x: Double) -> Double {
    coefficients.reversed().reduce(0) { $0 * x + $1 }
  }

  private static let a = [
    3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3, 1.3731693765509461125e4,
    4.5921953931549871457e4, 6.7265770927008700853e4, 3.3430575583588128105e4, 2.5090809287301226727e3,
  ]
  private static let b = [
    1, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3, 2.1213794301586595867e4,
    3.9307895800092710610e4, 2.8729085735721942674e4, 5.2264952788528545610e3,
  ]
  private static let c = [
    1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0, 3.64784832476320460504e0,
    1.27045825245236838258e0, 2.41780725177450611770e-1, 2.27238449892691845833e-2, 7.74545014278341407640e-4,
  ]
  private static let d = [
    1, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1,
    1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4,
    1.05075007164441684324e-9,
  ]
  private static let e = [
    6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0, 2.96560571828504891230e-1,
    2.65321895265761230930e-2, 1.24266094738807843860e-3, 2.71155556874348757815e-5,
    2.01033439929228813265e-7,
  ]
  private static let f = [
    1, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
    7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7,
    2.04426310338993978564e-15,
  ]
}
