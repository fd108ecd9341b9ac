import AQKit
import AQKitTesting
import Testing

@Suite("Caching", .timeLimit(.minutes(10)))
struct CachingTests {
  let clock = ManualClock(Sample.start)
  typealias Outcome = ScriptedSource.Outcome

  func source(_ outcomes: [Outcome], _ descriptor: SourceDescriptor = Sample.descriptor()) -> ScriptedSource {
    ScriptedSource(descriptor, outcomes: outcomes, clock: clock)
  }

  /// Waits until the background work of a cache has asked the source so often and has ended.
  func until(_ condition: () -> Bool) async { while !condition() { await Task.yield() } }

  @Test(
    "a fresh response is returned without asking, an older one while a new one is fetched, then the new one"
  )
  func staleWhileRevalidate() async throws {
    let source = source([.response(try Sample.response(1)), .response(try Sample.response(2))])
    let cached = source.caching(for: .seconds(600), clock: clock)
    for _ in 0..<3 { #expect(try await cached.fetch(Sample.query).value == 1) }
    await clock.advance(by: .seconds(599))
    #expect(try await cached.fetch(Sample.query).value == 1)
    #expect(source.queries.count == 1)

    await clock.advance(by: .seconds(1))
    #expect(try await cached.fetch(Sample.query).value == 1)
    await until { source.queries.count == 2 }
    while try await cached.fetch(Sample.query).value == 1 { await Task.yield() }
    #expect(try await cached.fetch(Sample.query).value == 2)
    #expect(source.queries.count == 2)
  }

  @Test("a response is renewed once, however many ask meanwhile")
  func oneRenewal() async throws {
    let source = HandSource()
    let cached = source.caching(for: .seconds(600), clock: clock)
    let first = Task { try await cached.fetch(Sample.query) }
    await source.untilAsked(1)
    source.respond(to: 1, with: .success(try Sample.response(1)))
    _ = try await first.value
    await clock.advance(by: .seconds(700))
    for _ in 0..<20 { #expect(try await cached.fetch(Sample.query).value == 1) }
    await source.untilAsked(2)
    source.respond(to: 2, with: .success(try Sample.response(2)))
    while try await cached.fetch(Sample.query).value == 1 { await Task.yield() }
    #expect(source.asked == 2)
  }

  @Test("a response too old to be shown is not returned while a new one is fetched")
  func tooOld() async throws {
    let source = source([.response(try Sample.response(1)), .response(try Sample.response(2))])
    let cached = source.caching(for: .seconds(600), clock: clock)
    _ = try await cached.fetch(Sample.query)
    await clock.advance(by: .seconds(1200))
    #expect(try await cached.fetch(Sample.query).value == 2)
  }

  @Test("a wholly unusable response isn't cached, and doesn't replace an older one")
  func unusable() async throws {
    let nothing = AirResponse(notes: [AirNote(.refused, "Refused: a column has too few values.", count: 3)])
    let source = source([
      .response(nothing), .response(try Sample.response(2)), .response(nothing),
      .response(try Sample.response(4)),
    ])
    let cached = CachingSource(source, policy: .tenMinutes, clock: clock)
    #expect(try await cached.fetch(Sample.query).notes.map(\.code) == [.refused])
    #expect(cached.count == 0)
    #expect(try await cached.fetch(Sample.query).value == 2)
    #expect(try await cached.reload(Sample.query).reports.isEmpty)
    #expect(try await cached.fetch(Sample.query).value == 2)
    #expect(source.queries.count == 3)
  }

  @Test(
    "when the source fails an older response replaces it, with a note; the source is left alone for a while")
  func staleIfError() async throws {
    let down = AQError(.unavailable, "Down.", retry: .after(.seconds(30)))
    let source = source([
      .response(try Sample.response(1)), .failure(down), .failure(AQError(.timedOut, "Slow.")),
      .response(try Sample.response(4)),
    ])
    let cached = source.caching(for: .seconds(600), clock: clock)
    _ = try await cached.fetch(Sample.query)
    await clock.advance(by: .seconds(1200))
    for _ in 0..<2 {
      let response = try await cached.fetch(Sample.query)
      #expect(response.value == 1)
      #expect(response.notes.last?.code == .remark)
      #expect(response.notes.last?.failure == .unavailable)
      #expect(!response.isPartial)
    }
    #expect(source.queries.count == 2)
    await clock.advance(by: .seconds(29))
    _ = try await cached.fetch(Sample.query)
    #expect(source.queries.count == 2)
    await clock.advance(by: .seconds(1))
    #expect(try await cached.fetch(Sample.query).notes.last?.failure == .timedOut)
    #expect(source.queries.count == 3)
    await clock.advance(by: .seconds(10))
    #expect(try await cached.fetch(Sample.query) == Sample.response(4))
  }

  @Test(
    "a response with nothing but failures is replaced like an error; the source is left alone for a while")
  func nothingButFailures() async throws {
    let source = source([.response(try Sample.response(1)), .response(Sample.partial)])
    let cached = source.caching(for: .seconds(600), clock: clock)
    _ = try await cached.fetch(Sample.query)
    await clock.advance(by: .seconds(1200))
    for _ in 0..<2 {
      let response = try await cached.fetch(Sample.query)
      #expect(response.value == 1 && response.cached?.failure == .unavailable)
    }
    #expect(source.queries.count == 2)
  }

  @Test("a response is too old to replace an error after six times its lifetime", arguments: [600, 86_400])
  func standsInNoLonger(seconds: Int) async throws {
    let source = source([.response(try Sample.response(1)), .failure(AQError(.unreachable, "No."))])
    let cached = source.caching(for: .seconds(seconds), clock: clock)
    _ = try await cached.fetch(Sample.query)
    await clock.advance(by: .seconds(6 * seconds - 1))
    #expect(try await cached.fetch(Sample.query).value == 1)
    await clock.advance(by: .seconds(10))
    await #expect(throws: AQError(.unreachable, "No.")) { try await cached.fetch(Sample.query) }
  }

  @Test(
    "a permanent error is thrown, whatever is cached",
    arguments: [.invalidRequest, .unauthorized, .unsupported, .notConfigured, .untrusted] as [AQError.Code])
  func lastingErrors(code: AQError.Code) async throws {
    let source = source([.response(try Sample.response(1)), .failure(AQError(code, "No."))])
    let cached = source.caching(for: .seconds(600), clock: clock)
    _ = try await cached.fetch(Sample.query)
    await clock.advance(by: .seconds(1200))
    for _ in 0..<2 { await #expect(throws: AQError(code, "No.")) { try await cached.fetch(Sample.query) } }
  }

  @Test(
    "a renewal that fails in the background isn't repeated at every query, and is reported when it matters")
  func failingRenewal() async throws {
    let source = source([
      .response(try Sample.response(1)), .failure(AQError(.unreachable, "No.", retry: .now)),
    ])
    let cached = source.caching(for: .seconds(600), clock: clock)
    try await clock.run {
      _ = try await cached.fetch(Sample.query)
      await clock.advance(by: .seconds(1195))
      #expect(try await cached.fetch(Sample.query).notes.isEmpty)
      // On the clock's executor the renewal, too, completes.
      await clock.advance(by: .zero)
      #expect(source.queries.count == 2)
      for _ in 0..<50 {
        _ = try await cached.fetch(Sample.query)
        await clock.advance(by: .zero)
      }
      #expect(source.queries.count == 2)
      await clock.advance(by: .seconds(5))
      #expect(try await cached.fetch(Sample.query).notes.last?.failure == .unreachable)
      #expect(source.queries.count == 2)
    }
  }

  @Test("partial responses are returned but not cached, and don't replace a complete one")
  func partial() async throws {
    let source = source([
      .response(Sample.partial), .response(try Sample.response(2)), .response(Sample.partial),
    ])
    let cached = CachingSource(source, policy: .tenMinutes, clock: clock)
    #expect(try await cached.fetch(Sample.query).isPartial)
    #expect(cached.count == 0)
    #expect(try await cached.fetch(Sample.query).value == 2)
    #expect(try await cached.reload(Sample.query).isPartial)
    #expect(try await cached.fetch(Sample.query).value == 2)
  }

  @Test("an empty response is a response, too, and cached")
  func empty() async throws {
    let source = source([.response(AirResponse(notes: [AirNote(.nothingNear, "Nothing near.")]))])
    let cached = source.caching(for: .seconds(600), clock: clock)
    for _ in 0..<2 { #expect(try await cached.fetch(Sample.query).notes.first?.code == .nothingNear) }
    #expect(source.queries.count == 1)
  }

  @Test("nothing is cached if the rights forbid it, the source's or a report's")
  func rights() async throws {
    let strict = source([.response(try Sample.response(1))], Sample.descriptor(caching: .forbidden))
    let mixed = source(
      [.response(try Sample.response(1, caching: .forbidden))], Sample.descriptor(caching: .unknown))
    for source in [strict, mixed] {
      let cached = CachingSource(source, policy: .tenMinutes, clock: clock)
      for _ in 0..<3 { _ = try await cached.fetch(Sample.query) }
      _ = try await cached.reload(Sample.query)
      #expect(source.queries.count == 4)
      #expect(cached.count == 0)
    }
  }

  @Test("each query has a response of its own")
  func perQuery() async throws {
    let source = source([.response(try Sample.response(1)), .response(try Sample.response(2))])
    let cached = CachingSource(source, policy: .tenMinutes, clock: clock)
    #expect(try await cached.fetch(Sample.query).value == 1)
    #expect(try await cached.fetch(Sample.otherQuery).value == 2)
    #expect(try await cached.fetch(Sample.query).value == 1)
    #expect(cached.count == 2)
  }

  @Test("by number: the least recently used response is removed first")
  func maximumEntries() async throws {
    let source = ScriptedSource(Sample.descriptor(), always: try Sample.response(1))
    let cached = CachingSource(
      source, policy: AirPolicy.Cache(fresh: .seconds(600), maximumEntries: 2), clock: clock)
    let queries = ["a", "b", "c"].map { AirQuery(places: [.site($0)]) }
    _ = try await cached.fetch(queries[0])
    _ = try await cached.fetch(queries[1])
    _ = try await cached.fetch(queries[0])
    _ = try await cached.fetch(queries[2])
    #expect(cached.count == 2)
    _ = try await cached.fetch(queries[0])
    #expect(source.queries.count == 3)
    _ = try await cached.fetch(queries[1])
    #expect(source.queries.count == 4)
  }

  @Test("by size: the cache stays below the bound, and a response larger than the whole cache isn't cached")
  func maximumBytes() async throws {
    let source = ScriptedSource(
      Sample.descriptor(),
      outcomes: [.response(try Sample.response(1, count: 100_000)), .response(try Sample.response(1))])
    let cached = CachingSource(
      source, policy: AirPolicy.Cache(fresh: .seconds(600), maximumBytes: 10_000), clock: clock)
    _ = try await cached.fetch(Sample.query)
    #expect(cached.count == 0)
    for number in 0..<100 {
      _ = try await cached.fetch(AirQuery(places: [.site("\(number)")]))
      #expect(cached.approximateSize <= 10_000)
    }
    #expect(cached.count > 5)
    cached.removeCachedResponses()
    #expect(cached.count == 0 && cached.approximateSize == 0)
  }

  @Test("by age: nothing is used or kept beyond the maximum age")
  func maximumAge() async throws {
    let source = source([.response(try Sample.response(1)), .failure(AQError(.unreachable, "No."))])
    let cached = CachingSource(
      source,
      policy: AirPolicy.Cache(
        fresh: .seconds(600), staleIfError: .seconds(1_000_000), maximumAge: .seconds(1000)),
      clock: clock)
    _ = try await cached.fetch(Sample.query)
    await clock.advance(by: .seconds(1000))
    await #expect(throws: AQError.self) { try await cached.fetch(Sample.query) }
    #expect(cached.count == 0)
  }

  @Test("a later fetch that finishes first isn't overwritten by an earlier one")
  func outOfOrder() async throws {
    let source = HandSource()
    let cached = source.caching(for: .seconds(600), clock: clock)
    let early = Task { try await cached.fetch(Sample.query) }
    await source.untilAsked(1)
    let late = Task { try await cached.fetch(Sample.query) }
    await source.untilAsked(2)
    source.respond(to: 2, with: .success(try Sample.response(2)))
    _ = try await late.value
    source.respond(to: 1, with: .success(try Sample.response(1)))
    #expect(try await early.value.value == 1)
    #expect(try await cached.fetch(Sample.query).value == 2)
  }

  @Test("a fetch that began before the cache was emptied isn't cached, and a renewal is cancelled")
  func removeAll() async throws {
    let source = HandSource()
    let cached = CachingSource(source, policy: .tenMinutes, clock: clock)
    let first = Task { try await cached.fetch(Sample.query) }
    await source.untilAsked(1)
    cached.removeCachedResponses()
    source.respond(to: 1, with: .success(try Sample.response(1)))
    _ = try await first.value
    #expect(cached.count == 0)

    let second = Task { try await cached.fetch(Sample.query) }
    await source.untilAsked(2)
    source.respond(to: 2, with: .success(try Sample.response(2)))
    _ = try await second.value
    await clock.advance(by: .seconds(700))
    _ = try await cached.fetch(Sample.query)
    await source.untilAsked(3)
    cached.removeCachedResponses()
    await source.untilCancelled(1)
  }

  @Test("a renewal ends with the cache that wanted it")
  func release() async throws {
    let source = HandSource()
    do {
      let cached = source.caching(for: .seconds(600), clock: clock)
      let first = Task { try await cached.fetch(Sample.query) }
      await source.untilAsked(1)
      source.respond(to: 1, with: .success(try Sample.response(1)))
      _ = try await first.value
      await clock.advance(by: .seconds(700))
      _ = try await cached.fetch(Sample.query)
      await source.untilAsked(2)
    }
    await source.untilCancelled(1)
  }

  @Test("cancelling a waiting caller ends its wait, and no older response replaces it")
  func cancel() async throws {
    let source = HandSource()
    let cached = source.caching(for: .seconds(600), clock: clock)
    let first = Task { try await cached.fetch(Sample.query) }
    await source.untilAsked(1)
    source.respond(to: 1, with: .success(try Sample.response(1)))
    _ = try await first.value
    await clock.advance(by: .seconds(1300))
    let pending = Task { try await cached.fetch(Sample.query) }
    await source.untilAsked(2)
    pending.cancel()
    await #expect(throws: CancellationError.self) { try await pending.value }
  }

  @Test("a renewal doesn't have the deadline of the caller who started it")
  func renewalDeadline() async throws {
    let seen = Log<Bool>()
    let response = try Sample.response(1)
    let source = ClosureSource(Sample.descriptor()) { _ in
      seen.add(AirDeadline.current != nil)
      return response
    }
    let cached = source.caching(for: .seconds(600), clock: clock)
    for _ in 0..<2 {
      _ = try await AirDeadline.limit(.seconds(5), clock: clock) { try await cached.fetch(Sample.query) }
      await clock.advance(by: .seconds(700))
    }
    await until { seen.all.count == 2 }
    #expect(seen.all == [true, true])
  }

  @Test("a renewal that hangs ends by itself, and a later caller reaches the source")
  func hangingRenewal() async throws {
    let count = Locked(0)
    let response = try Sample.response(1)
    let source = ClosureSource(Sample.descriptor()) { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      if number == 2 { try await Condition(false).wait { $0 } }
      return response
    }
    let policy = AirPolicy.Cache(fresh: .seconds(300), staleWhileRevalidate: .seconds(300))
    try await clock.run {
      let cached = source.coalescing().caching(policy, clock: clock)
      _ = try await cached.fetch(Sample.query)
      await clock.advance(by: .seconds(400))
      _ = try await cached.fetch(Sample.query)
      await clock.advance(by: .seconds(31))
      await clock.advance(by: .seconds(300))
      _ = try await cached.fetch(Sample.query)
    }
    #expect(count.withLock { $0 } == 3)
  }

  @Test("a clock that was set back doesn't keep the source from being asked after a failure")
  func clockSetBackAfterFailure() async throws {
    let clock = SettableClock(Sample.start)
    let source = source([
      .response(try Sample.response(1)), .failure(AQError(.unreachable, "No.")),
      .response(try Sample.response(3)),
    ])
    let policy = AirPolicy.Cache(fresh: .seconds(600), staleIfError: .seconds(86_400))
    let cached = source.caching(policy, clock: clock)
    _ = try await cached.fetch(Sample.query)
    clock.set(Sample.start + .seconds(3 * 3600))
    #expect(try await cached.fetch(Sample.query).value == 1)
    clock.set(Sample.start + .seconds(1800))
    #expect(try await cached.fetch(Sample.query).value == 3)
  }

  @Test("a clock that was set back doesn't keep a response forever")
  func clockSetBack() async throws {
    let clock = SettableClock(Sample.start)
    let source = source([.response(try Sample.response(1)), .response(try Sample.response(2))])
    let cached = source.caching(for: .seconds(600), clock: clock)
    _ = try await cached.fetch(Sample.query)
    clock.set(Sample.start - .seconds(7200))
    #expect(try await cached.fetch(Sample.query).value == 2)
    #expect(try await cached.fetch(Sample.query).value == 2)
  }
}

extension AirPolicy.Cache {
  fileprivate static let tenMinutes = AirPolicy.Cache(fresh: .seconds(600))
}
