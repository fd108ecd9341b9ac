#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Bionic)
  import Bionic
#elseif canImport(ucrt)
  import ucrt
#endif

/// The natural exponential less one, exact near zero.
func exponentialLessOne(_ number: Double) -> Double { expm1(number) }

/// A number to a power.
func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
