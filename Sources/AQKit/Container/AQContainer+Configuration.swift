extension AQContainer {
  /// Sets an option that a registered source's ``SourceDescriptor/options`` declare, replacing its value. The text is
  /// validated when the source is made.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` for an unknown source or option; the message lists the known ones.
  public mutating func setOption(_ name: String, of source: SourceID, to value: String) throws(AQError) {
    try recipes[position(of: source)].options.set(name, to: value)
    forgetMade()
  }

  /// Returns whether an option of a source has a value, its declared default included.
  public func hasOption(_ name: String, of source: SourceID) -> Bool {
    recipes.first { $0.descriptor.id == source }?.options[name] != nil
  }

  /// Returns the credentials of a source, which its recordings must not contain.
  package func secrets(of source: SourceID) -> [AirSecret] {
    guard let recipe = recipes.first(where: { $0.descriptor.id == source }) else { return [] }
    return recipe.descriptor.options.filter(\.isSecret).compactMap { recipe.options.secret($0.name) }
  }

  /// Returns the current options of a registered source.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` for an unknown source.
  public func options(of source: SourceID) throws(AQError) -> SourceOptions {
    recipes[try position(of: source)].options
  }

  /// Switches a registered source on or off. A hub skips a disabled source, with a reason.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` for an unknown source.
  public mutating func setEnabled(_ isEnabled: Bool, of source: SourceID) throws(AQError) {
    recipes[try position(of: source)].isEnabled = isEnabled
  }

  /// Returns whether a source is registered and switched on.
  public func isEnabled(_ source: SourceID) -> Bool {
    recipes.contains { $0.descriptor.id == source && $0.isEnabled }
  }

  /// Configures the registered sources from a JSON document: switches them on or off, orders them, sets their options,
  /// registers second instances, and makes sources of a ``AQContainer/SourceKind``. The guide “Configuring sources”
  /// lists its members.
  ///
  /// ```json
  /// {
  ///   "sources": [
  ///     {"id": "station-feed", "options": {"url": "wss://feed.example.org/live"}},
  ///     {"id": "open-meteo", "precedence": 50, "options": {"domain": "cams_europe"}},
  ///     {"id": "open-meteo-own", "recipe": "open-meteo", "name": "Own server", "options": {"baseURL": "https://…"}}
  ///   ],
  ///   "others": "disable"
  /// }
  /// ```
  ///
  /// The sources in the document come first, in its order; the others follow in theirs. If it throws, nothing changes.
  ///
  /// - Parameter json: The document in UTF-8, such as a file's `Data`.
  /// - Throws: ``AQError/Code/malformed`` for invalid JSON or a value of the wrong type;
  ///   ``AQError/Code/notConfigured`` for an unknown member, source or option;
  ///   ``AQError/Code/invalidRequest`` when a name occurs twice or a new identifier is taken.
  public mutating func configure(json: some Sequence<UInt8>) throws(AQError) {
    _ = try configure(json: Array(json), isTrusted: true)
  }

  /// Configures the registered sources from a document. One that isn't trusted only orders them and switches them on or off:
  /// new sources and options could send a key or a place to any address, so their entries are left out, and returned by name.
  package mutating func configure(json: [UInt8], isTrusted: Bool) throws(AQError) -> [String] {
    var configuration = try SourceConfiguration(json: json, isTrusted: isTrusted)
    var copy = self
    // Instances come first, so that they don't depend on the document's changes to their originals.
    var positions = copy.positions
    for entry in configuration.entries {
      guard let original = entry.recipe, original != entry.id else { continue }
      guard let position = positions[original] else { throw copy.unknownSource(original) }
      guard positions[entry.id] == nil else { throw Self.taken(entry.id) }
      positions[entry.id] = copy.recipes.count
      copy.recipes.append(copy.recipes[position].again(as: entry.id))
    }
    try configuration.registerKinds(in: &copy)
    positions = copy.positions
    var first: [Int] = []
    for entry in configuration.entries {
      guard let position = positions.removeValue(forKey: entry.id) else {
        let isKnown = copy.recipes.contains { $0.descriptor.id == entry.id }
        throw isKnown ? SourceConfiguration.repeated(entry.id) : copy.unknownSource(entry.id)
      }
      first.append(position)
      if let name = entry.name { copy.recipes[position].name = name }
      if let precedence = entry.precedence { copy.recipes[position].precedence = precedence }
      // A document that disables all other sources enables those that it lists, even one that a module registers disabled.
      let isOn = configuration.disablesOthers || copy.recipes[position].isEnabled
      copy.recipes[position].isEnabled = entry.isEnabled ?? isOn
      for option in entry.options { try copy.recipes[position].options.set(option.name, to: option.value) }
    }
    var rest = copy.recipes.filter { positions[$0.descriptor.id] != nil }
    for index in rest.indices where configuration.disablesOthers { rest[index].isEnabled = false }
    copy.recipes = first.map { copy.recipes[$0] } + rest
    copy.forgetMade()
    self = copy
    return configuration.leftOut
  }

  /// Configures the registered sources from a JSON string, as from its bytes.
  public mutating func configure(json: String) throws(AQError) {
    try configure(json: json.utf8)
  }

  private var positions: [SourceID: Int] {
    Dictionary(recipes.enumerated().map { ($1.descriptor.id, $0) }) { $1 }
  }

  func position(of source: SourceID) throws(AQError) -> Int {
    guard let position = recipes.firstIndex(where: { $0.descriptor.id == source }) else {
      throw unknownSource(source)
    }
    return position
  }

  func unknownSource(_ source: SourceID) -> AQError {
    .unknownSource(source, among: recipes.map(\.descriptor.id))
  }
}

extension AQError {
  static func unknownSource(
    _ source: SourceID, among known: [SourceID], _ relation: String = "registered"
  ) -> AQError {
    unknown("source", source.rawValue, among: known.map(\.rawValue), relation).attributed(to: source)
  }

  static func unknown(
    _ thing: String, _ name: String, among known: [String], _ relation: String = "registered"
  ) -> AQError {
    let names = known.isEmpty ? "none" : known.joined(separator: ", ")
    let near = suggestedSpelling(for: name, among: known)
    return AQError(.notConfigured, "There is no \(thing) “\(name)”\(near); \(relation): \(names).")
  }
}

extension AQContainer {
  /// Registers a format for reading recordings.
  ///
  /// - Throws: ``AQError/Code/invalidRequest`` when the name is taken.
  public mutating func register(format: PayloadFormat) throws(AQError) {
    guard !formats.contains(where: { $0.name == format.name }) else {
      throw AQError(
        .invalidRequest,
        "A format “\(format.name)” is already registered; use replace to substitute it.")
    }
    formats.append(format)
  }

  /// Registers a format, replacing the one with its name if there is one.
  public mutating func replace(format: PayloadFormat) {
    if let index = formats.firstIndex(where: { $0.name == format.name }) {
      formats[index] = format
    } else {
      formats.append(format)
    }
  }

  /// Returns the format with a name.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` for an unknown name; the message lists the known ones.
  public func format(_ name: String) throws(AQError) -> PayloadFormat {
    guard let format = formats.first(where: { $0.name == name }) else {
      throw .unknown("format", name, among: formats.map(\.name), "there are")
    }
    return format
  }
}
