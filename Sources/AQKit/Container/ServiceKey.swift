/// The name and type of a service in a container.
///
/// A third party adds a service with one declaration and reads it as `container[.name]`:
///
/// ```swift
/// extension ServiceKey { static var geocoder: ServiceKey<any PlaceSearching> { .init("geocoder") } }
/// ```
public struct ServiceKey<Value: Sendable>: Sendable {
  /// The name, unique among services.
  public let name: String
  /// What to do if the service is missing, as a sentence; part of the error.
  public let advice: String?
  let defaultValue: (@Sendable () -> Value)?

  /// A key for a service.
  ///
  /// - Parameters:
  ///   - name: Unique among services.
  ///   - advice: What to do if the service is missing, as a sentence.
  ///   - defaultValue: Makes the service if none was set; without it a missing service is an error.
  public init(_ name: String, advice: String? = nil, default defaultValue: (@Sendable () -> Value)? = nil) {
    self.name = name
    self.advice = advice
    self.defaultValue = defaultValue
  }
}

extension ServiceKey {
  /// The clock that everything looks at.
  public static var clock: ServiceKey<any AQClock> { .init("clock", default: { SystemClock() }) }

  /// The source of random numbers for jitter; not for anything secret.
  public static var randomNumbers: ServiceKey<RandomNumbers> { .init("randomNumbers", default: { .system }) }

  /// The request budgets, one per provider and credential, shared by a container's sources and copies. Set one instance
  /// in several containers that use the same provider.
  public static var requestBudgets: ServiceKey<RequestBudgets> {
    .init("requestBudgets", advice: "start from AQContainer(), or set a RequestBudgets of your own.")
  }

  /// The transport for HTTP requests.
  public static var httpTransport: ServiceKey<any HTTPTransport> {
    .init(
      "httpTransport",
      advice: "start from AQContainer.live of the product AQKitURLSession, or set a transport of your own.")
  }

  /// The connector for live feeds.
  public static var feedConnector: ServiceKey<any FeedConnector> {
    .init(
      "feedConnector",
      advice:
        "build AQKitSocketFeed with the trait NIO, which is on by default, or set a connector of your own.")
  }

  /// Pauses and resumes the live feeds of a container and its copies.
  public static var feedControl: ServiceKey<FeedControl> {
    .init("feedControl", advice: "start from AQContainer(), or set a FeedControl of your own.")
  }

  /// The air-quality indices by name; by default every edition that AQKit ships.
  public static var indexCatalog: ServiceKey<AirQualityIndexCatalog> {
    .init("indexCatalog", default: { .standard })
  }

  /// How the container makes the sources resilient that it makes; ``AQContainer/SourceResilience/standard`` by default.
  /// Set ``AQContainer/SourceResilience/none`` for bare sources, or one of your own.
  public static var resilience: ServiceKey<AQContainer.SourceResilience> {
    .init("resilience", default: { .standard })
  }

  /// Who is told what hubs and sources do; nobody by default.
  public static var hubObserver: ServiceKey<(any HubObserver)?> { .init("hubObserver", default: { nil }) }

  /// Where the last answers of the container's sources outlive the process; memory only unless it is set. Answers of
  /// one source are shared by all that use the store, whatever its options: a test server needs a store of its own.
  public static var answerStore: ServiceKey<any AnswerStoring> {
    .init("answerStore", advice: "set an AirStorage of the product AQKitStorage, or a store of your own.")
  }

  /// The search for places by name.
  public static var placeSearch: ServiceKey<any PlaceSearching> {
    .init("placeSearch", advice: "set something that searches places.")
  }
}
