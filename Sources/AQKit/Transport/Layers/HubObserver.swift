/// Observes the work of a hub and the layers of its sources, for logs, metrics and traces.
///
/// Set one in a container: `container.set(.hubObserver, to: observer)`. It is called on the thread of the work, possibly for
/// several sources at once, and must return quickly.
public protocol HubObserver: Sendable {
  /// Called for each event.
  func observe(_ event: HubEvent)

  /// Does a piece of a hub's work, in the current task and exactly once, and may wrap it, for example in a span of a trace.
  /// Events of the work arrive meanwhile, also from tasks that it starts. By default it only does the work.
  func observing(_ work: HubEvent.Work, _ body: () async -> Void) async
}

extension HubObserver {
  /// Does the work.
  public func observing(_ work: HubEvent.Work, _ body: () async -> Void) async { await body() }

  /// Does the work under observation and gives its result.
  func result<Result>(of work: HubEvent.Work, _ body: () async -> Result) async -> Result {
    var result: Result?
    await observing(work) { result = await body() }
    if let result { return result }
    // The observer hasn't done the work.
    return await body()
  }
}

extension HubEvent {
  /// A piece of work that has a beginning and an end.
  public enum Work: Hashable, Sendable {
    /// A question to a hub, until its answer is final or it was given up.
    case question
    /// A question to one of the hub's sources: within a hub's question, or for live updates. It may outlast the hub's
    /// question if the source ignores both its deadline and its cancellation.
    case source(SourceID)
  }
}

/// An action of a hub, or of a layer of one of its sources. It holds no coordinates, addresses or secrets.
public struct HubEvent: Hashable, Sendable {
  /// The kind of an event.
  public enum Kind: Hashable, Sendable {
    /// The hub has asked the source.
    case asked
    /// The source has answered, with this number of values.
    case answered(values: Int)
    /// A cached answer was given, without a request or to replace an error.
    case keptAnswerGiven
    /// The source has failed.
    case failed(AQError.Code)
    /// The asker's time was over while the question waited for its turn, or before the source could be blamed.
    case gaveUp
    /// The source wasn't asked, because a setting is missing.
    case notConfigured
    /// The limits on requests leave no room in time.
    case budgetSpent
    /// A request was sent, of this weight in the provider's count.
    case requested(weight: Double)
    /// A request is sent again, after this number of attempts.
    case retried(attempt: Int)
    /// Values or rows of an answer were refused.
    case refused(count: Int)
    /// Readings were dropped because the consumer was too slow.
    case dropped(count: Int)
    /// The source has failed so often that it isn't asked for a while.
    case circuitOpened
    /// The source answers again.
    case circuitClosed
  }

  /// The source.
  public var source: SourceID
  /// The kind of the event.
  public var kind: Kind
  /// The duration of the work; nil for an instant.
  public var duration: Duration?

  /// Creates an event.
  public init(_ kind: Kind, of source: SourceID, duration: Duration? = nil) {
    self.source = source
    self.kind = kind
    self.duration = duration
  }
}

/// The observer of the current task's work for a source.
struct HubObservation: Sendable {
  let observer: any HubObserver
  let source: SourceID

  private static let local = TaskLocal<HubObservation?>(wrappedValue: nil)

  /// Tells the observer of the current task, if there is one.
  static func emit(_ kind: HubEvent.Kind) {
    guard let observation = local.get() else { return }
    observation.observer.observe(HubEvent(kind, of: observation.source))
  }

  /// Does the work for a source, and all its tasks, under an observer; nil for none.
  static func with<Result: Sendable>(
    _ observer: (any HubObserver)?, of source: SourceID, _ body: () async throws -> Result
  ) async rethrows -> Result {
    guard let observer else { return try await body() }
    return try await local.withValue(HubObservation(observer: observer, source: source), operation: body)
  }
}
