#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What came of asking for a topic.
struct TopicResult<Value: Sendable>: Sendable {
  /// An answer to each question, in order; empty ones where a question failed altogether.
  var answers: [AirAnswer]
  /// The value, or why there is none.
  var value: Result<Value, AQError>
  /// When the newest of the data was received.
  var receivedAt: AirTime
  /// Whether some of the data were kept from before.
  var isKept = false
  /// Whether kept data are out of date, without a failure: newer ones are worth asking for.
  var isOutdated = false
  /// What went wrong, even if there is a value.
  var problem: AQError?
  /// When asking again is worth it, by what the sources declare.
  var askAgainAt: AirTime
}

extension AirTopic {
  /// The longest time for one question. A hub's answer takes less; this is for clients that say nothing for ever.
  private static var limit: Duration { .seconds(60) }

  /// Asks all questions about a place, four at a time, and makes the value.
  ///
  /// - Throws: `CancellationError` when the task was cancelled, nothing else.
  @concurrent func result(
    from client: AirClient, at place: AirPlace, _ freshness: AirQuery.Freshness
  ) async throws(CancellationError) -> TopicResult<Value> {
    let gate = ConcurrencyGate(4)
    let questions = queries(place, client.now()).map { query in
      var query = query
      query.freshness = freshness
      return query
    }
    let answers = try? await inOrder(questions) { query in
      try await gate.withPermit { try await client.result(of: query, within: Self.limit) }
    }
    guard let answers, !Task.isCancelled else { throw CancellationError() }
    return result(of: answers)
  }

  /// Makes the value of answers and errors.
  func result(of results: [Result<AirAnswer, FailedQuestion>]) -> TopicResult<Value> {
    var failure: AQError?
    let answers = results.map { result in
      switch result {
      case .success(let answer): return answer
      case .failure(let question):
        failure = failure ?? question.error
        return AirAnswer(query: question.query, outcomes: [], askedAt: question.askedAt)
      }
    }
    let value: Result<Value, AQError>
    if let failure, results.allSatisfy({ (try? $0.get()) == nil }) {
      value = .failure(failure)
    } else {
      do {
        value = .success(try self.value(answers))
      } catch {
        value = .failure(failure ?? AQError.wrapping(error))
      }
    }
    let askedAt = answers.map(\.askedAt).max() ?? AirTime(secondsSince1970: 0)
    var result = TopicResult(
      answers: answers, value: value, receivedAt: answers.compactMap(\.receivedAt).max() ?? askedAt,
      problem: failure, askAgainAt: answers.compactMap(\.askAgainAt).min() ?? askedAt + .seconds(3600))
    for answer in answers {
      result.isKept = result.isKept || answer.isKept
      result.isOutdated = result.isOutdated || answer.isOutdated
      result.problem = result.problem ?? answer.problem
    }
    if case .failure(let error) = value { result.problem = error }
    return result
  }
}

/// A question that was not answered at all.
struct FailedQuestion: Error {
  var query: AirQuery
  var error: AQError
  var askedAt: AirTime
}

extension AirClient {
  /// The answer to a query, or why there is none.
  ///
  /// - Throws: `CancellationError` when the task was cancelled, nothing else.
  fileprivate func result(
    of query: AirQuery, within limit: Duration
  ) async throws -> Result<AirAnswer, FailedQuestion> {
    let askedAt = now()
    do {
      return .success(
        try await AirDeadline.limit(limit, clock: ClientClock(client: self)) { try await fetch(query) })
    } catch {
      try Task.checkCancellation()
      let failure =
        error is CancellationError
        ? AQError(.unavailable, "The question was given up.", cause: error) : AQError.wrapping(error)
      return .failure(FailedQuestion(query: query, error: failure, askedAt: askedAt))
    }
  }
}

/// A client's time and waiting as a clock.
struct ClientClock: AQClock {
  let client: AirClient
  var now: Date { client.now().date }
  func sleep(for duration: Duration) async throws { try await client.pause(duration) }
}

extension AirAnswer {
  /// When the data to show were received; nil if there are none.
  fileprivate var receivedAt: AirTime? { best?.receivedAt ?? reports.map(\.receivedAt).max() }

  /// Whether the data to show were kept.
  fileprivate var isKept: Bool {
    if let best, let keeping = keeping(of: best) { return keeping.isKept }
    return outcomes.contains { $0.response?.kept != nil }
  }

  /// Whether kept data are out of date that nobody has failed to renew.
  fileprivate var isOutdated: Bool {
    outcomes.lazy.compactMap(\.response).contains { response in
      guard let kept = response.kept, kept.failure == nil else { return false }
      return response.reports.contains { (keeping(of: $0)?.askAgainAt).map { $0 <= askedAt } ?? false }
    }
  }

  /// When asking again is worth it: in a minute at the earliest, or after the cadence where that is shorter. Nil if the
  /// outcomes don't tell.
  fileprivate var askAgainAt: AirTime? {
    outcomes.compactMap { outcome in
      let reports = outcome.response?.reports ?? []
      guard let moment = reports.compactMap({ keeping(of: $0)?.askAgainAt }).min() ?? outcome.askAgainAt
      else {
        return nil
      }
      let cadence = outcome.descriptor.cadenceAndLatency(of: query.parameters).cadence
      // One of several that fails is asked again no more often than it has news.
      let floor = CachePolicy().floor
      return max(moment, askedAt + (reports.isEmpty ? max(floor, cadence) : min(floor, cadence)))
    }.min()
  }

  /// Why there are no new data, although a source might have some.
  fileprivate var problem: AQError? {
    guard let best else {
      let errors = outcomes.compactMap(\.error)
      return errors.first { $0.retry != .never } ?? errors.first
    }
    guard let outcome = outcomes.first(where: { $0.source == best.source }),
      let failure = outcome.response?.kept?.failure
    else { return nil }
    let note = outcome.response?.notes.first { $0.code == .failed || $0.failure == failure }
    return AQError(
      failure, note?.message ?? "The source gave no newer values.", source: outcome.source,
      retry: (keeping(of: best)?.askAgainAt).map { .after(max(.zero, $0.since(askedAt))) })
  }
}
