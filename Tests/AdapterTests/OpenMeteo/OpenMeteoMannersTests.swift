import AQKit
import AQKitOpenMeteo
import AQKitOpenMeteoStandIn
import AQKitTesting
import TestRuns
import Testing

@Suite("Limits and retries at Open-Meteo")
struct OpenMeteoMannersTests {
  /// 2026-10-02T22:30:40Z.
  private let clock = ManualClock(AirTime(secondsSince1970: 1_790_980_240))
  private let berlin: AirQuery.Place

  init() throws { berlin = .near(try Coordinate(52.52, 13.41)) }

  private func container(_ standIn: any HTTPTransport, _ options: [String: String] = [:]) throws
    -> AQContainer
  {
    var container = AQContainer().setting(.clock, to: clock).setting(.httpTransport, to: standIn)
      .setting(.randomNumbers, to: AQRandomNumbers(seed: 7))
    try container.install(.openMeteo)
    for (name, value) in options { try container.setOption(name, of: "open-meteo", to: value) }
    return container
  }

  private func places(_ count: Int) throws -> [AirQuery.Place] {
    try (0..<count).map { .near(try Coordinate(Double($0 % 60), Double($0 / 60))) }
  }

  /// Fetches while the clock runs from sleeper to sleeper.
  private func fetch(_ source: any AirDataSource, _ query: AirQuery) async throws -> AirResponse {
    try await clock.run {
      async let response = source.fetch(query)
      await clock.advanceUntilNobodySleeps()
      return try await response
    }
  }

  private func error(_ source: any AirDataSource, _ query: AirQuery) async -> AQError? {
    await #expect(throws: AQError.self) { try await fetch(source, query) }
  }

  private var query: AirQuery { AirQuery(places: [berlin], parameters: [.pm25]) }

  // MARK: Limits

  @Test("a minute's weight is never exceeded, and one request runs at a time")
  func keepsTheMinute() async throws {
    let standIn = OpenMeteoStandIn(clock: clock)
    let source = try AirHub(container(standIn)).source("open-meteo")
    let response = try await fetch(source, AirQuery(places: places(700), parameters: [.pm25]))
    #expect(response.reports.count == 700)
    #expect(standIn.refusals == 0)
    #expect(standIn.mostInFlight == 1)
    #expect(standIn.weight == 700)
    #expect(clock.elapsed >= .seconds(60) && clock.elapsed < .seconds(62))
  }

  @Test("all services of one key share one budget")
  func sharesTheBudget() async throws {
    let standIn = OpenMeteoStandIn(clock: clock)
    let hub = try AirHub(container(standIn))
    _ = try await fetch(try hub.source("open-meteo"), AirQuery(places: places(600), parameters: [.pm25]))
    #expect(clock.elapsed == .zero)
    _ = try await fetch(
      try hub.source("open-meteo-weather"), AirQuery(places: [berlin], parameters: [.temperature]))
    #expect(clock.elapsed >= .seconds(60))
    #expect(standIn.refusals == 0)
  }

  @Test("if the wait would exceed the caller's deadline, the error comes at once and says when to retry")
  func heedsTheDeadline() async throws {
    let standIn = OpenMeteoStandIn(clock: clock)
    let source = try AirHub(container(standIn)).source("open-meteo")
    _ = try await fetch(source, AirQuery(places: places(600), parameters: [.pm25]))
    await clock.advance(by: .seconds(20))
    let asked = standIn.requests.count
    let limited = timeLimited(source)
    let refusal = try #require(await error(limited, query))
    #expect(refusal.code == .rateLimited)
    #expect(refusal.retry == .after(.seconds(40)))
    #expect(clock.elapsed == .seconds(20))
    #expect(standIn.requests.count == asked)
  }

  /// The source as a person at a terminal asks it: with ten seconds' patience, unless the test has another.
  private func timeLimited(_ source: some AirDataSource, to seconds: Int = 10) -> any AirDataSource {
    source.timeLimited(.seconds(seconds), clock: clock)
  }

  /// Ten thousand places, which the day's limit takes: for all that is tried.
  @Test(
    "the hour's and the day's weight are never exceeded, and the errors say when each is cleared",
    .enabled(if: TestEffort.isHeavy))
  func keepsHourAndDay() async throws {
    let standIn = OpenMeteoStandIn(clock: clock)
    let source = try AirHub(container(standIn, ["keep": "0"])).source("open-meteo")
    let query = AirQuery(places: try places(500), parameters: [.pm25])
    for _ in 0..<10 { _ = try await fetch(source, query) }
    let hourly = try #require(await error(source, query))
    #expect(hourly.code == .rateLimited)
    let full = try #require(AirTime("2026-10-02T23:00:00Z"))
    #expect(hourly.retry == .after(full.duration(since: clock.time)))
    await clock.advance(to: full)
    for _ in 0..<10 { _ = try await fetch(source, query) }
    let daily = try #require(await error(source, query))
    let midnight = try #require(AirTime("2026-10-03T00:00:00Z"))
    #expect(daily.retry == .after(midnight.duration(since: clock.time)))
    await clock.advance(to: midnight)
    _ = try await fetch(source, query)
    #expect(standIn.refusals == 0)
    #expect(standIn.weight == 10_500)
  }

  @Test("a customer has no windows, and a separate budget")
  func knowsCustomers() async throws {
    let standIn = OpenMeteoStandIn(clock: clock, keys: ["a-key": .professional])
    var container = try container(standIn, ["apiKey": "a-key"])
    try container.register("open-meteo", as: "free")
    let hub = try AirHub(container)
    _ = try await fetch(try hub.source("open-meteo"), AirQuery(places: places(700), parameters: [.pm25]))
    _ = try await fetch(try hub.source("free"), query)
    #expect(clock.elapsed == .zero)
    #expect(standIn.requests.first?.host == "customer-air-quality-api.open-meteo.com")
    #expect(standIn.requests.allSatisfy { !$0.url.contains("a-key") })
  }

  @Test("your own server has a separate budget, and none if an option says so")
  func knowsOwnServers() async throws {
    let standIn = OpenMeteoStandIn(clock: clock, quota: .none)
    let many = AirQuery(places: try places(700), parameters: [.pm25])
    for (limits, elapsed) in [("none", Duration.zero), ("free", .seconds(60))] {
      let options = ["baseURL": "http://localhost:8080", "limits": limits]
      _ = try await fetch(AirHub(container(standIn, options)).source("open-meteo"), many)
      #expect(clock.elapsed == elapsed)
    }
  }

  @Test("two sources of one host take turns, two hosts don't wait for each other")
  func takesTurns() async throws {
    let standIn = OpenMeteoStandIn(clock: clock)
    standIn.always(.slow(.seconds(1)))
    var container = try container(standIn)
    try container.register("open-meteo", as: "again")
    try container.setOption("domain", of: "again", to: "cams_global")
    let hub = try AirHub(container)
    let weather = AirQuery(places: [berlin], parameters: [.temperature])
    try await clock.run {
      async let first = hub.source("open-meteo").fetch(query)
      async let second = hub.source("again").fetch(query)
      async let third = hub.source("open-meteo-weather").fetch(weather)
      await clock.advanceUntilNobodySleeps()
      _ = try await (first, second, third)
    }
    #expect(clock.elapsed == .seconds(2))
    #expect(standIn.mostInFlight == 2)
    #expect(standIn.refusals == 0)
  }

  @Test("identical queries at the same time are one request")
  func coalesces() async throws {
    let standIn = OpenMeteoStandIn(clock: clock)
    standIn.always(.slow(.seconds(1)))
    let source = try AirHub(container(standIn)).source("open-meteo")
    try await clock.run {
      async let first = source.fetch(query)
      async let second = source.fetch(query)
      await clock.advanceUntilNobodySleeps()
      let responses = try await (first, second)
      #expect(responses.0 == responses.1)
    }
    #expect(standIn.requests.count == 1)
  }

  // MARK: Refusals

  @Test(
    "a 429 is retried after the wait in its text",
    arguments: [
      (OpenMeteoStandIn.Trouble.limit(.minute), 60.0..<62), (.tooManyAtOnce, 1.0..<3),
    ])
  func waitsAsLongAsTheTextSays(trouble: OpenMeteoStandIn.Trouble, wait: Range<Double>) async throws {
    let standIn = OpenMeteoStandIn(clock: clock)
    standIn.next(trouble)
    let response = try await fetch(AirHub(container(standIn)).source("open-meteo"), query)
    #expect(response.reports.count == 1)
    #expect(wait.contains(clock.elapsed / .seconds(1)))
    #expect(standIn.requests.count == 2)
  }

  @Test(
    "a 429 that would take longer than the caller waits is an error at once, for all services of the budget",
    arguments: [
      (OpenMeteoStandIn.Trouble.limit(.minute), Int64(60)), (.limit(.hour), 1760), (.limit(.day), 5360),
    ])
  func saysWhenToComeBack(trouble: OpenMeteoStandIn.Trouble, wait: Int64) async throws {
    let standIn = OpenMeteoStandIn(clock: clock)
    standIn.next(trouble)
    let hub = try AirHub(container(standIn))
    let air = timeLimited(try hub.source("open-meteo"))
    let refusal = try #require(await error(air, query))
    #expect(refusal.code == .rateLimited)
    #expect(refusal.retry == .after(.seconds(wait)))
    let weather = AirQuery(places: [berlin], parameters: [.temperature])
    let forecast = timeLimited(try hub.source("open-meteo-weather"))
    let other = try #require(await error(forecast, weather))
    #expect(other.code == .rateLimited)
    #expect(other.retry == .after(.seconds(wait)))
    #expect(standIn.requests.count == 1)
    #expect(clock.elapsed == .zero)
  }

  @Test("a 400 is never retried, and its reason reaches the caller")
  func neverRepeatsA400() async throws {
    let standIn = OpenMeteoStandIn(clock: clock)
    standIn.next(.status(400, reason: "Something about the query."))
    let source = try AirHub(container(standIn)).source("open-meteo")
    let error = try #require(await error(source, query))
    #expect(error.code == .invalidRequest)
    #expect(error.message.contains("Something about the query."))
    #expect(standIn.requests.count == 1)
  }

  @Test(
    "a request is repeated with back-off during an outage, and succeeds when it is over",
    arguments: [
      [OpenMeteoStandIn.Trouble.status(502), .status(504)], [.overloaded, .unreachable],
      [.truncated(after: 200), .streamFailure(after: 100)], [.cut(after: 50), .body("")], [.status(500)],
    ])
  func repeatsAfterOutages(troubles: [OpenMeteoStandIn.Trouble]) async throws {
    let standIn = OpenMeteoStandIn(clock: clock)
    for trouble in troubles { standIn.next(trouble) }
    let response = try await fetch(AirHub(container(standIn)).source("open-meteo"), query)
    #expect(response.reports.count == 1)
    #expect(standIn.requests.count == troubles.count + 1)
    #expect(clock.elapsed > .zero && clock.elapsed < .seconds(3))
  }

  @Test(
    "a lasting outage is given up on: after three attempts, after two if its cause is hidden or no server is reached",
    arguments: [
      (OpenMeteoStandIn.Trouble.status(502), 3, AQError.Code.unavailable), (.overloaded, 3, .unavailable),
      (.status(500, reason: "Something went wrong."), 2, .unavailable), (.unreachable, 2, .unreachable),
      (.truncated(after: 200), 3, .malformed), (.streamFailure(after: 100), 3, .unavailable),
    ])
  func givesUp(trouble: OpenMeteoStandIn.Trouble, attempts: Int, code: AQError.Code) async throws {
    let standIn = OpenMeteoStandIn(clock: clock)
    standIn.always(trouble)
    let source = try AirHub(container(standIn)).source("open-meteo")
    let error = try #require(await error(source, query))
    #expect(error.code == code)
    #expect(standIn.requests.count == attempts)
  }

  @Test("bare nan coordinates aren't an error: the model has nothing there")
  func readsBareNaN() async throws {
    let standIn = OpenMeteoStandIn(clock: clock)
    standIn.next(.bareNaN)
    let response = try await fetch(AirHub(container(standIn)).source("open-meteo"), query)
    #expect(response.reports.isEmpty)
    #expect(response.notes.contains { $0.code == .notCovered })
    #expect(standIn.requests.count == 1)
  }

  // MARK: Keeping

  private func valueRequests(_ standIn: OpenMeteoStandIn) -> Int {
    standIn.requests.count { !$0.url.contains("meta.json") }
  }

  @Test("a response is cached until one of its models has been run again and every server has the run")
  func keepsUntilTheNextRun() async throws {
    let query = AirQuery(places: [berlin], parameters: [.pm25], window: .past(.seconds(3 * 86_400)))
    let standIn = OpenMeteoStandIn(clock: clock)
    let source = try AirHub(container(standIn)).source("open-meteo")
    let first = try await fetch(source, query)
    await clock.advance(by: .seconds(300))
    #expect(try await fetch(source, query).reports.first?.receivedAt == first.reports.first?.receivedAt)
    #expect(standIn.requests.count == 1)
    // The next hour: the same request serves it, with the hour's own value.
    await clock.advance(by: .seconds(3000))
    let later = try await fetch(source, query)
    #expect(valueRequests(standIn) == 1)
    #expect(standIn.weight == 1)
    #expect(later.reports.first?.receivedAt == first.reports.first?.receivedAt)
    let newest = try #require(later.reports.first?[.pm25]?.newestReading(notAfter: clock.time))
    #expect(newest.interval.start == AirTime("2026-10-02T23:00:00Z"))
    // The next day is another query.
    await clock.advance(to: try #require(AirTime("2026-10-03T00:10:00Z")))
    _ = try await fetch(source, query)
    #expect(valueRequests(standIn) == 2)
    // CAMS global's run of midnight is there at 08:30, and everywhere at 08:40.
    await clock.advance(to: try #require(AirTime("2026-10-03T08:39:00Z")))
    _ = try await fetch(source, query)
    #expect(valueRequests(standIn) == 2)
    await clock.advance(to: try #require(AirTime("2026-10-03T08:50:00Z")))
    _ = try await fetch(source, query)
    #expect(valueRequests(standIn) == 3)
    _ = try await fetch(source, query)
    #expect(valueRequests(standIn) == 3)
    #expect(standIn.weight == 3)
    // Asked once or twice about each model's run, not at every fetch.
    #expect(standIn.requests.count - valueRequests(standIn) <= 12)
  }

  @Test("if the times of the runs aren't available, a response is cached for an hour")
  func keepsForAnHour() async throws {
    let query = AirQuery(places: [berlin], parameters: [.pm25], window: .past(.seconds(3 * 86_400)))
    let honest = OpenMeteoStandIn(clock: clock)
    let transport = StubTransport { request in
      if request.url.contains("meta.json") { return TransportResponse(status: 404, text: "") }
      return try await honest.send(request)
    }
    let source = try AirHub(container(transport)).source("open-meteo")
    for (minutes, requests) in [(0, 1), (30, 1), (29, 1), (2, 2)] {
      await clock.advance(by: .seconds(minutes * 60))
      _ = try await fetch(source, query)
      #expect(honest.requests.count == requests)
    }
  }

  @Test(
    "times of runs that don't come hold up one query for five seconds, even if its caller gives up before")
  func hangingTimes() async throws {
    let query = AirQuery(places: [berlin], parameters: [.pm25], window: .past(.seconds(3 * 86_400)))
    for patience in [3, 10] {
      let honest = OpenMeteoStandIn(clock: clock)
      let transport = StubTransport { [clock] request in
        if request.url.contains("meta.json") { try await clock.sleep(for: .seconds(9)) }
        return try await honest.send(request)
      }
      let source = timeLimited(try AirHub(container(transport)).source("open-meteo"), to: patience)
      _ = try await fetch(source, query)
      await clock.advance(by: .seconds(1200))
      let start = clock.elapsed
      _ = try? await fetch(source, query)
      let waited = clock.elapsed
      #expect(waited - start <= .seconds(5))
      _ = try await fetch(source, query)
      #expect(clock.elapsed == waited)
      #expect(valueRequests(honest) == 1)
    }
  }

  @Test("the time in the cache can be set, and a failure isn't cached")
  func keepsAsSet() async throws {
    let standIn = OpenMeteoStandIn(clock: clock)
    let never = try AirHub(container(standIn, ["keep": "0"])).source("open-meteo")
    for _ in 0..<3 { _ = try await fetch(never, query) }
    #expect(standIn.requests.count == 3)
    let minute = try AirHub(container(standIn, ["keep": "60"])).source("open-meteo")
    standIn.next(.status(400, reason: "No."))
    _ = await error(minute, query)
    for (seconds, requests) in [(0, 5), (59, 5), (2, 6)] {
      await clock.advance(by: .seconds(seconds))
      _ = try await fetch(minute, query)
      #expect(standIn.requests.count == requests)
    }
    let bad = #expect(throws: AQError.self) {
      _ = try AirHub(container(standIn, ["keep": "soon"])).source("open-meteo")
    }
    #expect(bad?.code == .notConfigured)
  }

  @Test(
    "a query for new values bypasses the cache, and the last response replaces an outage's error, with its age"
  )
  func reloads() async throws {
    let standIn = OpenMeteoStandIn(clock: clock)
    let source = try AirHub(container(standIn)).source("open-meteo")
    _ = try await fetch(source, query)
    _ = try await fetch(source, query)
    #expect(valueRequests(standIn) == 1)
    var reload = query
    reload.freshness = .reload
    #expect(try await fetch(source, reload).cached == nil)
    #expect(valueRequests(standIn) == 2)
    let start = clock.time
    standIn.always(.unreachable)
    await clock.advance(by: .seconds(7 * 3600))
    let old = try await fetch(source, query)
    #expect(old.reports.count == 1 && old.cached?.since == start && old.cached?.failure == .unreachable)
  }

  // MARK: Many places

  @Test("one place without data of 1,000 fails alone, in the order of the query and in few requests")
  func isolatesOnePlace() async throws {
    let all = try places(1000)
    // Through a container the service is asked about the centres of the cells, with which each point shares its models'.
    let grid = try #require(OpenMeteoAirQuality.descriptor.grid)
    let lost = grid.center(of: try #require(all[437].coordinate))
    let standIn = OpenMeteoStandIn(
      clock: clock, hasData: { $0.distance(to: lost) > 100 })
    let source = try AirHub(container(standIn)).source("open-meteo")
    let response = try await fetch(source, AirQuery(places: all, parameters: [.pm25]))
    #expect(response.reports.flatMap(\.places) == Array(0..<1000).filter { $0 != 437 })
    #expect(response.notes.filter { $0.code == .nothingNear }.flatMap(\.places) == [437])
    #expect(!response.isPartial)
    for report in response.reports {
      let place = try #require(report.places.first.flatMap { all[$0].coordinate })
      let reading = try #require(report[.pm25]?.newestReading(notAfter: clock.time))
      #expect(
        reading.value
          == standIn.value(of: "pm2_5", at: grid.center(of: place), reading.interval.start))
    }
    // One request a hundred places, and twice the halvings of one hundred.
    #expect(standIn.requests.count <= 10 + 14)
    #expect(standIn.refusals == 0)
    #expect(standIn.weight <= 1000 + 8)
  }
}
