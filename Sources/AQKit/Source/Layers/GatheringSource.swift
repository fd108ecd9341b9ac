/// A source that collects queries about single places for a short time, and asks about all those places at once.
///
/// The first query waits for others that differ only in the place, up to as many as the provider takes per request
/// (``RequestLimits/placesPerRequest``). A query about several places, or about none, isn't held up. A caller who leaves
/// doesn't stop the others. Live streams pass through. Without a time of its own the layer waits only for tasks that ask about
/// many places (``GatheringTime``).
final class GatheringSource<Base: AirDataSource>: AirLayer {
  /// Queries about single places that are sent as one.
  private final class Batch: Sendable {
    let question: AirQuery
    /// The places; nil when the batch takes no more of them.
    let places: Locked<[AirQuery.Place]?>

    init(_ question: AirQuery, _ place: AirQuery.Place) {
      self.question = question
      places = Locked([place])
    }

    /// Adds a place; returns false if there is no room for it.
    func add(_ place: AirQuery.Place, atMost most: Int) -> Bool {
      places.withLock { places in
        guard let known = places, known.count < most || known.contains(place) else { return false }
        if !known.contains(place) { places?.append(place) }
        return true
      }
    }
  }

  let base: Base
  var insight: AirPolicy.Insight { base.layerInsight }
  private let wait: Duration?
  private let clock: any AQClock
  private let most: Int
  /// The batch that a query without its place joins.
  private let batches = Locked([AirQuery: Batch]())
  private let flights = InFlightRequests<
    ObjectIdentifier, (response: AirResponse, places: [AirQuery.Place])
  >()

  init(_ base: Base, for wait: Duration?, clock: any AQClock) {
    self.base = base
    self.wait = wait
    self.clock = clock
    most = base.descriptor.limits.placesPerRequest
  }

  @concurrent func fetch(_ query: AirQuery) async throws -> AirResponse {
    try Task.checkCancellation()
    guard most > 1, query.places.count == 1, let place = query.places.first,
      let wait = wait ?? GatheringTime.current.get()
    else {
      return try await base.fetch(query)
    }
    let batch = join(query, place)
    let result = try await flights.result(of: ObjectIdentifier(batch)) { [self] in
      SourceContact.noteQueue()
      do {
        try await clock.sleep(for: wait)
      } catch {
        // All callers have left, so this batch takes no further queries.
        _ = close(batch)
        throw error
      }
      var question = query
      // A batch that has been closed was asked without this place.
      question.places = close(batch) ?? [place]
      let response = try await SourceContact.request(clock) { [question] in try await base.fetch(question) }
      return (response, question.places)
    }
    guard let index = result.places.firstIndex(of: place) else { return try await base.fetch(query) }
    let own = result.response.renumbered(result.places.indices.map { $0 == index ? [0] : [] })
    // A note about one of several places is an error for a single one.
    if let failure = own.failure(of: base.descriptor.id) { throw failure }
    return own
  }

  private func join(_ query: AirQuery, _ place: AirQuery.Place) -> Batch {
    var question = query
    question.places = []
    return batches.withLock { open in
      if let batch = open[question], batch.add(place, atMost: most) { return batch }
      let batch = Batch(question, place)
      open[question] = batch
      return batch
    }
  }

  /// Returns the places of a batch, which takes no more of them; nil if it was closed before.
  private func close(_ batch: Batch) -> [AirQuery.Place]? {
    batches.withLock { open in
      if open[batch.question] === batch { open[batch.question] = nil }
      return batch.places.withLock { $0.take() }
    }
  }
}

/// The time for which the queries of a task wait for queries about other places.
enum GatheringTime {
  /// The time; nil for a task that asks about a single place.
  static let current = TaskLocal<Duration?>(wrappedValue: nil)
}
