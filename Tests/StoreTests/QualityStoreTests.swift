import AQKit
import AQKitTesting
import Observation
import Testing

/// Tests for what a store shows while it loads, renews, fails and turns to other places.
@MainActor struct QualityStoreTests {
  private let clock = ManualClock()
  private let air: SampleAir

  init() { air = SampleAir(clock) }

  @Test func showsWhatTheSourceSays() async throws {
    await clock.runOnMainActor {
      let store = AirQualityStore(air.client)
      #expect(store[.air].phase == .idle)
      await store.show(.one)
      #expect(store.place == .one)
      #expect(store[.air].summary == "10")
      #expect(store[.air].receivedAt == .noon)
      #expect(store[.air].age(at: AirTime.noon.adding(seconds: 60)) == .seconds(60))
      #expect(store.aqi?.value?.number == 53)
      #expect(store.credit.text == "Sample")
    }
  }

  @Test("the credit names the authority of a warning that an hour has")
  func creditOfWarning() async {
    let warning = AirNotice(
      id: "smog", source: "warnings", kind: .episode, title: "Smog",
      until: AirTime.noon.adding(seconds: 3600), attribution: [AirAttribution("Agency")], places: [0])
    let warner = AirAnswer.SourceOutcome(
      descriptor: SourceDescriptor(id: "warnings", name: "Warnings", offers: []),
      result: .responded(AirResponse(notices: [warning])), receivedAt: .noon)
    let client = AirClient(clock: clock) { query in
      let answer = try SampleAir.answer(to: query, receivedAt: .noon, at: .noon)
      return AirAnswer(query: query, outcomes: answer.outcomes + [warner], askedAt: .noon)
    }
    await clock.runOnMainActor {
      let store = AirQualityStore(client)
      await store.show(.one)
      #expect(store.hourlyIndex(of: .air, hours: 1).first?.notices.map(\.id) == ["smog"])
      let warnings = store.answers(to: .air).flatMap { $0.notices(forPlace: 0, in: ["cs", "en"]) }
      #expect(warnings.map(\.id) == ["smog"])
      #expect(store.credit.text == "Sample; Agency")
    }
  }

  @Test("a series of coming hours is a forecast's, even if a station comes first")
  func seriesOfComingHours() async throws {
    let place = AirPlace.one.coordinate
    let station = try AirReport.sample(at: place, receivedAt: .noon, hours: 25)
    var model = try AirReport.sample(at: place, receivedAt: .noon, hours: 50)
    (model.source, model.kind) = ("model", .forecast)
    let client = AirClient.always(AirResponse(reports: [station, model]), clock: clock)
    try await clock.runOnMainActor {
      let store = AirQualityStore(client, loading: .air, .forecast(hours: 24))
      await store.show(.one)
      let now = try #require(store.aqiSeries(of: .air)).get()
      #expect(now.timeline.last?.end == .noon)
      let coming = try #require(store.aqiSeries(of: .forecast(hours: 24))).get()
      #expect(coming.timeline.last?.end == AirTime.noon.adding(seconds: 25 * 3600))
    }
  }

  @Test("a series comes from a report that gives an index, as the value of the moment does")
  func seriesWithValues() async throws {
    let place = AirPlace.one.coordinate
    var station = try AirReport.sample(at: place, receivedAt: .noon, hours: 25)
    let hour = try #require(station.series.first?.timeline.last)
    station.series = [try AirSeries(.pm25, 10, unit: .microgramsPerCubicMetre, over: hour)]
    var model = try AirReport.sample(at: place, receivedAt: .noon)
    (model.source, model.kind) = ("model", .forecast)
    let client = AirClient.always(AirResponse(reports: [station, model]), clock: clock)
    try await clock.runOnMainActor {
      let store = AirQualityStore(client, loading: .air, indexOptions: .standard)
      await store.show(.one)
      let series = try #require(store.aqiSeries(of: .air)).get()
      let now = try #require(store.aqi?.value)
      #expect(series.entries.map(\.number).last == now.number)
    }
  }

  @Test("one line shows the air at the place, estimated, and a failed query keeps the last value")
  func estimate() async throws {
    try await clock.runOnMainActor {
      let store = AirQualityStore(air.client, loading: .atPlace)
      #expect(store.estimate.value == nil)
      await store.show(.one)
      let estimate = try #require(store.estimate.value)
      #expect(estimate.basis == .stations && estimate.contributions.map(\.source) == ["sample"])
      #expect(estimate.low < estimate.value && estimate.value < estimate.high && abs(estimate.value - 10) < 1)
      air.set { $0.errors = [AQError(.unavailable, "It is down.")] }
      await store.refresh()
      #expect(store.estimate.value == estimate)
    }
  }

  @Test func anotherIndexIsShownWithoutAQuery() async throws {
    try await clock.runOnMainActor {
      let store = AirQualityStore(air.client)
      await store.show(.two)
      let us = try #require(store.aqi?.value)
      store.index = .euEAQI
      #expect(store.aqi?.value?.edition.family == "eu-eaqi")
      #expect(try store.aqiSeries(of: .air)?.get().edition.family == "eu-eaqi")
      store.index = .usEPA
      #expect(store.aqi?.value == us)
      #expect(air.queries.count == 1)
    }
  }

  @Test func theIndexFollowsTheAnswer() async throws {
    await clock.runOnMainActor {
      var client = air.client
      let places = Locked([AirPlace.one.coordinate, AirPlace.two.coordinate])
      client.fetch = { [clock] query in
        var other = query
        other.places = [.near(places.withLock { $0.removeFirst() })]
        return try SampleAir.answer(to: other, receivedAt: clock.time, at: clock.time)
      }
      let store = AirQualityStore(client)
      await store.show(.one)
      #expect(store.aqi?.value?.number == 53)
      store.index = .euEAQI
      _ = store.aqi
      await clock.advance(by: .seconds(60))
      await store.refresh()
      #expect(store.aqi?.value?.edition.family == "eu-eaqi")
      store.index = .usEPA
      #expect(store.aqi?.value?.number == 71)
    }
  }

  @Test func theHoursBeginNowAndFollowTheIndex() async {
    await clock.runOnMainActor {
      let store = AirQualityStore(air.client, loading: .forecast(hours: 24))
      #expect(store.hourlyIndex(of: .forecast(hours: 24), hours: 2).isEmpty)
      await store.show(.one)
      let hours = store.hourlyIndex(of: .forecast(hours: 24), hours: 2)
      #expect(hours.map(\.time) == [AirTime.noon, AirTime.noon.adding(seconds: 3600)])
      #expect(hours.first?.number == 53 && hours.first?.placeName == "Place 1")
      store.index = .euEAQI
      #expect(store.hourlyIndex(of: .forecast(hours: 24), hours: 1).first?.index == .euEAQI)
      #expect(air.queries.count == 1)
    }
  }

  @Test func observersSeeTheIndexTheyChoose() async {
    await clock.runOnMainActor {
      let store = AirQualityStore(air.client)
      await store.show(.one)
      let seen = Locked(0)
      withObservationTracking {
        _ = store.aqi
      } onChange: {
        seen.withLock { $0 += 1 }
      }
      store.index = .euEAQI
      #expect(seen.withLock { $0 } == 1)
    }
  }

  @Test func theIndexIsThatOfTheFirstReportWhereTheStoreDoesNotLoadTheAir() async {
    await clock.runOnMainActor {
      let store = AirQualityStore(air.client, loading: .forecast(hours: 24))
      await store.show(.one)
      #expect(store.aqi?.value?.number == 53)
    }
  }

  @Test func anIndexWithoutAValueSaysWhy() async {
    await clock.runOnMainActor {
      let store = AirQualityStore(air.client, index: "no such index")
      #expect(store.aqi == nil)
      await store.show(.one)
      #expect(store.aqi?.value == nil)
      #expect(store.aqi?.reason != nil)
    }
  }

  @Test func aValueStaysWhileItIsRenewedAndAfterAFailure() async {
    await clock.runOnMainActor {
      let store = AirQualityStore(air.client)
      await store.show(.one)
      air.set { $0.errors = [.down] }
      await store.refresh()
      #expect(store[.air].summary == "10 unreachable")
      air.set { $0.delay = .seconds(5) }
      async let refreshed: Void = store.refresh()
      await clock.advance(by: .seconds(1))
      #expect(store[.air].summary == "10 unreachable loading")
      await clock.advance(by: .seconds(10))
      await refreshed
      #expect(store[.air].summary == "10")
    }
  }

  @Test func partsLoadAndFailApart() async {
    await clock.runOnMainActor {
      var client = air.client
      client.fetch = { [fetch = client.fetch, clock] query in
        if query.parameters.contains(.birchPollen) { throw AQError.down }
        if query.parameters.contains(.temperature) { try await clock.sleep(for: .seconds(9)) }
        return try await fetch(query)
      }
      let store = AirQualityStore(client, loading: .air, .pollen, .weather)
      async let shown: Void = store.show(.one)
      await clock.advance(by: .seconds(1))
      #expect(store[.air].summary == "10")
      #expect(store[.pollen].summary == "unreachable")
      #expect(store[.weather].summary == "loading")
      #expect(store.isLoading)
      await clock.advance(by: .seconds(10))
      await shown
      #expect(store[.weather].summary == "10")
      #expect(!store.isLoading)
    }
  }

  @Test("without an answer, the index, its series and the answer say what failed")
  func noAnswer() async {
    air.set { $0.errors = [AQError(.unavailable, "It is down.")] }
    await clock.runOnMainActor {
      let store = AirQualityStore(air.client)
      await store.show(.one)
      #expect(store.aqi?.reason?.description == "unavailable: It is down.")
      let series = store.aqiSeries(of: .air)
      let reason = #expect(throws: AQIOutcome.Unavailable.self) { try series?.get() }
      #expect(reason == store.aqi?.reason)
      let answer = store.answers(to: .air).first
      #expect(answer?.outcomes.isEmpty == true)
      #expect(answer?.explanation() == "unavailable: It is down.")
      let error = #expect(throws: AQError.self) { try answer?.report() }
      #expect(error == AQError(.unavailable, "It is down."))
    }
  }

  @Test func aTopicWithTheIdentifierOfOneOfAnotherTypeSaysSo() async {
    await clock.runOnMainActor {
      let number = AirTopic<Double>("air", of: [.pm25]) { try $0.reading(of: .pm25).value }
      let store = AirQualityStore(air.client, loading: .air, number)
      await store.show(.one)
      #expect(store[.air].summary == "10")
      #expect(store[number].value == nil && store[number].error?.code == .invalidRequest)
      #expect(store.answers(to: number).isEmpty && store[.pollen].phase == .idle)
    }
  }

  @Test("a topic that has no query at the moment isn't due again at once")
  func noQueries() async {
    let none = AirTopic<Int>("none", queries: { _, _ in [] }, value: { $0.count })
    await clock.runOnMainActor {
      let store = AirQualityStore(air.client, loading: none)
      await store.show(.one)
      #expect(store[none].value == 0 && store[none].receivedAt == .noon)
      #expect(store.dueAt == AirTime.noon.adding(seconds: 3600))
    }
  }

  @Test func onePartIsRenewedAlone() async {
    await clock.runOnMainActor {
      let store = AirQualityStore(air.client, loading: .air, .pollen)
      await store.show(.one)
      await store.refresh(.pollen)
      #expect(air.queries.count == 3)
      #expect(air.queries.last?.parameters.contains(.birchPollen) == true)
    }
  }

  @Test func anotherPlaceClearsAndAKnownOneIsThereAtOnce() async {
    await clock.runOnMainActor {
      let store = AirQualityStore(air.client)
      await store.show(.one)
      air.set { $0.delay = .seconds(5) }
      let second = Task { await store.show(.two) }
      await clock.advance(by: .seconds(1))
      #expect(store[.air].summary == "loading")
      #expect(store.aqi == nil)
      await clock.advance(by: .seconds(5))
      await second.value
      #expect(store[.air].summary == "20")
      let first = Task { await store.show(.one) }
      await clock.advance(by: .seconds(1))
      #expect(store[.air].summary == "10 cached loading")
      #expect(store.aqi?.value?.number == 53)
      first.cancel()
      await clock.advance(by: .zero)
      #expect(store[.air].summary == "10 cached")
    }
  }

  @Test func whatIsKeptOfAPlaceIsForgottenAfterADay() async {
    await clock.runOnMainActor {
      let store = AirQualityStore(air.client)
      await store.show(.one)
      await store.show(.two)
      await clock.advance(by: .seconds(86_401))
      air.set { $0.errors = [.down] }
      await store.show(.one)
      #expect(store[.air].summary == "unreachable")
    }
  }

  @Test func aLateAnswerForAnotherPlaceIsDropped() async {
    await clock.runOnMainActor {
      // A client that ignores cancellation.
      var client = air.client
      client.fetch = { [fetch = client.fetch, clock] query in
        let work = Task {
          if query.places == [.near(AirPlace.one.coordinate)] { try await clock.sleep(for: .seconds(20)) }
          return try await fetch(query)
        }
        return try await work.value
      }
      let store = AirQualityStore(client)
      let first = Task { await store.show(.one) }
      await clock.advance(by: .seconds(1))
      await store.show(.two)
      await first.value
      #expect(store[.air].summary == "20")
      await clock.advance(by: .seconds(30))
      #expect(store[.air].summary == "20")
    }
  }

  @Test func olderDataDontReplaceNewerOnes() async {
    await clock.runOnMainActor {
      let store = AirQualityStore(air.client)
      await store.show(.one)
      air.set { $0.age = .seconds(600) }
      await clock.advance(by: .seconds(60))
      await store.refresh()
      #expect(store[.air].receivedAt == .noon)
      air.set { $0.age = .zero }
      await store.refresh()
      #expect(store[.air].receivedAt == AirTime.noon.adding(seconds: 60))
    }
  }

  @Test func refreshingGoesPastTheCacheAndShowingDoesNot() async {
    await clock.runOnMainActor {
      let store = AirQualityStore(air.client)
      await store.refresh()
      await store.show(.one)
      await store.refresh()
      #expect(air.queries.map(\.freshness) == [.usual, .reload])
    }
  }

  @Test func anOutdatedCachedAnswerIsShownAndRenewed() async throws {
    await clock.runOnMainActor {
      var client = air.client
      client.fetch = { [clock] query in
        let old = clock.time.adding(seconds: -5 * 3600)
        guard query.freshness == .usual else {
          try await clock.sleep(for: .seconds(3))
          return try SampleAir.answer(to: query, receivedAt: clock.time, at: clock.time)
        }
        return try SampleAir.answer(to: query, receivedAt: old, at: clock.time, cached: .init(since: old))
      }
      let store = AirQualityStore(client)
      async let shown: Void = store.show(.one)
      await clock.advance(by: .seconds(1))
      #expect(store[.air].summary == "10 cached loading")
      await clock.advance(by: .seconds(5))
      await shown
      #expect(store[.air].summary == "10")
    }
  }

  @Test func aCachedAnswerInPlaceOfAnErrorSaysTheError() async throws {
    await clock.runOnMainActor {
      var client = air.client
      client.fetch = { [clock] query in
        let old = clock.time.adding(seconds: -5 * 3600)
        return try SampleAir.answer(
          to: query, receivedAt: old, at: clock.time, cached: .init(since: old, failure: .rateLimited))
      }
      let store = AirQualityStore(client)
      await store.show(.one)
      #expect(store[.air].summary == "10 cached rateLimited")
    }
  }

  @Test func concurrentLoadsOfAPlaceAreOneQuery() async {
    await clock.runOnMainActor {
      air.set { $0.delay = .seconds(5) }
      let store = AirQualityStore(air.client)
      let first = Task { await store.show(.one) }
      let second = Task { await store.show(.one) }
      await clock.advance(by: .seconds(1))
      #expect(air.queries.count == 1)
      // One of those who wait leaves.
      first.cancel()
      await clock.advance(by: .seconds(5))
      await second.value
      #expect(store[.air].summary == "10")
    }
  }

  @Test func theDeadlineOfOneCallerDoesNotEndTheLoadOfAnother() async throws {
    try await clock.runOnMainActor {
      let source = ClosureSource(.sample) { [clock] _ in
        try await clock.sleep(for: .seconds(5))
        return AirResponse(reports: [try .sample(at: AirPlace.one.coordinate, receivedAt: clock.time)])
      }
      let store = AirQualityStore(AirClient(try AirHub(sources: [source], clock: clock)))
      // A plain task would cross the global pool, which the clock can't wait for.
      let hurried = PreferredExecutor.task { [clock] in
        _ = await #expect(throws: AQError.self) {
          try await AirDeadline.limit(.seconds(2), clock: clock) { await store.show(.one) }
        }
      }
      await clock.advance(by: .seconds(1))
      let patient = Task { await store.show(.one) }
      await clock.advance(by: .seconds(6))
      await patient.value
      #expect(store[.air].summary == "10")
      await hurried.value
    }
  }

  @Test func aReloadReplacesTheQuery() async {
    await clock.runOnMainActor {
      air.set { $0.delay = .seconds(5) }
      let store = AirQualityStore(air.client)
      let first = Task { await store.show(.one) }
      await clock.advance(by: .seconds(1))
      let second = Task { await store.refresh() }
      await clock.advance(by: .seconds(1))
      second.cancel()
      await clock.advance(by: .seconds(5))
      await first.value
      #expect(store[.air].summary == "10")
      #expect(air.queries.map(\.freshness) == [.usual, .reload])
    }
  }

  @Test func cancellingEndsTheLoading() async {
    await clock.runOnMainActor {
      air.set { $0.delay = .seconds(5) }
      let store = AirQualityStore(air.client)
      let shown = Task { await store.show(.one) }
      await clock.advance(by: .seconds(1))
      #expect(store[.air].summary == "loading")
      shown.cancel()
      await clock.advance(by: .zero)
      #expect(store[.air].summary == "empty")
      #expect(clock.sleeperCount == 0)
    }
  }

  @Test func aSilentClientIsGivenUpAfterAMinute() async {
    await clock.runOnMainActor {
      air.set { $0.delay = .seconds(1_000_000) }
      let store = AirQualityStore(air.client)
      async let shown: Void = store.show(.one)
      await clock.advance(by: .seconds(61))
      await shown
      #expect(store[.air].summary == "timedOut")
    }
  }

  @Test func observersSeeEachStateOnce() async throws {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    await clock.runOnMainActor {
      air.set { $0.delay = .seconds(5) }
      let store = AirQualityStore(air.client)
      let watching = Task {
        var seen: [String] = []
        for await state in Observations({ store[.air].summary }) { seen.append(state) }
        return seen
      }
      await clock.advance(by: .zero)
      let shown = Task { await store.show(.one) }
      await clock.advance(by: .seconds(6))
      air.set { $0.errors = [.down] }
      let refreshed = Task { await store.refresh() }
      await clock.advance(by: .seconds(6))
      let other = Task { await store.show(.two) }
      await clock.advance(by: .seconds(6))
      watching.cancel()
      await shown.value
      await refreshed.value
      await other.value
      let seen = await watching.value
      #expect(
        seen == [
          "empty", "loading", "10", "10 loading", "10 unreachable", "loading", "20",
        ])
    }
  }
}
