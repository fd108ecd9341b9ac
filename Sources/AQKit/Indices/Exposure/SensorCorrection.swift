/// A correction of the PM2.5 that low-cost optical sensors report, from their raw value (CF=1) and the relative
/// humidity.
///
/// It makes a second series beside the raw one, which names the method and its inputs.
public struct SensorCorrection: Hashable, Sendable, CustomStringConvertible {
  private enum Formula: Hashable, Sendable {
    case barkjohn2021
    case extended2022
  }

  private let formula: Formula
  /// The name that the corrected series carries.
  public let description: String

  /// The US-wide correction of Barkjohn, Gantt and Clements (Atmos. Meas. Tech. 14, 4617, 2021):
  /// 0.524·PM − 0.0862·RH + 5.75.
  public static let barkjohn2021 = SensorCorrection(formula: .barkjohn2021, description: "Barkjohn 2021")

  /// EPA's extension of 2022 for smoke: the correction of 2021 below 30 µg/m³, other slopes from 50 to 210, a
  /// quadratic from 260 on, and blends between them.
  public static let epaExtended2022 = SensorCorrection(
    formula: .extended2022, description: "EPA extended 2022")

  /// The corrected concentration.
  ///
  /// - Parameters:
  ///   - concentration: What the sensor reports (CF=1), in µg/m³.
  ///   - humidity: Relative humidity in per cent, 0 to 100.
  /// - Returns: µg/m³, at least 0, to nine significant digits, as conversions of units are rounded: 92 µg/m³ at 90 % is
  ///   46.2 and no binary neighbour of it, which an index would cut to 46.1. NaN where an input is missing or out of
  ///   range. From 260 µg/m³ on the extended formula needs no humidity.
  public func concentration(_ concentration: Double, humidity: Double) -> Double {
    guard concentration.isConcentration else { return .nan }
    let isDry = formula == .extended2022 && concentration >= 260
    guard isDry || (humidity >= 0 && humidity <= 100) else { return .nan }
    return max(0, corrected(concentration, humidity)).rounded(significantDigits: 9)
  }

  private func corrected(_ x: Double, _ rh: Double) -> Double {
    guard formula == .extended2022, x >= 30 else { return 0.524 * x - 0.0862 * rh + 5.75 }
    switch x {
    case ..<50:
      let share = x / 20 - 1.5
      return (0.786 * share + 0.524 * (1 - share)) * x - 0.0862 * rh + 5.75
    case ..<210: return 0.786 * x - 0.0862 * rh + 5.75
    case ..<260:
      let share = x / 50 - 4.2
      let slope = 0.69 * share + 0.786 * (1 - share)
      let offset = 2.966 * share + 5.75 * (1 - share)
      return slope * x - 0.0862 * rh * (1 - share) + offset + 8.84e-4 * x * x * share
    default: return 2.966 + 0.69 * x + 8.84e-4 * x * x
    }
  }
}

extension AirSeries {
  /// The series, corrected as a low-cost sensor's PM2.5.
  ///
  /// ``SensorCorrection/applied(to:humidity:at:)`` also says how many values could not be corrected, and how humidity
  /// is matched.
  ///
  /// - Parameters:
  ///   - correction: The formula.
  ///   - humidity: Relative humidity in per cent.
  ///   - kind: The kind of site; the formulas are for low-cost sensors.
  /// - Returns: A series in µg/m³ that names the correction and its inputs; a gap where there is no humidity and the
  ///   formula needs it.
  /// - Throws: `AQError` with `unsupported`, as ``SensorCorrection/applied(to:humidity:at:)`` does.
  public func corrected(
    by correction: SensorCorrection, humidity: AirSeries, at kind: AirSite.Kind = .lowCostSensor
  ) throws(AQError) -> AirSeries {
    try correction.applied(to: self, humidity: humidity, at: kind).series
  }
}

extension SensorCorrection {
  /// Corrects a low-cost sensor's series of PM2.5.
  ///
  /// A mean takes the humidity over the same interval; else the shortest that covers it and is no longer than the
  /// interval or an hour; else the mean of those that lie within it; else the one that has half of it in common. An
  /// instant takes the humidity of that instant; else a mean of at most an hour that holds it; else the nearest
  /// instant within half an hour.
  ///
  /// - Parameters:
  ///   - series: PM2.5 as the sensor reports it (CF=1), as a mass concentration.
  ///   - humidity: Relative humidity in per cent, of the sensor.
  ///   - kind: The kind of site.
  /// - Returns: The corrected series, with how many values could not be corrected and became gaps.
  /// - Throws: `AQError` with `unsupported` where the series is not PM2.5 as a mass concentration, the humidity is not
  ///   one in per cent, the site has no low-cost sensor (a reference station, a model cell, an area, a city), or the
  ///   series was corrected already, by its provider or here.
  public func applied(
    to series: AirSeries, humidity: AirSeries, at kind: AirSite.Kind = .lowCostSensor
  ) throws(AQError) -> SensorCorrection.Outcome {
    try check(series, humidity, kind)
    let micrograms = try series.converted(to: .microgramsPerCubicMetre)
    let match = HumidityMatch(humidity)
    var values = [Double](repeating: .nan, count: series.count)
    var counts = (corrected: 0, withoutHumidity: 0, outOfRange: 0)
    for i in values.indices where !micrograms.values[i].isNaN {
      let humid = match.value(
        from: series.timeline.startSeconds(at: i), to: series.timeline.endSeconds(at: i))
      values[i] = concentration(micrograms.values[i], humidity: humid)
      if !values[i].isNaN {
        counts.corrected += 1
      } else if humid.isNaN, micrograms.values[i].isConcentration {
        counts.withoutHumidity += 1
      } else {
        counts.outOfRange += 1
      }
    }
    let result = try AirSeries(
      series.parameter, unit: .microgramsPerCubicMetre, averaging: series.averaging,
      timeline: series.timeline,
      values: values, flags: series.flags, completeness: series.completeness, origin: series.origin,
      correction: AirOrigin.Correction(
        method: description, inputs: [.pm25, .humidity], author: .application),
      conversion: micrograms.conversion)
    return SensorCorrection.Outcome(
      series: result, corrected: counts.corrected, withoutHumidity: counts.withoutHumidity,
      outOfRange: counts.outOfRange)
  }

  private func check(_ series: AirSeries, _ humidity: AirSeries, _ kind: AirSite.Kind) throws(AQError) {
    guard series.parameter == .pm25, series.unit.dimension == .massConcentration else {
      throw AQError(
        .unsupported,
        "Only PM2.5 as a mass concentration can be corrected so, not \(series.parameter) in \(series.unit).")
    }
    guard humidity.parameter == .humidity, humidity.unit == .percent else {
      throw AQError(
        .unsupported, "The correction needs relative humidity in per cent, not \(humidity.parameter).")
    }
    guard ![.referenceStation, .modelCell, .area, .city].contains(kind) else {
      throw AQError(
        .unsupported, "\(description) is a correction of low-cost sensors; the site is a \(kind).")
    }
    if let before = series.correction {
      throw AQError(
        .unsupported, "The series was corrected already (\(before.method), by the \(before.author.rawValue))."
      )
    }
    if series.flags?.contains(where: { $0.contains(.corrected) }) ?? false {
      throw AQError(.unsupported, "The provider flags values of the series as corrected already.")
    }
  }
}

extension AirReport {
  /// Corrects the report's PM2.5 as a low-cost sensor's, with the report's humidity.
  ///
  /// The raw series stays as it is: append ``SensorCorrection/Outcome/series`` to ``series`` and indices prefer it.
  ///
  /// - Throws: `AQError` with `unsupported` where the report has no raw PM2.5 or no relative humidity, or as
  ///   ``SensorCorrection/applied(to:humidity:at:)`` does: a reference station's PM2.5 is refused, and so is what
  ///   the provider has corrected.
  public func corrected(by correction: SensorCorrection) throws(AQError) -> SensorCorrection.Outcome {
    guard let raw = self[.pm25] else {
      throw AQError(.unsupported, "The report has no PM2.5 to correct.")
    }
    guard let humidity = series.first(where: { $0.parameter == .humidity && $0.unit == .percent }) else {
      throw AQError(.unsupported, "The report has no relative humidity, which the correction needs.")
    }
    return try correction.applied(to: raw, humidity: humidity, at: site.kind)
  }
}

extension SensorCorrection {
  /// What came of a correction of a sensor's series: the corrected series, and what could not be corrected.
  public struct Outcome: Hashable, Sendable, CustomStringConvertible {
    /// The corrected series, which names the method and its inputs; a gap where a value could not be corrected.
    public var series: AirSeries
    /// How many values were corrected.
    public var corrected: Int
    /// How many values became gaps because there is no humidity for their time.
    public var withoutHumidity: Int
    /// How many values became gaps because they or their humidity are out of the formula's range: a negative
    /// concentration, a humidity beyond 0 to 100 %.
    public var outOfRange: Int

    /// How many values could not be corrected.
    public var uncorrected: Int { withoutHumidity + outOfRange }

    /// Whether every value was corrected.
    public var isComplete: Bool { uncorrected == 0 }

    /// One line, such as `Barkjohn 2021: 22 of 24 values corrected, 2 without humidity`.
    public var description: String {
      var text =
        "\(series.correction?.method ?? "correction"): \(corrected) of \(corrected + uncorrected) values corrected"
      if withoutHumidity > 0 { text += ", \(withoutHumidity) without humidity" }
      if outOfRange > 0 { text += ", \(outOfRange) out of range" }
      return text
    }
  }
}

/// The relative humidity that belongs to a value of another series.
///
/// For a mean: the humidity over the same interval; else the shortest one that covers it and is no longer than the
/// value's interval or an hour; else the mean of those that lie within it, its two ends included; else the one that
/// has at least half of it in common. For an instant: the humidity of that instant; else the shortest mean of at most
/// an hour that holds it; else the nearest instant, no farther than half an hour.
struct HumidityMatch {
  private let humidity: StatedValues

  init(_ series: AirSeries) { humidity = StatedValues(series.values, over: series.timeline) }

  /// The humidity for an interval in seconds since 1970, NaN if it is not known.
  func value(from start: Int64, to end: Int64) -> Double {
    let isInstant = start == end
    let reach: Int64 = isInstant ? 1800 : 0
    var covering: (length: Int64, value: Double)?
    var within = (sum: 0.0, count: 0)
    var best: (measure: Int64, value: Double)?
    for i in humidity.indices(beginningBy: end + reach, endingAfter: start - reach - 1)
    where !humidity.values[i].isNaN {
      let (from, to) = (
        humidity.timeline.startSeconds(at: i), humidity.timeline.endSeconds(at: i)
      )
      let value = humidity.values[i]
      if from == start, to == end { return value }
      let length = to - from
      if from <= start, to >= end, length > 0, length <= max(end - start, 3600),
        length < covering?.length ?? .max
      {
        covering = (length, value)
      }
      if isInstant {
        // The nearest instant: the smallest distance, counted downwards.
        if length == 0, (from - start).magnitude <= 1800 {
          keep(-Int64((from - start).magnitude), value, &best)
        }
        continue
      }
      if from >= start, to <= end { within = (within.sum + value, within.count + 1) }
      let common = min(to, end) - max(from, start)
      if common > 0, common * 2 >= end - start, length <= max(end - start, 3600) {
        keep(common, value, &best)
      }
    }
    if let covering { return covering.value }
    if within.count > 0 { return within.sum / Double(within.count) }
    return best?.value ?? .nan
  }

  private func keep(_ measure: Int64, _ value: Double, _ best: inout (measure: Int64, value: Double)?) {
    if measure > best?.measure ?? .min { best = (measure, value) }
  }
}
