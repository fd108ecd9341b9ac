public import AQKit

/// Open-Meteo's search for places by name, postcode or airport code, from GeoNames.
///
/// Two characters must match exactly; three or more match the beginning of a name in any language, ignoring case and
/// accents. A comma separates the name from a country or a first-level area: `Limerick, Ireland`. The service sorts by
/// rank, not by similarity. There is no search by coordinate.
///
/// Show `attribution` wherever places are shown.
///
/// Source: open-meteo.com/en/docs/geocoding-api, and the source code of open-meteo/geocoding-api (May 2026).
public struct OpenMeteoGeocoding: PlaceSearching {
  private let access: ServiceAccess
  private let transport: any HTTPTransport

  /// The attribution that must be shown with places.
  public static let attribution: [AirAttribution] = [ServiceTerms.openMeteo, ServiceTerms.geoNames]
  /// The uses that the licence and the terms of the free host allow.
  public static let rights: AirRights = ServiceTerms.rights

  /// The maximum number of results of one search.
  public static let mostPlaces = 100

  /// Creates a search at the free service, the customers' service or another server.
  ///
  /// - Parameters:
  ///   - transport: Sends the requests.
  ///   - apiKey: A customer's key, sent as a header to the customers' host.
  ///   - baseURL: Another server with the same protocol, such as a self-hosted one.
  public init(transport: any HTTPTransport, apiKey: AirSecret? = nil, baseURL: String? = nil) {
    access = Self.access(apiKey: apiKey, baseURL: baseURL)
    self.transport = transport
  }

  private static func access(apiKey: AirSecret?, baseURL: String?, limits: RequestLimits? = nil)
    -> ServiceAccess
  {
    ServiceAccess(
      "geocoding-api.open-meteo.com", "/v1/search", apiKey: apiKey, baseURL: baseURL, limits: limits)
  }

  /// Returns the matching places in the service's order: none, without a request, for fewer than two characters.
  ///
  /// The language is reduced to its first part (`pt` for `pt-BR`); unknown ones mean English. Finds at most ``mostPlaces``.
  ///
  /// - Throws: ``AQError/Code/invalidRequest`` for a country that isn't an ISO 3166-1 alpha-2 code or a limit below 1;
  ///   otherwise the error of the transport or the service.
  @concurrent public func places(matching search: AirPlace.Search) async throws -> [AirPlace] {
    guard search.limit > 0 else {
      throw AQError(.invalidRequest, "A place search needs a limit of at least 1.", source: Self.id)
    }
    let country = try search.countryCode.map(Self.countryCode)
    let name = search.name.trimmed
    guard name.count >= 2 else { return [] }
    let limit = min(search.limit, Self.mostPlaces)
    var items: [(name: String, value: String)] = [
      ("name", name),
      // Servers truncate the list before they filter by country.
      ("count", "\(country == nil ? limit : Self.mostPlaces)"),
      ("language", Self.language(search.language)), ("format", "json"),
    ]
    if let country { items.append(("countryCode", country)) }
    let found = try await places(inResponseTo: access.request(items, weight: 1))
    return Array(
      found.lazy.filter { country == nil || ($0.countryCode ?? country) == country }.prefix(limit))
  }

  /// Returns the place with an identifier from an earlier search; nil if there is none.
  ///
  /// - Parameters:
  ///   - id: The service's identifier, a number.
  ///   - language: The BCP 47 language of the names.
  /// - Throws: ``AQError/Code/invalidRequest`` for an identifier that isn't a number below 2³¹; otherwise the error of
  ///   the transport or the service.
  @concurrent public func place(id: String, language: String) async throws -> AirPlace? {
    guard let number = Int32(id), number > 0 else {
      throw AQError(.invalidRequest, "Open-Meteo identifies places by a number.", source: Self.id)
    }
    let request = TransportRequest(
      base: access.baseURL, path: "/v1/get",
      query: [("id", "\(number)"), ("language", Self.language(language)), ("format", "json")],
      headers: access.headers)
    return try await places(inResponseTo: request).first
  }

  static let id: SourceID = "open-meteo-geocoding"

  /// Returns the places in the response to a request; empty if there is nothing.
  private func places(inResponseTo request: TransportRequest) async throws -> [AirPlace] {
    do {
      let response = try await transport.send(request)
      switch ServiceError.verdict(on: response) {
      case .read: return try GeocodingResponse.read(response.body).places
      case .nothing, .nothingForSomePlace: return []
      case .failed(let error):
        if response.status == 400, error.message.contains("Location ID not found") { return [] }
        throw error
      }
    } catch let error as AQError {
      throw RequestSecrets(of: request).hidden(in: error.attributed(to: Self.id))
    }
  }

  private static func countryCode(_ code: String) throws(AQError) -> String {
    let upper = code.trimmed.uppercased()
    guard upper.utf8.count == 2, upper.utf8.allSatisfy({ (65...90).contains($0) }) else {
      throw AQError(.invalidRequest, "A country is given as two letters, such as CZ.", source: id)
    }
    return upper
  }

  private static func language(_ tag: String) -> String {
    let language = tag.trimmed.lowercased().prefix { $0.isLetter && $0.isASCII }
    return language.isEmpty ? "en" : String(language)
  }

  /// The attribution that must be shown with places.
  public var attribution: [AirAttribution] { Self.attribution }

  /// Creates the search with the air-quality source's options, limits, retries and a cache: places rarely change.
  init(_ options: SourceOptions, in container: AQContainer) throws(AQError) {
    access = Self.access(
      apiKey: options.secret("apiKey"), baseURL: options["searchURL"] ?? options["baseURL"],
      limits: try options.limits())
    let policy = try RequestPolicy(
      options, limits: access.limits, baseURL: access.baseURL, in: container)
    transport = policy.transport(asking: policy.change(after: .after(.seconds(86_400))))
  }
}
