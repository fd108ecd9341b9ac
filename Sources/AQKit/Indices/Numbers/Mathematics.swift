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
