public import AQKit

/// Registers Open-Meteo's services: `try container.install(.openMeteo)`.
public struct OpenMeteoModule: AQModule {
  /// Makes the module.
  public init() {}

  /// Registers the air-quality source, and the format `open-meteo` in which recorded answers are read. The source is
  /// made when it is first asked and needs ``ServiceKey/httpTransport``.
  ///
  /// - Throws: ``AQError/Code/invalidRequest`` when a source or a format `open-meteo` is registered already.
  public func install(into container: inout AQContainer) throws {
    try container.register(format: PayloadFormat(OpenMeteoAirQuality()))
    try container.register(OpenMeteoAirQuality.descriptor) { container, options in
      let name = options["domain"] ?? OpenMeteoAirQuality.Domain.auto.rawValue
      guard let domain = OpenMeteoAirQuality.Domain(rawValue: name) else {
        let known = OpenMeteoAirQuality.Domain.allCases.map(\.rawValue).joined(separator: ", ")
        throw AQError(
          .notConfigured, "The option “domain” of “\(options.source)” must be one of: \(known).",
          source: options.source)
      }
      let adapter = OpenMeteoAirQuality(
        apiKey: options.secret("apiKey"), baseURL: options["baseURL"], domain: domain)
      return try HTTPSource(adapter, transport: container[.httpTransport], clock: container[.clock])
    }
  }
}

extension AQModule where Self == OpenMeteoModule {
  /// Open-Meteo's services.
  public static var openMeteo: OpenMeteoModule { OpenMeteoModule() }
}
