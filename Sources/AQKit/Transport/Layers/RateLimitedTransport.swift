/// A transport that stays within a request budget.
///
/// Each request takes its ``TransportRequest/weight`` from the budget and waits for it if needed. A 429 shows that
/// something else uses the same account: the whole budget then pauses for as long as the response says, and a response
/// without `Retry-After` gets one.
///
/// It belongs inside ``RetryingTransport``, so that every attempt is counted.
public struct RateLimitedTransport: HTTPTransport {
  /// The weight of a request after its response, as the provider counts it.
  public typealias Charge = @Sendable (_ request: TransportRequest, _ response: TransportResponse) -> Double

  /// The transport that sends.
  public let base: any HTTPTransport
  /// The budget.
  public let budget: RequestBudget
  private let advice: ResponseAdvice
  private let charge: Charge?
  private let clock: any AQClock

  /// Adds the layer to a transport.
  ///
  /// - Parameters:
  ///   - base: The transport that sends.
  ///   - budget: The budget; share it among all transports for the same provider.
  ///   - advice: Reads how long a 429 lasts.
  ///   - charge: The weight of a request after its response; by default the request's own.
  ///   - clock: The time against which an HTTP date in `Retry-After` is compared.
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

  /// Sends the request at its turn.
  ///
  /// - Throws: ``AQError/Code/rateLimited`` with the wait when the turn would be too late for the caller,
  ///   ``AQError/Code/invalidRequest`` when the request alone is more than a window allows, `CancellationError` as soon
  ///   as the task is cancelled, and what the transport throws.
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
