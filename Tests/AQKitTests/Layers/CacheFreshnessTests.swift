import AQKit
import AQKitTesting
import Testing

@Suite("The freshness that a query asks for", .timeLimit(.minutes(10)))
struct CacheFreshnessTests {
  private let clock = ManualClock(Sample.start)

  private func query(_ freshness: AirQuery.Freshness) -> AirQuery {
    var query = Sample.query
    query.freshness = freshness
    return query
  }

  private func source(_ values: Double...) throws -> ScriptedSource {
    ScriptedSource(Sample.descriptor(), outcomes: try values.map { .response(try Sample.response($0)) })
  }

  @Test("reload asks even if the cached response is fresh, and caches the new one for all")
  func reload() async throws {
    let source = try source(1, 2)
    let cached = source.caching(for: .seconds(600), clock: clock)
    #expect(try await cached.fetch(query(.usual)).value == 1)
    let second = try await cached.fetch(query(.reload))
    #expect(second.value == 2 && second.cached == nil)
    let third = try await cached.fetch(query(.usual))
    #expect(third.value == 2 && third.cached?.since == clock.time)
    #expect(source.queries.count == 2)
  }

  @Test("a failed reload gives the cached response")
  func failingReload() async throws {
    let source = ScriptedSource(
      Sample.descriptor(),
      outcomes: [.response(try Sample.response(1)), .failure(AQError(.unreachable, "No route."))])
    let cached = source.caching(for: .seconds(600), clock: clock)
    _ = try await cached.fetch(query(.usual))
    await clock.advance(by: .seconds(60))
    let old = try await cached.fetch(query(.reload))
    #expect(old.value == 1 && old.cached == AirResponse.Cached(since: Sample.start, failure: .unreachable))
  }

  @Test(
    "cached accepts any old response at once; revalidated waits for a new one once it may be outdated"
  )
  func cachedAndRevalidated() async throws {
    let source = try source(1, 2, 3)
    let cached = source.caching(for: .seconds(600), clock: clock)
    _ = try await cached.fetch(query(.usual))
    await clock.advance(by: .seconds(900))
    #expect(try await cached.fetch(query(.revalidated)).value == 2)
    await clock.advance(by: .seconds(3000))
    #expect(try await cached.fetch(query(.cached)).value == 2)
    while source.queries.count < 3 { await Task.yield() }
  }

  @Test("a query that waits for a new response joins the renewal of the old one")
  func joinedRenewal() async throws {
    let source = ScriptedSource(
      Sample.descriptor(),
      outcomes: [
        .response(try Sample.response(1)), .after(.seconds(1), .response(try Sample.response(2))),
      ], clock: clock)
    let cached = source.coalescing().caching(for: .seconds(600), clock: clock)
    try await clock.run {
      _ = try await cached.fetch(query(.usual))
      await clock.advance(by: .seconds(900))
      #expect(try await cached.fetch(query(.usual)).value == 1)
      async let new = cached.fetch(query(.revalidated))
      await clock.advance(by: .seconds(1))
      #expect(try await new.value == 2)
      #expect(source.queries.count == 2)
    }
  }

  @Test("a query's JSON has its selection and freshness unless they are the defaults")
  func json() throws {
    var query = AirQuery(places: [], sources: .only(["b", "a"]), freshness: .reload)
    let text = try jsonText(query)
    #expect(text.contains(#""sources":{"only":["a","b"]}"#) && text.contains(#""freshness":"reload""#))
    #expect(try roundTripped(query) == query)
    query.sources = .allBut(["c"])
    #expect(try roundTripped(query) == query)
    #expect(try !jsonText(AirQuery(places: [])).contains("sources"))
  }
}
