extension AirSeries {
  package var hasSuspectValue: Bool {
    guard let flags else { return false }
    return flags.indices.contains { !flags[$0].isEmpty && flags[$0].contains(.suspect) && !values[$0].isNaN }
  }

  /// The series with gaps for values that are flagged as suspect.
  package var withoutSuspectValues: AirSeries {
    guard let flags, hasSuspectValue else { return self }
    return AirSeries(
      checked: parameter, unit: unit, averaging: averaging, timeline: timeline,
      values: values.indices.map { flags[$0].contains(.suspect) ? .nan : values[$0] }, flags: flags,
      completeness: completeness, accuracy: accuracy, origin: origin, correction: correction,
      conversion: conversion)
  }
}
