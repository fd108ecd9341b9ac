/// The points of a query's named places, for sources that know points and no names. All are searched for at
/// once, a single time, as soon as the first source needs them.
final class PlaceResolver: Sendable {
  private let hub: AirHub
  private let query: AirQuery
  private let names: [(place: Int, name: String)]
  private let askedAt: AirTime
  private let isStarted = Locked(false)
  private let search = Promise<Void>()
  /// The result of each name, once all are there.
  private let results = Locked<[Result<AirPlace, AQError>]?>(nil)
  /// The results of an earlier search, nil for each name that this one repeats; nil for the first search.
  private let settled: [Result<AirPlace, AQError>?]?

  init(_ hub: AirHub, _ query: AirQuery, settled: [Result<AirPlace, AQError>?]? = nil) {
    self.settled = settled
    self.hub = hub
    self.query = query
    askedAt = hub.clock.time
    let places = hub.placeSearch == nil ? [] : query.places
    names = places.enumerated().compactMap { index, place in
      if case .city(let name) = place { (index, name) } else { nil }
    }
  }

  /// Returns whether a source can only be asked once the places are found.
  func isNeeded(by member: HubSource) -> Bool {
    if names.isEmpty { return false }
    let reason = member.reasonToSkip(query, at: askedAt)
    guard reason == nil || reason == .notOffered || reason == .notCovered else { return false }
    return member.descriptor.offers.contains { $0.placeKinds.contains(.coordinate) }
      && !member.descriptor.offers.contains { $0.placeKinds.contains(.city) }
  }

  var isDone: Bool { results.withLock { $0 != nil } }

  var found: [Int: AirPlace] {
    var found: [Int: AirPlace] = [:]
    for (name, result) in zip(names, results.withLock { $0 } ?? []) {
      if case .success(let place) = result { found[name.place] = place }
    }
    return found
  }

  /// Searches, or waits until the search of another source is over.
  func wait() async throws {
    let wasStarted = isStarted.withLock { exchange(&$0, with: true) }
    if !wasStarted { await search.finish { try await self.searchAll() } }
    try await waitForOthers()
  }

  /// Waits until the search of another task is over, whose end doesn't depend on this one.
  func waitForOthers() async throws { try await search.value() }

  private func searchAll() async throws {
    let found = try await inOrder(Array(names.indices)) { [self] index -> Result<AirPlace, AQError> in
      if let known = settled?[index] { return known }
      return await hub.place(named: names[index].name, query.freshness)
    }
    try Task.checkCancellation()
    results.withLock { $0 = found }
  }

  /// Whether another search may find a name that this one didn't.
  var mayFindMore: Bool { failures.contains { $0.error.mayPass } }

  func again() -> PlaceResolver {
    let settled = results.withLock { $0 }?.map { result -> Result<AirPlace, AQError>? in
      if case .failure(let error) = result, error.mayPass { return nil }
      return result
    }
    return PlaceResolver(hub, query, settled: settled)
  }

  var question: AirQuery {
    changed(query) { for (index, place) in found { $0.places[index] = .near(place.coordinate) } }
  }

  /// Returns the obstacle that prevents a source from being asked; nil if it can be asked about at least one place.
  func obstacle(for member: HubSource) -> AirAnswer.SourceOutcome.Result? {
    guard let reason = member.reasonToSkip(question, at: askedAt) else { return nil }
    // A temporary error takes precedence over a permanent one, because asking again is worthwhile.
    let errors = failures.map(\.error)
    guard let error = errors.first(where: { $0.mayPass }) ?? errors.first else { return .skipped(reason) }
    return .failed(error.attributed(to: member.descriptor.id))
  }

  /// The notes that accompany the answer for the other places: the names that weren't found.
  var notes: [AirNote] {
    failures.map { AirNote($0.error, places: [$0.place]) }
  }

  private var failures: [(place: Int, error: AQError)] {
    zip(names, results.withLock { $0 } ?? []).compactMap { name, result in
      if case .failure(let error) = result { (name.place, error) } else { nil }
    }
  }
}

extension AirHub {
  /// Returns the places of a name, best first; without a connection, those of an earlier search. Throws the error of the
  /// search, or ``AQError/Code/notConfigured`` if the container has none.
  @concurrent func places(matching search: AirPlace.Search) async throws -> [AirPlace] {
    guard let placeSearch else {
      throw AQError(.notConfigured, "There is no place search: install a source that provides one.")
    }
    do {
      let found = try await placeSearch().places(matching: search)
      if !found.isEmpty { foundPlaces?.store(found, for: .places(matching: search)) }
      return found
    } catch {
      if error is CancellationError { throw error }
      guard AQError.wrapping(error).mayPass, let found = foundPlaces?.places(for: .places(matching: search)),
        !found.isEmpty
      else { throw error }
      return found
    }
  }

  /// Returns the place that a name means, or throws the reason. A name that was found before isn't searched for again
  /// unless the query asks for new responses, so it needs no network.
  @concurrent fileprivate func place(named name: String, _ freshness: AirQuery.Freshness) async
    -> Result<AirPlace, AQError>
  {
    // Only a hub with a search has names to search for.
    guard let placeSearch else { return .failure(AQError(.notConfigured, "There is no place search.")) }
    if freshness == .usual || freshness == .cached,
      let place = foundPlaces?.places(for: .place(named: name)).first
    {
      return .success(place)
    }
    do {
      let search = try placeSearch()
      // Less than an answer's usual limit, so that the other places are still answered.
      let place = try await AirDeadline.limit(.seconds(20), clock: clock) {
        guard let member = members.first else { return try await search.place(named: name) }
        return try await QuestionChain.asking(
          member, AirQuery(places: [.city(name)]), by: .placeSearch
        ) { try await search.place(named: name) }
      }
      foundPlaces?.store([place], for: .place(named: name))
      return .success(place)
    } catch {
      let error = AQError.wrapping(error)
      if error.mayPass, let place = foundPlaces?.places(for: .place(named: name)).first {
        return .success(place)
      }
      guard error.code == .timedOut else { return .failure(error) }
      return .failure(AQError(.timedOut, "The place search took too long.", cause: error))
    }
  }
}

extension PlaceSearching {
  /// Returns the one place that a name, in a BCP 47 language, means.
  ///
  /// A name means the places with exactly this name, ignoring case; text after a comma narrows it to an administrative area
  /// or a country's code: `Springfield, Missouri`. Of several, the one with at least ten times the population of the next is
  /// meant; that factor is AQKit's own. If the search finds a single place, whose name is spelled otherwise, that one is
  /// meant: a service finds places by their names in other languages.
  ///
  /// - Throws: ``AQError/Code/invalidRequest`` when no place has the name, or several have it; the message lists them.
  ///   Otherwise the error of the search.
  public func place(named name: String, language: String = "en") async throws -> AirPlace {
    var found = try await places(matching: AirPlace.Search(name, language: language, limit: 20))
    let parts = name.split(separator: ",", maxSplits: 1).map(\.trimmed)
    let head = parts.first ?? name
    if found.isEmpty, parts.count > 1 {
      found = try await places(matching: AirPlace.Search(head, language: language, limit: 100))
    }
    var meant = found.filter { $0.name.trimmed.lowercased() == head.lowercased() }
    // The same place in another spelling.
    if meant.isEmpty, found.count == 1 { meant = found }
    if parts.count > 1 {
      let area = parts[1].lowercased()
      let narrowed = meant.filter { place in
        place.countryCode?.lowercased() == area || place.adminAreas.contains { $0.lowercased() == area }
      }
      guard !narrowed.isEmpty || meant.isEmpty else {
        throw AQError(
          .invalidRequest,
          "No place called “\(head.prefix(60))” is known in “\(parts[1].prefix(60))”; there are \(Self.list(meant)). Write the area or the country code as listed."
        )
      }
      meant = narrowed
    }
    let bySize = meant.ordered { ($0.population ?? 0) > ($1.population ?? 0) }
    guard let largest = bySize.first else {
      let others = found.isEmpty ? "" : "; there are \(Self.list(found))"
      throw AQError(.invalidRequest, "No place is called “\(name.prefix(60))”\(others).")
    }
    let rest = bySize.dropFirst().map { $0.population ?? 0 }
    if rest.allSatisfy({ (largest.population ?? 0) / 10 >= max(1, $0) }) { return largest }
    throw AQError(
      .invalidRequest,
      "“\(name.prefix(60))” may mean \(Self.list(meant)): name the area, too, or use the place's coordinate.")
  }

  private static func list(_ places: [AirPlace]) -> String {
    let texts = places.prefix(8).map { place in
      let details = place.adminAreas.prefix(2) + [place.countryCode].compactMap { $0 }
      return details.isEmpty ? place.name : "\(place.name) (\(details.joined(separator: ", ")))"
    }
    return texts.joined(separator: "; ") + (places.count > 8 ? "; and \(places.count - 8) more" : "")
  }
}

/// The places found for names, kept with the stored responses, so that a query by name works without a network, too.
struct FoundPlaces: Sendable {
  /// The identifier under which the places are stored; no source of a container has it.
  private static var source: SourceID { "place search" }

  let store: any ResponseStoring
  let clock: any AQClock

  func places(for query: AirQuery) -> [AirPlace] {
    let found = store.response(to: query, from: Self.source, newerThan: nil)
    return (found?.response.reports ?? []).compactMap { AirPlace($0.site) }
  }

  func store(_ places: [AirPlace], for query: AirQuery) {
    let reports = places.map { place in
      AirReport(
        source: Self.source, site: AirSite(place), kind: .observation, series: [], receivedAt: clock.time,
        places: [0])
    }
    store.store(
      AirResponse.Stored(AirResponse(reports: reports), storedAt: clock.time), to: query, from: Self.source)
  }
}

// The keys of stored places.
extension AirQuery {
  fileprivate static func place(named name: String) -> AirQuery { AirQuery(places: [.city(name)]) }

  fileprivate static func places(matching search: AirPlace.Search) -> AirQuery {
    let parts = [search.language, search.countryCode ?? "", "\(search.limit)", search.name.lowercased()]
    return AirQuery(places: [.site(parts.joined(separator: "/"))])
  }
}

extension AirSite {
  fileprivate init(_ place: AirPlace) {
    var further: [String: String] = [:]
    further["country"] = place.country
    further["population"] = place.population.map(String.init)
    if !place.adminAreas.isEmpty { further["areas"] = place.adminAreas.joined(separator: "\n") }
    self.init(
      id: place.serviceID, name: place.name, coordinate: place.coordinate, elevation: place.elevation,
      timeZone: place.timeZone, country: place.countryCode, kind: .city,
      details: Details(further: further))
  }
}

extension AirPlace {
  fileprivate init?(_ site: AirSite) {
    guard let name = site.name, let coordinate = site.coordinate else { return nil }
    let further = site.details.further
    self.init(
      name: name, coordinate: coordinate, serviceID: site.id,
      adminAreas: further["areas"].map { $0.split(separator: "\n").map(String.init) } ?? [],
      countryCode: site.country, country: further["country"], elevation: site.elevation,
      timeZone: site.timeZone, population: further["population"].flatMap { Int($0) })
  }
}
