public import Foundation

extension AirTexts {
  /// A scale of temperatures.
  public enum TemperatureScale: String, Hashable, Sendable, Codable, CaseIterable {
    /// Degrees Celsius.
    case celsius
    /// Degrees Fahrenheit.
    case fahrenheit

    /// Creates the temperature scale that a locale uses for weather: on Apple's systems as the user has set it,
    /// elsewhere by the locale's keyword `mu`, else by its region.
    ///
    /// Source: Unicode CLDR, unit preferences, category temperature, usage weather.
    public init(_ locale: Locale) {
      #if canImport(Darwin)
        let unit = UnitTemperature(forLocale: locale, usage: .weather)
        self = unit == .fahrenheit ? .fahrenheit : .celsius
      #else
        let identifier = locale.identifier.lowercased()
        let keyword = ["-u-mu-", "@mu=", ";mu="].lazy
          .compactMap { identifier.range(of: $0) }.first.map { identifier[$0.upperBound...] }
        let isFahrenheit =
          keyword.map { $0.hasPrefix("fahrenhe") }
          ?? ["BS", "BZ", "KY", "PR", "PW", "US"].contains(locale.region?.identifier ?? "")
        self = isFahrenheit ? .fahrenheit : .celsius
      #endif
    }
  }
}
