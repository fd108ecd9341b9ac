extension AirHub {
  /// What the sources say as it changes, in one sequence.
  ///
  /// A source that can watch is followed; any other one is asked again whenever it may have news, by its cadence and
  /// latency, somewhat spread, and within its budget. Each update names its ``AirUpdate/source``: with new or changed
  /// reports, its state, silence (``FeedState/silent(since:)``), the gap of a lost connection — which is filled by a
  /// question where the source has history —, and failures and drops as notes. A source that isn't asked says why in its
  /// only update.
  ///
  /// Sources don't wait for one another, nor for the consumer: of what isn't taken in time the newest readings are kept,
  /// and a note counts the others. Nobody is asked unless somebody iterates; hubs of one container share connections,
  /// kept answers and budgets.
  public func updates(for query: AirQuery) -> AirUpdates {
    AirUpdates { [self] send in
      let run = LiveRun(self, query)
      defer { run.stop() }
      run.start()
      while let update = try await run.next() { try await send(update) }
    }
  }
}

/// The work of one stream: a task for each source, and what waits for the consumer.
private final class LiveRun: Sendable {
  struct State: Sendable {
    var queues: [FeedQueue]
    /// The members whose queues have something, in the order in which it came.
    var ready: [Int] = []
    /// The number of members that may still say something.
    var open = 0
  }

  private let hub: AirHub
  private let query: AirQuery
  private let state: Condition<State>
  private let tasks = Locked<[Task<Void, Never>]>([])

  init(_ hub: AirHub, _ query: AirQuery) {
    self.hub = hub
    self.query = query
    state = Condition(State(queues: hub.members.map { _ in FeedQueue(.latest) }))
  }

  /// Starts the work of every member.
  func start() {
    let now = hub.clock.time
    let search = PlaceResolver(hub, query)
    for (index, member) in hub.members.enumerated() {
      if let reason = member.reasonToSkip(query, at: now) {
        guard member.needsPoint(reason), search.isNeeded else {
          put(AirUpdate(notes: [AirNote(.remark, "Not asked: \(reason)")]), of: index)
          continue
        }
      }
      state.change { $0.open += 1 }
      launch { run in
        await run.follow(index, search)
        run.state.change { $0.open -= 1 }
      }
    }
  }

  /// Ends all work; nobody waits for a source that is deaf.
  func stop() {
    let tasks = tasks.withLock { tasks in
      defer { tasks = [] }
      return tasks
    }
    for task in tasks { task.cancel() }
  }

  /// The next update; nil once every source has ended.
  func next() async throws -> AirUpdate? {
    try await state.wait { !$0.ready.isEmpty || $0.open == 0 }
    let next: (index: Int, update: AirUpdate)? = state.change { state in
      guard let index = state.ready.first else { return nil }
      state.ready.removeFirst()
      return state.queues[index].take().map { (index, $0) }
    }
    guard let next else { return nil }
    var update = next.update
    let member = hub.members[next.index]
    update.source = member.descriptor.id
    let dropped = update.notes.filter { $0.code == .dropped }.reduce(0) { $0 + $1.count }
    if dropped > 0 { hub.observer?.observe(HubEvent(.dropped(count: dropped), of: member.descriptor.id)) }
    return update
  }

  private func put(_ update: AirUpdate, of index: Int) {
    state.change { state in
      state.queues[index].put(update)
      if !state.ready.contains(index) { state.ready.append(index) }
    }
  }

  private func launch(_ work: @escaping @Sendable (LiveRun) async -> Void) {
    let task = Task(executorPreference: PreferredExecutor.current.get()) { [weak self] in
      if let self { await work(self) }
    }
    tasks.withLock { $0.append(task) }
  }

  private func fail(_ error: AQError, of index: Int, endsStream: Bool = false) {
    put(
      AirUpdate(
        notes: [AirNote(.failed, error.message, failure: error.code)],
        state: endsStream ? .failed(error.code) : nil), of: index)
  }

  // MARK: One source

  private func follow(_ index: Int, _ search: PlaceResolver) async {
    let member = hub.members[index]
    do {
      let question = try await search.question(for: member)
      let source = try member.make()
      try await HubObservation.with(hub.observer, of: member.descriptor.id) {
        if member.descriptor.capabilities.contains(.live) {
          try await watch(source, question, index)
        } else {
          try await poll(member, question, index)
        }
      }
    } catch {
      if error is CancellationError || Task.isCancelled { return }
      fail(AQError.wrapping(error, source: member.descriptor.id), of: index, endsStream: true)
    }
  }

  /// Passes on a stream, and asks for what a gap has left out.
  private func watch(_ source: any AirDataSource, _ question: AirQuery, _ index: Int) async throws {
    let hasHistory = source.descriptor.capabilities.contains(.history)
    for try await var update in source.updates(for: question) {
      update.reports = allowed(update.reports, source.descriptor)
      put(update, of: index)
      guard let gap = update.gap, hasHistory else { continue }
      var missed = question
      missed.window = .interval(gap)
      launch { [missed] run in
        guard let response = try? await source.fetch(missed), !response.reports.isEmpty else { return }
        let reports = run.allowed(response.reports, source.descriptor)
        run.put(AirUpdate(reports: reports, notes: response.notes), of: index)
      }
    }
  }

  /// The reports whose own licence allows what the query is for.
  private func allowed(_ reports: [AirReport], _ descriptor: SourceDescriptor) -> [AirReport] {
    if query.purposes.isEmpty { return reports }
    let outcome = SourceOutcome(descriptor: descriptor, result: .answered(AirResponse(reports: reports)))
    return outcome.allowed(for: query).response?.reports ?? []
  }

  /// Asks again and again, whenever there may be news.
  private func poll(_ member: HubSource, _ question: AirQuery, _ index: Int) async throws {
    var shown = AirResponse()
    var state: FeedState?
    var failures = 0
    var question = question
    while true {
      try Task.checkCancellation()
      let outcome = try await answer(of: member, to: question).allowed(for: query)
      question.freshness = .usual
      let now = hub.clock.time
      // Where nobody says when to come back: half a minute, then twice as long each time, up to the cadence.
      let longest = max(outcome.descriptor.cadenceAndLatency.cadence.bounded, .seconds(60))
      var wait: Duration
      switch outcome.result {
      case .answered(let response):
        failures = response.kept?.failure == nil ? 0 : min(failures + 1, 10)
        var update = AirUpdate(
          reports: response.reports.filter { report in
            !shown.reports.contains { $0.saysTheSame(as: report) }
          })
        if response.notes != shown.notes { update.notes = response.notes }
        let newState = Self.state(of: response, outcome.descriptor, now)
        if newState != state { update.state = newState }
        (shown, state) = (response, newState)
        if !update.isEmpty { put(update, of: index) }
        wait =
          failures > 0
          ? .seconds(15 * (1 << failures))
          : CachePolicy().lifetime(of: response, to: question, from: outcome.descriptor, at: now).fresh
        wait = min(wait, longest)
      case .failed(let error):
        failures = min(failures + 1, 10)
        guard let again = outcome.askAgainAt else { throw error }
        fail(error, of: index)
        wait = max(again.since(now), min(.seconds(15 * (1 << failures)), longest))
      case .skipped(.budgetSpent(let end)): wait = end.since(now)
      case .skipped(let reason):
        put(AirUpdate(notes: [AirNote(.remark, "Not asked: \(reason)")]), of: index)
        return
      case .pending: return
      }
      wait = max(wait, .seconds(1))
      try await hub.clock.sleep(for: wait + spread(wait))
    }
  }

  /// What a source says within half a minute.
  ///
  /// - Throws: `CancellationError` only.
  private func answer(of member: HubSource, to question: AirQuery) async throws -> SourceOutcome {
    let clock = hub.clock
    do {
      return try await AirDeadline.limit(.seconds(30), clock: clock, source: member.descriptor.id) {
        await member.outcome(question, clock)
      }
    } catch let error as AQError {
      member.lost(error, took: .seconds(30), at: clock.time)
      return SourceOutcome(descriptor: member.descriptor, result: .failed(error), receivedAt: clock.time)
    }
  }

  /// Up to a tenth of a wait, and a minute at most, so that what began together doesn't ask together.
  private func spread(_ wait: Duration) -> Duration {
    var random = hub.randomNumbers
    return min(wait / 10, .seconds(60)) * Double.random(in: 0..<1, using: &random)
  }

  private static func state(of response: AirResponse, _ descriptor: SourceDescriptor, _ now: AirTime)
    -> FeedState?
  {
    let newest = response.reports.compactMap { $0.newestEnd(notAfter: now) }.max()
    let isSilent = response.reports.allSatisfy { descriptor.freshness(of: $0, at: now) == .silent }
    guard isSilent else { return .live }
    return newest.map { .silent(since: $0) }
  }
}

extension AirReport {
  /// Whether another report differs in nothing but its time of receipt.
  fileprivate func saysTheSame(as other: AirReport) -> Bool {
    var copy = other
    copy.receivedAt = receivedAt
    return self == copy
  }
}

/// The points of a query's named places, searched for at most once.
private final class PlaceResolver: Sendable {
  private let hub: AirHub
  private let query: AirQuery
  private let resolved = Promise<AirQuery>()
  private let isStarted = Locked(false)

  init(_ hub: AirHub, _ query: AirQuery) {
    self.hub = hub
    self.query = query
  }

  /// Whether a place is named, and there is a search.
  var isNeeded: Bool { hub.placeSearch != nil && query.places.contains { $0.kind == .city } }

  /// The query as a source gets it.
  func question(for member: HubSource) async throws -> AirQuery {
    var question = query
    if isNeeded, member.needsPoint(member.reasonToSkip(query, at: hub.clock.time)) {
      let isFirst = isStarted.withLock { isStarted in
        defer { isStarted = true }
        return !isStarted
      }
      if isFirst { await resolved.finish { try await self.hub.resolvingNames(in: self.query) } }
      question = try await resolved.value()
      if let reason = member.reasonToSkip(question, at: hub.clock.time) {
        throw AQError(.unsupported, "Not asked: \(reason)", source: member.descriptor.id)
      }
    }
    question.sources = .all
    return question
  }
}
