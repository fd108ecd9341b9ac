/// The cached responses of a source by query, bounded in number, size and age.
final class ResponseCache: Sendable {
  enum Finding {
    /// A response to give.
    case fresh(AirResponse)
    /// A response to return; if it needs renewal, the caller renews it as the fetch with this number.
    case stale(AirResponse, renewal: UInt64?)
    /// A response that replaces the error of a recent failure.
    case standIn(AirResponse, AQError)
    /// No cached response may be returned; the source must be asked.
    case nothing
  }

  private struct Entry {
    var response: AirResponse
    /// Seconds since 1970, like all times here.
    var storedAt: Double
    var lifetime: AirPolicy.Cache.Lifetime
    /// The number of its fetch: the response of a later fetch wins even if it arrives earlier.
    var fetch: UInt64
    /// The number of the fetch that is renewing it.
    var renewal: UInt64?
    var failure: (error: AQError, since: Double, until: Double)?

    /// Returns the age; endless if the clock was set back before the arrival.
    func age(at now: Double) -> Duration {
      let age = now - storedAt
      return age < -1 ? .seconds(Int64.max / 2) : Duration(boundedSeconds: age)
    }
  }

  private struct State {
    var entries: RecentEntries<AirQuery, Entry>
    var counter: UInt64 = 0
    var generation: UInt64 = 0
    var renewals = [UInt64: Task<Void, Never>]()

    /// The number of responses that were stored since all were looked at.
    var unswept = 0

    /// Drops responses that are too old for any use. Looking through all of them takes as long as storing a quarter as many.
    mutating func dropOutdated(at now: Double) {
      unswept += 1
      guard unswept > entries.count / 4 else { return }
      unswept = 0
      entries.removeAll { _, entry in entry.age(at: now) >= entry.lifetime.longest }
    }

    mutating func next() -> UInt64 {
      counter &+= 1
      return counter
    }
  }

  private let policy: AirPolicy.Cache
  private let stored: StoredResponses?
  private let state: Locked<State>

  init(_ policy: AirPolicy.Cache, stored: StoredResponses? = nil) {
    self.policy = policy
    self.stored = stored
    state = Locked(
      State(entries: RecentEntries(count: policy.maximumEntries, size: policy.maximumBytes)))
  }

  deinit {
    for task in state.withLock({ $0.renewals.values }) { task.cancel() }
  }

  var count: Int { state.withLock { $0.entries.count } }
  var size: Int { state.withLock { $0.entries.size } }

  func removeAll() {
    let removeStored = { [stored] in
      if let stored { stored.store.removeResponses(from: stored.descriptor.id) }
    }
    // Removed before, so that no response is recalled, and after, because a fetch may have stored one meanwhile.
    removeStored()
    defer { removeStored() }
    let renewals = state.withLock { state in
      state.entries.removeAll { _, _ in true }
      state.generation = state.next()
      return exchange(&state.renewals, with: [:]).values
    }
    for task in renewals { task.cancel() }
  }

  func beginFetch() -> UInt64 { state.withLock { $0.next() } }

  func find(_ query: AirQuery, at now: Double) -> Finding {
    if query.freshness == .reload { return .nothing }
    let key = query.question
    recall(key, at: now)
    return state.withLock { state in
      guard let entry = state.entries.use(key) else { return .nothing }
      let age = entry.age(at: now)
      if age < entry.lifetime.fresh { return .fresh(entry.response) }
      // A pause that lies wholly ahead has ended: the clock was set back.
      let hasFailed = entry.failure.map { now < $0.until && now - $0.since > -1 } ?? false
      let isUsableMeanwhile =
        switch query.freshness {
        case .usual: age < entry.lifetime.whileRevalidating
        case .cached: age < entry.lifetime.longest
        case .revalidated, .reload: false
        }
      if isUsableMeanwhile {
        guard entry.renewal == nil, !hasFailed else { return .stale(entry.response, renewal: nil) }
        let renewal = state.next()
        state.entries.change(key) { $0.renewal = renewal }
        return .stale(entry.response, renewal: renewal)
      }
      if age < entry.lifetime.ifError {
        if hasFailed, let failure = entry.failure, failure.error.mayPass {
          return .standIn(entry.response, failure.error)
        }
      } else if age >= entry.lifetime.whileRevalidating {
        state.entries.remove(key)
      }
      return .nothing
    }
  }

  /// Returns the cached response to a query, if it is fresh or, if freshness isn't required, may replace an error.
  func peek(_ query: AirQuery, at now: Double, isFresh: Bool) -> AirResponse? {
    let key = query.question
    recall(key, at: now)
    return state.withLock { state in
      state.entries.use(key) { entry in
        let limit = isFresh ? entry.lifetime.fresh : entry.lifetime.longest
        return entry.age(at: now) < limit ? entry.response : nil
      }
    }
  }

  /// Takes over the stored response to a query unless a fresh one or a newer one is in memory. Files are read here, so the
  /// lock isn't held.
  private func recall(_ key: AirQuery, at now: Double) {
    guard let stored else { return }
    let (known, generation) = state.withLock { state in (state.entries[key], state.generation) }
    if let known, known.age(at: now) < known.lifetime.fresh { return }
    guard let (found, lifetime) = stored.find(key, newerThan: (known?.storedAt).map { AirTime(seconds: $0) })
    else {
      return
    }
    let size = found.response.approximateSize
    state.withLock { state in
      guard state.generation == generation else { return }
      // The renewing task and the last error stay known.
      let known = state.entries[key]
      let storedAt = Double(found.storedAt.secondsSince1970)
      if let known, known.storedAt >= storedAt { return }
      let entry = Entry(
        response: found.response, storedAt: storedAt, lifetime: lifetime,
        fetch: known?.fetch ?? 0, renewal: known?.renewal, failure: known?.failure)
      state.entries.insert(entry, of: size, for: key)
    }
  }

  /// Stores a response, unless it may never be used, a later fetch stored one or the cache was emptied since.
  func store(
    _ response: AirResponse, to query: AirQuery, fetch: UInt64, lifetime: AirPolicy.Cache.Lifetime,
    at now: Double
  ) {
    guard lifetime.longest > .zero else { return }
    var response = response
    // The age of an inner cache's response is kept.
    response.cached = AirResponse.Cached(since: response.cached?.since ?? AirTime(seconds: now))
    let size = response.approximateSize
    let key = query.question
    let (isStored, known): (Bool, AirResponse?) = state.withLock { [response] state in
      let known = state.entries[key]
      if state.generation > fetch || known?.fetch ?? 0 > fetch { return (false, nil) }
      state.dropOutdated(at: now)
      let entry = Entry(response: response, storedAt: now, lifetime: lifetime, fetch: fetch)
      state.entries.insert(entry, of: size, for: key)
      return (state.entries[key] != nil, known?.response)
    }
    // A response that the source had cached itself is already stored.
    guard isStored, let stored, known != response else { return }
    stored.store.store(
      AirResponse.Stored(response, storedAt: AirTime(seconds: now)), to: key, from: stored.descriptor.id)
    // All were removed before this one was stored.
    if state.withLock({ $0.generation > fetch }) { stored.store.removeResponses(from: stored.descriptor.id) }
  }

  /// Records a failure, unless it is excused, and returns the response that may replace the error, if any.
  func fail(_ query: AirQuery, with error: AQError, at now: Double, isExcused: Bool) -> AirResponse? {
    let key = query.question
    recall(key, at: now)
    return state.withLock { state in
      guard let entry = state.entries[key] else { return nil }
      let pause = error.retry.wait(atLeast: policy.pauseAfterFailure)
      let failure = (error, since: now, until: now + pause / .seconds(1))
      if !isExcused { state.entries.change(key) { $0.failure = failure } }
      return entry.age(at: now) < entry.lifetime.ifError ? entry.response : nil
    }
  }

  /// Renews a response in the background, at most for the lifetime of the cache.
  func renew(_ query: AirQuery, _ number: UInt64, _ work: @escaping @Sendable () async -> Void) {
    AirDeadline.withoutCaller {
      state.withLock { state in
        // All may have been removed since it was found.
        guard state.generation < number else { return }
        state.renewals[number] = PreferredExecutor.task { [weak self] in
          await work()
          self?.state.withLock { state in
            state.renewals[number] = nil
            state.entries.change(query.question) { if $0.renewal == number { $0.renewal = nil } }
          }
        }
      }
    }
  }
}
