/// The points of a query's named places, for sources that know points and no names.
///
/// All names are searched for at once, a single time, as soon as the first source needs them.
final class PlaceResolver: Sendable {
  private typealias Found = [Int: Result<AirPlace, AQError>]

  private let hub: AirHub
  private let query: AirQuery
  /// The places that are named, by their index in the query.
  private let names: [(place: Int, name: String)]
  private let askedAt: AirTime
  private let isStarted = Locked(false)
  private let search = Promise<Void>()
  private let results = Locked<Found?>(nil)
  /// What an earlier search has settled, and this one needn't search for.
  private let settled: Found

  convenience init(_ hub: AirHub, _ query: AirQuery) { self.init(hub, query, settled: [:]) }

  private init(_ hub: AirHub, _ query: AirQuery, settled: Found) {
    self.settled = settled
    self.hub = hub
    self.query = query
    askedAt = hub.clock.time
    names =
      hub.placeSearch == nil
      ? []
      : query.places.enumerated().compactMap { index, place in
        if case .city(let name) = place { (index, name) } else { nil }
      }
  }

  /// Whether a source can only be asked once the places are found.
  func isNeeded(by member: HubSource) -> Bool {
    if names.isEmpty { return false }
    let reason = member.reasonToSkip(query, at: askedAt)
    guard reason == nil || reason == .notOffered || reason == .notCovered else { return false }
    return member.descriptor.offers.contains { $0.placeKinds.contains(.coordinate) }
      && !member.descriptor.offers.contains { $0.placeKinds.contains(.city) }
  }

  /// Whether the search is over.
  var isDone: Bool { results.withLock { $0 != nil } }

  /// The places that were found, by their index in the query.
  var found: [Int: AirPlace] { results.withLock { $0 }?.compactMapValues { try? $0.get() } ?? [:] }

  /// Searches, or waits until the search of another source is over.
  ///
  /// - Throws: `CancellationError` when the task was cancelled.
  func wait() async throws {
    let isFirst = isStarted.withLock { isStarted in
      defer { isStarted = true }
      return !isStarted
    }
    if isFirst { await search.finish { try await self.searchAll() } }
    try await waitForOthers()
  }

  /// Waits until the search of another task is over, whose end doesn't depend on this one.
  ///
  /// - Throws: `CancellationError` when one of both tasks was cancelled.
  func waitForOthers() async throws { try await search.value() }

  private func searchAll() async throws {
    let (hub, query) = (hub, query)
    let found = await withTaskGroup(of: (Int, Result<AirPlace, AQError>).self) { group in
      for (place, name) in names where settled[place] == nil {
        group.addTask { (place, await hub.place(named: name, query.freshness)) }
      }
      var found = settled
      for await (place, result) in group { found[place] = result }
      return found
    }
    try Task.checkCancellation()
    results.withLock { $0 = found }
  }

  /// Whether another search may find a name that this one hasn't.
  var mayFindMore: Bool { failures.contains { $0.error.mayPass } }

  /// Another search for the names that this one hasn't found, and may yet find.
  func again() -> PlaceResolver {
    let results = results.withLock { $0 } ?? [:]
    let settled = results.filter { if case .failure(let error) = $0.value { !error.mayPass } else { true } }
    return PlaceResolver(hub, query, settled: settled)
  }

  /// The query with the points that were found.
  var question: AirQuery {
    var question = query
    for (index, place) in found { question.places[index] = .near(place.coordinate) }
    return question
  }

  /// What prevents a source from being asked; nil if it can answer for a place at least.
  func obstacle(for member: HubSource) -> SourceOutcome.Result? {
    guard let reason = member.reasonToSkip(question, at: askedAt) else { return nil }
    // One that may pass counts before one that won't: it is worth asking again.
    let errors = failures.map(\.error)
    guard let error = errors.first(where: { $0.mayPass }) ?? errors.first else { return .skipped(reason) }
    return .failed(error.attributed(to: member.descriptor.id))
  }

  /// What is to be said beside the answer for the other places: the names that weren't found.
  var notes: [AirNote] {
    failures.map { AirNote(.failed, $0.error.message, places: [$0.place], failure: $0.error.code) }
  }

  private var failures: [(place: Int, error: AQError)] {
    let results = results.withLock { $0 } ?? [:]
    return names.compactMap { name in
      if case .failure(let error) = results[name.place] { (name.place, error) } else { nil }
    }
  }
}

extension AirHub {
  /// How long a name is searched for: less than an answer's usual limit, so that the other places are still answered.
  private static let longestSearch = Duration.seconds(20)

  /// The place that a name means, or why there is none.
  ///
  /// A name that was found before isn't searched for again, unless new answers are asked for, and is found without network.
  @concurrent fileprivate func place(named name: String, _ freshness: AirQuery.Freshness) async
    -> Result<AirPlace, AQError>
  {
    guard let placeSearch else {
      return .failure(AQError(.notConfigured, "The hub has no search for places."))
    }
    if freshness == .usual || freshness == .kept, let place = foundPlaces?.place(named: name) {
      return .success(place)
    }
    do {
      let search = try placeSearch()
      let place = try await AirDeadline.limit(Self.longestSearch, clock: clock) {
        try await search.place(named: name)
      }
      foundPlaces?.store(place, named: name)
      return .success(place)
    } catch {
      let error = AQError.wrapping(error)
      if error.mayPass, let place = foundPlaces?.place(named: name) { return .success(place) }
      guard error.code == .timedOut else { return .failure(error) }
      return .failure(AQError(.timedOut, "The search for the place took too long.", cause: error))
    }
  }
}
