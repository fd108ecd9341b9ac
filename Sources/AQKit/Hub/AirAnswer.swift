/// A hub's answer: reports with their sources and freshness, and every failure with its reason.
///
/// ```swift
/// let answer = try await hub.answer(for: AirQuery(near: place))
/// print(answer.index(using: .usEPA))  // of the best report, with the reason where there is none
/// for report in answer.reports { print(report.site.name ?? report.source.rawValue) }
/// for outcome in answer.outcomes { if let error = outcome.error { print(outcome.source, error) } }
/// print(answer.credit.text)  // is shown beside the values
/// ```
public struct AirAnswer: Sendable {
  /// The query.
  public let query: AirQuery
  /// The outcome of every source, in order of registration.
  public let outcomes: [SourceOutcome]
  /// When the query was made.
  public let askedAt: AirTime
  /// Whether nothing more will come; false only for the earlier elements of ``AirAnswers``.
  public let isFinal: Bool
  /// Where the names of indices are looked up: the catalogue of the hub's container.
  public let catalog: AirQualityIndexCatalog
  /// The places that were found by name, by their index in the query.
  public let foundPlaces: [Int: AirPlace]
  /// How the sources were asked.
  public let policy: AnswerPolicy
  /// How the same station is recognised in several services: as a merging policy's rule says, if it says anything of
  /// its own, else as the hub's container does (``ServiceKey/stationMatching``).
  public let stations: AnswerPolicy.StationMatching
  /// What was merged, by place; empty unless the policy merges.
  private(set) var merges: [PlaceMerge] = []

  /// An answer as a hub makes it; for tests and previews.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - outcomes: The outcome of every source, in order.
  ///   - askedAt: When the query was made.
  ///   - policy: How the sources were asked; a merging policy merges their reports now.
  ///   - isFinal: Whether nothing more will come.
  ///   - catalog: Where the names of indices are looked up.
  ///   - foundPlaces: The places that were found by name, by their index in the query.
  ///   - stations: How the same station is recognised, unless the policy's rule says so.
  public init(
    query: AirQuery, outcomes: [SourceOutcome], askedAt: AirTime, policy: AnswerPolicy = .all,
    isFinal: Bool = true, catalog: AirQualityIndexCatalog = .standard, foundPlaces: [Int: AirPlace] = [:],
    stations: AnswerPolicy.StationMatching = .standard
  ) {
    self.query = query
    self.outcomes = outcomes
    self.askedAt = askedAt
    self.isFinal = isFinal
    self.catalog = catalog
    self.policy = policy
    self.foundPlaces = foundPlaces
    guard let rule = policy.rule else {
      self.stations = stations
      return
    }
    self.stations = rule.stations == .standard ? stations : rule.stations
    merges = merged(by: rule)
  }

  /// An answer of reports alone; for tests and previews. Each source has the least of a declaration.
  public init(_ reports: [AirReport], to query: AirQuery, at askedAt: AirTime, policy: AnswerPolicy = .all) {
    var order: [SourceID] = []
    for report in reports where !order.contains(report.source) { order.append(report.source) }
    let outcomes = order.map { id in
      let own = reports.filter { $0.source == id }
      var parameters: [AirParameter] = []
      for series in own.flatMap(\.series) where !parameters.contains(series.parameter) {
        parameters.append(series.parameter)
      }
      let offer = SourceDescriptor.Offer(
        capabilities: [.current], placeKinds: Set(PlaceReference.Kind.allCases), parameters: parameters,
        kinds: Set(own.map(\.kind)), timeConvention: .start, averaging: .oneHour)
      return SourceOutcome(
        descriptor: SourceDescriptor(id: id, name: id.rawValue, offers: [offer]),
        result: .answered(AirResponse(reports: own)), receivedAt: own.map(\.receivedAt).max())
    }
    self.init(query: query, outcomes: outcomes, askedAt: askedAt, policy: policy)
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
    if let outcome = outcomes.first(where: { $0.source == report.source }) {
      return outcome.descriptor.freshness(of: report, at: askedAt)
    }
    // A merged report is as fresh as its freshest series.
    return report.series.compactMap { series in
      let source = series.origin?.source
      let descriptor = outcomes.first { $0.source == source }?.descriptor ?? outcomes.first?.descriptor
      return descriptor?.freshness(of: series, at: askedAt)
    }.min()
  }
}
