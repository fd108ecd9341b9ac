import AQKit

/// How an instance of the services behaves towards the server: within the limits, one request at a time per host, patient
/// where that helps, and without asking twice for what it has.
struct ServiceManners {
  /// Whether the free host's limits hold.
  enum Quota: String, CaseIterable {
    /// The free host's limits, unless there is a key.
    case free
    /// None: for a server of one's own.
    case none
  }

  /// How long an answer is kept.
  enum Keeping: Equatable {
    /// Until the model has been run again.
    case automatic
    /// For a time; zero for not at all.
    case fixed(Duration)
  }

  let container: AQContainer
  let apiKey: Secret?
  let baseURL: String
  let quota: Quota
  let keeping: Keeping

  /// Reads what the options of a source say.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` for an option that can't be meant.
  init(_ options: SourceOptions, baseURL: String, in container: AQContainer) throws(AQError) {
    self.container = container
    self.baseURL = baseURL
    apiKey = options.secret("apiKey")
    quota = try options.choice("limits", .free)
    switch options["keep"] {
    case nil, "auto": keeping = .automatic
    case let text?:
      guard let seconds = Double(text), (0...86_400 * 366).contains(seconds) else {
        throw AQError(
          .notConfigured, "The option “keep” of “\(options.source)” must be auto or a number of seconds.",
          source: options.source)
      }
      keeping = .fixed(.seconds(seconds))
    }
  }

  /// The options that every service has beside its own.
  static let options: [SourceOption] = [
    SourceOption(
      "limits",
      summary: "free: the free host's limits hold unless there is a key; none: for a server of one's own.",
      defaultValue: Quota.free.rawValue),
    SourceOption(
      "keep", summary: "How long an answer is kept: auto (until its models have been run again), or seconds.",
      defaultValue: "auto"),
  ]

  /// The limits of the free host, per address: its windows, and one request at a time per host.
  ///
  /// The service clears its counts at the full hour and at 00:00 UTC, and every minute at a moment that isn't known, so
  /// that window slides here.
  ///
  /// Source: open-meteo.com/en/terms, and the service's source code (August 2026).
  static let freeLimits = Limits(
    windows: [
      .init(600, perSeconds: 60, .sliding), .init(5000, perSeconds: 3600, .fixed),
      .init(10_000, perSeconds: 86_400, .fixed),
    ],
    concurrentRequests: 16, concurrentRequestsPerHost: 1)

  /// The limits of a customer: no windows, at least two requests at a time.
  static let customerLimits = Limits(concurrentRequests: 16, concurrentRequestsPerHost: 2)

  /// The limits of a server of one's own that has none.
  static let ownLimits = Limits(concurrentRequests: 16, concurrentRequestsPerHost: 4)

  private var limits: Limits {
    if apiKey != nil { return Self.customerLimits }
    return quota == .none ? Self.ownLimits : Self.freeLimits
  }

  /// One for everything that asks Open-Meteo with a key, or without one from here; another for each other server.
  private var budgetKey: RequestBudgets.Key {
    let parts = URLParts(baseURL)
    let isOpenMeteo = parts.host == "open-meteo.com" || parts.host.hasSuffix(".open-meteo.com")
    let provider = isOpenMeteo ? "open-meteo" : "open-meteo at \(parts.host):\(parts.port ?? 0)"
    return RequestBudgets.Key("\(provider)\(quota == .none ? ", unlimited" : "")", credential: apiKey)
  }

  /// A transport with all manners but keeping: within the budget, and trying again what is worth it.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` when the container lacks a service.
  func transport() throws(AQError) -> any HTTPTransport {
    let clock = try container[.clock]
    let random = try container[.randomNumbers]
    let budget = try container[.requestBudgets].budget(for: budgetKey, limits: limits, clock: clock)
    return try container[.httpTransport]
      .rateLimited(by: budget, advice: ServiceAdvice.usual, charging: Self.charge, clock: clock)
      .retrying(
        RetryPolicy(attempts: 2, retriesFailures: false, advice: ServiceAdvice.internalError), clock: clock,
        randomNumbers: random
      )
      .retrying(RetryPolicy(advice: ServiceAdvice.usual), clock: clock, randomNumbers: random)
  }

  /// What a request counted in the end: a refusal by a limit nothing, any other failure 1.
  ///
  /// Source: `RateLimiter.swift` and `ApiKeyManager.swift` of the service's source code (August 2026).
  @Sendable private static func charge(_ request: TransportRequest, _ response: TransportResponse) -> Double {
    switch response.status {
    case 200..<300: request.weight
    case 429: 0
    default: min(1, request.weight)
    }
  }

  /// The source of an adapter, asked with all manners.
  ///
  /// - Parameters:
  ///   - adapter: The adapter.
  ///   - news: When there is something new.
  /// - Throws: ``AQError/Code/notConfigured`` when the container lacks a service.
  func source(_ adapter: some HTTPAdapter, news: AnswerNews) throws(AQError) -> any AirDataSource {
    let clock = try container[.clock]
    let transport = try transport()
    let news: AnswerNews? =
      switch keeping {
      case .automatic: news
      case .fixed(.zero): nil
      case .fixed(let duration): .after(duration)
      }
    guard let news else { return HTTPSource(adapter, transport: transport, clock: clock).coalescing() }
    let runs = ModelRuns(
      OpenMeteoModelUpdates(transport: transport, apiKey: apiKey, baseURL: baseURL), clock: clock)
    let keeping = KeptAnswers(transport, news: news, runs: runs, clock: clock)
    return HTTPSource(adapter, transport: keeping, clock: clock).coalescing()
  }
}
