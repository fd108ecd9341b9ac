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
