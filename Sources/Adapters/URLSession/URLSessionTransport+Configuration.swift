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

    /// Creates a configuration.
    public init(
      maximumConnectionsPerHost: Int = 32, maximumRedirects: Int = 5, userAgent: String? = nil
    ) {
      self.maximumConnectionsPerHost = maximumConnectionsPerHost
      self.maximumRedirects = maximumRedirects
      self.userAgent = userAgent
    }
  }
}
