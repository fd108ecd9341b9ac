#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The answers to a topic's queries, and what they say about its value, whatever its type.
struct TopicAnswers: Sendable {
  /// An answer to each query, in order; an empty one if a query failed completely.
  let answers: [AirAnswer]
  let receivedAt: AirTime
  private(set) var isCached = false
  /// Whether cached data are out of date, without a failure: asking for newer ones is worthwhile.
  var isOutdated = false
  /// The problem of the answer, even if it has a value.
  var problem: AQError?
  /// The time from which asking again is worthwhile, according to the sources' declarations.
  let askAgainAt: AirTime
  /// The time at which other queries are due, because another day begins; nil if the day doesn't matter.
  var changesAt: AirTime?
  /// Whether the topic's value was made from the answers; if not, the problem says why.
  private(set) var hasValue = false
  /// The error of the first query that was not answered at all.
  private var failure: AQError? { answers.compactMap(\.failure).first }

  fileprivate init(_ answers: [AirAnswer], at now: AirTime, wanted: AirAnswer.Wanted?) {
    self.answers = answers
    let askedAt = answers.map(\.askedAt).max() ?? now
    var newest: AirTime?
    askAgainAt = answers.compactMap(\.askAgainAt).min() ?? askedAt + .seconds(3600)
    for answer in answers {
      let shown = answer.best(for: wanted ?? answer.wanted, forPlace: 0)
      if let time = shown?.receivedAt ?? answer.reports.map(\.receivedAt).max() {
        newest = max(newest ?? time, time)
      }
      isCached = isCached || answer.isCached(shown)
      isOutdated = isOutdated || answer.isOutdated
      problem = problem ?? answer.problem(shown)
    }
    receivedAt = newest ?? askedAt
    problem = failure ?? problem
  }

  fileprivate mutating func makeValue(_ make: ([AirAnswer]) throws -> Void) {
    do {
      if let failure, answers.allSatisfy({ $0.failure != nil }) { throw failure }
      try make(answers)
      hasValue = true
    } catch let missing as AQIOutcome.Unavailable {
      // The error of a source explains best why there are no values.
      if case .stated = missing.reason, problem != nil { return }
      problem = failure ?? AQError(.unavailable, missing.description, cause: missing)
    } catch {
      problem = failure ?? AQError.wrapping(error)
    }
  }
}

extension AirTopic {
  /// Runs all queries for a place, and makes the value; without one, the problem of the answers says why. If everything fails
  /// and nothing is shown yet (`isFirst`), cached responses of the day before are used, if these were about the present at
  /// their time, too. Throws only `CancellationError`.
  @concurrent func result(
    from client: AirClient, at place: AirPlace, _ freshness: AirQuery.Freshness, isFirst: Bool = false
  ) async throws(CancellationError) -> (value: Value?, found: TopicAnswers) {
    var made: Value?
    let found = try await client.answers(
      to: queries, at: place, freshness, isFirst: isFirst, wanted: wanted
    ) { made = try value($0) }
    return (made, found)
  }

  func result(of answers: [AirAnswer], at now: AirTime) -> (value: Value?, found: TopicAnswers) {
    var made: Value?
    var found = TopicAnswers(answers, at: now, wanted: wanted)
    found.makeValue { made = try value($0) }
    return (made, found)
  }
}

extension AirClient {
  /// Runs the queries of a topic for a place. `make` makes its value from their answers; it isn't returned, so that this is
  /// the same function for all types of value.
  @concurrent fileprivate func answers(
    to queries: @Sendable (AirPlace, AirTime) -> [AirQuery], at place: AirPlace,
    _ freshness: AirQuery.Freshness, isFirst: Bool, wanted: AirAnswer.Wanted?,
    _ make: ([AirAnswer]) throws -> Void
  ) async throws(CancellationError) -> TopicAnswers {
    let now = now()
    let questions = queries(place, now)
    // A hub answers sooner; the limit is for clients that never answer.
    var found = TopicAnswers(
      try await answers(to: questions, freshness, within: .seconds(60)), at: now, wanted: wanted)
    found.makeValue(make)
    let day = place.zone.day(of: now)
    if isFirst, !found.hasValue, let problem = found.problem, problem.mayPass {
      let earlier = queries(place, day.start.adding(seconds: -1))
      if earlier != questions, earlier.allSatisfy({ $0.window.interval(at: now).contains(now) }) {
        var cached = TopicAnswers(
          try await answers(to: earlier, .cached, within: .seconds(5)), at: now, wanted: wanted)
        if cached.isCached { cached.makeValue(make) }
        if cached.hasValue {
          (cached.problem, cached.isOutdated) = (problem, false)
          found = cached
        }
      }
    }
    if queries(place, day.end) != questions { found.changesAt = day.end }
    return found
  }

  private func answers(
    to questions: [AirQuery], _ freshness: AirQuery.Freshness, within limit: Duration
  ) async throws(CancellationError) -> [AirAnswer] {
    let gate = ConcurrencyGate(4)
    let answers = try? await inOrder(questions) { query in
      try await gate.withPermit {
        try await answer(to: changed(query) { $0.freshness = freshness }, within: limit)
      }
    }
    guard let answers, !Task.isCancelled else { throw CancellationError() }
    return answers
  }

  /// Returns the answer to a query, or an empty one with the error; throws `CancellationError` only.
  private func answer(to query: AirQuery, within limit: Duration) async throws -> AirAnswer {
    let askedAt = now()
    do {
      return try await AirDeadline.limit(limit, clock: ClientClock(client: self)) {
        try await fetch(query)
      }
    } catch {
      try Task.checkCancellation()
      let failure =
        error is CancellationError
        ? AQError(.unavailable, "The request was cancelled.", cause: error) : AQError.wrapping(error)
      return changed(AirAnswer(query: query, outcomes: [], askedAt: askedAt)) { $0.failure = failure }
    }
  }
}

struct ClientClock: AQClock {
  let client: AirClient

  var now: Date { client.now().date }
  func sleep(for duration: Duration) async throws { try await client.pause(duration) }
}

extension AirAnswer {
  fileprivate func isCached(_ shown: AirReport?) -> Bool {
    if let shown, let caching = caching(of: shown) { return caching.isCached }
    return outcomes.contains { $0.response?.cached != nil }
  }

  fileprivate var isOutdated: Bool {
    outcomes.contains { outcome in
      guard let response = outcome.response, let cached = response.cached, cached.failure == nil else {
        return false
      }
      return response.reports.contains { (caching(of: $0)?.askAgainAt).map { $0 <= askedAt } ?? false }
    }
  }

  /// The time from which asking again is worthwhile: in a minute at the earliest, or after the cadence if that is shorter. Nil
  /// if the outcomes don't determine it.
  fileprivate var askAgainAt: AirTime? {
    outcomes.compactMap { outcome in
      let reports = outcome.response?.reports ?? []
      guard let moment = reports.compactMap({ caching(of: $0)?.askAgainAt }).min() ?? outcome.askAgainAt
      else { return nil }
      let cadence = outcome.descriptor.cadenceAndLatency(of: query.parameters).cadence
      // If one of several fails, it is asked again no more often than new values are due.
      let floor = AirPolicy.Cache().floor
      return max(moment, askedAt + (reports.isEmpty ? max(floor, cadence) : min(floor, cadence)))
    }.min()
  }

  /// Returns the reason for a lack of new data to show, although a source might have some.
  fileprivate func problem(_ shown: AirReport?) -> AQError? {
    guard let shown else {
      let errors = outcomes.compactMap(\.error)
      return errors.first { $0.retry != .never } ?? errors.first
    }
    // A single new part makes a merged report a new one.
    let parts = shown.source == .merged ? merged()?.series.flatMap(\.parts) : nil
    let sources = parts.map { Set($0.map(\.source)) } ?? [shown.source]
    var problem: AQError?
    for outcome in outcomes where sources.contains(outcome.source) {
      guard let response = outcome.response, let failure = response.cached?.failure else { return nil }
      if problem != nil { continue }
      let note = response.notes.first { $0.code == .failed || $0.failure == failure }
      let again = response.reports.compactMap { caching(of: $0)?.askAgainAt }.min()
      problem = AQError(
        failure, note?.message ?? "The source gave no newer values.", source: outcome.source,
        retry: again.map { .after(max(.zero, $0.duration(since: askedAt))) })
    }
    return problem
  }
}
