/// The extremes, the mean and the trend of one series over a window.
public struct AirHistoryStatistics: Hashable, Sendable {
  /// The least or the greatest reading and its time.
  public struct Extreme: Hashable, Sendable {
    /// The value.
    public var value: Double
    /// The interval of its sample.
    public var interval: AirInterval
  }

  /// The least of all readings, including those that samples don't show; nil if there were none.
  public var minimum: Extreme?
  /// The greatest of all readings, including those that samples don't show; nil if there were none.
  public var maximum: Extreme?
  /// The mean over time: each sample with a value counts once, one with readings by their mean, a carried one
  /// with the carried value. Nil if no sample has a value.
  public var mean: Double?
  /// The trend; nil if there are too few samples.
  public var trend: AirTrend?
  /// The number of readings.
  public var readings: Int
  /// The number of samples with readings.
  public var measured: Int
  /// The number of samples carried forward.
  public var carriedForward: Int
  /// The number of samples without a value.
  public var missing: Int

  init(_ points: [AirChartPoint], rule: AirTrend.Rule) {
    (readings, measured, carriedForward, missing) = (0, 0, 0, 0)
    var average = 0.0
    var samples: [(second: Int64, value: Double)] = []
    samples.reserveCapacity(points.count)
    for point in points {
      guard let value = point.mean else {
        missing += 1
        continue
      }
      average += (value - average) / Double(measured + carriedForward + 1)
      guard let range = point.range else {
        carriedForward += 1
        continue
      }
      measured += 1
      readings = readings.addingSaturating(point.readings)
      samples.append((point.interval.start.secondsSince1970, value))
      if range.lowerBound < minimum?.value ?? .infinity {
        minimum = Extreme(value: range.lowerBound, interval: point.interval)
      }
      if range.upperBound > maximum?.value ?? -.infinity {
        maximum = Extreme(value: range.upperBound, interval: point.interval)
      }
    }
    mean = measured + carriedForward > 0 && average.isFinite ? average : nil
    trend = AirTrend(samples, rule: rule)
  }
}
