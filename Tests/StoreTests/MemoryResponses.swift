import AQKit

/// A store for responses that outlives a hub, in memory.
final class MemoryResponses: ResponseStoring {
  private struct Key: Hashable {
    var query: AirQuery
    var source: SourceID
  }

  private let responses = Locked<[Key: AirResponse.Stored]>([:])

  func response(to query: AirQuery, from source: SourceID, newerThan time: AirTime?) -> AirResponse.Stored? {
    let found = responses.withLock { $0[Key(query: query, source: source)] }
    return found.flatMap { found in time.map { found.storedAt > $0 } ?? true ? found : nil }
  }

  func store(_ response: AirResponse.Stored, to query: AirQuery, from source: SourceID) {
    responses.withLock { $0[Key(query: query, source: source)] = response }
  }

  func removeResponses(from source: SourceID) {
    responses.withLock { responses in responses = responses.filter { $0.key.source != source } }
  }
}
