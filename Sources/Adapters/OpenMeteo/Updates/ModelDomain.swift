import AQKit

/// A model as Open-Meteo stores it, by its name in update times. An open set: the documentation lists the names.
///
/// Source: open-meteo.com/en/docs/model-updates.
public struct ModelDomain: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
  /// The name, such as `cams_europe`.
  public let rawValue: String
  /// Creates a model from its name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The name.
  public var description: String { rawValue }

  /// CAMS Europe, one run a day.
  public static let camsEurope = ModelDomain(rawValue: "cams_europe")
  /// CAMS global, two runs a day.
  public static let camsGlobal = ModelDomain(rawValue: "cams_global")
  /// CAMS global greenhouse gases, one run a day.
  public static let camsGreenhouseGases = ModelDomain(rawValue: "cams_global_greenhouse_gases")

  /// The models of the air-quality service.
  public static let airQuality: [ModelDomain] = [.camsEurope, .camsGlobal, .camsGreenhouseGases]

  var isName: Bool {
    (1...100).contains(rawValue.utf8.count)
      && rawValue.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
  }
}
