/// The services and sources of an application: a value to configure, copy and pass on.
///
/// `AQContainer()` has the system clock, but no source and no transport. `AQContainer.live` (product `AQKitURLSession`) adds
/// a transport; `AQContainer.preview` (product `AQKitFixtures`) has recordings only. Importing a module doesn't register
/// anything.
///
/// ```swift
/// var container = try AQContainer.live.installing(.openMeteo)
/// try container.setOption("baseURL", of: "open-meteo", to: "http://127.0.0.1:8080")
/// container.set(.resilience, to: .layers(AirPolicy.Cache(fresh: .seconds(300))))
/// let air = try AirHub(container)
/// ```
public struct AQContainer: Sendable {
  /// The services, or the recipes that make them, by the names of their keys.
  private var services = [String: any Sendable]()
  var recipes: [SourceRecipe] = []
  /// The formats for reading recordings, AQKit's own schema and OpenAQ's archive first.
  public internal(set) var formats: [PayloadFormat] = [.aqkit, .openAQCSV]
  var kinds: [SourceKind] = []

  /// Creates a container with the system clock and its own request budgets, but no source and no transport.
  public init() {
    set(.clock, to: AQSystemClock())
    set(.requestBudgets, to: RequestBudgets())
    set(.feedControl, to: FeedOptions.Control())
  }

  // MARK: Services

  /// The service for a key.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` if it was not set and its key has no default; the message names the missing
  ///   service.
  public subscript<Value>(key: AQContainer.ServiceKey<Value>) -> Value {
    get throws(AQError) {
      let service = try service(key.name, as: Value.self)
      if let service {
        if let value = service as? Value { return value }
      } else if let value = key.defaultValue?() {
        return value
      }
      throw Self.unusable(key.name, service.map { type(of: $0) }, as: Value.self, key.advice)
    }
  }

  /// Returns the service with a name, which its recipe makes if it has one; nil if it was not set.
  private func service(_ name: String, as wanted: any Sendable.Type) throws(AQError) -> (any Sendable)? {
    guard let recipe = services[name] as? ServiceRecipe else { return services[name] }
    if recipe.type != wanted { throw Self.unusable(name, recipe.type, as: wanted, nil) }
    let service: any Sendable = try recipe.made.value(
      orLoop: AQError(.notConfigured, "The service “\(name)” depends on itself.")
    ) { () throws(AQError) in try recipe.make(self) }
    return service
  }

  // Not inlined: each type of service would have its own copy.
  @inline(never)
  private static func unusable(
    _ name: String, _ found: (any Sendable.Type)?, as wanted: any Sendable.Type, _ advice: String?
  ) -> AQError {
    let fault =
      found.map {
        "set, but to a \($0), not to a \(wanted): two keys have the same name."
      } ?? "missing: \(advice ?? "set it with set(_:to:).")"
    return AQError(.notConfigured, "The service “\(name)” is \(fault)")
  }

  /// Sets a service, replacing the previous one.
  public mutating func set<Value: Sendable>(_ key: AQContainer.ServiceKey<Value>, to value: Value) {
    services[key.name] = value
    forgetMade()
  }

  /// Sets a service that is made from the container on first use, replacing the previous one: for services that need
  /// other services or options set later. It is made again after a service or an option has changed.
  public mutating func set<Value: Sendable>(
    _ key: AQContainer.ServiceKey<Value>,
    making make: @escaping @Sendable (AQContainer) throws(AQError) -> Value
  ) {
    services[key.name] = ServiceRecipe(type: Value.self) { container throws(AQError) in try make(container) }
    forgetMade()
  }

  /// Discards sources and services after something that they may depend on has changed, so that they are made again on
  /// next use. Copies of the container keep theirs.
  mutating func forgetMade() {
    services = services.mapValues { service -> any Sendable in
      guard let recipe = service as? ServiceRecipe else { return service }
      return ServiceRecipe(type: recipe.type, make: recipe.make)
    }
    for index in recipes.indices { recipes[index].made = MadeOnce() }
  }

  /// Returns a copy with a service set.
  public func setting<Value: Sendable>(_ key: AQContainer.ServiceKey<Value>, to value: Value) -> AQContainer {
    changed(self) { $0.set(key, to: value) }
  }

  /// Returns whether a service was set under the key's name.
  public func has<Value>(_ key: AQContainer.ServiceKey<Value>) -> Bool {
    services[key.name] != nil
  }

  // MARK: Sources

  /// Registers a source. It is made once, on first use, and shared by all hubs of the container and its copies.
  ///
  /// - Parameters:
  ///   - descriptor: The source's declaration; its identifier must be new.
  ///   - refine: Adapts the declaration to the options, so that lists match the source that is made.
  ///   - make: Makes the source from the container's services and the configuration's options.
  /// - Throws: ``AQError/Code/invalidRequest`` when the identifier is taken.
  public mutating func register(
    _ descriptor: SourceDescriptor,
    refine: (@Sendable (inout SourceDescriptor, SourceOptions) -> Void)? = nil,
    make: @escaping @Sendable (AQContainer, SourceOptions) throws -> any AirDataSource
  ) throws(AQError) {
    guard let index = recipes.firstIndex(where: { $0.descriptor.id == descriptor.id }) else {
      return recipes.append(SourceRecipe(descriptor: descriptor, refine: refine, make: make))
    }
    guard recipes[index].isStandIn else {
      throw AQError(
        .invalidRequest,
        "A source “\(descriptor.id)” is already registered; use replace to substitute it.",
        source: descriptor.id)
    }
    // A stand-in still makes its own source and keeps its settings, but has the declaration of the source that it replaces.
    let settings = (recipes[index].isEnabled, recipes[index].name, recipes[index].precedence)
    recipes[index] = SourceRecipe(descriptor: descriptor, refine: refine, make: recipes[index].make)
    (recipes[index].isEnabled, recipes[index].name, recipes[index].precedence) = settings
    forgetMade()
  }

  /// Registers a replacement for the source with its identifier, which may be registered later. That source's declaration
  /// and options then apply, but the source is still the one made here.
  package mutating func standIn(
    for descriptor: SourceDescriptor,
    make: @escaping @Sendable (AQContainer, SourceOptions) throws -> any AirDataSource
  ) {
    replace(descriptor, make: make)
    if let index = recipes.firstIndex(where: { $0.descriptor.id == descriptor.id }) {
      recipes[index].isStandIn = true
    }
  }

  /// Registers a source, replacing the one with its identifier if there is one. The options of the replaced source are
  /// dropped.
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
    forgetMade()
  }

  /// Registers a source again under another identifier, with its own options.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` for an unknown source, ``AQError/Code/invalidRequest`` when the new
  ///   identifier is taken.
  public mutating func register(_ original: SourceID, as id: SourceID, name: String? = nil) throws(AQError) {
    var copy = recipes[try position(of: original)].again(as: id)
    guard !recipes.contains(where: { $0.descriptor.id == id }) else { throw Self.taken(id) }
    copy.name = name ?? copy.name
    recipes.append(copy)
  }

  static func taken(_ id: SourceID) -> AQError {
    AQError(.invalidRequest, "A source “\(id)” is already registered.", source: id)
  }

  /// Installs everything that a module registers.
  ///
  /// - Throws: The module's error, such as ``AQError/Code/invalidRequest`` for an identifier that is taken. What the module
  ///   registered before stays.
  public mutating func install(_ module: some AQModule) throws {
    try module.install(into: &self)
  }

  /// Returns a copy with a module installed.
  ///
  /// - Throws: The module's error, as ``install(_:)``.
  public func installing(_ module: some AQModule) throws -> AQContainer {
    try changed(self) { try $0.install(module) }
  }

  /// Returns a source as all hubs of the container share it: with its cache, its circuit breaker and its budget.
  ///
  /// It is made on first use, with the container's ``AQContainer/ServiceKey/resilience``, and made again after a service or an option of
  /// the container has changed. Sources that were returned earlier don't change.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` for an unknown identifier, or the error of its recipe.
  public func source(_ id: SourceID) throws -> any AirDataSource {
    try shared(recipes[try position(of: id)])
  }

  /// Makes a separate instance of a source, which no hub shares, as resilient as the shared one.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` for an unknown identifier, or the error of its recipe.
  public func makeSource(_ id: SourceID) throws -> any AirDataSource {
    let recipe = recipes[try position(of: id)]
    return try recipe.made.separateValue(orLoop: Self.loop(id)) { try made(recipe) }
  }

  func shared(_ recipe: SourceRecipe) throws -> any AirDataSource {
    try recipe.made.value(orLoop: Self.loop(recipe.descriptor.id)) { try made(recipe) }
  }

  private static func loop(_ id: SourceID) -> any Error {
    AQError(.notConfigured, "The source “\(id)” depends on itself.", source: id)
  }

  private func made(_ recipe: SourceRecipe) throws -> any AirDataSource {
    let source = try recipe.make(in: self)
    return try self[.resilience].apply(source, self[.clock], responseStore())
  }

  func responseStore() throws(AQError) -> (any ResponseStoring)? {
    has(.responseStore) ? try self[.responseStore] : nil
  }

  /// Returns the stored response of a source to a query that may replace an error; makes no source.
  func storedResponse(to query: AirQuery, from descriptor: SourceDescriptor) -> AirResponse? {
    guard let store = try? responseStore(), let clock = try? self[.clock],
      let cache = try? self[.resilience].cache
    else { return nil }
    return StoredResponses(store: store, descriptor: descriptor, policy: cache).standIn(
      to: query, at: clock.time)
  }

  /// The declarations of the registered sources with their current options, in order; makes no source.
  public var descriptors: [SourceDescriptor] { recipes.map(\.declaration) }

  /// Returns the container's transport for a source: within the source's declared limits, which all sources of the
  /// same provider and credential share, with retries, and without encryption only if the declaration says so.
  ///
  /// - Parameters:
  ///   - descriptor: The source's declaration. ``RequestLimits/provider`` names the provider that counts the
  ///     requests; by default the identifier does.
  ///   - credential: The key by which the provider counts; nil if it counts by address.
  /// - Throws: ``AQError/Code/notConfigured`` when the container has no transport.
  public func transport(for descriptor: SourceDescriptor, credential: AirSecret? = nil) throws(AQError)
    -> any HTTPTransport
  {
    let clock = try self[.clock]
    let provider = descriptor.limits.provider ?? descriptor.id.rawValue
    let budget = try self[.requestBudgets].budget(
      for: .init(provider, credential: credential), limits: descriptor.limits, clock: clock)
    let transport = try self[.httpTransport]
    return transport.resilient(within: budget, clock: clock, randomNumbers: try self[.randomNumbers])
      .guarded(by: descriptor)
  }
}
