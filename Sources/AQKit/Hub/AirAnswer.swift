/// A hub's answer: reports with their sources and freshness, and every failure with its reason.
///
/// ```swift
/// let answer = try await hub.answer(for: AirQuery(near: place))
/// print(answer.index(using: .usEPA))  // of the best report, or the reason why there is none
/// for report in answer.reports { print(report.site.name ?? report.source.rawValue) }
/// for outcome in answer.outcomes { if let error = outcome.error { print(outcome.source, error) } }
/// print(answer.credit.text)  // must be shown with the values
/// ```
public struct AirAnswer: Sendable {
  /// The query.
  public let query: AirQuery
  /// The outcome of every source, in order of registration.
  public let outcomes: [AirAnswer.SourceOutcome]
  /// The time at which the query was made.
  public let askedAt: AirTime
  /// Whether the answer is complete; false only for the earlier elements of ``AirHub/Answers``.
  public let isFinal: Bool
  /// The catalogue of the hub's container, in which names of indices are looked up.
  public let catalog: AirQualityIndexCatalog
  /// The places that were found by name, by their index in the query.
  public let foundPlaces: [Int: AirPlace]
  /// The policy by which the sources were asked.
  public let policy: AirHub.Policy
  let stationMatchingOfHub: AirHub.Policy.StationMatching
  var merges: [PlaceMerge] = []
  /// The error of a client that gave no answer at all; such an answer has no outcomes.
  var failure: AQError?

  /// The rule that recognises the same station in several services: the merging policy's rule if it has one, else the
  /// rule of the hub's container (``AQContainer/ServiceKey/stationMatching``).
  public var stationMatching: AirHub.Policy.StationMatching {
    let own = policy.rule?.stationMatching ?? .standard
    return own == .standard ? stationMatchingOfHub : own
  }
}

extension AirAnswer {
  /// Creates an answer as a hub makes it; for tests and previews. A merging policy merges the reports now; its rule that
  /// recognises the same station, if it has one, replaces `stationMatching`.
  public init(
    query: AirQuery, outcomes: [AirAnswer.SourceOutcome], askedAt: AirTime, policy: AirHub.Policy = .all,
    isFinal: Bool = true, catalog: AirQualityIndexCatalog = .standard, foundPlaces: [Int: AirPlace] = [:],
    stationMatching: AirHub.Policy.StationMatching = .standard
  ) {
    self.init(
      query: query, outcomes: outcomes, askedAt: askedAt, isFinal: isFinal, catalog: catalog,
      foundPlaces: foundPlaces, policy: policy, stationMatchingOfHub: stationMatching)
    // Without a pace the work has no time limit.
    merges = policy.rule.flatMap { try? merged(by: $0, nil) } ?? []
  }

  /// Creates an answer of reports alone; for tests and previews. Each source gets a minimal declaration. A report that names
  /// none of the query's places is for all of them.
  public init(_ reports: [AirReport], to query: AirQuery, at askedAt: AirTime, policy: AirHub.Policy = .all) {
    self.init(AirResponse(reports: reports), to: query, at: askedAt, policy: policy)
  }

  /// Creates an answer of a response. Each of its sources gets a minimal declaration, and the first one has the notes. A
  /// report or notice that names none of the query's places is for all of them.
  init(_ response: AirResponse, to query: AirQuery, at askedAt: AirTime, policy: AirHub.Policy = .all) {
    let named = (response.reports.map(\.source) + response.notices.map(\.source)).unique
    let sources = named.isEmpty && !response.notes.isEmpty ? ["response"] : named
    let places = Array(query.places.indices)
    let outcomes = sources.map { id in
      let own = response.reports.filter { $0.source == id }.map { report in
        changed(report) { if $0.places.isEmpty { $0.places = places } }
      }
      let offer = SourceDescriptor.Offer(
        capabilities: [.current], placeKinds: Set(AirQuery.Place.Kind.allCases),
        parameters: own.flatMap(\.series).map(\.parameter).unique, kinds: Set(own.map(\.kind)),
        timeConvention: .start, averaging: .oneHour)
      let part = AirResponse(
        reports: own, notes: id == sources.first ? response.notes : [],
        notices: response.notices.filter { $0.source == id }.map { notice in
          changed(notice) { if $0.places.isEmpty { $0.places = places } }
        })
      return AirAnswer.SourceOutcome(
        descriptor: SourceDescriptor(id: id, name: id.rawValue, offers: own.isEmpty ? [] : [offer]),
        result: .responded(part), receivedAt: own.map(\.receivedAt).max())
    }
    self.init(query: query, outcomes: outcomes, askedAt: askedAt, policy: policy)
  }

  /// All reports, by their sources' order of registration, then by the query's places.
  public var reports: [AirReport] { outcomes.flatMap(\.reports) }

  /// Returns the reports for one of the query's places, by index, shown or not; all of them if the query has no places.
  public func reports(forPlace place: Int) -> [AirReport] { reports.filter { isFor($0, place) } }

  /// The sources that failed, each with its error.
  public var failures: [(source: SourceID, error: AQError)] {
    outcomes.compactMap { outcome in outcome.error.map { (outcome.source, $0) } }
  }

  /// The sources that were not asked, with reasons.
  public var skipped: [(source: SourceID, reason: AirAnswer.SourceOutcome.SkipReason)] {
    outcomes.compactMap { outcome in outcome.skipReason.map { (outcome.source, $0) } }
  }

  /// Returns a report's freshness by its source's declaration; nil for a report that isn't from one of its sources.
  public func freshness(of report: AirReport) -> AirReport.Freshness? {
    if let outcome = outcomes.first(where: { $0.source == report.source }) {
      return outcome.descriptor.freshness(of: report, at: receivedAt)
    }
    // A merged report is as fresh as its freshest part.
    let parts = merges.first { $0.merged?.report == report }?.merged?.series.flatMap(\.parts) ?? []
    return parts.compactMap { part in
      let outcome = outcomes.first { $0.source == part.source }
      return outcome?.descriptor.freshness(of: part.series, kind: part.kind, at: receivedAt)
    }.min()
  }

  /// The moment at which the last source responded; the time of the query if none has. A window that ends now ends then, and
  /// ages are counted from then.
  public var receivedAt: AirTime {
    outcomes.lazy.filter { $0.response != nil }.compactMap(\.receivedAt).reduce(askedAt, max)
  }
}

extension AirAnswer: Hashable {
  /// Compares queries and outcomes; the catalogue, in which names of indices are looked up, is not compared.
  public static func == (lhs: AirAnswer, rhs: AirAnswer) -> Bool {
    lhs.query == rhs.query && lhs.askedAt == rhs.askedAt && lhs.isFinal == rhs.isFinal
      && lhs.policy == rhs.policy && lhs.foundPlaces == rhs.foundPlaces
      && lhs.stationMatching == rhs.stationMatching && lhs.outcomes == rhs.outcomes
  }

  /// Hashes the query and its time.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(query)
    hasher.combine(askedAt)
  }
}

extension AirAnswer: Codable {
  private struct Found: Codable {
    var place: Int
    var found: AirPlace
  }

  /// Reads an answer. Merged reports are merged again, and names of indices are looked up in the standard catalogue.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    let found: [Found] = try container.optional("foundPlaces") ?? []
    try self.init(
      query: container.value("query"), outcomes: container.value("outcomes"),
      askedAt: container.value("askedAt"), policy: container.optional("policy") ?? .all,
      isFinal: container.optional("isFinal") ?? true,
      foundPlaces: Dictionary(found.map { ($0.place, $0.found) }) { first, _ in first },
      stationMatching: container.optional("stations") ?? .standard)
  }

  /// Writes an answer without its merged reports and its catalogue. The query contains the places that were asked about, so
  /// keep the result as private as they are.
  ///
  /// - Throws: `EncodingError` for a policy that merges in the caller's own order, which is code.
  public func encode(to encoder: any Encoder) throws {
    let found = foundPlaces.map { Found(place: $0.key, found: $0.value) }.ordered { $0.place < $1.place }
    try encoder.write([
      "query": query, "outcomes": outcomes, "askedAt": askedAt, "isFinal": isFinal, "policy": policy,
      "stations": stationMatching == .standard ? nil : stationMatching,
      "foundPlaces": found.isEmpty ? nil : found,
    ])
  }
}

extension AirResponse: CustomStringConvertible {
  /// The text for a log: every report, notice and note, without coordinates of sites.
  public var description: String {
    let parts = reports.map { "\($0)" } + notices.map { "\($0)" } + notes.map { "\($0)" }
    return parts.isEmpty ? "no report" : parts.joined(separator: "\n")
  }
}

extension AirAnswer.SourceOutcome: CustomStringConvertible {
  /// The source and its outcome, such as `uba: not asked: It doesn't cover the place.`
  public var description: String {
    switch result {
    case .responded(let response):
      let cached = response.cached.map { ", cached since \($0.since)" } ?? ""
      let count = response.reports.count
      let notices = response.notices.isEmpty ? "" : ", notices: \(response.notices.count)"
      return "\(source): \(count) \(count == 1 ? "report" : "reports")\(notices)\(cached)"
    case .failed(let error): return "\(source): failed: \(error.code): \(error.message)"
    case .skipped(let reason): return "\(source): not asked: \(reason)"
    case .pending: return "\(source): no response yet"
    }
  }
}

extension AirAnswer: CustomStringConvertible {
  /// The text for a log: a line for each source, then the reports and the notices, without coordinates.
  public var description: String {
    (outcomes.map { "\($0)" } + reports.map { "\($0)" } + notices.map { "\($0)" }).joined(separator: "\n")
  }
}

extension AirAnswer {
  /// The caching of a report: whether it was cached, since when, and the time at which asking again is worthwhile.
  public struct Caching: Hashable, Sendable {
    /// Whether the report was cached before the query was made.
    public let isCached: Bool
    /// The time at which the response was received.
    public let since: AirTime
    /// The reason why the source gave no newer one, if the report replaces an error.
    public let failure: AQError.Code?
    /// The time at which asking again is worthwhile: newer values are likely by then, or the source may be back.
    public let askAgainAt: AirTime
  }

  /// Returns whether one of the answer's reports was cached, since when, and the time at which asking again is worthwhile;
  /// nil for a report that isn't from one of its sources.
  ///
  /// A merged report counts as cached if one of its contributions is cached, from the time of the earliest one; asking again is
  /// worthwhile as soon as it is for one of them.
  public func caching(of report: AirReport) -> Caching? {
    guard report.source == .merged else { return caching(ofSingle: report) }
    let candidates = merges.first { $0.merged?.report == report }?.candidates ?? []
    let cachings = candidates.compactMap { candidate -> Caching? in
      guard candidate.verdict == .chosen else { return nil }
      return candidate.report.flatMap(caching(ofSingle:))
    }
    guard let since = cachings.map(\.since).min(), let again = cachings.map(\.askAgainAt).min() else {
      return nil
    }
    return Caching(
      isCached: cachings.contains(where: \.isCached), since: since,
      failure: cachings.lazy.compactMap(\.failure).first, askAgainAt: again)
  }

  private func caching(ofSingle report: AirReport) -> Caching? {
    guard let outcome = outcomes.first(where: { $0.source == report.source }), let response = outcome.response
    else { return nil }
    // A report that was received before the query was cached somewhere below the hub.
    let isCached = response.cached != nil || report.receivedAt < askedAt
    let since = min(response.cached?.since ?? report.receivedAt, report.receivedAt)
    let lifetime = AirPolicy.Cache().lifetime(
      of: AirResponse(reports: [report]), to: query, from: outcome.descriptor, at: since)
    var again = max(since + lifetime.fresh, askedAt)
    if response.cached?.failure != nil {
      again = max(again, (outcome.receivedAt ?? askedAt) + AirPolicy.Cache().pauseAfterFailure)
    }
    return Caching(isCached: isCached, since: since, failure: response.cached?.failure, askAgainAt: again)
  }
}
