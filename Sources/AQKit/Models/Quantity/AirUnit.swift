/// A unit of measurement in its canonical spelling, such as `µg/m³`.
///
/// An open set. Other common spellings (`ug/m3`, `μg/m³` with the Greek letter, `degC`…) are accepted on input and
/// never written. A value in an unknown unit can be carried but not converted.
public struct AirUnit: RawRepresentable, Hashable, Sendable, Codable, Identifiable,
  ExpressibleByStringLiteral, CustomStringConvertible
{
  /// The canonical spelling; empty for a number without a unit.
  public let rawValue: String

  /// Creates the unit with this spelling; an alias becomes the canonical spelling.
  public init(rawValue: String) {
    let position = Self.positions[rawValue] ?? Self.positions[rawValue.lowercased()]
    self.rawValue = position.map { Self.registry[$0].unit } ?? rawValue
  }
  /// Creates the unit with this spelling; an alias becomes the canonical spelling.
  public init(_ spelling: String) { self.init(rawValue: spelling) }
  /// Creates the unit with this spelling; an alias becomes the canonical spelling.
  public init(stringLiteral value: String) { self.init(rawValue: value) }

  private init(canonical: String) { rawValue = canonical }
  static func known(_ canonical: String) -> AirUnit { AirUnit(canonical: canonical) }

  /// The canonical spelling.
  public var description: String { rawValue }
  /// The canonical spelling.
  public var id: String { rawValue }

  /// Whether AQKit knows the unit.
  public var isKnown: Bool { Self.positions[rawValue] != nil }

  /// The quantity that the unit measures; nil for a unit that AQKit does not know.
  public var dimension: Dimension? { row?.dimension }

  /// Returns whether the unit measures what a parameter is; false for a unit that AQKit does not know.
  package func fits(_ parameter: AirParameter) -> Bool {
    guard let dimension else { return false }
    return switch parameter.family {
    case .gas: dimension == .massConcentration || dimension == .mixingRatio
    case .particle: dimension == .massConcentration
    case .pollen: dimension == .numberConcentration
    case .radiation: dimension != .massConcentration && dimension != .mixingRatio
    case .index: dimension == .one
    case .weather, .other:
      switch parameter {
      case .temperature, .dewPoint, .apparentTemperature: dimension == .temperature
      case .humidity: dimension == .ratio
      case .pressure, .surfacePressure: dimension == .pressure
      case .windSpeed, .windGusts: dimension == .speed
      default: true
      }
    }
  }
}

extension AirUnit {
  /// A quantity that a unit measures. Values convert within a dimension; between mass concentration and mixing ratio only
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
    /// A length of time; base second.
    case duration
    /// A point in time; the base unit is seconds since 1970 in UTC.
    case instant
    /// Energy per area; base MJ/m².
    case radiantExposure
    /// A number without a unit.
    case one

    /// The physically possible values in the dimension's base unit: nothing below absolute zero, no more of a gas than
    /// the whole of the air, no negative length or speed. Small negative concentrations are allowed: instruments report
    /// them near zero, and dropping them would bias a mean.
    var possibleValues: ClosedRange<Double> {
      switch self {
      case .massConcentration: -1e9...1e9  // air itself is about 1.2e9 µg/m³
      case .mixingRatio: -1e9...1e9  // all of the air is 1e9 ppb
      case .numberConcentration: 0...1e18
      case .temperature: -273.15...1e4
      case .pressure: 0...1e4
      case .ratio: -1e3...1e3
      case .speed, .duration, .radiantExposure: 0...1e6
      case .length: 0...1e9  // a visibility is of tens of kilometres; the base is a millimetre
      case .angle: -360...360
      case .instant: Double(AirTime.firstSecond)...Double(AirTime.lastSecond)
      case .one: -1e9...1e9
      }
    }
  }

  var possibleValues: ClosedRange<Double> {
    guard let row else {
      return -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
    }
    let base = row.dimension.possibleValues
    func own(_ value: Double) -> Double { value * row.divisor / row.factor + row.zero }
    return own(base.lowerBound)...own(base.upperBound)
  }

  /// Micrograms per cubic metre.
  public static var microgramsPerCubicMetre: AirUnit { known("µg/m³") }
  /// Milligrams per cubic metre.
  public static var milligramsPerCubicMetre: AirUnit { known("mg/m³") }
  /// Nanograms per cubic metre.
  public static var nanogramsPerCubicMetre: AirUnit { known("ng/m³") }
  /// Parts per billion by volume.
  public static var ppb: AirUnit { known("ppb") }
  /// Parts per million by volume.
  public static var ppm: AirUnit { known("ppm") }
  /// Parts per trillion by volume.
  public static var ppt: AirUnit { known("ppt") }
  /// Pollen grains per cubic metre.
  public static var grainsPerCubicMetre: AirUnit { known("grains/m³") }
  /// Particles per cubic centimetre.
  public static var particlesPerCubicCentimetre: AirUnit { known("particles/cm³") }
  /// Degrees Celsius.
  public static var celsius: AirUnit { known("°C") }
  /// Degrees Fahrenheit.
  public static var fahrenheit: AirUnit { known("°F") }
  /// Kelvin.
  public static var kelvin: AirUnit { known("K") }
  /// Hectopascal.
  public static var hectopascal: AirUnit { known("hPa") }
  /// Kilopascal.
  public static var kilopascal: AirUnit { known("kPa") }
  /// Pascal.
  public static var pascal: AirUnit { known("Pa") }
  /// Conventional millimetres of mercury, 133.322387415 Pa (BS 350-1:1974, Table 1).
  public static var millimetresOfMercury: AirUnit { known("mmHg") }
  /// Conventional inches of mercury, 25.4 mmHg (NIST SP 811, 2008, Appendix B.8: 3386.389 Pa).
  public static var inchesOfMercury: AirUnit { known("inHg") }
  /// Per cent.
  public static var percent: AirUnit { known("%") }
  /// Metres per second.
  public static var metresPerSecond: AirUnit { known("m/s") }
  /// Kilometres per hour.
  public static var kilometresPerHour: AirUnit { known("km/h") }
  /// Miles per hour.
  public static var milesPerHour: AirUnit { known("mph") }
  /// Knots.
  public static var knots: AirUnit { known("kn") }
  /// Millimetres.
  public static var millimetres: AirUnit { known("mm") }
  /// Centimetres.
  public static var centimetres: AirUnit { known("cm") }
  /// Inches.
  public static var inches: AirUnit { known("inch") }
  /// International feet.
  public static var feet: AirUnit { known("ft") }
  /// Metres.
  public static var metres: AirUnit { known("m") }
  /// Degrees of an angle.
  public static var degrees: AirUnit { known("°") }
  /// Seconds of a duration.
  public static var seconds: AirUnit { known("s") }
  /// An instant, as seconds since 1970-01-01T00:00:00Z without leap seconds.
  public static var unixTime: AirUnit { known("seconds since 1970-01-01") }
  /// Megajoules per square metre.
  public static var megajoulesPerSquareMetre: AirUnit { known("MJ/m²") }
  /// Cubic metres per cubic metre.
  public static var cubicMetresPerCubicMetre: AirUnit { known("m³/m³") }
  /// A number without a unit: an optical depth, a UV index, a published air-quality index.
  public static var one: AirUnit { known("") }

  typealias Row = (
    unit: String, dimension: Dimension, factor: Double, divisor: Double, zero: Double, aliases: String
  )

  /// Each known unit, its relation to the base unit of its dimension, and its other spellings, with bars between them.
  ///
  /// (value − zero) · factor / divisor is the value in the base unit. Factors are exact decimals; one below 1 is written as a
  /// divisor, because `x / 1000` rounds once and `x * 0.001` twice.
  static let registry: [Row] = [
    (
      "µg/m³", .massConcentration, 1, 1, 0,
      "μg/m³|ug/m3|ug/m³|µg/m3|μg/m3|µg m-3|ug m-3|micrograms/m3|µg/m^3|ug/m^3"
    ),
    ("mg/m³", .massConcentration, 1000, 1, 0, "mg/m3|mg m-3|mg/m^3"),
    ("ng/m³", .massConcentration, 1, 1000, 0, "ng/m3|ng m-3|ng/m^3"),
    ("ppb", .mixingRatio, 1, 1, 0, ""),
    ("ppm", .mixingRatio, 1000, 1, 0, ""),
    ("ppt", .mixingRatio, 1, 1000, 0, ""),
    ("pphm", .mixingRatio, 10, 1, 0, ""),
    ("grains/m³", .numberConcentration, 1, 1, 0, "grains/m3|grains/m^3"),
    ("particles/cm³", .numberConcentration, 1_000_000, 1, 0, "particles/cm3|#/cm3|#/cm³"),
    ("°C", .temperature, 1, 1, 0, "degC|C|celsius|ºC|℃"),
    ("K", .temperature, 1, 1, 273.15, "kelvin"),
    ("°F", .temperature, 5, 9, 32, "degF|F|fahrenheit|ºF|℉"),
    ("hPa", .pressure, 1, 1, 0, "mbar|mb"),
    ("kPa", .pressure, 10, 1, 0, ""),
    ("Pa", .pressure, 1, 100, 0, ""),
    ("mmHg", .pressure, 1.333_223_874_15, 1, 0, "mm Hg"),
    ("inHg", .pressure, 33.863_886_403_41, 1, 0, "in Hg|inch Hg|inches Hg|″Hg"),
    ("%", .ratio, 1, 1, 0, "percent"),
    ("m³/m³", .ratio, 100, 1, 0, "m3/m3"),
    ("m/s", .speed, 1, 1, 0, "m s-1"),
    ("km/h", .speed, 1, 3.6, 0, "kmh|kph"),
    ("mph", .speed, 0.44704, 1, 0, "mp/h"),
    ("kn", .speed, 1852, 3600, 0, "kt|knots"),
    ("mm", .length, 1, 1, 0, ""),
    ("cm", .length, 10, 1, 0, ""),
    ("inch", .length, 25.4, 1, 0, "in"),
    ("ft", .length, 304.8, 1, 0, "feet|foot"),
    ("m", .length, 1000, 1, 0, ""),
    ("°", .angle, 1, 1, 0, "deg|degrees"),
    ("s", .duration, 1, 1, 0, "seconds"),
    ("seconds since 1970-01-01", .instant, 1, 1, 0, "unixtime"),
    ("MJ/m²", .radiantExposure, 1, 1, 0, "mj/m2"),
    ("", .one, 1, 1, 0, "1|eaqi|usaqi|index|aqi|wmo code"),
  ]

  /// The row of the registry to which each accepted spelling belongs.
  private static let positions: [String: Int] = {
    let spellings = registry.enumerated().flatMap { position, row -> [(String, Int)] in
      ([row.unit] + row.aliases.parts(by: "|")).map { ($0, position) }
    }
    // Case is ignored as long as the spelling stays unambiguous.
    return Dictionary(spellings + spellings.map { ($0.lowercased(), $1) }) { first, _ in first }
  }()

  var row: Row? { Self.positions[rawValue].map { Self.registry[$0] } }
}

extension Double {
  /// The shortest decimal string that reads back as this value, without a trailing `.0`.
  package var plainText: String {
    let text = String(describing: self)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Creates a number from any plain decimal spelling, such as with a plus sign or without a digit before the point; `nil`
  /// for any other text, such as a hexadecimal number.
  package init?(decimal text: String) {
    let isPlain = text.utf8.allSatisfy { byte in "0123456789+-.eE".utf8.contains(byte) }
    guard isPlain, let number = Double(text), number.isFinite else { return nil }
    self = number
  }

  /// The number; nil if it is negative, infinite or NaN, for a width, a distance or a limit.
  package var ifNotNegative: Double? { isFinite && self >= 0 ? self : nil }
}
