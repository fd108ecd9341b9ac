import AQKit
import AQKitTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct AirHubTests {
  private let clock = ManualClock()

  private func query(_ latitude: Double = 50) throws -> AirQuery {
    AirQuery(near: try Coordinate(latitude, 14))
  }

  private func source(_ descriptor: SourceDescriptor, value: Double = 1, at time: AirTime = .noon) throws
    -> ScriptedSource
  {
    ScriptedSource(
      descriptor, always: AirResponse(reports: [try .sample(descriptor.id, value: value, at: time)]))
  }

  @Test("all: successes, failures and skipped sources are listed in order of registration")
  func all() async throws {
    let north = try GeoShape.BoundingBox(south: 60, west: -180, north: 90, east: 180)
    let hub = try AirHub(
      sources: [
        source(.sample("one")),
        ScriptedSource(.sample("broken"), outcomes: [.failure(AQError(.unavailable, "Down."))]),
        source(.sample("north", offers: [.sample(coverage: .boxes([north]))])),
        ScriptedSource(.sample("empty"), outcomes: []),
        source(.sample("two"), value: 2),
      ], clock: clock)
    let answer = try await hub.answer(for: query())
    #expect(answer.outcomes.map(\.source) == ["one", "broken", "north", "empty", "two"])
    #expect(answer.reports.map(\.source) == ["one", "two"])
    #expect(answer.failures.map(\.source) == ["broken"] && answer.failures[0].error.source == "broken")
    #expect(answer.skipped.map(\.source) == ["north"] && answer.skipped[0].reason == .notCovered)
    #expect(answer.outcomes[3].response == AirResponse() && !answer.outcomes[3].isUsable)
    #expect(answer.askedAt == .noon)
  }

  @Test("a source that exists needs none of the options that its declaration requires")
  func existing() async throws {
    let keyed = SourceDescriptor.Option("key", summary: "Get one.", isRequired: true)
    let hub = try AirHub(sources: [source(.sample("keyed", options: [keyed]))], clock: clock)
    #expect(try hub.source("keyed") is ScriptedSource)
    #expect(try await hub.answer(for: query()).reports.map(\.source) == ["keyed"])
  }

  @Test("the order is that of registration, whatever finishes first")
  func order() async throws {
    let answer = try await clock.run {
      let sources = try (0..<5).map { index in
        let id = SourceID("s\(index)")
        return ScriptedSource(
          .sample(id),
          outcomes: [.after(.seconds(25 - index * 5), .response(AirResponse(reports: [try .sample(id)])))],
          clock: clock)
      }
      let hub = try AirHub(sources: sources, clock: clock)
      async let answer = hub.answer(for: query())
      await clock.advance(by: .seconds(30))
      return try await answer
    }
    #expect(answer.reports.map(\.source) == ["s0", "s1", "s2", "s3", "s4"])
  }

  @Test("every reason not to ask is named")
  func reasons() async throws {
    let retired = SourceDescriptor.Endpoint("https://x.test", retiresOn: AirTime.noon.hours(-1))
    let retiring = SourceDescriptor.Endpoint("https://x.test", retiresOn: AirTime.noon.hours(1))
    var container = AQContainer().setting(.clock, to: clock)
    let descriptors: [SourceDescriptor] = [
      .sample("disabled"), .sample("retired", endpoints: [retired]),
      .sample("retiring", endpoints: [retired, retiring]),
      .sample("rights", rights: AirRights(commercialUse: .forbidden, caching: .allowed)),
      .sample("free", rights: AirRights(commercialUse: .allowed)),
      .sample("pollen", offers: [.sample([.birchPollen])]),
      .sample("cities", offers: [.sample(places: [.city])]),
      .sample("model", offers: [.sample(kinds: [.forecast])]),
      .sample("future", offers: [.sample(capabilities: [.forecast])]),
      .sample("keyed", options: [SourceDescriptor.Option("key", summary: "Get one.", isRequired: true)]),
    ]
    for descriptor in descriptors {
      try container.register(descriptor) { _, _ in
        ScriptedSource(descriptor, always: AirResponse(reports: [try .sample(descriptor.id)]))
      }
    }
    try container.setEnabled(false, of: "disabled")
    let hub = try AirHub(container)
    var query = try query()
    query.parameters = [.pm25]
    query.kinds = [.observation]
    let answer = try await hub.answer(for: query)
    let reasons = Dictionary(uniqueKeysWithValues: answer.skipped.map { ($0.source, $0.reason) })
    #expect(reasons["disabled"] == .disabled && reasons["retired"] == .retired && reasons["retiring"] == nil)
    #expect(reasons["pollen"] == .notOffered && reasons["cities"] == .notOffered)
    #expect(reasons["model"] == .notOffered && reasons["future"] == .notOffered)
    #expect(reasons["keyed"] == .notConfigured("Set the option “key” of “keyed”: Get one."))
    #expect(answer.reports.map(\.source) == ["retiring", "rights", "free"])
    query.purposes = [.commercialUse, .caching]
    let paid = try await hub.answer(for: query)
    let rights = Dictionary(uniqueKeysWithValues: paid.skipped.map { ($0.source, $0.reason) })
    #expect(rights["rights"] == .rights([.commercialUse]) && rights["free"] == .rights([.caching]))
    #expect(paid.skipped.allSatisfy { !$0.reason.description.isEmpty })
  }

  @Test(
    "a window is requested only from sources that support it",
    arguments: [
      (AirQuery.Window.current, ["current", "live"]), (.past(.seconds(3600)), ["history", "current"]),
      (.next(.seconds(3600)), ["forecast"]),
      (.interval(AirInterval(instant: AirTime.noon.hours(-5))), ["history"]),
      (.interval(AirInterval(instant: AirTime.noon.hours(5))), ["forecast"]),
    ])
  func windows(_ window: AirQuery.Window, _ expected: [String]) async throws {
    let sources = ["history", "current", "live", "forecast", "stations"].map { name in
      ScriptedSource(
        .sample(
          SourceID(name), offers: [.sample(capabilities: [SourceDescriptor.Capability(rawValue: name)])]),
        outcomes: [])
    }
    var query = try query()
    query.window = window
    let answer = try await AirHub(sources: sources, clock: clock).answer(for: query)
    #expect(Set(answer.outcomes.filter { $0.response != nil }.map(\.source.rawValue)) == Set(expected))
    query.detail = .sites
    let sites = try await AirHub(sources: sources, clock: clock).answer(for: query)
    #expect(sites.outcomes.filter { $0.response != nil }.map(\.source) == ["stations"])
  }

  @Test(
    "first success: by precedence, then by registration; failures and empty responses fall through; other sources aren't needed"
  )
  func firstSuccess() async throws {
    let lowest = try source(.sample("lowest", precedence: .min))
    let winner = try source(.sample("winner", precedence: 200))
    let late = try source(.sample("late", precedence: 200))
    let hub = try AirHub(
      sources: [
        lowest, ScriptedSource(.sample("empty", precedence: .max), outcomes: []), winner,
        ScriptedSource(.sample("broken", precedence: 300), outcomes: [.failure(AQError(.timedOut, "Slow."))]),
        late,
      ], clock: clock)
    let answer = try await hub.answer(for: query(), policy: .firstSuccess)
    #expect(answer.outcomes.map(\.source) == ["lowest", "empty", "winner", "broken", "late"])
    #expect(answer.reports.map(\.source) == ["winner"])
    #expect(answer.skipped.map(\.source) == ["lowest", "late"])
    #expect(answer.skipped.allSatisfy { $0.reason == .notNeeded(after: "winner") })
    #expect(answer.failures.map(\.error.code) == [.timedOut])
    #expect(lowest.queries.isEmpty && late.queries.isEmpty && winner.queries.count == 1)
  }

  @Test("when all fail the answer says so, and the hub doesn't throw")
  func allFail() async throws {
    let sources = (0..<3).map {
      ScriptedSource(.sample(SourceID("s\($0)")), outcomes: [.failure(AQError(.unreachable, "x"))])
    }
    for policy in [AirHub.Policy.all, .firstSuccess] {
      let answer = try await AirHub(sources: sources, clock: clock).answer(for: query(), policy: policy)
      #expect(answer.failures.count == 3 && answer.reports.isEmpty && answer.best == nil)
    }
    let nobody = try await AirHub(sources: [], clock: clock).answer(for: query())
    #expect(nobody.outcomes.isEmpty && nobody.best == nil)
  }

  @Test("the best report is the freshest, then that of highest precedence, then the first")
  func best() async throws {
    let hub = try AirHub(
      sources: [
        source(.sample("stale", precedence: 300), at: AirTime.noon.hours(-5)),
        source(.sample("low", precedence: 50)),
        source(.sample("first", precedence: 200)), source(.sample("second", precedence: 200)),
      ], clock: clock)
    let answer = try await hub.answer(for: query())
    #expect(answer.best?.source == "first")
    #expect(
      answer.freshness(of: answer.reports[0]) == .stale && answer.freshness(of: answer.reports[1]) == .fresh)
    #expect(answer.best(forPlace: 1) == nil)
    let old = try await AirHub(
      sources: [
        source(.sample("a", precedence: 1), at: AirTime.noon.hours(-500)),
        source(.sample("b"), at: AirTime.noon.hours(-5)),
      ],
      clock: clock
    ).answer(for: query())
    #expect(old.best?.source == "b")
  }

  @Test(
    "an error that isn't AQKit's is wrapped with its cause; a source's own cancellation is a failure of it alone"
  )
  func foreignErrors() async throws {
    struct Foreign: Error {}
    let hub = try AirHub(
      sources: [
        ScriptedSource(.sample("foreign"), outcomes: [.failure(Foreign())]),
        ScriptedSource(.sample("quitter"), outcomes: [.failure(CancellationError())]),
        source(.sample("fine")),
      ], clock: clock)
    let answer = try await hub.answer(for: query())
    #expect(
      answer.failures.map(\.source) == ["foreign", "quitter"] && answer.failures[0].error.cause is Foreign)
    #expect(answer.reports.map(\.source) == ["fine"])
  }

  @Test("cancelling ends all sources and throws CancellationError, whatever the policy")
  func cancellation() async throws {
    for policy in [AirHub.Policy.all, .firstSuccess] {
      let sources = (0..<3).map { ScriptedSource(.sample(SourceID("s\($0)")), outcomes: [.hang]) }
      let hub = try AirHub(sources: sources, clock: clock)
      let query = try query()
      let task = Task { try await hub.answer(for: query, policy: policy) }
      while sources[0].queries.isEmpty { await Task.yield() }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      let before = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await hub.answer(for: AirQuery(places: []), policy: policy)
      }
      await #expect(throws: CancellationError.self) { try await before.value }
    }
  }

  @Test("two sources of one identifier are refused")
  func duplicates() throws {
    let error = #expect(throws: AQError.self) {
      try AirHub(sources: [source(.sample("a")), source(.sample("a"))], clock: clock)
    }
    #expect(error?.code == .invalidRequest && error?.message.contains("“a”") == true)
  }

  @Test("an instance that refines its declaration is judged by the refined one")
  func refined() async throws {
    var refined = SourceDescriptor.sample("a")
    refined.offers[0].cadence = .seconds(86_400)
    let source = try source(refined, at: AirTime.noon.hours(-20))
    var container = AQContainer().setting(.clock, to: clock)
    try container.register(.sample("a")) { _, _ in source }
    let answer = try await AirHub(container).answer(for: query(), within: .seconds(600))
    #expect(answer.reports.first.flatMap(answer.freshness) == .fresh)
  }
}
