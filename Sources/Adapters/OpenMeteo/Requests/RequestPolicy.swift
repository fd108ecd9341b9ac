import AQKit

/// How an instance of the services treats the server: within the limits, one request at a time per host, with retries
/// that make sense, and without requesting twice what it has or is getting.
struct RequestPolicy {
  /// Whether the free host's limits apply.
  enum Quota: String, CaseIterable {
    /// The free host's limits, unless there is a key.
    case free
    /// No limits, for one's own server.
    case none
  }

  /// How long an answer is cached.
  enum Keeping: Equatable {
    /// Until there is news.
    case automatic
    /// For a time; zero for not at all.
    case fixed(Duration)
  }

  private let apiKey: AirSecret?
  private let baseURL: String
  private let keeping: Keeping
  private let clock: any AQClock
  /// Within the budget, once.
  private let limited: any HTTPTransport
  /// The same, with retries.
  private let patient: any HTTPTransport

  /// Reads the options of a source.
  ///
  /// - Parameters:
  ///   - options: The options.
  ///   - limits: The limits, with the provider that counts.
  ///   - baseURL: Scheme and host of the service.
  ///   - container: Provides the transport, the clock and the budgets.
  /// - Throws: ``AQError/Code/notConfigured`` for an invalid option or a missing service.
  init(_ options: SourceOptions, limits: RequestLimits, baseURL: String, in container: AQContainer)
    throws(AQError)
  {
    self.baseURL = baseURL
    apiKey = options.secret("apiKey")
    keeping = try options.keeping()
    let (clock, random) = (try container[.clock], try container[.randomNumbers])
    self.clock = clock
    let budget = try container[.requestBudgets].budget(
      for: .init(limits.provider ?? ServiceTerms.provider, credential: apiKey), limits: limits, clock: clock)
    limited = try container[.httpTransport]
      .rateLimited(by: budget, advice: ServiceAdvice.usual, charging: Self.charge, clock: clock)
    patient =
      limited
      .retrying(
        RetryPolicy(attempts: 2, retriesFailures: false, advice: ServiceAdvice.internalError), clock: clock,
        randomNumbers: random
      )
      .retrying(RetryPolicy(advice: ServiceAdvice.usual), clock: clock, randomNumbers: random)
      .coalescing()
  }

  /// The options of every service besides its own.
  static let options: [SourceDescriptor.Option] = [
    SourceDescriptor.Option(
      "limits",
      summary: "free: the free host's limits hold unless there is a key; none: for a server of one's own.",
      defaultValue: Quota.free.rawValue),
    SourceDescriptor.Option(
      "keep", summary: "How long an answer is kept: auto (until its models have been run again), or seconds.",
      defaultValue: "auto"),
  ]

  /// The weight of a request after its response: 0 if a limit refused it, 1 for any other failure.
  ///
  /// Source: `RateLimiter.swift` and `ApiKeyManager.swift` of the service's source code (August 2026).
  @Sendable private static func charge(_ request: TransportRequest, _ response: TransportResponse) -> Double {
    switch response.status {
    case 200..<300: request.weight
    case 429: 0
    default: min(1, request.weight)
    }
  }

  /// A transport with budget, retries and cache.
  ///
  /// - Parameter news: When the service has something new.
  func transport(news: AnswerNews) -> any HTTPTransport {
    let news: AnswerNews? =
      switch keeping {
      case .automatic: news
      case .fixed(.zero): nil
      case .fixed(let duration): .after(duration)
      }
    guard let news else { return patient }
    // Requests that only save other requests are neither repeated nor waited for.
    let runs = ModelRuns(
      OpenMeteoModelUpdates(transport: limited.coalescing(), apiKey: apiKey, baseURL: baseURL), clock: clock)
    return KeptAnswers(patient, news: news, runs: runs, clock: clock)
  }

  /// The source of an adapter over such a transport, which decides when the service is asked: a cache above it only
  /// replaces errors, and keeps nothing where nothing is to be kept.
  ///
  /// - Parameters:
  ///   - adapter: The adapter.
  ///   - news: When the service has something new.
  func source(_ adapter: some HTTPAdapter, news: AnswerNews) -> any AirDataSource {
    let standIn: Duration = keeping == .fixed(.zero) ? .zero : .seconds(86_400)
    return KeepingSource(
      base: HTTPSource(adapter, transport: transport(news: news), clock: clock).coalescing(),
      suitableCache: CachePolicy(fresh: .zero, staleWhileRevalidate: .zero, staleIfError: standIn))
  }
}

/// A source over a transport that keeps answers, which a query for new ones goes past.
private struct KeepingSource<Base: AirDataSource>: AirLayer, SelfKeepingSource {
  let base: Base
  let suitableCache: CachePolicy

  @concurrent func fetch(_ query: AirQuery) async throws -> AirResponse {
    guard query.freshness == .reload else { return try await base.fetch(query) }
    return try await KeptAnswers.isBypassed.withValue(true) { try await base.fetch(query) }
  }
}

extension SourceOptions {
  /// The limits in an option; nil for the usual ones.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` for an invalid option.
  func limits() throws(AQError) -> RequestLimits? {
    try choice("limits", RequestPolicy.Quota.free) == .none ? ServiceTerms.ownLimits : nil
  }

  /// How long to cache an answer.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` for an invalid option.
  fileprivate func keeping() throws(AQError) -> RequestPolicy.Keeping {
    guard let text = self["keep"], text != "auto" else { return .automatic }
    guard let seconds = Double(text), (0...86_400 * 366).contains(seconds) else {
      throw AQError(
        .notConfigured, "The option “keep” of “\(source)” must be auto or a number of seconds.",
        source: source)
    }
    return .fixed(.seconds(seconds))
  }
}
