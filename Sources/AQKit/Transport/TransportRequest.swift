/// One HTTP request: method, address, headers, body, and limits.
///
/// Its description has only the method and the host, because paths, queries and headers can hold coordinates and keys.
public struct TransportRequest: Hashable, Sendable {
  /// The HTTP methods that sources of data use.
  public enum Method: String, Hashable, Sendable, Codable {
    /// GET
    case get = "GET"
    /// POST
    case post = "POST"
  }

  /// The method.
  public var method: Method
  /// The absolute address, percent-encoded, with scheme `http` or `https`.
  public var url: String
  /// The header fields, in order. Names may repeat.
  public var headers: [TransportHeader]
  /// The body; empty if there is none.
  public var body: [UInt8]
  /// The time limits.
  public var timeouts: TransportTimeouts
  /// The largest accepted body in bytes after decompression. 32 MiB by default.
  public var maximumBodySize: Int
  /// The weight of the request in the provider's limits: 1 for an ordinary request, 0 for a free one.
  public var weight: Double

  /// A request to an address that is already encoded.
  public init(
    _ method: Method = .get, url: String, headers: [TransportHeader] = [], body: [UInt8] = [],
    timeouts: TransportTimeouts = TransportTimeouts(), maximumBodySize: Int = 32 << 20, weight: Double = 1
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeouts = timeouts
    self.maximumBodySize = maximumBodySize
    self.weight = weight
  }

  /// A request from a base address, a path and query items; encodes every item by RFC 3986.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - base: Scheme, host and optional port and path prefix, such as `https://api.example.org`.
  ///   - path: An absolute path, already encoded, such as `/v1/air-quality`.
  ///   - query: Names and values, in order.
  ///   - headers: The header fields.
  ///   - body: The body; empty for none.
  ///   - weight: The weight of the request in the provider's limits.
  public init(
    _ method: Method = .get, base: String, path: String, query: [(name: String, value: String)],
    headers: [TransportHeader] = [], body: [UInt8] = [], weight: Double = 1
  ) {
    var url = base
    while url.hasSuffix("/") { url.removeLast() }
    url += path
    if !query.isEmpty { url += "?" + PercentEncoding.form(query) }
    self.init(method, url: url, headers: headers, body: body, weight: weight)
  }

  /// The first value of a header; names ignore case.
  public func header(_ name: String) -> String? {
    headers.first { $0.isNamed(name) }?.value
  }

  /// The host of the address, lower-case, without port and user information; empty if there is none.
  public var host: String { URLParts(url).host }
}

extension TransportRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Method and host.
  public var description: String { "\(method.rawValue) \(host)" }
  /// Method and host.
  public var debugDescription: String { description }
  /// A mirror with method and host only.
  public var customMirror: Mirror { Mirror(self, children: ["method": method.rawValue, "host": host]) }
}
