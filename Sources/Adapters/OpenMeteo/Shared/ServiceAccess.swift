import AQKit

/// The access to one of Open-Meteo's services: at the free host, the customers' host, or another server.
struct ServiceAccess: Sendable {
  private let path: String
  let baseURL: String
  private let apiKey: AirSecret?
  private let ownLimits: RequestLimits?
  private let isFree: Bool

  /// The longest address for a GET; a longer one becomes a POST with a body. Every server and proxy on the way accepts this
  /// length; the service refuses redirects from 3,500 characters on (its source code, August 2026).
  static let longestURL = 2000

  /// The largest weight of a request: heavier ones are split, so that others fit into the free host's 600 per minute.
  static let heaviestRequest = 500.0

  /// Creates the access. Another server's address may end with the version: `http://localhost:8080/v1/`.
  init(
    _ host: String, _ path: String, apiKey: AirSecret?, baseURL: String?, limits: RequestLimits? = nil
  ) {
    self.path = path
    self.apiKey = apiKey
    ownLimits = limits
    let (free, customers) = ("https://\(host)", "https://customer-\(host)")
    var base = baseURL ?? (apiKey == nil ? free : customers)
    if base.hasSuffix("/") { base.removeLast() }
    let version = "/" + path.dropFirst().prefix { $0 != "/" }
    if base.hasSuffix(version) { base.removeLast(version.count) }
    self.baseURL = base
    isFree = base == free
  }

  var headers: [TransportRequest.Header] {
    apiKey.map { [TransportRequest.Header("X-Api-Key", secret: $0)] } ?? []
  }

  /// Returns a GET, or a POST of a form if the address would be too long.
  func request(_ items: [(name: String, value: String)], weight: Double) -> TransportRequest {
    let question = TransportRequest(
      base: baseURL, path: path, query: items, headers: headers, weight: weight)
    guard question.url.utf8.count > Self.longestURL else { return question }
    return TransportRequest(
      .post, base: baseURL, path: path, query: [],
      headers: headers + [TransportRequest.Header("Content-Type", "application/x-www-form-urlencoded")],
      body: Array(PercentEncoding.form(items).utf8), weight: weight)
  }

  /// Returns the declaration of this instance: with a key, other limits and rights apply than at the free host.
  ///
  /// Source: open-meteo.com/en/pricing and open-meteo.com/en/terms: no limit per minute, hour or day, commercial use
  /// allowed; the data are CC BY 4.0 (open-meteo.com/en/license).
  func refined(_ declaration: SourceDescriptor) -> SourceDescriptor {
    var descriptor = declaration
    descriptor.limits = limits
    if !isFree {
      descriptor.endpoints = [SourceDescriptor.Endpoint(configured: "\(baseURL)\(path)")]
    }
    if apiKey != nil {
      descriptor.rights.commercialUse = .allowed
    } else if !isOpenMeteo {
      // The terms of the free host don't apply there; the operator's are unknown.
      descriptor.rights.commercialUse = .unknown
    }
    return descriptor
  }

  private var isOpenMeteo: Bool { ".\(URLParts(baseURL).host)".hasSuffix(".open-meteo.com") }

  /// The limits, which all requests to Open-Meteo with the same key, or without one, share; other servers have their own.
  var limits: RequestLimits {
    var limits = ownLimits ?? (apiKey == nil ? ServiceTerms.limits : ServiceTerms.customerLimits)
    if let provider = limits.provider, provider != ServiceTerms.provider { return limits }
    let parts = URLParts(baseURL)
    let provider = isOpenMeteo ? ServiceTerms.provider : "open-meteo at \(parts.host):\(parts.port ?? 0)"
    limits.provider = provider + (apiKey == nil && limits.windows.isEmpty ? ", unlimited" : "")
    return limits
  }

  /// Returns the weight of a request in the limits: for each place a tenth of its variables, more per fortnight
  /// beyond 14 days, at least 1.
  ///
  /// Source: open-meteo.com/en/pricing, and `calculateQueryWeight` of the service's source code (August 2026).
  static func weight(places: Int, variables: Int, days: Int64) -> Double {
    let tenths = Double(variables) / 10
    return Double(places) * max(1, tenths, tenths * Double(days) / 14)
  }

  /// Returns the calls for some variables, split by time if one weighs too much, with an overlap in days.
  func calls(
    _ items: [(name: String, value: String)], places: Int, variables: Int, over range: RequestRange,
    overlap: Int64 = 0
  ) -> [HTTPCall<Void>] {
    func weight(_ days: Int64) -> Double { Self.weight(places: places, variables: variables, days: days) }
    return range.pieces(ofAtMost: Self.heaviestRequest, overlap: overlap, weight: weight).map { piece in
      HTTPCall(request(items + piece.items, weight: weight(piece.days)))
    }
  }

  static func nothingOffered(_ parameters: [AirParameter]) -> AQError {
    let names = parameters.map(\.rawValue).joined(separator: ", ")
    return AQError(.unsupported, "Open-Meteo doesn't offer \(names) there.")
  }

  static func coordinates(of query: AirQuery) throws(AQError) -> [(name: String, value: String)] {
    let points = query.places.compactMap(\.coordinate)
    guard !points.isEmpty, points.count == query.places.count else {
      throw AQError(.unsupported, "Open-Meteo takes coordinates only.")
    }
    return [
      ("latitude", points.map { Coordinate.text(degrees: $0.latitude) }.joined(separator: ",")),
      ("longitude", points.map { Coordinate.text(degrees: $0.longitude) }.joined(separator: ",")),
    ]
  }
}

extension CaseIterable where Self: RawRepresentable<String> {
  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

extension SourceOptions {
  func choice<Choice: RawRepresentable<String> & CaseIterable>(_ name: String, _ fallback: Choice)
    throws(AQError) -> Choice
  {
    try value(name, "one of: \(Choice.names)") { Choice(rawValue: $0) } ?? fallback
  }

  func choices<Choice: RawRepresentable<String> & CaseIterable>(_ name: String) throws(AQError) -> [Choice] {
    try (self[name] ?? "").split(separator: ",").map { part throws(AQError) in
      if let choice = Choice(rawValue: String(part.filter { !$0.isWhitespace })) { return choice }
      throw AQError(
        .notConfigured,
        "The option “\(name)” of “\(source)” has no “\(part.prefix(40))”; there are: \(Choice.names).",
        source: source)
    }
  }
}
