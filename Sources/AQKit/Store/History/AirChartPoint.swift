/// One sample of a chart: its time, its value, and the origin of the value.
public struct AirChartPoint: Hashable, Sendable {
  /// The origin of a point's value, or why it has none.
  public enum Status: Hashable, Sendable {
    /// A reading arrived within the interval.
    case measured
    /// No reading arrived within the interval; the last value is carried forward.
    case carriedForward
    /// No data could arrive.
    case gap(AirHistoryGap.Cause)
    /// No reading arrived, and no value is carried forward.
    case empty
  }

  /// The interval of sampling, [start, end).
  public var interval: AirInterval
  /// The newest value within the interval, or the one carried forward; nil for a gap.
  public var value: Double?
  /// The mean of the readings within the interval, or the value carried forward; nil for a gap.
  public var mean: Double?
  /// The least and the greatest reading within the interval; nil if there was none.
  public var range: ClosedRange<Double>?
  /// The number of readings within the interval, without repetitions.
  public var readings: Int
  /// The origin of the value.
  public var status: Status
  /// The flags of the readings: late, repeated, suspect…; carried forward.
  public var flags: Set<QualityFlag>
  /// The band of the value, if the chart's banding has one.
  public var band: AQIBand?
}
