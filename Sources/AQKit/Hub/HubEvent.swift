/// An action of a hub, or of a layer of one of its sources. It holds no coordinates, addresses or secrets.
public struct HubEvent: Hashable, Sendable {
  /// A piece of work that has a beginning and an end.
  public enum Work: Hashable, Sendable {
    /// A query to a hub, until its answer is final or the caller gives up.
    case query
    /// A query to one of the hub's sources: within a hub's query, or for live updates. It may outlast the hub's query
    /// if the source ignores both its deadline and its cancellation.
    case source(SourceID)
  }

  /// The kind of an event.
  public enum Kind: Hashable, Sendable {
    /// The hub has asked the source.
    case asked
    /// The source has responded, with this number of values.
    case responded(values: Int)
    /// A cached response was given, either without a request or to replace an error.
    case cachedResponseGiven
    /// The source has failed.
    case failed(AQError.Code)
    /// The caller's time ran out while the query waited for its turn, or so soon that the source isn't to blame.
    case gaveUp
    /// The source wasn't asked, because a setting is missing.
    case notConfigured
    /// The limits on requests allow none in time.
    case budgetSpent
    /// A request was sent, of this weight in the provider's count.
    case requested(weight: Double)
    /// A request is sent again, after this number of attempts.
    case retried(attempt: Int)
    /// Values or rows of a response were refused.
    case refused(count: Int)
    /// Readings were dropped because the consumer was too slow.
    case dropped(count: Int)
    /// The source failed so often that it won't be asked for a while.
    case circuitOpened
    /// The source responds again.
    case circuitClosed
  }

  /// The source.
  public let source: SourceID
  /// The kind of the event.
  public let kind: Kind
  /// The duration of the work; nil for an instant.
  public let duration: Duration?

  /// Creates an event.
  public init(_ kind: Kind, of source: SourceID, duration: Duration? = nil) {
    self.source = source
    self.kind = kind
    self.duration = duration
  }
}
