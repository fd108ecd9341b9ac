/// The differences of years from a reference period.
public struct ClimateAnomalies: Hashable, Sendable {
  /// The years of the reference period.
  public let reference: ClosedRange<Int>
  /// The mean of the reference period, in the unit of the series.
  public let referenceMean: Double
  /// Each year's difference from the reference mean, in the unit of the series. A temperature difference in °C is the same
  /// in kelvin and must not be converted as a temperature.
  public let years: [ClimateYear]

  /// The difference of one year; nil if the year lacks days.
  public subscript(year: Int) -> Double? { years.first { $0.year == year }?.value }
}
