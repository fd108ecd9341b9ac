import AQKit
import AQKitFixtures
import AQKitTesting
import Testing

/// The clients that an application injects.
struct ClientTests {
  private let clock = ManualClock()
  private let query = AirQuery(near: AirPlace.one.coordinate, parameters: [.pm25])

  @Test func liveAsksTheSourcesOfAContainer() async throws {
    try await clock.run {
      var container = AQContainer().setting(.clock, to: clock)
      let source = ClosureSource(.sample) { [clock] query in
        AirResponse(reports: [try .sample(at: AirPlace.one.coordinate, receivedAt: clock.time)])
      }
      try container.register(.sample) { _, _ in source }
      let client = try AirClient.live(container)
      #expect(try await client.fetch(query).report().source == "sample")
      #expect(client.now() == .noon)
      await #expect(throws: AQError.self) { try await client.places(AirPlace.Search("Brno")) }
    }
  }

  @Test func failingThrowsItsErrorEverywhere() async {
    let client = AirClient.failing(.down, clock: clock)
    await #expect(throws: AQError.down) { try await client.fetch(query) }
    await #expect(throws: AQError.down) { try await client.places(AirPlace.Search("Brno")) }
    await #expect(throws: AQError.down) { for try await _ in client.updates(query) {} }
  }

  @Test func alwaysGivesItsResponseForEveryPlace() async throws {
    var report = try AirReport.sample(at: AirPlace.two.coordinate, receivedAt: .noon)
    report.places = []
    let client = AirClient.always(AirResponse(reports: [report]), clock: clock)
    let answer = try await client.fetch(query)
    #expect(answer.best?[.pm25]?.values.first == 20)
    #expect(answer.askedAt == .noon)
    var updates: [AirUpdate] = []
    for try await update in client.updates(query) { updates.append(update) }
    #expect(updates.map(\.source) == ["sample"])
  }

  @Test func alwaysGivesTheNotesAndNoticesOfItsResponse() async throws {
    let note = AirNote(.nothingNear, "No station is near.")
    let notice = AirNotice(id: "smog", source: "warnings", kind: .episode, title: "Smog")
    let report = try AirReport.sample(at: AirPlace.one.coordinate, receivedAt: .noon)
    let response = AirResponse(reports: [report], notes: [note], notices: [notice])
    let answer = try await AirClient.always(response, clock: clock).fetch(query)
    #expect(answer.outcomes.map(\.source) == ["sample", "warnings"])
    #expect(answer.outcomes.map { $0.response?.notes } == [[note], []])
    #expect(answer.notices(forPlace: 0).map(\.id) == ["smog"])
    let empty = try await AirClient.always(AirResponse(notes: [note]), clock: clock).fetch(query)
    #expect(empty.explanation() == "response: \(note)")
  }

  @Test("a warning doesn't keep the weather of the same response from being shown")
  func weatherWithWarning() async throws {
    var report = try AirReport.sample(at: AirPlace.one.coordinate, receivedAt: .noon)
    report.series.removeAll { $0.parameter != .temperature }
    let notice = AirNotice(id: "smog", source: "warnings", kind: .episode, title: "Smog")
    let client = AirClient.always(AirResponse(reports: [report], notices: [notice]), clock: clock)
    let answer = try await client.fetch(AirQuery(near: AirPlace.one.coordinate))
    #expect(answer.best?.source == "sample" && answer.notices.map(\.id) == ["smog"])
  }

  @Test func theDefaultUpdatesReportFailedSources() async throws {
    let client = AirClient(clock: clock) { query in
      let outcome = AirAnswer.SourceOutcome(descriptor: .sample, result: .failed(.down))
      return AirAnswer(query: query, outcomes: [outcome], askedAt: .noon)
    }
    var updates: [AirUpdate] = []
    for try await update in client.updates(query) { updates.append(update) }
    #expect(updates.map(\.source) == ["sample"] && updates.map(\.state) == [.failed(.unreachable)])
    #expect(updates.flatMap(\.notes).map(\.failure) == [.unreachable])
  }

  @Test func theDefaultUpdatesSayWhyASourceIsNotAsked() async throws {
    let client = AirClient(clock: clock) { query in
      let outcome = AirAnswer.SourceOutcome(descriptor: .sample, result: .skipped(.notCovered))
      return AirAnswer(query: query, outcomes: [outcome], askedAt: .noon)
    }
    var notes: [AirNote] = []
    for try await update in client.updates(query) { notes += update.notes }
    #expect(notes.map(\.message) == ["Not asked: It doesn't cover the place."])
  }

  @Test func delayedWaitsBeforeEachAnswer() async throws {
    try await clock.run {
      let client = AirClient.always(AirResponse(), clock: clock).delayed(by: .seconds(3))
      async let answer = client.fetch(query)
      async let places = client.places(AirPlace.Search("Brno"))
      await clock.advance(by: .seconds(2))
      #expect(clock.sleeperCount == 2)
      await clock.advance(by: .seconds(1))
      _ = try await (answer, places)
      #expect(clock.elapsed == .seconds(3))
    }
  }

  @Test func previewShowsTheRecordingsAsIfTheyWereMadeNow() async throws {
    let clock = ManualClock(AirTime(secondsSince1970: 1_900_000_000))
    let client = AirClient.preview(clock: clock)
    let brno = try #require(try await client.places(AirPlace.Search("br")).first)
    #expect(brno.name == "Brno")
    let store = await AirQualityStore(client, loading: .air, .forecast(hours: 48), .pollen)
    await store.show(brno)
    #expect(await store[.air].error == nil)
    #expect(await store.aqi?.value?.number != nil)
    #expect(await store[.forecast(hours: 48)].value != nil)
    #expect(await store.credit.parts.isEmpty == false)
  }

  @Test func aTopicOfAnIndexSaysWhyItIsMissing() async throws {
    let topic = AirTopic<AQIValue>("index", of: [.pm25]) { try $0.index(using: "us_epa_2024").get() }
    let report = try AirReport.sample(at: AirPlace.one.coordinate, receivedAt: .noon, hours: 1)
    let store = await AirQualityStore(
      .always(AirResponse(reports: [report]), clock: clock), loading: topic)
    await store.show(.one)
    let load = await store[topic]
    let error = try #require(load.error)
    #expect(error.cause is AQIOutcome.Unavailable && error.message.hasPrefix("no us_epa_2024: "))
    let failing = AirClient(clock: clock) { query in
      let outcome = AirAnswer.SourceOutcome(descriptor: .sample, result: .failed(.down))
      return AirAnswer(query: query, outcomes: [outcome], askedAt: .noon)
    }
    let offline = await AirQualityStore(failing, loading: topic)
    await offline.show(.one)
    let failed = await offline[topic]
    #expect(failed.error == .down)
  }

  @Test func aLoadSaysOneThingOrAllOfThem() {
    #expect(AirTopic<Int>.Load().phase == .idle)
    #expect(AirTopic<Int>.Load(isLoading: true).phase == .loading)
    #expect(AirTopic<Int>.Load(error: .down).phase == .failed(.down))
    #expect(AirTopic<Int>.Load(error: .down, isLoading: true).phase == .loading)
    #expect(AirTopic<Int>.Load(value: 1, error: .down, isLoading: true).phase == .loaded(1))
  }
}
