#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AirPolicy {
  /// The number of attempts for a request, which failures allow another one, and the waits between them.
  public struct Retry: Sendable {
    /// The largest number of attempts, the first included; at least 1. 3 by default. After two attempts that timed out
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

/// A transport that repeats a request when the response or the error allows it.
///
/// Between attempts it waits as long as the server requests, plus a random back-off. It gives up, and returns the last
/// response or throws the last error, when the attempts or the retry budget are used up, when the server requests a longer
/// wait than ``AirPolicy/Retry/longestWait``, or when the wait would end after the caller's ``AirDeadline``. A response on which
/// it gives up has a `Retry-After` in seconds if the wait is known, so that the resulting error says when to try again.
///
/// Apply it outside ``HTTPTransport/rateLimited(by:advice:charging:clock:)``, so that every attempt is counted.
final class RetryingTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let policy: AirPolicy.Retry
  private let clock: any AQClock
  private let random: AQRandomNumbers
  /// The remaining retries over all requests: a retry takes one, a successful response returns a part of one.
  private let tokens: Locked<Double>

  /// Adds the layer to a transport.
  init(_ base: any HTTPTransport, _ policy: AirPolicy.Retry, clock: any AQClock, random: AQRandomNumbers) {
    (self.base, self.policy, self.clock, self.random) = (base, policy, clock, random)
    tokens = Locked(RetryingTransport.notNegative(policy.budget))
  }

  private static func notNegative(_ number: Double) -> Double { number.isNaN ? 0 : max(0, number) }

  @concurrent func send(_ request: TransportRequest) async throws -> TransportResponse {
    var (attempt, timeouts, unreachables) = (1, 0, 0)
    while true {
      try Task.checkCancellation()
      let result: Result<TransportResponse, any Error>
      do {
        result = .success(try await base.send(request))
      } catch {
        if error is CancellationError || Task.isCancelled { throw CancellationError() }
        result = .failure(error)
      }
      let (advice, code) = self.advice(on: result)
      // The minimum wait before another attempt.
      let floor: Duration
      switch advice {
      case .now: floor = .zero
      case .after(let wait): floor = max(.zero, wait)
      case .whenChanged, .never, nil:
        if case .success = result {
          let (most, part) = (Self.notNegative(policy.budget), Self.notNegative(policy.refill))
          tokens.withLock { $0 = min(most, $0 + part) }
        }
        return try result.get()
      }
      if code == .timedOut { timeouts += 1 }
      if code == .unreachable { unreachables += 1 }
      guard timeouts < 2, unreachables < 2, var wait = wait(after: attempt, floor: floor) else {
        guard case .after(let wait) = advice else { return try result.get() }
        return try result.get().sayingRetryAfter(wait)
      }
      if code == .unreachable { wait = floor }
      HubObservation.emit(.retried(attempt: attempt))
      try await clock.sleep(for: wait)
      attempt += 1
    }
  }

  /// Returns the wait before the next attempt; nil to give up.
  private func wait(after attempt: Int, floor: Duration) -> Duration? {
    guard attempt < policy.attempts, floor <= policy.longestWait else { return nil }
    var wait = floor + policy.backOff(beforeRetry: attempt, using: random)
    if let deadline = AirDeadline.current {
      let left = Duration(boundedSeconds: deadline.timeIntervalSince(clock.now))
      // The server's wait must fit, and some time for the attempt; the jitter is shortened to fit.
      guard floor < left else { return nil }
      if wait >= left { wait = floor + (left - floor) / 2 }
    }
    return takeToken() ? wait : nil
  }

  private func takeToken() -> Bool {
    tokens.withLock { left in
      // Ten times 0.1 is slightly less than 1.
      guard left >= 1 - 1e-9 else { return false }
      left = max(0, left - 1)
      return true
    }
  }

  /// Returns whether a result allows another attempt, and the code of its error.
  private func advice(on result: Result<TransportResponse, any Error>) -> (AQError.Retry?, AQError.Code?) {
    switch result {
    case .success(let response): return (policy.advice.retry(for: response, at: clock.time), nil)
    case .failure(let error):
      guard let error = error as? AQError else { return (nil, nil) }
      // A request that our own budget refused was not sent: it has already waited for as long as it may.
      let isRefused = error.cause is RequestBudgets.Budget.Spent
      return (isRefused ? nil : policy.retry(for: error), error.code)
    }
  }
}
