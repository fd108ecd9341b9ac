extension AQContainer {
  /// A kind of source that a configuration can create, from members that only this kind has.
  ///
  /// ```json
  /// {"sources": [{"id": "balcony", "kind": "mapped", "device": "airgradient", "options": {"baseURL": "http://…"}}]}
  /// ```
  ///
  /// A module registers the kind (``AQContainer/register(kind:)``). Further members of an entry, such as `name` and
  /// `options`, are applied to the source that the kind has registered.
  public struct SourceKind: Sendable {
    /// The name in a configuration.
    public let name: String
    /// The members of an entry that only this kind has.
    public let members: [String]
    let register: @Sendable (AQJSON, SourceID?, inout AQContainer) throws -> SourceID

    /// Creates a kind of source. `register` registers the source of an entry under the entry's identifier, or a new one if
    /// it has none, and returns the identifier.
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

  /// Registers a kind of source for configurations.
  ///
  /// - Throws: ``AQError/Code/invalidRequest`` when the name is taken.
  public mutating func register(kind: SourceKind) throws(AQError) {
    guard !kinds.contains(where: { $0.name == kind.name }) else {
      throw AQError(.invalidRequest, "A kind of source “\(kind.name)” is already registered.")
    }
    kinds.append(kind)
  }

  func kind(_ name: String) throws(AQError) -> SourceKind {
    guard let kind = kinds.first(where: { $0.name == name }) else {
      throw .unknown("kind of source", name, among: kinds.map(\.name))
    }
    return kind
  }
}

struct SourceConfiguration {
  struct Entry {
    /// The identifier; empty if the kind sets it.
    var id: SourceID
    /// The kind to create, and the entry as written.
    var kind: (name: String, entry: AQJSON)?
    var recipe: SourceID?
    var name: String?
    var isEnabled: Bool?
    var precedence: Int?
    var options: [(name: String, value: String)] = []
  }

  private(set) var entries: [Entry] = []
  /// Whether sources without an entry are switched off.
  private(set) var disablesOthers = false
  /// The sources whose entries are left out, because the file isn't trusted and they do more than order a source.
  private(set) var leftOut: [String] = []

  init(json: [UInt8], isTrusted: Bool) throws(AQError) {
    do {
      let members = try Self.members(
        of: AQJSON(parsing: json, maximumDepth: 16), known: ["sources", "others"])
      var known: Set<SourceID> = []
      for element in try members["sources"]?.array() ?? [] {
        guard try isTrusted || Self.onlyOrders(element) else {
          leftOut.append(element["id"].stringValue ?? element["kind"].stringValue ?? "a source")
          continue
        }
        let entry = try Self.entry(element)
        guard entry.id.rawValue.isEmpty || known.insert(entry.id).inserted else {
          throw Self.repeated(entry.id)
        }
        entries.append(entry)
      }
      if let others = members["others"] {
        switch try others.string() {
        case "keep": break
        case "disable": disablesOthers = true
        default: throw others.error(expected: "“keep” or “disable”")
        }
      }
    } catch {
      var named = AQError.wrapping(error, as: .malformed)
      named.message = "The configuration can't be used. \(named.message)"
      throw named
    }
  }

  /// Returns whether an entry does no more than order a source or switch it on or off.
  private static func onlyOrders(_ element: AQJSON) throws -> Bool {
    try element["id"].stringValue != nil
      && element.members.allSatisfy { ["id", "enabled", "precedence"].contains($0.name) }
  }

  static func repeated(_ id: SourceID) -> AQError {
    AQError(.invalidRequest, "The source “\(id)” occurs twice.", source: id)
  }

  private static func entry(_ element: AQJSON) throws -> Entry {
    let kind = try element["kind"].ifPresent?.string()
    // Only the kind itself knows its members.
    let members = try members(of: element, known: kind == nil ? commonMembers + ["recipe"] : nil)
    var entry = Entry(id: "")
    if kind == nil || members["id"] != nil {
      entry.id = SourceID(try identifier(element.require("id")))
    }
    if let kind { entry.kind = (kind, element) }
    if kind == nil, let recipe = members["recipe"] { entry.recipe = SourceID(try identifier(recipe)) }
    if let name = members["name"] { entry.name = try name.string() }
    if let enabled = members["enabled"] { entry.isEnabled = try enabled.bool() }
    if let value = members["precedence"] {
      guard let precedence = Int(exactly: try value.int()) else {
        throw value.error(expected: "a smaller number")
      }
      entry.precedence = precedence
    }
    if let options = members["options"] {
      for (name, value) in try Self.members(of: options, known: nil).sorted(by: { $0.key < $1.key }) {
        entry.options.append((name, try optionText(value)))
      }
    }
    return entry
  }

  private static let commonMembers = ["id", "kind", "name", "enabled", "precedence", "options"]

  /// Registers the sources that kinds create, and takes over the identifiers that the kinds assign.
  mutating func registerKinds(in container: inout AQContainer) throws(AQError) {
    for index in entries.indices {
      guard let (name, element) = entries[index].kind else { continue }
      let kind = try container.kind(name)
      let id = entries[index].id
      do {
        _ = try Self.members(of: element, known: Self.commonMembers + kind.members)
        entries[index].id = try kind.register(element, id.rawValue.isEmpty ? nil : id, &container)
      } catch {
        throw AQError.wrapping(error, as: .malformed)
      }
    }
  }

  private static func identifier(_ value: AQJSON) throws -> String {
    let text = try value.string()
    if text.isEmpty { throw value.error(expected: "an identifier") }
    return text
  }

  /// Returns an option's value as text: a string, a number as written, or true or false.
  private static func optionText(_ value: AQJSON) throws -> String {
    switch value.kind {
    case .string: return try value.string()
    case .number, .bool: return value.rawText
    default: throw value.error(expected: "a string, a number, true or false")
    }
  }

  /// Returns the members of an object by name; each must be known and occur once.
  private static func members(of value: AQJSON, known: [String]?) throws -> [String: AQJSON] {
    var members = [String: AQJSON]()
    for (name, member) in try value.members {
      let place = value.path.isEmpty ? "" : " at \(value.path)"
      if let known, !known.contains(name) {
        throw AQError(
          .notConfigured,
          "There is no member “\(name.prefix(40))”\(place); known are: \(known.joined(separator: ", ")).")
      }
      guard members.updateValue(member, forKey: name) == nil else {
        throw AQError(.invalidRequest, "The member “\(name.prefix(40))” occurs twice\(place).")
      }
    }
    return members
  }
}
