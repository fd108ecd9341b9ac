public import AQKit

/// The times of Open-Meteo's model runs: free requests that avoid requesting values when there are no new ones.
///
/// Source: open-meteo.com/en/docs/model-updates: the calls are not counted.
public struct OpenMeteoModelUpdates: Sendable {
  /// At which service a model is found.
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

  /// Access to the run times of a service's models.
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
    access = ServiceAccess(
      .init(host: service.host, path: "/data"), apiKey: apiKey, baseURL: baseURL, limits: nil)
  }

  /// Scheme and host of the service.
  public var baseURL: String { access.baseURL }

  /// The last update of a model.
  ///
  /// - Throws: ``AQError/Code/invalidRequest`` for an impossible name or an unknown model; ``AQError/Code/malformed``
  ///   for an answer without times; otherwise the error of the transport or the service.
  @concurrent public func update(of domain: ModelDomain) async throws -> ModelUpdate {
    guard domain.isName else {
      throw AQError(
        .invalidRequest, "A model of Open-Meteo is named by letters, digits and underscores.",
        source: Self.id)
    }
    var request = TransportRequest(
      base: access.baseURL, path: "/data/\(domain.rawValue)/static/meta.json", query: [],
      headers: access.headers, weight: 0)
    // A few hundred bytes that only save other requests: not worth a long wait.
    request.timeouts = TransportRequest.Timeouts(idle: .seconds(5), total: .seconds(10))
    request.maximumBodySize = 1 << 16
    do {
      let response = try await transport.send(request)
      if case .failed(let error) = ServiceError.verdict(on: response) { throw error }
      return try ModelUpdate(domain, response.body)
    } catch let error as AQError {
      throw error.attributed(to: Self.id)
    }
  }
}

extension ModelUpdate {
  /// Reads `meta.json`.
  ///
  /// - Throws: ``AQError/Code/malformed`` when one of the two times is missing.
  init(_ domain: ModelDomain, _ body: [UInt8]) throws(AQError) {
    let json = try AQJSON(parsing: body)
    func seconds(_ name: String) -> Duration? {
      json[name].int.flatMap { $0 > 0 && $0 <= 86_400 * 366 ? .seconds($0) : nil }
    }
    self.init(
      domain: domain,
      initialisedAt: AirTime(secondsSince1970: try json.require("last_run_initialisation_time").int()),
      availableAt: AirTime(secondsSince1970: try json.require("last_run_availability_time").int()),
      interval: seconds("update_interval_seconds"), step: seconds("temporal_resolution_seconds"))
  }
}
