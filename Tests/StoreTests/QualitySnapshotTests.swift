import AQKit
import AQKitTesting
import Foundation
import Testing

/// The part of a store that survives the end of the process.
@MainActor struct QualitySnapshotTests {
  private let clock = ManualClock()
  private let air: SampleAir

  init() { air = SampleAir(clock) }

  /// Returns the snapshot that another process would read.
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
      #expect(next[.air].summary == "10 cached")
      #expect(next[.air].receivedAt == .noon)
      #expect(next.aqi?.value != nil)
      #expect(next.aqi == store.aqi)
      #expect(next[.weather].summary == "empty")
      await next.show(.one)
      #expect(next[.air].summary == "10 cached unreachable")
    }
  }

  @Test func anEstimateIsTheSameAfterTheNextStart() async throws {
    let place = AirPlace.one.coordinate
    let stations = try [0.01, 0.02, 0.03].map { distance in
      try AirReport.sample(at: Coordinate(place.latitude + distance, place.longitude), receivedAt: .noon)
    }
    let offer = SourceDescriptor.Offer(
      capabilities: [.current, .history, .forecast], placeKinds: [.coordinate], parameters: [.pm25],
      kinds: [.forecast], timeConvention: .instant, averaging: .instant)
    let descriptor = SourceDescriptor(
      id: "model", name: "Model", offers: [offer], limits: RequestLimits(placesPerRequest: 100))
    let model = ClosureSource(descriptor) { query in
      // Each place has another value.
      let reports = try query.places.indices.map { index in
        let timeline = try AirTimeline(
          start: AirTime.noon.adding(seconds: -3600), step: .seconds(3600), length: .zero, count: 2)
        let value = Double(8 + 4 * index)
        let series = try AirSeries(
          .pm25, unit: .microgramsPerCubicMetre, timeline: timeline, values: [value, value])
        return AirReport(
          source: "model", site: AirSite(kind: .modelCell), kind: .forecast, series: [series],
          receivedAt: .noon, places: [index])
      }
      return AirResponse(reports: reports)
    }
    try await clock.runOnMainActor {
      let hub = try AirHub(
        sources: [ScriptedSource(.sample, always: AirResponse(reports: stations)), model], clock: clock)
      let store = AirQualityStore(AirClient(hub), loading: .atPlace)
      await store.show(.one)
      let next = AirQualityStore(.failing(.down, clock: clock), loading: .atPlace)
      next.restore(try relaunched(store))
      #expect(store.estimate.value?.basis == .stationsAndModel)
      #expect(next.estimate.value == store.estimate.value)
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

  @Test func movesOnWithTheClock() async throws {
    try await clock.runOnMainActor {
      var client = air.client
      client.fetch = { [clock] query in
        // 80 until noon and 65 afterwards, as a model forecasts it.
        let timeline = try AirTimeline(
          start: AirTime.noon.adding(seconds: -24 * 3600), step: .seconds(3600), length: .seconds(3600),
          count: 48)
        let values = (0..<48).map { $0 < 24 ? 30.0 : 5 }
        let report = AirReport(
          source: "sample", site: AirSite(coordinate: AirPlace.one.coordinate, kind: .modelCell),
          kind: .forecast,
          series: [
            try AirSeries(.pm25, unit: .microgramsPerCubicMetre, timeline: timeline, values: values)
          ], receivedAt: clock.time, places: [0])
        return AirAnswer([report], to: query, at: clock.time)
      }
      let store = AirQualityStore(client)
      await store.show(.one)
      let noon = try #require(store.aqi?.value)
      let snapshot = try relaunched(store)
      await clock.advance(by: .seconds(10 * 3600))
      let next = AirQualityStore(.failing(.down, clock: clock))
      next.restore(snapshot)
      let later = try #require(next.aqi?.value)
      #expect(noon.time == .noon && later.time == AirTime.noon.adding(seconds: 10 * 3600))
      let (before, after) = (try #require(noon.number), try #require(later.number))
      #expect(after < before)
      #expect(later.provenance?.kind == .forecast)
      let report = try #require(next[.air].value)
      let hour = report.hourlyIndex(using: .usEPA, from: clock.time, hours: 1).first
      #expect(hour?.number == later.number)
      // What is shown without a relaunch moves, too.
      #expect(store.aqi?.value?.number == later.number)
    }
  }

  @Test func staysWhenAnotherPlaceCanNotBeLoaded() async throws {
    try await clock.runOnMainActor {
      let store = AirQualityStore(air.client)
      await store.show(.one)
      air.set { $0.errors = [.down, .down, .down] }
      await store.show(.two)
      #expect(store[.air].error != nil && store.place == .two)
      let kept = try relaunched(store)
      #expect(kept.place == .one && kept.topics == ["air"])
      await store.refresh()
      air.set { $0.errors = [] }
      await store.refresh()
      #expect(try relaunched(store).place == .two)
    }
  }

  @Test func hasTheChosenIndexWhileAPlaceHasNoData() async throws {
    try await clock.runOnMainActor {
      let store = AirQualityStore(air.client)
      await store.show(.one)
      air.set { $0.errors = [.down] }
      await store.show(.two)
      store.index = .euEAQI
      #expect(try relaunched(store).place == .one)
      #expect(try relaunched(store).index == "eu-eaqi")

      let next = AirQualityStore(.failing(.down, clock: clock))
      next.restore(try relaunched(store))
      await next.show(.two)
      next.index = .cnAQI
      #expect(try relaunched(next).place == .one)
      #expect(try relaunched(next).index == "cn-aqi")
    }
  }

  @Test func staysThroughALaunchWithoutNetwork() async throws {
    try await clock.runOnMainActor {
      let store = AirQualityStore(air.client)
      await store.show(.one)
      let next = AirQualityStore(.failing(.down, clock: clock))
      next.restore(try relaunched(store))
      await next.show(.two)
      #expect(try relaunched(next).place == .one)
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
      #expect(next[.air].summary == "10 cached")
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
      #expect(next[.air].summary == "10 cached")
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
      #expect((parts["pollen"] as? [String: Any])?.keys.sorted() == ["answers"])
      parts["pollen"] = ["answers": 7]
      json["parts"] = parts
      let read = try JSONDecoder().decode(
        AirQualityStore.Snapshot.self, from: JSONSerialization.data(withJSONObject: json))
      #expect(read.topics == ["air"])
    }
  }
}
