/// The work of ``AirHub/updates(for:)``: a task for each source, and the readings that wait for the consumer.
final class LiveRun: UpdateRun {
  struct State: Sendable {
    var queues: [FeedQueue]
    /// Values that fill gaps: they are older, and newer ones in the queues must not replace them.
    var fillings: [FeedQueue]
    /// The members whose queues aren't empty, in the order of arrival.
    var ready: [Int] = []
    /// The number of members and queries that may still send updates.
    var open = 0
    /// The unsent queries for the values missing after gaps, each with the index of its member.
    var missed: [(query: AirQuery, index: Int)] = []
    /// The tasks that are at work, by their numbers; nil once the consumer has left.
    var tasks: [Int: Task<Void, Never>]? = [:]
    var lastTask = 0
  }

  let hub: AirHub
  let query: AirQuery
  private let state: Condition<State>
  /// The search for the points of named places; replaced when a failed search is repeated.
  private let places: Locked<PlaceResolver>

  init(_ hub: AirHub, _ query: AirQuery) {
    self.hub = hub
    self.query = query
    places = Locked(PlaceResolver(hub, query))
    state = Condition(
      State(
        queues: hub.members.map { _ in FeedQueue(.latest) },
        fillings: hub.members.map { _ in FeedQueue(.newest(100_000)) }))
  }

  func start() {
    let now = hub.clock.time
    let resolver = places.withLock { $0 }
    for (index, member) in hub.members.enumerated() {
      if let reason = member.reasonToSkip(query, at: now), !resolver.isNeeded(by: member) {
        // A user who switched a source off already knows that it isn't asked.
        if reason != .disabled {
          put(AirNote(.remark, "Not asked: \(reason)"), of: index)
        }
        continue
      }
      state.change { $0.open += 1 }
      launch { run in
        await run.follow(index)
        run.state.change { $0.open -= 1 }
      }
    }
    launch { run in await run.fillGaps() }
  }

  /// Ends all work without waiting for sources that ignore cancellation.
  func leave() {
    for task in (state.change { $0.tasks.take() } ?? [:]).values { task.cancel() }
  }

  func take(isolation: isolated (any Actor)?) async throws -> AirUpdate? {
    try await withTaskCancellationHandler {
      _ = isolation
      try Task.checkCancellation()
      try await state.wait(isolation: isolation) { !$0.ready.isEmpty || $0.open == 0 }
    } onCancel: {
      leave()
    }
    let next: (index: Int, update: AirUpdate)? = state.change { state in
      guard let index = state.ready.first else { return nil }
      if let filling = state.fillings[index].take() { return (index, filling) }
      state.ready.removeFirst()
      return state.queues[index].take().map { (index, $0) }
    }
    guard let next else {
      // The queue had nothing to deliver but the end, or values that fill a gap.
      return state.read { $0.open == 0 && $0.ready.isEmpty } ? nil : try await take(isolation: isolation)
    }
    var update = next.update
    let member = hub.members[next.index]
    update.source = member.descriptor.id
    let dropped = update.notes.count(of: .dropped)
    if dropped > 0 { member.tell(.dropped(count: dropped)) }
    return update
  }

  func put(_ update: AirUpdate, of index: Int, fillsGap: Bool = false) {
    state.change { state in
      if fillsGap { state.fillings[index].put(update) } else { state.queues[index].put(update) }
      if !state.ready.contains(index) { state.ready.append(index) }
    }
  }

  private func launch(_ body: @escaping @Sendable (LiveRun) async -> Void) {
    let late: Task<Void, Never>? = state.change { state in
      state.lastTask += 1
      let id = state.lastTask
      let task = PreferredExecutor.task { [weak self] in
        guard let self else { return }
        await body(self)
        self.state.change { $0.tasks?[id] = nil }
      }
      state.tasks?[id] = task
      return state.tasks == nil ? task : nil
    }
    late?.cancel()
  }

  func put(_ note: AirNote, of index: Int, _ state: AirUpdate.FeedState? = nil, fillsGap: Bool = false) {
    put(AirUpdate(notes: [note], state: state), of: index, fillsGap: fillsGap)
  }

  func fail(_ error: AQError, of index: Int, endsStream: Bool = false) {
    put(AirNote(error), of: index, endsStream ? .failed(error.code) : nil)
  }

  // MARK: One source

  private func follow(_ index: Int) async {
    let member = hub.members[index]
    do {
      var search = try await search(for: index)
      let source = try member.make()
      try await HubObservation.with(hub.observer, of: member.descriptor.id) {
        while true {
          let question = changed(search?.question ?? query) { $0.sources = .all }
          let found = try await QuestionChain.asking(member, question, by: .stream) { [search] in
            try await follow(source, question, index, until: search)
          }
          guard let found else { return }
          search = found
        }
      }
    } catch {
      if error is CancellationError || Task.isCancelled { return }
      fail(AQError.wrapping(error, source: member.descriptor.id), of: index, endsStream: true)
    }
  }

  /// Follows a source until it ends, or until another name is found; returns that search in this case. `search` is the
  /// search that has found some of the names; nil if none are left to find.
  private func follow(
    _ source: any AirDataSource, _ question: AirQuery, _ index: Int, until search: PlaceResolver?
  ) async throws -> PlaceResolver? {
    let member = hub.members[index]
    let isLive = member.descriptor.capabilities.contains(.live)
    var untilFound: (@Sendable () async throws -> PlaceResolver?)?
    if let search, search.mayFindMore {
      untilFound = {
        var (found, failures) = (search, 0)
        repeat {
          failures += 1
          found = try await self.searchAgain(after: found, failures: failures)
        } while found.found.count == search.found.count && found.mayFindMore
        if found.found.count > search.found.count { return found }
        // No names are left to find: the stream ends with the source.
        try await Condition(false).wait { $0 }
        return nil
      }
    }
    return try await firstOutcome(
      {
        if isLive {
          try await self.watch(source, question, index)
        } else {
          try await self.poll(member, question, index)
        }
        return nil
      }, untilFound)
  }

  /// Returns the search that has found a source's places; nil if it needs none. A failed search is reported, and repeated
  /// until it succeeds, unless its error is permanent.
  private func search(for index: Int) async throws -> PlaceResolver? {
    let member = hub.members[index]
    var resolver = places.withLock { $0 }
    guard resolver.isNeeded(by: member) else { return nil }
    var failures = 0
    try await resolver.wait()
    while true {
      switch resolver.obstacle(for: member) {
      case .failed(let error):
        guard error.mayPass else { throw error }
        fail(error, of: index)
        failures += 1
        resolver = try await searchAgain(after: resolver, failures: failures, error)
      case .skipped(let reason):
        throw AQError(.unsupported, "Not asked: \(reason)", source: member.descriptor.id)
      default:
        if !resolver.notes.isEmpty { put(AirUpdate(notes: resolver.notes), of: index) }
        return resolver
      }
    }
  }

  /// Searches once more for the names that a search hasn't found: after half a minute, then after twice as long each
  /// time, up to 16 minutes, or as its error asks, up to a day. All sources share the search.
  private func searchAgain(after search: PlaceResolver, failures: Int, _ error: AQError? = nil) async throws
    -> PlaceResolver
  {
    let usual = Duration.seconds(15 * (1 << min(failures, 6)))
    let wait = error?.retry.wait(atLeast: usual) ?? usual
    try await hub.clock.sleep(for: wait + hub.randomNumbers.spread(wait))
    let (next, isNew) = places.withLock { places in
      let isNew = places === search
      if isNew { places = search.again() }
      return (places, isNew)
    }
    // The search isn't part of this source's work, which may end before that of other callers.
    if isNew { launch { _ in try? await next.wait() } }
    try await next.waitForOthers()
    return next
  }

  private func watch(_ source: any AirDataSource, _ question: AirQuery, _ index: Int) async throws {
    let descriptor = source.descriptor
    let member = hub.members[index]
    do {
      try await source.updates(for: question).passAll { [self] update in
        var update = update
        let now = hub.clock.time
        update.notes += update.reports.heedReceipt(at: now)
        allow(&update, descriptor)
        member.heard(update, at: now)
        put(update, of: index)
        guard let gap = update.gap, descriptor.capabilities.contains(.history) else { return }
        let missed = changed(question) { $0.window = .interval(gap) }
        state.change { state in
          // The stream's end waits for it.
          state.open += 1
          state.missed.append((missed, index))
        }
      }
    } catch {
      if !(error is CancellationError), !Task.isCancelled {
        member.lost(AQError.wrapping(error, source: member.descriptor.id), took: .zero, at: hub.clock.time)
      }
      throw error
    }
  }

  /// Asks for the values missing after gaps. The updates that report them arrive on the tasks of feeds, whose deadlines and
  /// limits aren't this stream's.
  private func fillGaps() async {
    while (try? await state.wait { !$0.missed.isEmpty }) != nil {
      for (query, index) in state.change({ exchange(&$0.missed, with: []) }) {
        launch { run in
          await run.fill(query, index)
          run.state.change { $0.open -= 1 }
        }
      }
    }
  }

  private func fill(_ missed: AirQuery, _ index: Int) async {
    do {
      let outcome = try await outcome(of: hub.members[index], to: missed)
      if let error = outcome.error { throw error }
      if let reason = outcome.skipReason { throw AQError(.unavailable, reason.description) }
      guard let response = outcome.response, !(response.reports.isEmpty && response.notes.isEmpty) else {
        return
      }
      put(AirUpdate(reports: response.reports, notes: response.notes), of: index, fillsGap: true)
    } catch {
      if error is CancellationError || Task.isCancelled { return }
      let failure = AQError.wrapping(error, source: hub.members[index].descriptor.id)
      put(
        AirNote(.failed, "A gap wasn't filled: \(failure.message)", failure: failure.code), of: index,
        fillsGap: true)
    }
  }

  /// Removes what a licence forbids the query's purposes, with a note.
  private func allow(_ update: inout AirUpdate, _ descriptor: SourceDescriptor) {
    if query.purposes.isEmpty { return }
    let outcome = AirAnswer.SourceOutcome(descriptor: descriptor, result: .responded(update.response))
    guard let response = outcome.streamed(for: query).response else { return }
    (update.reports, update.notes) = (response.reports, response.notes)
    if update.notices != nil { update.notices = response.notices }
  }
}

extension AirAnswer.SourceOutcome {
  /// Returns what a stream gives of the outcome: without reports that a licence forbids, which a note counts.
  func streamed(for query: AirQuery) -> AirAnswer.SourceOutcome {
    let outcome = allowed(for: query)
    if outcome.withheld.isEmpty { return outcome }
    let message = "The licence of a report isn't known to allow this use."
    return outcome.adding([AirNote(.withheld, message, count: outcome.withheld.count)])
  }
}
