/// The work of one answer: asks each source in a separate task and collects the outcomes until the policy is satisfied or
/// the time is over. It doesn't wait for a source that ignores both its deadline and its cancellation.
final class AnswerRun: Sendable {
  struct State: Sendable {
    var outcomes: [AirAnswer.SourceOutcome]
    /// Whether work on each source is going on.
    var isOpen: [Bool]
    /// The start in seconds since 1970 and the contact of each source's query, once it was sent and isn't waiting for a place.
    var asked: [(since: Double, contact: SourceContact)?]
    /// The first source with a wanted value, if one is enough.
    var winner: Int?
    /// The number of sources that have been silent long enough for the next one to be asked as well.
    var hedges = 0
    var isOver = false
    var isFinal = false
    /// Whether the work was cancelled before its end.
    var isCancelled = false
    /// Counts the changes that are worth showing.
    var version = 0

    init(_ outcomes: [AirAnswer.SourceOutcome]) {
      self.outcomes = outcomes
      isOpen = Array(repeating: false, count: outcomes.count)
      asked = Array(repeating: nil, count: outcomes.count)
    }

    var isIdle: Bool { !isOpen.contains(true) }

    /// Notes at a source's response why its model's values at the surrounding stations are missing.
    mutating func lackAround(_ index: Int, _ reason: String, failure: AQError.Code?) {
      let note = AirNote(
        .remark, "The model's values at the surrounding stations are missing. \(reason)", failure: failure)
      outcomes[index] = outcomes[index].adding([note])
    }
  }

  let hub: AirHub
  let query: AirQuery
  /// The query to a source that needs no found places.
  private let question: AirQuery
  let places: PlaceResolver
  private let policy: AirHub.Policy
  let limit: Duration
  private let showsCached: Bool
  let askedAt: AirTime
  /// The end of the time in seconds since 1970.
  let end: Double
  /// The deadline of the work: the run's own, or the caller's if it is earlier.
  let deadline: AirDeadline.Provider
  /// The end of the time as of now: a caller that joins a shared call later may give it more.
  var currentEnd: Double { deadline.deadline() ?? end }
  let state: Condition<State>
  /// The tasks of the work; nil when it is over.
  private let tasks = Locked<[Task<Void, Never>]?>([])
  let isTimed = Locked(false)

  init(
    _ hub: AirHub, _ query: AirQuery, _ policy: AirHub.Policy, within limit: Duration,
    showsCached: Bool = false
  ) {
    self.hub = hub
    self.query = query
    question = query.forOneSource
    let places = PlaceResolver(hub, query)
    self.places = places
    self.policy = policy
    self.limit = limit
    self.showsCached = showsCached
    let start = hub.clock.seconds
    let now = AirTime(seconds: start)
    askedAt = now
    let end = start + max(.zero, limit) / .seconds(1)
    let outer = AirDeadline.provider
    self.end = end
    deadline = AirDeadline.Provider { outer.deadline().map { min($0, end) } ?? end }
    state = Condition(
      State(
        hub.members.map { member in
          let reason = places.isNeeded(by: member) ? nil : member.reasonToSkip(query, at: now)
          return AirAnswer.SourceOutcome(
            descriptor: member.descriptor, result: reason.map { .skipped($0) } ?? .pending)
        }))
  }

  @concurrent func perform() async throws(CancellationError) {
    defer {
      for task in tasks.withLock({ $0.take() }) ?? [] { task.cancel() }
    }
    let isDone = await hub.observer.result(of: .query) {
      await AirDeadline.inherit(deadline) { await work() }
    }
    if !isDone {
      state.change { $0.isCancelled = true }
      throw CancellationError()
    }
  }

  private func work() async -> Bool {
    do {
      switch policy.strategy {
      case .all, .merged: try await askAll()
      case .firstSuccess(let patience): try await askInTurn(hedgeAfter: patience)
      }
    } catch {
      return false
    }
    if Task.isCancelled { return false }
    finish()
    return true
  }

  func answer(in state: State) throws(CancellationError) -> AirAnswer {
    try hub.answer(
      state.outcomes, to: query, at: askedAt, policy, isFinal: state.isFinal, places.found,
      within: AnswerPace(hub.clock, limit, end: currentEnd))
  }

  /// Returns the answer as soon as it is newer than a given version; nil after the last one.
  @concurrent func answer(after seen: Int) async throws(CancellationError) -> (
    answer: AirAnswer, version: Int
  )? {
    do {
      try await state.wait { $0.version > seen || $0.isFinal || $0.isCancelled }
    } catch {
      throw CancellationError()
    }
    let state = state.value
    guard state.version > seen else { return nil }
    return (try answer(in: state), state.version)
  }

  // MARK: The policies

  private var askable: [Int] {
    state.read { state in state.outcomes.indices.filter { state.outcomes[$0].isPending } }
  }

  private func askAll() async throws {
    let unasked = askable.filter { !takeFreshResponse($0) }
    if unasked.isEmpty { return try await askAround() }
    if showsCached { showCached(unasked) }
    for index in unasked { start(index) }
    startTimer()
    try await state.wait { $0.isIdle || $0.isOver }
    try await askAround()
  }

  private func askInTurn(hedgeAfter patience: Duration?) async throws {
    let members = hub.members
    let all = askable
    // A source that has only warnings is asked in addition to the others: a value replaces no warning.
    let warners = all.filter { members[$0].descriptor.isOfNotices }
    let order = all.filter { !members[$0].descriptor.isOfNotices }.ordered {
      members[$0].descriptor.precedence > members[$1].descriptor.precedence
    }
    if showsCached { showCached(all) }
    for index in warners where !takeFreshResponse(index) { start(index) }
    for (number, index) in order.enumerated() {
      if !takeFreshResponse(index) {
        start(index)
        startTimer()
        // The last source has no successor to hedge with.
        let hedge =
          number + 1 < order.count
          ? startHedge(
            number + 1, beside: index, order[number + 1],
            after: patience
              ?? Duration(boundedSeconds: currentEnd - hub.clock.seconds) / (order.count - number))
          : nil
        defer { hedge?.cancel() }
        // The sources before this one have used up their time.
        try await state.wait {
          $0.winner != nil || !$0.isOpen[index] || $0.isOver || $0.hedges > number
        }
      }
      let state = state.value
      if state.winner != nil || state.isOver { break }
    }
    startTimer()
    try await state.wait { state in
      state.isOver || state.isIdle
        || (state.winner != nil && !warners.contains { state.isOpen[$0] })
    }
  }

  /// Uses a fresh cached response, if any. Always false until place names are resolved.
  private func takeFreshResponse(_ index: Int) -> Bool {
    guard query.freshness != .reload, !needsPlaces(index) || places.isDone,
      let outcome = hub.members[index].cached(question(of: index), isFresh: true, hub.clock)
    else { return false }
    post(outcome, index)
    return true
  }

  /// Shows outdated cached responses until better ones arrive.
  private func showCached(_ indices: [Int]) {
    let cached = indices.compactMap { index in
      hub.members[index].cached(question(of: index), isFresh: false, hub.clock)
        .map { (index, completed($0, index)) }
    }
    guard !cached.isEmpty else { return }
    state.change { state in
      guard !state.isFinal else { return }
      for (index, outcome) in cached where state.outcomes[index].isPending {
        state.outcomes[index] = outcome
        state.outcomes[index].isPending = true
      }
      state.version += 1
    }
  }

  // MARK: The work

  private func start(_ index: Int) {
    state.change { $0.isOpen[index] = true }
    guard needsPlaces(index), !places.isDone else { return ask(index) }
    launch { [self] in
      try? await places.wait()
      // Otherwise the search was cancelled, and so is the run.
      if places.isDone, !Task.isCancelled { ask(index) }
    }
  }

  /// Asks a source that has no place to wait for, unless it has a fresh cached response.
  private func ask(_ index: Int) {
    let isWarner = hub.members[index].descriptor.isOfNotices
    if state.read({ $0.isFinal || $0.isOver || ($0.winner != nil && !isWarner) }) { return }
    if needsPlaces(index) {
      let member = hub.members[index]
      if let obstacle = places.obstacle(for: member) {
        let time: AirTime? = if case .failed = obstacle { hub.clock.time } else { nil }
        return post(
          AirAnswer.SourceOutcome(descriptor: member.descriptor, result: obstacle, receivedAt: time), index)
      }
      if takeFreshResponse(index) { return }
      if showsCached { showCached([index]) }
    }
    let (now, question, contact) = (hub.clock.seconds, question(of: index), SourceContact())
    state.change { $0.asked[index] = (now, contact) }
    launch { [self] in
      let outcome = await contact.open { await hub.members[index].outcome(question, hub.clock) }
      // A cancelled task's result doesn't count.
      if !Task.isCancelled { post(outcome, index) }
    }
  }

  /// Returns whether a source waits for the points of named places before it is asked.
  func needsPlaces(_ index: Int) -> Bool {
    places.isNeeded(by: hub.members[index])
  }

  func question(of index: Int) -> AirQuery {
    needsPlaces(index) ? places.question.forOneSource : question
  }

  /// Returns an outcome as far as licences allow it, with the names of places that weren't found.
  func completed(_ outcome: AirAnswer.SourceOutcome, _ index: Int) -> AirAnswer.SourceOutcome {
    outcome.allowed(for: query).adding(needsPlaces(index) ? places.notes : [])
  }

  private func post(_ outcome: AirAnswer.SourceOutcome, _ index: Int) {
    // Most outcomes stay as they are, and a copy takes time.
    if query.purposes.isEmpty, !needsPlaces(index) { return take(outcome, index) }
    take(completed(outcome, index), index)
  }

  private func take(_ outcome: AirAnswer.SourceOutcome, _ index: Int) {
    // Nil if one success doesn't end the search.
    let now: AirTime? = if case .firstSuccess = policy.strategy { hub.clock.time } else { nil }
    state.change { state in
      guard !state.isFinal, state.outcomes[index].isPending else { return }
      state.isOpen[index] = false
      state.outcomes[index] = outcome
      if let now, state.winner == nil,
        outcome.isSuccess(for: query.wanted(from: state.outcomes), of: query, at: now)
      {
        state.winner = index
      }
      state.version += 1
    }
  }

  /// Starts a task that is cancelled when the run's work is over.
  func launch(_ work: sending @escaping @concurrent () async -> Void) {
    let task = PreferredExecutor.task(work)
    let isLate = tasks.withLock { $0?.append(task) == nil }
    if isLate { task.cancel() }
  }

  private func startHedge(
    _ number: Int, beside index: Int, _ next: Int, after patience: Duration
  ) -> Task<Void, Never> {
    let (clock, state) = (hub.clock, state)
    // The search for a place doesn't count as a source's silence, unless the next source needs no place.
    let waitsForPlace = needsPlaces(index) && needsPlaces(next)
    return PreferredExecutor.task {
      do {
        if waitsForPlace { try await state.wait { $0.asked[index] != nil } }
        try await clock.sleep(for: patience)
      } catch { return }
      state.change { $0.hedges = max($0.hedges, number) }
    }
  }
}
