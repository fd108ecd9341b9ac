extension AirPolicy {
  /// The number of attempts for a request, which failures allow another one, and the waits between them.
  public struct Retry: Sendable {
    /// The maximum number of attempts, the first included; at least 1. 3 by default. After two attempts that timed out
    /// there is no third, because the user has then waited half a minute for nothing. A service that can't be reached
    /// is tried once more, immediately: the connection may have been closed meanwhile, and a user who is offline should
    /// find out soon.
    public var attempts: Int
    /// The bound of the first wait. 0.5 s by default.
    public var base: Duration
    /// The growth of the bound from one wait to the next; at least 1. 2 by default.
    public var factor: Double
    /// The largest bound. 20 s by default.
    public var cap: Duration
    /// The longest wait that a server may request; the request fails beyond it. 2 min by default, enough for a limit per
    /// minute.
    public var longestWait: Duration
    /// The number of consecutive retries, over all requests, to a service that keeps failing. 10 by default.
    public var budget: Double
    /// The amount that every successful response adds to ``budget``, which limits retries to this share of the requests
    /// in the long run. 0.1 by default.
    public var refill: Double
    /// Whether to retry a request without any response; ``advice`` judges responses. True by default.
    public var retriesFailures: Bool
    /// Reads from responses whether to retry.
    public var advice: RequestBudgets.Budget.Advice

    /// Creates a policy; by default 3 attempts with exponential back-off and full jitter.
    public init(
      attempts: Int = 3, base: Duration = .milliseconds(500), factor: Double = 2,
      cap: Duration = .seconds(20),
      longestWait: Duration = .seconds(120), budget: Double = 10, refill: Double = 0.1,
      retriesFailures: Bool = true, advice: RequestBudgets.Budget.Advice = .standard
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

    /// Makes up to three attempts, with waits of up to 0.5 s and 1 s.
    public static let standard = AirPolicy.Retry()

    /// Returns the wait before the n-th retry, counted from 1: uniform between 0 and min(cap, base · factorⁿ⁻¹). This
    /// is "full jitter", which keeps clients that failed together from returning together.
    public func backOff(beforeRetry number: Int, using random: AQRandomNumbers) -> Duration {
      var bound = base / .seconds(1)
      let limit = cap / .seconds(1)
      for _ in 0..<max(0, min(number - 1, 1000)) where bound < limit { bound *= factor }
      return Duration(boundedSeconds: min(bound, limit) * random.fraction())
    }

    /// Returns whether an attempt's error allows another attempt, and the minimum wait before it.
    func retry(for error: AQError) -> AQError.Retry {
      guard retriesFailures else { return .never }
      // The usual retry advice of these two codes is for users; attempts follow the back-off.
      let isUsual = error.retry == error.code.usualRetry && [.unreachable, .unavailable].contains(error.code)
      return isUsual ? .now : error.retry
    }
  }
}
