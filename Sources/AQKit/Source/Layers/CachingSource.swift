/// A source with a cache, as ``AirDataSource/caching(_:in:clock:)`` describes it. Reports keep their time of
/// receipt, and a newer response that another process has stored is used.
package final class CachingSource<Base: AirDataSource>: AirLayer {
  package let base: Base
  package let policy: AirPolicy.Cache
  private let clock: any AQClock
  private let cache: ResponseCache
  private let mayKeep: Bool

  package init(
    _ base: Base, policy: AirPolicy.Cache = AirPolicy.Cache(), store: (any ResponseStoring)? = nil,
    clock: any AQClock = AQSystemClock()
  ) {
    self.base = base
    self.policy = policy
    self.clock = clock
    let descriptor = base.descriptor
    mayKeep = descriptor.rights.caching != .forbidden
    cache = ResponseCache(
      policy,
      stored: store.map {
        StoredResponses(store: $0, descriptor: descriptor, policy: policy, insight: base.layerInsight)
      })
  }

  package var insight: AirPolicy.Insight {
    var insight = base.layerInsight
    insight.cached = nil
    if mayKeep {
      insight.cached = { [cache, clock] in cache.peek($0, at: clock.seconds, isFresh: $1) }
    }
    insight.removeResponses = { [cache, below = insight.removeResponses] in
      cache.removeAll()
      below()
    }
    return insight
  }

  package var count: Int { cache.count }
  /// The approximate size of the responses in memory in bytes.
  package var approximateSize: Int { cache.size }

  /// Returns a cached response, or the source's, as the query's ``AirQuery/freshness`` asks for.
  @concurrent package func fetch(_ query: AirQuery) async throws -> AirResponse {
    try Task.checkCancellation()
    guard mayKeep else { return try await base.fetch(query) }
    switch cache.find(query, at: clock.seconds) {
    case .fresh(let response): return response
    case .standIn(let response, let error):
      return response.standingIn(for: error, at: clock.time, isEarlier: true)
    case .stale(let response, let renewal):
      if let renewal { cache.renew(query, renewal, work(of: renewal, query)) }
      return response
    case .nothing: return try await ask(query)
    }
  }

  /// Returns the source's response, even if there is a cached one, which it replaces.
  @concurrent package func reload(_ query: AirQuery) async throws -> AirResponse {
    let number = cache.beginFetch()
    let response = try await base.fetch(query)
    Self.keep(response, to: query, number, in: cache, policy, clock, base)
    return response
  }

  private func ask(_ query: AirQuery) async throws -> AirResponse {
    do {
      let response = try await reload(query)
      return response.failure(of: base.descriptor.id).flatMap { standIn(to: query, for: $0) } ?? response
    } catch {
      let failure = AQError.wrapping(error, source: base.descriptor.id)
      guard !(error is CancellationError), let response = standIn(to: query, for: failure) else {
        throw error
      }
      return response
    }
  }

  /// Records a failure, and returns the cached response that replaces it, if any.
  private func standIn(to query: AirQuery, for failure: AQError) -> AirResponse? {
    let isExcused = failure.isExcused()
    guard failure.mayPass, !Task.isCancelled else { return nil }
    return cache.fail(query, with: failure, at: clock.seconds, isExcused: isExcused)?
      .standingIn(for: failure, at: clock.time, isEarlier: isExcused)
  }

  private static func keep(
    _ response: AirResponse, to query: AirQuery, _ number: UInt64, in cache: ResponseCache,
    _ policy: AirPolicy.Cache, _ clock: any AQClock, _ base: Base
  ) {
    let descriptor = base.descriptor
    guard !response.isPartial, !response.isUnusable(for: query), descriptor.rights.caching != .forbidden,
      !response.mustNotBeCached
    else { return }
    let now = clock.time
    let own = base.layerInsight.freshness?(response, query, now)
    let lifetime = policy.lifetime(of: response, to: query, from: descriptor, at: now, own: own)
    cache.store(response, to: query, fetch: number, lifetime: lifetime, at: clock.seconds)
  }

  /// Returns the renewal of a response. It doesn't retain the cache, which cancels the renewal when it is released.
  private func work(of number: UInt64, _ query: AirQuery) -> @Sendable () async -> Void {
    var query = query
    // It must not be another old response, and those who wait for a new one may join it.
    query.freshness = .revalidated
    return { [base, policy, clock, query, weak cache] in
      let failure: AQError
      do {
        // A renewal has no caller whose deadline ends it, and later callers join its fetch.
        let response = try await AirDeadline.limit(.seconds(30), clock: clock) { try await base.fetch(query) }
        guard let cache else { return }
        Self.keep(response, to: query, number, in: cache, policy, clock, base)
        guard response.isPartial || response.isUnusable(for: query) else { return }
        let source = base.descriptor.id
        failure =
          response.failure(of: source)
          ?? AQError(.unavailable, "A part of the response failed.", source: source)
      } catch {
        if Task.isCancelled { return }
        failure = .wrapping(error, source: base.descriptor.id)
      }
      // Reported to the next caller, if there is no newer response.
      _ = cache?.fail(query, with: failure, at: clock.seconds, isExcused: failure.isExcused())
    }
  }
}

extension AQError {
  /// Whether the same query may succeed later without any change.
  var mayPass: Bool {
    switch retry {
    case .now, .after: true
    case .whenChanged: false
    // A malformed response is often a temporary error page.
    case .never: code == .malformed
    }
  }
}

extension AirResponse {
  fileprivate func isUnusable(for query: AirQuery) -> Bool {
    let isEmpty = query.detail == .sites ? reports.isEmpty : reports.allSatisfy(\.series.isEmpty)
    return isEmpty && notices.isEmpty && notes.contains { $0.code == .refused }
  }

  /// Returns the response with a note that says that it replaces an error and how old it is. `isEarlier` says whether the
  /// error is that of an earlier query, and the source wasn't asked now.
  func standingIn(for error: AQError, at now: AirTime, isEarlier: Bool = false) -> AirResponse {
    var copy = self
    let since = cached?.since ?? now
    copy.cached = Cached(since: since, failure: error.code)
    copy.cached?.isOfEarlierFailure = isEarlier
    let age = max(.zero, now.duration(since: since)).words
    copy.notes.append(
      AirNote(
        .remark, "An earlier response (\(age) old), because the source failed: \(error.message)",
        failure: error.code, time: since))
    return copy
  }
}
