/// The numbers that feeds write for a missing value: −99, −999, −9999.
///
/// Instrument noise around zero never comes near them. Included in an average, one of them would spoil a whole day; a small
/// negative value is kept, because leaving it out would bias a mean.
package enum MissingSign {
  /// The largest number that can't be a concentration; lower ones can't either.
  package static let largest: Double = -99
}

extension AirParameter {
  /// Returns whether a number is a ``MissingSign`` rather than a value. This is meant for concentrations and indices:
  /// a temperature can be that low, and so can the noise of an instrument that counts in nanograms.
  package func isMissing(_ value: Double, in unit: AirUnit) -> Bool {
    guard value <= MissingSign.largest, unit != .nanogramsPerCubicMetre else { return false }
    switch family {
    case .gas, .particle, .pollen, .index: return true
    default: return false
    }
  }
}
