import AQKit
import AQKitTesting
import Foundation
import Testing

/// Topics whose queries depend on the place's calendar day: cached answers are valid all day, and renewed at midnight.
@MainActor struct QualityDayTests {
  private let clock = ManualClock()

  /// Queries in the hours of a day at a place, each once.
  private func queries(
    of topic: AirTopic<AirReport>, at place: AirPlace, from start: String, hours: Int64
  ) throws -> [AirQuery] {
    let start = try #require(AirTime(start))
    return (0..<hours).reduce(into: []) { all, hour in
      let new = topic.queries(place, start.adding(seconds: hour * 3600))
      for query in new where !all.contains(query) { all.append(query) }
    }
  }

  @Test(arguments: [AirTopic<AirReport>.pollen, .forecast(hours: 48)])
  func theQueryIsTheSameAllDay(topic: AirTopic<AirReport>) throws {
    let place = AirPlace(
      name: "Delhi", coordinate: try Coordinate(28.6, 77.2), timeZone: "Asia/Kolkata")
    #expect(try queries(of: topic, at: place, from: "2026-09-30T18:30:00Z", hours: 24).count == 1)
    #expect(try queries(of: topic, at: place, from: "2026-09-30T18:30:00Z", hours: 25).count == 2)
  }

  @Test(
    "the query is the same in all hours of a day on which clocks change, and no longer",
    arguments: [("2026-10-24T22:00:00Z", Int64(25)), ("2026-03-28T23:00:00Z", 23)])
  func aDayOfAClockChangeHasOneQuery(start: String, hours: Int64) throws {
    let place = AirPlace(name: "Brno", coordinate: try Coordinate(49.2, 16.6), timeZone: "Europe/Prague")
    for topic in [AirTopic<AirReport>.pollen, .forecast(hours: 48)] {
      #expect(try queries(of: topic, at: place, from: start, hours: hours).count == 1)
      #expect(try queries(of: topic, at: place, from: start, hours: hours + 1).count == 2)
    }
  }

  @Test func theForecastHasAllHoursThatAreAskedForAtEveryHour() throws {
    for hour in Int64(0)..<48 {
      let now = AirTime.noon.adding(seconds: hour * 3600 + 1799)
      let query = try #require(AirTopic.forecast(hours: 24).queries(.one, now).first)
      let window = query.window.interval(at: now)
      #expect(
        now.duration(since: window.start) >= .seconds(25 * 3600)
          && window.end.duration(since: now) >= .seconds(24 * 3600))
    }
  }

  /// Returns the texts at an offline start some hours after another process has stored its responses, from a moment on.
  private func offlineStart(
    _ hours: Int64, after start: String, at place: AirPlace = .one
  ) async throws -> [String] {
    let clock = ManualClock(try #require(AirTime(start)))
    let memory = MemoryResponses()
    func store(_ source: some AirDataSource) throws -> AirQualityStore {
      var container = AQContainer().setting(.clock, to: clock).setting(.responseStore, to: memory)
      try container.register(source.descriptor) { _, _ in source }
      return AirQualityStore(
        try .live(container), loading: .air, .forecast(hours: 24), .pollen)
    }
    return try await clock.runOnMainActor {
      let online = try store(
        ClosureSource(.sample) { query in
          AirResponse(reports: [try .sample(at: AirPlace.one.coordinate, receivedAt: clock.time)])
        })
      let shown = Task { await online.show(place) }
      await clock.advance(by: .seconds(1))
      await shown.value
      await clock.advance(by: .seconds(hours * 3600))
      let offline = try store(ClosureSource(.sample) { _ in throw AQError.down })
      let again = Task { await offline.show(place) }
      await clock.advance(by: .seconds(59))
      await again.value
      return [offline[.air].summary, offline[.forecast(hours: 24)].summary, offline[.pollen].summary]
    }
  }

  @Test func anOfflineStartInAnotherHourShowsWhatIsStored() async throws {
    let cached = "10 cached unreachable"
    #expect(try await offlineStart(3, after: "2026-10-01T09:20:00Z") == [cached, cached, cached])
  }

  @Test func anOfflineStartAfterMidnightShowsWhatIsStoredOfTheDayBefore() async throws {
    let cached = "10 cached unreachable"
    #expect(try await offlineStart(2, after: "2026-10-01T21:40:00Z") == [cached, cached, cached])
  }

  @Test func anOfflineStartAfterADayOfTwentyThreeHoursShowsWhatIsStoredOfIt() async throws {
    var place = AirPlace.one
    place.timeZone = "Europe/Prague"
    let cached = "10 cached unreachable"
    // Ten minutes past midnight, 24 hours earlier it was still Saturday.
    #expect(
      try await offlineStart(2, after: "2026-03-29T20:10:00Z", at: place) == [cached, cached, cached])
  }

  @Test func anAnswerOfTheDayBeforeIsNotTakenForANewOne() async throws {
    // Only the queries of the day before get an answer, and not from the cache.
    var client = AirClient.failing(.down, clock: clock)
    client.fetch = { [clock] query in
      guard query.freshness == .cached else { throw AQError.down }
      return try SampleAir.answer(to: query, receivedAt: clock.time, at: clock.time)
    }
    await clock.runOnMainActor {
      let store = AirQualityStore(client, loading: .pollen)
      await store.show(.one)
      #expect(store[.pollen].summary == "unreachable")
    }
  }

  /// A topic that has the day about which it asks.
  private func day(_ isAsked: Bool) -> AirTopic<String> {
    AirTopic(
      "day", every: .seconds(7 * 86_400),
      queries: { place, now in
        let queries = AirTopic.thisDay(in: [2026]).queries(place, now)
        return isAsked ? queries : [AirQuery(near: place.coordinate)]
      },
      value: { answers in
        guard case .interval(let hour) = answers.first?.query.window else { return "now" }
        return String(hour.start.description.prefix(10))
      })
  }

  @Test(arguments: [(true, ["2026-10-01", "2026-10-02"]), (false, ["now", "now"])])
  func midnightRenewsWhatAsksAboutTheDay(isAsked: Bool, values: [String]) async {
    let air = SampleAir(clock)
    await clock.runOnMainActor {
      let topic = day(isAsked)
      let store = AirQualityStore(air.client, loading: topic, randomNumbers: AQRandomNumbers { 0 })
      let following = Task { await store.follow(.one) }
      await clock.advance(by: .seconds(3))
      let first = store[topic].value
      // By the sun, it is 13:00 at the place when it is noon in UTC.
      await clock.advance(by: .seconds(11 * 3600 - 10))
      #expect(air.queries.count == 1)
      await clock.advance(by: .seconds(10))
      #expect([first, store[topic].value] == values)
      #expect(air.queries.count == (isAsked ? 2 : 1))
      following.cancel()
      await following.value
    }
  }
}
