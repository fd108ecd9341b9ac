public import AQKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
    try container.register(OpenMeteoAirQuality.descriptor) { container, options in
      let adapter = OpenMeteoAirQuality(
        apiKey: options.secret("apiKey"), baseURL: options["baseURL"],
        domain: try options.choice("domain", .auto),
        cellSelection: try options["cellSelection"].map { _ in try options.choice("cellSelection", .land) },
        dayZone: try zone(options))
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
    try container.register(OpenMeteoClimate.descriptor) { container, options in
      let adapter = OpenMeteoClimate(
        apiKey: options.secret("apiKey"), baseURL: options["baseURL"], models: try models(options),
        isBiasCorrected: try options.bool("biasCorrected") ?? true,
        cellSelection: try options.choice("cellSelection", .land))
      return try source(adapter, in: container)
    }
    for service in Service.allCases where !services.contains(service) {
      try container.setEnabled(false, of: service.source)
    }
    if !container.has(.placeSearch), let transport = try? container[.httpTransport] {
      container.set(.placeSearch, to: OpenMeteoGeocoding(transport: transport))
    }
  }

  /// The zone that an option names.
  private func zone(_ options: SourceOptions) throws(AQError) -> TimeZone? {
    guard let name = options["dayZone"] else { return nil }
    guard let zone = TimeZone(identifier: name) else {
      throw AQError(
        .notConfigured, "The rules of the time zone “\(name.prefix(60))” are not to be had in this process.",
        source: options.source)
    }
    return zone
  }

  /// The climate models that an option names.
  private func models(_ options: SourceOptions) throws(AQError) -> [OpenMeteoClimate.Model] {
    var models: [OpenMeteoClimate.Model] = []
    for name in (options["models"] ?? "").split(separator: ",") {
      guard let model = OpenMeteoClimate.Model(rawValue: String(name.filter { !$0.isWhitespace })) else {
        let known = OpenMeteoClimate.Model.allCases.map(\.rawValue).joined(separator: ", ")
        throw AQError(
          .notConfigured, "There is no climate model “\(name.prefix(40))”; there are: \(known).",
          source: options.source)
      }
      models.append(model)
    }
    return models
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
