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
  public let flags: Set<AirReading.QualityFlag>
  /// How many of the expected sub-values went into it; nil if unknown.
  public let completeness: AirReading.Completeness?

  /// A value of a series.
  package init(
    parameter: AirParameter, value: Double, unit: AirUnit, interval: AirInterval, averaging: AveragingPeriod,
    flags: Set<AirReading.QualityFlag>, completeness: AirReading.Completeness?
  ) {
    self.parameter = parameter
    self.value = value
    self.unit = unit
    self.interval = interval
    self.averaging = averaging
    self.flags = flags
    self.completeness = completeness
  }
}

extension AirReading {
  /// The value as an instant, such as a sunrise, rounded down to the second; nil unless the unit is
  /// ``AirUnit/unixTime``.
  public var instant: AirTime? {
    guard unit == .unixTime, value.magnitude < 1e15 else { return nil }
    return AirTime(secondsSince1970: Int64(value.rounded(.down)))
  }
}

extension AirReading {
  /// How many of the expected sub-values went into a value, such as 45 of 60 minutes.
  public struct Completeness: Hashable, Sendable, Codable {
    /// Sub-values that were there.
    public let observed: Int
    /// Sub-values that a full interval has.
    public let expected: Int

    /// Observed and expected counts; a negative count becomes 0.
    public init(observed: Int, expected: Int) {
      self.observed = max(0, observed)
      self.expected = max(0, expected)
    }

    private enum CodingKeys: String, CodingKey { case observed, expected }

    /// Reads the two numbers.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      self.init(
        observed: try container.decode(Int.self, forKey: .observed),
        expected: try container.decode(Int.self, forKey: .expected))
    }

    /// Observed divided by expected; nil if nothing was expected.
    public var fraction: Double? { expected > 0 ? Double(observed) / Double(expected) : nil }
  }
}

extension AirReading {
  /// A provider's statement about the quality of one value. An open set; a value may have several.
  public struct QualityFlag: RawRepresentable, Hashable, Sendable, Codable, Comparable,
    CustomStringConvertible
  {
    /// The flag's spelling.
    public let rawValue: String
    /// A flag, by its spelling.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The spelling.
    public var description: String { rawValue }
    /// In the order of the spellings.
    public static func < (lhs: AirReading.QualityFlag, rhs: AirReading.QualityFlag) -> Bool {
      lhs.rawValue < rhs.rawValue
    }
    /// Not yet verified by the provider.
    public static let provisional = AirReading.QualityFlag(rawValue: "provisional")
    /// Doubted by the provider.
    public static let suspect = AirReading.QualityFlag(rawValue: "suspect")
    /// Corrected by the provider; must not be corrected again.
    public static let corrected = AirReading.QualityFlag(rawValue: "corrected")
    /// Below what the instrument can detect.
    public static let belowDetection = AirReading.QualityFlag(rawValue: "below detection")
    /// Filled in between neighbours in time or space.
    public static let interpolated = AirReading.QualityFlag(rawValue: "interpolated")
    /// The provider states no time; the interval is the time of receipt.
    public static let timeOfReceipt = AirReading.QualityFlag(rawValue: "time of receipt")
    /// Arrived after a newer value of the same series.
    public static let late = AirReading.QualityFlag(rawValue: "late")
    /// The same value for the same interval was received before.
    public static let repeated = AirReading.QualityFlag(rawValue: "repeated")
    /// The last known value, carried forward.
    public static let carriedForward = AirReading.QualityFlag(rawValue: "carried forward")
  }
}
