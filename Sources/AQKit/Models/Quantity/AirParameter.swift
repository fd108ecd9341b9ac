/// A measured or modelled quantity: a pollutant, a pollen taxon, an aerosol property, a weather quantity, or an index
/// that a provider publishes.
///
/// An open set: an adapter may name a parameter that AQKit does not know. Each known parameter has one canonical
/// spelling; aliases (`pm2_5`, `PM2.5`, `nitrogen_dioxide`…) are accepted on input and never written.
public struct AirParameter: RawRepresentable, Hashable, Sendable, Codable, CodingKeyRepresentable,
  Identifiable, ExpressibleByStringLiteral, CustomStringConvertible
{
  /// The canonical spelling, such as `pm25`.
  public let rawValue: String

  /// Creates the parameter with this name; an alias becomes the canonical spelling.
  public init(rawValue: String) {
    if let known = Self.canonical(rawValue) {
      self.rawValue = known
    } else {
      let lowered = rawValue.lowercased()
      self.rawValue =
        Self.canonical(lowered) ?? Self.canonicalIndex(lowered) ?? Self.canonicalDay(lowered) ?? lowered
    }
  }

  /// Creates the parameter with this name; an alias becomes the canonical spelling.
  public init(_ name: String) { self.init(rawValue: name) }

  /// Creates the parameter with this name; an alias becomes the canonical spelling.
  public init(stringLiteral value: String) { self.init(rawValue: value) }

  private init(canonical: String) { rawValue = canonical }

  static func known(_ canonical: String) -> AirParameter { AirParameter(canonical: canonical) }

  /// The canonical spelling.
  public var description: String { rawValue }
  /// The canonical spelling.
  public var id: String { rawValue }

  /// The kind of quantity; `other` for an unknown parameter.
  public var family: Family {
    if isPublishedIndex { return .index }
    return position.map { Self.registry[$0].family } ?? dayStatistic?.parameter.family ?? .other
  }

  /// The English name, such as `PM2.5` or `Nitrogen dioxide`; the spelling for a parameter that AQKit does not know.
  public var name: String {
    if let position { return Self.registry[position].name }
    guard let (statistic, parameter) = dayStatistic else { return rawValue }
    return "\(parameter.name), \(statistic.name)"
  }

  /// The gas's molar mass in g/mol, for conversion between mass concentration and mixing ratio; nil for anything else.
  ///
  /// Source: the molecular weights of the NIST Chemistry WebBook (Standard Reference Database 69).
  /// Nitrogen oxides are expressed as nitrogen dioxide, as Directive 2008/50/EC, Article 2(24), does.
  public var molarMass: Double? { position.flatMap { Self.registry[$0].molarMass } }
}

extension AirParameter {
  /// The kind of quantity that a parameter is.
  public enum Family: String, Hashable, Sendable, Codable, CaseIterable {
    /// A gas: a mass concentration or a mixing ratio.
    case gas
    /// Particles or a part of them: a mass concentration.
    case particle
    /// Pollen grains of one taxon: a number concentration.
    case pollen
    /// An optical property of the air column, or ultraviolet radiation.
    case radiation
    /// A quantity of the weather.
    case weather
    /// A published index, on a named or unnamed scale.
    case index
    /// A parameter that AQKit does not know.
    case other
  }

  /// The row of the registry to which each accepted spelling belongs.
  static let positions: [String: Int] = {
    var positions: [String: Int] = [:]
    for (position, row) in registry.enumerated() {
      for spelling in [row.id] + row.aliases.parts(by: "|") { positions[spelling] = position }
    }
    return positions
  }()

  /// The parameter's position in the registry; nil if AQKit doesn't know it.
  var position: Int? { Self.positions[rawValue] }

  /// Returns the canonical form of an accepted spelling; nil for any other.
  private static func canonical(_ spelling: String) -> String? {
    positions[spelling].map { registry[$0].id }
  }

  /// The parameters that AQKit knows, in the order of its registry.
  public static let known: [AirParameter] = registry.map { .known($0.id) }

  /// The statistic of a day's values that a daily value is.
  public enum DayStatistic: String, Hashable, Sendable, Codable, CaseIterable {
    /// The highest.
    case maximum = "max"
    /// The lowest.
    case minimum = "min"
    /// The mean.
    case mean
    /// The sum.
    case sum
    /// The most frequent value, such as the prevailing direction of the wind.
    case dominant

    /// The statistic as parameter names spell it.
    var name: String {
      switch self {
      case .maximum: "highest of the day"
      case .minimum: "lowest of the day"
      case .mean: "mean of the day"
      case .sum: "sum of the day"
      case .dominant: "prevailing during the day"
      }
    }
  }

  /// The statistic that a value is of its interval, which may be shorter than a day: rain and sunshine are sums, gusts maxima.
  package var statistic: DayStatistic {
    switch self {
    case .precipitation, .rain, .showers, .snowfall, .daylightDuration, .sunshineDuration,
      .shortwaveRadiation, .referenceEvapotranspiration:
      .sum
    case .windGusts: .maximum
    default: .mean
    }
  }

  /// Returns a daily statistic of a parameter, such as the day's highest temperature, as weather services publish it.
  ///
  /// The spelling is `PARAMETER.STATISTIC`, such as `temperature.max`. The daily mean of a pollutant is the pollutant
  /// itself with an averaging period of a day, as standards define it.
  public static func daily(_ statistic: DayStatistic, of parameter: AirParameter) -> AirParameter {
    known("\(parameter.rawValue).\(statistic.rawValue)")
  }

  /// The daily statistic and its parameter; nil for any other parameter.
  public var dayStatistic: (statistic: DayStatistic, parameter: AirParameter)? {
    guard !isPublishedIndex, let (base, statistic) = Self.dayParts(rawValue) else { return nil }
    return (statistic, AirParameter(rawValue: base))
  }

  /// Returns the spelling of a daily statistic with its parameter's canonical spelling; nil for anything else.
  static func canonicalDay(_ spelling: String) -> String? {
    guard let (base, statistic) = dayParts(spelling), let parameter = canonical(base) else { return nil }
    return "\(parameter).\(statistic.rawValue)"
  }

  /// The maximum length, in bytes, of a name that is split into parts, which may have parts again: a service may send any name.
  private static let longestName = 200

  private static func dayParts(_ spelling: String) -> (base: String, statistic: DayStatistic)? {
    guard spelling.utf8.count <= longestName, let dot = spelling.lastIndex(of: "."),
      dot != spelling.startIndex,
      let statistic = DayStatistic(rawValue: String(spelling[spelling.index(after: dot)...]))
    else { return nil }
    return (String(spelling[..<dot]), statistic)
  }
}

extension AirParameter {
  /// Returns the parameter of an index that a provider publishes.
  ///
  /// The spelling is `aqi`, `aqi.SCALE` or `aqi.SCALE.POLLUTANT`. AQKit never converts such a value to a concentration.
  ///
  /// - Parameters:
  ///   - scale: The name of the scale, such as `us-epa` or `european`; nil if the provider doesn't name one. A dot becomes a
  ///     hyphen, because dots separate the parts of the spelling.
  ///   - pollutant: The pollutant of a sub-index; nil for the overall index. Needs a scale.
  public static func publishedIndex(scale: String?, pollutant: AirParameter? = nil) -> AirParameter {
    guard let scale else { return publishedIndex }
    let name = String(scale.map { $0 == "." ? "-" : $0 })
    return AirParameter(rawValue: "aqi.\(name)" + (pollutant.map { ".\($0.rawValue)" } ?? ""))
  }

  /// A published index whose scale the provider does not name.
  public static var publishedIndex: AirParameter { known("aqi") }

  /// Whether the parameter is an index that a provider publishes.
  public var isPublishedIndex: Bool { rawValue == "aqi" || rawValue.hasPrefix("aqi.") }

  /// The scale of a published index; nil if it has no name, or for any other parameter.
  public var indexScale: String? { Self.indexParts(rawValue).first }

  /// The pollutant of a published sub-index; nil for an overall index, or for any other parameter.
  public var indexPollutant: AirParameter? {
    let parts = Self.indexParts(rawValue)
    return parts.count > 1 ? AirParameter(rawValue: parts[1]) : nil
  }

  /// Returns the spelling of a sub-index with its pollutant's canonical spelling; nil for anything else.
  static func canonicalIndex(_ spelling: String) -> String? {
    let parts = indexParts(spelling)
    guard parts.count == 2, let pollutant = canonical(parts[1]) else { return nil }
    return "aqi.\(parts[0]).\(pollutant)"
  }

  /// Returns the scale and the pollutant in the spelling of a published index, as far as it has them.
  private static func indexParts(_ spelling: String) -> [String] {
    guard spelling.hasPrefix("aqi."), spelling.utf8.count <= longestName else { return [] }
    return Array(spelling.parts(by: ".", atMost: 3).dropFirst())
  }
}
