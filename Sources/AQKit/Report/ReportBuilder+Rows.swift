extension ReportBuilder {
  /// Adds one value under the provider's names.
  ///
  /// ``SourceDescriptor/parameterNames`` and ``SourceDescriptor/unitNames`` define names, with precedence over AQKit's own.
  /// A value of an unknown name is refused, counted and noted.
  ///
  /// - Parameters:
  ///   - name: The provider's name of the parameter.
  ///   - value: The value; nil if the provider has none.
  ///   - unit: The provider's spelling of the unit.
  ///   - stamp: The provider's time stamp.
  ///   - convention: The meaning of the stamp; by default as in the parameter's offer.
  ///   - averaging: The averaging period; by default as in the source's offer.
  ///   - flags: The provider's quality flags.
  ///   - completeness: The share of the expected sub-values.
  ///   - accuracy: Its uncertainty and the detection limit, in the provider's unit.
  ///   - origin: Model, instrument or channel; values of different origin are different series.
  ///   - correction: How the value was corrected; corrected and raw values are different series.
  ///   - site: The site.
  public mutating func add(
    named name: String, _ value: Double?, unit: String, at stamp: TimeStamp,
    convention: SourceDescriptor.TimeConvention? = nil, averaging: AveragingPeriod? = nil,
    flags: Set<AirReading.QualityFlag> = [], completeness: AirReading.Completeness? = nil,
    accuracy: AirReading.Accuracy? = nil, origin: AirOrigin? = nil, correction: AirOrigin.Correction? = nil,
    to site: SiteReference
  ) {
    guard let parameter = parameter(named: name) else { return }
    add(
      parameter, value, unit: descriptor.unit(named: unit) ?? AirUnit(unit), at: stamp,
      convention: convention,
      averaging: averaging, flags: flags, completeness: completeness, accuracy: accuracy, origin: origin,
      correction: correction,
      to: site)
  }

  /// Adds one JSON value under the provider's names; it is read as by
  /// ``add(_:_:acceptingText:unit:at:convention:averaging:flags:completeness:accuracy:origin:correction:to:)``, and the names as
  /// by ``add(named:_:unit:at:convention:averaging:flags:completeness:accuracy:origin:correction:to:)``.
  ///
  /// - Parameters:
  ///   - name: The provider's name of the parameter.
  ///   - value: The value.
  ///   - acceptsText: Whether to read a string that contains a number (`"12.5"`).
  ///   - unit: The provider's spelling of the unit.
  ///   - stamp: The provider's time stamp.
  ///   - convention: The meaning of the stamp; by default as in the parameter's offer.
  ///   - averaging: The averaging period; by default as in the source's offer.
  ///   - flags: The provider's quality flags.
  ///   - completeness: The share of the expected sub-values.
  ///   - accuracy: Its uncertainty and the detection limit, in the provider's unit.
  ///   - origin: Model, instrument or channel; values of different origin are different series.
  ///   - correction: How the value was corrected; corrected and raw values are different series.
  ///   - site: The site.
  public mutating func add(
    named name: String, _ value: AQJSON, acceptingText acceptsText: Bool = false, unit: String,
    at stamp: TimeStamp, convention: SourceDescriptor.TimeConvention? = nil,
    averaging: AveragingPeriod? = nil,
    flags: Set<AirReading.QualityFlag> = [], completeness: AirReading.Completeness? = nil,
    accuracy: AirReading.Accuracy? = nil, origin: AirOrigin? = nil, correction: AirOrigin.Correction? = nil,
    to site: SiteReference
  ) {
    guard let parameter = parameter(named: name) else { return }
    add(
      parameter, value, acceptingText: acceptsText, unit: descriptor.unit(named: unit) ?? AirUnit(unit),
      at: stamp,
      convention: convention, averaging: averaging, flags: flags, completeness: completeness,
      accuracy: accuracy, origin: origin,
      correction: correction, to: site)
  }

  /// Returns the parameter that the provider calls so, or nil after refusing the name.
  ///
  /// ``SourceDescriptor/parameter(named:)`` does the same without a note, for choosing the parameters of a request.
  ///
  /// - Parameters:
  ///   - name: The provider's name.
  ///   - count: The number of values that it covers.
  public mutating func parameter(named name: String, count: Int = 1) -> AirParameter? {
    if let parameter = descriptor.parameter(named: name) { return parameter }
    refuse(Self.unknownParameter(name), count: count)
    return nil
  }

  /// Returns the reason for refusing a parameter.
  static func unknownParameter(_ name: String) -> String {
    "no offer of the source names the parameter “\(name.prefix(40))”\(AirParameter.suggestion(for: name)); name it there, "
      + "or say in the declaration's parameterNames what it means"
  }
}

extension ReportBuilder {
  /// Adds a whole column with the provider's time stamps.
  ///
  /// Values are refused one by one, for the same reasons as single ones.
  ///
  /// - Parameters:
  ///   - parameter: The parameter.
  ///   - values: One value per stamp; NaN if the provider has none.
  ///   - unit: The provider's unit.
  ///   - stamps: The provider's time stamps, one per value, in any order.
  ///   - convention: The meaning of the stamps; by default as in the parameter's offer.
  ///   - averaging: The averaging period; by default as in the source's offer.
  ///   - flags: The provider's quality flags, a set per value, its validation among them.
  ///   - completeness: The share of the expected sub-values of each value; nil if unknown.
  ///   - accuracy: The uncertainty and the detection limit of each value, in the provider's unit.
  ///   - origin: Model, instrument or channel.
  ///   - correction: How the values were corrected.
  ///   - site: The site.
  public mutating func add(
    _ parameter: AirParameter, column values: [Double], unit: AirUnit, at stamps: [TimeStamp],
    convention: SourceDescriptor.TimeConvention? = nil, averaging: AveragingPeriod? = nil,
    flags: [Set<AirReading.QualityFlag>]? = nil, completeness: [AirReading.Completeness?]? = nil,
    accuracy: [AirReading.Accuracy?]? = nil,
    origin: AirOrigin? = nil, correction: AirOrigin.Correction? = nil, to site: SiteReference
  ) {
    let details = Column.Details(flags: flags, completeness: completeness, accuracy: accuracy)
    guard values.count == stamps.count, details.fits(values.count) else {
      return refuse(Self.unequalColumn(parameter), count: values.count)
    }
    for (index, (value, stamp)) in zip(values, stamps).enumerated() {
      add(
        parameter, value, unit: unit, at: stamp, convention: convention, averaging: averaging,
        flags: flags?[index] ?? [], completeness: completeness?[index], accuracy: accuracy?[index],
        origin: origin, correction: correction, to: site)
    }
  }

  /// Adds a column from a JSON array of numbers and `null` with the provider's time stamps. Any other element is refused,
  /// counted and noted, and the rest is kept. A missing or `null` column is skipped.
  ///
  /// - Parameters:
  ///   - parameter: The parameter.
  ///   - values: The array, with one element per stamp.
  ///   - unit: The provider's unit.
  ///   - stamps: The provider's time stamps, one per value, in any order.
  ///   - convention: The meaning of the stamps; by default as in the parameter's offer.
  ///   - averaging: The averaging period; by default as in the source's offer.
  ///   - flags: The provider's quality flags, a set per value, its validation among them.
  ///   - completeness: The share of the expected sub-values of each value; nil if unknown.
  ///   - accuracy: The uncertainty and the detection limit of each value, in the provider's unit.
  ///   - origin: Model, instrument or channel.
  ///   - correction: How the values were corrected.
  ///   - site: The site.
  public mutating func add(
    _ parameter: AirParameter, column values: AQJSON, unit: AirUnit, at stamps: [TimeStamp],
    convention: SourceDescriptor.TimeConvention? = nil, averaging: AveragingPeriod? = nil,
    flags: [Set<AirReading.QualityFlag>]? = nil, completeness: [AirReading.Completeness?]? = nil,
    accuracy: [AirReading.Accuracy?]? = nil,
    origin: AirOrigin? = nil, correction: AirOrigin.Correction? = nil, to site: SiteReference
  ) {
    guard let numbers = numbers(values) else { return }
    add(
      parameter, column: numbers, unit: unit, at: stamps, convention: convention, averaging: averaging,
      flags: flags, completeness: completeness, accuracy: accuracy, origin: origin, correction: correction,
      to: site)
  }
}
