/// What is measured or modelled: a pollutant, a pollen taxon, an aerosol property, a weather quantity, or an index
/// that a provider publishes.
///
/// An open set: an adapter may name a parameter that AQKit does not know. Each known parameter has one canonical
/// spelling; aliases (`pm2_5`, `PM2.5`, `nitrogen_dioxide`…) are accepted on input and never written.
public struct AirParameter: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The canonical spelling, such as `pm25`.
  public let rawValue: String

  /// The parameter with this name; an alias becomes the canonical spelling.
  public init(rawValue: String) {
    if let known = Self.canonical[rawValue] {
      self.rawValue = known
    } else {
      let lowered = rawValue.lowercased()
      self.rawValue =
        Self.canonical[lowered] ?? Self.canonicalIndex(lowered) ?? Self.canonicalDay(lowered) ?? lowered
    }
  }

  /// The parameter with this name; an alias becomes the canonical spelling.
  public init(_ name: String) { self.init(rawValue: name) }

  /// The parameter with this name; an alias becomes the canonical spelling.
  public init(stringLiteral value: String) { self.init(rawValue: value) }

  /// A parameter whose spelling is already canonical.
  private init(canonical: String) { rawValue = canonical }

  static func known(_ canonical: String) -> AirParameter { AirParameter(canonical: canonical) }

  /// The canonical spelling.
  public var description: String { rawValue }

  /// The kind of quantity; `other` for an unknown parameter.
  public var family: Family {
    if isPublishedIndex { return .index }
    return Self.families[rawValue] ?? dayStatistic?.parameter.family ?? .other
  }

  /// The English name, such as `PM2.5` or `Nitrogen dioxide`; the spelling for a parameter that AQKit does not know.
  public var name: String {
    if let name = Self.names[rawValue] { return name }
    guard let (statistic, parameter) = dayStatistic else { return rawValue }
    return "\(parameter.name), \(statistic.name)"
  }

  /// The gas's molar mass in g/mol, for conversion between mass concentration and mixing ratio; nil for anything else.
  ///
  /// Source: IUPAC Commission on Isotopic Abundances and Atomic Weights, standard atomic weights (abridged, 2021).
  /// Nitrogen oxides are expressed as nitrogen dioxide, as Directive 2008/50/EC, Article 2(24), does.
  public var molarMass: Double? { Self.molarMasses[rawValue] }
}

extension AirParameter: Codable {
  /// Reads a name, which may be an alias.
  public init(from decoder: any Decoder) throws {
    self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
  }
  /// Writes the canonical spelling.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}
