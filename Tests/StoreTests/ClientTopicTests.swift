import AQKit
import AQKitOpenMeteo
import AQKitOpenMeteoStandIn
import AQKitTesting
import Testing

/// Tests for what is asked for a topic, and what it costs, with all services of Open-Meteo.
@MainActor struct ClientTopicTests {
  private let clock = ManualClock()
  private let service: OpenMeteoStandIn
  private let client: AirClient

  init() throws {
    service = OpenMeteoStandIn(clock: clock)
    let container = try AQContainer().setting(.clock, to: clock).setting(.httpTransport, to: service)
      .installing(.openMeteo(.airQuality, .weather, .archive))
    client = try .live(container)
  }

  private func place(_ name: String, _ latitude: Double, _ longitude: Double, _ zone: String?) throws
    -> AirPlace
  {
    AirPlace(name: name, coordinate: try Coordinate(latitude, longitude), timeZone: zone)
  }

  private var brno: AirPlace { get throws { try place("Brno", 49.2, 16.6, "Europe/Prague") } }

  /// Runs a body until it is done, however long it waits on the clock.
  private func run(_ body: @escaping @MainActor () async throws -> Void) async throws {
    try await clock.runOnMainActor {
      let work = Task { try await body() }
      await clock.advance(by: .seconds(120))
      try await work.value
    }
  }

  @Test func theKnownTopicsHaveValues() async throws {
    let store = AirQualityStore(
      client, loading: .air, .forecast(hours: 24), .pollen, .weather, .report(from: SourceID("open-meteo")),
      .uv)
    try await run { await store.show(try brno) }
    #expect(store[.air].value?.source == "open-meteo")
    #expect(store.aqi?.value?.number != nil)
    let forecast = try #require(store[.forecast(hours: 24)].value?[.pm25])
    let span = forecast.timeline
    #expect((span.last?.end).map { $0 >= AirTime.noon.adding(seconds: 24 * 3600) } == true)
    #expect((span.first?.start).map { $0 <= AirTime.noon.adding(seconds: -24 * 3600) } == true)
    #expect(store[.pollen].value?[.birchPollen] != nil)
    #expect(store[.weather].value?.source == "open-meteo-weather")
    #expect(store[.report(from: "open-meteo")].value?[.uvIndex] != nil)
    #expect(store[.uv].value != nil)
  }

  @Test func airAndForecastCostOneCallEach() async throws {
    let store = AirQualityStore(client, loading: .air, .forecast(hours: 48), .pollen)
    try await run { await store.show(try brno) }
    #expect(service.weight == 3)
  }

  @Test func aDayOfSixYearsCostsSixCalls() async throws {
    let topic = AirTopic.thisDay(in: [1980, 1990, 2000, 2010, 2020])
    let store = AirQualityStore(client, loading: topic)
    try await run { await store.show(try brno) }
    #expect(store[topic].value?.map(\.year) == [1980, 1990, 2000, 2010, 2020])
    #expect(store[topic].value?.allSatisfy { (-40...50).contains($0.value) } == true)
    #expect(service.weight == 5)
  }

  @Test func whatTheArchiveDoesNotHaveYetIsAbsent() async throws {
    var client = client
    client.fetch = { [fetch = client.fetch, clock] query in
      guard case .interval(let hour) = query.window, hour.start.description.hasPrefix("2026") else {
        return try await fetch(query)
      }
      return AirAnswer([], to: query, at: clock.time)
    }
    let topic = AirTopic.thisDay(in: [2025, 2026, 2027])
    let store = AirQualityStore(client, loading: topic)
    try await run { await store.show(try brno) }
    #expect(store[topic].value?.map(\.year) == [2025])
    #expect(store[topic].error == nil)
  }

  @Test func theForecastKnowsToday() async throws {
    let topic = AirTopic.thisDay(in: [2025, 2026])
    let store = AirQualityStore(client, loading: topic)
    try await run { await store.show(try brno) }
    #expect(store[topic].value?.map(\.year) == [2025, 2026])
  }

  @Test func theDayIsThePlacesOwn() async throws {
    // It is noon of 1 October in UTC: 2 October on Kiritimati, 1 October in Brno.
    let topic = AirTopic.thisDay(in: [2000])
    let days = try await [brno, place("Kiritimati", 1.87, -157.4, "Pacific/Kiritimati")].asyncMap { place in
      let store = AirQualityStore(client, loading: topic)
      try await run { await store.show(place) }
      return store[topic].value?.first?.reading.interval.start.description
    }
    // The stand-in has winter time in Brno.
    #expect(days == ["2000-09-30T23:00:00Z", "2000-10-01T10:00:00Z"])
  }

  @Test func futureYearsDontCountTowardsTheLimit() throws {
    let place = try brno
    #expect(AirTopic.thisDay(in: 1950...2200).queries(place, .noon).count == 2026 - 1950 + 1)
    #expect(AirTopic.thisDay(in: 1800...2200).queries(place, .noon).count == 150)
  }

  @Test func a29thOfFebruaryIsLookedForInLeapYearsOnly() throws {
    let topic = AirTopic.thisDay(in: 2019...2030)
    let day = try #require(AirTime("2028-02-29T12:00:00Z"))
    let windows = topic.queries(try brno, day).compactMap { query -> String? in
      guard case .interval(let hour) = query.window else { return nil }
      return String(hour.start.description.prefix(10))
    }
    #expect(windows == ["2020-02-29", "2024-02-29", "2028-02-29"])
  }

  @Test func aSourceThatFailsIsTheReason() async throws {
    service.always(.status(503))
    let store = AirQualityStore(client, loading: .air, .thisDay(in: [1990, 2000]))
    try await run { await store.show(try brno) }
    #expect(store[.air].error?.code == .unavailable)
    #expect(store[.thisDay(in: [1990, 2000])].error?.code == .unavailable)
    #expect(store.aqi?.reason != nil)
  }

  @Test func aSourceThatIsNotInstalledIsTheReason() async throws {
    let store = AirQualityStore(client, loading: .report(from: SourceID("absent")))
    try await run { await store.show(try brno) }
    #expect(store[.report(from: "absent")].error?.code == .notConfigured)
  }

  @Test func aSourceThatIsSwitchedOffIsTheReasonForNoWeather() async throws {
    let container = try AQContainer().setting(.clock, to: clock).setting(.httpTransport, to: service)
      .installing(.openMeteo)
    let store = AirQualityStore(try .live(container), loading: .weather)
    try await run { await store.show(try brno) }
    #expect(store[.weather].error?.code == .notConfigured)
  }

  @Test func aReachedLimitIsTheReasonForNoWeather() async throws {
    let end = AirTime.noon + .seconds(7200)
    let outcome = AirAnswer.SourceOutcome(
      descriptor: .sample, result: .skipped(.budgetSpent(until: end)))
    let answer = AirAnswer(
      query: AirQuery(near: try brno.coordinate), outcomes: [outcome], askedAt: .noon)
    let store = AirQualityStore(.always(answer, clock: clock), loading: .weather)
    try await run { await store.show(try brno) }
    #expect(store[.weather].error?.code == .rateLimited)
    #expect(store.dueAt.map { $0 >= end } == true)
  }

  @Test func oneQueryOfSeveralMayFail() async throws {
    var client = client
    client.fetch = { [fetch = client.fetch] query in
      if case .interval(let hour) = query.window, hour.start.description.hasPrefix("1990") {
        throw AQError.down
      }
      return try await fetch(query)
    }
    let topic = AirTopic.thisDay(in: [1980, 1990, 2000])
    let store = AirQualityStore(client, loading: topic)
    try await run { await store.show(try brno) }
    #expect(store[topic].value?.map(\.year) == [1980, 2000])
    #expect(store[topic].error == .down)
  }
}

extension Array {
  /// The results of some work on each element, one after another.
  @MainActor fileprivate func asyncMap<Result>(
    _ work: @MainActor (Element) async throws -> Result
  ) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await work(element)) }
    return results
  }
}
