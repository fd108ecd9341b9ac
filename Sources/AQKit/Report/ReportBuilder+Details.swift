extension ReportBuilder {
  /// The statements of a service about a value besides its parameter, number, unit and time. Each has a default, mostly from
  /// the source's offer.
  ///
  /// ```swift
  /// report.add(.pm25, 14, unit: "µg/m³", at: .age(seconds: 90), with: .init(averaging: .instant), to: station)
  /// ```
  public struct Details: Hashable, Sendable {
    /// The meaning of the time; nil for that of the parameter's offer, and of several offers for that of the one with this
    /// averaging and the site's kind.
    public var timeConvention: SourceDescriptor.TimeConvention?
    /// The averaging period; nil to use the offer's, or `instant` with the ``timeConvention`` `.instant`.
    public var averaging: AveragingPeriod?
    /// The provider's quality flags.
    public var flags: Set<AirReading.QualityFlag>
    /// The share of the expected sub-values; nil if unknown.
    public var completeness: AirReading.Completeness?
    /// The uncertainty and the detection limit, in the provider's unit; nil if unknown.
    public var accuracy: AirReading.Accuracy?
    /// The model, instrument or channel, if it differs from the report's. Values of different origin are different series.
    public var origin: AirOrigin?
    /// The correction that was applied to the value; nil if there was none. Corrected and raw values are different series.
    public var correction: AirOrigin.Correction?
    /// The values that this instrument can give, if neither the declaration nor the instrument's model defines them.
    public var bounds: AirParameter.Bounds?

    /// Creates details from what is known.
    public init(
      timeConvention: SourceDescriptor.TimeConvention? = nil, averaging: AveragingPeriod? = nil,
      flags: Set<AirReading.QualityFlag> = [], completeness: AirReading.Completeness? = nil,
      accuracy: AirReading.Accuracy? = nil, origin: AirOrigin? = nil,
      correction: AirOrigin.Correction? = nil, bounds: AirParameter.Bounds? = nil
    ) {
      self.timeConvention = timeConvention
      self.averaging = averaging
      self.flags = flags
      self.completeness = completeness
      self.accuracy = accuracy
      self.origin = origin
      self.correction = correction
      self.bounds = bounds
    }

    /// Whether they state something that differs from value to value.
    var hasQuality: Bool { !flags.isEmpty || completeness != nil || accuracy != nil }
  }

  /// The times of a column, one per value, in any order.
  public enum Times: Hashable, Sendable {
    /// Seconds since 1970 in UTC.
    case unix([Int64])
    /// The provider's time stamps.
    case stamps([TimeStamp])

    var count: Int {
      switch self {
      case .unix(let seconds): seconds.count
      case .stamps(let stamps): stamps.count
      }
    }
  }

  /// The statements of a service about each value of a column. A list has an element per value, or is nil.
  public struct Quality: Sendable {
    /// The provider's quality flags, the validation among them.
    public var flags: [Set<AirReading.QualityFlag>]?
    /// The share of the expected sub-values of each value; nil if unknown.
    public var completeness: [AirReading.Completeness?]?
    /// The uncertainty and the detection limit of each value, in the provider's unit; nil if unknown.
    public var accuracy: [AirReading.Accuracy?]?
    /// The rows whose time occurs twice.
    var repeated = RepeatedHours()

    /// Creates lists from what is known.
    public init(
      flags: [Set<AirReading.QualityFlag>]? = nil, completeness: [AirReading.Completeness?]? = nil,
      accuracy: [AirReading.Accuracy?]? = nil
    ) {
      self.flags = flags
      self.completeness = completeness
      self.accuracy = accuracy
    }

    /// Whether nothing is stated of single values.
    var isEmpty: Bool { flags == nil && completeness == nil && accuracy == nil && repeated.isEmpty }

    /// Returns whether each list has as many elements as there are values.
    func fits(_ count: Int) -> Bool {
      (flags?.count ?? count) == count && (completeness?.count ?? count) == count
        && (accuracy?.count ?? count) == count
    }

    /// Returns the details of a value: its own, or else those that all values of its column share; its flags are added
    /// to theirs.
    func details(at index: Int, _ shared: Details) -> Details {
      var details = shared
      if let flags { details.flags.formUnion(flags[index]) }
      details.completeness = completeness?[index] ?? shared.completeness
      details.accuracy = accuracy?[index] ?? shared.accuracy
      return details
    }

    mutating func keep(_ kept: [Int]) {
      flags = flags.map { all in kept.map { all[$0] } }
      completeness = completeness.map { all in kept.map { all[$0] } }
      accuracy = accuracy.map { all in kept.map { all[$0] } }
    }

    /// Adds the elements of the value after the first ones.
    mutating func append(
      _ newFlags: Set<AirReading.QualityFlag>, _ newCompleteness: AirReading.Completeness?,
      _ newAccuracy: AirReading.Accuracy?, common: Set<AirReading.QualityFlag>, after count: Int
    ) {
      if flags == nil, newFlags != common { flags = Array(repeating: common, count: count) }
      flags?.append(newFlags)
      if completeness == nil, newCompleteness != nil { completeness = Array(repeating: nil, count: count) }
      completeness?.append(newCompleteness)
      if accuracy == nil, newAccuracy != nil { accuracy = Array(repeating: nil, count: count) }
      accuracy?.append(newAccuracy)
    }

    mutating func removeLast(_ count: Int) {
      flags?.removeLast(count)
      completeness?.removeLast(count)
      accuracy?.removeLast(count)
    }
  }
}
