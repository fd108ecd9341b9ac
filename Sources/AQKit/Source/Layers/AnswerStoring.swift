/// A store for the last answers of sources that outlives the process.
///
/// **Use one.** `AirStorage` of the product `AQKitStorage` keeps them in files. Set it in a container
/// (``AQContainer/ServiceKey/answerStore``), or give it to
/// ``AirDataSource/caching(_:in:clock:)``.
///
/// **Write one.** Answers are found by source and query, as they are in memory. A store decides by itself how many answers
/// it keeps and for how long; the cache's policy decides what may be shown. It drops unreadable answers, and never throws: a
/// source works without it. The calls may read and write files; sources and hubs look up and store off the main actor.
public protocol AnswerStoring: Sendable {
  /// Returns the stored answer of a source to a query.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - source: The source.
  ///   - time: The time of arrival of the answer that is already known; nil if there is none.
  /// - Returns: nil if there is no answer, or none that is newer.
  func answer(to query: AirQuery, from source: SourceID, newerThan time: AirTime?) -> AirResponse.Stored?

  /// Stores an answer, replacing the previous one, if the rights of the data allow it.
  func store(_ answer: AirResponse.Stored, to query: AirQuery, from source: SourceID)

  /// Removes all answers of a source.
  func removeAnswers(from source: SourceID)
}

extension AirResponse {
  /// An answer of a source and its time of arrival.
  public struct Stored: Hashable, Sendable {
    /// The answer, with ``AirResponse/kept``.
    public var response: AirResponse
    /// The time of arrival.
    public var storedAt: AirTime

    /// Creates an answer that arrived at a moment.
    public init(_ response: AirResponse, storedAt: AirTime) {
      self.response = response
      self.storedAt = storedAt
    }
  }

  /// Whether the rights of some of the data forbid caching: those of a report, of one of its series, or of a notice. Without
  /// these data the rest would pass for the whole answer, so none of it is kept.
  package var mustNotBeKept: Bool {
    notices.contains { $0.rights.caching == .forbidden }
      || reports.contains { report in
        report.rights.caching == .forbidden
          || report.series.contains { $0.origin?.rights?.caching == .forbidden }
      }
  }
}

/// The stored answers of one source, judged by the policy of its cache.
final class StoredAnswers: Sendable {
  let store: any AnswerStoring
  let descriptor: SourceDescriptor
  private let policy: AirPolicy.Cache
  /// Knows more about the age of the source's answers than its declaration says.
  private let insight: AirPolicy.Insight

  init(
    store: any AnswerStoring, descriptor: SourceDescriptor, policy: AirPolicy.Cache,
    insight: AirPolicy.Insight = AirPolicy.Insight()
  ) {
    (self.store, self.descriptor, self.policy, self.insight) = (store, descriptor, policy, insight)
  }

  /// Returns the stored answer to a query and the time for which it may be used; nil if none is newer than the given moment.
  func find(_ query: AirQuery, newerThan time: AirTime?) -> (
    answer: AirResponse.Stored, AirPolicy.Cache.Lifetime
  )? {
    store.answer(to: query, from: descriptor.id, newerThan: time).map { answer in
      let own = insight.freshness?(answer.response, query, answer.storedAt)
      return (
        answer,
        policy.lifetime(of: answer.response, to: query, from: descriptor, at: answer.storedAt, own: own)
      )
    }
  }

  /// Returns the stored answer to a query that may replace an error; nil if there is none.
  func standIn(to query: AirQuery, at now: AirTime) -> AirResponse? {
    if let grid = descriptor.grid {
      let cells = CellQuery(query, on: grid)
      return answer(to: cells.query, at: now).map(cells.answer)
    }
    return answer(to: query, at: now)
  }

  private func answer(to query: AirQuery, at now: AirTime) -> AirResponse? {
    guard descriptor.rights.caching != .forbidden,
      let (answer, lifetime) = find(query.question, newerThan: nil), now >= answer.storedAt,
      now.duration(since: answer.storedAt) < max(lifetime.whileRevalidating, lifetime.ifError)
    else { return nil }
    return answer.response
  }
}
