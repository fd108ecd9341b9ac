/// A unit of measurement in its canonical spelling, such as `µg/m³`.
///
/// An open set. Other common spellings (`ug/m3`, `μg/m³` with the Greek letter, `degC`…) are accepted on input and
/// never written. A value in an unknown unit can be carried but not converted.
public struct AirUnit: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The canonical spelling; empty for a number without a unit.
  public let rawValue: String

  /// The unit with this spelling; an alias becomes the canonical spelling.
  public init(rawValue: String) {
    self.rawValue = Self.canonical[rawValue] ?? Self.canonical[rawValue.lowercased()] ?? rawValue
  }
  /// The unit with this spelling; an alias becomes the canonical spelling.
  public init(_ spelling: String) { self.init(rawValue: spelling) }
  /// The unit with this spelling; an alias becomes the canonical spelling.
  public init(stringLiteral value: String) { self.init(rawValue: value) }

  private init(canonical: String) { rawValue = canonical }
  static func known(_ canonical: String) -> AirUnit { AirUnit(canonical: canonical) }

  /// The canonical spelling.
  public var description: String { rawValue }

  /// Whether AQKit knows the unit.
  public var isKnown: Bool { Self.table[rawValue] != nil }

  /// What the unit measures; nil for a unit that AQKit does not know.
  public var dimension: Dimension? { Self.table[rawValue]?.dimension }
}

extension AirUnit: Identifiable {
  /// The canonical spelling.
  public var id: String { rawValue }
}

extension AirUnit: Codable {
  /// Reads a spelling, which may be an alias.
  public init(from decoder: any Decoder) throws {
    self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
  }
  /// Writes the canonical spelling.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

extension AirUnit {
  /// What a unit measures. Values convert within a dimension; between mass concentration and mixing ratio only
  /// with a molar mass and reference conditions.
  public enum Dimension: String, Hashable, Sendable, Codable, CaseIterable {
    /// Mass per volume; base µg/m³.
    case massConcentration
    /// Volume per volume; base ppb.
    case mixingRatio
    /// Particles or grains per volume; base 1/m³.
    case numberConcentration
    /// Temperature; base °C.
    case temperature
    /// Pressure; base hPa.
    case pressure
    /// Per cent.
    case ratio
    /// Speed; base m/s.
    case speed
    /// Length; base mm.
    case length
    /// Angle; base degree.
    case angle
    /// A length of time; base second.
    case duration
    /// A point in time; base seconds since 1970 in UTC.
    case instant
    /// Energy per area; base MJ/m².
    case radiantExposure
    /// A number without a unit.
    case one

    /// The physically possible values in the dimension's base unit: nothing below absolute zero, no more of a gas than
    /// all of the air, no negative length or speed. Small negative concentrations are allowed: instruments report them
    /// near zero, and dropping them would bias a mean.
    package var possibleValues: ClosedRange<Double> {
      switch self {
      case .massConcentration: -1e9...1e9  // air itself is about 1.2e9 µg/m³
      case .mixingRatio: -1e9...1e9  // all of the air is 1e9 ppb
      case .numberConcentration: 0...1e18
      case .temperature: -273.15...1e4
      case .pressure: 0...1e4
      case .ratio: -1e3...1e3
      case .speed, .duration, .radiantExposure: 0...1e6
      case .length: 0...1e9  // a visibility is of tens of kilometres; the base is a millimetre
      case .angle: -360...360
      case .instant: Double(AirTime.firstSecond)...Double(AirTime.lastSecond)
      case .one: -1e9...1e9
      }
    }
  }
}

extension AirUnit {
  /// Whether a value is physically possible in this unit; true for any finite value of an unknown unit.
  package func allows(_ value: Double) -> Bool { possibleValues.contains(value) }

  /// The values that physics allows, in this unit.
  package var possibleValues: ClosedRange<Double> {
    guard let row = Self.table[rawValue] else {
      return -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
    }
    let base = row.dimension.possibleValues
    func own(_ value: Double) -> Double { value * row.divisor / row.factor + row.zero }
    return own(base.lowerBound)...own(base.upperBound)
  }
}
