/// A scale of pollen levels. Scales differ: a level means nothing without its scheme.
public struct PollenScheme: Hashable, Sendable, Identifiable {
  /// One level of a taxon or group of taxa.
  public struct Level: Hashable, Sendable, Codable, Identifiable {
    /// The rank among the levels; 1 is the lowest.
    public var rank: Int
    /// The rank.
    public var id: Int { rank }
    /// The name in English.
    public var name: String
    /// The concentration from which the level holds, in grains/m³.
    public var from: Double
  }

  /// The scheme's identifier, such as `nab_aaaai`.
  public let id: String
  /// What the levels were read in.
  public let document: String
  /// How well they are known.
  public let confidence: IndexEdition.Confidence
  private let levels: [String: [Level]]
  private let groups: [AirParameter: String]

  private init(
    id: String, document: String, confidence: IndexEdition.Confidence, names: [String],
    from: [String: [Double]],
    groups: [AirParameter: String]
  ) {
    self.id = id
    self.document = document
    self.confidence = confidence
    self.groups = groups
    levels = from.mapValues { edges in
      zip(names, edges).enumerated().map {
        Level(rank: $0.offset + 1, name: $0.element.0, from: $0.element.1)
      }
    }
  }

  /// The levels of a taxon or group, lowest first; empty where the scheme does not cover it.
  public func levels(of parameter: AirParameter) -> [Level] {
    levels[groups[parameter] ?? parameter.rawValue] ?? []
  }

  /// The level of a concentration; ``grade(of:_:)`` tells no pollen from pollen that the scheme does not cover.
  ///
  /// - Parameters:
  ///   - concentration: In grains/m³, a mean over a day as a rule.
  ///   - parameter: The taxon, such as `birch_pollen`, or a group of the scheme (`tree`, `grass`, `weed`, `mold`).
  /// - Returns: `nil` where the concentration lies below the lowest level (no pollen) or is invalid, or the scheme
  ///   does not cover the taxon.
  public func level(of concentration: Double, _ parameter: AirParameter) -> Level? {
    guard concentration.isConcentration else { return nil }
    return levels(of: parameter).last { concentration >= $0.from }
  }

  /// The levels of the US National Allergy Bureau, for trees, grass, weeds and mold.
  public static let nationalAllergyBureau = PollenScheme(
    id: "nab_aaaai", document: "National Allergy Bureau, as quoted by St. Louis County and Canton Health",
    confidence: .twoImplementations, names: ["Low", "Moderate", "High", "Very High"],
    from: [
      "tree": [1, 15, 90, 1500], "grass": [1, 5, 20, 200], "weed": [1, 10, 50, 500],
      "mold": [1, 6500, 13_000, 50_000],
    ],
    groups: [
      .alderPollen: "tree", .birchPollen: "tree", .olivePollen: "tree", .grassPollen: "grass",
      .mugwortPollen: "weed", .ragweedPollen: "weed",
    ])

  /// The levels of the Melbourne pollen count, for grass.
  public static let melbourne = PollenScheme(
    id: "melbourne_pollen", document: "melbournepollen.com.au", confidence: .primary,
    names: ["Low", "Moderate", "High", "Extreme"], from: ["grass": [0, 20, 50, 100]],
    groups: [.grassPollen: "grass"])

  /// The steps that the application Breezy Weather uses and attributes to Atmo France.
  public static let breezyWeather = PollenScheme(
    id: "breezy_weather_app", document: "Breezy Weather, PollenIndex.kt", confidence: .oneImplementation,
    names: ["step 0", "step 1", "step 2", "step 3", "step 4"],
    from: [
      "alder_pollen": [0, 10, 60, 100, 500], "birch_pollen": [0, 10, 60, 100, 500],
      "grass_pollen": [0, 3, 30, 50, 250], "mugwort_pollen": [0, 3, 30, 50, 250],
      "olive_pollen": [0, 20, 100, 200, 500], "ragweed_pollen": [0, 3, 30, 50, 250],
    ], groups: [:])

  /// All schemes.
  public static let all: [PollenScheme] = [nationalAllergyBureau, melbourne, breezyWeather]
}
