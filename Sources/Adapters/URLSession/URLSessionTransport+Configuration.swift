extension URLSessionTransport {
  /// The settings of a transport; the defaults suit an application and a server alike.
  ///
  /// Time-outs and the limit on the body belong to each request.
  public struct Configuration: Hashable, Sendable {
    /// The maximum number of concurrent connections to one host; at least 1, 32 by default. The idle time-out of a
    /// request runs while it waits for a connection.
    public var maximumConnectionsPerHost: Int
    /// The maximum number of redirects of one request; 0 makes the first one an error. 5 by default.
    public var maximumRedirects: Int
    /// The `User-Agent` of requests that don't name one; nil, the default, leaves it to the system.
    public var userAgent: String?
    /// Whether a request waits for a network, for its idle time-out at most, instead of failing at once; false by default.
    /// It has no effect on Linux, where the session doesn't know whether there is a network.
    public var waitsForConnectivity: Bool
    /// Whether requests use a network in Low Data Mode; true by default. Without another network they fail with
    /// ``AQError/Code/unreachable``, which a cached response replaces. It has no effect on Linux.
    public var allowsConstrainedNetworkAccess: Bool

    /// Creates a configuration.
    public init(
      maximumConnectionsPerHost: Int = 32, maximumRedirects: Int = 5, userAgent: String? = nil,
      waitsForConnectivity: Bool = false, allowsConstrainedNetworkAccess: Bool = true
    ) {
      self.maximumConnectionsPerHost = maximumConnectionsPerHost
      self.maximumRedirects = maximumRedirects
      self.userAgent = userAgent
      self.waitsForConnectivity = waitsForConnectivity
      self.allowsConstrainedNetworkAccess = allowsConstrainedNetworkAccess
    }
  }
}
