import AQKit
import AQKitTesting
import Testing

import class Foundation.Thread

private struct CountingSearch: PlaceSearching {
  let asked = Tally()
  func places(matching search: AirPlace.Search) async throws -> [AirPlace] {
    asked.increment()
    return []
  }
}

@Suite("A container makes everything once", .timeLimit(.minutes(10)))
struct SharedSourceTests {
  private let clock = ManualClock()

  private func container(_ outcomes: [ScriptedSource.Outcome], cadence: Duration? = .seconds(3600)) throws
    -> (
      AQContainer, ScriptedSource, made: Tally
    )
  {
    var offer = SourceDescriptor.Offer.sample()
    offer.cadence = cadence
    let source = ScriptedSource(.sample("one", offers: [offer]), outcomes: outcomes, clock: clock)
    let made = Tally()
    var container = AQContainer().setting(.clock, to: clock)
    try container.register(.sample("one", offers: [offer])) { _, _ in
      made.increment()
      return source
    }
    return (container, source, made)
  }

  private func query() throws -> AirQuery { AirQuery(near: try Coordinate(50, 14), parameters: [.pm25]) }

  private func value(_ value: Double, at time: AirTime = .noon) throws -> ScriptedSource.Outcome {
    .response(AirResponse(reports: [try .sample("one", value: value, at: time)]))
  }

  @Test("hubs, copies and direct use share one source with its cache")
  func shared() async throws {
    let (container, source, made) = try container([value(1), value(2)])
    for _ in 0..<2 { _ = try await AirHub(container).answer(for: query(), within: .seconds(600)) }
    let copy = container
    let direct = try await copy.source("one").fetch(query())
    #expect(direct.reports.first?[.pm25]?.values == [1] && direct.cached?.since == .noon)
    #expect(source.queries.count == 1 && made.count == 1)
    _ = try await container.makeSource("one").fetch(query())
    #expect(made.count == 2)
  }

  @Test("a response with nothing but failures is one for the hub: an earlier response replaces it")
  func failures() async throws {
    let failed = AirResponse(notes: [AirNote(.failed, "No route.", failure: .unreachable)])
    let hub = try AirHub(container([.response(failed), value(1), .response(failed)]).0)
    #expect(try await hub.answer(for: query()).outcomes.first?.response == failed)
    #expect(hub.health(of: "one")?.lastError?.code == .unreachable)
    _ = try await hub.answer(for: query())
    await clock.advance(by: .seconds(7200))
    let response = try await hub.answer(for: query()).outcomes.first?.response
    #expect(response?.reports.first?[.pm25]?.values == [1] && response?.cached?.failure == .unreachable)
    #expect(hub.health(of: "one")?.asked == 3 && hub.health(of: "one")?.successRate == 1.0 / 3)
  }

  @Test("a copy in which a service or an option has changed makes its own")
  func changed() async throws {
    let (container, _, made) = try container([value(1)])
    _ = try container.source("one")
    _ = try container.setting(.randomNumbers, to: AQRandomNumbers(seed: 1)).source("one")
    #expect(made.count == 2)
    _ = try container.source("one")
    var other = container
    try other.setEnabled(false, of: "one")
    _ = try other.source("one")
    #expect(made.count == 2)
  }

  @Test("the place search is made once, too")
  func search() async throws {
    let made = Tally()
    var container = AQContainer()
    container.set(.placeSearch) { _ throws(AQError) in
      made.increment()
      return CountingSearch()
    }
    for _ in 0..<3 { _ = try await container[.placeSearch].places(matching: AirPlace.Search("Brno")) }
    let first = try #require(try container[.placeSearch] as? CountingSearch)
    #expect(first.asked.count == 3 && made.count == 1)
  }

  @Test("a source, or a service, that depends on itself is an error that names it")
  func asksForItself() throws {
    var container = AQContainer().setting(.clock, to: clock)
    try container.register(.sample("one")) { container, _ in try container.source("two") }
    try container.register(.sample("two")) { container, _ in try container.source("one") }
    do {
      _ = try container.source("one")
      Issue.record("A source was made from itself.")
    } catch {
      #expect(AQError.wrapping(error).message == "The source “one” depends on itself.")
    }
    container.replace(.sample("two")) { container, _ in try container.makeSource("two") }
    for id: SourceID in ["one", "two"] {
      let error = #expect(throws: AQError.self) { try container.makeSource(id) }
      #expect(error?.message == "The source “two” depends on itself.")
    }
    container.set(.placeSearch) { container throws(AQError) in try container[.placeSearch] }
    do throws(AQError) {
      _ = try container[.placeSearch]
      Issue.record("A service was made from itself.")
    } catch {
      #expect(error.message.contains("depends on itself"))
    }
  }

  @Test("two sources that need each other, made on two threads at once, are an error, not an endless wait")
  func askForOneAnother() async throws {
    let begun = Locked<Set<SourceID>>([])
    var container = AQContainer().setting(.clock, to: clock)
    for (id, other) in [(SourceID("one"), SourceID("two")), ("two", "one")] {
      try container.register(.sample(id)) { container, _ in
        begun.withLock { _ = $0.insert(id) }
        // Both are being made before one asks for the other.
        while begun.withLock({ $0.count < 2 }) { Thread.sleep(forTimeInterval: 0.001) }
        return try container.source(other)
      }
    }
    let shared = container
    let makers = ["one", "two"].map { (id: SourceID) in
      Task(executorPreference: ComputingExecutor()) { try shared.source(id) }
    }
    for maker in makers {
      let error = await #expect(throws: AQError.self) { try await maker.value }
      #expect(error?.message.contains("depends on itself") == true)
    }
  }

  @Test("seven hours without the service, the last response is used, with its age; after a day it is gone")
  func standsIn() async throws {
    let (container, _, _) = try container([value(1), .failure(AQError(.unreachable, "No route."))])
    let source = try container.source("one")
    _ = try await source.fetch(query())
    await clock.advance(by: .seconds(7 * 3600))
    let old = try await source.fetch(query())
    #expect(old.reports.count == 1)
    #expect(old.cached == AirResponse.Cached(since: .noon, failure: .unreachable))
    #expect(old.notes.last?.message.contains("(7 h old)") == true)
    await clock.advance(by: .seconds(17 * 3600))
    await #expect(throws: AQError.self) { try await source.fetch(query()) }
  }

  @Test("responses of a source without a cadence aren't cached, but still replace errors")
  func withoutCadence() async throws {
    let (container, source, _) = try container(
      [value(1), value(2), .failure(AQError(.unreachable, "No route."))], cadence: nil)
    let shared = try container.source("one")
    #expect(try await shared.fetch(query()).reports.first?[.pm25]?.values == [1])
    #expect(try await shared.fetch(query()).reports.first?[.pm25]?.values == [2])
    #expect(try await shared.fetch(query()).cached?.failure == .unreachable)
    #expect(source.queries.count == 3)
  }

  @Test("a source that fails again and again is left alone for a while")
  func circuit() async throws {
    let (container, source, _) = try container([.failure(AQError(.unavailable, "Down."))])
    let shared = try container.source("one")
    for _ in 0..<8 { await #expect(throws: AQError.self) { try await shared.fetch(query()) } }
    #expect(source.queries.count == 5)
  }

  @Test("one service key replaces all of the resilience")
  func replaced() async throws {
    let (container, source, _) = try container([value(1)])
    let bare = try container.setting(.resilience, to: .none).source("one")
    for _ in 0..<2 { #expect(try await bare.fetch(query()).cached == nil) }
    #expect(source.queries.count == 2)
    let own = AQContainer.SourceResilience { source, clock in
      source.caching(for: .seconds(10), clock: clock)
    }
    let other = try container.setting(.resilience, to: own).source("one")
    for _ in 0..<2 { _ = try await other.fetch(query()) }
    #expect(source.queries.count == 3)
  }

  @Test("a recipe with its own cache keeps it")
  func ownCache() async throws {
    let source = ScriptedSource(.sample("own"), outcomes: [try value(1)])
    var container = AQContainer().setting(.clock, to: clock)
    try container.register(.sample("own")) { container, _ in
      source.caching(AirPolicy.Cache(fresh: .zero, staleWhileRevalidate: .zero), clock: try container[.clock])
    }
    let shared = try container.source("own")
    for _ in 0..<2 { _ = try await shared.fetch(query()) }
    #expect(source.queries.count == 2)
  }

  @Test("the cache of a container's or a hub's source can be emptied through all its layers")
  func forgets() async throws {
    let (container, source, _) = try container([value(1)])
    let shared = try container.source("one")
    for _ in 0..<2 { _ = try await shared.fetch(query()) }
    #expect(source.queries.count == 1)
    shared.removeCachedResponses()
    _ = try await shared.fetch(query())
    #expect(source.queries.count == 2)
    let hub = try AirHub(container)
    try hub.source("one").resilient(clock: clock).removeCachedResponses()
    _ = try await shared.fetch(query())
    #expect(source.queries.count == 3)
  }

  @Test("layers apply to a source from a hub or a container, whose type isn't known")
  func existential() async throws {
    let (container, source, _) = try container([value(1)], cadence: nil)
    let hub = try AirHub(container)
    let cached = try hub.source("one").caching(for: .seconds(600), clock: clock)
    let stack: [any AirDataSource] = [
      cached, try container.source("one").circuitBreaking(clock: clock),
      try hub.source("one").caching(AirPolicy.Cache(), clock: clock),
      try hub.source("one").resilient(clock: clock),
    ]
    for _ in 0..<3 { _ = try await cached.fetch(query()) }
    #expect(source.queries.count == 1)
    #expect(stack.allSatisfy { $0.descriptor.id == "one" })
  }
}
