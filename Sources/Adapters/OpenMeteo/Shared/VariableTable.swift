import AQKit

/// The variables that a section of an answer may have.
struct VariableTable: Sendable {
  /// The meaning of a key in an answer: a variable and, in answers of several models, the model in the key's suffix.
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

  /// The distinct names on the wire of some parameters; all names for no parameters.
  ///
  /// No other name is ever sent: one unknown name fails a whole request, which still counts.
  func names(of parameters: [AirParameter]) -> [String] {
    if parameters.isEmpty { return all.map(\.name) }
    var seen: Set<String> = []
    return parameters.compactMap { byParameter[$0]?.name }.filter { seen.insert($0).inserted }
  }

  /// The meaning of a key in an answer; nil if AQKit doesn't know it.
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
