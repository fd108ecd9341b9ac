import AQKit
import AQKitOpenMeteo
import AQKitOpenMeteoStandIn
import AQKitTesting
import Testing

/// Tests for budgets that are shared, and for queries that are asked once for several callers.
@Suite("Budgets and requests that Open-Meteo's services share")
struct OpenMeteoSharingTests {
  /// 2026-10-02T22:30:40Z.
  private let clock = ManualClock(AirTime(secondsSince1970: 1_790_980_240))
  private let berlin: AirQuery.Place

  init() throws { berlin = .near(try Coordinate(52.52, 13.41)) }

  private func container(_ transport: any HTTPTransport, _ options: [String: String] = [:]) throws
    -> AQContainer
  {
    var container = AQContainer().setting(.clock, to: clock).setting(.httpTransport, to: transport)
      .setting(.randomNumbers, to: AQRandomNumbers(seed: 7))
    try container.install(.openMeteo(.airQuality, .weather, .archive, .climate))
    for (name, value) in options { try container.setOption(name, of: "open-meteo", to: value) }
    return container
  }

  /// Works while the clock runs from sleeper to sleeper.
  private func run<Result: Sendable>(_ work: @escaping @Sendable () async throws -> Result) async throws
    -> Result
  {
    try await clock.run {
      async let result = work()
      await clock.advanceUntilNobodySleeps()
      return try await result
    }
  }

  private func query(_ parameters: [AirParameter], _ window: AirQuery.Window = .current) -> AirQuery {
    AirQuery(places: [berlin], parameters: parameters, window: window)
  }

  /// Returns the remainder of the minute, the hour and the day for callers without a key.
  private func remaining(_ container: AQContainer) throws -> [Double] {
    try container[.requestBudgets].budget(for: .init("open-meteo.com"), limits: RequestLimits(), clock: clock)
      .remaining
  }

  // MARK: The budget

  @Test("a container's air, weather, archive, climate and search share one budget, and update times are free")
  func oneBudget() async throws {
    let standIn = OpenMeteoStandIn(clock: clock)
    let container = try container(standIn)
    let hub = try AirHub(container)
    let day = AirQuery.Window.past(.seconds(86_400))
    let asked: [(SourceID, AirQuery)] = [
      ("open-meteo", query([.pm25])), ("open-meteo-weather", query([.temperature])),
      ("open-meteo-archive", query([.temperature], day)),
      ("open-meteo-climate", query([.daily(.maximum, of: .temperature)], day)),
    ]
    for (id, query) in asked {
      let source = try hub.source(id)
      _ = try await run { try await source.fetch(query) }
    }
    let search = try container[.placeSearch]
    _ = try await run { try await search.places(matching: AirPlace.Search("Brno")) }
    #expect(Set(standIn.requests.map(\.host)).count == 5)
    #expect(standIn.weight == 4)
    #expect(try remaining(container) == [595, 4995, 9995])
    // Past the floor the update times are asked, at no price.
    await clock.advance(by: .seconds(900))
    let air = try hub.source("open-meteo")
    _ = try await run { try await air.fetch(query([.pm25])) }
    #expect(standIn.requests.contains { $0.url.contains("meta.json") })
    #expect(try remaining(container)[1] == 4995)
  }

  @Test("a transport made for one source's declaration, and a second instance, share it, too")
  func declaredBudget() async throws {
    let standIn = OpenMeteoStandIn(clock: clock)
    var container = try container(standIn)
    try container.register("open-meteo", as: "again")
    for descriptor in [OpenMeteoAirQuality.descriptor, OpenMeteoWeather.descriptor] {
      let transport = try container.transport(for: descriptor)
      var request = try #require(
        OpenMeteoWeather().calls(for: query([.temperature]), at: clock.time).first?.request)
      request.weight = 50
      _ = try await transport.send(request)
    }
    let again = try AirHub(container).source("again")
    _ = try await run { try await again.fetch(query([.pm25])) }
    #expect(try remaining(container) == [499, 4899, 9899])
  }

  @Test("separate containers share a budget if it is set in both, or else have their own")
  func severalContainers() async throws {
    let standIn = OpenMeteoStandIn(clock: clock)
    let budgets = RequestBudgets()
    let first = try container(standIn).setting(.requestBudgets, to: budgets)
    let second = try container(standIn).setting(.requestBudgets, to: budgets)
    let apart = try container(standIn)
    for container in [first, second, apart] {
      let source = try AirHub(container).source("open-meteo")
      _ = try await run { try await source.fetch(query([.pm25])) }
    }
    #expect(try remaining(first)[0] == 598)
    #expect(try remaining(second)[0] == 598)
    #expect(try remaining(apart)[0] == 599)
  }

  @Test("every other server is counted separately, and by key if there is one")
  func otherServers() {
    func provider(_ baseURL: String?, key: AirSecret? = nil, limits: RequestLimits? = nil) -> String? {
      OpenMeteoAirQuality(apiKey: key, baseURL: baseURL, limits: limits).descriptor.limits.provider
    }
    #expect(provider(nil) == "open-meteo.com")
    #expect(provider("https://API.open-meteo.com/") == "open-meteo.com")
    #expect(provider(nil, key: "a-key") == "open-meteo.com")
    #expect(provider("http://localhost:8080") == "open-meteo at localhost:8080")
    #expect(provider("http://localhost:8081") != provider("http://localhost:8080"))
    #expect(provider("https://evil-open-meteo.com") == "open-meteo at evil-open-meteo.com:0")
    #expect(provider(nil, limits: RequestLimits()) == "open-meteo.com, unlimited")
    #expect(provider(nil, limits: RequestLimits(provider: "mine")) == "mine")
  }

  // MARK: Asked once

  @Test("two queries that need the same request at the same time are one request")
  func coalescesRequests() async throws {
    let standIn = OpenMeteoStandIn(clock: clock)
    standIn.always(.slow(.seconds(1)))
    let source = try AirHub(container(standIn)).source("open-meteo")
    var sites = query([.pm25])
    sites.detail = .sites
    let responses = try await run { [sites] in
      async let values = source.fetch(query([.pm25]))
      async let places = source.fetch(sites)
      return try await (values, places)
    }
    #expect(responses.0.reports.count == 1 && responses.1.reports.count == 1)
    #expect(standIn.requests.count == 1)
  }

  @Test("a caller who leaves doesn't end a shared request, and the last one to leave ends it at once")
  func leavesAlone() async throws {
    let standIn = OpenMeteoStandIn(clock: clock)
    standIn.always(.slow(.seconds(5)))
    let search = try container(standIn)[.placeSearch]
    try await clock.run {
      async let second = search.places(matching: AirPlace.Search("Brno"))
      let hasLeft = await clock.cancelled(after: .seconds(1)) {
        _ = try await search.places(matching: AirPlace.Search("Brno"))
      }
      #expect(hasLeft)
      await clock.advance(by: .seconds(5))
      let found = try await second
      #expect(found.first?.name == "Brno")
    }
    #expect(standIn.requests.count == 1)
    await clock.run {
      let hasLeft = await clock.cancelled(after: .seconds(1)) {
        _ = try await search.places(matching: AirPlace.Search("Oslo"))
      }
      #expect(hasLeft)
    }
    #expect(standIn.requests.count == 2)
    #expect(clock.sleeperCount == 0)
  }

  @Test("found places are cached for a day, or not at all by an option")
  func keepsPlaces() async throws {
    let standIn = OpenMeteoStandIn(clock: clock)
    let search = try container(standIn)[.placeSearch]
    for (hours, requests) in [(0, 1), (1, 1), (24, 2)] {
      await clock.advance(by: .seconds(hours * 3600))
      #expect(try await search.places(matching: AirPlace.Search("Brno")).isEmpty == false)
      #expect(standIn.requests.count == requests)
    }
    let never = try container(standIn, ["keep": "0"])[.placeSearch]
    for requests in 3...4 {
      _ = try await never.places(matching: AirPlace.Search("Brno"))
      #expect(standIn.requests.count == requests)
    }
  }

  @Test("a query for many places asks once about the runs of the models")
  func asksOnceAboutRuns() async throws {
    let standIn = OpenMeteoStandIn(clock: clock)
    let source = try AirHub(container(standIn)).source("open-meteo")
    let queries = try (0..<20).map {
      AirQuery(places: [.near(try Coordinate(Double($0), 10))], parameters: [.pm25])
    }
    func all() async throws {
      try await run {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for query in queries { group.addTask { _ = try await source.fetch(query) } }
          try await group.waitForAll()
        }
      }
    }
    try await all()
    #expect(standIn.requests.count == 20)
    await clock.advance(by: .seconds(900))
    standIn.always(.slow(.seconds(1)))
    try await all()
    #expect(standIn.requests.count == 20 + 3)
  }

  @Test("an outage of the update times neither delays nor loses cached responses")
  func outageOfRuns() async throws {
    let honest = OpenMeteoStandIn(clock: clock)
    let asked = StubTransport { request in
      if request.url.contains("meta.json") { throw AQError(.unreachable, "Not there.") }
      return try await honest.send(request)
    }
    let source = try AirHub(container(asked)).source("open-meteo")
    _ = try await run { try await source.fetch(query([.pm25])) }
    await clock.advance(by: .seconds(900))
    let before = clock.elapsed
    _ = try await run { try await source.fetch(query([.pm25])) }
    #expect(clock.elapsed == before)
    #expect(honest.requests.count == 1)
    #expect(asked.requests.count == 1 + 3)
  }
}

extension ManualClock {
  /// Does a piece of work, cancels it after a time, and returns whether it ended at once for that reason; within
  /// ``run(_:)``.
  func cancelled(after wait: Duration, _ work: @escaping @Sendable () async throws -> Void) async -> Bool {
    let end = Latest()
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        do { try await work() } catch { end.set(error is CancellationError) }
      }
      await advance(by: wait)
      guard end.value == nil else { return }
      group.cancelAll()
      await advance(by: .zero)
      if end.value == nil { end.set(false) }
    }
    return end.value ?? false
  }
}

/// The first message.
private final class Latest: Sendable {
  private let said = Locked<Bool?>(nil)
  var value: Bool? { said.withLock { $0 } }
  func set(_ value: Bool) { said.withLock { if $0 == nil { $0 = value } } }
}
