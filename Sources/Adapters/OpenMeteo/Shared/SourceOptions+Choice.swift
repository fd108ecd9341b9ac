import AQKit

extension SourceOptions {
  /// The case in an option.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` for an unknown case; the message lists the known ones.
  func choice<Choice: RawRepresentable & CaseIterable>(_ name: String, _ fallback: Choice) throws(AQError)
    -> Choice where Choice.RawValue == String
  {
    guard let text = self[name] else { return fallback }
    guard let choice = Choice(rawValue: text) else {
      let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw AQError(
        .notConfigured, "The option “\(name)” of “\(source)” must be one of: \(known).", source: source)
    }
    return choice
  }

  /// The cases in an option, separated by commas.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` for an unknown case; the message lists the known ones.
  func choices<Choice: RawRepresentable & CaseIterable>(_ name: String) throws(AQError) -> [Choice]
  where Choice.RawValue == String {
    var choices: [Choice] = []
    for part in (self[name] ?? "").split(separator: ",") {
      guard let choice = Choice(rawValue: String(part.filter { !$0.isWhitespace })) else {
        let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        throw AQError(
          .notConfigured,
          "The option “\(name)” of “\(source)” has no “\(part.prefix(40))”; there are: \(known).",
          source: source)
      }
      choices.append(choice)
    }
    return choices
  }
}
