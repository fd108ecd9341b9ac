/// What a live feed means by its messages: declared by its decoder, so that nothing has to be guessed.
///
/// ```swift
/// var semantics: FeedSemantics {
///   FeedSemantics(
///     delivery: .changes, time: .iso8601, liveness: FeedLiveness(within: .seconds(30)),
///     handshake: FeedHandshake([.send { _ in FeedMessage(text: #"{"subscribe":"air"}"#) }]))
/// }
/// ```
public struct FeedSemantics: Sendable {
  /// What a message says about what is not in it.
  public enum Delivery: Hashable, Sendable {
    /// A message holds what is new or has changed; what isn't in it stays as it was.
    case changes
    /// A message holds all that there is; what isn't in it is there no more.
    case snapshot
    /// A message repeats everything that the sender remembers, so that an old value looks new. A value that is the
    /// same as the one before it, and has no time of its own, is flagged ``QualityFlag/repeated``.
    case repeatedCache
  }

  /// What a message says about what is not in it.
  public var delivery: Delivery
  /// What makes two readings the same quantity at the same place, so that one is newer than the other.
  public var key: ReadingKey.Parts
  /// Where the readings' times come from. The time of arrival is kept in any case, as ``AirReport/receivedAt``.
  public var time: FeedTimePolicy
  /// After how long without a reading the state is ``FeedState/silent(since:)``; nil for three times the shortest cadence
  /// that the descriptor declares, or a minute where it declares none.
  public var silence: Duration?
  /// What the feed says so that one knows it to be alive, and how often.
  public var liveness: FeedLiveness?
  /// What must be said before messages come; it is gone through on each connection.
  public var handshake: FeedHandshake?
  /// Whether what the server sends depends on the query, because the handshake subscribes to what was asked. Then only
  /// subscribers with the same query can share a connection.
  public var dependsOnQuery: Bool

  /// Makes a declaration. The defaults are those of a feed that just sends what changes.
  public init(
    delivery: Delivery = .changes, key: ReadingKey.Parts = .all, time: FeedTimePolicy = .iso8601,
    silence: Duration? = nil, liveness: FeedLiveness? = nil, handshake: FeedHandshake? = nil,
    dependsOnQuery: Bool = false
  ) {
    self.delivery = delivery
    self.key = key
    self.time = time
    self.silence = silence
    self.liveness = liveness
    self.handshake = handshake
    self.dependsOnQuery = dependsOnQuery
  }
}
