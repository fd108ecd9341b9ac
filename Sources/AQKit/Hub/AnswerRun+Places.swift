extension AnswerRun {
  /// Searches the places that are named, for sources that know points but no names.
  ///
  /// - Throws: `CancellationError` when the task was cancelled.
  func findPlaces() async throws {
    let names = namedPlaces
    let members = membersInNeedOfPoints
    if hub.placeSearch == nil || names.isEmpty || members.isEmpty { return }
    for (place, name) in names { startSearch(name, place) }
    startTimer()
    let count = names.count
    try await state.wait { $0.found.count == count || $0.isOver }
    usePlaces(names.map(\.place), members)
  }

  private var namedPlaces: [(place: Int, name: String)] {
    query.places.enumerated().compactMap { index, place in
      if case .city(let name) = place { (index, name) } else { nil }
    }
  }

  private var membersInNeedOfPoints: [Int] {
    let outcomes = state.value.outcomes
    return hub.members.indices.filter { hub.members[$0].needsPoint(outcomes[$0].skipReason) }
  }

  private func startSearch(_ name: String, _ place: Int) {
    let hub = hub
    launch {
      await hub.place(named: name)
    } then: { run, result in
      run.state.change { $0.found[place] = result }
    }
  }

  /// Asks the members about the points that were found, or says why there are none.
  private func usePlaces(_ places: [Int], _ members: [Int]) {
    let found = state.value.found
    var resolved = query
    var failure: AQError?
    for place in places {
      switch found[place] {
      case .success(let found): resolved.places[place] = .near(found.coordinate)
      case .failure(let error): failure = failure ?? error
      case nil: failure = failure ?? AQError(.timedOut, "The search for the place took too long.")
      }
    }
    for index in members {
      let member = hub.members[index]
      let result: SourceOutcome.Result
      if let failure {
        result = .failed(failure.attributed(to: member.descriptor.id))
      } else {
        result = member.reasonToSkip(resolved, at: askedAt).map { .skipped($0) } ?? .pending
      }
      let outcome = SourceOutcome(
        descriptor: member.descriptor, result: result, receivedAt: failure == nil ? nil : askedAt)
      let question = resolved
      state.change { state in
        state.questions[index] = question
        state.outcomes[index] = outcome
      }
    }
  }
}

extension AirHub {
  /// The place that a name means, or why there is none.
  func place(named name: String) async -> Result<AirPlace, AQError> {
    guard let placeSearch else {
      return .failure(AQError(.notConfigured, "The hub has no search for places."))
    }
    do {
      return .success(try await placeSearch().place(named: name))
    } catch {
      return .failure(AQError.wrapping(error))
    }
  }

  /// The query with the points of its named places.
  ///
  /// - Throws: The error of the first name that isn't found, or means several places.
  func resolvingNames(in query: AirQuery) async throws -> AirQuery {
    var resolved = query
    for (index, place) in query.places.enumerated() {
      guard case .city(let name) = place else { continue }
      resolved.places[index] = .near(try await self.place(named: name).get().coordinate)
    }
    return resolved
  }
}

extension HubSource {
  /// Whether a source that isn't asked for a name might be asked for the point of the place.
  func needsPoint(_ reason: SourceOutcome.SkipReason?) -> Bool {
    guard reason == .notOffered || reason == .notCovered else { return false }
    return descriptor.offers.contains { $0.placeKinds.contains(.coordinate) }
      && !descriptor.offers.contains { $0.placeKinds.contains(.city) }
  }
}

extension SourceOutcome {
  /// The outcome without reports whose own licence isn't known to allow what the query is for.
  func allowed(for query: AirQuery) -> SourceOutcome {
    guard !query.purposes.isEmpty, case .answered(var response) = result else { return self }
    // Who makes reports without any rights means the source's, which were looked at before it was asked.
    func isWithheld(_ report: AirReport) -> Bool {
      report.rights != .unknown && !report.rights.unallowed(of: query.purposes).isEmpty
    }
    let withheld = response.reports.filter(isWithheld)
    if withheld.isEmpty { return self }
    response.reports.removeAll(where: isWithheld)
    var copy = self
    copy.result = .answered(response)
    copy.withheld = withheld
    return copy
  }
}

extension AirRights {
  /// The purposes that the rights aren't known to allow.
  func unallowed(of purposes: Set<AirQuery.Purpose>) -> [AirQuery.Purpose] {
    purposes.filter { purpose in
      switch purpose {
      case .commercialUse: commercialUse != .allowed
      case .redistribution: redistribution != .allowed
      case .caching: caching != .allowed
      case .modification: modification != .allowed
      }
    }.sorted { $0.rawValue < $1.rawValue }
  }
}
