/// The value of one calendar day in one year.
public struct CalendarDayValue: Hashable, Sendable, Codable {
  /// The year.
  public var year: Int
  /// The month, 1 to 12.
  public var month: Int
  /// The day of the month.
  public var day: Int
  /// The value in the unit of the series; nil where there is none.
  public var value: Double?

  /// Makes the value of a day.
  public init(year: Int, month: Int, day: Int, value: Double?) {
    self.year = year
    self.month = month
    self.day = day
    self.value = value
  }
}
