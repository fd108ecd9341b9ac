extension AirSeries {
  /// The series, corrected as a low-cost sensor's PM2.5.
  ///
  /// ``SensorCorrection/applied(to:humidity:at:)`` also says how many values could not be corrected, and how humidity is
  /// matched.
  ///
  /// - Parameters:
  ///   - correction: The formula.
  ///   - humidity: Relative humidity in per cent.
  ///   - kind: What stands at the site; the formulas are for low-cost sensors.
  /// - Returns: A series in µg/m³ that names the correction and its inputs; a gap where there is no humidity and the
  ///   formula needs it.
  /// - Throws: `AQError` with `unsupported`, as ``SensorCorrection/applied(to:humidity:at:)`` does.
  public func corrected(
    by correction: SensorCorrection, humidity: AirSeries, at kind: SiteKind = .lowCostSensor
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
  ///   - kind: What stands at the site.
  /// - Returns: The corrected series, with how many values could not be corrected and became gaps.
  /// - Throws: `AQError` with `unsupported` where the series is not PM2.5 as a mass concentration, the humidity is not
  ///   one in per cent, the site has no low-cost sensor (a reference station, a model cell, an area, a city), or the
  ///   series was corrected already, by its provider or here.
  public func applied(
    to series: AirSeries, humidity: AirSeries, at kind: SiteKind = .lowCostSensor
  ) throws(AQError) -> CorrectedSeries {
    try check(series, humidity, kind)
    let micrograms = try series.converted(to: .microgramsPerCubicMetre)
    let match = HumidityMatch(humidity)
    var values = [Double](repeating: .nan, count: series.count)
    var counts = (corrected: 0, withoutHumidity: 0, outOfRange: 0)
    for place in values.indices where !micrograms.values[place].isNaN {
      let humid = match.value(
        from: series.timeline.startSeconds(at: place), to: series.timeline.endSeconds(at: place))
      values[place] = concentration(micrograms.values[place], humidity: humid)
      if !values[place].isNaN {
        counts.corrected += 1
      } else if humid.isNaN, micrograms.values[place].isConcentration {
        counts.withoutHumidity += 1
      } else {
        counts.outOfRange += 1
      }
    }
    let result = try AirSeries(
      series.parameter, unit: .microgramsPerCubicMetre, averaging: series.averaging,
      timeline: series.timeline,
      values: values, flags: series.flags, completeness: series.completeness, origin: series.origin,
      correction: Correction(method: description, inputs: [.pm25, .humidity], author: .application),
      conversion: micrograms.conversion)
    return CorrectedSeries(
      series: result, corrected: counts.corrected, withoutHumidity: counts.withoutHumidity,
      outOfRange: counts.outOfRange)
  }

  private func check(_ series: AirSeries, _ humidity: AirSeries, _ kind: SiteKind) throws(AQError) {
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
  /// The raw series stays as it is: append ``CorrectedSeries/series`` to ``series`` and indices prefer it.
  ///
  /// - Throws: `AQError` with `unsupported` where the report has no raw PM2.5 or no relative humidity, or as
  ///   ``SensorCorrection/applied(to:humidity:at:)`` does: a reference station's PM2.5 is refused, and so is what
  ///   the provider has corrected.
  public func corrected(by correction: SensorCorrection) throws(AQError) -> CorrectedSeries {
    guard let raw = self[.pm25] else {
      throw AQError(.unsupported, "The report has no PM2.5 to correct.")
    }
    guard let humidity = series.first(where: { $0.parameter == .humidity && $0.unit == .percent }) else {
      throw AQError(.unsupported, "The report has no relative humidity, which the correction needs.")
    }
    return try correction.applied(to: raw, humidity: humidity, at: site.kind)
  }
}
