/// Observes the work of a hub and the layers of its sources, for logs, metrics and traces.
///
/// Set one in a container: `container.set(.hubObserver, to: observer)`. It is called on the thread of the work, possibly for
/// several sources at once, and must return quickly.
public protocol HubObserver: Sendable {
  /// Called for each event.
  func observe(_ event: HubEvent)

  /// Runs a piece of a hub's work, in the current task and exactly once, and may wrap it, for example in a span of a
  /// trace. Events of the work arrive meanwhile, including from tasks that it starts. By default it only runs the work.
  func observing(_ work: HubEvent.Work, _ body: () async -> Void) async
}

extension HubObserver {
  /// Runs the work.
  public func observing(_ work: HubEvent.Work, _ body: () async -> Void) async { await body() }
}

extension (any HubObserver)? {
  /// Does the work, under observation if there is an observer, and gives its result.
  func result<Result>(of work: HubEvent.Work, _ body: () async -> Result) async -> Result {
    guard let self else { return await body() }
    var result: Result?
    await self.observing(work) { result = await body() }
    if let result { return result }
    // The observer hasn't done the work.
    return await body()
  }
}

/// The observer of the current task's work for a source.
struct HubObservation: Sendable {
  let observer: any HubObserver
  let source: SourceID

  private static let local = TaskLocal<HubObservation?>(wrappedValue: nil)

  static func emit(_ kind: HubEvent.Kind) {
    guard let observation = local.get() else { return }
    observation.observer.observe(HubEvent(kind, of: observation.source))
  }

  /// Runs the work for a source, and all its tasks, under an observer; nil for none.
  static func with<Result: Sendable>(
    _ observer: (any HubObserver)?, of source: SourceID, _ body: () async throws -> Result
  ) async rethrows -> Result {
    guard let observer else { return try await body() }
    return try await local.withValue(HubObservation(observer: observer, source: source), operation: body)
  }
}
