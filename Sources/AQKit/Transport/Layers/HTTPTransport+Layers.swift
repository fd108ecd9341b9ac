/// The layers of a transport, and their order.
///
/// The layers from the outside are: coalescing, retrying, rate-limited, the transport. Every attempt is then counted, and a
/// request that waits to retry doesn't block others. ``resilient(within:policy:charging:clock:randomNumbers:)`` combines
/// them.
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

/// A transport that stays within a request budget.
///
/// Each request takes its ``TransportRequest/weight`` from the budget and waits for it if needed. A 429 shows that other
/// clients use the same account: the whole budget then pauses for the stated time, and a response without `Retry-After` gets
/// one. If a response states the number of remaining requests and its reset (`RateLimit-Remaining` with `RateLimit-Reset`,
/// the same with `X-`, or `RateLimit`), the budget grants no more than these until then, for at most the longest of its
/// windows.
///
/// Apply it inside ``HTTPTransport/retrying(_:clock:randomNumbers:)``, so that every attempt is counted.
struct RateLimitedTransport: HTTPTransport {
  let base: any HTTPTransport
  let budget: RequestBudgets.Budget
  let advice: RequestBudgets.Budget.Advice
  let charge: RequestBudgets.Budget.Charge?
  let clock: any AQClock

  @concurrent func send(_ request: TransportRequest) async throws -> TransportResponse {
    let budget = budget.budget(of: request)
    let settle = { (response: TransportResponse) in charge?(request, response) ?? request.weight }
    return try await budget.spend(request.weight, at: request.host, settle: settle) {
      HubObservation.emit(.requested(weight: request.weight))
      let isFailure = { (response: TransportResponse) in
        response.status >= 500 || response.status == 408 || response.status == 429
      }
      let response = try await SourceContact.request(clock, hasFailed: isFailure) {
        try await base.send(request)
      }
      guard response.status == 429,
        case .after(let wait) = advice.retry(for: response, at: clock.time, window: budget.usualPause)
      else {
        if let left = RateLimitFields.left(in: response, at: clock.time) {
          budget.limit(to: left.requests, for: min(left.wait, budget.longestWindow))
        }
        return response
      }
      // A mistake in a header must not block a source for a month; a request that comes too early is refused again.
      budget.pause(for: min(wait, max(budget.longestWindow, .seconds(86_400))))
      return response.sayingRetryAfter(wait)
    }
  }
}

/// A transport that sends identical concurrent requests once.
///
/// Equal requests in flight share one response or one error. A cancelled caller leaves alone; when the last caller
/// leaves, the exchange is cancelled. The shared exchange has the latest of its callers' deadlines. Nothing is cached:
/// a request after the response is sent again.
///
/// Apply it outside ``HTTPTransport/retrying(_:clock:randomNumbers:)``, so that a request that waits for its turn is shared,
/// too. A POST is shared like a GET, so use it only for requests that read.
package struct CoalescingTransport: HTTPTransport {
  package let base: any HTTPTransport
  private let flights = InFlightRequests<TransportRequest, TransportResponse>()

  /// Adds the layer to a transport. Its copies share the requests in flight.
  package init(_ base: any HTTPTransport) { self.base = base }

  package var inFlightCount: Int { flights.count }
  package var waitingCount: Int { flights.waitingCount }

  @concurrent package func send(_ request: TransportRequest) async throws -> TransportResponse {
    try await flights.answer(to: request) { [base] in try await base.send(request) }
  }
}
