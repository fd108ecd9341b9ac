extension URLSessionTransport {
  /// The settings of a transport; the defaults suit an application and a server alike.
  ///
  /// Time-outs and the limit on the body belong to each request.
  public struct Configuration: Hashable, Sendable {
    /// The most connections to one host at the same time; at least 1, 32 by default. A request that waits for a
    /// connection already spends its idle time-out.
    public var maximumConnectionsPerHost: Int
    /// The most redirects of one request; 0 makes the first one an error. 5 by default.
    public var maximumRedirects: Int
    /// The `User-Agent` of requests that don't name one; nil, the default, leaves it to the system.
    public var userAgent: String?
    /// Whether a request waits for a network, for its idle time-out at most, in place of failing at once; false by default.
    /// Without effect on Linux, whose session doesn't know whether there is one.
    public var waitsForConnectivity: Bool
    /// Whether requests use a network in Low Data Mode; true by default. Without another network they fail with
    /// ``AQError/Code/unreachable``, which the last answer replaces. Without effect on Linux.
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
