/// The services and sources that an application puts together: a value to configure, copy and hand over.
///
/// `AQContainer()` has the system clock and no source and no transport. `AQContainer.live` (product `AQKitURLSession`)
/// adds a transport; `AQContainer.preview` (product `AQKitFixtures`) has recordings only. Nothing registers itself by
/// being imported.
public struct AQContainer: Sendable {
  private var services: [String: any Sendable] = [:]
  /// The registered sources, in order of precedence of registration.
  var recipes: [SourceRecipe] = []
  /// The formats in which recordings can be read, AQKit's own schema and OpenAQ's archive first.
  public internal(set) var formats: [PayloadFormat] = [.aqkit, .openAQCSV]

  /// A container with the system clock and its own request budgets, no source and no transport.
  public init() {
    set(.clock, to: SystemClock())
    set(.requestBudgets, to: RequestBudgets())
    set(.feedControl, to: FeedControl())
  }

  // MARK: Services

  /// A service.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` when it was not set and its key has no default; the message says what to
  ///   add.
  public subscript<Value>(key: ServiceKey<Value>) -> Value {
    get throws(AQError) {
      if let value = services[key.name] as? Value { return value }
      if let recipe = services[key.name] as? ServiceRecipe<Value> { return try recipe.make(self) }
      if let other = services[key.name] {
        throw AQError(
          .notConfigured,
          "The service “\(key.name)” is set, but to a \(type(of: other)), not to a \(Value.self): two keys have one name."
        )
      }
      if let value = key.defaultValue?() { return value }
      throw AQError(
        .notConfigured,
        "The service “\(key.name)” is missing\(key.advice.map { ": \($0)" } ?? ": set it with set(_:to:).")")
    }
  }

  /// Sets a service, in place of the one that was there.
  public mutating func set<Value: Sendable>(_ key: ServiceKey<Value>, to value: Value) {
    services[key.name] = value
  }

  /// Sets a service that is made from the container whenever it is asked for, in place of the one that was there: what
  /// needs other services, or options that are set later.
  public mutating func set<Value: Sendable>(
    _ key: ServiceKey<Value>, making make: @escaping @Sendable (AQContainer) throws(AQError) -> Value
  ) {
    services[key.name] = ServiceRecipe(make: make)
  }

  /// A copy with a service set.
  public func setting<Value: Sendable>(_ key: ServiceKey<Value>, to value: Value) -> AQContainer {
    var copy = self
    copy.set(key, to: value)
    return copy
  }

  /// Whether a service was set.
  public func has<Value>(_ key: ServiceKey<Value>) -> Bool {
    services[key.name] is Value || services[key.name] is ServiceRecipe<Value>
  }

  // MARK: Sources

  /// Registers a source. It is made when it is first asked, once per hub.
  ///
  /// - Parameters:
  ///   - descriptor: What the source declares; its identifier must be new.
  ///   - refine: Changes the declaration as the options do, where they do; so what is listed is what is made.
  ///   - make: Makes the source from the container's services and the configuration's options.
  /// - Throws: ``AQError/Code/invalidRequest`` when a source of this identifier is registered.
  public mutating func register(
    _ descriptor: SourceDescriptor,
    refine: (@Sendable (inout SourceDescriptor, SourceOptions) -> Void)? = nil,
    make: @escaping @Sendable (AQContainer, SourceOptions) throws -> any AirDataSource
  ) throws(AQError) {
    guard !recipes.contains(where: { $0.descriptor.id == descriptor.id }) else {
      throw AQError(
        .invalidRequest,
        "A source “\(descriptor.id)” is registered already; use replace to put another in its place.",
        source: descriptor.id)
    }
    recipes.append(SourceRecipe(descriptor: descriptor, refine: refine, make: make))
  }

  /// Registers a source in the place of the one with its identifier, or as the last one where there is none. Options
  /// that were set for the old one are forgotten.
  public mutating func replace(
    _ descriptor: SourceDescriptor,
    refine: (@Sendable (inout SourceDescriptor, SourceOptions) -> Void)? = nil,
    make: @escaping @Sendable (AQContainer, SourceOptions) throws -> any AirDataSource
  ) {
    let recipe = SourceRecipe(descriptor: descriptor, refine: refine, make: make)
    if let index = recipes.firstIndex(where: { $0.descriptor.id == descriptor.id }) {
      recipes[index] = recipe
    } else {
      recipes.append(recipe)
    }
  }

  /// Registers a source a second time under another identifier, with options of its own.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` when there is no such source, ``AQError/Code/invalidRequest`` when the new
  ///   identifier is taken.
  public mutating func register(_ original: SourceID, again id: SourceID, name: String? = nil) throws(AQError)
  {
    guard let recipe = recipes.first(where: { $0.descriptor.id == original }) else {
      throw unknownSource(original)
    }
    guard !recipes.contains(where: { $0.descriptor.id == id }) else {
      throw AQError(.invalidRequest, "A source “\(id)” is registered already.", source: id)
    }
    var copy = recipe.again(as: id)
    if let name { copy.rename(name) }
    recipes.append(copy)
  }

  /// Installs everything that a module registers.
  public mutating func install(_ module: some AQModule) throws {
    try module.install(into: &self)
  }

  /// A copy with a module installed.
  public func installing(_ module: some AQModule) throws -> AQContainer {
    var copy = self
    try copy.install(module)
    return copy
  }

  /// The declarations of the registered sources, in order, with their options as they are set, without making any.
  public var descriptors: [SourceDescriptor] { recipes.map(\.declaration) }

  /// Makes a source of its own, shared with no hub.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` when there is none of this identifier, or what its recipe throws.
  public func makeSource(_ id: SourceID) throws -> any AirDataSource { try AirHub(self).source(id) }
}
