extension AQContainer {
  /// The name and type of a service in a container.
  ///
  /// A third party adds a service with one declaration and reads it as `container[.name]`:
  ///
  /// ```swift
  /// extension AQContainer.ServiceKey {
  ///   static var geocoder: AQContainer.ServiceKey<any PlaceSearching> { .init("geocoder") }
  /// }
  /// ```
  public struct ServiceKey<Value: Sendable>: Sendable {
    /// The name, unique among services.
    public let name: String
    /// A sentence of advice for a missing service; part of the error.
    public let advice: String?
    let defaultValue: (@Sendable () -> Value)?

    /// Creates a key for a service, which is made by `defaultValue` if none was set; without it, a missing service is an error.
    public init(_ name: String, advice: String? = nil, default defaultValue: (@Sendable () -> Value)? = nil) {
      self.name = name
      self.advice = advice
      self.defaultValue = defaultValue
    }
  }
}

extension AQContainer.ServiceKey {
  /// The clock that everything uses.
  public static var clock: AQContainer.ServiceKey<any AQClock> {
    .init("clock", default: { AQSystemClock() })
  }

  /// The source of random numbers for jitter; not for anything secret.
  public static var randomNumbers: AQContainer.ServiceKey<AQRandomNumbers> {
    .init("randomNumbers", default: { .system })
  }

  /// The request budgets, one per provider and credential, shared by a container's sources and copies. Set one instance
  /// in several containers that use the same provider.
  public static var requestBudgets: AQContainer.ServiceKey<RequestBudgets> {
    .init("requestBudgets", advice: "start from AQContainer(), or set a RequestBudgets of your own.")
  }

  /// The transport for HTTP requests.
  public static var httpTransport: AQContainer.ServiceKey<any HTTPTransport> {
    .init(
      "httpTransport",
      advice: "start from AQContainer.live of the product AQKitURLSession, or set a transport of your own.")
  }

  /// The connector for live feeds.
  public static var feedConnector: AQContainer.ServiceKey<any FeedConnector> {
    .init(
      "feedConnector",
      advice:
        "build AQKitSocketFeed with the trait NIO, or set a connector of your own.")
  }

  /// Pauses and resumes the live feeds of a container and its copies.
  public static var feedControl: AQContainer.ServiceKey<FeedOptions.Control> {
    .init("feedControl", advice: "start from AQContainer(), or set a FeedOptions.Control of your own.")
  }

  /// The air-quality indices by name; by default every edition that AQKit ships.
  public static var indexCatalog: AQContainer.ServiceKey<AirQualityIndexCatalog> {
    .init("indexCatalog", default: { .standard })
  }

  /// The rule that makes the container's sources resilient; ``AQContainer/SourceResilience/standard`` by default.
  /// Set ``AQContainer/SourceResilience/none`` for bare sources, or one of your own.
  public static var resilience: AQContainer.ServiceKey<AQContainer.SourceResilience> {
    .init("resilience", default: { .standard })
  }

  /// The observer of hubs and sources; nil by default.
  public static var hubObserver: AQContainer.ServiceKey<(any HubObserver)?> {
    .init("hubObserver", default: { nil })
  }

  /// The store in which the last responses of the container's sources outlive the process; memory only unless it is set. All
  /// users of the store share the responses of a source, whatever its options: use a separate store for a test server.
  public static var responseStore: AQContainer.ServiceKey<any ResponseStoring> {
    .init("responseStore", advice: "set an AirStorage of the product AQKitStorage, or a store of your own.")
  }

  /// The search for places by name.
  public static var placeSearch: AQContainer.ServiceKey<any PlaceSearching> {
    .init(
      "placeSearch", advice: "install .openMeteo of the product AQKitOpenMeteo, or set a search of your own.")
  }
}

/// A value that a container makes on first use and shares with its copies; if making it throws, the next call
/// tries again. The closure runs under a lock that guards nothing else.
final class MadeOnce: Sendable {
  /// A chain of values that are being made because the first one needs them, in one task or on one thread.
  private final class Chain: Sendable {
    /// The task that makes them; a task that is started meanwhile has a separate chain.
    let task: Int?
    /// The value that another chain is making and for which this one waits.
    let awaited = Locked<MadeOnce?>(nil)
    /// The values of which the chain is making its own instance.
    let separate = Locked<Set<ObjectIdentifier>>([])

    init(_ task: Int?) { self.task = task }

    /// Returns the chain of the current task, or a new one.
    static func present(_ current: Chain?) -> Chain {
      let task = withUnsafeCurrentTask { $0?.hashValue }
      if let current, current.task == task { return current }
      return Chain(task)
    }

    /// Returns whether waiting for a given value would make the chain wait for itself.
    func isAwaited(by thing: MadeOnce) -> Bool {
      var next: MadeOnce? = thing
      // Those services detect a loop among themselves.
      for _ in 0..<1000 {
        guard let maker = next?.maker.withLock({ $0 }) else { return false }
        if maker === self { return true }
        next = maker.awaited.withLock { $0 }
      }
      return false
    }
  }

  private static let chain = TaskLocal<Chain?>(wrappedValue: nil)
  private let made: Locked<(any Sendable)?>
  private let making = Locked(())
  private let maker = Locked<Chain?>(nil)

  /// Creates the place of a value, which may exist already.
  init(_ value: (any Sendable)? = nil) { made = Locked(value) }

  /// Returns the value, and makes it if necessary; throws the given error if that requires the value itself, on any thread.
  func value<Value: Sendable, Failure: Error>(
    orLoop loop: @autoclosure () -> Failure, _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if let known: Value = known() { return known }
    let chain = Chain.present(Self.chain.get())
    // Recorded before the others are checked, so that at least one of two that begin to wait for each other notices.
    chain.awaited.withLock { $0 = self }
    if chain.isAwaited(by: self) {
      chain.awaited.withLock { $0 = nil }
      throw loop()
    }
    let result: Result<Value, Failure> = making.withLock { _ in
      chain.awaited.withLock { $0 = nil }
      if let known: Value = known() { return .success(known) }
      maker.withLock { $0 = chain }
      defer { maker.withLock { $0 = nil } }
      let result = Self.chain.withValue(chain) { () -> Result<Value, Failure> in Result(catching: make) }
      if case .success(let new) = result { made.withLock { $0 = new } }
      return result
    }
    return try result.get()
  }

  /// Makes a separate value, which isn't kept; throws the given error if that requires another separate one, which would
  /// never end.
  func separateValue<Value: Sendable>(
    orLoop loop: @autoclosure () -> any Error, _ make: () throws -> Value
  ) throws -> Value {
    let chain = Chain.present(Self.chain.get())
    let isNew = chain.separate.withLock { $0.insert(ObjectIdentifier(self)).inserted }
    guard isNew else { throw loop() }
    defer { chain.separate.withLock { _ = $0.remove(ObjectIdentifier(self)) } }
    return try Self.chain.withValue(chain, operation: make)
  }

  func known<Value: Sendable>() -> Value? { made.withLock { made in made.flatMap { $0 as? Value } } }
}

struct ServiceRecipe: Sendable {
  /// The type of the service for which it was set.
  let type: any Sendable.Type
  let make: @Sendable (AQContainer) throws(AQError) -> any Sendable
  let made = MadeOnce()
}
