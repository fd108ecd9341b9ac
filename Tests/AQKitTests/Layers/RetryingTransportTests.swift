import AQKit
import AQKitTesting
import Testing

@Suite("Retrying", .timeLimit(.minutes(10)))
struct RetryingTransportTests {
  let clock = ManualClock(Sample.start)
  /// The upper end of every back-off: 0.5 s, 1 s, 2 s…
  let longest = AQRandomNumbers { .max }

  func transport(
    _ stub: StubTransport, _ policy: AirPolicy.Retry = .standard, random: AQRandomNumbers? = nil
  ) -> some HTTPTransport {
    stub.retrying(policy, clock: clock, randomNumbers: random ?? longest)
  }

  /// Sends, moving the clock until the response comes; returns the response and the time that it took.
  func send(_ transport: some HTTPTransport) async -> (
    result: Result<TransportResponse, AQError>, time: Duration
  ) {
    await clock.run {
      async let pending: Result<TransportResponse, AQError> = {
        do {
          return .success(try await transport.send(Sample.request))
        } catch {
          return .failure(.wrapping(error))
        }
      }()
      await clock.advanceUntilNobodySleeps()
      return (await pending, clock.elapsed)
    }
  }

  @Test("a temporary failure is retried, with waits that double")
  func doubling() async throws {
    let stub = StubTransport([.status(503), .failure(AQError(.unavailable, "Busy.")), .json("{}")])
    let (result, time) = await send(transport(stub))
    #expect(try result.get().status == 200)
    #expect(stub.requests.count == 3)
    #expect(abs(time / .seconds(1) - 1.5) < 0.001)
  }

  @Test("full jitter: a back-off lies anywhere between nothing and its bound")
  func jitter() {
    let policy = AirPolicy.Retry(base: .seconds(1), cap: .seconds(8))
    let bounds: [(Int, Double)] = [(1, 1), (2, 2), (3, 4), (4, 8), (5, 8), (60, 8), (.max, 8)]
    for (number, bound) in bounds {
      #expect(policy.backOff(beforeRetry: number, using: AQRandomNumbers { 0 }) == .zero)
      let longest = policy.backOff(beforeRetry: number, using: longest) / .seconds(1)
      #expect(longest > bound * 0.999 && longest <= bound)
    }
    let random = AQRandomNumbers(seed: 11)
    let waits = (0..<4000).map { _ -> Double in policy.backOff(beforeRetry: 3, using: random) / .seconds(1) }
    #expect(waits.allSatisfy { (0..<4).contains($0) })
    let mean: Double = waits.reduce(0, +) / 4000
    #expect(abs(mean - 2) < 0.1)
    #expect(waits.count { $0 < 1 } > 800 && waits.count { $0 > 3 } > 800)
  }

  @Test("a retried request waits at least as long as the server asked")
  func floor() async throws {
    let stub = StubTransport([
      .status(429, headers: [TransportRequest.Header("Retry-After", "30")]), .json("{}"),
    ])
    let (result, time) = await send(transport(stub, random: AQRandomNumbers { 0 }))
    #expect(try result.get().status == 200)
    #expect(time == .seconds(30))
  }

  @Test(
    "a 400 is never retried, nor is a response that retrying can't help",
    arguments: [400, 401, 403, 404, 501, 200, 304])
  func replies(status: Int) async throws {
    let stub = StubTransport([.status(status)])
    let (result, time) = await send(
      transport(stub, AirPolicy.Retry(advice: RequestBudgets.Budget.Advice { _, _ in nil })))
    #expect(try result.get().status == status)
    #expect(stub.requests.count == 1)
    #expect(time == .zero)
  }

  @Test("a 400 stays one attempt even if the reader says to retry it")
  func badRequest() async throws {
    let stub = StubTransport([.status(400)])
    let (result, _) = await send(
      transport(stub, AirPolicy.Retry(advice: RequestBudgets.Budget.Advice { _, _ in .now })))
    #expect(try result.get().status == 400)
  }

  @Test(
    "an error is retried when it says so, a server's silence once",
    arguments: [
      (.timedOut, 2), (.unreachable, 2), (.unavailable, 3), (.invalidRequest, 1), (.malformed, 1),
      (.tooLarge, 1), (.untrusted, 1), (.unauthorized, 1),
    ] as [(AQError.Code, Int)])
  func errors(code: AQError.Code, attempts: Int) async {
    let stub = StubTransport(always: .failure(AQError(code, "No.")))
    let (result, _) = await send(transport(stub))
    #expect(throws: AQError(code, "No.")) { try result.get() }
    #expect(stub.requests.count == attempts)
  }

  @Test("an offline caller finds out at once: one more attempt, without a wait")
  func offline() async {
    let stub = StubTransport(always: .failure(AQError(.unreachable, "There is no network.")))
    let (result, time) = await send(transport(stub))
    #expect(throws: AQError.self) { try result.get() }
    #expect(stub.requests.count == 2 && time == .zero)
  }

  @Test("a cut body may be retried now; an error of another kind isn't retried")
  func otherErrors() async {
    let cut = StubTransport(always: .failure(AQError(.malformed, "Cut.", retry: .now)))
    _ = await send(transport(cut))
    #expect(cut.requests.count == 3)
    struct Odd: Error {}
    let odd = StubTransport(always: .failure(Odd()))
    _ = await send(transport(odd))
    #expect(odd.requests.count == 1)
  }

  @Test("the wait that an error names is kept")
  func errorAdvice() async {
    let stub = StubTransport(always: .failure(AQError(.unavailable, "Later.", retry: .after(.seconds(40)))))
    let (_, time) = await send(transport(stub, random: AQRandomNumbers { 0 }))
    #expect(time == .seconds(80))
  }

  @Test("the attempts are bounded, and the last response is returned unchanged", arguments: [1, 2, 5])
  func attempts(count: Int) async throws {
    let stub = StubTransport(always: .status(502, text: "bad gateway"))
    let (result, _) = await send(transport(stub, AirPolicy.Retry(attempts: count)))
    #expect(try result.get() == TransportResponse(status: 502, text: "bad gateway"))
    #expect(stub.requests.count == count)
  }

  @Test("the retry budget is shared by all requests, and good replies refill it")
  func budget() async {
    let stub = StubTransport { _, number in TransportResponse(status: (6..<16).contains(number) ? 200 : 503) }
    let transport = transport(stub, AirPolicy.Retry(attempts: 3, budget: 3, refill: 0.1))
    var counts: [Int] = []
    for _ in 0..<15 {
      let before = stub.requests.count
      _ = await send(transport)
      counts.append(stub.requests.count - before)
    }
    // Three retries go to the first two requests, none to the third; ten good replies buy one more.
    #expect(counts == [3, 2, 1] + Array(repeating: 1, count: 10) + [2, 1])
  }

  @Test("a wait longer than allowed is given up at once, and the response says when to retry")
  func longestWait() async throws {
    let stub = StubTransport([.status(503, headers: [TransportRequest.Header("Retry-After", "3600")])])
    let (result, time) = await send(transport(stub))
    #expect(time == .zero)
    #expect(try AQError(response: result.get())?.retry == .after(.seconds(3600)))
  }

  @Test("a wait named in the body or as a date reaches the error as seconds")
  func stamped() async throws {
    let text = RequestBudgets.Budget.Advice { _, _ in .after(.milliseconds(299_001)) }
    let stub = StubTransport([.status(429, text: "try again in five minutes")])
    let response = try await send(transport(stub, AirPolicy.Retry(advice: text))).result.get()
    #expect(response.header("Retry-After") == "300")
    let dated = StubTransport([
      .status(503, headers: [TransportRequest.Header("Retry-After", "Thu, 01 Oct 2026 18:00:00 GMT")])
    ])
    let other = try await send(transport(dated)).result.get()
    #expect(other.headers.count == 1)
    #expect(AQError(response: other)?.retry == .after(.seconds(6 * 3600)))
  }

  @Test("a date to wait for counts from the response's own time, whatever the device's clock says")
  func ownTime() {
    let response = TransportResponse(
      status: 429,
      headers: [
        .init("Date", "Thu, 01 Oct 2026 10:00:00 GMT"), .init("Retry-After", "Thu, 01 Oct 2026 10:00:30 GMT"),
      ])
    for hours in [-2, 0, 2] as [Int64] {
      let advice = RequestBudgets.Budget.Advice.standard.retry(for: response, at: AirTime.noon.hours(hours))
      #expect(advice == .after(.seconds(30)))
    }
  }

  @Test(
    "a wait that isn't a number of seconds is replaced by the actual one",
    arguments: ["-1", "-9223372036854775808", "+5", "1e3", "soon", ""])
  func unreadable(text: String) async throws {
    let stub = StubTransport(always: .status(429, headers: [TransportRequest.Header("Retry-After", text)]))
    let limits = RequestLimits(windows: [.init(100, perSeconds: 3600)])
    let limited = stub.rateLimited(by: RequestBudgets.Budget(limits, clock: clock), clock: clock)
    let (result, time) = await send(limited.retrying(clock: clock, randomNumbers: longest))
    #expect(time == .zero)
    #expect(try AQError(response: result.get())?.retry == .after(.seconds(3600)))
  }

  @Test("it never waits beyond the caller's deadline, but says when to retry")
  func deadline() async throws {
    let stub = StubTransport(always: .status(429, headers: [TransportRequest.Header("Retry-After", "30")]))
    let transport = transport(stub)
    let response = try await AirDeadline.limit(.seconds(10), clock: clock) {
      try await transport.send(Sample.request)
    }
    #expect(stub.requests.count == 1)
    #expect(AQError(response: response)?.retry == .after(.seconds(30)))
    #expect(clock.elapsed == .zero)
  }

  @Test("if the server's wait fits before the deadline, the jitter is shortened")
  func jitterGivesWay() async throws {
    let stub = StubTransport([
      .status(503, headers: [TransportRequest.Header("Retry-After", "9")]), .json("{}"),
    ])
    let transport = transport(stub, AirPolicy.Retry(base: .seconds(20)))
    let pending = Task {
      try await AirDeadline.limit(.seconds(10), clock: clock) { try await transport.send(Sample.request) }
    }
    try await clock.untilAsleep(2)
    await clock.advance(by: .milliseconds(9500))
    #expect(try await pending.value.status == 200)
  }

  @Test("cancelling ends the wait at once, and nothing is sent after it")
  func cancelWaiting() async throws {
    let stub = StubTransport(always: .status(503))
    let pending = Task { [transport = transport(stub)] in try await transport.send(Sample.request) }
    try await clock.untilAsleep()
    pending.cancel()
    await #expect(throws: CancellationError.self) { try await pending.value }
    #expect(stub.requests.count == 1)
    #expect(clock.sleeperCount == 0)
  }

  @Test("cancelling an attempt under way passes as cancellation")
  func cancelAttempt() async throws {
    let stub = StubTransport(always: .hang)
    let pending = Task { [transport = transport(stub)] in try await transport.send(Sample.request) }
    try await stub.untilAsked()
    pending.cancel()
    await #expect(throws: CancellationError.self) { try await pending.value }
    #expect(stub.requests.count == 1)
  }
}
