import AQKit

/// The rules by which an adapter uses the server: within the limits, one request at a time per host, with sensible
/// retries, and without repeating requests that are cached or in flight.
struct RequestPolicy {
  enum Quota: String, CaseIterable {
    /// The free host's limits, unless there is a key.
    case free
    /// No limits, for your own server.
    case none
  }

  /// The time for which a response is cached; zero to cache none, nil to cache it until the service has a new one.
  private let keeping: Duration?
  private let policy: AirPolicy.Cache
  private let clock: any AQClock
  /// Sends requests within the budget, with retries.
  private let patient: any HTTPTransport
  private let runs: ModelRuns

  /// Reads the options of a source; its limits name the provider that counts requests.
  init(_ options: SourceOptions, limits: RequestLimits, baseURL: String, in container: AQContainer)
    throws(AQError)
  {
    let apiKey = options.secret("apiKey")
    policy = try container[.resilience].cache ?? AirPolicy.Cache()
    keeping = try options.keeping()
    let (clock, random) = (try container[.clock], try container[.randomNumbers])
    self.clock = clock
    let budget = try container[.requestBudgets].budget(
      for: .init(limits.provider ?? ServiceTerms.provider, credential: apiKey), limits: limits, clock: clock)
    let limited = try container[.httpTransport]
      .rateLimited(by: budget, advice: ServiceAdvice.usual, charging: Self.charge, clock: clock)
    patient =
      limited
      .retrying(
        AirPolicy.Retry(attempts: 2, retriesFailures: false, advice: ServiceAdvice.internalError),
        clock: clock,
        randomNumbers: random
      )
      .retrying(AirPolicy.Retry(advice: ServiceAdvice.usual), clock: clock, randomNumbers: random)
      .coalescing()
    // Requests that only save other requests aren't repeated.
    runs = ModelRuns(
      OpenMeteoModelUpdates(transport: limited.coalescing(), apiKey: apiKey, baseURL: baseURL), clock: clock)
  }

  /// Returns the weight of a request after its response: 0 if a limit refused it, and 1 for any other failure.
  ///
  /// Source: `RateLimiter.swift` and `ApiKeyManager.swift` of the service's source code (August 2026).
  @Sendable private static func charge(_ request: TransportRequest, _ response: TransportResponse) -> Double {
    switch response.status {
    case 200..<300: request.weight
    case 429: 0
    default: min(1, request.weight)
    }
  }

  /// Returns a transport with budget, retries and a cache until that event; without one, the service is always asked.
  func transport(asking news: ResponseNews?) -> any HTTPTransport {
    guard let news else { return patient }
    return CachedResponses(patient, news: news, runs: runs, policy: policy, clock: clock)
  }

  /// Returns the event after which the service is asked again; nil for always.
  func change(after news: ResponseNews) -> ResponseNews? {
    guard let keeping else { return news }
    return keeping == .zero ? nil : .after(keeping)
  }

  /// Returns the source over such a transport. A cache above it keeps the response as long as it stays the same.
  func source(_ adapter: some ServiceAdapter) -> any AirDataSource {
    var news = change(after: adapter.news)
    // A caller who has chosen one time for all sources wants this source asked by then, too.
    if keeping == nil, let fresh = policy.fresh { news = fresh > .zero ? .after(fresh) : nil }
    let transport = transport(asking: news)
    return KeepingSource(
      base: HTTPSource(adapter, transport: transport, clock: clock).coalescing(),
      responses: transport as? CachedResponses, keepsNothing: keeping == .zero, news: news, runs: runs,
      clock: clock)
  }
}

/// A source over a caching transport; a query for new values bypasses the cache.
private struct KeepingSource<Base: AirDataSource>: AirLayer {
  let base: Base
  /// The cache below it; nil for none.
  let responses: CachedResponses?
  let keepsNothing: Bool
  /// The event after which the service has a new response; nil for always.
  let news: ResponseNews?
  let runs: ModelRuns
  let clock: any AQClock

  @concurrent func fetch(_ query: AirQuery) async throws -> AirResponse {
    let start = clock.time
    guard query.freshness == .reload else { return Self.cached(try await base.fetch(query), before: start) }
    return try await CachedResponses.isBypassed.withValue(true) { try await base.fetch(query) }
  }

  /// Marks a response that the transport had cached with its age.
  private static func cached(_ response: AirResponse, before start: AirTime) -> AirResponse {
    guard response.cached == nil, let newest = response.reports.map(\.receivedAt).max(), newest < start else {
      return response
    }
    return changed(response) { $0.cached = AirResponse.Cached(since: newest) }
  }

  var insight: AirPolicy.Insight {
    changed(base.layerInsight) { insight in
      (insight.cached, insight.cachePolicy, insight.freshness) = (nil, cachePolicy, freshness)
      insight.removeResponses = { [responses, below = insight.removeResponses] in
        responses?.removeAll()
        below()
      }
    }
  }

  private func cachePolicy(_ wanted: AirPolicy.Cache) -> AirPolicy.Cache {
    if !keepsNothing { return wanted }
    return changed(wanted) { ($0.fresh, $0.staleWhileRevalidate, $0.staleIfError) = (.zero, .zero, .zero) }
  }

  /// Returns the time for which a response is fresh: until there is a new one, or the hour ends and other values become current.
  private func freshness(of response: AirResponse, to query: AirQuery, at now: AirTime) -> Duration? {
    guard let news else { return .zero }
    let receivedAt = response.reports.map(\.receivedAt).min() ?? now
    let left =
      switch news {
      case .after(let duration): duration - now.duration(since: receivedAt)
      case .whenRun(let models): runs.holds(models, receivedAt: receivedAt, at: now)
      }
    let hour = Duration.seconds(3600 - now.secondsSince1970 % 3600)
    return max(.zero, min(left, hour))
  }
}

extension SourceOptions {
  /// Returns the limits in the options; nil for the usual ones.
  func limits() throws(AQError) -> RequestLimits? {
    let own = try choice("limits", RequestPolicy.Quota.free) == .none ? ServiceTerms.ownLimits : nil
    guard let most = try int("concurrentRequests") else { return own }
    guard (1...1000).contains(most) else { throw misfit("concurrentRequests", "from 1 to 1000") }
    var limits =
      own ?? (secret("apiKey") == nil ? ServiceTerms.limits : ServiceTerms.customerLimits)
    limits.concurrentRequestsPerHost = most
    limits.concurrentRequests = max(limits.concurrentRequests, most)
    return limits
  }

  fileprivate func keeping() throws(AQError) -> Duration? {
    guard let text = self["keep"], text != "auto" else { return nil }
    guard let seconds = Double(text), (0...86_400 * 366).contains(seconds) else {
      throw misfit("keep", "auto or a number of seconds")
    }
    return .seconds(seconds)
  }
}
