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
    access = ServiceAccess(service.host, "/data", apiKey: apiKey, baseURL: baseURL)
  }

  /// Returns the last update of a model.
  ///
  /// - Throws: ``AQError/Code/invalidRequest`` for an impossible name or an unknown model; ``AQError/Code/malformed``
  ///   for a response without times; otherwise the error of the transport or the service.
  @concurrent public func update(of domain: ModelDomain) async throws -> ModelUpdate {
    guard domain.isName else {
      throw AQError(
        .invalidRequest, "A model of Open-Meteo is named by letters, digits and underscores.",
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
      if case .failed(let error) = ServiceResponse.verdict(on: response) { throw error }
      return try ModelUpdate(domain, response.body)
    } catch let error as AQError {
      throw RequestSecrets(of: request).hidden(in: error.attributed(to: Self.id))
    }
  }
}

extension ModelUpdate {
  init(_ domain: ModelDomain, _ body: [UInt8]) throws(AQError) {
    let json = try AQJSON(parsing: body, allowsNaN: true)
    func seconds(_ name: String) -> Duration? {
      json[name].asInt.flatMap { $0 > 0 && $0 <= 86_400 * 366 ? .seconds($0) : nil }
    }
    self.init(
      domain: domain,
      initialisedAt: AirTime(secondsSince1970: try json.require("last_run_initialisation_time").int()),
      availableAt: AirTime(secondsSince1970: try json.require("last_run_availability_time").int()),
      interval: seconds("update_interval_seconds"), step: seconds("temporal_resolution_seconds"))
  }
}

/// The last run of a model and the availability of its values.
public struct ModelUpdate: Hashable, Sendable, Codable {
  /// The model.
  public var domain: ModelDomain
  /// The time for which the newest run was started.
  public var initialisedAt: AirTime
  /// The time at which the run's values became available.
  public var availableAt: AirTime
  /// The time from one run to the next; nil if unknown.
  public var interval: Duration?
  /// The time from one value to the next; nil if unknown.
  public var step: Duration?

  /// The time at which every server has the run's values: ten minutes after they became available, as the documentation
  /// advises, because the servers update one by one.
  public var settledAt: AirTime { availableAt + .seconds(600) }

  /// The time at which the next run's values are expected on every server; nil if the interval is unknown.
  public var nextExpectedAt: AirTime? { interval.map { settledAt + $0 } }
}

/// A model as Open-Meteo stores it, by its name in update times. An open set: the documentation lists the names.
///
/// Source: open-meteo.com/en/docs/model-updates.
public struct ModelDomain: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
  /// The name, such as `cams_europe`.
  public let rawValue: String
  /// Creates a model from its name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The name.
  public var description: String { rawValue }

  /// CAMS Europe, one run a day.
  public static let camsEurope = ModelDomain(rawValue: "cams_europe")
  /// CAMS global, two runs a day.
  public static let camsGlobal = ModelDomain(rawValue: "cams_global")
  /// CAMS global greenhouse gases, one run a day.
  public static let camsGreenhouseGases = ModelDomain(rawValue: "cams_global_greenhouse_gases")

  /// The models of the air-quality service.
  public static let airQuality: [ModelDomain] = [.camsEurope, .camsGlobal, .camsGreenhouseGases]

  var isName: Bool {
    !rawValue.isEmpty && rawValue.utf8.count <= 100
      && rawValue.utf8.allSatisfy {
        (97...122).contains($0) || (48...57).contains($0) || (65...90).contains($0) || $0 == 95
      }
  }
}
