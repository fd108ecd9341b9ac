import AQKit

/// One of Open-Meteo's services as an instance reaches it: at the free host, at the customers', or at a server of one's
/// own.
struct ServiceAccess: Sendable {
  /// Where a service is found at Open-Meteo.
  struct Address: Sendable {
    /// The path, such as `/v1/forecast`.
    let path: String
    let freeBaseURL: String
    let customerBaseURL: String

    /// An address at Open-Meteo.
    ///
    /// - Parameters:
    ///   - host: The free host, such as `api.open-meteo.com`.
    ///   - path: The path.
    init(host: String, path: String) {
      self.path = path
      freeBaseURL = "https://\(host)"
      customerBaseURL = "https://customer-\(host)"
    }
  }

  let address: Address
  let baseURL: String
  private let apiKey: Secret?
  private let ownLimits: Limits?
  private let isOwnServer: Bool

  /// The longest address that is asked with GET; a longer question goes into the body of a POST.
  ///
  /// Every part of the way takes as much; the service refuses redirects from 3,500 characters on (its source code,
  /// August 2026).
  static let longestURL = 2000

  /// The most that one request may weigh: a question that weighs more is parted by time, so that it fits into the
  /// minute of the free host, 600, beside others.
  static let heaviestRequest = 500.0

  init(_ address: Address, apiKey: Secret?, baseURL: String?, limits: Limits?) {
    self.address = address
    self.apiKey = apiKey
    ownLimits = limits
    self.baseURL = baseURL ?? (apiKey == nil ? address.freeBaseURL : address.customerBaseURL)
    isOwnServer = baseURL.map { $0 != address.freeBaseURL && $0 != address.customerBaseURL } ?? false
  }

  /// The headers of a request: a customer's key.
  var headers: [TransportHeader] { apiKey.map { [TransportHeader("X-Api-Key", secret: $0)] } ?? [] }

  /// A question: a GET, or a POST of a form where the address would be too long.
  func request(_ items: [(name: String, value: String)], weight: Double) -> TransportRequest {
    let question = TransportRequest(
      base: baseURL, path: address.path, query: items, headers: headers, weight: weight)
    guard question.url.utf8.count > Self.longestURL else { return question }
    return TransportRequest(
      .post, base: baseURL, path: address.path, query: [],
      headers: headers + [TransportHeader("Content-Type", "application/x-www-form-urlencoded")],
      body: Array(PercentEncoding.form(items).utf8), weight: weight)
  }

  /// The declaration of this instance: with a key, other limits and rights hold than at the free host.
  ///
  /// Source: open-meteo.com/en/pricing and open-meteo.com/en/terms: no limit by the minute, hour or day, commercial use
  /// allowed; the data are CC BY 4.0 (open-meteo.com/en/license).
  func refined(_ declaration: SourceDescriptor) -> SourceDescriptor {
    var descriptor = declaration
    descriptor.limits = limits
    if baseURL != address.freeBaseURL { descriptor.endpoints = [Endpoint("\(baseURL)\(address.path)")] }
    if apiKey != nil {
      descriptor.rights.commercialUse = .allowed
    } else if isOwnServer {
      // The terms of the free host don't hold there; those of its operator are not known.
      descriptor.rights.commercialUse = .unknown
    }
    return descriptor
  }

  /// What may be asked, and with whom that is counted together: everything that asks Open-Meteo with one key, or without
  /// one from here; each other server on its own.
  var limits: Limits {
    var limits = ownLimits ?? (apiKey == nil ? ServiceTerms.limits : ServiceTerms.customerLimits)
    if let provider = limits.provider, provider != ServiceTerms.provider { return limits }
    let parts = URLParts(baseURL)
    let isOpenMeteo = parts.host == "open-meteo.com" || parts.host.hasSuffix(".open-meteo.com")
    let provider = isOpenMeteo ? ServiceTerms.provider : "open-meteo at \(parts.host):\(parts.port ?? 0)"
    limits.provider = provider + (apiKey == nil && limits.windows.isEmpty ? ", unlimited" : "")
    return limits
  }

  /// What a request counts against the limits: for each place a tenth of its variables, more by the fortnight beyond
  /// 14 days, at least 1.
  ///
  /// Source: open-meteo.com/en/pricing, and `calculateQueryWeight` of the service's source code (August 2026).
  static func weight(places: Int, variables: Int, days: Int64) -> Double {
    let tenths = Double(variables) / 10
    return Double(places) * max(1, tenths, tenths * Double(days) / 14)
  }

  /// The calls for some variables over a range, parted by time where one would weigh too much, with an overlap of some
  /// days.
  func calls(
    _ items: [(name: String, value: String)], places: Int, variables: Int, over range: RequestRange,
    overlap: Int64 = 0
  ) -> [HTTPCall<Void>] {
    func weight(_ days: Int64) -> Double { Self.weight(places: places, variables: variables, days: days) }
    return range.pieces(ofAtMost: Self.heaviestRequest, overlap: overlap, weight: weight).map { piece in
      HTTPCall(request(items + piece.items, weight: weight(piece.days)))
    }
  }

  /// The error of a question of which the service has nothing.
  static func nothingOffered(_ parameters: [AirParameter]) -> AQError {
    let names = parameters.map(\.rawValue).joined(separator: ", ")
    return AQError(.unsupported, "Open-Meteo doesn't offer \(names) there.")
  }

  /// The items that name the places of a query.
  ///
  /// - Throws: ``AQError/Code/unsupported`` for a place without a coordinate.
  static func coordinates(of query: AirQuery) throws(AQError) -> [(name: String, value: String)] {
    let points = query.places.compactMap(\.coordinate)
    guard !points.isEmpty, points.count == query.places.count else {
      throw AQError(.unsupported, "Open-Meteo is asked by coordinate.")
    }
    return [
      ("latitude", points.map { text($0.latitude) }.joined(separator: ",")),
      ("longitude", points.map { text($0.longitude) }.joined(separator: ",")),
    ]
  }

  /// Coordinates with at most five decimals (about a metre), which the service reads as 32-bit numbers.
  private static func text(_ degrees: Double) -> String { ((degrees * 1e5).rounded() / 1e5).shortestText }
}

extension Double {
  /// The shortest decimal text, without an exponent for the range of degrees and without a trailing `.0`.
  fileprivate var shortestText: String {
    if magnitude < 1e-4 { return "0" }
    return plainText
  }
}
