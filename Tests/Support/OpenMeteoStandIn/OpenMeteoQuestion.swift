import AQKit

/// A request as the service sees it: the service, the key, and the parameters in the query or the body.
struct OpenMeteoQuestion {
  let service: OpenMeteoStandIn.Service
  let host: String
  let isPost: Bool
  /// The model whose update times are requested.
  let model: String
  private var parameters: [String: [String]] = [:]
  private var headerKey: String?

  /// Reads a request; refuses a path that the host lacks.
  init(_ request: TransportRequest) throws {
    host = request.host
    isPost = request.method == .post
    var address = Substring(request.url)
    if let scheme = address.firstRange(of: "://") { address = address[scheme.upperBound...] }
    let target = address.firstIndex(of: "/").map { address[$0...] } ?? "/"
    let path = String(target.prefix { $0 != "?" && $0 != "#" })
    let query = target.drop { $0 != "?" }.dropFirst().prefix { $0 != "#" }
    let folders = path.split(separator: "/")
    if folders.count == 4, folders[0] == "data", folders[2] == "static", folders[3] == "meta.json" {
      service = .modelUpdates
      model = String(folders[1])
    } else {
      guard let known = OpenMeteoStandIn.Service(rawValue: path), known != .modelUpdates else {
        throw OpenMeteoRefusal.notFound
      }
      service = known
      model = ""
    }
    guard Self.host(host, has: service) else { throw OpenMeteoRefusal.notFound }
    headerKey = request.header("X-Api-Key")
    if isPost {
      guard service.isMetered else { throw OpenMeteoRefusal.notFound }
      try readBody(request)
    } else {
      readForm(query)
    }
  }

  /// The key of a customer.
  var key: String? { headerKey ?? self["apikey"] }
  var isCustomerHost: Bool { host.hasPrefix("customer-") && isFreeHost }
  /// Whether it is one of Open-Meteo's own hosts, free or not.
  var isFreeHost: Bool { host.hasSuffix(".open-meteo.com") }

  /// The first value of a parameter.
  subscript(name: String) -> String? { parameters[name]?.first }

  /// Returns the elements of a list parameter, separated by commas or repeated.
  func list(_ name: String) -> [String] {
    (parameters[name] ?? []).flatMap { $0.split(separator: ",").map(String.init) }
  }

  /// Returns a list as it was written.
  func text(_ name: String) -> String { (parameters[name] ?? []).joined(separator: ",") }

  func int(_ name: String) throws -> Int64? {
    guard let text = self[name], !text.isEmpty else { return nil }
    guard let number = Int64(text), number.magnitude < 1_000_000 else {
      throw OpenMeteoRefusal.unknown("Int", text)
    }
    return number
  }

  /// Reads a parameter that must be one of several words.
  func word(_ name: String, _ type: String, of words: [String]) throws -> String? {
    guard let text = self[name] else { return nil }
    guard words.contains(text) else { throw OpenMeteoRefusal.unknown(type, text) }
    return text
  }

  private static func host(_ host: String, has service: OpenMeteoStandIn.Service) -> Bool {
    guard host.hasSuffix(".open-meteo.com") else { return true }
    let name = host.hasPrefix("customer-") ? host.dropFirst(9) : host[...]
    let own =
      switch service {
      case .airQuality: "air-quality-api.open-meteo.com"
      case .forecast: "api.open-meteo.com"
      case .archive: "archive-api.open-meteo.com"
      case .climate: "climate-api.open-meteo.com"
      case .search, .get: "geocoding-api.open-meteo.com"
      case .modelUpdates: String(name)
      }
    return name == own && (service != .modelUpdates || !name.hasPrefix("geocoding"))
  }

  // MARK: Reading

  private mutating func readBody(_ request: TransportRequest) throws {
    guard request.body.count <= 128 << 10 else { throw OpenMeteoRefusal("Payload Too Large", status: 413) }
    guard request.header("Content-Type")?.hasPrefix("application/json") ?? false else {
      readForm(Substring(String(decoding: request.body, as: UTF8.self)))
      return
    }
    guard let root = try? AQJSON(parsing: request.body), let members = try? root.members else {
      throw OpenMeteoRefusal("Invalid JSON.")
    }
    for (name, value) in members {
      let elements = (try? value.elements).map(Array.init) ?? [value]
      parameters[name] = elements.map { $0.stringValue ?? $0.rawText }
    }
  }

  private mutating func readForm(_ form: Substring) {
    for item in form.split(separator: "&") {
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      // A name may have brackets: `hourly[]=…`.
      var name = PercentEncoding.decode(parts.first ?? "")
      if name.hasSuffix("[]") { name.removeLast(2) }
      parameters[name, default: []].append(PercentEncoding.decode(parts.count > 1 ? parts[1] : ""))
    }
  }
}
