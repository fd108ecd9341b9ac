extension AirParameter {
  /// Which statistic of a day's values a daily value is.
  public enum DayStatistic: String, Hashable, Sendable, Codable, CaseIterable {
    /// The highest.
    case maximum = "max"
    /// The lowest.
    case minimum = "min"
    /// The mean.
    case mean
    /// The sum.
    case sum
    /// The most frequent, such as the prevailing direction of the wind.
    case dominant
  }

  /// A daily statistic of a parameter, such as the day's highest temperature, as weather services publish them.
  ///
  /// The spelling is `PARAMETER.STATISTIC`, such as `temperature.max`. The daily mean of a pollutant is the pollutant
  /// itself with an averaging period of a day, as standards define it.
  ///
  /// - Parameters:
  ///   - statistic: The statistic of the day's values.
  ///   - parameter: The parameter whose values it summarises.
  public static func daily(_ statistic: DayStatistic, of parameter: AirParameter) -> AirParameter {
    known("\(parameter.rawValue).\(statistic.rawValue)")
  }

  /// The daily statistic and its parameter; nil for any other parameter.
  public var dayStatistic: (statistic: DayStatistic, parameter: AirParameter)? {
    guard !isPublishedIndex, let (base, statistic) = Self.dayParts(rawValue) else { return nil }
    return (statistic, AirParameter(rawValue: base))
  }

  /// The spelling of a daily statistic with its parameter's canonical spelling; nil for anything else.
  static func canonicalDay(_ spelling: String) -> String? {
    guard let (base, statistic) = dayParts(spelling), let parameter = canonical[base] else { return nil }
    return "\(parameter).\(statistic.rawValue)"
  }

  private static func dayParts(_ spelling: String) -> (base: String, statistic: DayStatistic)? {
    guard let dot = spelling.lastIndex(of: "."), dot != spelling.startIndex,
      let statistic = DayStatistic(rawValue: String(spelling[spelling.index(after: dot)...]))
    else { return nil }
    return (String(spelling[..<dot]), statistic)
  }
}

extension AirParameter.DayStatistic {
  /// The statistic as parameter names spell it.
  var name: String {
    switch self {
    case .maximum: "highest of the day"
    case .minimum: "lowest of the day"
    case .mean: "mean of the day"
    case .sum: "sum of the day"
    case .dominant: "prevailing of the day"
    }
  }
}
