import AQKit

/// A network of stations: its declaration, its calls and its module follow from its addresses.
protocol StationNetwork: HTTPAdapter {
  /// Another address of the service; nil, the default, for the declared one.
  var baseURL: String? { get }
  /// The addresses that replace the declared ones; by default only the first, with the base URL.
  var addresses: [String?] { get }
  /// The beginning that the paths of all calls share.
  static var root: String { get }
  /// The properties that the network's stations share.
  static var template: AirSite { get }
  /// The scale of the index that the network itself publishes.
  static var indexScale: String { get }
  /// The members in which a response without data states the reason.
  static var reasons: [String] { get }
  /// The error code for a web page in place of data, unless it mentions maintenance.
  static var pageCode: AQError.Code { get }
  /// Returns the note for a response that states that there are no data, whatever its status; nil for any other.
  static func nothing(in body: AQJSON) -> AirNote?
}

extension StationNetwork {
  var baseURL: String? { nil }
  var addresses: [String?] { [baseURL] }
  static var root: String { "/" }
  static var indexScale: String { "" }
  static var reasons: [String] { ["message", "error", "detail"] }
  static var pageCode: AQError.Code { .malformed }
  static func nothing(in body: AQJSON) -> AirNote? { nil }

  /// Returns the network's own index, of one pollutant or overall.
  static func ownIndex(_ pollutant: AirParameter? = nil) -> AirParameter {
    .publishedIndex(scale: indexScale, pollutant: pollutant)
  }

  /// The declaration, with the configured addresses.
  public var descriptor: SourceDescriptor {
    var descriptor = Self.descriptor
    for (index, address) in addresses.enumerated() where descriptor.endpoints.indices.contains(index) {
      if let address { descriptor.endpoints[index] = .init(configured: address) }
    }
    return descriptor
  }

  /// Reads responses with a status 2xx, and those that state that there are no data. A web page is an error, and so is any
  /// other status, with the reason that the service states.
  public func verdict(on response: TransportResponse) -> TransportResponse.Verdict {
    guard !(200..<300).contains(response.status) else {
      return Self.page(in: response.body).map(TransportResponse.Verdict.failed) ?? .read
    }
    let body = try? AQJSON(parsing: response.body, allowsNaN: true)
    if let note = body.flatMap(Self.nothing) { return .nothing(note) }
    let reason =
      body.flatMap { Self.reason(in: $0) } ?? (try? AQXML(parsing: response.body)).flatMap(Self.reason)
    return AQError(response: response, detail: reason, limits: descriptor.limits)
      .map(TransportResponse.Verdict.failed) ?? .read
  }

  /// Returns the rows of the list of the whole network. An empty list is an error, because it would be kept for a day.
  static func inFull<Rows: Collection>(_ rows: Rows) throws(AQError) -> Rows {
    guard !rows.isEmpty else {
      throw AQError(.unavailable, "\(descriptor.name) lists no stations. Ask again later.")
    }
    return rows
  }

  static func site(_ id: String?, _ name: String? = nil, at coordinate: Coordinate? = nil) -> AirSite {
    changed(template) { ($0.id, $0.name, $0.coordinate) = (id, name, coordinate) }
  }

  /// Returns a call for a path behind the network's root; by default its reply is kept until the next values are due.
  func call(
    _ path: String, _ step: Step, _ items: [(name: String, value: String)] = [], at endpoint: Int = 0,
    headers: [TransportRequest.Header] = [], about site: ReportBuilder.SiteReference? = nil,
    keepsFor keeping: TransportRequest.Keeping? = .untilNextValue, budget: String? = nil,
    page: TransportRequest.Page? = nil
  ) -> HTTPCall<Step> {
    let address = descriptor.endpoints[endpoint].url
    let request = TransportRequest(base: address, path: Self.root + path, query: items, headers: headers)
    return HTTPCall(request, step: step, about: site, keepsFor: keeping, budget: budget, page: page)
  }
}

extension StationNetwork where Step == Void {
  func call(
    _ path: String, _ items: [(name: String, value: String)] = [], headers: [TransportRequest.Header] = [],
    keepsFor keeping: TransportRequest.Keeping? = .untilNextValue, page: TransportRequest.Page? = nil
  ) -> HTTPCall<Void> {
    call(path, (), items, headers: headers, keepsFor: keeping, page: page)
  }
}

extension HTTPModule {
  init(_ format: PayloadFormat, make: @escaping @Sendable (_ baseURL: String?) -> Adapter) {
    self.init(formats: [format]) { make($0["baseURL"]) }
  }

  init(
    _ format: PayloadFormat, key option: String,
    make: @escaping @Sendable (_ key: AirSecret?, _ baseURL: String?) -> Adapter
  ) {
    self.init(countedBy: option, formats: [format]) { make($0.secret(option), $0["baseURL"]) }
  }
}

extension HTTPReply {
  /// Whether the reply has the first rows of a list: it is the first page, or the list has no pages.
  var isFirstPage: Bool { (call?.page?.offset ?? 0) == 0 }
}
