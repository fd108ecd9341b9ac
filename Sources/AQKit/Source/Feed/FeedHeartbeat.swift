/// Detects a peer that vanished: a ping after some silence, and a time within which anything must arrive.
///
/// Middle boxes cut connections that are idle for 60 s (nginx, load balancers) or less (mobile networks), so the ping
/// also keeps them open. If the protocol has no ping, such as server-sent events, or the connector doesn't count
/// arrivals, ``FeedEndpoint/idleTimeout`` and ``FeedSemantics/liveness`` take its part, and the connector of
/// `AQKitSocketFeed` sets TCP keep-alive.
public struct FeedHeartbeat: Hashable, Sendable {
  /// The silence before a ping is sent. 20 s by default.
  public var idle: Duration
  /// The time after a ping within which something must arrive; otherwise the connection is dead. 15 s by default.
  public var timeout: Duration

  /// A heartbeat; both times must be positive.
  public init(idle: Duration = .seconds(20), timeout: Duration = .seconds(15)) {
    self.idle = max(.milliseconds(1), idle)
    self.timeout = max(.milliseconds(1), timeout)
  }

  /// A ping after 20 s, dead after another 15 s.
  public static let standard = FeedHeartbeat()
}
