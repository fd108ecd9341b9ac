import AQKit
import AQKitTesting
import Foundation
import Testing

@Suite("The report that an answer shows, and the reason", .timeLimit(.minutes(10)))
struct AnswerChoiceTests {
  private let clock = ManualClock()
  private let air = SourceDescriptor.sample("open-meteo")
  private let weather = SourceDescriptor.sample(
    "weather", offers: [.sample([.temperature, .uvIndex], kinds: [.forecast])])

  private func query(_ parameters: [AirParameter] = []) throws -> AirQuery {
    AirQuery(near: try Coordinate(50, 14), parameters: parameters)
  }

  private var weatherReport: AirReport {
    get throws {
      AirReport(
        source: "weather", site: AirSite(kind: .modelCell), kind: .forecast,
        series: [
          try AirSeries(.temperature, 20, unit: .celsius, over: AirInterval(instant: .noon)),
          try AirSeries(.uvIndex, 5, unit: .one, over: AirInterval(instant: .noon)),
        ], receivedAt: .noon, places: [0])
    }
  }

  private func hub(_ outcome: ScriptedSource.Outcome) throws -> AirHub {
    try AirHub(
      sources: [
        ScriptedSource(air, outcomes: [outcome]),
        ScriptedSource(weather, always: AirResponse(reports: [weatherReport])),
      ], clock: clock)
  }

  @Test("with the air service down, weather doesn't count as air: the index says who failed")
  func down() async throws {
    let answer = try await hub(.failure(AQError(.unreachable, "No route."))).answer(for: query())
    #expect(answer.best == nil)
    #expect(answer.explanation() == "open-meteo: unreachable: No route.")
    #expect(answer.index(using: .usEPA).description == "open-meteo: unreachable: No route.")
    #expect(try answer.report(from: "weather")?.source == "weather")
    let error = #expect(throws: AQError.self) { try answer.report(from: "open-meteo") }
    #expect(error?.code == .unreachable)
    let unknown = #expect(throws: AQError.self) { try answer.report(from: "absent") }
    #expect(unknown?.code == .notConfigured && unknown?.message.contains("open-meteo, weather") == true)
  }

  @Test("the nearest of a source's stations is shown, in whatever order they came")
  func nearest() async throws {
    let stations = try [("far", 50.2), ("near", 50.01), ("middle", 50.1)].map { id, latitude in
      var report = try AirReport.sample("open-meteo", value: 12.5)
      report.site = AirSite(id: id, coordinate: try Coordinate(latitude, 14), kind: .referenceStation)
      return report
    }
    let answer = try await hub(.response(AirResponse(reports: stations))).answer(for: query())
    #expect(answer.best?.site.id == "near")
  }

  @Test("a query for a parameter of the weather gets the weather, even if other sources fail")
  func uv() async throws {
    let answer = try await hub(.failure(AQError(.unreachable, "No route."))).answer(for: query([.uvIndex]))
    #expect(answer.best?.source == "weather" && answer.explanation() == nil)
  }

  @Test("an index is computed from the reports, and says what they lack")
  func index() async throws {
    let reports = AirResponse(reports: [try .sample("open-meteo", value: 12.5)])
    let answer = try await hub(.response(reports)).answer(for: query())
    #expect(answer.best?.source == "open-meteo")
    #expect(answer.index(using: .usEPA).reason != nil)
    #expect(answer.index(using: .usEPA, options: IndexOptions(proxy: .allowed)).value?.number != nil)
    #expect(answer.index(using: "no-such-index").description.contains("there is no index"))
  }

  /// A model's concentrations in µg/m³, from which an index is complete.
  private static let modelled: [AirParameter: Double] = [.pm25: 60, .o3: 40, .no2: 10]

  @Test(
    "a partial index gives way to one that is higher because of a pollutant that it lacks",
    arguments: [
      ([.no2: 20], modelled, 60, false), ([.pm25: 90], modelled, 90, true), ([.pm25: 30], modelled, 30, true),
      ([.no2: 20], [.pm25: 60], 60, true),
    ] as [([AirParameter: Double], [AirParameter: Double], Double, Bool)])
  func partial(
    _ first: [AirParameter: Double], _ second: [AirParameter: Double], concentration: Double, isPartial: Bool
  ) throws {
    let timeline = try AirTimeline(
      start: AirTime.noon.hours(-26), step: .seconds(3600), length: .seconds(3600), count: 26)
    func report(_ source: SourceID, _ values: [AirParameter: Double]) throws -> AirReport {
      let series = try values.map { parameter, value in
        try AirSeries(
          parameter, unit: .microgramsPerCubicMetre, timeline: timeline,
          values: Array(repeating: value, count: 26))
      }
      return AirReport(
        source: source, site: AirSite(kind: .referenceStation), kind: .observation, series: series,
        receivedAt: .noon)
    }
    let reports = [try report("first", first), try report("second", second)]
    let answer = AirAnswer(reports, to: try query(), at: .noon)
    let value = try #require(answer.index(using: "us_epa_2024").value)
    #expect(value.dominant == [.pm25] && value.isPartial == isPartial)
    #expect(value.leading?.concentration == concentration)
    #expect(value.provenance?.origin?.source == (concentration == 60 ? "second" : "first"))
    let hour = try #require(answer.hourlyIndex(using: "us_epa_2024", hours: 1).first)
    #expect(hour.number == value.number && hour.missing == value.missing)
  }

  @Test("a hub of weather alone shows weather")
  func weatherAlone() async throws {
    let hub = try AirHub(
      sources: [ScriptedSource(weather, always: AirResponse(reports: [weatherReport]))], clock: clock)
    #expect(try await hub.answer(for: query()).best?.source == "weather")
  }

  @Test("a source that the query excludes isn't named as the reason, as long as another was included")
  func leftOut() async throws {
    let hub = try hub(.response(AirResponse(reports: [try .sample("open-meteo")])))
    var query = try query([.pm25])
    query.sources = .only(["weather"])
    let answer = try await hub.answer(for: query)
    #expect(answer.explanation()?.hasPrefix("weather: ") == true, "\(answer.explanation() ?? "")")
    #expect(answer.index(using: .usEPA).description.hasPrefix("weather: "))
    query.sources = .only([])
    #expect(
      try await hub.answer(for: query).explanation() == "open-meteo: not asked: The query leaves it out.")
  }

  @Test("a query that asks for weather alone by its sources shows weather")
  func weatherSelected() async throws {
    let hub = try hub(.response(AirResponse(reports: [try .sample("open-meteo")])))
    var query = try query()
    query.sources = .only(["weather"])
    for policy in [AirHub.Policy.all, .merged(), .firstSuccess] {
      let answer = try await hub.answer(for: query, policy: policy)
      #expect(answer.best?.source == "weather" && answer.explanation() == nil)
    }
  }

  @Test("the container's catalogue of indices is used")
  func catalogue() async throws {
    var container = AQContainer().setting(.clock, to: clock)
    container.set(.indexCatalog, to: AirQualityIndexCatalog())
    try container.register(air) { _, _ in
      ScriptedSource(self.air, always: AirResponse(reports: [try .sample("open-meteo")]))
    }
    let answer = try await AirHub(container).answer(for: query(), within: .seconds(600))
    #expect(answer.index(using: .usEPA).description.contains("there is no index"))
  }

  @Test("an answer says whether a report was cached, since when, and when asking again is worthwhile")
  func caching() async throws {
    let source = ScriptedSource(
      air,
      outcomes: [
        .response(AirResponse(reports: [try .sample("open-meteo")])),
        .failure(AQError(.unreachable, "No route.")),
      ])
    var container = AQContainer().setting(.clock, to: clock)
    try container.register(air) { _, _ in source }
    let hub = try AirHub(container)
    let first = try await hub.answer(for: query())
    let new = try #require(first.best.flatMap(first.caching))
    #expect(!new.isCached && new.since == .noon && new.askAgainAt == AirTime.noon.hours(1))
    await clock.advance(by: .seconds(60))
    let second = try await hub.answer(for: query())
    let cached = try #require(second.best.flatMap(second.caching))
    #expect(
      cached.isCached && cached.since == .noon && cached.failure == nil
        && cached.askAgainAt == AirTime.noon.hours(1))
    await clock.advance(by: .seconds(7200))
    let third = try await hub.answer(for: query())
    let old = try #require(third.best.flatMap(third.caching))
    #expect(old.isCached && old.since == .noon && old.failure == .unreachable && old.askAgainAt > clock.time)
  }

  @Test("a source whose budget is spent was not asked, and the answer says until when")
  func budget() async throws {
    let limits = RequestLimits(windows: [.init(1, perSeconds: 3600)])
    let budget = RequestBudgets.Budget(limits, longestWait: .seconds(1), clock: clock)
    let transport = StubTransport { _ in TransportResponse(status: 200, text: "0 1") }
      .rateLimited(by: budget, clock: clock)
    let source = HTTPSource(TextAdapter(), transport: transport, clock: clock)
    let hub = try AirHub(sources: [source], clock: clock)
    _ = try await hub.answer(for: query())
    let answer = try await hub.answer(for: query())
    guard case .budgetSpent(let end)? = answer.outcomes[0].skipReason else {
      Issue.record("\(answer.outcomes[0].result)")
      return
    }
    #expect(end > .noon && answer.outcomes[0].askAgainAt == end)
    #expect(
      answer.explanation()?.hasPrefix("text: not asked: The request limit is reached until") == true)
  }

  @Test("every candidate is accounted for")
  func candidates() async throws {
    let far = try GeoShape.BoundingBox(south: 60, west: -180, north: 90, east: 180)
    let hub = try AirHub(
      sources: [
        ScriptedSource(.sample("low", precedence: 50), always: AirResponse(reports: [try .sample("low")])),
        ScriptedSource(
          .sample("old", precedence: 400),
          always: AirResponse(reports: [try .sample("old", at: AirTime.noon.hours(-4))])),
        ScriptedSource(
          .sample("high", precedence: 300),
          always: AirResponse(reports: [
            try .sample("high", site: AirSite(id: "060371103", kind: .referenceStation))
          ])),
        ScriptedSource(
          .sample("copy"),
          always: AirResponse(reports: [
            try .sample("copy", site: AirSite(id: "840060371103", kind: .referenceStation))
          ])),
        ScriptedSource(.sample("down"), outcomes: [.failure(AQError(.unavailable, "Down."))]),
        ScriptedSource(
          .sample("empty"),
          always: AirResponse(notes: [AirNote(.nothingNear, "Nothing within 50 km.")])),
        ScriptedSource(.sample("north", offers: [.sample(coverage: .boxes([far]))]), outcomes: []),
      ], clock: clock)
    let answer = try await hub.answer(for: query())
    #expect(
      answer.candidates().map { "\($0.source): \($0.verdict)" } == [
        "low: lost: outranked by high", "old: lost: stale, and a fresher one is available", "high: chosen",
        "copy: lost: the same station as high's", "down: failed: unavailable: Down.",
        "empty: nothing: nothing near: Nothing within 50 km.",
        "north: not asked: It doesn't cover the place.",
      ])
  }

  @Test("an answer can be made for a test or a preview")
  func mocked() throws {
    let answer = AirAnswer([try .sample("mock")], to: try query(), at: .noon)
    #expect(answer.best?.source == "mock" && answer.isFinal)
    let two = AirQuery(places: [.near(try Coordinate(50, 14)), .near(try Coordinate(51, 15))])
    let free = AirAnswer([try .sample("free", places: [])], to: two, at: .noon)
    #expect(free.best(forPlace: 0)?.source == "free" && free.best(forPlace: 1)?.source == "free")
    let first = AirAnswer([try .sample("first")], to: two, at: .noon)
    #expect(first.best(forPlace: 0) != nil && first.best(forPlace: 1) == nil)
    #expect(first.reports(forPlace: 0) == first.reports && first.reports(forPlace: 1).isEmpty)
    let everything = AirAnswer([try .sample("free", places: [])], to: AirQuery(places: []), at: .noon)
    #expect(everything.reports(forPlace: 0).map(\.source) == ["free"])
    let outcome = AirAnswer.SourceOutcome(
      descriptor: air, result: .failed(AQError(.unreachable, "No route.", source: "open-meteo")))
    let failed = AirAnswer(query: try query(), outcomes: [outcome], askedAt: .noon)
    #expect(failed.index(using: .usEPA).description == "open-meteo: unreachable: No route.")
    #expect(
      AirAnswer(query: try query(), outcomes: [], askedAt: .noon).explanation() == "no source is installed")
  }

  @Test("a reading that the best report lacks comes from the next best one, and never from an indoor site")
  func reading() throws {
    func report(_ source: SourceID, _ parameter: AirParameter, isIndoor: Bool = false) throws -> AirReport {
      var report = try AirReport.sample(
        source, site: AirSite(id: "\(source)", kind: .lowCostSensor, isIndoor: isIndoor))
      report.series = [
        try AirSeries(
          parameter, 20, unit: .microgramsPerCubicMetre,
          over: AirInterval(start: AirTime.noon.hours(-1), end: .noon))
      ]
      return report
    }
    let inside = try report("inside", .o3, isIndoor: true)
    let reports = [try report("first", .pm25), inside, try report("second", .no2)]
    let answer = AirAnswer(reports, to: try query(), at: .noon)
    #expect(try answer.reading(of: .no2).value == 20)
    let error = #expect(throws: AQError.self) { try answer.reading(of: .o3) }
    #expect(error?.code == .unavailable)
    // A query without places is about everything, and its reports are for no place.
    let free = reports.map { changed($0) { $0.places = [] } }
    #expect(try AirAnswer(free, to: AirQuery(places: []), at: .noon).reading(of: .no2).value == 20)
  }

  @Test("a reading that is days old in the best report comes from a report in which it is fresh")
  func freshReading() throws {
    let hour = try AirInterval(start: AirTime.noon.hours(-1), end: .noon)
    var first = try AirReport.sample("first", value: 90, at: AirTime.noon.hours(-72))
    first.series.append(try AirSeries(.no2, 20, unit: .microgramsPerCubicMetre, over: hour))
    first.receivedAt = .noon
    let answer = AirAnswer([first, try .sample("second")], to: try query(), at: .noon)
    #expect(answer.best?.source == "first")
    #expect(try answer.reading(of: .no2).value == 20)
    #expect(try answer.reading(of: .pm25).value == 12.5)
    #expect(try AirAnswer([first], to: query(), at: .noon).reading(of: .pm25).value == 90)
  }

  @Test("a source whose reports name no place of the query is said to have such reports")
  func placeless() async throws {
    let own = ClosureSource(.sample("own")) { _ in AirResponse(reports: [try .sample("own", places: [])]) }
    let answer = try await AirHub(sources: [own], clock: clock).answer(for: query())
    #expect(answer.best == nil)
    #expect(answer.explanation() == "own: it has reports, but for no place (AirReport.places)")
  }

  @Test("the credit of a mix has each attribution once, and the rights that all of it allows")
  func credit() throws {
    var one = try AirReport.sample("one")
    one.attribution = [AirAttribution("CAMS"), AirAttribution("Open-Meteo", licence: "CC BY 4.0")]
    one.rights = AirRights(commercialUse: .allowed, redistribution: .allowed, caching: .allowed)
    var two = try AirReport.sample("two")
    two.attribution = [AirAttribution("CAMS", link: "https://x.test"), AirAttribution("Agency")]
    two.rights = AirRights(commercialUse: .forbidden, redistribution: .allowed, shareAlike: true)
    let credit = AirAnswer([one, two, one], to: try query(), at: .noon).credit
    #expect(credit.text == "CAMS; Open-Meteo (CC BY 4.0); Agency")
    #expect(credit.parts.first?.link == "https://x.test")
    #expect(credit.rights.commercialUse == .forbidden && credit.rights.redistribution == .allowed)
    #expect(credit.rights.caching == .unknown && credit.rights.shareAlike)
  }
}

@Suite("Places by name, rights of reports, nearest sites", .timeLimit(.minutes(10)))
struct AnswerPlacesTests {
  private let clock = ManualClock()

  private struct Gazetteer: PlaceSearching {
    let known: [AirPlace]
    func places(matching search: AirPlace.Search) async throws -> [AirPlace] {
      known.filter { $0.name.lowercased().hasPrefix(search.name.lowercased()) }
    }
  }

  private func place(_ name: String, _ area: String, _ population: Int?, _ latitude: Double = 50) throws
    -> AirPlace
  {
    AirPlace(
      name: name, coordinate: try Coordinate(latitude, 14), adminAreas: [area], countryCode: "US",
      population: population)
  }

  private func hub(_ places: [AirPlace], _ sources: [ScriptedSource]) throws -> AirHub {
    var container = AQContainer().setting(.clock, to: clock).setting(
      .placeSearch, to: Gazetteer(known: places))
    for source in sources { try container.register(source.descriptor) { _, _ in source } }
    return try AirHub(container)
  }

  @Test("a name is found for sources that know points, and left to those that know names")
  func named() async throws {
    let points = ScriptedSource(.sample("points"), always: AirResponse(reports: [try .sample("points")]))
    let names = ScriptedSource(
      .sample("names", offers: [.sample(places: [.city])]),
      always: AirResponse(reports: [try .sample("names")]))
    let brno = try place("Brno", "South Moravia", 400_000, 49)
    let answer = try await hub([brno], [points, names]).answer(for: AirQuery(named: "brno"))
    #expect(answer.reports.map(\.source) == ["points", "names"])
    #expect(points.queries.map(\.places) == [[.near(brno.coordinate)]])
    #expect(names.queries.map(\.places) == [[.city("brno")]])
    #expect(answer.foundPlaces == [0: brno])
  }

  @Test("a place search that hangs delays only the sources that need it, and isn't their failure")
  func hangingSearch() async throws {
    struct Hanging: PlaceSearching {
      func places(matching search: AirPlace.Search) async throws -> [AirPlace] {
        try await Latch().wait()
        return []
      }
    }
    let points = ScriptedSource(.sample("points"), always: AirResponse(reports: [try .sample("points")]))
    let names = ScriptedSource(
      .sample("names", offers: [.sample(places: [.city])]),
      always: AirResponse(reports: [try .sample("names")]))
    var container = AQContainer().setting(.clock, to: clock).setting(.placeSearch, to: Hanging())
    for source in [points, names] { try container.register(source.descriptor) { _, _ in source } }
    let hub = try AirHub(container)
    try await clock.run {
      async let answer = hub.answer(for: AirQuery(named: "Brno"))
      await clock.advance(by: .seconds(31))
      let found = try await answer
      #expect(found.reports.map(\.source) == ["names"])
      #expect(found.failures.map(\.error.message) == ["The place search took too long."])
      #expect(points.queries.isEmpty)
      #expect(hub.health(of: "points")?.asked == 0)
    }
  }

  /// A search that takes some seconds.
  private struct Slow: PlaceSearching {
    let place: AirPlace
    let seconds: Int64
    let clock: ManualClock
    func places(matching search: AirPlace.Search) async throws -> [AirPlace] {
      try await clock.sleep(for: .seconds(seconds))
      return [place]
    }
  }

  private func hub(searchingFor seconds: Int64, _ sources: [ScriptedSource]) throws -> AirHub {
    let search = Slow(place: try place("Brno", "South Moravia", 400_000, 49), seconds: seconds, clock: clock)
    var container = AQContainer().setting(.clock, to: clock).setting(.placeSearch, to: search)
    for source in sources { try container.register(source.descriptor) { _, _ in source } }
    return try AirHub(container)
  }

  @Test("the search for a place doesn't try the patience of a hedge")
  func patientHedge() async throws {
    let report = AirResponse(reports: [try .sample("first")])
    let first = ScriptedSource(
      .sample("first", precedence: 300), outcomes: [.after(.seconds(2), .response(report))], clock: clock)
    let second = ScriptedSource(.sample("second", precedence: 200), always: report)
    try await clock.run {
      let hub = try hub(searchingFor: 5, [first, second])
      async let answer = hub.answer(
        for: AirQuery(named: "Brno"), policy: .firstSuccess(hedgeAfter: .seconds(3)))
      await clock.advance(by: .seconds(8))
      #expect(try await answer.outcomes[1].skipReason == .notNeeded(after: "first"))
      #expect(second.queries.isEmpty)
    }
  }

  @Test("a source that was asked just before the deadline isn't blamed for its silence")
  func askedLate() async throws {
    let silent = ScriptedSource(.sample("silent"), outcomes: [.hang])
    try await clock.run {
      let hub = try hub(searchingFor: 9, [silent])
      async let late = hub.answer(for: AirQuery(named: "Brno"), within: .seconds(10))
      await clock.advance(by: .seconds(10))
      #expect(try await late.failures.map(\.error.code) == [.timedOut])
      #expect(hub.health(of: "silent")?.asked == 0)
      async let early = hub.answer(for: AirQuery(named: "Brno"), within: .seconds(15))
      await clock.advance(by: .seconds(15))
      #expect(try await early.failures.map(\.error.code) == [.timedOut])
      #expect(hub.health(of: "silent")?.asked == 1)
    }
  }

  @Test("a response that was cached without a place isn't used once the place is found")
  func keptWithoutPlace() async throws {
    let points = ScriptedSource(.sample("points"), always: AirResponse(reports: [try .sample("points")]))
    let brno = try place("Brno", "South Moravia", 400_000, 49)
    var container = AQContainer().setting(.clock, to: clock)
      .setting(.placeSearch, to: FlakyPlaceSearch(place: brno))
    try container.register(points.descriptor) { _, _ in points }
    let hub = try AirHub(container)
    let query = AirQuery(places: [.city("Brno"), .near(try Coordinate(10, 10))])
    #expect(try await hub.answer(for: query).outcomes[0].response?.notes.map(\.failure) == [.unavailable])
    #expect(try await hub.answer(for: query).foundPlaces == [0: brno])
    #expect(points.queries.last?.places.first == .near(brno.coordinate))
  }

  @Test("the names that are found get an answer, and the others a note")
  func someFound() async throws {
    let points = ScriptedSource(.sample("points"), always: AirResponse(reports: [try .sample("points")]))
    let brno = try place("Brno", "South Moravia", 400_000, 49)
    let query = AirQuery(places: [.city("Nowhere"), .city("Brno"), .near(try Coordinate(10, 10))])
    let answer = try await hub([brno], [points]).answer(for: query)
    #expect(
      points.queries.map(\.places) == [
        [.city("Nowhere"), .near(brno.coordinate), .near(try Coordinate(10, 10))]
      ])
    let note = try #require(answer.outcomes[0].response?.notes.first { $0.code == .failed })
    #expect(note.places == [0] && note.message == "No place is called “Nowhere”.")
    #expect(answer.foundPlaces == [1: brno])
  }

  @Test("a cached response that replaces a silent source has a note on the names that weren't found, too")
  func someFoundAtLimit() async throws {
    let response = AirResponse(reports: [try .sample("points")])
    let points = ScriptedSource(.sample("points"), outcomes: [.response(response), .hang])
    let query = AirQuery(places: [.city("Nowhere"), .city("Brno")])
    let hub = try hub([try place("Brno", "South Moravia", 400_000, 49)], [points])
    try await clock.run {
      _ = try await hub.answer(for: query)
      await clock.advance(by: .seconds(3 * 3600))
      async let late = hub.answer(for: query)
      await clock.advance(by: .seconds(30))
      let response = try await late.outcomes[0].response
      #expect(response?.cached?.failure == .timedOut)
      #expect(response?.notes.contains { $0.message == "No place is called “Nowhere”." } == true)
    }
  }

  @Test(
    "a name that several places have is an error that lists them, unless one is far larger or the area is named"
  )
  func ambiguous() async throws {
    let source = ScriptedSource(.sample("points"), always: AirResponse(reports: [try .sample("points")]))
    let all = try [
      place("Springfield", "Missouri", 170_000), place("Springfield", "Illinois", 110_000),
      place("London", "England", 9_000_000), place("London", "Ontario", 400_000),
    ]
    let hub = try hub(all, [source])
    let answer = try await hub.answer(for: AirQuery(named: "Springfield"))
    #expect(answer.failures.first?.error.code == .invalidRequest)
    #expect(
      answer.explanation()?.contains("Springfield (Missouri, US); Springfield (Illinois, US)") == true)
    #expect(try await hub.answer(for: AirQuery(named: "Springfield, illinois")).foundPlaces[0] == all[1])
    #expect(try await hub.answer(for: AirQuery(named: "London")).foundPlaces[0] == all[2])
    let elsewhere = try await hub.answer(for: AirQuery(named: "London, Texas"))
    #expect(elsewhere.foundPlaces.isEmpty)
    #expect(
      elsewhere.failures.first?.error.message.contains("London (England, US); London (Ontario, US)") == true)
    let nowhere = try await hub.answer(for: AirQuery(named: "Nowhere"))
    #expect(nowhere.failures.first?.error.message == "No place is called “Nowhere”.")
  }

  @Test("a single place that a search finds by another name is meant, unless it is outside the named area")
  func otherSpelling() async throws {
    struct Translating: PlaceSearching {
      let place: AirPlace
      func places(matching search: AirPlace.Search) async throws -> [AirPlace] {
        search.name == "Nový York" ? [place] : []
      }
    }
    let city = try place("New York", "New York", 8_000_000)
    let search = Translating(place: city)
    #expect(try await search.place(named: "Nový York") == city)
    #expect(try await search.place(named: "Nový York, us") == city)
    let error = await #expect(throws: AQError.self) { try await search.place(named: "Nový York, Texas") }
    #expect(error?.message.contains("known in “Texas”; there are New York (New York, US)") == true)
  }

  @Test("a report whose own licence doesn't mention the use is left out, too, and is the reason")
  func unknownRights() async throws {
    var stated = try AirReport.sample("mixed", site: AirSite(id: "1", kind: .referenceStation))
    stated.rights = AirRights(caching: .allowed)
    let source = ScriptedSource(
      .sample("mixed", rights: AirRights(commercialUse: .allowed)), always: AirResponse(reports: [stated]))
    var query = AirQuery(near: try Coordinate(50, 14))
    query.purposes = [.commercialUse]
    let answer = try await AirHub(sources: [source], clock: clock).answer(for: query)
    #expect(answer.reports.isEmpty)
    #expect("\(answer.index(using: .usEPA))".contains("isn't known to allow this use"))
  }

  @Test("if a cached response replaces a silent source, the reports that its licence withholds are listed")
  func unknownRightsAtLimit() async throws {
    let stated = changed(try AirReport.sample("mixed", site: AirSite(id: "1", kind: .referenceStation))) {
      $0.rights = AirRights(caching: .allowed)
    }
    let source = ScriptedSource(
      .sample("mixed", rights: AirRights(commercialUse: .allowed)),
      outcomes: [.response(AirResponse(reports: [stated])), .hang])
    let query = changed(AirQuery(near: try Coordinate(50, 14))) { $0.purposes = [.commercialUse] }
    let hub = try hub([], [source])
    try await clock.run {
      #expect(try await hub.answer(for: query).outcomes[0].withheld.count == 1)
      await clock.advance(by: .seconds(3 * 3600))
      async let late = hub.answer(for: query)
      await clock.advance(by: .seconds(30))
      let outcome = try await late.outcomes[0]
      #expect(outcome.response?.cached?.failure == .timedOut && outcome.withheld.count == 1)
    }
  }

  @Test("a source whose stations have licences of their own is asked, and each station is judged by its own")
  func stationsRights() async throws {
    var (free, unknown) = (
      try AirReport.sample("network", site: AirSite(id: "1", kind: .referenceStation)),
      try AirReport.sample("network", site: AirSite(id: "2", kind: .referenceStation))
    )
    free.rights = AirRights(commercialUse: .allowed)
    unknown.rights = .unknown
    var offer = SourceDescriptor.Offer.sample()
    offer.statesRights = true
    var query = AirQuery(near: try Coordinate(50, 14))
    query.purposes = [.commercialUse]
    let source = ScriptedSource(
      .sample("network", offers: [offer]), always: AirResponse(reports: [free, unknown]))
    let answer = try await AirHub(sources: [source], clock: clock).answer(for: query)
    #expect(answer.reports == [free])
    let forbidding = ScriptedSource(
      .sample("network", offers: [offer], rights: AirRights(commercialUse: .forbidden)),
      always: AirResponse(reports: [free]))
    let refused = try await AirHub(sources: [forbidding], clock: clock).answer(for: query)
    #expect(refused.outcomes[0].skipReason == .rights([.commercialUse]) && forbidding.queries.isEmpty)
    let encoded = try JSONDecoder().decode(
      SourceDescriptor.Offer.self, from: JSONEncoder().encode(offer))
    #expect(encoded == offer)
  }

  @Test("if a report's series have their own rights, those that allow the use are shown")
  func seriesRights() async throws {
    func series(_ parameter: AirParameter, _ permission: AirRights.Permission) throws -> AirSeries {
      try AirSeries(
        parameter, unit: .microgramsPerCubicMetre,
        timeline: AirTimeline(
          start: AirTime.noon.hours(-1), step: .seconds(3600), length: .seconds(3600), count: 1),
        values: [1],
        origin: AirOrigin(
          attribution: [AirAttribution("\(parameter)")], rights: AirRights(commercialUse: permission)))
    }
    var report = try AirReport.sample("mixed", site: AirSite(id: "1", kind: .referenceStation))
    report.series = [try series(.pm25, .allowed), try series(.o3, .forbidden)]
    report.rights = AirRights(commercialUse: .forbidden)
    let source = ScriptedSource(
      .sample("mixed", rights: AirRights(commercialUse: .allowed)), always: AirResponse(reports: [report]))
    var query = AirQuery(near: try Coordinate(50, 14))
    query.purposes = [.commercialUse]
    let outcome = try await AirHub(sources: [source], clock: clock).answer(for: query).outcomes[0]
    let shown = try #require(outcome.response?.reports.first)
    #expect(shown.series.map(\.parameter) == [.pm25] && shown.rights.commercialUse == .allowed)
    #expect(shown.attribution.map(\.text) == ["pm25"])
    #expect(outcome.withheld.map { $0.series.map(\.parameter) } == [[.o3]])
  }

  @Test("for a past day, a station with values until its end comes before one that fell silent before")
  func past() async throws {
    let sources = try ([("silent", 300, -44), ("lively", 200, -24)] as [(String, Int, Int64)]).map {
      id, precedence, end in
      ScriptedSource(
        .sample(SourceID(id), precedence: precedence),
        always: AirResponse(reports: [try .sample(SourceID(id), at: AirTime.noon.hours(end))]))
    }
    let day = try AirInterval(start: AirTime.noon.hours(-48), end: AirTime.noon.hours(-24))
    let query = AirQuery(near: try Coordinate(50, 14), window: .interval(day))
    let answer = try await AirHub(sources: sources, clock: clock).answer(for: query)
    #expect(answer.reports.count == 2 && answer.best?.source == "lively")
  }

  @Test("neither the weather nor a silent station is a success if air is requested")
  func firstSuccess() async throws {
    let old = try AirReport.sample("silent", at: AirTime.noon.hours(-400))
    let silent = ScriptedSource(.sample("silent", precedence: 300), always: AirResponse(reports: [old]))
    let air = ScriptedSource(
      .sample("air", precedence: 200), always: AirResponse(reports: [try .sample("air")]))
    let answer = try await AirHub(sources: [silent, air], clock: clock).answer(
      for: AirQuery(near: try Coordinate(50, 14)), policy: .firstSuccess)
    #expect(answer.outcomes.map { $0.response != nil } == [true, true])
    #expect(answer.best?.source == "air")
  }

  @Test("a station that is for no requested place, as its position isn't known, is no success either")
  func firstSuccessForPlace() async throws {
    let lost = try AirReport.sample("lost", places: [])
    let sources = [
      ScriptedSource(.sample("lost", precedence: 300), always: AirResponse(reports: [lost])),
      ScriptedSource(
        .sample("air", precedence: 200), always: AirResponse(reports: [try .sample("air")])),
    ]
    let hub = try AirHub(sources: sources, clock: clock)
    let answer = try await hub.answer(for: AirQuery(near: Coordinate(50, 14)), policy: .firstSuccess)
    #expect(answer.best?.source == "air")
  }

  @Test(
    "reports whose own licence forbids the use, or doesn't mention it, are left out with the reason",
    arguments: [AirRights.Permission.forbidden, .unknown])
  func rights(permission: AirRights.Permission) async throws {
    var paid = try AirReport.sample("mixed", site: AirSite(id: "1", kind: .referenceStation))
    paid.rights = AirRights(commercialUse: permission, redistribution: .allowed)
    let free = try AirReport.sample("mixed", site: AirSite(id: "2", kind: .referenceStation))
    let source = ScriptedSource(
      .sample("mixed", rights: AirRights(commercialUse: .allowed)),
      always: AirResponse(reports: [paid, free]))
    var query = AirQuery(near: try Coordinate(50, 14))
    query.purposes = [.commercialUse]
    let answer = try await AirHub(sources: [source], clock: clock).answer(for: query)
    #expect(answer.reports == [free] && answer.best == free)
    #expect(
      answer.candidates().map { "\($0.verdict)" }
        == ["lost: its licence isn't known to allow commercialUse", "chosen"])
  }

  @Test("the nearest sites of all sources, each station once")
  func nearest() async throws {
    func report(_ source: SourceID, _ id: String, _ north: Double, _ kind: AirSite.Kind = .referenceStation)
      throws
      -> AirReport
    {
      try .sample(source, site: AirSite(id: id, coordinate: try Coordinate(50 + north, 14), kind: kind))
    }
    let one = try AirResponse(reports: [report("one", "a", 0.3), report("one", "060371103", 0.1)])
    let two = try AirResponse(
      reports: [
        report("two", "840060371103", 0.1), report("two", "b", 0.2), report("two", "m", 0, .modelCell),
      ])
    let hub = try AirHub(
      sources: [ScriptedSource(.sample("one"), always: one), ScriptedSource(.sample("two"), always: two)],
      clock: clock)
    let answer = try await hub.answer(for: AirQuery(near: try Coordinate(50, 14)))
    #expect(answer.nearest(2).map(\.report.site.id) == ["060371103", "b"])
    #expect(answer.nearest(9).count == 3 && answer.nearest(-1).isEmpty)
    #expect(abs((answer.nearest(1).first?.distance ?? 0) - 11_119.5) < 1)
  }

  @Test(
    "a station with an observation and a forecast of one source is one of the nearest, by its observation")
  func nearestOnce() async throws {
    func report(_ id: String, _ north: Double, _ kind: AirReport.Kind) throws -> AirReport {
      let site = AirSite(id: id, coordinate: try Coordinate(50 + north, 14), kind: .referenceStation)
      var report = try AirReport.sample("one", site: site)
      report.kind = kind
      return report
    }
    let reports = try [
      report("a", 0.1, .forecast), report("a", 0.1, .observation), report("b", 0.2, .observation),
    ]
    let source = ScriptedSource(.sample("one"), always: AirResponse(reports: reports))
    let answer = try await AirHub(sources: [source], clock: clock).answer(
      for: AirQuery(near: Coordinate(50, 14)))
    #expect(answer.nearest(2).map(\.report.site.id) == ["a", "b"])
    #expect(answer.nearest(2).map(\.report.kind) == [.observation, .observation])
  }

  @Test("aliases that a container knows hold in every answer")
  func aliases() async throws {
    let site = try AirSite(id: "x7", coordinate: Coordinate(50.1, 14), kind: .referenceStation)
    let twin = try AirSite(id: "9", coordinate: Coordinate(50.1, 14), kind: .referenceStation)
    let sources = try [(SourceID("one"), site), ("two", twin)].map { source, site in
      ScriptedSource(.sample(source), always: AirResponse(reports: [try .sample(source, site: site)]))
    }
    let known = AirHub.Policy.StationMatching(aliases: [[.init("one", "x7"), .init("two", "9")]])
    var container = AQContainer().setting(.clock, to: clock).setting(.stationMatching, to: known)
    for source in sources { try container.register(source.descriptor) { _, _ in source } }
    let hub = try AirHub(container)
    for policy in [AirHub.Policy.all, .merged()] {
      let answer = try await hub.answer(for: AirQuery(near: Coordinate(50, 14)), policy: policy)
      #expect(answer.nearest(9).count == 1)
      #expect(answer.candidates().contains { "\($0)".contains("the same station as one's") })
    }
  }
}
