/// How a peer that is gone without a word is found out: a ping after some silence, and a time within which anything has to
/// arrive.
///
/// Middle boxes cut connections that are idle for 60 s (nginx, load balancers) or less (mobile networks), so the ping
/// keeps them open, too. Where the protocol has no ping, such as server-sent events, or the connector doesn't tell what
/// arrives, ``FeedEndpoint/idleTimeout`` and ``FeedSemantics/liveness`` do the work, and the connector of `AQKitSocketFeed`
/// lets TCP itself ask a silent peer.
public struct FeedHeartbeat: Hashable, Sendable {
  /// After how long without an arrival a ping is sent. 20 s by default.
  public var idle: Duration
  /// How long after a ping the connection counts as dead if nothing has arrived. 15 s by default.
  public var timeout: Duration

  /// Makes a heartbeat; both times are positive.
  public init(idle: Duration = .seconds(20), timeout: Duration = .seconds(15)) {
    self.idle = max(.milliseconds(1), idle)
    self.timeout = max(.milliseconds(1), timeout)
  }

  /// A ping after 20 s, dead after another 15 s.
  public static let standard = FeedHeartbeat()
}
