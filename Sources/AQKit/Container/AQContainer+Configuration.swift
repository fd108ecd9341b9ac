extension AQContainer {
  /// Enables, orders and configures the registered sources from a small JSON document (`Docs/Configuration.md`).
  ///
  /// ```json
  /// {"sources": [
  ///   {"id": "open-meteo", "precedence": 120, "options": {"domain": "cams_europe"}},
  ///   {"id": "my-server", "recipe": "open-meteo", "options": {"baseURL": "http://127.0.0.1:8080"}},
  ///   {"id": "city-feed", "enabled": false}
  /// ]}
  /// ```
  ///
  /// The sources that it names come first, in its order; the others follow in the order of their registration. `recipe`
  /// makes a second instance of a registered source under another identifier. Either the whole document holds or nothing
  /// changes.
  ///
  /// - Throws: ``AQError/Code/malformed`` for text that is no JSON or a member of the wrong type,
  ///   ``AQError/Code/notConfigured`` for a member, a source or an option that nobody asked for,
  ///   ``AQError/Code/invalidRequest`` for a source that is named twice.
  public mutating func configure(json: [UInt8]) throws(AQError) {
    do {
      self = try configured(by: AQJSON(parsing: json))
    } catch {
      throw AQError.wrapping(error, as: .malformed)
    }
  }

  /// Sets one option of a source.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` when there is no such source or it declares no such option.
  public mutating func setOption(_ name: String, of source: SourceID, to value: String) throws(AQError) {
    try recipes[try recipeIndex(of: source)].options.set(name, to: value)
  }

  /// Whether an option of a source has a value, be it a declared default.
  public func hasOption(_ name: String, of source: SourceID) -> Bool {
    recipes.first { $0.descriptor.id == source }?.options[name] != nil
  }

  private func recipeIndex(of source: SourceID) throws(AQError) -> Int {
    guard let index = recipes.firstIndex(where: { $0.descriptor.id == source }) else {
      let known = recipes.map(\.descriptor.id.rawValue).joined(separator: ", ")
      throw AQError(
        .notConfigured, "There is no source “\(source)”; registered: \(known.isEmpty ? "none" : known).",
        source: source)
    }
    return index
  }

  private func configured(by document: AQJSON) throws -> AQContainer {
    var copy = self
    try Self.allow(["sources"], in: document, "the configuration")
    var named: [SourceID] = []
    for entry in try document["sources"].ifPresent?.array() ?? [] {
      try Self.allow(["id", "recipe", "enabled", "precedence", "options"], in: entry, "a source")
      let id = SourceID(try entry.require("id").string())
      guard !named.contains(id) else {
        throw AQError(.invalidRequest, "The configuration names “\(id)” twice.", source: id)
      }
      named.append(id)
      if let recipe = try entry["recipe"].ifPresent?.string(), SourceID(recipe) != id {
        try copy.register(SourceID(recipe), again: id)
      }
      try copy.apply(entry, to: try copy.recipeIndex(of: id))
    }
    let first = named.compactMap { id in copy.recipes.first { $0.descriptor.id == id } }
    copy.recipes = first + copy.recipes.filter { !named.contains($0.descriptor.id) }
    return copy
  }

  private mutating func apply(_ entry: AQJSON, to index: Int) throws {
    if let isEnabled = try entry["enabled"].ifPresent?.bool() { recipes[index].isEnabled = isEnabled }
    if let precedence = try entry["precedence"].ifPresent?.int() {
      recipes[index].descriptor.precedence = Int(clamping: precedence)
    }
    guard let options = entry["options"].ifPresent else { return }
    for (name, value) in try options.members {
      let text =
        switch value.kind {
        case .string: try value.string()
        case .number, .bool: value.rawText
        default: throw value.error(expected: "a text, a number, true or false")
        }
      try recipes[index].options.set(name, to: text)
    }
  }

  private static func allow(_ names: Set<String>, in object: AQJSON, _ what: String) throws {
    for (name, _) in try object.members where !names.contains(name) {
      let known = names.sorted().joined(separator: ", ")
      throw AQError(.notConfigured, "There is no member “\(name)” in \(what); there are: \(known).")
    }
  }
}
