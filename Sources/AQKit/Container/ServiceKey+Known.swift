extension ServiceKey {
  /// The clock that everything looks at.
  public static var clock: ServiceKey<any AQClock> { .init("clock", default: { SystemClock() }) }

  /// Where random numbers come from: the jitter of retries, and nothing that must be secret.
  public static var randomNumbers: ServiceKey<RandomNumbers> { .init("randomNumbers", default: { .system }) }

  /// The request budgets, one per provider and credential, that all sources of a container and its copies share. Set one
  /// instance in several containers where they ask the same provider.
  public static var requestBudgets: ServiceKey<RequestBudgets> {
    .init("requestBudgets", advice: "start from AQContainer(), or set a RequestBudgets of your own.")
  }

  /// What sends HTTP requests.
  public static var httpTransport: ServiceKey<any HTTPTransport> {
    .init(
      "httpTransport",
      advice: "start from AQContainer.live of the product AQKitURLSession, or set a transport of your own.")
  }

  /// What opens live feeds.
  public static var feedConnector: ServiceKey<any FeedConnector> {
    .init(
      "feedConnector",
      advice:
        "build AQKitSocketFeed with the trait NIO, which is on by default, or set a connector of your own.")
  }

  /// What pauses and resumes the live feeds of a container and its copies.
  public static var feedControl: ServiceKey<FeedControl> {
    .init("feedControl", advice: "start from AQContainer(), or set a FeedControl of your own.")
  }

  /// The air-quality indices that can be asked for by name; every edition that AQKit ships by default.
  public static var indexCatalog: ServiceKey<AirQualityIndexCatalog> {
    .init("indexCatalog", default: { .standard })
  }

  /// What finds places by name.
  public static var placeSearch: ServiceKey<any PlaceSearching> {
    .init("placeSearch", advice: "set something that searches places.")
  }
}
