/// Is told what a hub and the layers of its sources do, for logs, metrics and traces.
///
/// Set one in a container: `container.set(.hubObserver, to: observer)`. It is called on whatever thread the work runs,
/// also for several sources at once, and must return quickly.
public protocol HubObserver: Sendable {
  /// Something has happened.
  func observe(_ event: HubEvent)
}

/// Something that a hub, or a layer of one of its sources, has done. It holds no coordinates, no addresses and no
/// secrets.
public struct HubEvent: Hashable, Sendable {
  /// What has happened.
  public enum Kind: Hashable, Sendable {
    /// The hub has asked the source.
    case asked
    /// The source has answered, with so many values.
    case answered(values: Int)
    /// A kept answer was given, without asking or in place of an error.
    case keptAnswerGiven
    /// The source has failed.
    case failed(AQError.Code)
    /// The source wasn't asked, because something is missing.
    case notConfigured
    /// The limits on requests leave no room in time.
    case budgetSpent
    /// A request was sent, of this weight in the provider's count.
    case requested(weight: Double)
    /// A request is sent again, after so many attempts.
    case retried(attempt: Int)
    /// So many values or rows of an answer were refused.
    case refused(count: Int)
    /// So many readings were dropped, because they weren't taken in time.
    case dropped(count: Int)
    /// The source has failed so often that it is left alone for a while.
    case circuitOpened
    /// The source answers again.
    case circuitClosed
  }

  /// The source.
  public var source: SourceID
  /// What has happened.
  public var kind: Kind
  /// How long it took; nil for a moment.
  public var duration: Duration?

  /// An event.
  public init(_ kind: Kind, of source: SourceID, duration: Duration? = nil) {
    self.source = source
    self.kind = kind
    self.duration = duration
  }
}

/// Who is told of what the present task does for a source.
struct HubObservation: Sendable {
  let observer: any HubObserver
  let source: SourceID

  private static let local = TaskLocal<HubObservation?>(wrappedValue: nil)

  /// Tells the observer of the present task, if there is one.
  static func emit(_ kind: HubEvent.Kind) {
    guard let observation = local.get() else { return }
    observation.observer.observe(HubEvent(kind, of: observation.source))
  }

  /// Does the work for a source, and all its tasks, under an observer; nil for nobody.
  static func with<Result: Sendable>(
    _ observer: (any HubObserver)?, of source: SourceID, _ body: () async throws -> Result
  ) async rethrows -> Result {
    guard let observer else { return try await body() }
    return try await local.withValue(HubObservation(observer: observer, source: source), operation: body)
  }
}
