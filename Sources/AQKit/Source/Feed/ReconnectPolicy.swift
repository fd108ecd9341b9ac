/// When a live feed reconnects after it lost a connection or couldn't open one.
///
/// The wait before the n-th consecutive attempt is uniform between 0 and min(``cap``, ``base`` · ``factor``ⁿ⁻¹). This
/// is "full jitter", which keeps clients that were cut off together from returning together. A server's requested delay
/// (a `Retry-After`, the `retry` of an event stream, the close code 1013) is added as a floor. The count restarts only
/// after a connection delivered something readable and stayed open for ``stability``.
///
/// | what happened | what follows |
/// |---|---|
/// | refused, reset, name not found, timed out, dead peer | connect again |
/// | the server closed: no code, 1000, 1001, 1006, 1011, 1012, 1014, any other; the end of an event stream | connect again |
/// | 1013 try again later | connect again after 30 s at the soonest |
/// | HTTP 408, 429, 5xx | connect again, after `Retry-After` at the soonest |
/// | HTTP 401, 403, 407; 1008, 3000, 3003; an authorisation refused in the handshake | final: `unauthorized` |
/// | other HTTP 4xx, a redirect that isn't followed; 1003, 1007, 1010 | final: `invalidRequest` |
/// | HTTP 204 to an event stream | final: `unavailable` |
/// | TLS that can't be trusted | final: `untrusted` |
/// | a violation of the protocol, by either side's account (1002); nothing but garbage | final: `malformed` |
/// | a message beyond the limit, by either side's account (1009) | final: `tooLarge` |
///
/// In short: an error is final if its ``AQError/retry`` is `never` or `whenChanged`, unless ``forgiving`` names its
/// code.
public struct ReconnectPolicy: Hashable, Sendable {
  /// The bound of the first wait. 1 s by default.
  public var base: Duration
  /// The growth of the bound from one attempt to the next; at least 1. 2 by default.
  public var factor: Double
  /// The largest bound. 60 s by default.
  public var cap: Duration
  /// How long a connection must have been open and readable for the count to restart. 10 s by default.
  public var stability: Duration
  /// The longest floor that a server may request; longer ones are cut. An hour by default.
  public var longestFloor: Duration
  /// The number of consecutive attempts before an error is final; nil for no limit, 0 for no reconnect.
  public var attempts: Int?
  /// Whether a close with 1000 (normal) ends the feed. False by default, because servers close normally when they
  /// restart.
  public var endsAtNormalClosure: Bool
  /// Codes of errors to retry although it seems pointless, such as `malformed` behind a captive portal.
  public var forgiving: Set<AQError.Code>

  /// A policy; by default endless attempts with full jitter up to 60 s.
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
  public static let standard = ReconnectPolicy()

  /// No reconnect: the first failure is the stream's error, and an orderly close is its end.
  public static let never = ReconnectPolicy(attempts: 0)

  /// The wait before the n-th consecutive attempt, counted from 1, without a server's floor.
  public func backOff(beforeAttempt number: Int, using random: RandomNumbers) -> Duration {
    RetryPolicy(base: base, factor: factor, cap: cap).backOff(beforeRetry: number, using: random)
  }

  /// The least wait after an error; nil if it is final.
  func floor(after error: AQError) -> Duration? {
    if let asked = (error.cause as? RequestedDelay)?.delay { return min(max(.zero, asked), longestFloor) }
    switch RetryPolicy.standard.retry(for: error) {
    case .now: return .zero
    case .after(let wait): return min(max(.zero, wait), longestFloor)
    case .never, .whenChanged: return forgiving.contains(error.code) ? .zero : nil
    }
  }
}

/// A server's requested wait, as an error's cause; distinguishes it from the code's default retry.
package struct RequestedDelay: Error {
  package let delay: Duration

  package init(_ delay: Duration) { self.delay = delay }
}
