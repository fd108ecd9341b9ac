import AQKit
import AQKitTesting
import Testing

/// Tests for how a store renews what it shows.
@MainActor struct QualityFollowTests {
  private let clock = ManualClock()
  private let air: SampleAir
  private let store: AirQualityStore

  init() {
    air = SampleAir(clock)
    store = AirQualityStore(air.client, randomNumbers: AQRandomNumbers { 0 })
  }

  @Test func renewsWhenTheSourceMayHaveNewValues() async {
    await clock.runOnMainActor {
      let following = Task { await store.follow(.one) }
      await clock.advance(by: .seconds(3))
      #expect(store[.air].summary == "10")
      let first = air.queries.count
      await clock.advance(by: .seconds(6 * 3600))
      let renewals = air.queries.count - first
      // Every hour, ten minutes late, and a few times a minute apart until the value is there.
      #expect((6...18).contains(renewals))
      #expect(air.queries.dropFirst(first).allSatisfy { $0.freshness == .revalidated })
      #expect(store[.air].receivedAt.map { $0 > AirTime.noon.adding(seconds: 5 * 3600) } == true)
      following.cancel()
      await following.value
      #expect(clock.sleeperCount == 0)
      await clock.advance(by: .seconds(6 * 3600))
      #expect(air.queries.count == first + renewals)
    }
  }

  @Test func aClockThatIsSetBackMakesAllPartsDue() async {
    await clock.runOnMainActor {
      let isAhead = Locked(true)
      let now = { @Sendable [clock] in clock.time + .seconds(isAhead.withLock { $0 } ? 86_400 : 0) }
      let count = Locked(0)
      var client = AirClient(clock: clock) { query in
        count.withLock { $0 += 1 }
        return try SampleAir.answer(to: query, receivedAt: now(), at: now())
      }
      client.now = now
      let store = AirQualityStore(client, randomNumbers: AQRandomNumbers { 0 })
      let following = Task { await store.follow(.one) }
      await clock.advance(by: .seconds(3))
      isAhead.withLock { $0 = false }
      #expect(store.dueAt == now())
      await clock.advance(by: .seconds(2 * 3600))
      #expect(count.withLock { $0 } > 1)
      #expect(store[.air].receivedAt.map { $0 <= now() } == true && store.dueAt.map { $0 > now() } == true)
      following.cancel()
      await following.value
    }
  }

  @Test func waitsLongerAfterEachFailure() async {
    await clock.runOnMainActor {
      air.set { $0.errors = Array(repeating: .down, count: 100) }
      let following = Task { await store.follow(.one) }
      var askedAt: [Duration] = []
      for step in 0..<(4 * 120) {
        await clock.advance(by: .seconds(step == 0 ? 0 : 30))
        if air.queries.count > askedAt.count { askedAt.append(clock.elapsed) }
      }
      let waits = zip(askedAt, askedAt.dropFirst()).map { $1 - $0 }
      #expect(
        waits == [30, 60, 120, 240, 480, 960, 1920, 3600, 3600].map { .seconds($0) })
      following.cancel()
      await following.value
    }
  }

  @Test func afterASuccessTheWaitIsShortAgain() async {
    await clock.runOnMainActor {
      air.set { $0.errors = [.down, .down, nil, .down] }
      let following = Task { await store.follow(.one) }
      await clock.advance(by: .seconds(100))
      #expect(air.queries.count == 3)
      #expect(store[.air].summary == "10")
      await clock.advance(by: .seconds(2 * 3600))
      #expect(store[.air].summary == "10")
      #expect(air.queries.count > 4)
      following.cancel()
      await following.value
    }
  }

  @Test func endsWhenAnotherPlaceIsShown() async {
    await clock.runOnMainActor {
      let following = Task { await store.follow(.one) }
      await clock.advance(by: .seconds(3))
      await store.show(.two)
      let count = air.queries.count
      await clock.advance(by: .seconds(3 * 3600))
      await following.value
      #expect(air.queries.count == count)
      #expect(store[.air].summary == "20")
    }
  }

  @Test func endsAtOnceDuringAPause() async {
    await clock.runOnMainActor {
      let following = Task { await store.follow(.one) }
      await clock.advance(by: .seconds(3))
      #expect(clock.sleeperCount > 0)
      await store.show(.two)
      await clock.advance(by: .zero)
      #expect(clock.sleeperCount == 0)
      following.cancel()
      await following.value
    }
  }

  @Test func aSourceWithoutNewValuesIsNotAskedContinually() async {
    await clock.runOnMainActor {
      air.set { $0.age = .seconds(20 * 86_400) }
      let following = Task { await store.follow(.one) }
      await clock.advance(by: .seconds(3600))
      #expect(store[.air].summary == "10 cached")
      #expect((2...61).contains(air.queries.count))
      following.cancel()
      await following.value
    }
  }

  @Test func aTopicMayHaveItsOwnRhythm() async {
    await clock.runOnMainActor {
      let store = AirQualityStore(
        air.client, loading: .quarterly, randomNumbers: AQRandomNumbers { 0 })
      let following = Task { await store.follow(.two) }
      await clock.advance(by: .seconds(3600))
      #expect(store[.quarterly].value == 20)
      #expect(air.queries.count == 5)
      following.cancel()
      await following.value
    }
  }

  @Test func aRefreshThatSucceedsBringsTheNextRenewalForward() async {
    await clock.runOnMainActor {
      air.set { $0.errors = [.closedForHours] }
      let store = AirQualityStore(
        air.client, loading: .quarterly, randomNumbers: AQRandomNumbers { 0 })
      let following = Task { await store.follow(.one) }
      await clock.advance(by: .seconds(3))
      #expect(store[.quarterly].error?.code == .unavailable)
      await store.refresh()
      #expect(store[.quarterly].value == 10 && air.queries.count == 2)
      await clock.advance(by: .seconds(1200))
      #expect(air.queries.count == 3)
      following.cancel()
      await following.value
      #expect(clock.sleeperCount == 0)
    }
  }

  @Test func aTimeZoneThatIsFoundDuringAPauseCountsFromTheNextRenewal() async {
    await clock.runOnMainActor {
      let zones = Locked<[String?]>([])
      let topic = AirTopic<Int>(
        "zones", every: .seconds(900),
        queries: { place, _ in
          zones.withLock { $0.append(place.timeZone) }
          return [AirQuery(near: place.coordinate, parameters: [.pm25])]
        }, value: { $0.count })
      let favorites = AirQualityStore.Favorites(
        air.client, places: [.one], loading: topic, randomNumbers: AQRandomNumbers { 0 })
      let store = favorites.stores[0]
      let following = Task { await store.follow(.one) }
      await clock.advance(by: .seconds(3))
      let count = zones.withLock { $0.count }
      favorites.places = [
        AirPlace(name: "Place 1", coordinate: AirPlace.one.coordinate, timeZone: "Europe/Prague")
      ]
      await clock.advance(by: .seconds(1200))
      let renewed = zones.withLock { $0.dropFirst(count) }
      #expect(count > 0 && !renewed.isEmpty && renewed.allSatisfy { $0 == "Europe/Prague" }, "\(renewed)")
      following.cancel()
      await following.value
    }
  }
}
