extension AQIValue {
  /// The index at both ends of the concentrations' intervals.
  ///
  /// Averages are formed from the low and from the high ends of all hours. Errors of successive hours at a place are
  /// correlated, so this errs on the side of bounds that are too wide.
  public struct Bounds: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The number at the lower ends; `nil` if the standard has only a band there.
    public let low: Int?
    /// The number at the upper ends; `nil` if the standard has only a band there.
    public let high: Int?
    /// The text to show for the lower ends.
    public let lowDisplay: String
    /// The text to show for the upper ends.
    public let highDisplay: String
    /// The probability of the concentrations' intervals.
    public let probability: Double

    /// Both ends in words: `48 to 79`.
    public var description: String { "\(lowDisplay) to \(highDisplay)" }
  }
}

extension AirReport {
  /// Returns an index at both ends of the values' intervals, around its value; nil if it has no value there.
  func bounds(around value: AQIValue, _ index: (AirReport) -> AQIOutcome) -> AQIValue.Bounds? {
    guard let probability = series.lazy.compactMap(\.probability).first,
      case .value(let low) = index(at { $0.low }), case .value(let high) = index(at { $0.high })
    else { return nil }
    // Lower hours can have the higher NowCast: the lower the old ones are, the more the newest count.
    let values = [low, value, high].ordered { $0.number ?? .max < $1.number ?? .max }
    return AQIValue.Bounds(
      low: values[0].number, high: values[2].number, lowDisplay: values[0].display,
      highDisplay: values[2].display, probability: probability)
  }

  /// Returns the report with one end of its values' intervals in place of the values.
  private func at(_ end: (AirReading.Accuracy.Bounds) -> Double) -> AirReport {
    changed(self) { $0.series = series.map { $0.at(end) } }
  }
}

extension AirSeries {
  fileprivate var probability: Double? { accuracy?.lazy.compactMap { $0?.bounds?.probability }.first }

  /// Returns the series with one end of its values' intervals in place of the values.
  fileprivate func at(_ end: (AirReading.Accuracy.Bounds) -> Double) -> AirSeries {
    guard let accuracy else { return self }
    let ends = zip(values, accuracy).map { value, accuracy in
      value.isNaN ? value : accuracy?.bounds.map(end) ?? value
    }
    let copy = try? AirSeries(
      parameter, unit: unit, averaging: averaging, timeline: timeline, values: ends, flags: flags,
      completeness: completeness, origin: origin, correction: correction, conversion: conversion)
    return copy ?? self
  }
}
