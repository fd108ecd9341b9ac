/// The layers of a transport, and their order.
///
/// The layers from the outside are: coalescing, retrying, rate-limited, the transport. Every attempt is then counted, and a
/// request that waits to retry takes up none of the budget.
/// ``resilient(within:policy:charging:clock:randomNumbers:)`` combines the layers.
extension HTTPTransport {
  /// Returns this transport with retries.
  ///
  /// - Parameters:
  ///   - policy: The number of attempts, the retryable failures and the waits.
  ///   - clock: Measures the waits.
  ///   - randomNumbers: The source of jitter.
  public func retrying(
    _ policy: AirPolicy.Retry = .standard, clock: any AQClock = AQSystemClock(),
    randomNumbers: AQRandomNumbers = .system
  ) -> some HTTPTransport {
    RetryingTransport(self, policy, clock: clock, random: randomNumbers)
  }

  /// Returns this transport, sending identical concurrent requests once; for requests that only read.
  public func coalescing() -> some HTTPTransport { CoalescingTransport(self) }

  /// Returns this transport within a request budget.
  ///
  /// - Parameters:
  ///   - budget: The budget; share it among all transports for the same provider.
  ///   - advice: Reads the length of the pause after a 429.
  ///   - charge: The weight of a request after its response; by default the request's own.
  ///   - clock: The time against which an HTTP date in `Retry-After` is compared.
  public func rateLimited(
    by budget: RequestBudgets.Budget, advice: RequestBudgets.Budget.Advice = .standard,
    charging charge: RequestBudgets.Budget.Charge? = nil, clock: any AQClock = AQSystemClock()
  ) -> some HTTPTransport {
    RateLimitedTransport(base: self, budget: budget, advice: advice, charge: charge, clock: clock)
  }

  /// Returns this transport as every source should use it: rate-limited, then retrying.
  ///
  /// - Parameters:
  ///   - budget: The budget; share it among all transports for the same provider.
  ///   - policy: The attempts and their waits; its advice also reads the length of the pause after a 429.
  ///   - charge: The weight of a request after its response; by default the request's own.
  ///   - clock: Measures the waits.
  ///   - randomNumbers: The source of jitter.
  public func resilient(
    within budget: RequestBudgets.Budget, policy: AirPolicy.Retry = .standard,
    charging charge: RequestBudgets.Budget.Charge? = nil, clock: any AQClock = AQSystemClock(),
    randomNumbers: AQRandomNumbers = .system
  ) -> some HTTPTransport {
    rateLimited(by: budget, advice: policy.advice, charging: charge, clock: clock)
      .retrying(policy, clock: clock, randomNumbers: randomNumbers)
  }
}
