import AQKit
import AQKitOpenMeteo
import AQKitOpenMeteoStandIn
import AQKitTesting
import TestRuns
import Testing

/// Counts stored and looked-up responses.
private final class CountingStore: ResponseStoring {
  private struct Key: Hashable {
    var query: AirQuery
    var source: SourceID
  }

  private let state = Locked((stored: 0, lookedUp: 0, responses: [Key: AirResponse.Stored]()))
  var stored: Int { state.withLock { $0.stored } }
  var lookedUp: Int { state.withLock { $0.lookedUp } }

  func response(to query: AirQuery, from source: SourceID, newerThan time: AirTime?) -> AirResponse.Stored? {
    state.withLock { state in
      state.lookedUp += 1
      guard let stored = state.responses[Key(query: query, source: source)] else { return nil }
      return time.map { stored.storedAt > $0 } ?? true ? stored : nil
    }
  }

  func store(_ response: AirResponse.Stored, to query: AirQuery, from source: SourceID) {
    state.withLock { state in
      state.stored += 1
      state.responses[Key(query: query, source: source)] = response
    }
  }

  func removeResponses(from source: SourceID) {}
}

@Suite("The cache of Open-Meteo's responses", .timeLimit(.minutes(10)))
struct OpenMeteoKeepingTests {
  private let clock = ManualClock()
  private let service: OpenMeteoStandIn
  private let store = CountingStore()

  init() { service = OpenMeteoStandIn(clock: clock) }

  private func container(_ options: [String: String] = [:]) throws -> AQContainer {
    var container = try AQContainer().setting(.httpTransport, to: service).setting(.clock, to: clock)
      .installing(.openMeteo(.airQuality))
    for (name, value) in options { try container.setOption(name, of: "open-meteo", to: value) }
    return container
  }

  private func ask(_ hub: AirHub, _ places: Coordinate...) async throws -> AirAnswer {
    try await ask(hub, AirQuery(places: places.map { .near($0) }, parameters: [.pm25]))
  }

  private func ask(_ hub: AirHub, _ query: AirQuery) async throws -> AirAnswer {
    async let answer = hub.answer(for: query)
    await clock.advanceUntilNobodySleeps(within: .seconds(60))
    return try await answer
  }

  // MARK: Costs

  @Test("a cached response is stored once, and not looked up again")
  func storedOnce() async throws {
    let brno = try Coordinate(49.19, 16.61)
    try await clock.run {
      let hub = try AirHub(container().setting(.responseStore, to: store))
      for _ in 0..<10 { _ = try await ask(hub, brno) }
      #expect(service.requests.count == 1)
      #expect(store.stored == 1)
      #expect(store.lookedUp <= 3)
      // The models haven't run since, so the service isn't asked for values, and the same ones aren't stored again.
      await clock.advance(by: .seconds(1200))
      for _ in 0..<10 { _ = try await ask(hub, brno) }
      #expect(service.requests.count { $0.url.contains("air-quality?") } == 1)
      #expect(store.stored == 1)
    }
  }

  @Test("an answer from the cache says so, and moves with the hour")
  func movesOn() async throws {
    // A request in days means the same all day, one in hours only until the hour ends.
    for (window, isCached) in [(AirQuery.Window.past(.seconds(3 * 86_400)), true), (.current, false)] {
      let clock = ManualClock()
      let service = OpenMeteoStandIn(clock: clock)
      let query = AirQuery(
        places: [.near(try Coordinate(49.19, 16.61))], parameters: [.pm25], window: window)
      try await clock.run {
        func ask(_ hub: AirHub) async throws -> AirAnswer {
          async let answer = hub.answer(for: query)
          await clock.advanceUntilNobodySleeps(within: .seconds(60))
          return try await answer
        }
        let hub = try AirHub(
          AQContainer().setting(.httpTransport, to: service).setting(.clock, to: clock)
            .installing(.openMeteo(.airQuality)))
        let first = try await ask(hub)
        #expect(first.outcomes[0].response.map { $0.cached == nil } == true)
        await clock.advance(by: .seconds(3700))
        let second = try await ask(hub)
        #expect(second.outcomes[0].response?.cached?.since == (isCached ? first.askedAt : nil))
        #expect(service.requests.count { $0.url.contains("air-quality?") } == (isCached ? 1 : 2))
        let ends = [first, second].compactMap { answer in
          answer.best?[.pm25]?.newestReading(notAfter: answer.askedAt)?.interval.end
        }
        #expect(ends.count == 2 && ends[1] == ends[0] + .seconds(3600))
      }
    }
  }

  @Test("a local day is asked for again when the next one begins, in the middle of the day in UTC")
  func localDay() async throws {
    let clock = ManualClock(AirTime(secondsSince1970: 1_790_861_400))
    let service = OpenMeteoStandIn(clock: clock)
    let high = AirParameter.daily(.maximum, of: .temperature)
    let query = AirQuery(near: try Coordinate(-27.47, 153.03), parameters: [high])
    try await clock.run {
      var container = try AQContainer().setting(.httpTransport, to: service).setting(.clock, to: clock)
        .installing(.openMeteo(.weather))
      try container.setOption("keep", of: "open-meteo-weather", to: "36000")
      let hub = try AirHub(container)
      // At 13:30, 13:31 and 14:11 in UTC, at ten hours east.
      var starts: [AirTime?] = []
      for wait in [60, 2400, 0] {
        async let answer = hub.answer(for: query)
        await clock.advanceUntilNobodySleeps(within: .seconds(10))
        let report = try await answer.outcomes.compactMap(\.response).first?.reports.first
        starts.append(report?[high]?.timeline.first?.start)
        await clock.advance(by: .seconds(wait))
      }
      let days = ["2026-09-30T14:00:00Z", "2026-09-30T14:00:00Z", "2026-10-01T14:00:00Z"]
      #expect(starts == days.map { AirTime($0) })
      #expect(service.requests.count { $0.url.contains("daily=") } == 2)
    }
  }

  @Test("a response that may never be used again isn't stored")
  func keepsNothing() async throws {
    let brno = try Coordinate(49.19, 16.61)
    try await clock.run {
      let hub = try AirHub(container(["keep": "0"]).setting(.responseStore, to: store))
      #expect(try await ask(hub, brno).best != nil)
      #expect(store.stored == 0)
    }
  }

  @Test("two processes that share a store share its responses")
  func sharedStore() async throws {
    let brno = try Coordinate(49.19, 16.61)
    try await clock.run {
      _ = try await ask(try AirHub(container().setting(.responseStore, to: store)), brno)
      let second = try await ask(try AirHub(container().setting(.responseStore, to: store)), brno)
      #expect(service.requests.count == 1)
      #expect(second.outcomes[0].response?.cached != nil && second.best != nil)
    }
  }

  @Test("removed responses are asked for again, even those on their way")
  func removed() async throws {
    let brno = try Coordinate(49.19, 16.61)
    try await clock.run {
      let hub = try AirHub(container())
      let source = try hub.source("open-meteo")
      for _ in 0..<2 {
        _ = try await ask(hub, brno)
        source.removeCachedResponses()
      }
      #expect(service.requests.count { $0.url.contains("air-quality?") } == 2)
      service.always(.slow(.seconds(1)))
      async let late = hub.answer(for: AirQuery(near: brno, parameters: [.pm25]))
      await clock.advance(by: .milliseconds(500))
      source.removeCachedResponses()
      await clock.advanceUntilNobodySleeps(within: .seconds(60))
      _ = try await late
      _ = try await ask(hub, brno)
      #expect(service.requests.count { $0.url.contains("air-quality?") } == 4)
    }
  }

  @Test("a response that replaced an outdated one while the runs were asked for stays in the cache")
  func replacedMeanwhile() async throws {
    let gate = Latch()
    let transport = StubTransport { [service] request in
      guard request.url.contains("meta.json") else { return try await service.send(request) }
      try await gate.wait()
      throw AQError(.unreachable, "The runs are unknown.")
    }
    let query = AirQuery(
      places: [.near(try Coordinate(49.19, 16.61))], parameters: [.pm25],
      window: .past(.seconds(3 * 86_400)))
    try await clock.run {
      let source = try AirHub(
        container(["concurrentRequests": "8"]).setting(.httpTransport, to: transport)
          .setting(.resilience, to: .none)
      ).source("open-meteo")
      _ = try await source.fetch(query)
      await clock.advance(by: .seconds(3700))
      let late = Task { try await source.fetch(query) }
      try await transport.untilAsked(2)
      var reload = query
      reload.freshness = .reload
      _ = try await source.fetch(reload)
      service.always(.unreachable)
      gate.open()
      await clock.advanceUntilNobodySleeps(within: .seconds(60))
      _ = await late.result
      #expect(try await !source.fetch(query).reports.isEmpty)
    }
  }

  // MARK: Policies

  @Test("an old response replaces errors for two days if the policy says so, even without a maximum age")
  func twoDays() async throws {
    let policy = AirPolicy.Cache(fresh: .seconds(600), staleIfError: .seconds(2 * 86_400))
    let brno = try Coordinate(49.19, 16.61)
    try await clock.run {
      let hub = try AirHub(container().setting(.resilience, to: .layers(policy)))
      _ = try await ask(hub, brno)
      service.always(.unreachable)
      await clock.advance(by: .seconds(30 * 3600))
      #expect(try await ask(hub, brno).best != nil)
      await clock.advance(by: .seconds(20 * 3600))
      #expect(try await ask(hub, brno).best == nil)
    }
  }

  @Test("the service is asked again when the policy's time is over, and not before")
  func fresh() async throws {
    let brno = try Coordinate(49.19, 16.61)
    try await clock.run {
      let hub = try AirHub(
        container().setting(.resilience, to: .layers(AirPolicy.Cache(fresh: .seconds(60)))))
      for wait in [30, 40, 70] {
        _ = try await ask(hub, brno)
        await clock.advance(by: .seconds(wait))
      }
      #expect(service.requests.count { $0.url.contains("air-quality?") } == 2)
    }
  }

  @Test("as many places are reused as the policy says", arguments: [(most: 10_000, asked: 250), (100, 500)])
  func entries(most: Int, asked: Int) async throws {
    let policy = AirPolicy.Cache(fresh: .seconds(3600), maximumEntries: most)
    try await clock.run {
      let hub = try AirHub(container(["limits": "none"]).setting(.resilience, to: .layers(policy)))
      for _ in 0..<2 {
        for number in 0..<250 { _ = try await ask(hub, try Coordinate(40 + Double(number) * 0.05, 10)) }
      }
      #expect(service.requests.count == asked)
    }
  }

  // MARK: Cells

  @Test("fifty users within 500 m share one request, and each gets an answer for their own place")
  func oneCell() async throws {
    try await clock.run {
      let hub = try AirHub(container())
      for number in 0..<50 {
        let answer = try await ask(hub, try Coordinate(49.19 + Double(number) * 0.0001, 16.61))
        #expect(answer.best?.places == [0])
        #expect(answer.best?.site.coordinate == (try Coordinate(49.15, 16.65)))
      }
      #expect(service.requests.count == 1)
      let far = try Coordinate(49.31, 16.61)
      let several = try await ask(
        hub, try Coordinate(49.191, 16.61), far, try Coordinate(49.192, 16.61))
      #expect(several.reports.map(\.places) == [[0, 2], [1]])
      #expect((0..<3).allSatisfy { several.best(forPlace: $0) != nil })
    }
  }

  @Test("points in one declared cell share one cell of each model")
  func cells() async throws {
    var random = AQRandomNumbers(seed: 1)
    for domain in OpenMeteoAirQuality.Domain.allCases {
      let grid = try #require(OpenMeteoAirQuality(domain: domain).descriptor.grid)
      for _ in 0..<TestEffort.of(2000, debug: 300) {
        let point = try Coordinate(
          Double.random(in: -89.9..<89.9, using: &random), Double.random(in: -180..<180, using: &random))
        let centre = grid.center(of: point)
        #expect(abs(centre.latitude - point.latitude) <= grid.latitudeStep / 2 + 1e-5)
        #expect(abs(centre.longitude - point.longitude) <= grid.longitudeStep / 2 + 1e-5)
        #expect(grid.center(of: centre) == centre)
        // CAMS global and CAMS Europe: steps from −90° and −180°, and from 71.95° and −24.95°.
        let steps: [(Double, Double, Double)] =
          domain == .europe
          ? [(0.1, 71.95, -24.95)]
          : domain == .global
            ? [(0.4, -90, -180)] : [(0.4, -90, -180), (0.1, 71.95, -24.95), (0.1, -90, -180)]
        for (step, south, west) in steps {
          #expect(
            ((point.latitude - south) / step).rounded() == ((centre.latitude - south) / step).rounded())
          #expect(
            ((point.longitude - west) / step).rounded() == ((centre.longitude - west) / step).rounded())
        }
      }
    }
  }

  @Test("places requested within milliseconds share one request, if enabled")
  func gathered() async throws {
    try await clock.run {
      let resilience = AQContainer.SourceResilience.layers(gathering: .milliseconds(10))
      let hub = try AirHub(container().setting(.resilience, to: resilience))
      let places = try (0..<30).map { try Coordinate(40 + Double($0), 10) }
      let answers = try await withThrowingTaskGroup(of: (Int, AirAnswer).self) { group in
        for (number, place) in places.enumerated() {
          group.addTask {
            (number, try await hub.answer(for: AirQuery(near: place, parameters: [.pm25])))
          }
        }
        await clock.advanceUntilNobodySleeps(within: .seconds(60))
        return try await group.reduce(into: [(Int, AirAnswer)]()) { $0.append($1) }.sorted { $0.0 < $1.0 }
      }
      #expect(service.requests.count == 1)
      for (number, answer) in answers {
        let site = try #require(answer.best?.site.coordinate)
        #expect(abs(site.latitude - places[number].latitude) < 0.3)
        #expect(answer.best?.places == [0] && answer.reports.count == 1)
      }
    }
  }

  @Test("how many requests run at the same time is an option", arguments: [nil, "3"])
  func concurrent(_ most: String?) async throws {
    service.always(.slow(.seconds(1)))
    var options = ["limits": "none"]
    options["concurrentRequests"] = most
    try await clock.run { [options] in
      let hub = try AirHub(container(most == nil ? [:] : options))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<12 {
          let place = try Coordinate(40 + Double(number), 10)
          group.addTask { _ = try await hub.answer(for: AirQuery(near: place, parameters: [.pm25])) }
        }
        await clock.advance(by: .seconds(20))
        try await group.waitForAll()
      }
      #expect(service.mostInFlight == Int(most ?? "1"))
    }
  }
}
