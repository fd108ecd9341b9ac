#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A transport that repeats a request when the response or the error allows it.
///
/// Between attempts it waits as long as the server requests, plus a random back-off. It gives up, and returns the last
/// response or throws the last error, when the attempts or the retry budget are used up, when the server requests a
/// longer wait than ``RetryPolicy/longestWait``, or when the wait would end after the caller's ``AirDeadline``. A
/// response on which it gives up has a `Retry-After` in seconds if the wait is known, so that the error made from it
/// says when to try again.
///
/// It belongs outside ``HTTPTransport/rateLimited(by:advice:charging:clock:)``, so that every attempt is counted.
package struct RetryingTransport: HTTPTransport {
  /// The transport that sends.
  package let base: any HTTPTransport
  /// The attempts, the retryable failures and the waits.
  package let policy: RetryPolicy
  private let clock: any AQClock
  private let random: RandomNumbers
  private let tokens: RetryTokens

  /// Adds the layer to a transport. Its copies share one retry budget.
  package init(
    _ base: any HTTPTransport, policy: RetryPolicy = .standard, clock: any AQClock = SystemClock(),
    randomNumbers: RandomNumbers = .system
  ) {
    self.base = base
    self.policy = policy
    self.clock = clock
    self.random = randomNumbers
    self.tokens = RetryTokens(capacity: policy.budget, refill: policy.refill)
  }

  /// Sends the request, with retries where they make sense.
  ///
  /// - Throws: The last attempt's error, `CancellationError` as soon as the task is cancelled.
  @concurrent package func send(_ request: TransportRequest) async throws -> TransportResponse {
    var (attempt, timeouts) = (1, 0)
    while true {
      try Task.checkCancellation()
      let outcome = try await self.outcome(of: request)
      guard let floor = outcome.floor else {
        if outcome.isGood { tokens.giveBack() }
        return try outcome.result.get()
      }
      if outcome.isTimeout { timeouts += 1 }
      guard timeouts < 2, let wait = wait(after: attempt, floor: floor) else {
        return try outcome.givenUp.get()
      }
      HubObservation.emit(.retried(attempt: attempt))
      try await clock.sleep(for: wait)
      attempt += 1
    }
  }

  /// The wait before the next attempt; nil to give up.
  private func wait(after attempt: Int, floor: Duration) -> Duration? {
    guard attempt < policy.attempts, floor <= policy.longestWait else { return nil }
    var wait = floor + policy.backOff(beforeRetry: attempt, using: random)
    if let deadline = AirDeadline.current {
      let left = Duration(boundedSeconds: deadline.timeIntervalSince(clock.now))
      // The server's wait must fit, and some time for the attempt; the jitter is shortened to fit.
      guard floor < left else { return nil }
      if wait >= left { wait = floor + (left - floor) / 2 }
    }
    return tokens.take() ? wait : nil
  }

  /// The outcome of one attempt.
  private struct Outcome {
    let result: Result<TransportResponse, any Error>
    /// The least wait before another attempt; nil if there must be none.
    let floor: Duration?
    /// The advice as it was given.
    let advice: AQError.Retry?

    var isTimeout: Bool {
      guard case .failure(let error) = result else { return false }
      return (error as? AQError)?.code == .timedOut
    }

    var isGood: Bool { if case .success = result { floor == nil } else { false } }

    /// The final result, with the wait that the server requested.
    var givenUp: Result<TransportResponse, any Error> {
      result.map { response in
        if case .after(let wait) = advice { response.sayingRetryAfter(wait) } else { response }
      }
    }

    init(_ result: Result<TransportResponse, any Error>, _ advice: AQError.Retry?) {
      self.result = result
      self.advice = advice
      self.floor =
        switch advice {
        case .now: .zero
        case .after(let wait): max(.zero, wait)
        case .whenChanged, .never, nil: nil
        }
    }
  }

  /// Performs one attempt.
  ///
  /// - Throws: `CancellationError` only.
  private func outcome(of request: TransportRequest) async throws -> Outcome {
    do {
      let response = try await base.send(request)
      return Outcome(.success(response), policy.advice.retry(for: response, at: clock.time))
    } catch {
      if error is CancellationError || Task.isCancelled { throw CancellationError() }
      return Outcome(.failure(error), (error as? AQError).map(policy.retry(for:)))
    }
  }
}
