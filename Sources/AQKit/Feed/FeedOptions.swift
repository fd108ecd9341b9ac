/// Options that keep a live feed alive, and decide what happens to updates that its consumer doesn't take in time.
public struct FeedOptions: Sendable {
  /// The policy for opening a lost connection again.
  public var reconnection: FeedOptions.ReconnectPolicy
  /// The way to detect a peer that has vanished; nil for no detection.
  public var heartbeat: FeedOptions.Heartbeat?
  /// The longest time for the handshake of the feed's own protocol on an open connection. 10 s by default.
  public var handshakeTimeout: Duration
  /// The time without a reading after which the state is ``AirUpdate/FeedState/silent(since:)``; nil for the decoder's.
  public var silence: Duration?
  /// The number of consecutive unreadable messages after which the feed is malformed. 100 by default.
  public var toleratedGarbage: Int
  /// Whether each message becomes its own update even if several arrived together, as recorders need. Otherwise
  /// readings of one key without times of their own are merged if their messages arrived together, which costs far less.
  /// False by default.
  public var updatesPerMessage: Bool
  /// The policy for updates that a consumer doesn't take in time.
  public var flow: FeedOptions.Flow
  /// The longest wait of a fetch for its places. 10 s by default.
  public var patience: Duration

  /// Creates options; the defaults are stated with each property.
  public init(
    reconnection: FeedOptions.ReconnectPolicy = .standard, heartbeat: FeedOptions.Heartbeat? = .standard,
    handshakeTimeout: Duration = .seconds(10), silence: Duration? = nil, toleratedGarbage: Int = 100,
    updatesPerMessage: Bool = false, flow: FeedOptions.Flow = .backPressure, patience: Duration = .seconds(10)
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

  /// The usual options: reconnect, ping, and wait for the consumer.
  public static let standard = FeedOptions()
}

extension FeedOptions {
  /// Detects a peer that vanished: a ping after some silence, and a time within which anything must arrive.
  ///
  /// Middleboxes cut connections that are idle for 60 s (nginx, load balancers) or less (mobile networks), so the ping
  /// also keeps them open. If the protocol has no ping, such as server-sent events, or the connector doesn't count
  /// arrivals, ``FeedEndpoint/idleTimeout`` and ``FeedOptions/Semantics/liveness`` take its place, and the connector of
  /// `AQKitSocketFeed` sets TCP keep-alive.
  public struct Heartbeat: Hashable, Sendable {
    /// The silence before a ping is sent. 20 s by default.
    public var idle: Duration
    /// The time after a ping within which something must arrive; otherwise the connection is dead. 15 s by default.
    public var timeout: Duration

    /// Creates a heartbeat; both times must be positive.
    public init(idle: Duration = .seconds(20), timeout: Duration = .seconds(15)) {
      self.idle = max(.milliseconds(1), idle)
      self.timeout = max(.milliseconds(1), timeout)
    }

    /// Pings after 20 s of silence; the connection counts as dead 15 s later.
    public static let standard = FeedOptions.Heartbeat()
  }

  /// The sign that shows that a feed is alive, and the longest wait for it.
  ///
  /// A feed may be alive without data: a ping every ten seconds, an empty line, a message `Online`. Without a sign
  /// within the deadline the connection is considered dead and a new one is opened.
  public struct Liveness: Sendable {
    /// The sign that a message gives that the measuring device is alive or gone.
    public enum Sign: Hashable, Sendable {
      /// The device is alive.
      case alive
      /// The device is reported gone, by itself or by another: the state becomes ``AirUpdate/FeedState/silent(since:)``
      /// at once.
      case gone
      /// The message isn't a sign of life; those come from elsewhere.
      case none
    }

    /// The longest time between two signs.
    public var deadline: Duration
    /// Classifies a message.
    public var sign: @Sendable (FeedMessage) -> Sign

    /// Creates a declaration of the sign and its deadline.
    ///
    /// - Parameters:
    ///   - deadline: The longest time between two signs; positive.
    ///   - sign: Classifies a message; by default every message is a sign of life.
    public init(within deadline: Duration, sign: @escaping @Sendable (FeedMessage) -> Sign = { _ in .alive })
    {
      self.deadline = max(.milliseconds(1), deadline)
      self.sign = sign
    }
  }

  /// The policy for a live feed's updates while their consumer is busy.
  ///
  /// | policy | for | while the consumer is busy |
  /// |---|---|---|
  /// | ``backPressure`` | recorders | reading stops, down to TCP's window; nothing is lost |
  /// | ``latest`` | displays | keeps the newest reading of each key |
  /// | ``newest(_:)`` | histories | keeps that many readings, the newest ones |
  /// | ``oldest(_:)`` | histories | keeps that many readings, the first ones |
  ///
  /// Dropped and replaced readings are counted in a note with the code `dropped`, in the next update after the loss.
  /// Notes, gap marks and the last state are never dropped: they join that update.
  ///
  /// Under every policy, readings of one key without times of their own, whose messages arrived together within one
  /// second, have the same interval: the last one counts, and a note with the code `duplicate` counts the others; with
  /// ``FeedOptions/updatesPerMessage`` each is delivered. Readings with times of their own are never merged that way:
  /// each message is judged by itself, and a late or repeated reading is flagged.
  public enum Flow: Hashable, Sendable {
    /// The feed waits for the consumer: ``FeedEndpoint/maximumBufferedBytes`` bounds the waiting messages, then reading
    /// from the socket stops. For consumers that need everything.
    case backPressure
    /// Keeps the newest reading of each key until the consumer is ready. For displays.
    case latest
    /// Keeps the newest readings, up to a number of at least 1 that only the last update may exceed; drops older ones.
    case newest(Int)
    /// Keeps the oldest readings, up to a number of at least 1; drops newer ones.
    case oldest(Int)
  }

  /// A policy for reconnecting a live feed that lost a connection or couldn't open one.
  ///
  /// The wait before the n-th consecutive attempt is uniform between 0 and min(``cap``, ``base`` · ``factor``ⁿ⁻¹). This is
  /// "full jitter", which prevents clients that were cut off together from returning together. The delay that a server
  /// requests (by `Retry-After`, the `retry` of an event stream or the close code 1013) is added to the wait. The count
  /// restarts only after a connection delivered readings and stayed open for ``stability``.
  ///
  /// | what happened | what follows |
  /// |---|---|
  /// | refused, reset, name not found, timed out, dead peer | connect again |
  /// | the server closed: no code, 1000, 1001, 1006, 1011, 1012, 1014, any other; the end of an event stream | connect again |
  /// | 1013 try again later | connect again after at least 30 s |
  /// | HTTP 408, 429, 5xx | connect again, after at least `Retry-After` |
  /// | HTTP 401, 403, 407; 1008, 3000, 3003; an authorisation refused in the handshake | final: `unauthorized` |
  /// | other HTTP 4xx, a redirect that isn't followed; 1003, 1007, 1010 | final: `invalidRequest` |
  /// | HTTP 204 to an event stream | final: `unavailable` |
  /// | TLS that can't be trusted | final: `untrusted` |
  /// | a violation of the protocol, reported by either side (1002); nothing but garbage | final: `malformed` |
  /// | a message beyond the limit, reported by either side (1009) | final: `tooLarge` |
  ///
  /// In short: an error is final if its ``AQError/retry`` is `never` or `whenChanged`, unless ``forgiving`` names its
  /// code.
  public struct ReconnectPolicy: Sendable {
    /// The bound of the first wait. 1 s by default.
    public var base: Duration
    /// The growth of the bound from one attempt to the next; at least 1. 2 by default.
    public var factor: Double
    /// The largest bound. 60 s by default.
    public var cap: Duration
    /// The time for which a connection must have been open, and delivered readings, for the count to restart. 10 s by default.
    public var stability: Duration
    /// The longest delay that a server may request; longer ones are shortened to it. An hour by default.
    public var longestFloor: Duration
    /// The number of consecutive attempts before an error is final; nil for no limit, 0 for no reconnect.
    public var attempts: Int?
    /// Whether a close with 1000 (normal) ends the feed. False by default, because servers close normally when they
    /// restart.
    public var endsAtNormalClosure: Bool
    /// Codes of errors to retry although it seems pointless, such as `malformed` behind a captive portal.
    public var forgiving: Set<AQError.Code>

    /// Creates a policy; by default endless attempts with full jitter up to 60 s.
    public init(
      base: Duration = .seconds(1), factor: Double = 2, cap: Duration = .seconds(60),
      stability: Duration = .seconds(10), longestFloor: Duration = .seconds(3600), attempts: Int? = nil,
      endsAtNormalClosure: Bool = false, forgiving: Set<AQError.Code> = []
    ) {
      self.base = max(.zero, base)
      self.factor = factor.isFinite ? max(1, factor) : 2
      self.cap = max(.zero, cap)
      self.stability = stability
      self.longestFloor = max(.zero, longestFloor)
      self.attempts = attempts.map { max(0, $0) }
      self.endsAtNormalClosure = endsAtNormalClosure
      self.forgiving = forgiving
    }

    /// Endless attempts, after up to 1 s, 2 s, 4 s… 60 s.
    public static let standard = FeedOptions.ReconnectPolicy()

    /// A policy without reconnecting: the first failure is the stream's error, and an orderly close is its end.
    public static let never = FeedOptions.ReconnectPolicy(attempts: 0)

    /// Returns the wait before the n-th consecutive attempt, counted from 1, without the delay that a server requests.
    public func backOff(beforeAttempt number: Int, using random: AQRandomNumbers) -> Duration {
      AirPolicy.Retry(base: base, factor: factor, cap: cap).backOff(beforeRetry: number, using: random)
    }

    /// Returns the minimum wait after an error; nil if the error is final.
    func floor(after error: AQError) -> Duration? {
      if let asked = (error.cause as? RequestedDelay)?.delay { return min(max(.zero, asked), longestFloor) }
      switch AirPolicy.Retry.standard.retry(for: error) {
      case .now: return .zero
      case .after(let wait): return min(max(.zero, wait), longestFloor)
      case .never, .whenChanged: return forgiving.contains(error.code) ? .zero : nil
      }
    }
  }
}
