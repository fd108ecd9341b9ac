extension AQContainer {
  /// A kind of source that a configuration makes sources of, from members that only this kind has.
  ///
  /// ```json
  /// {"sources": [{"id": "balcony", "kind": "mapped", "device": "airgradient", "options": {"baseURL": "http://…"}}]}
  /// ```
  ///
  /// A module registers the kind (``AQContainer/register(kind:)``). What an entry says beside its own members, such as
  /// `name` and `options`, is applied to the source that the kind has registered.
  public struct SourceKind: Sendable {
    /// The name in a configuration.
    public let name: String
    /// The members of an entry that only this kind has.
    public let members: [String]
    let register: @Sendable (AQJSON, SourceID?, inout AQContainer) throws -> SourceID

    /// A kind of source.
    ///
    /// - Parameters:
    ///   - name: The name in a configuration.
    ///   - members: The members of an entry that only this kind has.
    ///   - register: Registers the source of an entry under its identifier, or under one of its own if the entry has
    ///     none, and returns it.
    public init(
      _ name: String, members: [String],
      register:
        @escaping @Sendable (_ entry: AQJSON, _ id: SourceID?, _ container: inout AQContainer) throws ->
        SourceID
    ) {
      self.name = name
      self.members = members
      self.register = register
    }
  }
}

extension AQContainer {
  /// Registers a kind of source for configurations.
  ///
  /// - Throws: ``AQError/Code/invalidRequest`` when the name is taken.
  public mutating func register(kind: SourceKind) throws(AQError) {
    guard !kinds.contains(where: { $0.name == kind.name }) else {
      throw AQError(.invalidRequest, "A kind of source “\(kind.name)” is registered already.")
    }
    kinds.append(kind)
  }

  /// The kind with a name.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` for an unknown name; the message lists the known ones.
  func kind(_ name: String) throws(AQError) -> SourceKind {
    guard let kind = kinds.first(where: { $0.name == name }) else {
      let known = kinds.map(\.name).joined(separator: ", ")
      throw AQError(
        .notConfigured,
        "There is no kind of source “\(name)”; registered: \(known.isEmpty ? "none" : known).")
    }
    return kind
  }
}
