/// How often and how much a source may be asked. All windows hold at once.
public struct Limits: Hashable, Sendable, Codable {
  /// So much weight within so much time.
  public struct Window: Hashable, Sendable, Codable {
    /// The weight that the window allows; a usual request weighs 1.
    public var weight: Double
    /// The length of the window.
    public var seconds: Int64
    /// When the window's count is cleared.
    public var alignment: Alignment

    /// When a window's count is cleared.
    public enum Alignment: String, Hashable, Sendable, Codable {
      /// Never at once: any stretch of time of the window's length holds at most its weight. Keeps every other kind of
      /// window of the same length, whenever that one is cleared.
      case sliding
      /// At every multiple of its length since 1970 in UTC: the full minute, the full hour, midnight UTC.
      case fixed
    }

    /// Makes a window.
    public init(_ weight: Double, perSeconds seconds: Int64, _ alignment: Alignment = .sliding) {
      self.weight = weight
      self.seconds = seconds
      self.alignment = alignment
    }

    /// Reads a window; one that doesn't name its alignment is sliding.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      weight = try container.decode(Double.self, forKey: .weight)
      seconds = try container.decode(Int64.self, forKey: .seconds)
      alignment = try container.decodeIfPresent(Alignment.self, forKey: .alignment) ?? .sliding
    }
  }

  /// The windows; empty for no known limit.
  public var windows: [Window]
  /// The most places that one request may name.
  public var placesPerRequest: Int {
    didSet { placesPerRequest = max(1, placesPerRequest) }
  }
  /// The most requests at the same time, to all hosts.
  public var concurrentRequests: Int {
    didSet { concurrentRequests = max(1, concurrentRequests) }
  }
  /// The most requests to one host at the same time, where a provider has several; nil for no bound of its own.
  public var concurrentRequestsPerHost: Int? {
    didSet { concurrentRequestsPerHost = concurrentRequestsPerHost.map { max(1, $0) } }
  }
  /// The most requests of one fetch, follow-ups included.
  public var requestsPerFetch: Int {
    didSet { requestsPerFetch = max(1, requestsPerFetch) }
  }

  /// Who counts, where several sources are counted together: sources that name the same provider, and ask with the same
  /// credential, share one budget. Nil where the source is counted alone, by its identifier.
  public var provider: String?

  /// Makes a set of limits; numbers below 1 count as 1.
  public init(
    windows: [Window] = [], placesPerRequest: Int = 1, concurrentRequests: Int = 4,
    concurrentRequestsPerHost: Int? = nil, requestsPerFetch: Int = 100, provider: String? = nil
  ) {
    self.windows = windows
    self.placesPerRequest = max(1, placesPerRequest)
    self.concurrentRequests = max(1, concurrentRequests)
    self.concurrentRequestsPerHost = concurrentRequestsPerHost.map { max(1, $0) }
    self.requestsPerFetch = max(1, requestsPerFetch)
    self.provider = provider
  }

  private enum CodingKeys: String, CodingKey {
    case windows, placesPerRequest, concurrentRequests, concurrentRequestsPerHost, requestsPerFetch, provider
  }

  /// Reads limits; what is missing is as in
  /// ``init(windows:placesPerRequest:concurrentRequests:concurrentRequestsPerHost:requestsPerFetch:provider:)``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      windows: try container.decodeIfPresent([Window].self, forKey: .windows) ?? [],
      placesPerRequest: try container.decodeIfPresent(Int.self, forKey: .placesPerRequest) ?? 1,
      concurrentRequests: try container.decodeIfPresent(Int.self, forKey: .concurrentRequests) ?? 4,
      concurrentRequestsPerHost: try container.decodeIfPresent(Int.self, forKey: .concurrentRequestsPerHost),
      requestsPerFetch: try container.decodeIfPresent(Int.self, forKey: .requestsPerFetch) ?? 100,
      provider: try container.decodeIfPresent(String.self, forKey: .provider))
  }
}
