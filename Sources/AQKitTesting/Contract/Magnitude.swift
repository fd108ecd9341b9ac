import AQKit

/// Tells whether numbers can be in the unit that they are said to be in.
enum Magnitude {
  /// The upper end of the range that an automated method for ambient air must measure, in ppb: 0.5 ppm, and 50 ppm of
  /// carbon monoxide. 40 CFR 53.20 refers to Table B-1 of its subpart for the range; the table's own text was not read. Only
  /// the order of magnitude matters here: units are told apart by factors of a thousand.
  private static let ranges: [AirParameter: Double] = [.so2: 500, .o3: 500, .no2: 500, .co: 50_000]
  /// Below this part of the range no ozone or carbon monoxide of the open air lies all the time; ten times less than any
  /// analyser can tell from nothing.
  private static let leastPart = 1.0 / 5000

  /// What is doubtful about all values of a series together, as the end of a sentence; nil if nothing is.
  static func doubt(about series: AirSeries) -> String? {
    let values = series.values.filter { !$0.isNaN && $0 != 0 }
    guard let least = values.min(), let most = values.max(), least > 0 else { return nil }
    if series.parameter == .humidity, series.unit == .percent, most <= 1 {
      return "is at most \(most.plainText) %, which looks like a fraction"
    }
    guard let range = ranges[series.parameter], let factor = factor(of: series.unit) else { return nil }
    if most * factor < range * leastPart {
      return
        "is at most \(most.plainText) \(series.unit), which looks like a larger unit, such as ppm for ppb"
    }
    if least * factor > range {
      return
        "is at least \(least.plainText) \(series.unit), which looks like a smaller unit, such as ppb for ppm"
    }
    return nil
  }

  private static func factor(of unit: AirUnit) -> Double? {
    switch unit {
    case .ppm: 1000
    case .ppb: 1
    case .ppt: 0.001
    default: nil
    }
  }
}
