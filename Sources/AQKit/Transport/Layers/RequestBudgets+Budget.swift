extension RequestBudgets {
  /// The remaining requests to a provider: one budget for all requests with one credential or from one address.
  ///
  /// All windows of its ``RequestLimits`` and the numbers of concurrent requests, in total and per host, apply together. A
  /// request beyond them waits for its host and then in line, first come, first served. In line it fails immediately, with
  /// the time at which to try again, if its turn would come after the caller's ``AirDeadline``, or if even the first in line
  /// would wait longer than ``longestWait``. A cancelled wait takes nothing from the budget.
  ///
  /// Give one budget to every transport for the same provider; ``RequestBudgets`` has one per provider and credential, and
  /// may keep the counts in a store (``RequestBudgets/CountStoring``).
  public final class Budget: Sendable {
    /// The weight of a request after its response, as the provider counts it.
    public typealias Charge = @Sendable (_ request: TransportRequest, _ response: TransportResponse) -> Double

    /// The limits.
    public let limits: RequestLimits
    /// The longest wait of the first in line for its turn. 2 min by default.
    public let longestWait: Duration

    private let state: Condition<State>
    private let clock: any AQClock
    /// The permit of the first in line.
    private let front = ConcurrencyGate(1)
    /// The callers that wait for each host, kept apart so that a slow host doesn't block the line.
    private let queues: HostGates
    /// The permits that all budgets of the provider share.
    private let permits: Permits
    /// The budgets for requests that the provider counts separately.
    let named: [String: RequestBudgets.Budget]
    /// The store in which the count outlives the process; nil for none.
    private let kept: KeptCount?

    struct Permits {
      let inFlight: ConcurrencyGate
      let lanes: HostGates

      /// Takes a host's permit, then one of the total; neither if that fails.
      func acquire(_ lane: ConcurrencyGate?) async throws {
        try await lane?.acquire()
        do {
          try await inFlight.acquire()
        } catch {
          lane?.release()
          throw error
        }
      }

      func release(_ lane: ConcurrencyGate?) {
        inFlight.release()
        lane?.release()
      }
    }

    private struct KeptCount {
      let store: any RequestBudgets.CountStoring
      let key: RequestBudgets.Key
      /// Distinguishes this budget's count from those of other processes and earlier runs.
      let writer = UInt64.random(in: .min ... .max)
      /// Ensures that counts are stored one after the other.
      let storing = Locked(())
    }

    /// Creates an unused budget.
    public convenience init(
      _ limits: RequestLimits, longestWait: Duration = .seconds(120), clock: any AQClock = AQSystemClock()
    ) {
      self.init(limits, longestWait, clock: clock, store: nil, key: RequestBudgets.Key(""))
    }

    /// Creates a budget whose count is kept in a store under a key; in memory alone without one.
    init(
      _ limits: RequestLimits, _ longestWait: Duration = .seconds(120), clock: any AQClock,
      store: (any RequestBudgets.CountStoring)?, key: RequestBudgets.Key, sharing shared: Permits? = nil
    ) {
      let permits =
        shared
        ?? Permits(
          inFlight: ConcurrencyGate(limits.concurrentRequests),
          lanes: HostGates(permits: limits.concurrentRequestsPerHost))
      var named = [String: RequestBudgets.Budget]()
      for (name, windows) in limits.budgets {
        var (limits, key) = (limits, key)
        limits.windows = windows
        limits.budgets = [:]
        key.name = name
        named[name] = RequestBudgets.Budget(
          limits, longestWait, clock: clock, store: store, key: key, sharing: permits)
      }
      self.limits = limits
      self.longestWait = longestWait
      self.clock = clock
      let windows = limits.windows.map { BudgetWindow($0) }
      self.state = Condition(State(windows: windows, own: store == nil ? [] : windows))
      self.permits = permits
      self.queues = HostGates(permits: limits.concurrentRequestsPerHost)
      self.kept = store.map { KeptCount(store: $0, key: key) }
      self.named = named
    }

    /// Returns the budget in which a request counts: the one that it names (``TransportRequest/budget``), or this one
    /// if it names none or an undeclared one.
    public func budget(of request: TransportRequest) -> RequestBudgets.Budget {
      request.budget.flatMap { named[$0] } ?? self
    }

    /// The weight left now in each window, in the order of ``RequestLimits/windows``; zero during a pause, and never more
    /// than the provider's own count.
    public var remaining: [Double] {
      readOthers()
      return withState { state, now in
        if state.pausedUntil > now { return state.windows.map { _ in 0 } }
        let told = state.told.flatMap { $0.until > now ? $0.requests : nil } ?? .infinity
        return state.windows.map { min(told, max(0, $0.limit - $0.used(at: now))) }
      }
    }

    /// Returns whether nothing counts any more, so that a new budget would be the same.
    func isUnused(at now: Double) -> Bool {
      state.read { state in
        state.pausedUntil <= now && state.told?.until ?? now <= now
          && state.windows.allSatisfy { $0.used(at: now) == 0 }
      } && named.values.allSatisfy { $0.isUnused(at: now) }
    }

    /// The number of requests in line.
    public var waitingCount: Int { state.read { $0.line.count } }

    /// Grants no requests for a while, as after a provider's 429.
    public func pause(for duration: Duration) {
      withState { state, now in state.pause(until: now + duration / .seconds(1)) }
      store()
    }

    /// Grants at most this number of requests for a while, by the provider's own count.
    func limit(to requests: Double, for duration: Duration) {
      let isSpent = withState { state, now in
        state.hear(requests, until: now + duration / .seconds(1), at: now)
        return state.ownPause > now
      }
      if isSpent { store() }
    }

    /// The pause after a 429 that states none: what is left of the shortest window; nil without windows.
    var usualPause: Duration? {
      let now = clock.seconds
      return state.read { state in state.windows.map { $0.longestWait(from: now) }.min() }
        .map { Duration(boundedSeconds: $0) }
    }

    /// The length of the longest window; an hour without windows.
    var longestWindow: Duration {
      .seconds(max(1, limits.windows.map(\.seconds).max() ?? 3600))
    }

    /// Takes the weight of a request, waiting if needed, and runs the work that sends it. The weight after the response
    /// corrects it.
    func spend(
      for request: TransportRequest, charging charge: Charge?, _ send: () async throws -> TransportResponse
    ) async throws -> TransportResponse {
      let (weight, host) = (request.weight.isNaN ? 1 : max(0, request.weight), request.host)
      SourceContact.noteQueue()
      // It would wait for its turn at the host forever.
      try permits.inFlight.checkNotHeld()
      // A request of weight 0 only waits for a free slot.
      let queue = weight > 0 ? queues.gate(of: host) : nil
      let lane = permits.lanes.gate(of: host)
      var grantedAt = 0.0
      if weight > 0 {
        grantedAt = try await grant(weight, queue, lane)
      } else {
        try await permits.acquire(lane)
      }
      defer {
        permits.release(lane)
        queue?.release()
      }
      HubObservation.emit(.requested(weight: weight))
      let response = try await permits.inFlight.holding(send)
      let difference = (charge?(request, response) ?? request.weight) - weight
      if weight > 0, difference != 0, difference.isFinite {
        state.change { [grantedAt] state in
          state.windows.correct(by: difference, grantedAt: grantedAt)
          state.own.correct(by: difference, grantedAt: grantedAt)
          state.plan = nil
        }
        store()
      }
      return response
    }

    /// Waits in line and returns with all permits and the weight counted. The host comes first: a slow one must neither block
    /// the others nor make their turns seem late.
    private func grant(_ weight: Double, _ queue: ConcurrencyGate?, _ lane: ConcurrencyGate?) async throws
      -> Double
    {
      try await queue?.acquire()
      var served = false
      defer { if !served { queue?.release() } }
      let id = try join(weight)
      defer { state.change { [served] in $0.leave(id, served: served) } }
      let now = try await grant(weight, lane)
      served = true
      return now
    }

    /// Waits for the windows, then for the permits, so that the wait holds up no other budget of the provider, and a
    /// counted request is sent at once.
    private func grant(_ weight: Double, _ lane: ConcurrencyGate?) async throws -> Double {
      try await front.acquire()
      defer { front.release() }
      while true {
        try Task.checkCancellation()
        var (now, time) = try turn(of: weight, takes: false)
        if time == now {
          try await permits.acquire(lane)
          var isTaken = false
          defer { if !isTaken { permits.release(lane) } }
          (now, time) = try turn(of: weight, takes: true)
          isTaken = time == now
          if isTaken { return now }
        }
        try await firstOutcome(
          { [clock, now, time] in
            try await clock.sleep(for: Duration(boundedSeconds: max(time - now, 0.001)))
          },
          { [state, now, time] in
            // A correction or a pause changes the turn.
            try await state.wait { $0.windows.earliest(for: weight, from: max(now, $0.pausedUntil)) != time }
          })
      }
    }

    /// Returns the current time and the turn of the first request in line; takes its weight if both are the same and `takes`
    /// is true.
    private func turn(of weight: Double, takes: Bool) throws -> (now: Double, time: Double) {
      readOthers()
      let deadline = AirDeadline.provider.deadline()
      let turn: (now: Double, time: Double) = try withState { state, now in
        let time = state.windows.earliest(for: weight, from: max(now, state.pausedUntil))
        if time > now {
          try check(time, first: time, at: now, deadline)
        } else if takes {
          state.take(weight, at: now)
        }
        return (now, time)
      }
      if takes, turn.time == turn.now, !limits.windows.isEmpty { store() }
      return turn
    }

    /// Takes over the counts of other processes and earlier runs.
    private func readOthers() {
      guard let kept else { return }
      let counts = kept.store.counts(of: kept.key, except: kept.writer)
      withState { state, now in state.add(counts, at: now) }
    }

    /// Runs a body with the state and the current time.
    private func withState<Result: Sendable>(
      _ body: @Sendable (inout State, _ now: Double) throws -> Result
    ) rethrows -> Result {
      let lastSeen = state.read { $0.lastSeen }
      let time = clock.seconds
      return try state.change { state in
        // If another thread has read the clock since, an earlier time doesn't mean that it was set back.
        let now = state.lastSeen == lastSeen ? time : max(time, state.lastSeen)
        state.see(now)
        return try body(&state, now)
      }
    }

    private func store() {
      guard let kept else { return }
      kept.storing.withLock { _ in
        let now = clock.seconds
        let count = state.read { state in
          RequestBudgets.Count(
            countedAt: now, windows: state.own.map { $0.count(at: now) },
            pausedUntil: state.ownPause > now ? state.ownPause : nil)
        }
        kept.store.store(count, of: kept.key, by: kept.writer)
      }
    }

    private func join(_ weight: Double) throws -> UInt64 {
      readOthers()
      let deadline = AirDeadline.provider.deadline()
      return try withState { state, now in
        for window in state.windows where !window.canEverGrant(weight) {
          throw AQError(
            .invalidRequest,
            "The request's weight is \(weight.plainText), and the limit is \(window.limit.plainText) within "
              + "\(window.seconds) s: ask for less at once.")
        }
        let before = state.plan
        do {
          let first = state.windows.earliest(for: weight, from: max(now, state.pausedUntil))
          try check(state.turn(for: weight, at: now), first: first, at: now, deadline)
        } catch {
          state.plan = before
          throw error
        }
        state.nextID &+= 1
        state.line.append((state.nextID, weight))
        return state.nextID
      }
    }

    /// Throws if a turn comes after the deadline, or the first in line would wait too long for its own.
    private func check(_ turn: Double, first: Double, at now: Double, _ deadline: Double?) throws {
      let isLate = deadline.map { turn >= $0 && turn > now } ?? false
      guard isLate || Duration(boundedSeconds: first - now) > longestWait else { return }
      let wait = Duration(boundedSeconds: turn - now)
      throw AQError(
        .rateLimited, "The request limit is reached; the next request is possible in \(wait.wholeSeconds) s.",
        retry: .after(.seconds(wait.wholeSeconds)),
        cause: Spent(until: AirTime(seconds: now).adding(seconds: wait.wholeSeconds)))
    }

    /// The cause of an error that was thrown without a request: the budget is spent until a moment.
    struct Spent: Error {
      let until: AirTime
    }
  }
}
