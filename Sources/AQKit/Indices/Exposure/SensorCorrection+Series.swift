extension AirSeries {
  /// Returns the series, corrected as a low-cost sensor's PM2.5.
  ///
  /// ``SensorCorrection/applied(to:humidity:at:)`` also returns the number of values that could not be corrected, and
  /// describes the matching of humidity.
  ///
  /// - Parameters:
  ///   - correction: The formula.
  ///   - humidity: Relative humidity in per cent.
  ///   - kind: The kind of site; the formulas are for low-cost sensors.
  /// - Returns: A series in µg/m³ that names the correction and its inputs, with gaps for missing humidity that the formula
  ///   needs.
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
  /// A mean takes the humidity over the same interval; else the shortest that covers it and is no longer than the interval
  /// or an hour; else the mean of those within it; else the one that overlaps half of it. An instant takes the humidity of
  /// that instant; else a mean of at most an hour that contains it; else the nearest instant within half an hour. A humidity
  /// that is flagged as suspect doesn't count.
  ///
  /// - Parameters:
  ///   - series: PM2.5 as the sensor reports it, as a mass concentration. If it states a conversion, that must be
  ///     ``conversion``; if it states none, the caller vouches for it.
  ///   - humidity: Relative humidity in per cent, from the sensor; nil for a correction that doesn't use it.
  ///   - kind: The kind of site.
  /// - Returns: The corrected series, with the number of values that could not be corrected and became gaps.
  /// - Throws: `AQError` with `unsupported` if the series is not PM2.5 as a mass concentration, the humidity isn't
  ///   relative humidity in per cent, the site isn't a low-cost sensor (but a reference station, a model cell, an area
  ///   or a city), the series states another conversion or an instrument without such conversions, or it was already
  ///   corrected, by its provider or here.
  public func applied(
    to series: AirSeries, humidity: AirSeries?, at kind: AirSite.Kind = .lowCostSensor
  ) throws(AQError) -> SensorCorrection.Outcome {
    if let reason = obstacle(series, humidity, kind) { throw AQError(.unsupported, reason) }
    let micrograms = try series.converted(to: .microgramsPerCubicMetre)
    let match = humidity.map(HumidityMatch.init)
    var values = [Double](repeating: .nan, count: series.count)
    var counts = (corrected: 0, withoutHumidity: 0, outOfRange: 0)
    for i in values.indices where !micrograms.values[i].isNaN {
      let humid =
        match?.value(from: series.timeline.startSeconds(at: i), to: series.timeline.endSeconds(at: i)) ?? .nan
      values[i] = concentration(micrograms.values[i], humidity: humid)
      if !values[i].isNaN {
        counts.corrected += 1
      } else if humid.isNaN, micrograms.values[i].isConcentration, isWithinLimit(micrograms.values[i]) {
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
        method: name, inputs: inputs, author: .application),
      conversion: micrograms.conversion)
    return SensorCorrection.Outcome(
      series: result, corrected: counts.corrected, withoutHumidity: counts.withoutHumidity,
      outOfRange: counts.outOfRange)
  }

  /// Returns the reason, as a sentence, why a series can't be corrected; nil if it can.
  private func obstacle(
    _ series: AirSeries, _ humidity: AirSeries?, _ kind: AirSite.Kind
  ) -> String? {
    if series.parameter != .pm25 || series.unit.dimension != .massConcentration {
      return
        "Only PM2.5 as a mass concentration can be corrected in this way, not \(series.parameter) in \(series.unit)."
    }
    if humidity.map({ $0.parameter != .humidity || $0.unit != .percent }) ?? inputs.contains(.humidity) {
      let given = humidity?.parameter.rawValue ?? "nothing"
      return "The correction needs relative humidity in per cent, not \(given)."
    }
    if [.referenceStation, .modelCell, .area, .city].contains(kind) {
      return "\(description) is a correction of low-cost sensors; the site is a \(kind)."
    }
    let named = "\(name) corrects PM2.5 of the conversion \(conversion.rawValue)"
    if Conversion.ofPlantower.contains(conversion), let instrument = series.origin?.instrument,
      instrument.isOfOtherMake
    {
      return "\(named), which \(instrument) doesn't have."
    }
    let stated = conversions(of: series)
    if !stated.isEmpty, stated != [conversion] {
      return "\(named), and that of the series is \(stated.map(\.rawValue).joined(separator: " or "))."
    }
    if let before = series.correction {
      return "The series was already corrected (\(before.method), by the \(before.author.rawValue))."
    }
    if series.flags?.contains(where: { $0.contains(.corrected) }) ?? false {
      return "The provider flags values of the series as already corrected."
    }
    return nil
  }
}

extension AirReport {
  /// Corrects the report's PM2.5, taken as a low-cost sensor's, by its newest humidity.
  ///
  /// If there are several series, the one that states the correction's conversion is used. A series that states none is
  /// refused: correct it by ``AirSeries/corrected(by:humidity:at:)`` if you know its conversion. The raw series doesn't
  /// change: append ``SensorCorrection/Outcome/series`` to ``series`` and indices prefer it.
  ///
  /// - Throws: `AQError` with `unsupported` if the report has no raw PM2.5, none in the conversion that the
  ///   correction expects, or no relative humidity although the correction needs it, or as ``SensorCorrection/applied(to:humidity:at:)`` does: a
  ///   reference station's PM2.5 is refused, and so are values that the provider has corrected.
  public func corrected(by correction: SensorCorrection) throws(AQError) -> SensorCorrection.Outcome {
    guard let raw = correction.raw(in: self) else {
      throw AQError(.unsupported, "The report has no PM2.5 to correct.")
    }
    let humidity = changed(self) {
      $0.series.removeAll { $0.parameter != .humidity || $0.unit != .percent }
    }[.humidity]
    guard humidity != nil || !correction.inputs.contains(.humidity) else {
      throw AQError(.unsupported, "The report has no relative humidity, which the correction needs.")
    }
    let outcome = try correction.applied(to: raw, humidity: humidity, at: site.kind)
    guard correction.conversions(of: raw) == [correction.conversion] else {
      throw AQError(
        .unsupported,
        "\(correction.name) corrects PM2.5 of the conversion \(correction.conversion.rawValue), and the report doesn't state that of its PM2.5. If you know it, correct the series itself."
      )
    }
    return outcome
  }
}

extension SensorCorrection {
  /// Returns the conversions that a series states; empty if it states none.
  fileprivate func conversions(of series: AirSeries) -> [Conversion] {
    guard let method = series.origin?.instrument?.method else { return [] }
    let words = method.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    let known = Conversion.ofPlantower.filter { $0 != conversion } + [conversion]
    return known.filter { words.contains($0.rawValue[...]) }
  }

  /// Returns the newest PM2.5 of a report with this conversion, else without a stated one, else with another one.
  fileprivate func raw(in report: AirReport) -> AirSeries? {
    let all = report.series(of: .pm25)
    var narrowed = report
    for wanted in [[conversion], []] {
      narrowed.series = all.filter { $0.correction == nil && conversions(of: $0) == wanted }
      if let newest = narrowed[.pm25] { return newest }
    }
    return report[.pm25]
  }

  /// The result of correcting a sensor's series: the corrected series, and the values that could not be corrected.
  public struct Outcome: Hashable, Sendable, CustomStringConvertible {
    /// The corrected series, which names the method and its inputs; a gap for each value that could not be corrected.
    public let series: AirSeries
    /// The number of values that were corrected.
    public let corrected: Int
    /// The number of values that became gaps because there is no humidity for their time.
    public let withoutHumidity: Int
    /// The number of values that became gaps because they or their humidity are out of the formula's range: a negative
    /// concentration, a humidity beyond 0 to 100 %.
    public let outOfRange: Int

    /// A line such as `Barkjohn 2021: 22 of 24 values corrected, 2 without humidity`.
    public var description: String {
      let all = corrected + withoutHumidity + outOfRange
      var text = "\(series.correction?.method ?? "correction"): \(corrected) of \(all) values corrected"
      if withoutHumidity > 0 { text += ", \(withoutHumidity) without humidity" }
      if outOfRange > 0 { text += ", \(outOfRange) out of range" }
      return text
    }
  }
}

/// The relative humidity for a value of another series, by the rule of ``SensorCorrection/applied(to:humidity:at:)``.
struct HumidityMatch {
  private let humidity: StatedValues

  init(_ series: AirSeries) {
    humidity = StatedValues(series.withoutSuspectValues.values, over: series.timeline)
  }

  /// Returns the humidity for an interval in seconds since 1970, NaN if it is not known.
  func value(from start: Int64, to end: Int64) -> Double {
    let isInstant = start == end
    let reach: Int64 = isInstant ? 1800 : 0
    var covering: (length: Int64, value: Double)?
    var within = (sum: 0.0, count: 0)
    var best = (fit: Int64(0), value: Double.nan)
    // A longer humidity tells nothing about the interval.
    let most = max(end - start, 3600)
    for i in humidity.indices(beginningBy: end + reach, endingAfter: start - reach - 1, lasting: most)
    where humidity.values[i] > MissingSign.largest {
      let (from, to) = (
        humidity.timeline.startSeconds(at: i), humidity.timeline.endSeconds(at: i)
      )
      let value = humidity.values[i]
      if from == start, to == end { return value }
      let length = to - from
      if from <= start, to >= end, length > 0, length <= most, length < covering?.length ?? .max {
        covering = (length, value)
      }
      // An instant fits by its nearness, an interval by the common time.
      let fit: Int64
      if isInstant {
        fit = length == 0 ? reach + 1 - abs(from - start) : 0
      } else {
        if from >= start, to <= end { within = (within.sum + value, within.count + 1) }
        let common = min(to, end) - max(from, start)
        fit = common * 2 >= end - start && length <= most ? common : 0
      }
      if fit > best.fit { best = (fit, value) }
    }
    if let covering { return covering.value }
    if within.count > 0 { return within.sum / Double(within.count) }
    return best.value
  }
}
