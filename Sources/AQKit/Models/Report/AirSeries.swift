/// A parameter over time, in columns: unit, averaging period, timeline and values.
///
/// NaN means that a value is absent; absent is never 0. Two series are equal when they have the same gaps and the same
/// values elsewhere. ``readings`` shows the values as rows.
///
/// ```swift
/// guard let series = report[.pm25] else { return nil }
/// for reading in series.readings { print(reading.interval, reading.value, reading.unit) }
/// let peak = series.values.filter { !$0.isNaN }.max()  // a gap is NaN
/// ```
public struct AirSeries: Sendable {
  /// The parameter.
  public let parameter: AirParameter
  /// The unit of the values, as the provider stated it unless ``conversion`` says otherwise.
  public private(set) var unit: AirUnit
  /// The averaging period of each value.
  public let averaging: AveragingPeriod
  /// The intervals, one per value.
  public private(set) var timeline: AirTimeline
  /// The values, one per interval; NaN for a gap. Never infinite.
  public private(set) var values: [Double]
  /// A set of flags per value; nil if no value has any.
  public private(set) var flags: [Set<AirReading.QualityFlag>]?
  /// A completeness per value; nil if none is known.
  @inlinable public var completeness: [AirReading.Completeness?]? { rare?.completeness }
  /// An accuracy per value, in the series' unit; nil if none is known.
  @inlinable public var accuracy: [AirReading.Accuracy?]? { rare?.accuracy }
  /// The origin of the values, if it differs from the report's or adds to it.
  public var origin: AirOrigin?
  /// The correction that was applied to the values.
  public var correction: AirOrigin.Correction? {
    @inlinable get { rare?.correction }
    set { rare = .known(completeness, accuracy, newValue, conversion) }
  }
  /// The conversion from the provider's unit.
  @inlinable public var conversion: AirUnit.Conversion? { rare?.conversion }

  /// Stored behind one pointer, because few series have any of these.
  @usableFromInline package private(set) var rare: Rare?

  @usableFromInline package final class Rare: Sendable {
    @usableFromInline let completeness: [AirReading.Completeness?]?
    @usableFromInline let accuracy: [AirReading.Accuracy?]?
    @usableFromInline let correction: AirOrigin.Correction?
    @usableFromInline let conversion: AirUnit.Conversion?

    private init(
      _ completeness: [AirReading.Completeness?]?, _ accuracy: [AirReading.Accuracy?]?,
      _ correction: AirOrigin.Correction?, _ conversion: AirUnit.Conversion?
    ) {
      self.completeness = completeness
      self.accuracy = accuracy
      self.correction = correction
      self.conversion = conversion
    }

    /// Collects the rare columns that are known; nil if there are none.
    static func known(
      _ completeness: [AirReading.Completeness?]?, _ accuracy: [AirReading.Accuracy?]?,
      _ correction: AirOrigin.Correction?, _ conversion: AirUnit.Conversion?
    ) -> Rare? {
      completeness == nil && accuracy == nil && correction == nil && conversion == nil
        ? nil : Rare(completeness, accuracy, correction, conversion)
    }
  }

  /// The number of intervals, gaps included.
  @inlinable public var count: Int { values.count }

  /// Whether no interval has a value.
  public var hasNoValue: Bool { values.allSatisfy(\.isNaN) }
}

extension AirSeries {
  /// Creates a series from its columns, each with one element per interval. The averaging period is by default the common
  /// length of the intervals.
  ///
  /// - Throws: ``AQError/Code/invalidRequest`` when the counts differ, a value is infinite, or the intervals have
  ///   no common length and no averaging period was given.
  public init(
    _ parameter: AirParameter, unit: AirUnit, averaging: AveragingPeriod? = nil, timeline: AirTimeline,
    values: [Double], flags: [Set<AirReading.QualityFlag>]? = nil,
    completeness: [AirReading.Completeness?]? = nil, accuracy: [AirReading.Accuracy?]? = nil,
    origin: AirOrigin? = nil, correction: AirOrigin.Correction? = nil, conversion: AirUnit.Conversion? = nil
  ) throws(AQError) {
    let count = timeline.count
    guard values.count == count, flags.map({ $0.count == count }) ?? true,
      completeness.map({ $0.count == count }) ?? true, accuracy.map({ $0.count == count }) ?? true
    else {
      throw AQError(
        .invalidRequest,
        "A series of \(parameter) has \(count) intervals but a different number of values or flags.")
    }
    try Self.refuseInfinity(in: values, of: parameter)
    guard
      let averaging = averaging ?? timeline.commonLength.map({
        AveragingPeriod(seconds: $0.components.seconds)
      })
        ?? (count == 0 ? .instant : nil)
    else {
      throw AQError(
        .invalidRequest,
        "A series of \(parameter) has intervals of different lengths: name its averaging period.")
    }
    self.init(
      checked: parameter, unit: unit, averaging: averaging, timeline: timeline, values: values,
      flags: flags.flatMap { $0.allSatisfy(\.isEmpty) ? nil : $0 },
      completeness: completeness.flatMap { $0.contains { $0 != nil } ? $0 : nil },
      accuracy: accuracy.flatMap { $0.contains { $0 != nil } ? $0 : nil }, origin: origin,
      correction: correction, conversion: conversion)
  }

  private static func refuseInfinity(in values: [Double], of parameter: AirParameter) throws(AQError) {
    // No early exit: an infinity is rare, and a plain loop tests several values at a time.
    let holdsInfinity = values.withUnsafeBufferPointer { values in
      values.reduce(0) { $0 | ($1.magnitude == .infinity ? 1 : 0) } != 0
    }
    if holdsInfinity {
      throw AQError(.invalidRequest, "A series of \(parameter) can't hold an infinite value.")
    }
  }

  /// Creates a series from columns of equal length, in which infinite values and columns without content are dropped.
  package init(
    checked parameter: AirParameter, unit: AirUnit, averaging: AveragingPeriod, timeline: AirTimeline,
    values: [Double], flags: [Set<AirReading.QualityFlag>]?, completeness: [AirReading.Completeness?]? = nil,
    accuracy: [AirReading.Accuracy?]? = nil, origin: AirOrigin?, correction: AirOrigin.Correction? = nil,
    conversion: AirUnit.Conversion? = nil
  ) {
    self.init(
      parameter: parameter, unit: unit, averaging: averaging, timeline: timeline, values: values,
      flags: flags, origin: origin, rare: .known(completeness, accuracy, correction, conversion))
  }

  /// Creates a series of one value, as live feeds deliver them.
  ///
  /// - Throws: ``AQError/Code/invalidRequest`` when the value is infinite.
  public init(
    _ parameter: AirParameter, _ value: Double, unit: AirUnit, over interval: AirInterval,
    flags: Set<AirReading.QualityFlag> = []
  ) throws(AQError) {
    try self.init(
      parameter, unit: unit, timeline: AirTimeline(interval), values: [value],
      flags: flags.isEmpty ? nil : [flags])
  }
}

extension AirSeries: Hashable {
  /// Compares all properties; a gap equals a gap.
  public static func == (lhs: AirSeries, rhs: AirSeries) -> Bool {
    lhs.parameter == rhs.parameter && lhs.unit == rhs.unit && lhs.averaging == rhs.averaging
      && lhs.timeline == rhs.timeline && lhs.flags == rhs.flags && lhs.completeness == rhs.completeness
      && lhs.accuracy == rhs.accuracy
      && lhs.origin == rhs.origin && lhs.correction == rhs.correction && lhs.conversion == rhs.conversion
      && lhs.values.elementsEqual(rhs.values) { $0 == $1 || ($0.isNaN && $1.isNaN) }
  }

  /// Hashes the identity, the timeline and the values; all gaps hash alike.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(parameter)
    hasher.combine(unit)
    hasher.combine(averaging)
    hasher.combine(timeline)
    for value in values { hasher.combine(value.isNaN ? nil : value) }
  }
}

extension AirSeries {
  /// A lazy view of the values as rows, oldest first, without gaps.
  public var readings: some BidirectionalCollection<AirReading> & Sendable {
    ReadingCollection(series: self, startIndex: values.firstIndex { !$0.isNaN } ?? count)
  }

  /// Returns the value at an index as a row; nil for a gap or an index out of range.
  public func reading(at index: Int) -> AirReading? {
    values.indices.contains(index) && !values[index].isNaN ? knownReading(at: index) : nil
  }

  fileprivate func knownReading(at index: Int) -> AirReading {
    AirReading(
      parameter: parameter, value: values[index], unit: unit,
      interval: AirInterval(seconds: timeline.startSeconds(at: index), timeline.endSeconds(at: index)),
      averaging: averaging, flags: flags?[index] ?? [], completeness: completeness?[index],
      accuracy: accuracy?[index], origin: origin)
  }

  /// Returns the newest value; with a bound, the newest whose interval ended by then.
  public func newestReading(notAfter bound: AirTime? = nil) -> AirReading? {
    newestIndex(notAfter: bound).flatMap(reading(at:))
  }

  /// Returns the end of the newest value's interval; with a bound, of the newest one that ended by then.
  package func newestEnd(notAfter bound: AirTime? = nil) -> AirTime? {
    newestIndex(notAfter: bound).map { AirTime(secondsSince1970: timeline.endSeconds(at: $0)) }
  }

  private func newestIndex(notAfter bound: AirTime?) -> Int? {
    values.indices.last { index in
      !values[index].isNaN && (bound.map { timeline.endSeconds(at: index) <= $0.secondsSince1970 } ?? true)
    }
  }

  /// Returns the part of the series whose intervals overlap a window.
  public func clamped(to window: AirInterval) -> AirSeries {
    let range = timeline.indices(overlapping: window)
    guard range != 0..<count else { return self }
    return AirSeries(slicing: self, range)
  }

  /// Creates a part of a series, by the indices of its intervals, which must exist.
  package init(slicing other: AirSeries, _ range: Range<Int>) {
    self = other
    timeline = other.timeline.slice(range)
    values = Array(other.values[range])
    flags = other.flags.flatMap { $0[range].allSatisfy(\.isEmpty) ? nil : Array($0[range]) }
    guard let all = other.rare else { return }
    rare = .known(
      all.completeness.flatMap { $0[range].contains { $0 != nil } ? Array($0[range]) : nil },
      all.accuracy.flatMap { $0[range].contains { $0 != nil } ? Array($0[range]) : nil },
      all.correction, all.conversion)
  }

  /// Adds a flag to a value, by its index, which must exist.
  package mutating func add(_ flag: AirReading.QualityFlag, at index: Int) {
    if flags == nil { flags = Array(repeating: [], count: count) }
    flags?[index].insert(flag)
  }

  package var hasSuspectValue: Bool {
    guard let flags else { return false }
    return flags.indices.contains { !flags[$0].isEmpty && flags[$0].contains(.suspect) && !values[$0].isNaN }
  }

  /// The series with gaps for values that are flagged as suspect.
  package var withoutSuspectValues: AirSeries {
    guard let flags, hasSuspectValue else { return self }
    var copy = self
    for index in flags.indices where flags[index].contains(.suspect) { copy.values[index] = .nan }
    return copy
  }

  /// The series with gaps for numbers that mean a missing value.
  package var withoutMissingSigns: AirSeries {
    // No early exit: such numbers are rare, and a plain loop tests several values at a time.
    let count = values.withUnsafeBufferPointer { values in
      values.reduce(0) { $0 + ($1 <= MissingSign.largest ? 1 : 0) }
    }
    if count == 0 { return self }
    return changed(self) {
      for index in values.indices where parameter.isMissing(values[index], in: unit) {
        $0.values[index] = .nan
      }
    }
  }

  /// Returns the series in another unit, with a record of the provider's unit unless it is that one.
  ///
  /// Values are rounded to nine significant digits, so that 0.0059 mg/m³ is 5.9 µg/m³ and not a binary neighbour, which an
  /// index would truncate to 5.8.
  ///
  /// - Parameters:
  ///   - unit: The unit to convert to.
  ///   - conditions: The reference conditions, needed between mass concentration and mixing ratio; never assumed.
  /// - Throws: The same errors as ``AirUnit/convert(_:to:of:under:)``.
  public func converted(to unit: AirUnit, under conditions: AirUnit.ReferenceConditions? = nil)
    throws(AQError)
    -> AirSeries
  {
    guard unit != self.unit else { return self }
    let exact = try self.unit.conversion(to: unit, of: parameter, under: conditions)
    func convert(_ value: Double) -> Double { exact(value).rounded(significantDigits: 9) }
    let from = conversion?.from ?? self.unit
    let crossesDimension = self.unit.dimension != unit.dimension
    // A value that is back in the provider's kind of unit depends on no conditions.
    let isBack = from.dimension == unit.dimension && [nil, conditions].contains(conversion?.conditions)
    var copy = self
    copy.unit = unit
    copy.values = values.map(convert)
    try Self.refuseInfinity(in: copy.values, of: parameter)
    copy.rare = .known(
      completeness, accuracy.map { $0.map { $0.map { $0.converted(convert) } } }, correction,
      isBack && from == unit
        ? nil
        : AirUnit.Conversion(
          from: from,
          conditions: isBack ? nil : crossesDimension ? conditions : conversion?.conditions))
    return copy
  }
}

/// The values of a series without its gaps; an index is that of the value.
private struct ReadingCollection: BidirectionalCollection, Sendable {
  let series: AirSeries
  let startIndex: Int

  var endIndex: Int { series.count }

  func index(after index: Int) -> Int { series.values[(index + 1)...].firstIndex { !$0.isNaN } ?? endIndex }

  func index(before index: Int) -> Int { series.values[..<index].lastIndex { !$0.isNaN } ?? startIndex }

  subscript(index: Int) -> AirReading { series.knownReading(at: index) }
}

extension AirReading.Accuracy {
  /// Returns the accuracy in another unit. An uncertainty is a difference, so the unit's zero doesn't apply.
  fileprivate func converted(_ convert: (Double) -> Double) -> Self {
    Self(
      uncertainty: uncertainty.map { (convert($0) - convert(0)).magnitude },
      detectionLimit: detectionLimit.map(convert),
      bounds: bounds.map { Bounds(low: convert($0.low), high: convert($0.high), probability: $0.probability) }
    )
  }
}
