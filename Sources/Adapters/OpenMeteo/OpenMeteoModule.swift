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
  /// `open-meteo-climate`, and the formats in which their recorded answers are read. A source is made when it is first
  /// asked and needs ``ServiceKey/httpTransport``. Where that is set already and nothing searches for places yet, it sets
  /// ``ServiceKey/placeSearch`` too.
  ///
  /// - Throws: ``AQError/Code/invalidRequest`` when a source or a format of one of these names is registered already.
  public func install(into container: inout AQContainer) throws {
    try registerFormats(in: &container)
    try register(in: &container, OpenMeteoAirQuality.init(options:))
    try register(in: &container, OpenMeteoWeather.init(options:))
    try register(in: &container, OpenMeteoArchive.init(options:))
    try register(in: &container, OpenMeteoClimate.init(options:))
    for service in Service.allCases where !services.contains(service) {
      try container.setEnabled(false, of: service.source)
    }
    if !container.has(.placeSearch), let transport = try? container[.httpTransport] {
      container.set(.placeSearch, to: OpenMeteoGeocoding(transport: transport))
    }
  }

  /// Registers the source of an adapter, which declares what its options make of it before it is made.
  private func register<Adapter: HTTPAdapter>(
    in container: inout AQContainer, _ make: @escaping @Sendable (SourceOptions) throws -> Adapter
  ) throws(AQError) {
    try container.register(
      Adapter.descriptor,
      refine: { declaration, options in
        // What can't be made says so when it is asked.
        if let adapter = try? make(options) { declaration = adapter.descriptor }
      },
      make: { container, options in try source(make(options), in: container) })
  }

  /// The source of an adapter, with what the container has.
  private func source(_ adapter: some HTTPAdapter, in container: AQContainer) throws -> any AirDataSource {
    try HTTPSource(adapter, transport: container[.httpTransport], clock: container[.clock])
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
