import AQKitTesting
import Testing

@testable import AQKit

@Suite("A source that waits for itself gets an error", .timeLimit(.minutes(10)))
struct CircularWaitTests {
  private let clock = ManualClock()
  private let query = AirQuery(places: [], parameters: [.pm25])

  /// Sources whose closures may use a hub that is made later.
  private final class LateHub: Sendable {
    let hub = Locked<AirHub?>(nil)
    func get() throws -> AirHub {
      guard let hub = hub.withLock({ $0 }) else { throw AQError(.notConfigured, "There is no hub yet.") }
      return hub
    }
  }

  /// A source that returns the hub's answer to another query.
  private func source(
    _ id: SourceID, in late: LateHub, asking question: @escaping @Sendable (AirQuery) -> AirQuery
  ) -> ClosureSource {
    ClosureSource(.sample(id)) { query in
      let answer = try await late.get().answer(for: question(query))
      if let error = answer.failures.first?.error { throw error }
      return AirResponse(reports: answer.reports)
    }
  }

  @Test("one that passes its query to its own hub", arguments: [false, true])
  func own(isShared: Bool) async throws {
    let late = LateHub()
    let one = source("one", in: late) { $0 }
    let sources: [any AirDataSource] = [isShared ? one.coalescing() : one]
    let hub = try AirHub(sources: sources, clock: clock)
    late.hub.withLock { $0 = hub }
    let answer = try await hub.answer(for: query)
    #expect(answer.failures.map(\.error.code) == [.invalidRequest])
    #expect(answer.failures[0].error.message.hasPrefix("A source waits for its own response"))
  }

  @Test("two that ask each other", arguments: [false, true])
  func two(isShared: Bool) async throws {
    let late = LateHub()
    let sources = [("one", "two"), ("two", "one")].map { id, other -> any AirDataSource in
      let source = source(SourceID(id), in: late) { query in
        var query = query
        query.sources = .only([SourceID(other)])
        return query
      }
      return isShared ? source.coalescing() : source
    }
    let hub = try AirHub(sources: sources, clock: clock)
    late.hub.withLock { $0 = hub }
    let answer = try await hub.answer(for: query)
    #expect(answer.failures.map(\.error.code) == [.invalidRequest, .invalidRequest])
  }

  @Test("a layered source that asks itself, bypassing the hub")
  func direct() async throws {
    let shared = Locked<(any AirDataSource)?>(nil)
    let source = ClosureSource(.sample("one")) { query in
      guard let own = shared.withLock({ $0 }) else { return AirResponse() }
      return try await own.fetch(query)
    }.coalescing()
    shared.withLock { $0 = source }
    let error = await #expect(throws: AQError.self) { try await source.fetch(query) }
    #expect(error?.code == .invalidRequest)
  }

  @Test("one that sends one more query each time, endlessly")
  func endless() async throws {
    let late = LateHub()
    let hub = try AirHub(
      sources: [
        source("one", in: late) { query in
          var query = query
          query.radius = (query.radius ?? 0) + 1
          return query
        }
      ], clock: clock)
    late.hub.withLock { $0 = hub }
    #expect(try await hub.answer(for: query).failures.map(\.error.code) == [.invalidRequest])
  }

  @Test("one that asks the other sources of its hub gets their values")
  func others() async throws {
    let late = LateHub()
    let derived = source("derived", in: late) { query in
      var query = query
      query.sources = .only(["other"])
      return query
    }
    let other = ScriptedSource(.sample("other"), always: AirResponse(reports: [try .sample("other")]))
    let hub = try AirHub(sources: [derived.coalescing(), other.coalescing()], clock: clock)
    late.hub.withLock { $0 = hub }
    let answer = try await hub.answer(for: query)
    #expect(answer.failures.isEmpty && answer.reports.count == 2)
  }

  private struct AskingSearch: PlaceSearching {
    let late: LateHub
    func places(matching search: AirPlace.Search) async throws -> [AirPlace] {
      let answer = try await late.get().answer(for: AirQuery(named: search.name))
      if let error = answer.failures.first?.error { throw error }
      return []
    }
  }

  @Test("a search for places that asks its own hub about the same name")
  func search() async throws {
    let late = LateHub()
    let source = ScriptedSource(.sample("points"), outcomes: [])
    var container = AQContainer().setting(.clock, to: clock)
      .setting(.placeSearch, to: AskingSearch(late: late))
    try container.register(source.descriptor) { _, _ in source }
    let hub = try AirHub(container)
    late.hub.withLock { $0 = hub }
    let answer = try await hub.answer(for: AirQuery(named: "Brno"))
    #expect(answer.failures.map(\.error.code) == [.invalidRequest])
  }

  @Test("a stream that follows its own hub")
  func live() async throws {
    let late = LateHub()
    let source = ClosureSource(
      .sample("one", offers: [.sample(capabilities: [.live])]),
      updates: { query in
        AirUpdates { send in
          for try await update in try late.get().updates(for: query) {
            if case .failed? = update.state { throw AQError(.invalidRequest, update.notes[0].message) }
            try await send(update)
          }
        }
      }, fetch: { _ in AirResponse() })
    let hub = try AirHub(sources: [source], clock: clock)
    late.hub.withLock { $0 = hub }
    var last: AirUpdate?
    for try await update in hub.updates(for: query) { last = update }
    #expect(last?.notes.first?.message.hasPrefix("A source waits for its own response") == true)
  }

  @Test(
    "a request inside a limit inside itself",
    arguments: [
      RequestLimits(concurrentRequests: 1),
      RequestLimits(concurrentRequests: 4, concurrentRequestsPerHost: 1),
    ])
  func twiceLimited(limits: RequestLimits) async throws {
    let budget = RequestBudgets.Budget(limits, clock: clock)
    let transport = StubTransport { _ in TransportResponse(status: 200) }
      .rateLimited(by: budget, clock: clock).rateLimited(by: budget, clock: clock)
    let error = await #expect(throws: AQError.self) { try await transport.send(Sample.request) }
    #expect(error?.code == .invalidRequest)
    #expect(error?.message.hasPrefix("A request waits for its own end") == true)
  }
}
