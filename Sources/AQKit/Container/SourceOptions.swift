/// The configured options of one source. Only declared options exist.
public struct SourceOptions: Sendable {
  /// The source that the options are for.
  public let source: SourceID
  private let declared: [SourceDescriptor.Option]
  private var values: [String: String] = [:]

  init(source: SourceID, declared: [SourceDescriptor.Option]) {
    self.source = source
    self.declared = declared
  }

  mutating func set(_ name: String, to value: String) throws(AQError) {
    guard declared.contains(where: { $0.name == name }) else {
      let known = declared.map(\.name)
      let near = suggestedSpelling(for: name, among: known)
      let list = known.isEmpty ? "it has none" : "it has: \(known.joined(separator: ", "))"
      throw AQError(
        .notConfigured, "The source “\(source)” has no option “\(name)”\(near); \(list).",
        source: source)
    }
    values[name] = value
  }

  /// An option's text, or its declared default, or nil.
  public subscript(name: String) -> String? {
    values[name] ?? declared.first { $0.name == name }?.defaultValue
  }

  /// Returns a credential; nil if not set.
  public func secret(_ name: String) -> AirSecret? { self[name].map { AirSecret($0) } }

  /// Returns a whole number; nil if not set.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` when the text isn't a whole number.
  public func int(_ name: String) throws(AQError) -> Int? { try value(name, "a whole number") { Int($0) } }

  /// Returns a number; nil if not set.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` when the text isn't a number.
  public func double(_ name: String) throws(AQError) -> Double? {
    try value(name, "a number") { text in Double(text).flatMap { $0.isFinite ? $0 : nil } }
  }

  /// Returns true or false; nil if not set.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` when the text is neither `true` nor `false`.
  public func bool(_ name: String) throws(AQError) -> Bool? { try value(name, "true or false") { Bool($0) } }

  package func value<Value>(_ name: String, _ kind: String, _ read: (String) -> Value?) throws(AQError)
    -> Value?
  {
    guard let text = self[name] else { return nil }
    guard let value = read(text) else { throw misfit(name, kind) }
    return value
  }

  @inline(never)
  package func misfit(_ name: String, _ kind: String) -> AQError {
    AQError(.notConfigured, "The option “\(name)” of “\(source)” must be \(kind).", source: source)
  }

  func checkRequired() throws(AQError) {
    for option in declared where option.isRequired && self[option.name] == nil {
      throw AQError(
        .notConfigured,
        "Set the \(option.isSecret ? "credential" : "option") “\(option.name)” of “\(source)”: \(option.summary)",
        source: source)
    }
  }
}

extension SourceOptions: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The options that are set, by name; dots replace a credential, and an address's user information and query, which may
  /// hold one.
  public var description: String {
    let texts = declared.compactMap { option in
      values[option.name].map { value in
        let shown = option.isSecret ? "•••" : value.hidingSecrets(login: "•••@", query: "?•••")
        return "\(option.name): \(shown)"
      }
    }
    return "\(source) {\(texts.joined(separator: ", "))}"
  }

  /// The same text as the description.
  public var debugDescription: String { description }
  /// A mirror without credentials.
  public var customMirror: Mirror { Mirror(self, children: ["options": description]) }
}
