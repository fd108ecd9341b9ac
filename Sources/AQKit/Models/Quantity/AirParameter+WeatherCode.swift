extension AirParameter {
  /// A weather code of WMO table 4677 (present weather, ww): a value of ``AirParameter/weatherCode``.
  ///
  /// Models such as Open-Meteo's write about thirty of the hundred codes, with two changes of meaning: 0 to 3 are the cloud
  /// cover (in the table its development), and 45, 48, 56, 57, 66, 67 and 77 include their neighbours (open-meteo.com/en/docs,
  /// “WMO Weather interpretation codes”). ``text`` and ``symbolName(isDay:)`` follow Open-Meteo for these codes and the
  /// table's groups of ten (WMO-No. 306, Volume I.1, code table 4677) everywhere else.
  public struct WeatherCode: RawRepresentable, Hashable, Sendable, Codable, CaseIterable,
    CustomStringConvertible
  {
    /// The code, 0 to 99.
    public let rawValue: Int
    /// The text.
    public var description: String { text }

    /// Creates the weather for a code; nil outside 0 to 99.
    public init?(rawValue: Int) {
      guard (0...99).contains(rawValue) else { return nil }
      self.rawValue = rawValue
    }

    /// Creates the weather for a value of a series; nil unless it is a whole number from 0 to 99.
    public init?(_ value: Double) {
      guard let code = Int(exactly: value) else { return nil }
      self.init(rawValue: code)
    }

    /// The hundred codes in order.
    public static var allCases: [AirParameter.WeatherCode] {
      (0...99).compactMap(AirParameter.WeatherCode.init(rawValue:))
    }

    /// The weather in a few English words, such as `Slight rain`.
    public var text: String {
      switch rawValue {
      case 0: "Clear sky"
      case 1: "Mainly clear"
      case 2: "Partly cloudy"
      case 3: "Overcast"
      case 4: "Smoke"
      case 5: "Haze"
      case 6...9, 30...35: "Dust or sand"
      case 10: "Mist"
      case 11, 12: "Shallow fog"
      case 13, 17: "Thunder or lightning without rain"
      case 14...16: "Precipitation in sight"
      case 18: "Squalls"
      case 19: "Funnel cloud"
      case 20...29: "Weather of the past hour: \(Self.past[rawValue - 20])"
      case 36...39: "Blowing snow"
      case 48, 49: "Rime fog"
      case 40...47: "Fog"
      case 50, 51: "Light drizzle"
      case 52, 53: "Moderate drizzle"
      case 54, 55: "Dense drizzle"
      case 56: "Light freezing drizzle"
      case 57: "Dense freezing drizzle"
      case 58, 59: "Drizzle and rain"
      case 60, 61: "Slight rain"
      case 62, 63: "Moderate rain"
      case 64, 65: "Heavy rain"
      case 66: "Light freezing rain"
      case 67: "Heavy freezing rain"
      case 68, 69: "Rain and snow"
      case 70, 71: "Slight snowfall"
      case 72, 73: "Moderate snowfall"
      case 74, 75: "Heavy snowfall"
      case 76, 78: "Ice crystals"
      case 77: "Snow grains"
      case 79: "Ice pellets"
      case 80: "Slight rain showers"
      case 81: "Moderate rain showers"
      case 82: "Violent rain showers"
      case 83, 84: "Showers of rain and snow"
      case 85: "Slight snow showers"
      case 86: "Heavy snow showers"
      case 87...90: "Hail showers"
      case 91, 92: "Rain after a thunderstorm"
      case 93, 94: "Snow or hail after a thunderstorm"
      case 96: "Thunderstorm with slight hail"
      case 99: "Thunderstorm with heavy hail"
      case 97: "Heavy thunderstorm"
      case 98: "Thunderstorm with dust or sand"
      default: "Thunderstorm"
      }
    }

    /// Weather in the past hour that has ended, for codes 20 to 29.
    private static let past = [
      "drizzle", "rain", "snow", "rain and snow", "freezing rain", "rain showers", "snow showers",
      "hail showers", "fog", "a thunderstorm",
    ]

    /// Returns the name of an SF Symbol for it, such as `cloud.sun`: a name from Apple's list, untested on Apple's systems.
    ///
    /// - Parameter isDay: Whether to show the sun or the moon, for example by ``AirParameter/isDay``.
    public func symbolName(isDay: Bool = true) -> String {
      switch rawValue {
      case 0, 1: isDay ? "sun.max" : "moon.stars"
      case 2, 14...16: isDay ? "cloud.sun" : "cloud.moon"
      case 4: "smoke"
      case 5: isDay ? "sun.haze" : "cloud.fog"
      case 6...9, 30...35: isDay ? "sun.dust" : "wind"
      case 10...12, 28, 40...49: "cloud.fog"
      case 13, 17: "cloud.bolt"
      case 18: "wind"
      case 19: "tornado"
      case 20, 50...55, 58, 59: "cloud.drizzle"
      case 21, 60...63: "cloud.rain"
      case 25, 80, 81: isDay ? "cloud.sun.rain" : "cloud.moon.rain"
      case 64, 65, 82: "cloud.heavyrain"
      case 23, 24, 56, 57, 66...69, 79, 83, 84: "cloud.sleet"
      case 22, 26, 70...78, 85, 86: "cloud.snow"
      case 36...39: "wind.snow"
      case 27, 87...90: "cloud.hail"
      case 29, 91...99: "cloud.bolt.rain"
      default: "cloud"
      }
    }
  }
}
