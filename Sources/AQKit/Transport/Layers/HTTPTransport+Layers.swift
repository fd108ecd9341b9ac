/// The layers of a transport, and their order.
///
/// From the outside: coalescing, retrying, rate-limited, the transport. Every attempt is counted then, and no one who waits
/// before another attempt holds up the line. ``resilient(within:policy:charging:clock:randomNumbers:)`` puts them together.
extension HTTPTransport {
  /// This transport, sending again what is worth it.
  ///
  /// - Parameters:
  ///   - policy: How often, after what, and how soon.
  ///   - clock: What waits.
  ///   - randomNumbers: The jitter of the waits.
  public func retrying(
    _ policy: RetryPolicy = .standard, clock: any AQClock = SystemClock(),
    randomNumbers: RandomNumbers = .system
  ) -> RetryingTransport {
    RetryingTransport(self, policy: policy, clock: clock, randomNumbers: randomNumbers)
  }

  /// This transport, sending once what several ask for at the same time; for requests that only read.
  public func coalescing() -> CoalescingTransport { CoalescingTransport(self) }

  /// This transport, asking no more than a budget allows.
  ///
  /// - Parameters:
  ///   - budget: What may be asked; share it among all that ask the same provider.
  ///   - advice: How long a 429 is about.
  ///   - charge: What a request counted in the end; its weight if left out.
  ///   - clock: What an HTTP date in `Retry-After` is compared with.
  public func rateLimited(
    by budget: RequestBudget, advice: ResponseAdvice = .standard,
    charging charge: RateLimitedTransport.Charge? = nil, clock: any AQClock = SystemClock()
  ) -> RateLimitedTransport {
    RateLimitedTransport(self, by: budget, advice: advice, charging: charge, clock: clock)
  }

  /// This transport with a budget of its own, such as ``SourceDescriptor/limits`` says.
  public func rateLimited(
    to limits: Limits, advice: ResponseAdvice = .standard, clock: any AQClock = SystemClock()
  ) -> RateLimitedTransport {
    rateLimited(by: RequestBudget(limits, clock: clock), advice: advice, clock: clock)
  }

  /// This transport as every source should use it: rate-limited, then retrying.
  ///
  /// - Parameters:
  ///   - budget: What may be asked; share it among all that ask the same provider.
  ///   - policy: How often, after what, and how soon; its advice also says how long a 429 is about.
  ///   - charge: What a request counted in the end; its weight if left out.
  ///   - clock: What waits.
  ///   - randomNumbers: The jitter of the waits.
  public func resilient(
    within budget: RequestBudget, policy: RetryPolicy = .standard,
    charging charge: RateLimitedTransport.Charge? = nil, clock: any AQClock = SystemClock(),
    randomNumbers: RandomNumbers = .system
  ) -> RetryingTransport {
    rateLimited(by: budget, advice: policy.advice, charging: charge, clock: clock)
      .retrying(policy, clock: clock, randomNumbers: randomNumbers)
  }
}
