/// A transport that repeats a request when the response or the error allows it.
///
/// Between attempts it waits as long as the server requests, plus a random back-off. It gives up, and returns the last
/// response or throws the last error, when the attempts or the retry budget are used up, or when the server requests a wait
/// that is longer than ``AirPolicy/Retry/longestWait`` or ends after the caller's ``AirDeadline``. A response on which it
/// gives up has a `Retry-After` in seconds if the wait is known, so that the resulting error says when to try again.
///
/// Apply it outside ``HTTPTransport/rateLimited(by:advice:charging:clock:)``, so that every attempt is counted.
final class RetryingTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let policy: AirPolicy.Retry
  private let clock: any AQClock
  private let random: AQRandomNumbers
  /// The remaining retries over all requests: a retry takes one, a successful response returns a part of one.
  private let tokens: Locked<Double>

  init(_ base: any HTTPTransport, _ policy: AirPolicy.Retry, clock: any AQClock, random: AQRandomNumbers) {
    (self.base, self.policy, self.clock, self.random) = (base, policy, clock, random)
    tokens = Locked(RetryingTransport.notNegative(policy.budget))
  }

  private static func notNegative(_ number: Double) -> Double { number.isNaN ? 0 : max(0, number) }

  @concurrent func send(_ request: TransportRequest) async throws -> TransportResponse {
    var tries: Tries = (1, 0, 0)
    while true {
      try Task.checkCancellation()
      let result: Result<TransportResponse, any Error>
      do {
        result = .success(try await base.send(request))
      } catch {
        if error is CancellationError || Task.isCancelled { throw CancellationError() }
        result = .failure(error)
      }
      let next = next(after: result, &tries)
      guard let wait = next.wait else { return try next.result.get() }
      HubObservation.emit(.retried(attempt: tries.attempts))
      try await clock.sleep(for: wait)
      tries.attempts += 1
    }
  }

  private typealias Tries = (attempts: Int, timeouts: Int, unreachables: Int)

  /// Returns the wait before the next attempt; nil to give up with the result, which then says when to try again.
  private func next(after result: Result<TransportResponse, any Error>, _ tries: inout Tries)
    -> (wait: Duration?, result: Result<TransportResponse, any Error>)
  {
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
      return (nil, result)
    }
    if code == .timedOut { tries.timeouts += 1 }
    if code == .unreachable { tries.unreachables += 1 }
    guard tries.timeouts < 2, tries.unreachables < 2, var wait = wait(after: tries.attempts, floor: floor)
    else {
      guard case .after(let wait) = advice else { return (nil, result) }
      return (nil, result.map { $0.sayingRetryAfter(wait) })
    }
    if code == .unreachable { wait = floor }
    return (wait, result)
  }

  /// Returns the wait before the next attempt; nil to give up.
  private func wait(after attempt: Int, floor: Duration) -> Duration? {
    guard attempt < policy.attempts, floor <= policy.longestWait else { return nil }
    var wait = floor + policy.backOff(beforeRetry: attempt, using: random)
    if let deadline = AirDeadline.provider.deadline() {
      let left = Duration(boundedSeconds: deadline - clock.seconds)
      // The server's wait must end before the deadline. If the random part of the wait doesn't, it is shortened.
      guard floor < left else { return nil }
      if wait >= left { wait = floor + (left - floor) / 2 }
    }
    return tokens.withLock { [wait] left in
      // Ten times 0.1 is slightly less than 1.
      guard left >= 1 - 1e-9 else { return nil }
      left = max(0, left - 1)
      return wait
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
