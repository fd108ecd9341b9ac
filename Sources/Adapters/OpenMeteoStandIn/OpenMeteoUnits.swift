import AQKit

/// The units that a call selects.
struct OpenMeteoUnits {
  private let isFahrenheit: Bool
  private let wind: String
  private let isInch: Bool

  /// Reads the selection.
  ///
  /// - Throws: An ``OpenMeteoRefusal`` for an unknown unit.
  init(_ question: OpenMeteoQuestion) throws {
    let temperature = try question.word("temperature_unit", "TemperatureUnit", of: ["celsius", "fahrenheit"])
    isFahrenheit = temperature == "fahrenheit"
    let words = ["kmh", "ms", "mph", "kn"]
    let old = try question.word("windspeed_unit", "WindspeedUnit", of: words)
    wind = try question.word("wind_speed_unit", "WindspeedUnit", of: words) ?? old ?? "kmh"
    isInch = try question.word("precipitation_unit", "PrecipitationUnit", of: ["mm", "inch"]) == "inch"
  }

  /// The written unit of a quantity, its decimals, and the conversion of the value.
  func written(_ unit: String, _ decimals: Int) -> (unit: String, decimals: Int, value: (Double) -> Double) {
    switch unit {
    case "°C" where isFahrenheit: return ("°F", decimals, { $0 * 1.8 + 32 })
    case "km/h":
      switch wind {
      case "ms": return ("m/s", 2, { $0 / 3.6 })
      case "mph": return ("mp/h", decimals, { $0 / 1.609344 })
      case "kn": return ("kn", decimals, { $0 / 1.852 })
      default: return (unit, decimals, { $0 })
      }
    case "mm" where isInch: return ("inch", 3, { $0 / 25.4 })
    case "cm" where isInch: return ("inch", 3, { $0 / 2.54 })
    default: return (unit, decimals, { $0 })
    }
  }
}
