/// The address of a live feed and the limits for reading it. Its description has the scheme and host only.
public struct FeedEndpoint: Hashable, Sendable {
  /// The absolute address; its scheme (`ws`, `wss`…) chooses the protocol.
  public var url: String
  /// Header fields for the opening handshake, if the protocol has one.
  public var headers: [TransportRequest.Header]
  /// Sub-protocols offered in the opening handshake, in order of preference.
  public var subprotocols: [String]
  /// The longest time from the first attempt to connect to the end of the handshake. 10 s by default.
  public var handshakeTimeout: Duration
  /// The longest silence before the connection is considered dead; nil for no limit.
  public var idleTimeout: Duration?
  /// The largest message, in bytes over all its fragments. 1 MiB by default.
  public var maximumMessageSize: Int
  /// The number of received but unread bytes at which reading from the socket stops. 4 MiB by default.
  public var maximumBufferedBytes: Int
  /// PEM certificates to trust instead of the system's; nil trusts the system's.
  public var trustedCertificates: String?

  /// Creates an endpoint; 10 s for the handshake, 1 MiB per message and 4 MiB of buffer by default.
  public init(
    url: String, headers: [TransportRequest.Header] = [], subprotocols: [String] = [],
    handshakeTimeout: Duration = .seconds(10), idleTimeout: Duration? = nil,
    maximumMessageSize: Int = 1 << 20, maximumBufferedBytes: Int = 4 << 20,
    trustedCertificates: String? = nil
  ) {
    self.url = url
    self.headers = headers
    self.subprotocols = subprotocols
    self.handshakeTimeout = handshakeTimeout
    self.idleTimeout = idleTimeout
    self.maximumMessageSize = maximumMessageSize
    self.maximumBufferedBytes = maximumBufferedBytes
    self.trustedCertificates = trustedCertificates
  }
}

extension FeedEndpoint {
  private static let webSocketFields: Set<String> = [
    "host", "upgrade", "connection", "sec-websocket-key", "sec-websocket-version", "sec-websocket-protocol",
    "sec-websocket-extensions", "sec-websocket-accept", "content-length", "transfer-encoding",
  ]

  /// Throws ``AQError/Code/invalidRequest`` for a sub-protocol whose name isn't a token, and for the fields that
  /// ``checkHeaders(except:)`` refuses.
  package func checkWebSocket() throws(AQError) {
    try checkHeaders(except: Self.webSocketFields)
    guard subprotocols.allSatisfy({ TransportRequest.Header.isToken($0) }) else {
      throw AQError(.invalidRequest, "A sub-protocol's name is empty or has an invalid character.")
    }
  }

  /// Throws ``AQError/Code/invalidRequest`` for a header field whose name isn't a token or that the request sets itself, and
  /// for a value with control characters; the error contains neither.
  package func checkHeaders(except own: Set<String>) throws(AQError) {
    for header in headers where !header.isValid || own.contains(header.name.lowercased()) {
      throw AQError(.invalidRequest, "A header of the feed's request is invalid or set by AQKit itself.")
    }
  }
}

extension FeedEndpoint: CustomStringConvertible, CustomReflectable {
  /// Scheme and host.
  public var description: String {
    let parts = URLParts(url)
    return "\(parts.scheme)://\(parts.host)"
  }
  /// A mirror with scheme and host only.
  public var customMirror: Mirror { Mirror(self, children: ["endpoint": description]) }
}
