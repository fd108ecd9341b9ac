/// When and how soon a live feed is connected again after a connection was lost or didn't come about.
///
/// The wait before the n-th attempt in a row is uniform between 0 and min(``cap``, ``base`` · ``factor``ⁿ⁻¹), which is
/// known as full jitter: clients that lost their connection together don't come back together. What a server asks for (a
/// `Retry-After`, the `retry` of an event stream, the close code 1013) comes on top of it as a floor. The count begins anew
/// only after a connection has brought something readable and has stood for ``stability``.
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
/// In one sentence: an error is final where its ``AQError/retry`` is `never` or `whenChanged`, unless ``forgiving`` names
/// its code.
public struct ReconnectPolicy: Hashable, Sendable {
  /// The bound of the first wait. 1 s by default.
  public var base: Duration
  /// What the bound grows by from one attempt to the next; at least 1. 2 by default.
  public var factor: Double
  /// What the bound doesn't grow beyond. 60 s by default.
  public var cap: Duration
  /// How long a connection must have stood, and brought something readable, for the count to begin anew. 10 s by default.
  public var stability: Duration
  /// The longest floor that a server may ask for; a longer one is cut to it. An hour by default.
  public var longestFloor: Duration
  /// How often in a row is tried before the last error is final; nil for always, 0 for never.
  public var attempts: Int?
  /// Whether a server that closes with 1000 (normal) has ended the feed. It hasn't by default, since servers close so when
  /// they are restarted.
  public var endsAtNormalClosure: Bool
  /// Codes of errors that aren't final although a retry seems pointless, such as `malformed` behind a captive portal.
  public var forgiving: Set<AQError.Code>

  /// Makes a policy.
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

  /// Always, after up to 1 s, 2 s, 4 s… 60 s.
  public static let standard = ReconnectPolicy()

  /// Never: the first failure is the stream's error, and an orderly close its end.
  public static let never = ReconnectPolicy(attempts: 0)

  /// The wait before the n-th attempt in a row, counted from 1, without a server's floor.
  public func backOff(beforeAttempt number: Int, using random: RandomNumbers) -> Duration {
    RetryPolicy(base: base, factor: factor, cap: cap).backOff(beforeRetry: number, using: random)
  }

  /// The least wait after an error; nil where it is final.
  func floor(after error: AQError) -> Duration? {
    if let asked = (error.cause as? RequestedDelay)?.delay { return min(max(.zero, asked), longestFloor) }
    switch RetryPolicy.standard.retry(for: error) {
    case .now: return .zero
    case .after(let wait): return min(max(.zero, wait), longestFloor)
    case .never, .whenChanged: return forgiving.contains(error.code) ? .zero : nil
    }
  }
}

/// How long a server asked to wait, beneath an error: it tells what was asked from the usual advice of the error's code.
package struct RequestedDelay: Error {
  package let delay: Duration

  package init(_ delay: Duration) { self.delay = delay }
}
