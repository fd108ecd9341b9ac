import AQKit
import AQKitTesting
import Testing

/// Tests of a hub's queries for an estimate: enough sites, and the model at them.
struct SurroundingsTests {
  private let clock = ManualClock()
  private let place: Coordinate

  init() throws { place = try Coordinate(50.1234, 14.5678) }

  private func station(_ number: Int) throws -> AirReport {
    let site = AirSite(
      id: "\(number)", coordinate: try Coordinate(50.1 + 0.01 * Double(number), 14.5), kind: .referenceStation
    )
    return try .sample("stations", value: 10, site: site)
  }

  /// A model's report of a place, with an hour or two.
  private func cell(_ place: Int, _ value: Double) throws -> AirReport {
    let series = try AirSeries(
      .pm25, unit: .microgramsPerCubicMetre,
      timeline: AirTimeline(start: AirTime.noon.hours(-1), step: .seconds(3600), length: .zero, count: 2),
      values: [value, value])
    return AirReport(
      source: "model", site: AirSite(kind: .modelCell), kind: .forecast, series: [series], receivedAt: .noon,
      places: [place])
  }

  private func stations(_ count: Int) throws -> ScriptedSource {
    ScriptedSource(
      .sample("stations", offers: [.sample(averaging: .oneHour)]),
      always: AirResponse(reports: try (0..<count).map(station)))
  }

  private func model(places: Int, _ outcomes: [ScriptedSource.Outcome]) -> ScriptedSource {
    ScriptedSource(
      .sample(
        "model", offers: [.sample(kinds: [.forecast])], limits: RequestLimits(placesPerRequest: places)),
      outcomes: outcomes)
  }

  @Test("a radius is measured from the point itself, and else neighbours ask alike")
  func radius() {
    var query = AirQuery(around: place)
    #expect(query.forOneSource.places != query.places)
    query.radius = 300
    #expect(query.forOneSource.places == query.places)
  }

  @Test(
    "a model that takes several points is asked once more, for its values at the stations, and they count")
  func modelAtStations() async throws {
    let stations = try stations(3)
    let model = try model(
      places: 100,
      [
        .response(AirResponse(reports: [cell(0, 8)])),
        .response(AirResponse(reports: [cell(0, 20), cell(1, 8), cell(2, 2)])),
      ])
    let hub = try AirHub(sources: [stations, model], clock: clock)
    let answer = try await hub.answer(for: AirQuery(around: place, parameters: [.pm25]))
    #expect(model.queries.count == 2)
    #expect(
      model.queries.last?.places.count == 3 && model.queries.last?.kinds.contains(.observation) == false)
    let around = try #require(answer.outcomes.last?.around)
    #expect(around.coordinates.count == 3 && around.reports.count == 3)
    let estimate = try answer.estimate(of: .pm25)
    let without = try AirAnswer(
      [station(0), station(1), station(2), cell(0, 8)], to: answer.query, at: answer.askedAt)
    #expect(try estimate.value != without.estimate(of: .pm25).value)
    #expect(estimate.basis == .stationsAndModel)
  }

  @Test("a model is asked for the nearest sites of each place, also those that are too far from another")
  func severalPlaces() async throws {
    let reports = try (0..<10).map { number -> AirReport in
      var report = try station(number)
      report.places = [0, 1]
      return report
    }
    let stations = ScriptedSource(
      .sample("stations", offers: [.sample(averaging: .oneHour)]), always: AirResponse(reports: reports))
    let model = try model(
      places: 100,
      [
        .response(AirResponse(reports: [cell(0, 8), cell(1, 8)])),
        .response(AirResponse(reports: try (0..<4).map { try cell($0, 8) })),
      ])
    let hub = try AirHub(sources: [stations, model], clock: clock)
    let query = AirQuery(
      places: [.near(place), .near(try Coordinate(50.19, 14.5))], parameters: [.pm25],
      surroundings: AirQuery.Surroundings(sites: 2))
    let answer = try await hub.answer(for: query)
    let around = try #require(answer.outcomes.last?.around)
    #expect(around.coordinates == [2, 3, 9, 8].compactMap { reports[$0].site.coordinate })
  }

  @Test(
    "a model that takes one point per request isn't asked for more, and neither is a query for the place alone"
  )
  func noMore() async throws {
    let (stations, model) = try (
      stations(3), model(places: 1, [.response(AirResponse(reports: [cell(0, 8)]))])
    )
    let hub = try AirHub(sources: [stations, model], clock: clock)
    _ = try await hub.answer(for: AirQuery(around: place, parameters: [.pm25]))
    #expect(model.queries.count == 1)
    let wide = try self.model(places: 100, [.response(AirResponse(reports: [cell(0, 8)]))])
    _ = try await AirHub(sources: [stations, wide], clock: clock)
      .answer(for: AirQuery(near: place, parameters: [.pm25]))
    #expect(wide.queries.count == 1)
  }

  @Test("a model that fails at the stations keeps its response, and a note says so")
  func failure() async throws {
    let model = try model(
      places: 100,
      [.response(AirResponse(reports: [cell(0, 8)])), .failure(AQError(.unavailable, "It is down."))])
    let hub = try AirHub(sources: [stations(2), model], clock: clock)
    let answer = try await hub.answer(for: AirQuery(around: place, parameters: [.pm25]))
    #expect(try answer.estimate(of: .pm25).basis == .stationsAndModel)
    #expect(
      answer.outcomes.last?.response?.notes.contains { $0.code == .remark && $0.failure == .unavailable }
        == true)
    #expect(answer.outcomes.last?.response?.isPartial == false)
  }

  @Test("a model that is silent at the stations keeps its response when the time is over, and a note says so")
  func silence() async throws {
    let model = try model(places: 100, [.response(AirResponse(reports: [cell(0, 8)])), .hang])
    let hub = try AirHub(sources: [stations(2), model], clock: clock)
    let answer = try await clock.run {
      async let answer = hub.answer(
        for: AirQuery(around: place, parameters: [.pm25]), within: .seconds(30))
      await clock.advance(by: .seconds(31))
      return try await answer
    }
    let response = try #require(answer.outcomes.last?.response)
    #expect(response.notes.contains { $0.code == .remark && $0.failure == .timedOut })
    #expect(response.reports.count == 1 && !response.isPartial)
  }

  @Test("neighbours send the sources the same query, and the answer is about their own place")
  func neighbours() async throws {
    let stations = try stations(3)
    let hub = try AirHub(sources: [stations], clock: clock)
    let answers = try await [
      hub.answer(for: AirQuery(around: place, parameters: [.pm25])),
      hub.answer(for: AirQuery(around: Coordinate(50.1236, 14.5681), parameters: [.pm25])),
    ]
    #expect(stations.queries.count == 2 && stations.queries[0] == stations.queries[1])
    #expect(answers[0].query.places == [.near(place)])
    let distances = try answers.map { try $0.estimate(of: .pm25).contributions.map(\.distance) }
    #expect(distances[0] != distances[1])
  }

  @Test(
    "a list gives up to 20 sites within 150 km to a query about surroundings, and 3 within 50 km to others"
  )
  func matching() throws {
    let sites = try (0..<40).map { number in
      AirSite(
        id: "\(number)", coordinate: try Coordinate(50.1234 + 0.05 * Double(number), 14.5678),
        kind: .referenceStation)
    }
    #expect(AirQuery(near: place).matches(among: sites).count == 3)
    let around = AirQuery(around: place).matches(among: sites)
    #expect(around.count == 20 && around.first?.site.id == "0")
    let sparse = sites.filter { ($0.coordinate?.latitude ?? 0) > 50.7 }
    #expect(AirQuery(near: place).matches(among: sparse).isEmpty)
    #expect(!AirQuery(around: place).matches(among: sparse).isEmpty)
  }

  @Test("the surroundings of a query survive JSON, and impossible ones become possible")
  func coding() throws {
    var query = AirQuery(around: place)
    query.surroundings = AirQuery.Surroundings(sites: -3, reach: .nan)
    #expect(query.surroundings?.sites == 1 && query.surroundings?.reach == 0)
    #expect(try roundTripped(query) == query)
    #expect(try roundTripped(AirQuery(near: place)).surroundings == nil)
  }
}
