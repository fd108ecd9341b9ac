import AQKit

extension SourceOptions {
  /// The case that an option names.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` when there is no such case; the message lists those that there are.
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

  /// The cases that an option lists, with commas between them.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` when there is no such case; the message lists those that there are.
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
