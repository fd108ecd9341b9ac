/// One value of a series, seen as a row.
public struct AirReading: Hashable, Sendable {
  /// The parameter.
  public let parameter: AirParameter
  /// The value; never NaN.
  public let value: Double
  /// The unit of the value.
  public let unit: AirUnit
  /// The time for which the value holds.
  public let interval: AirInterval
  /// The averaging period.
  public let averaging: AveragingPeriod
  /// The provider's quality flags.
  public let flags: Set<QualityFlag>
  /// How many of the expected sub-values went into it; nil if unknown.
  public let completeness: Completeness?
}
