/// The layers of a transport, and their order.
///
/// From the outside: coalescing, retrying, rate-limited, the transport. So every attempt is counted, and a request that
/// waits to retry doesn't block others. ``resilient(within:policy:charging:clock:randomNumbers:)`` combines them.
extension HTTPTransport {
  /// This transport with retries.
  ///
  /// - Parameters:
  ///   - policy: The number of attempts, the retryable failures and the waits.
  ///   - clock: Measures the waits.
  ///   - randomNumbers: The source of jitter.
  public func retrying(
    _ policy: RetryPolicy = .standard, clock: any AQClock = SystemClock(),
    randomNumbers: RandomNumbers = .system
  ) -> RetryingTransport {
    RetryingTransport(self, policy: policy, clock: clock, randomNumbers: randomNumbers)
  }

  /// This transport, sending identical concurrent requests once; for requests that only read.
  public func coalescing() -> CoalescingTransport { CoalescingTransport(self) }

  /// This transport within a request budget.
  ///
  /// - Parameters:
  ///   - budget: The budget; share it among all transports for the same provider.
  ///   - advice: Reads how long a 429 lasts.
  ///   - charge: The weight of a request after its response; by default the request's own.
  ///   - clock: The time against which an HTTP date in `Retry-After` is compared.
  public func rateLimited(
    by budget: RequestBudget, advice: ResponseAdvice = .standard,
    charging charge: RateLimitedTransport.Charge? = nil, clock: any AQClock = SystemClock()
  ) -> RateLimitedTransport {
    RateLimitedTransport(self, by: budget, advice: advice, charging: charge, clock: clock)
  }

  /// This transport with a budget of its own for limits such as ``SourceDescriptor/limits``.
  public func rateLimited(
    to limits: Limits, advice: ResponseAdvice = .standard, clock: any AQClock = SystemClock()
  ) -> RateLimitedTransport {
    rateLimited(by: RequestBudget(limits, clock: clock), advice: advice, clock: clock)
  }

  /// This transport as every source should use it: rate-limited, then retrying.
  ///
  /// - Parameters:
  ///   - budget: The budget; share it among all transports for the same provider.
  ///   - policy: The attempts and their waits; its advice also reads how long a 429 lasts.
  ///   - charge: The weight of a request after its response; by default the request's own.
  ///   - clock: Measures the waits.
  ///   - randomNumbers: The source of jitter.
  public func resilient(
    within budget: RequestBudget, policy: RetryPolicy = .standard,
    charging charge: RateLimitedTransport.Charge? = nil, clock: any AQClock = SystemClock(),
    randomNumbers: RandomNumbers = .system
  ) -> RetryingTransport {
    rateLimited(by: budget, advice: policy.advice, charging: charge, clock: clock)
      .retrying(policy, clock: clock, randomNumbers: randomNumbers)
  }
}
