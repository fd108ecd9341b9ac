/// What a live feed's messages mean, as its decoder declares it.
///
/// ```swift
/// var semantics: FeedSemantics {
///   FeedSemantics(
///     delivery: .changes, time: .iso8601, liveness: FeedLiveness(within: .seconds(30)),
///     handshake: FeedHandshake([.send { _ in FeedMessage(text: #"{"subscribe":"air"}"#) }]))
/// }
/// ```
public struct FeedSemantics: Sendable {
  /// What a message implies about the data that it leaves out.
  public enum Delivery: Hashable, Sendable {
    /// A message has new and changed data; the rest stays as it was.
    case changes
    /// A message has all data; what it leaves out no longer exists.
    case snapshot
    /// A message repeats all that the sender remembers, so that an old value looks new. A value equal to the previous
    /// one and without a time of its own is flagged ``QualityFlag/repeated``.
    case repeatedCache
  }

  /// What a message implies about the data that it leaves out.
  public var delivery: Delivery
  /// What identifies readings of the same quantity at the same site, of which one is newer.
  public var key: ReadingKey.Parts
  /// The origin of the readings' times. The time of arrival is always kept in ``AirReport/receivedAt``.
  public var time: FeedTimePolicy
  /// The time without a reading after which the state is ``FeedState/silent(since:)``; nil for three times the shortest
  /// cadence in the descriptor, or a minute if it has none.
  public var silence: Duration?
  /// The sign of life that the feed sends, and how often.
  public var liveness: FeedLiveness?
  /// The handshake on each connection before messages arrive.
  public var handshake: FeedHandshake?
  /// Whether the server's messages depend on the query, because the handshake subscribes to it. Then only subscribers
  /// with the same query share a connection.
  public var dependsOnQuery: Bool

  /// A declaration. The defaults describe a feed that only sends changes.
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
