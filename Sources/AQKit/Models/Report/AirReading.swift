/// One value of a series, seen as a row.
public struct AirReading: Hashable, Sendable {
  /// What was measured or modelled.
  public let parameter: AirParameter
  /// The value; never NaN.
  public let value: Double
  /// The unit of the value.
  public let unit: AirUnit
  /// The time for which the value holds.
  public let interval: AirInterval
  /// The averaging period.
  public let averaging: AveragingPeriod
  /// What the provider says about its quality.
  public let flags: Set<QualityFlag>
  /// How many of the expected sub-values went into it, where the provider says.
  public let completeness: Completeness?
}
