extension AirSeries {
  /// The series, corrected as a low-cost sensor's PM2.5.
  ///
  /// - Parameters:
  ///   - correction: The formula.
  ///   - humidity: Relative humidity over the same intervals; a value without humidity becomes a gap where the formula
  ///     needs it.
  /// - Returns: A series in µg/m³ that names the correction and its inputs.
  /// - Throws: `AQError` with `unsupported` where the series is not PM2.5 as a mass concentration, the humidity is not
  ///   one in per cent, or the series was corrected already, by its provider or here.
  public func corrected(by correction: SensorCorrection, humidity: AirSeries) throws(AQError) -> AirSeries {
    guard parameter == .pm25, unit.dimension == .massConcentration else {
      throw AQError(
        .unsupported, "Only PM2.5 as a mass concentration can be corrected so, not \(parameter) in \(unit).")
    }
    guard humidity.parameter == .humidity, humidity.unit == .percent else {
      throw AQError(
        .unsupported, "The correction needs relative humidity in per cent, not \(humidity.parameter).")
    }
    if let before = self.correction {
      throw AQError(
        .unsupported, "The series was corrected already (\(before.method), by the \(before.author.rawValue))."
      )
    }
    if flags?.contains(where: { $0.contains(.corrected) }) ?? false {
      throw AQError(.unsupported, "The provider flags values of the series as corrected already.")
    }
    let micrograms = try converted(to: .microgramsPerCubicMetre)
    var humidities: [AirInterval: Double] = [:]
    for place in humidity.values.indices {
      if let interval = humidity.timeline[place] { humidities[interval] = humidity.values[place] }
    }
    let result = micrograms.values.indices.map { place in
      let humid = timeline[place].flatMap { humidities[$0] } ?? .nan
      return correction.concentration(micrograms.values[place], humidity: humid)
    }
    return try AirSeries(
      parameter, unit: .microgramsPerCubicMetre, averaging: averaging, timeline: timeline, values: result,
      flags: flags, completeness: completeness, origin: origin,
      correction: Correction(
        method: correction.description, inputs: [.pm25, .humidity], author: .application),
      conversion: micrograms.conversion)
  }
}
