extension AirHub {
  /// The recent performance of a source, and what is left of its limits.
  public struct SourceHealth: Hashable, Sendable {
    /// The time that a source took to respond.
    public struct ResponseTime: Hashable, Sendable {
      /// The median: half of the responses took no longer.
      public let median: Duration
      /// Nine of ten responses took no longer.
      public let percentile90: Duration
      /// 99 of 100 responses took no longer.
      public let percentile99: Duration
    }

    /// The remainder of a limit on requests.
    public struct BudgetLeft: Hashable, Sendable {
      /// The name of a named budget (``RequestLimits/budgets``); nil for the general one.
      public let name: String?
      /// The limit.
      public let window: RequestLimits.Window
      /// The weight that requests may still use now.
      public let weight: Double
    }

    /// The source.
    public let source: SourceID
    /// The number of queries that led to a response or an error, up to the last 100. Cached responses, and queries that
    /// the caller gave up, don't count; for a stream, connections and their losses count.
    public let asked: Int
    /// The fraction of these queries that succeeded, from 0 to 1; nil if the source wasn't asked.
    public let successRate: Double?
    /// The time that the responses took; nil if there were none.
    public let responseTime: ResponseTime?
    /// The last error; nil if there was none.
    public let lastError: AQError?
    /// The time of the last failure.
    public let lastFailedAt: AirTime?
    /// The time of the last response.
    public let lastSucceededAt: AirTime?
    /// The present freshness of the values of its last response; nil without a response with values.
    public let freshness: AirReport.Freshness?
    /// Whether the source isn't asked for a while after repeated failures; nil without a circuit breaker.
    public let isCircuitOpen: Bool?
    /// The remaining weight of its limits, by window; empty before the first request.
    public let budgetLeft: [BudgetLeft]
    /// The address that its provider will switch off within 60 days, or has switched off; nil if there is none.
    public let retirement: SourceDescriptor.Endpoint?
  }
}

extension AirHub.SourceHealth: CustomStringConvertible {
  /// The main figures on one line for a log, such as `uba: asked 12, 92 % succeeded, median 410 ms, fresh`.
  public var description: String {
    let parts = [
      successRate.map { "\(Int(($0 * 100).rounded())) % succeeded" },
      responseTime.map { "median \($0.median.words)" },
      freshness?.rawValue, isCircuitOpen == true ? "paused after failures" : nil,
      lastError.map { "last error \($0.code): \($0.message)" },
    ]
    return (["\(source): asked \(asked)"] + parts.compactMap { $0 }).joined(separator: ", ")
  }
}

extension SourceDescriptor {
  /// Returns the first of the addresses that the provider will switch off within 60 days, or has switched off; nil
  /// if there is none.
  public func retirement(at now: AirTime) -> Endpoint? {
    endpoints.filter { $0.retiresOn.map { $0 <= now + .seconds(60 * 86_400) } ?? false }
      .min { ($0.retiresOn ?? now) < ($1.retiresOn ?? now) }
  }
}

extension AirHub {
  /// The recent performance of each source, in order of registration. Sends no request.
  public var health: [SourceHealth] { members.map { $0.health(at: clock.time) } }

  /// Returns the recent performance of a source; nil for an unknown identifier. Sends no request.
  public func health(of source: SourceID) -> SourceHealth? {
    members.first { $0.descriptor.id == source }?.health(at: clock.time)
  }
}

extension HubSource {
  fileprivate func health(at now: AirTime) -> AirHub.SourceHealth {
    let state = log.entries
    let times = state.outcomes.filter(\.isSuccess).compactMap(\.took).ordered(by: <)
    func percentile(_ percent: Int) -> Duration { times[max(0, (times.count * percent + 99) / 100 - 1)] }
    return AirHub.SourceHealth(
      source: descriptor.id, asked: state.outcomes.count,
      successRate: state.outcomes.isEmpty
        ? nil : Double(state.outcomes.count(where: \.isSuccess)) / Double(state.outcomes.count),
      responseTime: times.isEmpty
        ? nil
        : AirHub.SourceHealth.ResponseTime(
          median: percentile(50), percentile90: percentile(90), percentile99: percentile(99)),
      lastError: state.lastError, lastFailedAt: state.lastFailedAt, lastSucceededAt: state.lastSucceededAt,
      freshness: state.newest.map { newest in
        newest.series.map { descriptor.freshness(of: $0, kind: newest.kind, at: now) }.min() ?? .silent
      },
      isCircuitOpen: known?.layerInsight.isCircuitOpen, budgetLeft: budgetLeft,
      retirement: descriptor.retirement(at: now))
  }
}

extension RequestBudgets {
  /// Returns what a source's limits have left: those of the general budget first, then those of named ones. If there
  /// are several credentials, the one with the least left counts. Empty before the first request.
  func left(of descriptor: SourceDescriptor) -> [AirHub.SourceHealth.BudgetLeft] {
    let known = budgets(of: descriptor.limits.provider ?? descriptor.id.rawValue)
    let names: [String?] = [nil] + Array(Set(known.flatMap(\.named.keys))).ordered(by: <).map(Optional.some)
    return names.flatMap { name -> [AirHub.SourceHealth.BudgetLeft] in
      let budgets = name.map { name in known.compactMap { $0.named[name] } } ?? known
      let left = budgets.map(\.remaining)
      return (budgets.first?.limits.windows ?? []).enumerated().map { index, window in
        AirHub.SourceHealth.BudgetLeft(
          name: name, window: window,
          weight: left.compactMap { $0.indices.contains(index) ? $0[index] : nil }.min() ?? 0)
      }
    }
  }
}
