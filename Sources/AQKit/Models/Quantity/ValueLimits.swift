/// The values that a series can have in its unit: by its unit, its parameter, its source and its instrument.
package struct ValueLimits: Sendable {
  /// The values that need no closer look.
  package private(set) var plausible: ClosedRange<Double>
  private var possible: ClosedRange<Double>

  package enum Verdict: Sendable {
    case plausible, suspect, impossible
  }

  package init(of parameter: AirParameter, in unit: AirUnit, within bounds: AirParameter.Bounds? = nil) {
    if let known = Self.usual[Key(parameter: parameter.rawValue, unit: unit.rawValue)] {
      self = known
    } else {
      self.init(of: unit)
      if let bounds = parameter.bounds { narrow(to: bounds, of: parameter, in: unit) }
    }
    if let bounds { narrow(to: bounds, of: parameter, in: unit) }
  }

  private init(of unit: AirUnit) {
    possible = unit.possibleValues
    plausible = possible
  }

  /// Narrows both ranges, and returns whether the bounds can be converted to the unit; otherwise nothing changes.
  @discardableResult
  package mutating func narrow(
    to bounds: AirParameter.Bounds, of parameter: AirParameter, in unit: AirUnit
  ) -> Bool {
    // The conditions hardly matter for the order of magnitude of a bound.
    guard let converted = try? bounds.unit.conversion(to: unit, of: parameter, under: .us) else {
      return false
    }
    func range(_ range: ClosedRange<Double>) -> ClosedRange<Double>? {
      let (low, high) = (converted(range.lowerBound), converted(range.upperBound))
      return low <= high ? low...high : nil
    }
    if let allowed = range(bounds.possible) { possible = possible.clamped(to: allowed) }
    if let allowed = range(bounds.plausible) { plausible = plausible.clamped(to: allowed) }
    plausible = plausible.clamped(to: possible)
    return true
  }

  /// Judges a value; a gap is plausible.
  package func verdict(on value: Double) -> Verdict {
    if value.isNaN || plausible.contains(value) { return .plausible }
    return possible.contains(value) && !Self.isEndOfRegister(value) ? .suspect : .impossible
  }

  /// Returns whether a number is an end of the range of a 16-bit register, or next to it, in whole units, tenths,
  /// hundredths or thousandths, as sensors without a value send (Koenkk/zigbee2mqtt issues 13658 and 24190,
  /// esphome/issues 6864).
  private static func isEndOfRegister(_ value: Double) -> Bool {
    [1.0, 10, 100, 1000].contains { factor in
      let whole = (value * factor).rounded()
      return [65_535, 65_534, 32_767, 32_768, -32_768].contains(whole)
        && (value * factor - whole).magnitude < 1e-6
    }
  }

  private struct Key: Hashable {
    let parameter: String
    let unit: String
  }

  /// The limits of each known parameter in each unit in which it can be given.
  private static let usual: [Key: ValueLimits] = {
    var usual: [Key: ValueLimits] = [:]
    for parameter in AirParameter.known {
      guard let bounds = parameter.bounds else { continue }
      for unit in AirUnit.known {
        var limits = ValueLimits(of: unit)
        if limits.narrow(to: bounds, of: parameter, in: unit) {
          usual[Key(parameter: parameter.rawValue, unit: unit.rawValue)] = limits
        }
      }
    }
    return usual
  }()
}
