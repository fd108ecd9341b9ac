/// A transport that asks no more than a budget allows.
///
/// Each request takes its ``TransportRequest/weight`` from the budget, and waits for it where it has to. A 429 shows that
/// somebody else spends from the same account: the whole budget then pauses for as long as the response says, and the
/// response is given a `Retry-After` where it has none.
///
/// It stands inside of ``RetryingTransport``, so that every attempt is counted.
public struct RateLimitedTransport: HTTPTransport {
  /// What a request counted in the end, by its response, as the provider counts it.
  public typealias Charge = @Sendable (_ request: TransportRequest, _ response: TransportResponse) -> Double

  /// The transport that sends.
  public let base: any HTTPTransport
  /// What may be asked.
  public let budget: RequestBudget
  private let advice: ResponseAdvice
  private let charge: Charge?
  private let clock: any AQClock

  /// Makes the layer.
  ///
  /// - Parameters:
  ///   - base: The transport that sends.
  ///   - budget: What may be asked; share it among all that ask the same provider.
  ///   - advice: How long a 429 is about.
  ///   - charge: What a request counted in the end; its weight if left out.
  ///   - clock: What an HTTP date in `Retry-After` is compared with.
  public init(
    _ base: any HTTPTransport, by budget: RequestBudget, advice: ResponseAdvice = .standard,
    charging charge: Charge? = nil, clock: any AQClock = SystemClock()
  ) {
    self.base = base
    self.budget = budget
    self.advice = advice
    self.charge = charge
    self.clock = clock
  }

  /// Sends the request when it is its turn.
  ///
  /// - Throws: ``AQError/Code/rateLimited`` with the wait when the turn would come too late for the caller,
  ///   ``AQError/Code/invalidRequest`` when the request alone is more than a window allows, `CancellationError` as soon as
  ///   the task is cancelled, and what the transport throws.
  @concurrent public func send(_ request: TransportRequest) async throws -> TransportResponse {
    let settle = { (response: TransportResponse) in charge?(request, response) ?? request.weight }
    return try await budget.spend(request.weight, at: request.host, settle: settle) {
      let response = try await base.send(request)
      guard response.status == 429,
        case .after(let wait) = advice.retry(for: response, at: clock.time, window: budget.usualPause)
      else { return response }
      budget.pause(for: wait)
      return response.sayingRetryAfter(wait)
    }
  }
}
