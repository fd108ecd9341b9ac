/// Asks many sources at once, and accounts for each: its response and freshness, or its error.
///
/// ```swift
/// let air = try AirHub(.live.installing(.openMeteo))
/// let answer = try await air.answer(for: AirQuery(near: Coordinate(52.52, 13.41)))
/// ```
///
/// Results are in order of registration, whichever finishes first.
public struct AirHub: Sendable {
  let members: [HubSource]
  package let clock: any AQClock
  package let catalog: AirQualityIndexCatalog
  let stationMatching: AirHub.Policy.StationMatching
  let placeSearch: (@Sendable () throws -> any PlaceSearching)?
  /// The places that earlier searches found; nil without a store of responses.
  let foundPlaces: FoundPlaces?
  let observer: (any HubObserver)?
  let randomNumbers: AQRandomNumbers
}

extension AirHub {
  /// Creates a hub over existing sources, without further layers.
  ///
  /// - Throws: ``AQError/Code/invalidRequest`` when two sources have the same identifier.
  public init(sources: [any AirDataSource], clock: any AQClock = AQSystemClock()) throws(AQError) {
    var seen: Set<SourceID> = []
    for id in sources.map({ $0.descriptor.id }) where !seen.insert(id).inserted {
      throw AQError(.invalidRequest, "Two sources have the identifier “\(id)”.", source: id)
    }
    var container = AQContainer()
    container.set(.clock, to: clock)
    container.recipes = sources.map(SourceRecipe.init(of:))
    try self.init(container)
  }

  /// Creates a hub over all sources of a container. Each source is made on first use, and shared with the container's
  /// other hubs.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` when one of the container's services can't be made.
  public init(_ container: AQContainer) throws(AQError) {
    let (observer, budgets) = try (container[.hubObserver], container[.requestBudgets])
    let clock = try container[.clock]
    var search: (@Sendable () throws -> any PlaceSearching)?
    if container.has(.placeSearch) { search = { try container[.placeSearch] } }
    try self.init(
      members: container.recipes.map { HubSource($0, of: container, budgets, observer) },
      clock: clock, catalog: container[.indexCatalog], stationMatching: container[.stationMatching],
      placeSearch: search,
      foundPlaces: container.responseStore().map { FoundPlaces(store: $0, clock: clock) },
      observer: observer, randomNumbers: container[.randomNumbers])
  }

  /// The declarations of all sources in order of registration; makes no source.
  public var descriptors: [SourceDescriptor] { members.map(\.descriptor) }

  /// Returns a source by its identifier.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` for an unknown identifier, or the error of its recipe.
  public func source(_ id: SourceID) throws -> any AirDataSource {
    guard let member = members.first(where: { $0.descriptor.id == id }) else {
      throw AQError.unknownSource(id, among: members.map(\.descriptor.id))
    }
    return try member.make()
  }

  /// Asks the sources and accounts for every one.
  ///
  /// A place that the query names (``AirQuery/Place/city(_:)``) is found by the container's place search for sources
  /// that know points only; if several places have the name, these sources fail with a message that lists the places.
  ///
  /// The answer comes when every source that was asked has responded, or at the limit with what has arrived. A source that
  /// hasn't responded by then counts as failed with ``AQError/Code/timedOut`` unless a cached response replaces it. Its work is
  /// cancelled, and the hub doesn't wait for sources that ignore cancellation. The task's ``AirDeadline`` holds as well if
  /// it is earlier.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - policy: Whether to ask all sources at once, or one after another until one responds.
  ///   - limit: The longest time, by the hub's clock; 30 s by default.
  /// - Throws: Only `CancellationError`, at once, if the task was cancelled: a failed source is part of the answer.
  @concurrent public func answer(
    for query: AirQuery, policy: AirHub.Policy = .all, within limit: Duration = .seconds(30)
  ) async throws(CancellationError) -> AirAnswer {
    if Task.isCancelled { throw CancellationError() }
    let now = clock.time
    if let cached = cachedOutcomes(of: query, policy, at: now) {
      await observer?.observing(.query) {
        for (member, outcome) in zip(members, cached) where outcome.response != nil {
          member.tell(.cachedResponseGiven)
        }
      }
      return try answer(
        cached, to: query, at: now, policy, isFinal: true, [:],
        within: AnswerPace(clock, limit, end: clock.seconds)
      )
    }
    let run = AnswerRun(self, query, policy, within: limit)
    try await run.perform()
    return try run.answer(in: run.state.value)
  }

  /// Returns the answer of outcomes; a merging policy merges their reports as far as a pace allows.
  func answer(
    _ outcomes: [AirAnswer.SourceOutcome], to query: AirQuery, at askedAt: AirTime, _ policy: AirHub.Policy,
    isFinal: Bool, _ foundPlaces: [Int: AirPlace], within pace: @autoclosure () -> AnswerPace
  ) throws(CancellationError) -> AirAnswer {
    var answer = AirAnswer(
      query: query, outcomes: outcomes, askedAt: askedAt, isFinal: isFinal, catalog: catalog,
      foundPlaces: foundPlaces, policy: policy, stationMatchingOfHub: stationMatching)
    guard let rule = policy.rule else { return answer }
    do { answer.merges = try answer.merged(by: rule, pace()) } catch { throw CancellationError() }
    return answer
  }

  /// Returns the outcomes of all sources if every one that would be asked has a fresh cached response; nil otherwise.
  private func cachedOutcomes(
    of query: AirQuery, _ policy: AirHub.Policy, at now: AirTime
  ) -> [AirAnswer.SourceOutcome]? {
    if query.freshness == .reload || query.surroundings != nil { return nil }
    if case .firstSuccess = policy.strategy { return nil }
    if placeSearch != nil, query.places.contains(where: { $0.kind == .city }) { return nil }
    let question = query.forOneSource
    var outcomes: [AirAnswer.SourceOutcome] = []
    outcomes.reserveCapacity(members.count)
    for member in members {
      if let reason = member.reasonToSkip(query, at: now) {
        outcomes.append(AirAnswer.SourceOutcome(descriptor: member.descriptor, result: .skipped(reason)))
      } else if let cached = member.peek(question, isFresh: true, clock) {
        outcomes.append(cached.allowed(for: query))
      } else {
        return nil
      }
    }
    return outcomes
  }

  /// Returns the same answer as it grows. The last element equals the one from ``answer(for:policy:within:)``.
  ///
  /// - Parameters: As for ``answer(for:policy:within:)``.
  public func answers(
    for query: AirQuery, policy: AirHub.Policy = .all, within limit: Duration = .seconds(30)
  ) -> AirHub.Answers {
    AirHub.Answers(start: { AnswerRun(self, query, policy, within: limit, showsCached: true) })
  }

  /// Returns the sources' values as they change, in a single sequence.
  ///
  /// A source with live updates is followed; any other one is asked again whenever it may have new values, by its
  /// cadence and latency, at slightly random times, and within its budget. Each update names its ``AirUpdate/source``:
  /// with new or changed reports, its state, silence (``AirUpdate/FeedState/silent(since:)``), the gap of a lost
  /// connection (which is filled by a query if the source has history), and failures and drops as notes. A source that
  /// isn't asked has a single update, which gives the reason.
  ///
  /// Sources wait neither for one another nor for the consumer. If the consumer is slow, the newest readings are kept, and a
  /// note counts the dropped ones. No source is asked until iteration begins; hubs of one container share connections,
  /// cached responses and budgets.
  public func updates(for query: AirQuery) -> AirUpdates {
    AirUpdates(passing: { [self] _ in
      let run = LiveRun(self, query)
      run.start()
      return run
    })
  }

  /// A hub's answer as it grows: first cached values, then better ones as sources respond.
  ///
  /// Work starts with the iteration and ends with it. Each element is the whole answer so far; the last one is
  /// ``AirAnswer/isFinal``. Nothing is buffered: an element that isn't taken in time is replaced by the next one.
  public struct Answers: AsyncSequence, Sendable {
    /// A state of the answer.
    public typealias Element = AirAnswer
    /// A cancelled task is the only failure.
    public typealias Failure = CancellationError

    let start: @Sendable () -> AnswerRun

    /// Starts the work at the first call of `next()`.
    public func makeAsyncIterator() -> Iterator { Iterator(start: start) }

    /// Iterates over the states of the answer. Releasing it cancels the work.
    public struct Iterator: AsyncIteratorProtocol {
      private let start: @Sendable () -> AnswerRun
      private var session: Session?
      private var seen = 0

      init(start: @escaping @Sendable () -> AnswerRun) { self.start = start }

      /// Returns the next state, or nil after the final one.
      public mutating func next() async throws(CancellationError) -> AirAnswer? {
        try await next(isolation: #isolation)
      }

      /// Returns the next state, or nil after the final one.
      public mutating func next(isolation actor: isolated (any Actor)?) async throws(CancellationError)
        -> AirAnswer?
      {
        let session = self.session ?? Session(start())
        if session.task.isCancelled { return nil }
        self.session = session
        do {
          guard let (answer, version) = try await session.run.answer(after: seen) else { return nil }
          seen = version
          return answer
        } catch {
          // Cancelling the consumer ends the work at once, even if it still holds the iterator.
          session.task.cancel()
          throw error
        }
      }
    }

    private final class Session: Sendable {
      let run: AnswerRun
      let task: Task<Void, Never>

      init(_ run: AnswerRun) {
        self.run = run
        task = PreferredExecutor.task { try? await run.perform() }
      }

      deinit { task.cancel() }
    }
  }
}
