import AQKit
import AQKitTesting
import Testing

@Suite("Circuit breaking", .timeLimit(.minutes(10)))
struct CircuitBreakingTests {
  let clock = ManualClock(Sample.start)
  let down = AQError(.unavailable, "Down.")

  func source(_ outcomes: [ScriptedSource.Outcome]) -> ScriptedSource {
    ScriptedSource(Sample.descriptor(), outcomes: outcomes, clock: clock)
  }

  @Test("after enough consecutive failures the source is left alone, and the error says for how long")
  func opens() async throws {
    let source = source([.failure(down)])
    let guarded = CircuitBreakingSource(
      source, policy: AirPolicy.Circuit(failures: 3, pause: .seconds(30)), clock: clock)
    for _ in 0..<3 { await #expect(throws: down) { try await guarded.fetch(Sample.query) } }
    #expect(guarded.isOpen)
    await clock.advance(by: .seconds(10))
    let error = await #expect(throws: AQError.self) { try await guarded.fetch(Sample.query) }
    #expect(error?.code == .unavailable)
    #expect(error?.retry == .after(.seconds(20)))
    #expect(error?.source == "sample")
    #expect((error?.cause as? AQError)?.code == .unavailable)
    #expect(source.queries.count == 3)
  }

  @Test("then one query tries it: a response lets all others through, a failure leaves it alone again")
  func probes() async throws {
    let source = source([.failure(down), .failure(down), .failure(down), .response(AirResponse())])
    let guarded = CircuitBreakingSource(
      source, policy: AirPolicy.Circuit(failures: 2, pause: .seconds(30)), clock: clock)
    for _ in 0..<2 { await #expect(throws: down) { try await guarded.fetch(Sample.query) } }
    await clock.advance(by: .seconds(30))
    #expect(!guarded.isOpen)
    await #expect(throws: down) { try await guarded.fetch(Sample.query) }
    #expect(guarded.isOpen)
    await clock.advance(by: .seconds(30))
    for _ in 0..<3 { _ = try await guarded.fetch(Sample.query) }
    #expect(source.queries.count == 6)
  }

  @Test("a response with nothing but failures counts as a failure, but not what the own budget refused")
  func nothingButFailures() async throws {
    let source = source([.response(Sample.partial)])
    let guarded = CircuitBreakingSource(source, policy: AirPolicy.Circuit(failures: 2), clock: clock)
    for _ in 0..<2 { #expect(try await guarded.fetch(Sample.query).isPartial) }
    #expect(guarded.isOpen)

    // The budget has a request for one of the two calls.
    let limits = RequestLimits(windows: [.init(1, perSeconds: 3600)])
    let transport = StubTransport(always: .status(200)).rateLimited(
      by: .init(limits, clock: clock), clock: clock)
    let listing = ListingAdapter(descriptor: .sample("listing", limits: limits))
    let limited = CircuitBreakingSource(
      HTTPSource(listing, transport: transport, clock: clock), policy: AirPolicy.Circuit(failures: 1),
      clock: clock)
    #expect(try await limited.fetch(AirQuery(near: Coordinate(50, 14))).isPartial)
    #expect(!limited.isOpen)
  }

  @Test("a clock that is set back by a year doesn't keep the source from being tried")
  func clockSetBack() async throws {
    let clock = SettableClock(Sample.start)
    let source = ScriptedSource(
      Sample.descriptor(), outcomes: [.failure(down), .response(AirResponse())], clock: clock)
    let guarded = CircuitBreakingSource(source, policy: AirPolicy.Circuit(failures: 1), clock: clock)
    await #expect(throws: down) { try await guarded.fetch(Sample.query) }
    #expect(guarded.isOpen)
    clock.set(Sample.start - .seconds(365 * 86_400))
    #expect(!guarded.isOpen)
    _ = try await guarded.fetch(Sample.query)
    #expect(source.queries.count == 2)
  }

  @Test("only one query tries it, however many come at once; cancelling it lets another one try")
  func oneProbe() async throws {
    let source = HandSource()
    let guarded = CircuitBreakingSource(
      source, policy: AirPolicy.Circuit(failures: 1, pause: .seconds(30)), clock: clock)
    let first = Task { try await guarded.fetch(Sample.query) }
    await source.untilAsked(1)
    source.respond(to: 1, with: .failure(down))
    _ = await first.result
    await clock.advance(by: .seconds(30))
    let probe = Task { try await guarded.fetch(Sample.query) }
    await source.untilAsked(2)
    for _ in 0..<5 { await #expect(throws: AQError.self) { try await guarded.fetch(Sample.query) } }
    #expect(source.asked == 2)
    probe.cancel()
    _ = await probe.result
    let next = Task { try await guarded.fetch(Sample.query) }
    await source.untilAsked(3)
    source.respond(to: 3, with: .success(AirResponse()))
    _ = try await next.value
    #expect(!guarded.isOpen)
  }

  @Test(
    "a source that is silent until the caller's deadline has failed, even if cancelled; a short one proves nothing",
    arguments: [false, true])
  func silent(isDeaf: Bool) async throws {
    let source = HandSource(isDeaf: isDeaf)
    let guarded = CircuitBreakingSource(
      source, policy: AirPolicy.Circuit(failures: 2, patience: .seconds(5)), clock: clock)
    @Sendable func ask(within limit: Duration) async {
      let number = source.asked + 1
      let hub = Task { [clock] in
        try await AirDeadline.limit(limit, clock: clock) { try await guarded.fetch(Sample.query) }
      }
      await source.untilAsked(number)
      await clock.advance(by: limit)
      _ = await hub.result
      await source.untilCancelled(number)
      await clock.advance(by: .milliseconds(1))
    }
    await clock.run {
      for _ in 0..<4 { await ask(within: .seconds(4)) }
      #expect(!guarded.isOpen)
      for _ in 0..<2 { await ask(within: .seconds(30)) }
      #expect(guarded.isOpen)
    }
  }

  @Test("failures that aren't consecutive don't add up, and refusals don't count")
  func counting() async throws {
    let refused = AQError(.invalidRequest, "Refused.")
    let source = source([
      .failure(down), .response(AirResponse()), .failure(down), .failure(refused), .failure(down),
    ])
    let guarded = CircuitBreakingSource(source, policy: AirPolicy.Circuit(failures: 2), clock: clock)
    for _ in 0..<5 { _ = try? await guarded.fetch(Sample.query) }
    #expect(!guarded.isOpen)
    _ = try? await guarded.fetch(Sample.query)
    #expect(guarded.isOpen)
  }

  @Test("a service that says when to come back isn't asked before, even after a single failure")
  func comeBack() async throws {
    let later = AQError(.unavailable, "Later.", retry: .after(.seconds(3600)))
    let source = source([.failure(later), .response(AirResponse())])
    let guarded = CircuitBreakingSource(source, policy: AirPolicy.Circuit(failures: 3), clock: clock)
    await #expect(throws: later) { try await guarded.fetch(Sample.query) }
    await clock.advance(by: .seconds(3599))
    #expect(guarded.isOpen)
    await clock.advance(by: .seconds(1))
    _ = try await guarded.fetch(Sample.query)
    #expect(source.queries.count == 2)
  }

  @Test(
    "a source that asks for a longer pause gets it, but at most a day, because a month may be a mistake",
    arguments: [(600, 600), (31 * 86_400, 86_400)])
  func advised(asked: Int, given: Int) async throws {
    let source = source([.failure(AQError(.unavailable, "Later.", retry: .after(.seconds(asked))))])
    let guarded = CircuitBreakingSource(source, policy: AirPolicy.Circuit(failures: 1), clock: clock)
    _ = try? await guarded.fetch(Sample.query)
    await clock.advance(by: .seconds(given - 1))
    #expect(guarded.isOpen)
    await clock.advance(by: .seconds(1))
    #expect(!guarded.isOpen)
  }
}

/// An adapter that reads an empty list and has a second call.
private struct ListingAdapter: HTTPAdapter {
  static var descriptor: SourceDescriptor { .sample("listing") }
  let descriptor: SourceDescriptor

  func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Void>] {
    ["list", "values"].map { HTTPCall(TransportRequest(url: "https://listing.test/\($0)")) }
  }

  func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) -> [HTTPCall<Void>] { [] }
}
