/// The limits on requests to a source. All windows apply together.
///
/// ```swift
/// RequestLimits(windows: [.init(600, perSeconds: 60), .init(10_000, perSeconds: 86_400, .fixed)])
/// ```
public struct RequestLimits: Hashable, Sendable, Codable {
  /// A limit: a weight within a time.
  public struct Window: Hashable, Sendable, Codable {
    /// The weight that the window allows; an ordinary request weighs 1.
    public var weight: Double
    /// The length of the window in seconds.
    public var seconds: Int64
    /// The alignment at which the window's count resets.
    public var alignment: Alignment

    /// The time at which a window's count resets.
    public enum Alignment: String, Hashable, Sendable, Codable {
      /// Gradually: any period of the window's length has at most its weight. This satisfies every other kind of window
      /// of the same length.
      case sliding
      /// The window starts at every multiple of its length since 1970 in UTC: on the minute, on the hour, at midnight UTC.
      case fixed
    }

    /// Creates a weight per number of seconds; sliding by default.
    public init(_ weight: Double, perSeconds seconds: Int64, _ alignment: Alignment = .sliding) {
      self.weight = weight
      self.seconds = seconds
      self.alignment = alignment
    }

    /// Reads a window; without an alignment it is sliding.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      weight = try container.value(.weight)
      seconds = try container.value(.seconds)
      alignment = try container.optional(.alignment) ?? .sliding
    }
  }

  /// The windows; empty if no limit is known.
  public var windows: [Window]
  /// Named budgets, for a provider that counts some requests separately: a request that names one
  /// (``TransportRequest/budget``) counts in its windows instead of ``windows``. The limits on concurrent requests apply to
  /// all together.
  public var budgets: [String: [Window]]
  /// The maximum number of places in one request.
  public var placesPerRequest: Int {
    didSet { placesPerRequest = max(1, placesPerRequest) }
  }
  /// The maximum number of concurrent requests, to all hosts.
  public var concurrentRequests: Int {
    didSet { concurrentRequests = max(1, concurrentRequests) }
  }
  /// The maximum number of concurrent requests to a host, for a provider with several hosts; nil for no limit.
  public var concurrentRequestsPerHost: Int? {
    didSet { concurrentRequestsPerHost = concurrentRequestsPerHost.map { max(1, $0) } }
  }
  /// The maximum number of requests per fetch, including follow-ups.
  public var requestsPerFetch: Int {
    didSet { requestsPerFetch = max(1, requestsPerFetch) }
  }

  /// The provider that counts the requests: sources with the same provider and credential share one budget. Nil if the
  /// source has its own, by its identifier. ``HTTPModule`` sets it for further instances and other servers: all at one server
  /// share its budget.
  public var provider: String?

  /// Creates a set of limits; numbers below 1 become 1.
  public init(
    windows: [Window] = [], placesPerRequest: Int = 1, concurrentRequests: Int = 4,
    concurrentRequestsPerHost: Int? = nil, requestsPerFetch: Int = 100, provider: String? = nil,
    budgets: [String: [Window]] = [:]
  ) {
    self.windows = windows
    self.budgets = budgets
    self.placesPerRequest = max(1, placesPerRequest)
    self.concurrentRequests = max(1, concurrentRequests)
    self.concurrentRequestsPerHost = concurrentRequestsPerHost.map { max(1, $0) }
    self.requestsPerFetch = max(1, requestsPerFetch)
    self.provider = provider
  }

  /// Reads limits; missing ones have the defaults of
  /// ``init(windows:placesPerRequest:concurrentRequests:concurrentRequestsPerHost:requestsPerFetch:provider:budgets:)``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      windows: container.optional(.windows) ?? [],
      placesPerRequest: container.optional(.placesPerRequest) ?? 1,
      concurrentRequests: container.optional(.concurrentRequests) ?? 4,
      concurrentRequestsPerHost: container.optional(.concurrentRequestsPerHost),
      requestsPerFetch: container.optional(.requestsPerFetch) ?? 100,
      provider: container.optional(.provider), budgets: container.optional(.budgets) ?? [:])
  }
}
