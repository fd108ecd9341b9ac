import AQKit

extension AirReport {
  /// The report with every time moved by a number of seconds.
  func shifted(bySeconds seconds: Int64) -> AirReport {
    guard seconds != 0 else { return self }
    var copy = self
    copy.issuedAt = issuedAt?.adding(seconds: seconds)
    copy.receivedAt = receivedAt.adding(seconds: seconds)
    copy.series = series.compactMap { $0.shifted(bySeconds: seconds) }
    return copy
  }
}

extension AirSeries {
  /// The series with its timeline moved by a number of seconds; nil if that leaves the years 1 to 9999.
  func shifted(bySeconds seconds: Int64) -> AirSeries? {
    guard let timeline = timeline.shifted(bySeconds: seconds) else { return nil }
    return try? AirSeries(
      parameter, unit: unit, averaging: averaging, timeline: timeline, values: values, flags: flags,
      completeness: completeness, origin: origin, correction: correction, conversion: conversion)
  }

  /// One value of the series as a series of its own.
  func element(at index: Int) -> AirSeries? {
    guard let interval = timeline[index] else { return nil }
    return try? AirSeries(
      parameter, unit: unit, averaging: averaging, timeline: AirTimeline(interval), values: [values[index]],
      flags: flags.map { [$0[index]] }, completeness: completeness.map { [$0[index]] }, origin: origin,
      correction: correction, conversion: conversion)
  }
}

extension AirTimeline {
  /// The timeline moved by a number of seconds; nil if that leaves the years 1 to 9999.
  func shifted(bySeconds seconds: Int64) -> AirTimeline? {
    if let regular {
      let (start, overflow) = regular.start.addingReportingOverflow(seconds)
      return overflow
        ? nil
        : try? AirTimeline(start: start, step: regular.step, length: regular.length, count: regular.count)
    }
    let starts = (0..<count).map { startSeconds(at: $0).addingReportingOverflow(seconds).partialValue }
    let ends = (0..<count).map { endSeconds(at: $0).addingReportingOverflow(seconds).partialValue }
    return try? AirTimeline(starts: ContiguousArray(starts), ends: ContiguousArray(ends))
  }
}
