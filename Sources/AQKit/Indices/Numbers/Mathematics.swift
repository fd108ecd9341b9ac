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

/// Returns the natural exponential.
package func exponential(_ number: Double) -> Double { exp(number) }

/// Returns the natural exponential minus one, exact near zero.
package func exponentialLessOne(_ number: Double) -> Double { expm1(number) }

/// Returns the natural logarithm.
package func logarithm(_ number: Double) -> Double { log(number) }

/// Returns a number to a power.
package func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
