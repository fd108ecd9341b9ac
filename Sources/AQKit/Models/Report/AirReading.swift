/// A value of a series, seen as a row.
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
  /// The quality flags, of the provider and of AQKit.
  public package(set) var flags: Set<AirReading.QualityFlag>
  /// The share of the expected sub-values that went into the value; nil if unknown.
  public let completeness: AirReading.Completeness?
  /// The accuracy of the value; nil if unknown.
  public let accuracy: AirReading.Accuracy?
  /// The origin of the series, if it differs from the report's or adds to it.
  public let origin: AirOrigin?
}

extension AirReading {
  /// The value as an instant, such as a sunrise, rounded down to the second; nil unless the unit is
  /// ``AirUnit/unixTime``.
  public var instant: AirTime? {
    guard unit == .unixTime, value.magnitude < 1e15 else { return nil }
    return AirTime(secondsSince1970: Int64(value.rounded(.down)))
  }

  /// The weather, if the parameter is ``AirParameter/weatherCode`` and the value is one of its codes.
  public var weather: AirParameter.WeatherCode? {
    parameter == .weatherCode ? AirParameter.WeatherCode(value) : nil
  }

  /// The share of its interval that a value covers: counts of sub-values, such as 45 of 60 minutes, or a percentage.
  ///
  /// ```swift
  /// guard let fraction = reading.completeness?.fraction else { return true }  // not stated
  /// return fraction >= 0.75
  /// ```
  public struct Completeness: Hashable, Sendable, Codable {
    /// The number of sub-values that were present; nil if a percentage was stated.
    public let observed: Int?
    /// The number of sub-values in a full interval; nil if a percentage was stated.
    public let expected: Int?
    /// The percentage as stated; nil if counts were stated.
    package let percent: Double?

    /// Creates a completeness from observed and expected counts; a negative count becomes 0.
    public init(observed: Int, expected: Int) {
      self.observed = max(0, observed)
      self.expected = max(0, expected)
      percent = nil
    }

    /// Creates a percentage as a service states it, which may lie above 100; a negative one, or NaN, becomes 0.
    public init(percent: Double) {
      (observed, expected) = (nil, nil)
      self.percent = percent > 0 ? min(percent, .greatestFiniteMagnitude) : 0
    }

    /// Observed divided by expected, which may be above 1; nil if the expected number is zero.
    public var fraction: Double? {
      if let percent { return percent / 100 }
      guard let observed, let expected, expected > 0 else { return nil }
      return Double(observed) / Double(expected)
    }

    /// Reads the two counts, or `percent`.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      if let percent = try container.decodeIfPresent(Double.self, forKey: .percent) {
        self.init(percent: percent)
      } else {
        try self.init(observed: container.value(.observed), expected: container.value(.expected))
      }
    }
  }

  /// The accuracy of a value, in the value's unit.
  public struct Accuracy: Hashable, Sendable, Codable {
    /// The measurement uncertainty as the provider states it, plus or minus; not negative.
    public let uncertainty: Double?
    /// The lowest value that the method can distinguish from zero; not negative.
    public let detectionLimit: Double?
    /// The interval that contains the true value with a stated probability, as for estimates; nil if unknown.
    public let bounds: Bounds?

    /// The interval that contains the true value with a stated probability.
    public struct Bounds: Hashable, Sendable, Codable {
      /// The lower end, in the value's unit.
      public let low: Double
      /// The upper end, in the value's unit.
      public let high: Double
      /// The probability that the true value lies between both ends.
      public let probability: Double

      /// Creates an interval from its ends.
      public init(low: Double, high: Double, probability: Double) {
        self.low = low
        self.high = high
        self.probability = probability
      }

      /// Whether the bounds form an interval with a valid probability.
      var isPossible: Bool { low <= high && high.isFinite && low.isFinite && (0...1).contains(probability) }
    }

    /// Creates an accuracy from what is known. A number that is negative or not finite becomes nil, and so do bounds that
    /// form no interval.
    public init(uncertainty: Double? = nil, detectionLimit: Double? = nil, bounds: Bounds? = nil) {
      self.uncertainty = uncertainty.flatMap(\.ifNotNegative)
      self.detectionLimit = detectionLimit.flatMap(\.ifNotNegative)
      self.bounds = bounds.flatMap { $0.isPossible ? $0 : nil }
    }

    /// Reads the numbers; each may be missing.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      try self.init(
        uncertainty: container.optional(.uncertainty), detectionLimit: container.optional(.detectionLimit),
        bounds: container.optional(.bounds))
    }
  }

  /// The degree to which a provider has checked a value.
  public enum Validation: String, Hashable, Sendable, Codable {
    /// The value is unchecked, as the instrument gave it.
    case raw
    /// The value was checked by machine only, or will be checked again.
    case provisional
    /// The value has passed the provider's final check.
    case validated
  }

  /// The degree to which the provider has checked the value, by its flags; nil if it doesn't say.
  public var validation: Validation? {
    flags.contains(.validated)
      ? .validated : flags.contains(.provisional) ? .provisional : flags.contains(.raw) ? .raw : nil
  }

  /// A statement about the quality of one value, by its provider or by AQKit. An open set; a value may have several.
  ///
  /// ```swift
  /// reading.flags.isDisjoint(with: [.suspect, .interpolated])
  /// ```
  public struct QualityFlag: RawRepresentable, Hashable, Sendable, Codable, Comparable,
    CustomStringConvertible
  {
    /// The flag's spelling.
    public let rawValue: String
    /// Creates a flag from its spelling.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The spelling.
    public var description: String { rawValue }
    /// Compares by spelling.
    public static func < (lhs: AirReading.QualityFlag, rhs: AirReading.QualityFlag) -> Bool {
      lhs.rawValue < rhs.rawValue
    }
    /// The value is unchecked, as the instrument gave it.
    public static var raw: QualityFlag { QualityFlag(rawValue: "raw") }
    /// The value has passed the provider's final check.
    public static var validated: QualityFlag { QualityFlag(rawValue: "validated") }
    /// A published index that was made from fewer pollutants or hours than it requires.
    public static var partial: QualityFlag { QualityFlag(rawValue: "partial") }
    /// A published index beyond the last number of its scale, such as `10+`, or a value beyond the instrument's range.
    public static var beyondScale: QualityFlag { QualityFlag(rawValue: "beyond scale") }
    /// The value hasn't passed the provider's final check yet.
    public static var provisional: QualityFlag { QualityFlag(rawValue: "provisional") }
    /// The provider doubts the value, or it is outside the plausible range (``AirParameter/Bounds/plausible``).
    public static var suspect: QualityFlag { QualityFlag(rawValue: "suspect") }
    /// Corrected by the provider; must not be corrected again.
    public static var corrected: QualityFlag { QualityFlag(rawValue: "corrected") }
    /// The value is below the instrument's detection limit.
    public static var belowDetection: QualityFlag { QualityFlag(rawValue: "below detection") }
    /// Filled in between neighbours in time or space.
    public static var interpolated: QualityFlag { QualityFlag(rawValue: "interpolated") }
    /// The provider states no time, or one up to ten minutes after its receipt; the interval is the time of receipt.
    public static var timeOfReceipt: QualityFlag { QualityFlag(rawValue: "time of receipt") }
    /// Arrived after a newer value of the same series.
    public static var late: QualityFlag { QualityFlag(rawValue: "late") }
    /// The same value was received before for the same interval or, from a sender that repeats old values, without a time.
    public static var repeated: QualityFlag { QualityFlag(rawValue: "repeated") }
    /// The last known value, carried forward.
    public static var carriedForward: QualityFlag { QualityFlag(rawValue: "carried forward") }

    /// AQKit's own flags: at most 16, because a history holds them as bits in this order. Saved histories do, too: a new flag
    /// comes last.
    package static let known: [QualityFlag] = [
      .provisional, .suspect, .corrected, .belowDetection, .interpolated, .timeOfReceipt, .late, .repeated,
      .carriedForward, .raw, .validated, .partial, .beyondScale,
    ]
  }
}

extension AirReading: Codable {
  /// Reads a value; without `averaging` it is averaged over its interval. A value that is not finite is refused.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    let value = try container.decode(Double.self, forKey: "value")
    guard value.isFinite else { throw container.fault(at: "value", "A reading needs a finite value.") }
    let interval = try container.decode(AirInterval.self, forKey: "interval")
    try self.init(
      parameter: container.value("parameter"), value: value, unit: container.value("unit"),
      interval: interval,
      averaging: container.optional("averaging") ?? AveragingPeriod(seconds: interval.length.boundedSeconds),
      flags: container.optional("flags") ?? [], completeness: container.optional("completeness"),
      accuracy: container.optional("accuracy"), origin: container.optional("origin"))
  }

  /// Writes a value; flags are sorted, and unknown members are left out.
  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "parameter": parameter, "value": value, "unit": unit, "interval": interval, "averaging": averaging,
      "flags": flags.isEmpty ? nil : flags.spellings, "completeness": completeness, "accuracy": accuracy,
      "origin": origin,
    ])
  }
}

extension AirReading: Identifiable {
  /// Identifies a reading within a report by everything except the value and its qualifiers, so that a revised value
  /// keeps its identity.
  public struct ID: Hashable, Sendable {
    let parameter: AirParameter
    let unit: AirUnit
    let averaging: AveragingPeriod
    let interval: AirInterval
    let origin: AirOrigin?
  }

  /// The reading's identity within a report.
  public var id: ID {
    ID(parameter: parameter, unit: unit, averaging: averaging, interval: interval, origin: origin)
  }
}
