#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct TopicResult<Value: Sendable>: Sendable {
  /// An answer to each query, in order; an empty one if a query failed completely.
  var answers: [AirAnswer]
  var value: Result<Value, AQError>
  var receivedAt: AirTime
  /// Whether some of the data were kept from before.
  var isKept = false
  /// Whether kept data are out of date, without a failure: asking for newer ones is worthwhile.
  var isOutdated = false
  /// The problem of the answer, even if it has a value.
  var problem: AQError?
  /// The time from which asking again is worthwhile, according to the sources' declarations.
  var askAgainAt: AirTime
  /// The time at which other queries are due, because another day begins; nil if the day doesn't matter.
  var changesAt: AirTime?
}

extension AirTopic {
  /// The longest time for one query. A hub answers sooner; this limit is for clients that never answer.
  private static var limit: Duration { .seconds(60) }

  /// Runs all queries for a place, and makes the value.
  ///
  /// - Parameter isFirst: Whether nothing is shown yet. If everything fails, cached answers of the day before are then used,
  ///   if these were about the present at their time, too.
  /// - Throws: Only `CancellationError`, if the task was cancelled.
  @concurrent func result(
    from client: AirClient, at place: AirPlace, _ freshness: AirQuery.Freshness, isFirst: Bool = false
  ) async throws(CancellationError) -> TopicResult<Value> {
    let now = client.now()
    let questions = queries(place, now)
    var found = try await result(of: questions, from: client, freshness, within: Self.limit)
    if isFirst, case .failure(let error) = found.value, error.mayPass {
      let earlier = queries(place, now.adding(seconds: -86_400))
      if earlier != questions, earlier.allSatisfy({ $0.window.interval(at: now).contains(now) }) {
        let kept = try await result(of: earlier, from: client, .kept, within: .seconds(5))
        if case .success = kept.value, kept.isKept {
          let problem = found.problem
          found = kept
          found.problem = problem
          found.isOutdated = false
        }
      }
    }
    let midnight = place.day(of: now).end
    if queries(place, midnight) != questions { found.changesAt = midnight }
    return found
  }

  private func result(
    of questions: [AirQuery], from client: AirClient, _ freshness: AirQuery.Freshness, within limit: Duration
  ) async throws(CancellationError) -> TopicResult<Value> {
    let gate = ConcurrencyGate(4)
    let answers = try? await inOrder(questions) { query in
      var question = query
      question.freshness = freshness
      return try await gate.withPermit { [question] in
        try await client.result(of: question, within: limit)
      }
    }
    guard let answers, !Task.isCancelled else { throw CancellationError() }
    return result(of: answers)
  }

  /// Makes the value from answers, each with the error of a query that was not answered at all.
  func result(of results: [(answer: AirAnswer, failure: AQError?)]) -> TopicResult<Value> {
    let answers = results.map(\.answer)
    let failure = results.lazy.compactMap(\.failure).first
    let value: Result<Value, AQError>
    if let failure, results.allSatisfy({ $0.failure != nil }) {
      value = .failure(failure)
    } else {
      do {
        value = .success(try self.value(answers))
      } catch {
        value = .failure(failure ?? AQError.wrapping(error))
      }
    }
    let askedAt = answers.map(\.askedAt).max() ?? AirTime(secondsSince1970: 0)
    let shown = answers.map { $0.best(for: wanted ?? $0.wanted, forPlace: 0) }
    let receivedAt = zip(answers, shown).compactMap { answer, shown in
      shown?.receivedAt ?? answer.reports.map(\.receivedAt).max()
    }.max()
    var result = TopicResult(
      answers: answers, value: value, receivedAt: receivedAt ?? askedAt, problem: failure,
      askAgainAt: answers.compactMap(\.askAgainAt).min() ?? askedAt + .seconds(3600))
    for (answer, shown) in zip(answers, shown) {
      result.isKept = result.isKept || answer.isKept(shown)
      result.isOutdated = result.isOutdated || answer.isOutdated
      result.problem = result.problem ?? answer.problem(shown)
    }
    if case .failure(let error) = value { result.problem = error }
    return result
  }
}

extension AirClient {
  /// Returns the answer to a query, or an empty one with the error; throws `CancellationError` only.
  fileprivate func result(
    of query: AirQuery, within limit: Duration
  ) async throws -> (answer: AirAnswer, failure: AQError?) {
    let askedAt = now()
    do {
      let answer = try await AirDeadline.limit(limit, clock: ClientClock(client: self)) {
        try await fetch(query)
      }
      return (answer, nil)
    } catch {
      try Task.checkCancellation()
      let failure =
        error is CancellationError
        ? AQError(.unavailable, "The request was cancelled.", cause: error) : AQError.wrapping(error)
      return (AirAnswer(query: query, outcomes: [], askedAt: askedAt), failure)
    }
  }
}

struct ClientClock: AQClock {
  let client: AirClient
  var now: Date { client.now().date }
  func sleep(for duration: Duration) async throws { try await client.pause(duration) }
}

extension AirAnswer {
  fileprivate func isKept(_ shown: AirReport?) -> Bool {
    if let shown, let keeping = keeping(of: shown) { return keeping.isKept }
    return outcomes.contains { $0.response?.kept != nil }
  }

  /// Returns whether kept data are out of date without a failed attempt to renew them.
  fileprivate var isOutdated: Bool {
    outcomes.lazy.compactMap(\.response).contains { response in
      guard let kept = response.kept, kept.failure == nil else { return false }
      return response.reports.contains { (keeping(of: $0)?.askAgainAt).map { $0 <= askedAt } ?? false }
    }
  }

  /// The time from which asking again is worthwhile: in a minute at the earliest, or after the cadence if that is shorter. Nil
  /// if the outcomes don't determine it.
  fileprivate var askAgainAt: AirTime? {
    outcomes.compactMap { outcome in
      let reports = outcome.response?.reports ?? []
      guard let moment = reports.compactMap({ keeping(of: $0)?.askAgainAt }).min() ?? outcome.askAgainAt
      else { return nil }
      let cadence = outcome.descriptor.cadenceAndLatency(of: query.parameters).cadence
      // If one of several fails, it is asked again no more often than new values are due.
      let floor = AirPolicy.Cache().floor
      return max(moment, askedAt + (reports.isEmpty ? max(floor, cadence) : min(floor, cadence)))
    }.min()
  }

  /// Returns why there are no new data to show, although a source might have some.
  fileprivate func problem(_ shown: AirReport?) -> AQError? {
    guard let shown else {
      let errors = outcomes.compactMap(\.error)
      return errors.first { $0.retry != .never } ?? errors.first
    }
    // A single new part makes a merged report a new one.
    let parts = shown.source == .merged ? merged()?.series.flatMap(\.parts) : nil
    let sources = parts.map { Set($0.map(\.source)) } ?? [shown.source]
    let behind = outcomes.filter { sources.contains($0.source) }
    let failures = behind.compactMap { $0.response?.kept?.failure }
    guard failures.count == behind.count, let outcome = behind.first, let failure = failures.first else {
      return nil
    }
    let note = outcome.response?.notes.first { $0.code == .failed || $0.failure == failure }
    let again = (outcome.response?.reports ?? []).compactMap { keeping(of: $0)?.askAgainAt }.min()
    return AQError(
      failure, note?.message ?? "The source gave no newer values.", source: outcome.source,
      retry: again.map { .after(max(.zero, $0.duration(since: askedAt))) })
  }
}
