/// The temperature and pressure at which a mass concentration is stated.
public struct ReferenceConditions: Hashable, Sendable, Codable {
  /// Temperature in kelvin; positive.
  public let kelvin: Double
  /// Pressure in kilopascal; positive.
  public let kilopascal: Double

  /// Reference conditions from an absolute temperature in K and a pressure in kPa.
  ///
  /// - Throws: ``AQError/Code/invalidRequest`` unless both are finite and positive.
  public init(kelvin: Double, kilopascal: Double) throws(AQError) {
    guard kelvin.isFinite, kelvin > 0, kilopascal.isFinite, kilopascal > 0 else {
      throw AQError(.invalidRequest, "Reference conditions need a positive temperature and pressure.")
    }
    self.init(uncheckedKelvin: kelvin, kilopascal: kilopascal)
  }

  private init(uncheckedKelvin kelvin: Double, kilopascal: Double) {
    self.kelvin = kelvin
    self.kilopascal = kilopascal
  }

  /// 20 °C and 101.325 kPa: Directive 2008/50/EC, Annex VI part C (gaseous pollutants).
  public static let eu = ReferenceConditions(uncheckedKelvin: 293.15, kilopascal: 101.325)
  /// 25 °C and 101.325 kPa: 40 CFR 50.3; also China since the 2018 amendment to GB 3095-2012.
  public static let us = ReferenceConditions(uncheckedKelvin: 298.15, kilopascal: 101.325)
  /// 0 °C and 101.325 kPa: China before the 2018 amendment to GB 3095-2012.
  public static let zeroCelsius = ReferenceConditions(uncheckedKelvin: 273.15, kilopascal: 101.325)

  /// µg/m³ per ppb of a gas with this molar mass in g/mol: M · p / (R · T), R = 8.314462618 J/(mol·K) (CODATA 2018).
  func massPerMixingRatio(molarMass: Double) -> Double {
    molarMass * kilopascal / (8.314462618 * kelvin)
  }

  private enum CodingKeys: String, CodingKey { case kelvin, kilopascal }

  /// Reads and validates the two numbers.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    do {
      try self.init(
        kelvin: container.decode(Double.self, forKey: .kelvin),
        kilopascal: container.decode(Double.self, forKey: .kilopascal))
    } catch let error as AQError {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: error.message))
    }
  }
}

extension ReferenceConditions: CustomStringConvertible {
  /// Such as `20 °C and 101.325 kPa`.
  public var description: String {
    "\((kelvin - 273.15).rounded(significantDigits: 6).plainText) °C and \(kilopascal.plainText) kPa"
  }
}
