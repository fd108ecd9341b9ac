import AQKit

/// A store for answers that outlives a hub, in memory.
final class MemoryAnswers: AnswerStoring {
  private struct Key: Hashable {
    var query: AirQuery
    var source: SourceID
  }

  private let answers = Locked<[Key: AirResponse.Stored]>([:])

  func answer(to query: AirQuery, from source: SourceID, newerThan time: AirTime?) -> AirResponse.Stored? {
    let found = answers.withLock { $0[Key(query: query, source: source)] }
    return found.flatMap { found in time.map { found.storedAt > $0 } ?? true ? found : nil }
  }

  func store(_ answer: AirResponse.Stored, to query: AirQuery, from source: SourceID) {
    answers.withLock { $0[Key(query: query, source: source)] = answer }
  }

  func removeAnswers(from source: SourceID) {
    answers.withLock { answers in answers = answers.filter { $0.key.source != source } }
  }
}
