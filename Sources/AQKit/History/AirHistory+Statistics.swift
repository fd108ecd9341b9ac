extension AirHistory {
  /// The extremes, the mean and the trend of one series over a window; directions have none, since they go round in a circle.
  public struct Statistics: Hashable, Sendable {
    /// The lowest or the highest reading and its time.
    public struct Extreme: Hashable, Sendable {
      /// The value, in the unit of the series.
      public let value: Double
      /// The interval of its sample.
      public let interval: AirInterval
    }

    /// The lowest of all readings, including those that samples don't show; nil if there were none.
    public private(set) var minimum: Extreme?
    /// The highest of all readings, including those that samples don't show; nil if there were none.
    public private(set) var maximum: Extreme?
    /// The mean over time, in the unit of the series: each sample counts once, with the mean of its readings or with the value
    /// carried forward. Nil if no sample has a value.
    public private(set) var mean: Double?
    /// The trend; nil if there are too few samples.
    public private(set) var trend: AirHistory.Trend?
    /// The number of readings.
    public private(set) var readings = 0
    /// The number of samples with readings.
    public private(set) var measured = 0
    /// The number of samples carried forward.
    public private(set) var carriedForward = 0
    /// The number of samples without a value or with only suspect ones, which the statistics ignore.
    public private(set) var missing = 0

    init(_ points: [AirChart.Point], rule: AirHistory.Trend.Rule) {
      var average: Double?
      var samples: [(second: Int64, value: Double)] = []
      samples.reserveCapacity(points.count)
      for point in points {
        guard point.value != nil, !point.flags.contains(.suspect) else {
          missing += 1
          continue
        }
        let count = Double(measured + carriedForward + 1)
        if let mean = point.mean { average = average.map { $0 + (mean - $0) / count } ?? mean }
        guard point.status == .measured else {
          carriedForward += 1
          continue
        }
        measured += 1
        readings = readings.addingSaturating(point.readings)
        guard let mean = point.mean, let range = point.range else { continue }
        samples.append((point.interval.start.secondsSince1970, mean))
        if range.lowerBound < minimum?.value ?? .infinity {
          minimum = Extreme(value: range.lowerBound, interval: point.interval)
        }
        if range.upperBound > maximum?.value ?? -.infinity {
          maximum = Extreme(value: range.upperBound, interval: point.interval)
        }
      }
      mean = average.flatMap { $0.isFinite ? $0 : nil }
      trend = AirHistory.Trend(samples, rule: rule)
    }
  }

  /// The direction of a window's values.
  ///
  /// The slope comes from ordinary least squares over the samples with readings; carried values and gaps are left out.
  /// The trend is ``Direction/steady`` if the change along the line, from the first sample to the last, is below the
  /// rule's threshold, or if the slope is below two standard errors, about the 95 % level. Otherwise the sign of the
  /// slope decides.
  public struct Trend: Hashable, Sendable {
    /// The direction.
    public enum Direction: String, Hashable, Sendable, Codable {
      /// The values grow.
      case rising
      /// The values are constant, or scatter without a direction.
      case steady
      /// The values shrink.
      case falling
    }

    /// The smallest change that counts as a trend.
    public struct Rule: Hashable, Sendable {
      /// The smallest change over the window, as a fraction of the mean's magnitude. 0.1 by default.
      public var relativeThreshold: Double
      /// The smallest change over the window, in the unit of the values. 0 by default. The larger of both thresholds applies.
      public var absoluteThreshold: Double
      /// The minimum number of samples. 3 by default, and never less.
      public var minimumSamples: Int

      /// Creates a rule; by default a change of a tenth of the mean over at least 3 samples.
      public init(
        relativeThreshold: Double = 0.1, absoluteThreshold: Double = 0, minimumSamples: Int = 3
      ) {
        self.relativeThreshold = max(0, relativeThreshold)
        self.absoluteThreshold = max(0, absoluteThreshold)
        self.minimumSamples = max(3, minimumSamples)
      }

      /// A tenth of the mean, from three samples on.
      public static var standard: Rule { Rule() }
    }

    /// The direction.
    public let direction: Direction
    /// The slope, in the unit of the values per hour.
    public let slopePerHour: Double
    /// The standard error of the slope, in the same unit.
    public let standardErrorPerHour: Double
    /// The number of samples.
    public let sampleCount: Int
    /// The time from the first of these samples to the last.
    public let span: Duration

    /// Creates the trend of samples; nil if there are too few, or all have the same time.
    ///
    /// - Parameters:
    ///   - samples: Seconds and values, in any order; values that are not finite are left out.
    ///   - rule: The smallest change that counts as a trend.
    public init?(_ samples: [(second: Int64, value: Double)], rule: Rule = .standard) {
      let samples = samples.filter(\.value.isFinite)
      guard samples.count >= rule.minimumSamples, let first = samples.map(\.second).min(),
        let last = samples.map(\.second).max(), first < last
      else { return nil }
      let hours = samples.map { Double($0.second - first) / 3600 }
      let count = Double(samples.count)
      let meanHour = hours.reduce(0, +) / count
      let mean = samples.reduce(0) { $0 + $1.value / count }
      var (spread, together, scatter) = (0.0, 0.0, 0.0)
      for (hour, sample) in zip(hours, samples) {
        spread += (hour - meanHour) * (hour - meanHour)
        together += (hour - meanHour) * (sample.value - mean)
        scatter += (sample.value - mean) * (sample.value - mean)
      }
      let slope = together / spread
      let residual = max(0, scatter - slope * together)
      let error = (residual / (count - 2) / spread).squareRoot()
      guard slope.isFinite, error.isFinite else { return nil }
      let change = (slope * Double(last - first) / 3600).magnitude
      let threshold = max(rule.absoluteThreshold, rule.relativeThreshold * mean.magnitude)
      let isSteady = change == 0 || change < threshold || slope.magnitude < 2 * error
      direction = isSteady ? .steady : slope > 0 ? .rising : .falling
      slopePerHour = slope
      standardErrorPerHour = error
      sampleCount = samples.count
      span = .seconds(last - first)
    }
  }
}
