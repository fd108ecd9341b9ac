import AQKit

/// Judges whether the values of a response are plausible in their stated unit, by a parameter's range in the world.
enum Magnitude {
  /// The usual values of a parameter in one unit. Wrong units differ by thousands, so orders of magnitude are enough.
  private struct Usual {
    let unit: AirUnit
    /// A series that always stays below it is in a larger unit.
    let least: Double
    /// The number below which half of the values of a response lie.
    let most: Double
  }

  /// Particles: half of the values are no worse than the end of the US scale (40 CFR 58, App. G, of 2016), and the cleanest
  /// air, over the Antarctic, has some tenths of a µg/m³.
  ///
  /// Gases: half of the values are within the range that an automated method for ambient air must measure, 0.5 ppm, and 50
  /// ppm of carbon monoxide (40 CFR 53.20, Table B-1). The lower bound of ozone is the detection limit of analysers; for
  /// nitrogen dioxide and sulphur dioxide a tenth of that, because clean air has hardly any. Carbon monoxide is never below
  /// a quarter of the southern hemisphere's 40 ppb (NOAA Global Monitoring Laboratory, flask samples).
  private static let usual: [AirParameter: Usual] = [
    .pm1: Usual(unit: .microgramsPerCubicMetre, least: 0.1, most: 500),
    .pm25: Usual(unit: .microgramsPerCubicMetre, least: 0.1, most: 500),
    .pm10: Usual(unit: .microgramsPerCubicMetre, least: 0.1, most: 604),
    .o3: Usual(unit: .ppb, least: 0.1, most: 500),
    .no2: Usual(unit: .ppb, least: 0.01, most: 500),
    .so2: Usual(unit: .ppb, least: 0.01, most: 500),
    .co: Usual(unit: .ppb, least: 10, most: 50_000),
    .co2: Usual(unit: .ppm, least: 172, most: 40_000),
    .surfacePressure: Usual(unit: .hectopascal, least: 300, most: 1100),
    .pressure: Usual(unit: .hectopascal, least: 300, most: 1100),
  ]

  /// The ozone, in ppb, beyond which a number is doubted; in µg/m³ it would be twice as large. A day with half of its
  /// hours beyond 65 ppb is rare at any station: seasonal daytime means are below 60 ppb at all but a few (Gaudel et
  /// al., Tropospheric Ozone Assessment Report, Elementa 6 (2018) 39). Single hours may be higher.
  private static let (ozoneOfDays, ozoneOfHours) = (65.0, 100.0)

  static func doubts(about series: [AirSeries]) -> [String] {
    let alike = Dictionary(grouping: series) { [$0.parameter.rawValue, $0.unit.rawValue] }
    return alike.sorted { $0.key.lexicographicallyPrecedes($1.key) }.compactMap { _, series in
      guard let (parameter, unit) = series.first.map({ ($0.parameter, $0.unit) }) else { return nil }
      // Gaps and zeros say nothing.
      let values = series.flatMap(\.values).filter { !$0.isNaN && $0 != 0 }.sorted()
      return doubt(about: values, of: parameter, in: unit).map { "\(parameter) \($0)." }
    }
  }

  private static func doubt(about values: [Double], of parameter: AirParameter, in unit: AirUnit) -> String? {
    guard let least = values.first, let most = values.last, least > 0 else { return nil }
    let middle = values[values.count / 2]
    if parameter == .humidity, unit == .percent, most <= 1 {
      return "is at most \(most.plainText) %, which looks like a fraction"
    }
    guard let usual = usual[parameter],
      let factor = try? unit.convert(1, to: usual.unit, of: parameter, under: .us)
    else { return nil }
    if most * factor < usual.least {
      return
        "is at most \(most.plainText) \(unit), which looks like a larger unit\(example(of: unit, times: 1000))"
    }
    if middle * factor > usual.most {
      return
        "is mostly \(middle.plainText) \(unit) or more, which looks like a smaller unit\(example(of: unit, times: 0.001))"
    }
    let mostOzone = values.count < 24 ? ozoneOfHours : ozoneOfDays
    if parameter == .o3, unit.dimension == .mixingRatio, middle * factor > mostOzone {
      return
        "is mostly \(middle.plainText) \(unit) or more, which looks like a mass concentration, such as µg/m³ for \(unit)"
    }
    return nil
  }

  /// Returns the end of a sentence that names the unit that is larger by a factor; empty if there is none.
  private static func example(of unit: AirUnit, times factor: Double) -> String {
    let units: [AirUnit] = [
      .ppt, .ppb, .ppm, .nanogramsPerCubicMetre, .microgramsPerCubicMetre, .milligramsPerCubicMetre,
    ]
    let found = units.first { other in
      (try? other.convert(1, to: unit)).map { ($0 / factor - 1).magnitude < 1e-9 } ?? false
    }
    return found.map { ", such as \($0) for \(unit)" } ?? ""
  }
}
