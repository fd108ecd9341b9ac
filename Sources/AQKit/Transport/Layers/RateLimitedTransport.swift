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
    return try await budget.spend(for: request, charging: charge) {
      let isFailure = { (response: TransportResponse) in
        response.status >= 500 || response.status == 408 || response.status == 429
      }
      let response = try await SourceContact.request(clock, hasFailed: isFailure) {
        try await base.send(request)
      }
      guard response.status == 429,
        case .after(let wait) = advice.retry(for: response, at: clock.time, window: budget.usualPause)
      else {
        if let left = RateLimitFields.left(in: response, at: response.date ?? clock.time) {
          budget.limit(to: left.requests, for: min(left.wait, budget.longestWindow))
        }
        return response
      }
      // A request that comes too early is refused again.
      budget.pause(for: min(wait, max(budget.longestWindow, AQError.Retry.longestWait)))
      return response.sayingRetryAfter(wait)
    }
  }
}
