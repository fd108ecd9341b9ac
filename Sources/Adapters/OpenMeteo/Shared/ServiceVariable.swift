import AQKit

/// A variable of an Open-Meteo service: its wire name, its parameter, and its timing.
struct ServiceVariable: Sendable {
  /// The time that a value covers.
  enum Timing: Sendable {
    /// The instant of its time stamp.
    case instant
    /// The value covers the hour before its time stamp, whatever the step.
    case precedingHour
    /// The step before its time stamp: an hour, or 15 minutes in `current` and `minutely_15`.
    case precedingStep
    /// The 24 hours from its time stamp on.
    case day
    /// The time stamp is that of the day, and the value itself is an instant.
    case instantOfDay
  }

  /// The models behind a service that have a variable.
  enum Models: Sendable {
    /// The variables of the weather or the climate.
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

  /// Returns the averaging period of a value in a section with the given step.
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

/// The variables that a section of a response may have.
struct VariableTable: Sendable {
  /// The meaning of a key in a response: a variable and, in responses with several models, the model in the key's suffix.
  struct Match: Sendable {
    let variable: ServiceVariable
    let model: String?
  }

  let all: [ServiceVariable]
  private let byName: [String: ServiceVariable]
  private let byParameter: [AirParameter: ServiceVariable]
  private let isModel: @Sendable (Substring) -> Bool

  /// Builds the table.
  ///
  /// - Parameters:
  ///   - all: The variables.
  ///   - alsoRead: Variables to read but never to request.
  ///   - aliases: Older names, each with the current one.
  ///   - isModel: Whether a suffix is the name of a model.
  init(
    _ all: [ServiceVariable], alsoRead: [ServiceVariable] = [], aliases: [(String, String)] = [],
    isModel: @escaping @Sendable (Substring) -> Bool
  ) {
    self.all = all
    var byName: [String: ServiceVariable] = [:]
    var byParameter: [AirParameter: ServiceVariable] = [:]
    for variable in all {
      byName[variable.name] = variable
      byParameter[variable.parameter] = variable
    }
    for variable in alsoRead where byName[variable.name] == nil { byName[variable.name] = variable }
    for (alias, name) in aliases { byName[alias] = byName[name] }
    self.byName = byName
    self.byParameter = byParameter
    self.isModel = isModel
  }

  /// The variable of a parameter.
  subscript(parameter: AirParameter) -> ServiceVariable? { byParameter[parameter] }

  /// Returns the distinct wire names of some parameters; all names if there are no parameters.
  ///
  /// No other name is ever sent: one unknown name fails a whole request, which still counts.
  func names(of parameters: [AirParameter]) -> [String] {
    if parameters.isEmpty { return all.map(\.name) }
    var seen: Set<String> = []
    return parameters.compactMap { byParameter[$0]?.name }.filter { seen.insert($0).inserted }
  }

  /// Returns the meaning of a key in a response; nil if AQKit doesn't know it.
  func find(_ key: String) -> Match? {
    if let variable = byName[key] { return Match(variable: variable, model: nil) }
    // No valid name is that long, and the search would try each of its parts.
    guard key.utf8.count < 200 else { return nil }
    var end = key.endIndex
    while let underscore = key[..<end].lastIndex(of: "_") {
      let suffix = key[key.index(after: underscore)...]
      if isModel(suffix), let variable = byName[String(key[..<underscore])] {
        return Match(variable: variable, model: String(suffix))
      }
      end = underscore
    }
    return nil
  }
}

/// The variables of a service, for instants and hours, and for days.
struct ServiceVocabulary: Sendable {
  var hourly: VariableTable?
  var daily: VariableTable?
}
