extension AirUnit {
  /// Converts one value to another unit.
  ///
  /// Between mass concentration and mixing ratio: c [µg/m³] = x [ppb] · M · p / (R · T), with the molar gas constant
  /// R = 8.314462618 J/(mol·K) (CODATA 2018). The result is not rounded.
  ///
  /// - Parameters:
  ///   - value: A value in this unit; NaN stays NaN.
  ///   - unit: The unit to convert to.
  ///   - parameter: The gas, needed between mass concentration and mixing ratio.
  ///   - conditions: The reference conditions, needed between mass concentration and mixing ratio; never assumed.
  /// - Throws: ``AQError/Code/unsupported`` when the units measure different things, one is unknown, or the molar mass
  ///   or the conditions are missing.
  public func convert(
    _ value: Double, to unit: AirUnit, of parameter: AirParameter? = nil,
    under conditions: ReferenceConditions? = nil
  ) throws(AQError) -> Double {
    try conversion(to: unit, of: parameter, under: conditions)(value)
  }

  /// Returns the conversion to another unit as a function, for columns. Throws the same errors as
  /// ``convert(_:to:of:under:)``.
  package func conversion(
    to unit: AirUnit, of parameter: AirParameter?, under conditions: ReferenceConditions?
  ) throws(AQError) -> @Sendable (Double) -> Double {
    if self == unit { return { $0 } }
    guard let from = row, let to = unit.row else {
      let unknown = isKnown ? unit : self
      throw AQError(
        .unsupported, "The unit “\(unknown)” is not known, so nothing can be converted from or to it.")
    }
    let (factor, divisor, zero) = (from.factor, from.divisor, from.zero)
    let (newFactor, newDivisor, newZero) = (to.factor, to.divisor, to.zero)
    if from.dimension == to.dimension {
      // One multiplication and one division, so that 1000 µg/m³ is 1 mg/m³ exactly.
      let up = factor * newDivisor
      let down = divisor * newFactor
      if zero == 0, newZero == 0 { return { down == 1 ? $0 * up : $0 * up / down } }
      return { ($0 - zero) * up / down + newZero }
    }
    let pair = (from.dimension, to.dimension)
    guard pair == (.massConcentration, .mixingRatio) || pair == (.mixingRatio, .massConcentration) else {
      throw AQError(.unsupported, "\(self) and \(unit) measure different things.")
    }
    guard let mass = parameter?.molarMass else {
      throw AQError(
        .unsupported,
        "\(self) of \(parameter?.rawValue ?? "an unnamed gas") can't be converted to \(unit): its molar mass is not known."
      )
    }
    guard let conditions else {
      throw AQError(
        .unsupported,
        "Name the reference conditions (20 °C in the EU, 25 °C in the US) to convert \(self) to \(unit).")
    }
    // µg/m³ per ppb: M · p / (R · T), R = 8.314462618 J/(mol·K) (CODATA 2018).
    let perPpb = mass * conditions.kilopascal / (8.314462618 * conditions.kelvin)
    // The same results without the factors of 1, which most units have: this runs over whole columns.
    if to.dimension == .mixingRatio, factor == 1, divisor == 1, newDivisor == 1 {
      if newFactor == 1 { return { $0 / perPpb } }
      return { $0 / perPpb / newFactor }
    }
    if to.dimension == .mixingRatio { return { $0 * factor / divisor / perPpb * newDivisor / newFactor } }
    return { $0 * factor / divisor * perPpb * newDivisor / newFactor }
  }
}

extension Double {
  /// Returns this value rounded to a number of significant decimal digits, as the nearest double. A magnitude above 10^22,
  /// about, or one whose last digit would be below 10^-22 is returned unchanged.
  package func rounded(significantDigits digits: Int) -> Double {
    guard isFinite, self != 0, let exponent = decimalExponent else { return self }
    let places = digits - 1 - exponent
    // 10^22 is the largest power of ten that a double holds exactly.
    guard places >= -22, places <= 22 else { return self }
    let scale = Self.powersOfTen[places.magnitude < 23 ? Int(places.magnitude) : 22]
    return places >= 0 ? (self * scale).rounded() / scale : (self / scale).rounded() * scale
  }

  /// The exponent of the first decimal digit, right next to a power of ten perhaps the previous digit's; nil beyond the
  /// table.
  private var decimalExponent: Int? {
    // 1233/4096 is log10(2), so this is right or one too small.
    let least = (Int(exponent) &* 1233) >> 12
    if (0..<22).contains(least) { return magnitude >= Self.powersOfTen[least + 1] ? least + 1 : least }
    if (-21..<0).contains(least) {
      return magnitude * Self.powersOfTen[-1 - least] >= 1 ? least + 1 : least
    }
    return nil
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19,
    1e20, 1e21, 1e22,
  ]
}

extension AirUnit {
  /// The record of a series' conversion from the provider's unit.
  public struct Conversion: Hashable, Sendable, Codable {
    /// The provider's unit.
    public let from: AirUnit
    /// The reference conditions, for a conversion between mass concentration and mixing ratio.
    public let conditions: ReferenceConditions?

    /// Creates the record of a conversion from the provider's unit.
    public init(from: AirUnit, conditions: ReferenceConditions? = nil) {
      self.from = from
      self.conditions = conditions
    }
  }

  /// The temperature and pressure at which a mass concentration is stated.
  public struct ReferenceConditions: Hashable, Sendable, Codable, CustomStringConvertible {
    /// Temperature in kelvin; positive.
    public let kelvin: Double
    /// Pressure in kilopascal; positive.
    public let kilopascal: Double

    /// Creates reference conditions from an absolute temperature in K and a pressure in kPa.
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

    /// 20 °C and 101.325 kPa: Directive 2008/50/EC, Annex VI part C (gaseous pollutants). Its text has 293 K and 101.3 kPa,
    /// which give values that are higher by 0.03 %.
    public static var eu: Self { Self(uncheckedKelvin: 293.15, kilopascal: 101.325) }
    /// 25 °C and 101.325 kPa: 40 CFR 50.3; also China since the 2018 amendment to GB 3095-2012.
    public static var us: Self { Self(uncheckedKelvin: 298.15, kilopascal: 101.325) }
    /// 0 °C and 101.325 kPa: China before the 2018 amendment to GB 3095-2012.
    public static var zeroCelsius: Self { Self(uncheckedKelvin: 273.15, kilopascal: 101.325) }

    /// The conditions as text, such as `20 °C and 101.325 kPa`.
    public var description: String {
      "\((kelvin - 273.15).rounded(significantDigits: 6).plainText) °C and \(kilopascal.plainText) kPa"
    }

    /// Reads and validates the two numbers.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      self = try decoder.checked {
        try AirUnit.ReferenceConditions(
          kelvin: container.value(.kelvin), kilopascal: container.value(.kilopascal))
      }
    }
  }
}
