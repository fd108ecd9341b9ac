/// How a live feed is kept alive, and what becomes of what its consumer doesn't take in time.
public struct FeedOptions: Hashable, Sendable {
  /// When and how soon a lost connection is opened again.
  public var reconnection: ReconnectPolicy
  /// How a peer that is gone without a word is found out; nil for not at all.
  public var heartbeat: FeedHeartbeat?
  /// The longest time that the handshake of the feed's own protocol may take, once the connection stands. 10 s by default.
  public var handshakeTimeout: Duration
  /// After how long without a reading the state is ``FeedState/silent(since:)``; nil for what the decoder declares.
  public var silence: Duration?
  /// After how many messages in a row without anything readable the feed counts as malformed. 100 by default.
  public var toleratedGarbage: Int
  /// Whether each message becomes an update of its own, also where several arrived together. For recorders: readings of
  /// one key that have no time of their own are else merged where their messages arrived within one second, which costs
  /// far less. False by default.
  public var updatesPerMessage: Bool
  /// What becomes of updates that a consumer doesn't take in time.
  public var flow: FeedFlow
  /// How long a fetch waits for what was asked. 10 s by default.
  public var patience: Duration

  /// Makes options.
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
