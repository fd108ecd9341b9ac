import AQKit
import AQKitTesting
import Foundation
import Testing

@Suite("Notices of authorities") struct NoticeTests {
  private static let now = AirTime(secondsSince1970: 1_790_856_000)  // 2026-10-01T12:00:00Z
  private static let place: [AirQuery.Place] = (try? Coordinate(50, 14)).map { [.near($0)] } ?? []

  private static func notice(
    _ id: String, source: SourceID = "warnings", language: String? = nil, message: String? = nil,
    text: String = "Stay inside.", from: Int64 = -3600, until: Int64? = 7200, places: [Int] = [0],
    rights: AirRights = .unknown, publisher: String? = "Agency"
  ) -> AirNotice {
    AirNotice(
      id: id, message: message, source: source, publisher: publisher, kind: .episode, event: "Smog",
      severity: "Unknown",
      title: "Smog", text: text, advice: "Windows shut.", language: language,
      area: AirNotice.Area(
        names: ["Here"], codes: ["ISO": ["CZ"]],
        polygons: [
          [[try? Coordinate(49, 13), try? Coordinate(49, 15), try? Coordinate(51, 15)].compactMap(\.self)]
        ]),
      issuedAt: now.adding(seconds: from), from: now.adding(seconds: from),
      until: until.map { now.adding(seconds: $0) }, link: "https://agency.example/",
      attribution: [AirAttribution("Agency")], rights: rights, places: places)
  }

  private static let descriptor = SourceDescriptor(
    id: "warnings", name: "Warnings",
    offers: [.notices(at: [.coordinate, .area], coverage: .world, cadence: .seconds(300))])

  private static func warner(_ notices: [AirNotice], id: SourceID = "warnings") -> ClosureSource {
    var descriptor = descriptor
    descriptor.id = id
    return ClosureSource(descriptor) { _ in AirResponse(notices: notices) }
  }

  private static func measured(_ id: SourceID = "stations") throws -> ClosureSource {
    let offer = SourceDescriptor.Offer(
      capabilities: [.current], placeKinds: [.coordinate], parameters: [.pm25], kinds: [.observation],
      timeConvention: .end, averaging: .oneHour, cadence: .seconds(3600))
    let series = try AirSeries(
      .pm25, 20, unit: .microgramsPerCubicMetre,
      over: AirInterval(start: now.adding(seconds: -3600), end: now))
    let report = AirReport(
      source: id, site: AirSite(id: "one", kind: .referenceStation), kind: .observation, series: [series],
      receivedAt: now, attribution: [AirAttribution("Network")], places: [0])
    return ClosureSource(SourceDescriptor(id: id, name: "Stations", offers: [offer])) { _ in
      AirResponse(reports: [report])
    }
  }

  private func hub(_ sources: any AirDataSource...) throws -> AirHub {
    try AirHub(sources: sources, clock: ManualClock(Self.now))
  }

  @Test("an answer has the notices that hold or will hold at its places, each once, and their credit")
  func answer() async throws {
    let hub = try hub(
      Self.measured(),
      Self.warner([
        Self.notice("one"), Self.notice("over", until: -1),
        Self.notice("tomorrow", from: 80_000, until: 90_000),
        Self.notice("elsewhere", places: [1]),
      ]), Self.warner([Self.notice("one"), Self.notice("two", until: nil)], id: "more"))
    let answer = try await hub.answer(for: AirQuery(places: Self.place + Self.place))
    #expect(answer.notices.map(\.id) == ["one", "tomorrow", "elsewhere", "two"])
    #expect(answer.notices(forPlace: 0).map(\.id) == ["one", "tomorrow", "two"])
    #expect(answer.notices(forPlace: 1).map(\.id) == ["elsewhere"])
    #expect(answer.credit.parts.map(\.text) == ["Network", "Agency"])
    #expect(answer.best?.site.id == "one")
  }

  @Test("a notice that two sources give for different places is for both")
  func places() async throws {
    let hub = try hub(
      Self.warner([Self.notice("one")]), Self.warner([Self.notice("one", places: [1])], id: "more"))
    let answer = try await hub.answer(for: AirQuery(places: Self.place + Self.place))
    #expect(answer.notices.map(\.places) == [[0, 1]])
    #expect(answer.notices(forPlace: 1).map(\.id) == ["one"])
  }

  @Test("notices of unnamed publishers with one identifier are two, one of each source")
  func unnamed() async throws {
    let hub = try hub(
      Self.warner([Self.notice("1", publisher: nil)]),
      Self.warner([Self.notice("1", source: "more", text: "Fire.", publisher: nil)], id: "more"))
    let answer = try await hub.answer(for: AirQuery(places: Self.place))
    #expect(answer.notices.map(\.text) == ["Stay inside.", "Fire."])
  }

  @Test("the best language of a message is chosen, and none is lost")
  func languages() async throws {
    let notices = [
      Self.notice("a", language: "en-CA", message: "m"), Self.notice("b", language: "fr-CA", message: "m"),
      Self.notice("c", language: "cs"), Self.notice("d"),
    ]
    let answer = try await hub(Self.warner(notices)).answer(for: AirQuery(places: Self.place))
    #expect(answer.notices(forPlace: 0, in: ["fr", "en"]).map(\.id) == ["b", "c", "d"])
    #expect(answer.notices(forPlace: 0, in: ["de", "en"]).map(\.id) == ["a", "c", "d"])
    #expect(answer.notices(forPlace: 0).count == 4)
    let scripts = ["zh-Hans", "zh-Hant"].map { Self.notice($0, language: $0, message: "m") }
    let chinese = try await hub(Self.warner(scripts)).answer(for: AirQuery(places: Self.place))
    #expect(chinese.notices(forPlace: 0, in: ["zh-Hant"]).map(\.id) == ["zh-Hant"])
  }

  @Test(
    "sources of warnings are asked whatever values and kinds the query names, about now and the time ahead, and after a first success"
  )
  func routing() async throws {
    let hub = try hub(Self.measured(), Self.warner([Self.notice("one")]))
    var query = AirQuery(places: Self.place, parameters: [.pm25])
    query.kinds = [.observation]
    #expect(try await hub.answer(for: query).notices.count == 1)
    let first = try await hub.answer(for: query, policy: .firstSuccess)
    #expect(first.notices.count == 1 && first.reports.count == 1)
    query.window = .past(.seconds(86_400))
    #expect(try await hub.answer(for: query).notices.isEmpty)
    query = AirQuery(places: [.site("one")])
    guard case .notOffered = try await hub.answer(for: query).outcomes.last?.skipReason else {
      Issue.record("It was asked about a site.")
      return
    }
  }

  @Test("a text is cut to a number of bytes, though a single character has more")
  func longCharacters() {
    let long = "e" + String(repeating: "\u{301}", count: 200_000)
    let notice = Self.notice("one", text: long).bounded
    #expect((19_000...20_000).contains(notice.text.utf8.count))
  }

  @Test("a source of warnings that stays silent has failed, although another's value was enough")
  func silent() async throws {
    let silent = ScriptedSource(Self.descriptor, outcomes: [.hang])
    let clock = ManualClock(Self.now)
    let hub = try AirHub(sources: [Self.measured(), silent], clock: clock)
    try await clock.run {
      async let answer = hub.answer(
        for: AirQuery(places: Self.place), policy: .firstSuccess, within: .seconds(5))
      await clock.advance(by: .seconds(10))
      let outcomes = try await answer.outcomes
      #expect(outcomes.first { $0.source == "warnings" }?.error?.code == .timedOut)
    }
  }

  @Test("a warning whose licence doesn't allow the use is left out, and counted")
  func purposes() async throws {
    let allowed = AirRights(commercialUse: .allowed)
    var descriptor = Self.descriptor
    descriptor.rights = allowed
    let source = ClosureSource(descriptor) { _ in
      AirResponse(notices: [Self.notice("one", rights: allowed), Self.notice("two")])
    }
    let answer = try await hub(source).answer(for: AirQuery(places: Self.place, purposes: [.commercialUse]))
    #expect(answer.notices.map(\.id) == ["one"])
    #expect(answer.outcomes.first?.response?.notes.contains { $0.code == .withheld } == true)
  }

  @Test("a stream says that a warning or a report is withheld")
  func streamPurposes() async throws {
    var descriptor = Self.descriptor
    descriptor.rights = AirRights(commercialUse: .allowed)
    descriptor.offers[0].capabilities.insert(.live)
    let source = ClosureSource(
      descriptor,
      updates: { _ in
        AirUpdates { send in
          try await send(AirUpdate(notices: [Self.notice("two")]))
          try await Condition(false).wait { $0 }
        }
      }
    ) { _ in AirResponse() }
    let query = AirQuery(places: Self.place, purposes: [.commercialUse])
    var first: AirUpdate?
    for try await update in try hub(source).updates(for: query) where update.notices != nil {
      first = update
      break
    }
    let update = try #require(first)
    #expect(update.notices?.isEmpty == true && update.notes.contains { $0.code == .withheld })
  }

  @Test("a warning at a place whose request fails stays in a stream")
  func partialPoll() async throws {
    let clock = ManualClock(Self.now)
    let places = Self.place + [.near(try Coordinate(50.1, 14.5))]
    let first = AirResponse(notices: [Self.notice("a", places: [0]), Self.notice("b", places: [1])])
    let failed = AirNote(.failed, "No response.", places: [1], failure: .unavailable)
    let second = AirResponse(notes: [failed], notices: [Self.notice("a", places: [0])])
    let source = ScriptedSource(
      Self.descriptor, outcomes: [.response(first), .response(second)], clock: clock)
    let hub = try AirHub(sources: [source], clock: clock)
    let seen = Locked(FeedSnapshot())
    await clock.run {
      let task = Task(executorPreference: PreferredExecutor.current.get()) {
        for try await update in hub.updates(for: AirQuery(places: places)) {
          seen.withLock { $0.merge(update) }
        }
      }
      await clock.advance(by: .seconds(600))
      task.cancel()
      await clock.advance(by: .zero)
    }
    let response = seen.withLock { $0.response }
    #expect(Set(response.notices.map(\.id)) == ["a", "b"])
    #expect(response.notes.contains { $0.code == .failed })
  }

  @Test("a cached response shows no warning that has ended since")
  func caching() async throws {
    let clock = ManualClock(Self.now)
    let source = Self.warner([Self.notice("short", until: 30), Self.notice("long")])
      .caching(AirPolicy.Cache(fresh: .seconds(600)), clock: clock)
    let hub = try AirHub(sources: [source], clock: clock)
    #expect(try await hub.answer(for: AirQuery(places: Self.place)).notices.count == 2)
    await clock.advance(by: .seconds(60))
    let later = try await hub.answer(for: AirQuery(places: Self.place))
    #expect(later.outcomes.first?.response?.cached != nil && later.notices.map(\.id) == ["long"])
  }

  @Test("answers, responses and hours keep their notices in JSON, and read JSON without any")
  func coding() async throws {
    let hub = try hub(Self.measured(), Self.warner([Self.notice("one")]))
    let answer = try await hub.answer(for: AirQuery(places: Self.place))
    let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
    #expect(try decoder.decode(AirAnswer.self, from: encoder.encode(answer)) == answer)
    let old = try decoder.decode(AirResponse.self, from: Data(#"{"reports": []}"#.utf8))
    let written = String(decoding: try encoder.encode(old), as: UTF8.self)
    #expect(old.notices.isEmpty && !written.contains("notices"))
    let hours = answer.hourlyIndex(using: .usEPA, hours: 3)
    #expect(hours.map { $0.notices.map(\.id) } == [["one"], ["one"], ["one"]])
    #expect(hours.first?.notices.first?.area.polygons == [])
    let hour = try #require(hours.first)
    #expect(try decoder.decode(HourlyIndex.self, from: encoder.encode(hour)) == hour)
    var bare = hour
    bare.notices = []
    let text = String(decoding: try encoder.encode(bare), as: UTF8.self)
    #expect(!text.contains("notices"))
    #expect(try decoder.decode(HourlyIndex.self, from: encoder.encode(bare)) == bare)
  }

  @Test("the index of an hour has the warnings of that hour")
  func hours() async throws {
    let hub = try hub(
      Self.measured(),
      Self.warner([Self.notice("soon", from: 5000, until: 6000), Self.notice("now", until: 60)]))
    let hours = try await hub.answer(for: AirQuery(places: Self.place))
      .hourlyIndex(using: .usEPA, hours: 4)
    #expect(hours.map { $0.notices.map(\.id) } == [["now"], ["now"], ["soon"], []])
  }

  @Test("updates report changed warnings")
  func updates() async throws {
    var updates: [AirUpdate] = []
    for try await update in Self.warner([Self.notice("one")]).updates(for: AirQuery(places: Self.place)) {
      updates.append(update)
    }
    #expect(updates.count == 1 && updates.first?.notices?.map(\.id) == ["one"])
  }

  @Test("an element that fails withdraws its notice; a notice of a site is for the site's places")
  func builder() throws {
    var report = ReportBuilder(Self.descriptor, receivedAt: Self.now)
    try report.each([0, 1]) { number, report in
      report.issue(Self.notice("n\(number)"))
      if number == 0 { throw AQError(.malformed, "No.") }
    }
    let response = report.response()
    #expect(response.notices.map(\.id) == ["n1"] && response.notes.map(\.code) == [.refused])
  }

  @Test("an element that fails withdraws no notice of others, nor changes an earlier withdrawal")
  func undoneWithdrawal() throws {
    var report = ReportBuilder(Self.descriptor, receivedAt: Self.now)
    try report.each(0..<3) { number, report in
      if number == 0 { report.withdraw(notices: "one", asOf: Self.now - .seconds(60)) }
      if number == 1 {
        report.withdraw(notices: "one", asOf: nil)
        report.withdraw(notices: "two", asOf: nil)
        throw AQError(.malformed, "No.")
      }
      for id in ["one", "two"] where number == 2 { report.issue(Self.notice(id, from: 0)) }
    }
    #expect(report.response().notices.map(\.id) == ["one", "two"])
  }

  @Test("withdrawals beyond a source's limit are refused and counted")
  func manyWithdrawals() {
    var report = ReportBuilder(Self.descriptor, receivedAt: Self.now)
    for number in 0..<10_002 { report.withdraw(notices: "\(number)", asOf: nil) }
    report.withdraw(notices: "0", asOf: nil)
    #expect(report.response().notes.map(\.code) == [.refused] && report.response().notes.first?.count == 2)
  }

  @Test("an area may cross the 180th meridian and have holes, and its edge is exact")
  func area() throws {
    let across = AirNotice.Area(polygons: [
      [
        [
          try Coordinate(50, 179), try Coordinate(52, 179), try Coordinate(52, -179),
          try Coordinate(50, -179),
        ]
      ]
    ])
    #expect(try across.contains(Coordinate(51, 179.5)) && across.contains(Coordinate(51, -179.5)))
    #expect(try !across.contains(Coordinate(51, 0)) && !across.contains(Coordinate(51, 178)))
    func half(_ west: Double, _ east: Double) throws -> [Coordinate] {
      try [(50.0, west), (52.0, west), (52.0, east), (50.0, east)].map { try Coordinate($0.0, $0.1) }
    }
    let halves = AirNotice.Area(polygons: [[try half(175, 180)], [try half(-180, -175)]])
    #expect(try halves.contains(Coordinate(51, 180)) && halves.contains(Coordinate(51, -180)))
    func square(_ half: Double) throws -> [Coordinate] {
      try [(-half, -half), (-half, half), (half, half), (half, -half)].map { try Coordinate($0.0, $0.1) }
    }
    let ring = AirNotice.Area(polygons: [[try square(2), try square(1)]])
    #expect(try ring.contains(Coordinate(1.5, 0)) && !ring.contains(Coordinate(0, 0)))
    let away = try square(1).map { try Coordinate($0.latitude + 10, $0.longitude) }
    let beside = AirNotice.Area(polygons: [[try square(2), away]])
    #expect(try beside.contains(Coordinate(0, 0)) && !beside.contains(Coordinate(10, 0)))
    #expect(!AirNotice.Area(names: ["Here"]).hasShape)
  }

  @Test("the places in an area are the points in its shapes and the boxes that reach its shapes' boxes")
  func placesInArea() throws {
    let corners: [(Double, Double)] = [(0, 0), (0, 1), (1, 1)]
    let area = try AirNotice.Area(
      polygons: [[corners.map { try Coordinate($0.0, $0.1) }]],
      circles: [.init(center: Coordinate(20, 0), radius: 10_000)])
    let query = try AirQuery(places: [
      .near(Coordinate(0.25, 0.5)), .near(Coordinate(0.75, 0.5)), .near(Coordinate(20.05, 0)),
      .near(Coordinate(20.5, 0)), .city("Here"),
      .area(GeoShape.BoundingBox(south: 0.5, west: 0, north: 2, east: 0.25)),
      .area(GeoShape.BoundingBox(south: 2, west: 2, north: 3, east: 3)),
    ])
    #expect(query.places(in: area) == [0, 2, 5])
  }

  @Test("a service that repeats a credential in a warning shows dots")
  func secrets() async throws {
    let source = HTTPSource(
      Echo(key: "k3y-of-the-test"), transport: StubTransport(always: .json("{}")),
      clock: ManualClock(Self.now))
    let notice = try #require(try await source.fetch(AirQuery(places: Self.place)).notices.first)
    #expect(notice.title == "Key •••" && notice.text == "Use •••.")
  }
}

/// A service that repeats its key in a warning.
private struct Echo: HTTPAdapter {
  static let descriptor = SourceDescriptor(
    id: "echo", name: "Echo",
    offers: [.notices(at: [.coordinate], coverage: .world, cadence: .seconds(60))])
  let key: AirSecret

  func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Void>] {
    [HTTPCall(TransportRequest(url: "https://echo.example/?key=\(key.exposed)"))]
  }

  func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    report.issue(
      AirNotice(
        id: "1", source: "echo", kind: .smoke, title: "Key \(key.exposed)", text: "Use \(key.exposed).",
        places: [0]))
    return []
  }
}
