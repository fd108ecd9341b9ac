import AQKit

/// Adds the values of a sensor over an interval: particles by channel and by conversion, and the climate in its housing.
///
/// Sources: community.purpleair.com 1589 and 4652; Barkjohn, Gantt and Clements, Atmos. Meas. Tech. 14, 4617 (2021),
/// for the rule on when two channels disagree.
struct PurpleAirReading {
  /// A value that a sensor states: the outer nil is a missing field, the inner one a missing value.
  typealias Stated = Double??

  let site: ReportBuilder.SiteReference
  /// The time at which the interval began or ended, according to the convention.
  let time: TimeStamp
  var convention = SourceDescriptor.TimeConvention.end
  var averaging = AveragingPeriod.minutes(2)
  var correction: SensorCorrection?
  /// The channels that the provider doubts.
  var doubted: Set<String> = []
  private(set) var channelsDisagree = false
  var flags: Set<AirReading.QualityFlag> = []
  /// The conversion that the service itself shows and whose series come first: `atm` outdoors and `cf_1` indoors.
  var leading = "atm"

  /// The flag of values measured inside the housing, which is warmer and drier than the air.
  static let housing = AirReading.QualityFlag(rawValue: "inside the housing")

  /// The values of a response for one particle size, by a single conversion.
  struct Particles {
    let parameter: AirParameter
    /// The factory's conversion from light to mass: `cf_1`, `atm` or `alt`.
    let conversion: String
    let mean: Stated
    /// Whether to compute a mean that the response doesn't state for this size.
    let computesMean: Bool
    let first: Stated
    let second: Stated

    var middle: Double? {
      guard let a = first ?? nil, let b = second ?? nil else { return nil }
      return a / 2 + b / 2
    }

    var disagrees: Bool? {
      guard let a = first ?? nil, let b = second ?? nil, let middle else { return nil }
      let difference = (a - b).magnitude
      return difference >= 5 && difference >= 0.61 * middle
    }
  }

  /// Adds the means of the two channels, and each channel, for all sizes.
  ///
  /// PM2.5 decides whether the channels agree, by the first conversion that has both; if they disagree, no size has a mean
  /// by any conversion. The channels of another size decide about that size, too. A size's first conversion is `cf_1`.
  mutating func add(_ particles: [Particles], humidity: Double?, to report: inout ReportBuilder) {
    var isDisagreeing: [AirParameter: Bool] = [:]
    for part in particles where isDisagreeing[part.parameter] == nil {
      isDisagreeing[part.parameter] = part.disagrees
    }
    channelsDisagree = isDisagreeing[.pm25] ?? false
    // The conversion that the service shows comes first in an uncorrected report.
    let ordered =
      particles.filter { $0.conversion == leading } + particles.filter { $0.conversion != leading }
    for part in ordered {
      add(
        part, disagrees: channelsDisagree || isDisagreeing[part.parameter] ?? false, humidity: humidity,
        to: &report)
    }
  }

  private func add(
    _ part: Particles, disagrees: Bool, humidity: Double?, to report: inout ReportBuilder
  ) {
    let parameter = part.parameter
    var mean = part.mean
    if disagrees {
      report.refuse("the channels of a sensor disagree, so there is no mean of \(parameter)")
      mean = nil
    } else if mean == nil, part.computesMean, let middle = part.middle, middle.magnitude < 1e9 {
      mean = (middle * 1000).rounded() / 1000
    }
    if let mean {
      add(parameter, mean, channel: nil, part.conversion, isSuspect: doubted.count > 1, to: &report)
    }
    for (channel, value) in [("A", part.first), ("B", part.second)] {
      guard let value else { continue }
      let isSuspect = disagrees || doubted.contains(channel)
      add(parameter, value, channel: channel, part.conversion, isSuspect: isSuspect, to: &report)
    }
    guard let correction, parameter == .pm25, part.conversion == correction.conversion.rawValue,
      let mean = mean ?? nil
    else { return }
    let corrected = correction.concentration(mean, humidity: humidity ?? .nan)
    // A value that can't be corrected for lack of humidity isn't one that the service omitted.
    if corrected.isNaN, humidity == nil { return }
    report.add(
      .pm25, corrected, unit: "µg/m³", at: time,
      with: .init(
        timeConvention: convention, averaging: averaging, flags: flags,
        origin: Self.origin(nil, part.conversion),
        correction: .init(method: correction.name, inputs: correction.inputs, author: .application)), to: site
    )
  }

  /// Adds an uncorrected value of particles; by default over the reading's own interval.
  func add(
    _ parameter: AirParameter, _ value: Double?, over averaging: AveragingPeriod? = nil, channel: String?,
    _ conversion: String, isSuspect: Bool, to report: inout ReportBuilder
  ) {
    report.add(
      parameter, value, unit: "µg/m³", at: time,
      with: .init(
        timeConvention: convention, averaging: averaging ?? self.averaging,
        flags: flags.union(isSuspect ? [.raw, .suspect] : [.raw]),
        origin: Self.origin(channel, conversion)), to: site)
  }

  func addClimate(
    temperature: Stated, humidity: Stated, pressure: Stated, dewPoint: Stated = nil,
    to report: inout ReportBuilder
  ) {
    let values: [(AirParameter, AirUnit, Stated)] = [
      (.temperature, .fahrenheit, temperature), (.humidity, .percent, humidity),
      (.dewPoint, .fahrenheit, dewPoint), (.surfacePressure, .hectopascal, pressure),
    ]
    for (parameter, unit, value) in values {
      guard let value else { continue }
      report.add(
        parameter, value, unit: unit, at: time,
        with: .init(
          timeConvention: convention, averaging: averaging,
          flags: parameter == .surfacePressure ? flags : flags.union([Self.housing])), to: site)
    }
  }

  private static func origin(_ channel: String?, _ conversion: String) -> AirOrigin {
    AirOrigin(instrument: AirSite.Instrument(channel, method: conversion))
  }
}

extension StationRow {
  func whole(_ name: String) -> Int64? { number(name).flatMap { Int64(exactly: $0) } }

  /// Returns the value of the first existing field; a string that isn't a number is refused and counted.
  func stated(_ names: String..., in report: inout ReportBuilder) -> PurpleAirReading.Stated {
    for name in names {
      guard let text = self[name], text.content != nil else { continue }
      do {
        return .some(try text.double())
      } catch {
        report.refuse("a value of \(name) isn't a number")
        return nil
      }
    }
    return nil
  }
}
