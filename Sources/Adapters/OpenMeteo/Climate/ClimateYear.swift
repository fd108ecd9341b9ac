/// A number of a calendar year.
public struct ClimateYear: Hashable, Sendable, Codable {
  /// The year.
  public var year: Int
  /// The mean, the sum or the anomaly, in the unit of the series.
  public var value: Double
  /// The number of days with values.
  public var days: Int
  /// The number of days in the year.
  public var possibleDays: Int
}
