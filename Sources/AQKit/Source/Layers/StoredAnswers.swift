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
