/// One sample of a chart: the time, the value, and where it comes from.
public struct AirChartPoint: Hashable, Sendable {
  /// Where a point's value comes from, or why it has none.
  public enum Status: Hashable, Sendable {
    /// It was heard within the interval.
    case measured
    /// Nothing was heard within the interval; the last value stands on.
    case carriedForward
    /// Nothing could be heard.
    case gap(AirHistoryGap.Cause)
    /// Nothing was heard, and there is no value to carry forward, or it was not to be carried.
    case empty
  }

  /// The interval of sampling, [start, end).
  public var interval: AirInterval
  /// The newest value within the interval, or the one carried forward; nil for a gap.
  public var value: Double?
  /// The mean of the readings within the interval, or the value carried forward; nil for a gap.
  public var mean: Double?
  /// The least and the greatest reading within the interval; nil where none was heard.
  public var range: ClosedRange<Double>?
  /// How many readings were heard within the interval, repetitions not counted.
  public var readings: Int
  /// Where the value comes from.
  public var status: Status
  /// The flags of the readings: late, repeated, suspect…; carried forward.
  public var flags: Set<QualityFlag>
  /// The band of the value, where the chart's banding has one.
  public var band: AQIBand?
}
