public import AQKit

/// Registers Open-Meteo's services: `try container.install(.openMeteo)`.
public struct OpenMeteoModule: AQModule {
  /// A service of Open-Meteo that is a source of data.
  public enum Service: String, Hashable, Sendable, CaseIterable {
    /// Air quality, pollen and UV.
    case airQuality = "open-meteo"
    /// The weather forecast.
    case weather = "open-meteo-weather"
    /// Historical weather.
    case archive = "open-meteo-archive"
    /// Climate projections.
    case climate = "open-meteo-climate"

    /// The identifier of the service's source.
    public var source: SourceID { SourceID(rawValue) }
  }

  /// The services that a hub asks.
  public let services: Set<Service>

  /// Makes the module.
  ///
  /// - Parameter services: The services that a hub asks. The others are registered too, switched off: a configuration,
  ///   or ``AQContainer/setEnabled(_:of:)``, switches them on.
  public init(services: Set<Service> = [.airQuality]) { self.services = services }

  /// Registers the sources `open-meteo` (air quality), `open-meteo-weather`, `open-meteo-archive` and
  /// `open-meteo-climate`, the formats in which their recorded answers are read, and, where nothing searches for places
  /// yet, the service's search (``ServiceKey/placeSearch``). A source is made when it is first asked and needs
  /// ``ServiceKey/httpTransport``.
  ///
  /// The sources keep the free host's limits on this side: 600 by the minute, 5,000 by the hour and 10,000 by the UTC day,
  /// as the service weighs calls, and one request at a time per host. All sources of a container and its copies share
  /// one budget (``ServiceKey/requestBudgets``), the search included; a key has a budget of its own, without windows.
  /// Containers that were made apart share it where one ``RequestBudgets`` is set in all of them. What
  /// ``AQContainer/transport(for:credential:)`` gives for the declaration of one of these sources draws on it, too.
  ///
  /// Identical queries, and identical requests, in flight are one. Answers are kept until a model has been run again;
  /// those of weather for ten minutes, of the archive for six hours, of climate and the search for a day. A 429 is waited
  /// for as long as its text says, outages are asked again with back-off, nothing is waited for beyond the caller's
  /// ``Deadline``.
  /// A source that is made without the container, such as `HTTPSource(OpenMeteoAirQuality(), …)`, does none of this.
  ///
  /// The search asks with the key and the base URL of the source `open-meteo`, or with its option `searchURL`.
  ///
  /// - Throws: ``AQError/Code/invalidRequest`` when a source or a format of one of these names is registered already.
  public func install(into container: inout AQContainer) throws {
    try registerFormats(in: &container)
    try register(in: &container, OpenMeteoAirQuality.init(options:), { $0.baseURL }) {
      .whenRun($0.domain.models)
    }
    // Its present values are those of the moment of asking, by the quarter of an hour.
    try register(in: &container, OpenMeteoWeather.init(options:), { $0.baseURL }) { _ in .after(.seconds(600))
    }
    // Its newest days are added once a day.
    try register(in: &container, OpenMeteoArchive.init(options:), { $0.baseURL }) { _ in
      .after(.seconds(6 * 3600))
    }
    try register(in: &container, OpenMeteoClimate.init(options:), { $0.baseURL }) { _ in
      .after(.seconds(86_400))
    }
    for service in Service.allCases where !services.contains(service) {
      try container.setEnabled(false, of: service.source)
    }
    if !container.has(.placeSearch) {
      container.set(.placeSearch) { container throws(AQError) in try search(in: container) }
    }
  }

  /// Registers the source of an adapter, which declares what its options make of it before it is made.
  private func register<Adapter: HTTPAdapter>(
    in container: inout AQContainer, _ make: @escaping @Sendable (SourceOptions) throws -> Adapter,
    _ baseURL: @escaping @Sendable (Adapter) -> String, news: @escaping @Sendable (Adapter) -> AnswerNews
  ) throws(AQError) {
    try container.register(
      Adapter.descriptor,
      refine: { declaration, options in
        // What can't be made says so when it is asked.
        if let adapter = try? make(options) { declaration = adapter.descriptor }
      },
      make: { container, options in
        let adapter = try make(options)
        return try ServiceManners(
          options, limits: adapter.descriptor.limits, baseURL: baseURL(adapter), in: container
        ).source(adapter, news: news(adapter))
      })
  }

  /// The search for places, as the air-quality source is configured.
  private func search(in container: AQContainer) throws(AQError) -> any PlaceSearching {
    try OpenMeteoGeocoding(container.options(of: OpenMeteoAirQuality.descriptor.id), in: container)
  }
}

extension AQModule where Self == OpenMeteoModule {
  /// Open-Meteo's services, of which a hub asks the one for air quality.
  public static var openMeteo: OpenMeteoModule { OpenMeteoModule() }

  /// Open-Meteo's services, of which a hub asks these: `container.install(.openMeteo(.airQuality, .weather))`.
  public static func openMeteo(_ services: OpenMeteoModule.Service...) -> OpenMeteoModule {
    OpenMeteoModule(services: Set(services))
  }
}
