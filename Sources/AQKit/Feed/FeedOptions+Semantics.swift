extension FeedOptions {
  /// The meaning of a live feed's messages, as its decoder declares it.
  ///
  /// ```swift
  /// var semantics: FeedOptions.Semantics {
  ///   FeedOptions.Semantics(
  ///     delivery: .changes, time: .iso8601, liveness: FeedOptions.Liveness(within: .seconds(30)),
  ///     handshake: FeedOptions.Handshake([.send { _ in FeedMessage(text: #"{"subscribe":"air"}"#) }]))
  /// }
  /// ```
  public struct Semantics: Sendable {
    /// The meaning of data that a message leaves out.
    public enum Delivery: Hashable, Sendable {
      /// A message has new and changed data; the rest stays as it was.
      case changes
      /// A message has all data; anything missing from it no longer exists.
      case snapshot
      /// A message repeats all remembered values, so an old value looks new. A value that equals the previous one and
      /// has no time is flagged ``AirReading/QualityFlag/repeated``.
      case repeatedCache
    }

    /// The meaning of data that a message leaves out.
    public var delivery: Delivery
    /// The members that identify readings of the same quantity at the same site.
    public var key: FeedSnapshot.ReadingKey.Parts
    /// The origin of the readings' times. The time of arrival is always kept in ``AirReport/receivedAt``.
    public var time: ReportBuilder.FeedTimePolicy
    /// The time without a reading after which the state is ``AirUpdate/FeedState/silent(since:)``; nil to use three times
    /// the shortest cadence in the descriptor, or a minute if it has none.
    public var silence: Duration?
    /// The sign of life that the feed sends, and how often.
    public var liveness: FeedOptions.Liveness?
    /// The handshake on each connection before messages arrive.
    public var handshake: FeedOptions.Handshake?
    /// Whether the server's messages depend on the query, because the handshake subscribes to it. Then only subscribers
    /// with the same query share a connection.
    public var dependsOnQuery: Bool

    /// Creates a declaration. The defaults describe a feed that only sends changes.
    public init(
      delivery: Delivery = .changes, key: FeedSnapshot.ReadingKey.Parts = .all,
      time: ReportBuilder.FeedTimePolicy = .iso8601,
      silence: Duration? = nil, liveness: FeedOptions.Liveness? = nil,
      handshake: FeedOptions.Handshake? = nil,
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
}
