/// An application's source of air data, as closures that tests and previews can replace.
///
/// ```swift
/// let client = try AirClient.live(.live.installing(.openMeteo))
/// let answer = try await client.fetch(AirQuery(near: brno))
/// ```
///
/// ``live(_:policy:within:)`` asks the sources of a container, `always(_:clock:)` and ``failing(_:clock:)`` make no
/// requests, ``delayed(by:)`` makes any of them slow, and `AirClient.preview` of the product `AQKitFixtures` has recordings.
/// Each closure can be replaced on its own.
public struct AirClient: Sendable {
  /// Answers a query from the sources that it selects (``AirQuery/sources``), bypassing the cache if the query asks for that
  /// (``AirQuery/freshness``). Failed sources are part of the answer; only errors that prevent an answer are thrown.
  public var fetch: @Sendable (AirQuery) async throws -> AirAnswer
  /// The answers to a query as they change; see ``AirHub/updates(for:)``.
  public var updates: @Sendable (AirQuery) -> AirUpdates
  /// The places with a name, best first.
  public var places: @Sendable (AirPlace.Search) async throws -> [AirPlace]
  /// Waits; throws `CancellationError` as soon as the task is cancelled.
  public var pause: @Sendable (Duration) async throws -> Void
  /// The current moment.
  public var now: @Sendable () -> AirTime
  /// The catalogue for names of indices in answers that a store restores from a snapshot: that of the hub's container, or the
  /// standard one for a client of closures.
  public var catalog: AirQualityIndexCatalog = .standard

  /// Creates a client from closures; by default it finds no places, its updates give one answer and end, and it uses the
  /// system's clock.
  public init(
    clock: any AQClock = AQSystemClock(),
    places: @escaping @Sendable (AirPlace.Search) async throws -> [AirPlace] = { _ in [] },
    updates: (@Sendable (AirQuery) -> AirUpdates)? = nil,
    fetch: @escaping @Sendable (AirQuery) async throws -> AirAnswer
  ) {
    self.fetch = fetch
    self.updates =
      updates ?? { query in
        AirUpdates { send in
          for outcome in try await fetch(query).outcomes {
            let failure = outcome.error.map { AirUpdate(notes: [AirNote($0)], state: .failed($0.code)) }
            let skip: AirUpdate? =
              switch outcome.skipReason {
              case nil, .disabled, .notNeeded, .noLongerNeeded: nil
              case let reason?: AirUpdate(notes: [AirNote(.remark, "Not asked: \(reason)")])
              }
            guard var update = outcome.response.map(AirUpdate.init(_:)) ?? failure ?? skip else { continue }
            update.source = outcome.source
            try await send(update)
          }
        }
      }
    self.places = places
    self.pause = { try await clock.sleep(for: $0) }
    self.now = { clock.time }
  }

  /// Creates a client of a hub, which is asked by a policy and answers within a limit.
  public init(_ hub: AirHub, policy: AirHub.Policy = .all, within limit: Duration = .seconds(30)) {
    self.init(
      clock: hub.clock,
      places: { try await hub.places(matching: $0) },
      updates: { hub.updates(for: $0) },
      fetch: { try await hub.answer(for: $0, policy: policy, within: limit) })
    catalog = hub.catalog
  }

  /// Creates a client of the sources of a container, as ``init(_:policy:within:)`` does of a hub.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` when one of the container's services can't be made.
  public static func live(
    _ container: AQContainer, policy: AirHub.Policy = .all, within limit: Duration = .seconds(30)
  ) throws(AQError) -> AirClient {
    AirClient(try AirHub(container), policy: policy, within: limit)
  }

  /// Returns a client whose every answer, stream and search throws an error.
  public static func failing(_ error: AQError, clock: any AQClock = AQSystemClock()) -> AirClient {
    AirClient(
      clock: clock, places: { _ in throw error }, updates: { _ in AirUpdates { _ in throw error } },
      fetch: { _ in throw error })
  }

  /// Returns a client that gives the same response to every query, as if it were received at that moment. A report or
  /// notice that names none of the query's places is for all of them.
  public static func always(_ response: AirResponse, clock: any AQClock = AQSystemClock()) -> AirClient {
    AirClient(clock: clock) { query in
      let now = clock.time
      let given = changed(response) { given in
        for index in given.reports.indices { given.reports[index].receivedAt = now }
      }
      return AirAnswer(given, to: query, at: now)
    }
  }

  /// Returns a client that gives the same answer to every query.
  public static func always(_ answer: AirAnswer, clock: any AQClock = AQSystemClock()) -> AirClient {
    AirClient(clock: clock) { _ in answer }
  }

  /// Returns a copy of the client that waits before each answer, each search and the start of each stream.
  public func delayed(by duration: Duration) -> AirClient {
    changed(self) { copy in
      copy.fetch = { query in
        try await pause(duration)
        return try await fetch(query)
      }
      copy.places = { search in
        try await pause(duration)
        return try await places(search)
      }
      copy.updates = { query in
        AirUpdates { send in
          try await pause(duration)
          for try await update in updates(query) { try await send(update) }
        }
      }
    }
  }
}
