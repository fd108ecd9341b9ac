#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension PollenScheme {
  /// What a scheme says of a concentration: no pollen, pollen that it has no levels for, and no data are three things.
  public enum Grade: Hashable, Sendable {
    /// There is no pollen, or less than the lowest level begins with.
    case none
    /// A level.
    case level(Level)
    /// The scheme has no levels of the taxon, or the source no values of it at the place.
    case notCovered
    /// The concentration is not known, or too few hours of the day are.
    case unknown

    /// The level; `nil` where there is none.
    public var level: Level? { if case .level(let level) = self { level } else { nil } }

    /// The rank of the level, 0 where there is no pollen; `nil` where nothing is known or covered.
    public var rank: Int? {
      switch self {
      case .none: 0
      case .level(let level): level.rank
      case .notCovered, .unknown: nil
      }
    }
  }

  /// One day of one taxon on a scheme. Levels are defined for the mean of a day: an hour in spring can be ten times it.
  public struct Day: Hashable, Sendable, Codable, Identifiable {
    /// The taxon.
    public var parameter: AirParameter
    /// The local day.
    public var interval: AirInterval
    /// The mean of the day in grains/m³; `nil` where too few of its values are there.
    public var mean: Double?
    /// How many of the day's values are there.
    public var completeness: AirReading.Completeness?
    /// What the scheme says of the mean.
    public var grade: Grade
    /// The identifier of the scheme.
    public var scheme: String

    /// The start of the day: a taxon has one value for each.
    public var id: AirTime { interval.start }
  }

  /// What the scheme says of a concentration.
  ///
  /// - Parameters:
  ///   - concentration: The mean of a day in grains/m³; `nil` where it is not known.
  ///   - parameter: The taxon, or a group of the scheme.
  public func grade(of concentration: Double?, _ parameter: AirParameter) -> Grade {
    guard !levels(of: parameter).isEmpty else { return .notCovered }
    guard let concentration, concentration.isConcentration else { return .unknown }
    return level(of: concentration, parameter).map(Grade.level) ?? Grade.none
  }
}

extension AirReport {
  /// A taxon's pollen on a scheme, day by day: the means of local days, three quarters of whose values must be there.
  ///
  /// A series of daily means is taken as it is. A day that can't be judged is ``PollenScheme/Grade/unknown`` and no
  /// gap. A report without the taxon has no days: outside the provider's coverage, such as Open-Meteo's pollen outside
  /// Europe, nothing is known, and it is not “no pollen”.
  ///
  /// - Parameters:
  ///   - parameter: The taxon, such as `.birchPollen`.
  ///   - scheme: The scheme.
  ///   - zone: The zone of the days. Where it is left out, the one that the site names.
  /// - Throws: As ``daily(_:of:in:atLeast:)`` does: ``AQError/Code/notConfigured`` when the zone's rules can't be had.
  ///   As ``AirUnit/convert(_:to:of:under:)`` does for a unit that is no number of grains.
  public func pollenDays(
    of parameter: AirParameter, on scheme: PollenScheme, in zone: TimeZone? = nil
  ) throws(AQError) -> [PollenScheme.Day] {
    let own = series(of: parameter)
    guard !own.isEmpty else { return [] }
    let hasHours = own.contains { !$0.averaging.isDailyMaximum && ($0.averaging.seconds ?? 86_400) < 86_400 }
    let means =
      hasHours ? try daily(.mean, of: parameter, in: zone) : own.first { $0.averaging == .day }
    guard let means = try means?.converted(to: .grainsPerCubicMetre) else { return [] }
    return (0..<means.count).compactMap { i in
      guard let interval = means.timeline[i] else { return nil }
      let mean = means.values[i].isNaN ? nil : means.values[i]
      return PollenScheme.Day(
        parameter: parameter, interval: interval, mean: mean, completeness: means.completeness?[i],
        grade: scheme.grade(of: mean, parameter), scheme: scheme.id)
    }
  }
}

extension AirReport {
  /// The grade of the local day that a moment lies in, and why there is none: ``PollenScheme/Grade/notCovered`` where
  /// the scheme or the source does not cover the taxon here, ``PollenScheme/Grade/unknown`` where the day's values are
  /// missing.
  ///
  /// - Parameters:
  ///   - parameter: The taxon.
  ///   - scheme: The scheme.
  ///   - moment: A moment of the day; if left out, ``receivedAt``.
  ///   - zone: The zone of the days. Where it is left out, the one that the site names.
  /// - Throws: As ``pollenDays(of:on:in:)`` does.
  public func pollenGrade(
    of parameter: AirParameter, on scheme: PollenScheme, at moment: AirTime? = nil, in zone: TimeZone? = nil
  ) throws(AQError) -> PollenScheme.Grade {
    let hasValues = series(of: parameter).contains { !$0.hasNoValue }
    guard hasValues, !scheme.levels(of: parameter).isEmpty else { return .notCovered }
    let days = try pollenDays(of: parameter, on: scheme, in: zone)
    return days.last { $0.interval.contains(moment ?? receivedAt) }?.grade ?? .unknown
  }
}

extension PollenScheme.Grade: Codable {
  /// Reads `"none"`, `"notCovered"`, `"unknown"` or `{"level": …}`.
  public init(from decoder: any Decoder) throws {
    let coded = try CodedCase(from: decoder)
    switch coded.name {
    case "none": self = .none
    case "level": self = .level(try coded.held())
    case "notCovered": self = .notCovered
    case "unknown": self = .unknown
    default: throw coded.unknown
    }
  }

  /// Writes the grade.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .none: try CodedCase.encode("none", to: encoder)
    case .level(let level): try CodedCase.encode("level", level, to: encoder)
    case .notCovered: try CodedCase.encode("notCovered", to: encoder)
    case .unknown: try CodedCase.encode("unknown", to: encoder)
    }
  }
}

extension PollenScheme.Grade: CustomStringConvertible {
  /// The level's name, `None`, `Not covered` or `Unknown`.
  public var description: String {
    switch self {
    case .none: "None"
    case .level(let level): level.name
    case .notCovered: "Not covered"
    case .unknown: "Unknown"
    }
  }
}

extension PollenScheme: Codable {
  /// Reads the identifier of a scheme that AQKit has.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let id = try container.decode(String.self)
    guard let scheme = PollenScheme.all.first(where: { $0.id == id }) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "There is no pollen scheme “\(id)”.")
    }
    self = scheme
  }

  /// Writes the identifier.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(id)
  }
}
