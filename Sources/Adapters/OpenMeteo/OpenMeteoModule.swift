public import AQKit

/// Registers Open-Meteo's services: `try container.install(.openMeteo)`.
public struct OpenMeteoModule: AQModule {
  /// Makes the module.
  public init() {}

  /// Registers the sources `open-meteo` (air quality), `open-meteo-weather` and `open-meteo-archive`, and the formats in
  /// which their recorded answers are read. A source is made when it is first asked and needs
  /// ``ServiceKey/httpTransport``.
  ///
  /// - Throws: ``AQError/Code/invalidRequest`` when a source or a format of one of these names is registered already.
  public func install(into container: inout AQContainer) throws {
    try registerFormats(in: &container)
    try container.register(OpenMeteoAirQuality.descriptor) { container, options in
      let adapter = OpenMeteoAirQuality(
        apiKey: options.secret("apiKey"), baseURL: options["baseURL"],
        domain: try options.choice("domain", .auto),
        cellSelection: try options["cellSelection"].map { _ in try options.choice("cellSelection", .land) })
      return try source(adapter, in: container)
    }
    try container.register(OpenMeteoWeather.descriptor) { container, options in
      let adapter = OpenMeteoWeather(
        apiKey: options.secret("apiKey"), baseURL: options["baseURL"],
        cellSelection: try options.choice("cellSelection", .land))
      return try source(adapter, in: container)
    }
    try container.register(OpenMeteoArchive.descriptor) { container, options in
      let adapter = OpenMeteoArchive(
        apiKey: options.secret("apiKey"), baseURL: options["baseURL"],
        model: try options.choice("model", .bestMatch),
        cellSelection: try options.choice("cellSelection", .land))
      return try source(adapter, in: container)
    }
  }

  /// The source of an adapter, with what the container has.
  private func source(_ adapter: some HTTPAdapter, in container: AQContainer) throws -> any AirDataSource {
    try HTTPSource(adapter, transport: container[.httpTransport], clock: container[.clock])
  }
}

extension AQModule where Self == OpenMeteoModule {
  /// Open-Meteo's services.
  public static var openMeteo: OpenMeteoModule { OpenMeteoModule() }
}
