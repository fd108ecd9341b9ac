public import AQKit

/// Open-Meteo's air-quality service: hourly model values of the Copernicus Atmosphere Monitoring Service anywhere on
/// Earth, from 2013 to five days ahead.
///
/// All values are modelled, not measured. Hourly values are instants one hour apart, in the provider's units; the
/// `european_aqi` and `us_aqi` families are kept as published indices. Times are asked as unix seconds in GMT.
///
/// Source: open-meteo.com/en/docs/air-quality-api.
public struct OpenMeteoAirQuality: HTTPAdapter {
  /// Which model the service reads.
  public enum Domain: String, Hashable, Sendable, Codable, CaseIterable {
    /// CAMS Europe where it has values, CAMS global elsewhere; blended at the seams.
    case auto
    /// CAMS Europe: 0.1°, hourly, four days ahead.
    case europe = "cams_europe"
    /// CAMS global: 0.4°, every three hours, five days ahead.
    case global = "cams_global"
  }

  /// The model that is read.
  public let domain: Domain
  /// Scheme and host of the service.
  public let baseURL: String
  private let apiKey: Secret?

  /// Scheme and host of the free service.
  public static let freeBaseURL = "https://air-quality-api.open-meteo.com"
  /// Scheme and host of the service for customers with a key.
  public static let customerBaseURL = "https://customer-air-quality-api.open-meteo.com"

  /// Makes an adapter.
  ///
  /// - Parameters:
  ///   - apiKey: A customer's key; sent as a header to the customers' host.
  ///   - baseURL: Another server that speaks the same protocol, such as a self-hosted one.
  ///   - domain: The model to read.
  public init(apiKey: Secret? = nil, baseURL: String? = nil, domain: Domain = .auto) {
    self.apiKey = apiKey
    self.baseURL = baseURL ?? (apiKey == nil ? Self.freeBaseURL : Self.customerBaseURL)
    self.domain = domain
  }

  /// What the service declares, with the address that this instance asks.
  public var descriptor: SourceDescriptor {
    var descriptor = Self.descriptor
    if baseURL != Self.freeBaseURL { descriptor.endpoints = [Endpoint("\(baseURL)/v1/air-quality")] }
    return descriptor
  }

  /// One request for all places of the query, with the weight by which the service counts it.
  ///
  /// - Throws: ``AQError/Code/unsupported`` for a place without a coordinate, ``AQError/Code/invalidRequest`` for a
  ///   window outside 2013-01-01 to six days ahead.
  public func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Void>] {
    let points = query.places.compactMap(\.coordinate)
    guard !points.isEmpty, points.count == query.places.count else {
      throw AQError(.unsupported, "Open-Meteo is asked by coordinate.", source: Self.descriptor.id)
    }
    let parameters = query.parameters.isEmpty ? AirQualityVariable.all.map(\.parameter) : query.parameters
    let names = parameters.compactMap { AirQualityVariable.byParameter[$0]?.name }
    var items: [(name: String, value: String)] = [
      ("latitude", points.map { Self.text($0.latitude) }.joined(separator: ",")),
      ("longitude", points.map { Self.text($0.longitude) }.joined(separator: ",")),
      ("hourly", names.joined(separator: ",")),
      ("timezone", "GMT"),
      ("timeformat", "unixtime"),
    ]
    let range = try AirQualityRange(query.window, at: now)
    items += range.items
    if domain != .auto { items.append(("domains", domain.rawValue)) }
    let headers = apiKey.map { [TransportHeader("X-Api-Key", secret: $0)] } ?? []
    return [
      HTTPCall(
        TransportRequest(
          base: baseURL, path: "/v1/air-quality", query: items, headers: headers,
          weight: Self.weight(places: points.count, variables: names.count, days: range.days)))
    ]
  }

  /// What a request counts against the limits: for each place a tenth of its variables, more by the fortnight beyond
  /// 14 days, at least 1.
  ///
  /// Source: open-meteo.com/en/pricing, and `calculateQueryWeight` of the service's source code (August 2026).
  private static func weight(places: Int, variables: Int, days: Int64) -> Double {
    let tenths = Double(variables) / 10
    return Double(places) * max(1, tenths, tenths * Double(days) / 14)
  }

  /// Coordinates with at most five decimals (about a metre), which the service reads as 32-bit numbers.
  private static func text(_ degrees: Double) -> String { ((degrees * 1e5).rounded() / 1e5).shortestText }

  /// Reads the service's error bodies; a place without data is no error.
  public func verdict(on response: TransportResponse) -> HTTPVerdict { ServiceError.verdict(on: response) }
}

extension Double {
  /// The shortest decimal text, without an exponent for the range of degrees and without a trailing `.0`.
  fileprivate var shortestText: String {
    if magnitude < 1e-4 { return "0" }
    return plainText
  }
}
