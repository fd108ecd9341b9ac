/// The stored responses of one source, judged by the policy of its cache.
struct StoredResponses: Sendable {
  let store: any ResponseStoring
  let descriptor: SourceDescriptor
  let policy: AirPolicy.Cache
  /// The facts about the source's layers, which may say more about the age of responses than its declaration.
  var insight = AirPolicy.Insight()

  /// Returns the stored response to a query and the time for which it may be used; nil if none is newer than the given
  /// moment.
  func find(_ query: AirQuery, newerThan time: AirTime?) -> (
    AirResponse.Stored, AirPolicy.Cache.Lifetime
  )? {
    store.response(to: query, from: descriptor.id, newerThan: time).map { stored in
      let own = insight.freshness?(stored.response, query, stored.storedAt)
      return (
        stored,
        policy.lifetime(of: stored.response, to: query, from: descriptor, at: stored.storedAt, own: own)
      )
    }
  }

  /// Returns the stored response to a query that may replace an error; nil if there is none.
  func standIn(to query: AirQuery, at now: AirTime) -> AirResponse? {
    let cells = descriptor.grid.map { CellQuery(query, on: $0) }
    guard descriptor.rights.caching != .forbidden,
      let (stored, lifetime) = find((cells?.query ?? query).question, newerThan: nil), now >= stored.storedAt,
      now.duration(since: stored.storedAt) < lifetime.longest
    else { return nil }
    return cells?.restored(stored.response) ?? stored.response
  }
}
