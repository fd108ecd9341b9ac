/// How often, after what, and how soon a request is sent again.
public struct RetryPolicy: Sendable {
  /// How often a request is sent at most, the first time included; at least 1. 3 by default.
  public var attempts: Int
  /// The bound of the first wait. 0.5 s by default.
  public var base: Duration
  /// What the bound grows by from one wait to the next; at least 1. 2 by default.
  public var factor: Double
  /// What the bound doesn't grow beyond. 20 s by default.
  public var cap: Duration
  /// The longest wait that a server may ask for; if it asks for a longer one, the request is given up. 2 min by default,
  /// which a limit per minute fits in.
  public var longestWait: Duration
  /// How many retries in a row may go to a service that never answers well, over all requests. 10 by default.
  public var budget: Double
  /// What every good answer gives back to ``budget``, so that in the long run at most this share of the requests is sent
  /// again. 0.1 by default.
  public var refill: Double
  /// Whether a request that got no answer at all is sent again; what a response says is for ``advice``. True by default.
  public var retriesFailures: Bool
  /// What responses say about trying again.
  public var advice: ResponseAdvice

  /// Makes a policy.
  public init(
    attempts: Int = 3, base: Duration = .milliseconds(500), factor: Double = 2, cap: Duration = .seconds(20),
    longestWait: Duration = .seconds(120), budget: Double = 10, refill: Double = 0.1,
    retriesFailures: Bool = true, advice: ResponseAdvice = .standard
  ) {
    self.attempts = max(1, attempts)
    self.base = max(.zero, base)
    self.factor = factor.isFinite ? max(1, factor) : 2
    self.cap = max(.zero, cap)
    self.longestWait = longestWait
    self.budget = budget
    self.refill = refill
    self.retriesFailures = retriesFailures
    self.advice = advice
  }

  /// Three attempts, waits of up to 0.5 s and 1 s.
  public static let standard = RetryPolicy()

  /// A wait before the n-th retry, counted from 1: uniform between 0 and min(cap, base · factorⁿ⁻¹), which is known as
  /// full jitter: clients that failed together don't come back together.
  public func backOff(beforeRetry number: Int, using random: RandomNumbers) -> Duration {
    var bound = base / .seconds(1)
    let limit = cap / .seconds(1)
    for _ in 0..<max(0, min(number - 1, 1000)) where bound < limit { bound *= factor }
    return Duration(boundedSeconds: min(bound, limit) * random.unit())
  }

  /// Whether the error of an attempt says that another one makes sense, and after what wait at least.
  func retry(for error: AQError) -> AQError.Retry {
    guard retriesFailures else { return .never }
    // The usual advice of these two tells people when to come back; an attempt goes by the back-off.
    let isUsual = error.retry == error.code.usualRetry && [.unreachable, .unavailable].contains(error.code)
    return isUsual ? .now : error.retry
  }
}
