import AQKit
import AQKitTesting
import Foundation
import Testing

/// What of a store survives the end of the process.
@MainActor struct QualitySnapshotTests {
  private let clock = ManualClock()
  private let air: SampleAir

  init() { air = SampleAir(clock) }

  /// What another process would read.
  private func relaunched(_ store: AirQualityStore) throws -> AirQualityStore.Snapshot {
    let snapshot = try #require(store.snapshot)
    return try JSONDecoder().decode(AirQualityStore.Snapshot.self, from: JSONEncoder().encode(snapshot))
  }

  @Test func isShownAtOnceAfterTheNextStart() async throws {
    try await clock.runOnMainActor {
      let store = AirQualityStore(air.client, index: .euEAQI, loading: .air, .pollen)
      #expect(store.snapshot == nil)
      await store.show(.one)
      let snapshot = try relaunched(store)
      #expect(snapshot.topics == ["air", "pollen"])

      let next = AirQualityStore(.failing(.down, clock: clock), loading: .air, .weather)
      next.restore(snapshot)
      #expect(next.place == .one)
      #expect(next.index.description == "eu-eaqi")
      #expect(next[.air].summary == "10 kept")
      #expect(next[.air].receivedAt == .noon)
      #expect(next.aqi?.value != nil)
      #expect(next.aqi == store.aqi)
      #expect(next[.weather].summary == "empty")
      await next.show(.one)
      #expect(next[.air].summary == "10 kept unreachable")
    }
  }

  @Test func newerDataStay() async throws {
    try await clock.runOnMainActor {
      let store = AirQualityStore(air.client)
      await store.show(.one)
      let snapshot = try relaunched(store)
      await clock.advance(by: .seconds(60))
      await store.refresh()
      store.restore(snapshot)
      #expect(store[.air].receivedAt == AirTime.noon.adding(seconds: 60))
      #expect(store[.air].summary == "10")
    }
  }

  @Test func isForgottenAfterADay() async throws {
    try await clock.runOnMainActor {
      let store = AirQualityStore(air.client)
      await store.show(.one)
      let snapshot = try relaunched(store)
      await clock.advance(by: .seconds(86_401))
      let next = AirQualityStore(air.client)
      next.restore(snapshot)
      #expect(next.place == .one)
      #expect(next[.air].summary == "empty")
    }
  }

  @Test func holdsNothingThatMustNotBeKept() async throws {
    try await clock.runOnMainActor {
      var client = air.client
      client.fetch = { [clock] query in
        try SampleAir.answer(
          to: query, receivedAt: clock.time, at: clock.time, rights: AirRights(caching: .forbidden))
      }
      let store = AirQualityStore(client)
      await store.show(.one)
      let topics = try relaunched(store).topics
      #expect(topics.isEmpty)
    }
  }

  @Test func keepsHowTheSourcesWereMerged() async throws {
    try await clock.runOnMainActor {
      var client = air.client
      client.fetch = { [fetch = client.fetch] query in
        let answer = try await fetch(query)
        return AirAnswer(
          query: answer.query, outcomes: answer.outcomes, askedAt: answer.askedAt,
          policy: .merged(.nearestSite))
      }
      let store = AirQualityStore(client)
      await store.show(.one)
      let next = AirQualityStore(.failing(.down, clock: clock))
      next.restore(try relaunched(store))
      #expect(next.answers(to: .air).map(\.policy) == [.merged(.nearestSite)])
      #expect(next.answers(to: .air).first?.merged() != nil)
      #expect(next[.air].summary == "10 kept")
    }
  }

  @Test func anOrderThatIsCodeIsLeftOut() async throws {
    try await clock.runOnMainActor {
      var client = air.client
      client.fetch = { [fetch = client.fetch] query in
        let answer = try await fetch(query)
        return AirAnswer(
          query: answer.query, outcomes: answer.outcomes, askedAt: answer.askedAt,
          policy: .merged(.custom("mine") { _, _ in false }))
      }
      let store = AirQualityStore(client)
      await store.show(.one)
      let next = AirQualityStore(.failing(.down, clock: clock))
      next.restore(try relaunched(store))
      #expect(next.answers(to: .air).map(\.policy) == [.merged(.standard)])
      #expect(next[.air].summary == "10 kept")
    }
  }

  @Test func keepsAnIndexOfTheApplicationsOwn() async throws {
    try await clock.runOnMainActor {
      let known = try #require(AirQualityIndexCatalog.standard.index("us_epa_2024") as? BreakpointIndex)
      let text = String(decoding: try JSONEncoder().encode(known), as: UTF8.self)
        .replacingOccurrences(of: "us_epa_2024", with: "own_2026")
        .replacingOccurrences(of: "us-epa", with: "own")
      var catalog = AirQualityIndexCatalog.standard
      try catalog.register(try JSONDecoder().decode(BreakpointIndex.self, from: Data(text.utf8)))
      var client = AirClient.failing(.down, clock: clock)
      client.catalog = catalog
      let store = AirQualityStore(air.client, index: "own")
      await store.show(.one)
      let snapshot = try relaunched(store)
      let next = AirQualityStore(client)
      next.restore(snapshot)
      #expect(next.index.description == "own")
      #expect(next.aqi?.value?.edition.identifier == "own_2026")
    }
  }

  @Test func aPartThatCannotBeReadLosesOnlyItself() async throws {
    try await clock.runOnMainActor {
      let store = AirQualityStore(air.client, loading: .air, .pollen)
      await store.show(.one)
      let text = String(decoding: try JSONEncoder().encode(store.snapshot), as: UTF8.self)
      var json = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      var parts = try #require(json["parts"] as? [String: Any])
      parts["pollen"] = ["answers": 7]
      json["parts"] = parts
      let read = try JSONDecoder().decode(
        AirQualityStore.Snapshot.self, from: JSONSerialization.data(withJSONObject: json))
      #expect(read.topics == ["air"])
    }
  }
}
