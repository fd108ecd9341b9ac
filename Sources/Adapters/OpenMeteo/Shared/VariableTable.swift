import AQKit

/// The variables that a section of an answer may have.
struct VariableTable: Sendable {
  /// What a key of an answer stands for: a variable, and the model that the key names as a suffix where several were
  /// asked.
  struct Match: Sendable {
    let variable: ServiceVariable
    let model: String?
  }

  let all: [ServiceVariable]
  private let byName: [String: ServiceVariable]
  private let byParameter: [AirParameter: ServiceVariable]
  private let isModel: @Sendable (Substring) -> Bool

  /// Makes a table.
  ///
  /// - Parameters:
  ///   - all: The variables.
  ///   - alsoRead: Variables that are read where an answer has them, and never asked for.
  ///   - aliases: Older names, each with the present one.
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

  /// The names on the wire of some parameters, once each; of all where none is named.
  ///
  /// Nothing else is ever sent: one name that the service doesn't know fails a whole request, and is counted.
  func names(of parameters: [AirParameter]) -> [String] {
    if parameters.isEmpty { return all.map(\.name) }
    var seen: Set<String> = []
    return parameters.compactMap { byParameter[$0]?.name }.filter { seen.insert($0).inserted }
  }

  /// What a key of an answer stands for; nil for one that AQKit doesn't know.
  func find(_ key: String) -> Match? {
    if let variable = byName[key] { return Match(variable: variable, model: nil) }
    // No name is that long; each of its parts would be looked at.
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

/// The variables of a service: those of its instants and hours, and those of its days.
struct ServiceVocabulary: Sendable {
  var hourly: VariableTable?
  var daily: VariableTable?
}
