extension AirAnswer.SourceOutcome {
  /// A model's values at the sites around the query's places.
  public struct Around: Hashable, Sendable, Codable {
    /// The coordinates of the sites.
    public let coordinates: [Coordinate]
    /// The model's reports; their ``AirReport/places`` are indices of ``coordinates``.
    public let reports: [AirReport]
  }
}

extension AnswerRun {
  /// If the query is about surroundings, asks the models that have responded for their values at the sites around the query's
  /// places, provided that the model takes several points in one request. If that request fails, the model's first
  /// response stays.
  func askAround() async throws {
    guard let surroundings = query.surroundings, !state.value.isOver else { return }
    let outcomes = state.value.outcomes
    // Reports are not merged here.
    let answer = AirAnswer(query: query, outcomes: outcomes, askedAt: askedAt, foundPlaces: places.found)
    let coordinates = answer.sitesAround(surroundings)
    guard !coordinates.isEmpty else { return }
    var question = query
    question.places = coordinates.map(AirQuery.Place.near)
    question.surroundings = nil
    question.sources = .all
    question.kinds = query.kinds.isEmpty ? [.analysis, .forecast] : query.kinds.subtracting([.observation])
    guard !question.kinds.isEmpty else { return }
    let (now, clock) = (hub.clock.time, hub.clock)
    for (index, outcome) in outcomes.enumerated() {
      let member = hub.members[index]
      let isModel = outcome.reports.contains { $0.site.kind == .modelCell }
      guard isModel, outcome.descriptor.limits.placesPerRequest > 1,
        member.reasonToSkip(question, at: now) == nil
      else { continue }
      state.change { $0.isOpen[index] = true }
      launch { [self, question] in
        let outcome = await member.outcome(question, clock).allowed(for: query)
        if Task.isCancelled { return }
        state.change { state in
          guard !state.isFinal else { return }
          state.isOpen[index] = false
          if let response = outcome.response {
            state.outcomes[index].around = .init(coordinates: coordinates, reports: response.reports)
          } else {
            state.lackAround(index, "\(outcome)", failure: outcome.error?.code)
          }
          state.version += 1
        }
      }
    }
    startTimer()
    try await state.wait { $0.isIdle || $0.isOver }
  }
}

extension AirAnswer {
  /// Returns the coordinates of the measuring sites nearest to each of the query's places, each once.
  fileprivate func sitesAround(_ surroundings: AirQuery.Surroundings) -> [Coordinate] {
    query.places.indices.flatMap { place -> ArraySlice<Coordinate> in
      let sites = reports.compactMap { report -> (distance: Double, coordinate: Coordinate)? in
        guard isFor(report, place), report.kind == .observation, report.site.isIndoor != true,
          let coordinate = report.site.coordinate,
          let distance = pointDistance(of: report, fromPlace: place), distance <= surroundings.reach
        else { return nil }
        return (distance, coordinate)
      }.ordered {
        ($0.distance, $0.coordinate.latitude, $0.coordinate.longitude)
          < ($1.distance, $1.coordinate.latitude, $1.coordinate.longitude)
      }
      return sites.map(\.coordinate).unique.prefix(surroundings.sites)
    }.unique
  }
}
