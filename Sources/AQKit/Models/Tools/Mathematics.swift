#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Bionic)
  import Bionic
#elseif canImport(WASILibc)
  import WASILibc
#elseif canImport(ucrt)
  import ucrt
#endif

// The functions of the system's mathematics that AQKit needs.

package func exponential(_ number: Double) -> Double { exp(number) }

/// Returns the natural exponential minus one, exact near zero.
package func exponentialLessOne(_ number: Double) -> Double { expm1(number) }

package func logarithm(_ number: Double) -> Double { log(number) }

package func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

/// Returns sine and cosine of an angle, exact at multiples of 90°.
package func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
  let quarter = (degrees / 90).rounded()
  let rest = (degrees - quarter * 90) * .pi / 180
  let (sine, cosine) = (sin(rest), cos(rest))
  return switch Int(quarter) & 3 {
  case 0: (sine, cosine)
  case 1: (cosine, -sine)
  case 2: (-sine, -cosine)
  default: (-cosine, sine)
  }
}

/// Returns the arc sine in radians of a number from −1 to 1.
package func arcSine(_ number: Double) -> Double { asin(number) }
