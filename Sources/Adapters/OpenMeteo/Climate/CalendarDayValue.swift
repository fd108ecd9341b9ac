/// The value of one calendar day in one year.
public struct CalendarDayValue: Hashable, Sendable, Codable {
  /// The year.
  public var year: Int
  /// The month, 1 to 12.
  public var month: Int
  /// The day of the month.
  public var day: Int
  /// The value in the unit of the series; nil for a gap.
  public var value: Double?
}
