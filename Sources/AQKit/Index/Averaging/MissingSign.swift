/// The numbers that feeds write for a missing hour: −99, −999, −9999.
///
/// No instrument's noise about zero comes near them. Averaged as they stand, one of them would make a wrong number of a
/// whole day; a small negative hour counts as it is, since leaving it out would bias a mean.
enum MissingSign {
  /// From here down a number is no hour's concentration.
  static let largest = -99.0

  /// Whether any of some hours is such a number.
  static func isAmong(_ hours: UnsafeBufferPointer<Double>) -> Bool {
    // Hardly any hour is negative, which the signs of all together say sooner than a comparison of each.
    var bits: UInt64 = 0
    for hour in hours { bits |= hour.bitPattern }
    return bits >> 63 == 1 && hours.contains { $0 <= largest }
  }

  /// Whether any of some hours is such a number.
  static func isAmong(_ hours: [Double]) -> Bool { hours.withUnsafeBufferPointer(isAmong) }

  /// The hours with NaN in place of such numbers.
  static func removed(from hours: some Sequence<Double>) -> [Double] {
    hours.map { $0 <= largest ? .nan : $0 }
  }
}
