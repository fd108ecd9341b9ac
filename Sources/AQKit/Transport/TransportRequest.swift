/// An HTTP request: method, address, headers, body, and limits.
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
  public var headers: [TransportRequest.Header]
  /// The body; empty if there is none.
  public var body: [UInt8]
  /// The time limits.
  public var timeouts: TransportRequest.Timeouts
  /// The largest accepted body in bytes after decompression. 32 MiB by default.
  public var maximumBodySize: Int
  /// The weight of the request in the provider's limits: 1 for an ordinary request, 0 for a free one.
  public var weight: Double
  /// The name of the budget in ``RequestLimits/budgets`` that the request counts in; nil for the provider's general one.
  public var budget: String?
  /// The hosts, besides its own, to which a redirect may lead; nil for any.
  public var redirectHosts: Set<String>?
  /// The reader that takes the body of a 2xx response while it arrives; nil for a response that holds its body.
  public var bodyReader: TransportRequest.BodyReader?

  /// Creates a request to an address that is already encoded.
  public init(
    _ method: Method = .get, url: String, headers: [TransportRequest.Header] = [], body: [UInt8] = [],
    timeouts: TransportRequest.Timeouts = TransportRequest.Timeouts(), maximumBodySize: Int = 32 << 20,
    weight: Double = 1
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeouts = timeouts
    self.maximumBodySize = maximumBodySize
    self.weight = weight
  }

  /// Creates a request from a base address, a path and query items; encodes every item by RFC 3986.
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
    headers: [TransportRequest.Header] = [], body: [UInt8] = [], weight: Double = 1
  ) {
    var url = base
    while url.hasSuffix("/") { url.removeLast() }
    url += path
    if !query.isEmpty { url += "?" + PercentEncoding.form(query) }
    self.init(method, url: url, headers: headers, body: body, weight: weight)
  }

  /// Returns the first value of a header; names ignore case.
  public func header(_ name: String) -> String? { headers.value(of: name) }

  /// The host of the address, lower-case, without port or user information; empty if there is none.
  public var host: String { URLParts(url).host }
}

extension TransportRequest: CustomStringConvertible, CustomReflectable {
  /// Method and host.
  public var description: String { "\(method.rawValue) \(host)" }
  /// A mirror with method and host only.
  public var customMirror: Mirror { Mirror(self, children: ["method": method.rawValue, "host": host]) }
}

extension TransportRequest {
  /// The time limits of a request.
  public struct Timeouts: Hashable, Sendable {
    /// The longest silence on the connection, from the first attempt to connect to the last byte. 15 s by default.
    public var idle: Duration
    /// The longest time for the whole exchange. 60 s by default.
    public var total: Duration

    /// Creates a pair of time-outs; both must be positive.
    public init(idle: Duration = .seconds(15), total: Duration = .seconds(60)) {
      self.idle = idle
      self.total = total
    }
  }

  /// A header field of a request or a response.
  public struct Header: Hashable, Sendable {
    /// The field's name; compared without regard to case.
    public var name: String
    /// The field's value.
    public var value: String
    /// Whether the value is a credential, which must not be logged, recorded, or sent to another host after a redirect.
    public var isSecret: Bool

    /// Creates a field with a public value.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
      self.isSecret = false
    }

    /// Creates a field with a credential, which its description hides.
    public init(_ name: String, secret: AirSecret) {
      self.name = name
      self.value = secret.exposed
      self.isSecret = true
    }

    /// Returns whether the field has this name, whatever the case.
    public func isNamed(_ other: String) -> Bool {
      name.utf8.count == other.utf8.count && name.lowercased() == other.lowercased()
    }
  }
}

extension TransportRequest.Header {
  /// Whether HTTP allows the name and the value.
  package var isValid: Bool { Self.isToken(name) && Self.isValue(value) }

  /// Returns whether a text, such as a field's name, is a token of RFC 9110 §5.6.2.
  package static func isToken(_ text: some StringProtocol) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "!#$%&'*+-.^_`|~".utf8.contains($0) }
  }

  /// Returns whether a value has only visible characters, spaces, tabs and bytes above ASCII (RFC 9110 §5.5), and so
  /// no line break that could begin another header.
  package static func isValue(_ value: String) -> Bool {
    value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }
}

extension [TransportRequest.Header] {
  func value(of name: String) -> String? { first { $0.isNamed(name) }?.value }

  package mutating func remove(_ name: String) { removeAll { $0.isNamed(name) } }
}

extension TransportRequest.Header: CustomStringConvertible, CustomReflectable {
  /// Name and value; dots for a secret.
  public var description: String { "\(name): \(isSecret ? "•••" : value)" }
  /// A mirror without a secret's value.
  public var customMirror: Mirror {
    Mirror(self, children: ["name": name, "value": isSecret ? "•••" : value])
  }
}

extension TransportRequest {
  /// Takes the body of a response while it arrives, so that a body of any length needs little memory.
  ///
  /// **Use one.** ``HTTPCall/inPieces(_:)`` does; an adapter needs no more.
  ///
  /// **Honour one**, in an ``HTTPTransport``: call ``begin(_:)`` with the status and the header of each 2xx response,
  /// then the returned closure with the decompressed bytes, in order and one piece at a time, within
  /// ``TransportRequest/maximumBodySize``; an error that it throws ends the exchange. Return the response with an empty
  /// body. A transport without support for it returns the whole body, which works as well.
  public struct BodyReader: Hashable, Sendable {
    /// Takes the next bytes of one response.
    public typealias Take = @Sendable ([UInt8]) throws -> Void

    private final class Identity: Sendable {
      let begin: @Sendable (TransportResponse) -> Take
      init(_ begin: @escaping @Sendable (TransportResponse) -> Take) { self.begin = begin }
    }

    private let identity: Identity

    /// Creates a reader, which makes a closure for the bytes of a response. If a response breaks off and the request is
    /// repeated, it makes another one.
    public init(_ begin: @escaping @Sendable (_ head: TransportResponse) -> Take) {
      identity = Identity(begin)
    }

    /// Begins a response.
    ///
    /// - Parameter head: Its status and header, without a body.
    /// - Returns: The closure that takes its bytes.
    public func begin(_ head: TransportResponse) -> Take { identity.begin(head) }

    /// Returns whether both are the same reader.
    public static func == (lhs: BodyReader, rhs: BodyReader) -> Bool { lhs.identity === rhs.identity }

    /// Hashes the reader's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(identity)) }
  }
}
