public import AQKit

/// The times of Open-Meteo's model runs, which show when it is worthwhile to request values.
///
/// Source: open-meteo.com/en/docs/model-updates, which says that these calls are not counted.
public struct OpenMeteoModelUpdates: Sendable {
  /// The service that has a model.
  public enum Service: String, Hashable, Sendable, Codable, CaseIterable {
    /// Air quality, with the CAMS models.
    case airQuality
    /// The weather forecast.
    case weather
    /// Historical weather.
    case archive

    fileprivate var host: String {
      switch self {
      case .airQuality: "air-quality-api.open-meteo.com"
      case .weather: "api.open-meteo.com"
      case .archive: "archive-api.open-meteo.com"
      }
    }
  }

  private let access: ServiceAccess
  private let transport: any HTTPTransport
  private static let id: SourceID = "open-meteo-updates"

  /// Creates access to the run times of a service's models.
  ///
  /// - Parameters:
  ///   - service: The service.
  ///   - transport: Sends the requests.
  ///   - apiKey: A customer's key, sent as a header to the customers' host.
  ///   - baseURL: Another server with the same protocol, such as a self-hosted one.
  public init(
    of service: Service = .airQuality, transport: any HTTPTransport, apiKey: AirSecret? = nil,
    baseURL: String? = nil
  ) {
    self.transport = transport
    // The paths of other services begin with `/v1`, so the given address may end with it.
    access = ServiceAccess(service.host, "/v1", apiKey: apiKey, baseURL: baseURL)
  }

  /// Returns the last update of a model.
  ///
  /// - Throws: ``AQError/Code/invalidRequest`` for an impossible name or an unknown model; ``AQError/Code/malformed``
  ///   for a response without times; otherwise the error of the transport or the service.
  @concurrent public func update(of domain: ModelDomain) async throws -> ModelUpdate {
    guard domain.isName else {
      throw AQError(
        .invalidRequest, "The name of an Open-Meteo model consists of letters, digits and underscores.",
        source: Self.id)
    }
    var request = TransportRequest(
      base: access.baseURL, path: "/data/\(domain.rawValue)/static/meta.json", query: [],
      headers: access.headers, weight: 0)
    // These few hundred bytes only save other requests, and aren't worth a long wait.
    request.timeouts = TransportRequest.Timeouts(idle: .seconds(5), total: .seconds(10))
    request.maximumBodySize = 1 << 16
    do {
      let response = try await transport.send(request)
      if case .failed(let error) = ServiceError.verdict(on: response) { throw error }
      return try ModelUpdate(domain, response.body)
    } catch let error as AQError {
      throw RequestSecrets(of: request).hidden(in: error.attributed(to: Self.id))
    }
  }
}
