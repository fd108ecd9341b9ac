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

extension Double {
  /// Adding this to a number below 2^51 leaves its nearest integer in the low bits.
  static let roundingConstant = 6_755_399_441_055_744.0
}
