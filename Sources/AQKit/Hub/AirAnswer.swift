/// A hub's answer: reports with their sources and freshness, and every failure with its reason.
public struct AirAnswer: Sendable {
  /// The query.
  public let query: AirQuery
  /// The outcome of every source, in order of registration.
  public let outcomes: [SourceOutcome]
  /// When the query was made.
  public let askedAt: AirTime

  init(query: AirQuery, outcomes: [SourceOutcome], at askedAt: AirTime) {
    self.query = query
    self.outcomes = outcomes
    self.askedAt = askedAt
  }

  /// All reports, by their sources' order of registration, then by the query's places.
  public var reports: [AirReport] { outcomes.flatMap { $0.response?.reports ?? [] } }

  /// The sources that failed, each with its error.
  public var failures: [(source: SourceID, error: AQError)] {
    outcomes.compactMap { outcome in outcome.error.map { (outcome.source, $0) } }
  }

  /// The sources that were not asked, with reasons.
  public var skipped: [(source: SourceID, reason: SourceOutcome.SkipReason)] {
    outcomes.compactMap { outcome in outcome.skipReason.map { (outcome.source, $0) } }
  }

  /// A report's freshness by its source's declaration.
  public func freshness(of report: AirReport) -> AirFreshness? {
    outcomes.first { $0.source == report.source }?.descriptor.freshness(of: report, at: askedAt)
  }

  /// The report to show for the query's first place: fresh or ageing before stale before silent, then by precedence,
  /// then by order of registration.
  public var best: AirReport? { best(forPlace: 0) }

  /// The report to show for one of the query's places, by index.
  public func best(forPlace place: Int) -> AirReport? {
    var best: (staleness: Int, precedence: Int, report: AirReport)?
    for outcome in outcomes {
      for report in outcome.response?.reports ?? [] {
        guard query.places.isEmpty || report.places.contains(place) else { continue }
        let staleness =
          switch outcome.descriptor.freshness(of: report, at: askedAt) {
          case .fresh, .ageing: 0
          case .stale: 1
          case .silent: 2
          }
        let precedence = outcome.descriptor.precedence
        if let best, (staleness, best.precedence) >= (best.staleness, precedence) { continue }
        best = (staleness, precedence, report)
      }
    }
    return best?.report
  }
}

/// How a hub asks its sources.
public struct AnswerPolicy: Hashable, Sendable {
  enum Strategy: Hashable, Sendable {
    case all
    case firstSuccess
  }

  let strategy: Strategy

  /// Every source at once.
  public static let all = AnswerPolicy(strategy: .all)

  /// One after another, the highest ``SourceDescriptor/precedence`` first and equal ones in order of registration,
  /// until one answers with a value.
  public static let firstSuccess = AnswerPolicy(strategy: .firstSuccess)
}
