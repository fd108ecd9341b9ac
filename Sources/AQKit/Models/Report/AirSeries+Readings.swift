extension AirSeries {
  /// A lazy view of the values as rows, oldest first, without gaps.
  public var readings: some Sequence<AirReading> & Sendable {
    ReadingSequence(series: self)
  }

  /// The value at an index as a row; nil for a gap or an index out of range.
  public func reading(at index: Int) -> AirReading? {
    guard values.indices.contains(index), !values[index].isNaN, let interval = timeline[index] else {
      return nil
    }
    return AirReading(
      parameter: parameter, value: values[index], unit: unit, interval: interval, averaging: averaging,
      flags: flags?[index] ?? [], completeness: completeness?[index],
      accuracy: accuracy?[index], origin: origin)
  }

  /// The newest value; with a bound, the newest whose interval ended by then.
  public func newestReading(notAfter bound: AirTime? = nil) -> AirReading? {
    newestIndex(notAfter: bound).flatMap(reading(at:))
  }

  /// The end of the newest value's interval; with a bound, of the newest one that ended by then.
  package func newestEnd(notAfter bound: AirTime? = nil) -> AirTime? {
    newestIndex(notAfter: bound).map { AirTime(secondsSince1970: timeline.endSeconds(at: $0)) }
  }

  private func newestIndex(notAfter bound: AirTime?) -> Int? {
    values.indices.last { index in
      !values[index].isNaN && (bound.map { timeline.endSeconds(at: index) <= $0.secondsSince1970 } ?? true)
    }
  }

  /// The part of the series whose intervals overlap a window.
  public func clamped(to window: AirInterval) -> AirSeries {
    let range = timeline.indices(overlapping: window)
    guard range != 0..<count else { return self }
    return AirSeries(slicing: self, range)
  }

  /// A part of a series, by the indices of its intervals, which must exist.
  package init(slicing other: AirSeries, _ range: Range<Int>) {
    parameter = other.parameter
    unit = other.unit
    averaging = other.averaging
    timeline = other.timeline.slice(range)
    values = Array(other.values[range])
    flags = other.flags.flatMap { $0[range].allSatisfy(\.isEmpty) ? nil : Array($0[range]) }
    completeness = other.completeness.flatMap { $0[range].contains { $0 != nil } ? Array($0[range]) : nil }
    accuracy = other.accuracy.flatMap { $0[range].contains { $0 != nil } ? Array($0[range]) : nil }
    origin = other.origin
    correction = other.correction
    conversion = other.conversion
  }

  /// The series in another unit, with a record of the provider's unit.
  ///
  /// - Parameters:
  ///   - unit: The unit to convert to.
  ///   - conditions: Needed between mass concentration and mixing ratio; never assumed.
  /// - Throws: As ``AirUnit/convert(_:to:of:under:)`` does.
  public func converted(to unit: AirUnit, under conditions: AirUnit.ReferenceConditions? = nil)
    throws(AQError)
    -> AirSeries
  {
    guard unit != self.unit else { return self }
    let convert = try self.unit.conversion(to: unit, of: parameter, under: conditions)
    let crossesDimension = self.unit.dimension != unit.dimension
    return try AirSeries(
      parameter, unit: unit, averaging: averaging, timeline: timeline, values: values.map(convert),
      flags: flags, completeness: completeness,
      accuracy: accuracy.map { $0.map { $0.map { $0.converted(convert) } } }, origin: origin,
      correction: correction,
      conversion: AirUnit.Conversion(
        from: conversion?.from ?? self.unit,
        conditions: crossesDimension ? conditions : conversion?.conditions))
  }
}

private struct ReadingSequence: Sequence, Sendable {
  let series: AirSeries

  func makeIterator() -> AnyIterator<AirReading> {
    var index = 0
    return AnyIterator {
      while index < series.count {
        defer { index += 1 }
        if let reading = series.reading(at: index) { return reading }
      }
      return nil
    }
  }
}

extension AirReading.Accuracy {
  /// In another unit. An uncertainty is a difference, so that a unit's zero doesn't enter it.
  fileprivate func converted(_ convert: (Double) -> Double) -> Self {
    Self(
      uncertainty: uncertainty.map { (convert($0) - convert(0)).magnitude },
      detectionLimit: detectionLimit.map(convert))
  }
}
