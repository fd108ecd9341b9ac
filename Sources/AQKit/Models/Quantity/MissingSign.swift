/// The numbers that feeds write for a missing value: −99, −999, −9999. Noise around zero, which is kept,
/// never comes near them, except in units so small that ``AirParameter/missingSign(in:)`` names a lower one.
package enum MissingSign {
  /// The largest number that can't be a concentration; lower ones can't either.
  package static let largest: Double = -99
}

extension AirParameter {
  /// Returns the largest number that means a missing value of the parameter in a unit; lower ones do, too.
  ///
  /// The noise of carbon monoxide reaches −500 ppb, or −580 µg/m³ (``bounds``), so that −999 is the first one there, and
  /// −9999 in nanograms and parts per trillion.
  package func missingSign(in unit: AirUnit) -> Double {
    // Comparing texts beyond ASCII takes long, and this is asked of every series of an index.
    let isCO = rawValue.utf8.count == 2 && self == .co
    switch unit.rawValue.utf8.first {
    case UInt8(ascii: "n") where unit == .nanogramsPerCubicMetre, UInt8(ascii: "p") where unit == .ppt:
      return -9999
    case UInt8(ascii: "p") where isCO && unit == .ppb, 0xC2 where isCO && unit == .microgramsPerCubicMetre:
      return -999
    default: return MissingSign.largest
    }
  }

  /// Returns whether a number is a ``MissingSign`` rather than a value. This is meant for concentrations and indices:
  /// a temperature can be that low.
  package func isMissing(_ value: Double, in unit: AirUnit) -> Bool {
    guard value <= MissingSign.largest, value <= missingSign(in: unit) else { return false }
    return [.gas, .particle, .pollen, .index].contains(family)
  }
}
