extension AirParameter {
  /// A scale of pollen levels. Scales differ: a level has no meaning without its scheme.
  public struct PollenScheme: Hashable, Sendable, Identifiable {
    /// A level of a taxon or group of taxa.
    public struct Level: Hashable, Sendable, Codable, Identifiable {
      /// The rank among the levels; 1 is the lowest.
      public let rank: Int
      /// The rank.
      public var id: Int { rank }
      /// The name in English.
      public let name: String
      /// The concentration from which the level holds, in grains/m³.
      public let from: Double
    }

    /// The scheme's identifier, such as `nab_aaaai`.
    public let id: String
    /// The document of the levels.
    public let document: String
    /// The confidence in the levels.
    public let confidence: IndexEdition.Confidence
    private let names: [String]
    /// The concentrations from which the levels hold, with the group and the taxa to which they apply.
    private let edges: [(taxa: [AirParameter], from: [Double])]

    /// Returns the levels of a taxon or group, lowest first; empty if the scheme does not cover it.
    public func levels(of parameter: AirParameter) -> [Level] {
      let edges = edges.first { $0.taxa.contains(parameter) }?.from ?? []
      return zip(names, edges).enumerated().map { i, level in
        Level(rank: i + 1, name: level.0, from: level.1)
      }
    }

    /// Compares the identifiers.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.id == rhs.id }

    /// Hashes the identifier.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }

    /// The levels of the US National Allergy Bureau, for trees, grass, weeds and mold.
    public static let nationalAllergyBureau = AirParameter.PollenScheme(
      id: "nab_aaaai", document: "National Allergy Bureau, as quoted by St. Louis County and Canton Health",
      confidence: .twoImplementations, names: ["Low", "Moderate", "High", "Very High"],
      edges: [
        (["tree", .alderPollen, .birchPollen, .olivePollen], [1, 15, 90, 1500]),
        (["grass", .grassPollen], [1, 5, 20, 200]),
        (["weed", .mugwortPollen, .ragweedPollen], [1, 10, 50, 500]),
        (["mold"], [1, 6500, 13_000, 50_000]),
      ])

    /// The levels of the Melbourne pollen count, for grass.
    public static let melbourne = AirParameter.PollenScheme(
      id: "melbourne_pollen", document: "melbournepollen.com.au", confidence: .primary,
      names: ["Low", "Moderate", "High", "Extreme"], edges: [(["grass", .grassPollen], [0, 20, 50, 100])])

    /// The steps that the application Breezy Weather uses and attributes to Atmo France.
    public static let breezyWeather = AirParameter.PollenScheme(
      id: "breezy_weather_app", document: "Breezy Weather, PollenIndex.kt", confidence: .oneImplementation,
      names: ["step 0", "step 1", "step 2", "step 3", "step 4"],
      edges: [
        ([.alderPollen, .birchPollen], [0, 10, 60, 100, 500]),
        ([.olivePollen], [0, 20, 100, 200, 500]),
        ([.grassPollen, .mugwortPollen, .ragweedPollen], [0, 3, 30, 50, 250]),
      ])

    /// All schemes.
    public static let all: [AirParameter.PollenScheme] = [nationalAllergyBureau, melbourne, breezyWeather]
  }
}

extension AirParameter.PollenScheme {
  /// The grade of a concentration by a scheme: no pollen, pollen without levels in the scheme, and missing data are distinct.
  public enum Grade: Hashable, Sendable {
    /// There is no pollen, or less than at the start of the lowest level.
    case none
    /// A level.
    case level(Level)
    /// The scheme has no levels for the taxon, or the source has no values of it at the place.
    case notCovered
    /// The concentration isn't known, or too few hours of the day are known.
    case unknown

    /// The level; `nil` if there is none.
    public var level: Level? { if case .level(let level) = self { level } else { nil } }

    /// The rank of the level, 0 for no pollen; `nil` if it is unknown or not covered.
    public var rank: Int? {
      switch self {
      case .none: 0
      case .level(let level): level.rank
      case .notCovered, .unknown: nil
      }
    }
  }

  /// The pollen of a taxon on one day, by a scheme. Levels are defined for the mean of a day: an hour in spring can be
  /// ten times as high.
  public struct Day: Hashable, Sendable, Codable, Identifiable {
    /// The taxon.
    public let parameter: AirParameter
    /// The local day.
    public let interval: AirInterval
    /// The mean of the day in grains/m³; `nil` if too many of its values are missing.
    public let mean: Double?
    /// The share of the day's values that are present.
    public let completeness: AirReading.Completeness?
    /// The grade of the mean by the scheme.
    public let grade: Grade
    /// The identifier of the scheme.
    public let scheme: String

    /// The start of the day: a taxon has one value for each.
    public var id: AirTime { interval.start }
  }

  /// Returns the grade of a concentration by the scheme.
  ///
  /// - Parameters:
  ///   - concentration: The mean of a day in grains/m³; `nil` if it is not known.
  ///   - parameter: The taxon, such as `birch_pollen`, or a group of the scheme (`tree`, `grass`, `weed`, `mold`).
  public func grade(of concentration: Double?, _ parameter: AirParameter) -> Grade {
    let levels = levels(of: parameter)
    guard !levels.isEmpty else { return .notCovered }
    guard let concentration, concentration.isConcentration else { return .unknown }
    return levels.last { concentration >= $0.from }.map(Grade.level) ?? Grade.none
  }
}

extension AirReport {
  /// Returns a taxon's pollen grades by a scheme, day by day: the means of local days, which require three quarters of
  /// their values.
  ///
  /// A series of daily means is taken unchanged. A day that can't be judged is ``AirParameter/PollenScheme/Grade/unknown`` instead of a
  /// gap. A report without the taxon has no days: outside the provider's coverage, such as Open-Meteo's pollen outside
  /// Europe, the pollen is unknown, which isn't “no pollen”.
  ///
  /// - Parameters:
  ///   - parameter: The taxon, such as `.birchPollen`.
  ///   - scheme: The scheme.
  ///   - zone: The zone of the days; by default the site's.
  /// - Throws: The same errors as ``daily(_:of:in:atLeast:)``: ``AQError/Code/notConfigured`` when the zone's rules
  ///   aren't available, and those of ``AirUnit/convert(_:to:of:under:)`` for a unit that doesn't count grains.
  public func pollenDays(
    of parameter: AirParameter, on scheme: AirParameter.PollenScheme, in zone: AirTime.Zone? = nil
  ) throws(AQError) -> [AirParameter.PollenScheme.Day] {
    let own = series(of: parameter).filter { !$0.hasNoValue }
    let hours = own.first { !$0.averaging.isDailyMaximum && ($0.averaging.seconds ?? 86_400) < 86_400 }
    let formed = try hours?.daily(.mean, in: zone, named: site.timeZone)
    let means = formed ?? own.first { $0.averaging == .day }
    guard let means = try means?.converted(to: .grainsPerCubicMetre) else { return [] }
    return (0..<means.count).compactMap { i in
      guard let interval = means.timeline[i] else { return nil }
      let mean = means.values[i].isConcentration ? means.values[i] : nil
      return AirParameter.PollenScheme.Day(
        parameter: parameter, interval: interval, mean: mean, completeness: means.completeness?[i],
        grade: scheme.grade(of: mean, parameter), scheme: scheme.id)
    }
  }

  /// Returns the grade of the local day that contains a moment: ``AirParameter/PollenScheme/Grade/notCovered`` if the scheme or the
  /// source does not cover the taxon here, ``AirParameter/PollenScheme/Grade/unknown`` if the day's values are missing.
  ///
  /// - Parameters:
  ///   - parameter: The taxon.
  ///   - scheme: The scheme.
  ///   - moment: A moment of the day; if left out, ``receivedAt``.
  ///   - zone: The zone of the days; by default the site's.
  /// - Throws: The same errors as ``pollenDays(of:on:in:)``.
  public func pollenGrade(
    of parameter: AirParameter, on scheme: AirParameter.PollenScheme, at moment: AirTime? = nil,
    in zone: AirTime.Zone? = nil
  ) throws(AQError) -> AirParameter.PollenScheme.Grade {
    let hasValues = series(of: parameter).contains { !$0.hasNoValue }
    guard hasValues, !scheme.levels(of: parameter).isEmpty else { return .notCovered }
    let days = try pollenDays(of: parameter, on: scheme, in: zone)
    return days.last { $0.interval.contains(moment ?? receivedAt) }?.grade ?? .unknown
  }
}

extension AirParameter.PollenScheme.Grade: Codable {
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

extension AirParameter.PollenScheme.Grade: CustomStringConvertible {
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

extension AirParameter.PollenScheme: Codable {
  /// Reads the identifier of a scheme that AQKit knows.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value({ id in Self.all.first { $0.id == id } }) {
      "There is no pollen scheme “\($0)”."
    }
  }

  /// Writes the identifier.
  public func encode(to encoder: any Encoder) throws { try id.encode(to: encoder) }
}
