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
    /// A number without a unit.
    case one
  }
}
