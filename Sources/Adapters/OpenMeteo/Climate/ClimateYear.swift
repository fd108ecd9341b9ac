/// One number of a calendar year.
public struct ClimateYear: Hashable, Sendable, Codable {
  /// The year.
  public var year: Int
  /// The mean, the sum or the anomaly, in the unit of the series.
  public var value: Double
  /// The number of days with values.
  public var days: Int
  /// The number of days in the year.
  public var possibleDays: Int

  /// The value of a year, with the days that it is based on.
  public init(year: Int, value: Double, days: Int, possibleDays: Int) {
    self.year = year
    self.value = value
    self.days = days
    self.possibleDays = possibleDays
  }
}
