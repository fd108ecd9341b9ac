/// How a live feed stays alive, and what happens to updates that its consumer doesn't take in time.
public struct FeedOptions: Hashable, Sendable {
  /// When a lost connection is opened again.
  public var reconnection: ReconnectPolicy
  /// How to detect a peer that vanished; nil for not at all.
  public var heartbeat: FeedHeartbeat?
  /// The longest time for the handshake of the feed's own protocol on an open connection. 10 s by default.
  public var handshakeTimeout: Duration
  /// The time without a reading after which the state is ``FeedState/silent(since:)``; nil for the decoder's.
  public var silence: Duration?
  /// The number of consecutive unreadable messages after which the feed is malformed. 100 by default.
  public var toleratedGarbage: Int
  /// Whether each message becomes its own update even if several arrived together, as recorders need. Otherwise
  /// readings of one key without times of their own are merged if their messages arrived within one second, which costs
  /// far less. False by default.
  public var updatesPerMessage: Bool
  /// The policy for updates that a consumer doesn't take in time.
  public var flow: FeedFlow
  /// The longest wait of a fetch for its places. 10 s by default.
  public var patience: Duration

  /// Options; the defaults are stated with each property.
  public init(
    reconnection: ReconnectPolicy = .standard, heartbeat: FeedHeartbeat? = .standard,
    handshakeTimeout: Duration = .seconds(10), silence: Duration? = nil, toleratedGarbage: Int = 100,
    updatesPerMessage: Bool = false, flow: FeedFlow = .backPressure, patience: Duration = .seconds(10)
  ) {
    self.reconnection = reconnection
    self.heartbeat = heartbeat
    self.handshakeTimeout = handshakeTimeout
    self.silence = silence
    self.toleratedGarbage = max(1, toleratedGarbage)
    self.updatesPerMessage = updatesPerMessage
    self.flow = flow
    self.patience = patience
  }

  /// Reconnects, pings, and waits for the consumer.
  public static let standard = FeedOptions()
}
