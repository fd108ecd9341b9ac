import AQKit
import AQKitTesting
import Testing

@Suite("Deadlines and time limits", .timeLimit(.minutes(10)))
struct DeadlineTests {
  let clock = ManualClock(Sample.start)

  @Test("there is no deadline unless somebody sets one")
  func none() {
    #expect(AirDeadline.current == nil)
  }

  @Test("everything below knows the deadline, including in child tasks; the earlier of two holds")
  func nested() async throws {
    let clock = clock
    let seen = try await AirDeadline.limit(.seconds(10), clock: clock) {
      let outer = AirDeadline.current
      let longer = try await AirDeadline.limit(.seconds(60), clock: clock) { AirDeadline.current }
      let shorter = try await AirDeadline.limit(.seconds(2), clock: clock) {
        await Task { AirDeadline.current }.value
      }
      return [outer, longer, shorter].map { $0?.seconds(after: clock.now) }
    }
    #expect(seen == [10, 10, 2])
    #expect(AirDeadline.current == nil)
  }

  @Test("work that takes too long is given up and cancelled, and the error names the source")
  func timeOut() async throws {
    let source = HandSource()
    let limited = source.timeLimited(.seconds(10), clock: clock)
    let pending = Task { try await limited.fetch(Sample.query) }
    await source.untilAsked(1)
    try await clock.untilAsleep()
    await clock.advance(by: .milliseconds(9999))
    #expect(source.cancelled == 0)
    await clock.advance(by: .milliseconds(1))
    let error = await #expect(throws: AQError.self) { try await pending.value }
    #expect(error?.code == .timedOut)
    #expect(error?.source == "sample")
    await source.untilCancelled(1)
  }

  @Test("work that ignores its cancellation is still given up")
  func deaf() async throws {
    let source = HandSource(isDeaf: true)
    let limited = source.timeLimited(.seconds(10), clock: clock)
    let late = Task { try await limited.fetch(Sample.query) }
    try await clock.untilAsleep()
    await source.untilAsked(1)
    await clock.advance(by: .seconds(10))
    await #expect(throws: AQError.self) { try await late.value }

    let cancelled = Task { try await limited.fetch(Sample.query) }
    await source.untilAsked(2)
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    for number in 1...2 { source.respond(to: number, with: .success(AirResponse())) }
  }

  @Test("a response in time passes, and so does an error; no timer is left behind")
  func inTime() async throws {
    let source = HandSource()
    let limited = source.timeLimited(.seconds(10), clock: clock)
    for result in [
      Result<AirResponse, any Error>.success(try Sample.response(7)), .failure(AQError(.unreachable, "No.")),
    ] {
      let number = source.asked + 1
      let pending = Task { try await limited.fetch(Sample.query) }
      await source.untilAsked(number)
      try await clock.untilAsleep()
      source.respond(to: number, with: result)
      switch (result, await pending.result) {
      case (.success(let expected), .success(let got)): #expect(got == expected)
      case (.failure, .failure(let error)): #expect((error as? AQError)?.code == .unreachable)
      default: Issue.record("The outcome changed.")
      }
      while clock.sleeperCount > 0 { await Task.yield() }
    }
  }

  @Test("cancelling the caller ends it at once and cancels the work")
  func cancel() async throws {
    let source = HandSource()
    let pending = Task { [clock] in
      try await source.timeLimited(.seconds(10), clock: clock).fetch(Sample.query)
    }
    await source.untilAsked(1)
    pending.cancel()
    await #expect(throws: CancellationError.self) { try await pending.value }
    await source.untilCancelled(1)
  }

  @Test("a cancelled task sends no request")
  func cancelledBefore() async {
    let source = HandSource()
    let pending = Task { [clock] in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await source.timeLimited(.seconds(10), clock: clock).fetch(Sample.query)
    }
    await #expect(throws: CancellationError.self) { try await pending.value }
    #expect(source.asked == 0)
  }

  @Test(
    "a limited source and the transport below it work together: too long a wait is refused at once, with its length"
  )
  func throughTransport() async throws {
    let stub = StubTransport(always: .status(429, headers: [TransportRequest.Header("Retry-After", "30")]))
    let transport = stub.resilient(
      within: RequestBudgets.Budget(RequestLimits(windows: [.init(10, perSeconds: 60)]), clock: clock),
      clock: clock)
    let source = ClosureSource(Sample.descriptor()) { _ in
      let response = try await transport.send(Sample.request)
      if let error = AQError(response: response) { throw error }
      return AirResponse()
    }
    for _ in 0..<2 {
      let error = await #expect(throws: AQError.self) {
        try await source.timeLimited(.seconds(10), clock: clock).fetch(Sample.query)
      }
      #expect(error?.code == .rateLimited)
      #expect(error?.retry == .after(.seconds(30)))
    }
    // The second was refused by the budget, which the first one's reply had paused.
    #expect(stub.requests.count == 1)
    #expect(clock.elapsed == .zero)
  }
}
