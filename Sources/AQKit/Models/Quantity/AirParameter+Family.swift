extension AirParameter {
  /// What kind of quantity a parameter is.
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

  static let families: [String: Family] = {
    var families: [String: Family] = [:]
    for row in registry { families[row.id] = row.family }
    return families
  }()

  static let names: [String: String] = {
    var names: [String: String] = [:]
    for row in registry { names[row.id] = row.name }
    return names
  }()

  static let molarMasses: [String: Double] = {
    var masses: [String: Double] = [:]
    for row in registry { masses[row.id] = row.molarMass }
    return masses
  }()

  /// Every accepted spelling with its canonical one.
  static let canonical: [String: String] = {
    var spellings: [String: String] = [:]
    for row in registry {
      spellings[row.id] = row.id
      for alias in row.aliases { spellings[alias] = row.id }
    }
    return spellings
  }()

  /// The parameters that AQKit knows, in the order of its registry.
  public static let known: [AirParameter] = registry.map { .known($0.id) }
}
