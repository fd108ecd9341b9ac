import AQKit

/// A variable of an Open-Meteo service: its name on the wire, its parameter, and its timing.
struct ServiceVariable: Sendable {
  /// The time that a value covers.
  enum Timing: Sendable {
    /// The instant of its time stamp.
    case instant
    /// The hour before its time stamp, whatever the step.
    case precedingHour
    /// The step before its time stamp: an hour, or 15 minutes in `current` and `minutely_15`.
    case precedingStep
    /// The 24 hours from its time stamp on.
    case day
    /// As ``day``; the value is itself an instant.
    case instantOfDay
  }

  /// The models behind a service that have a variable.
  enum Models: Sendable {
    /// Those of the weather or the climate.
    case weather
    /// CAMS Europe and CAMS global.
    case everywhere
    /// CAMS Europe only.
    case europe
    /// CAMS Europe only, pollen.
    case pollen
    /// CAMS global only.
    case global
    /// CAMS global greenhouse gases.
    case greenhouseGases
    /// An index that the service computes from the others.
    case index
  }

  let name: String
  let parameter: AirParameter
  let timing: Timing
  let models: Models

  init(
    _ name: String, _ parameter: AirParameter, _ timing: Timing = .instant, models: Models = .weather
  ) {
    self.name = name
    self.parameter = parameter
    self.timing = timing
    self.models = models
  }

  /// The averaging period of a value in a section with this step.
  func averaging(step: Int64) -> AveragingPeriod {
    switch timing {
    case .instant: .instant
    case .precedingHour: .oneHour
    case .precedingStep: AveragingPeriod(seconds: step)
    case .day, .instantOfDay: .day
    }
  }

  /// The meaning of the time stamp.
  var timeConvention: SourceDescriptor.TimeConvention {
    switch timing {
    case .instant: .instant
    case .precedingHour, .precedingStep: .end
    case .day, .instantOfDay: .start
    }
  }
}
