import AQKit
import AQKitTesting
import TestRuns
import Testing

@Suite("A live feed with several subscribers", .timeLimit(.minutes(10))) struct SharedFeedTests {
  /// A feed and the tasks of its subscribers on one clock.
  private struct Company: Sendable {
    let stage: FeedStage
    let feed: SharedFeed<CityDecoder>

    init(_ scripts: [ScriptedConnector.Script], semantics: FeedOptions.Semantics? = nil) {
      stage = FeedStage(scripts, semantics: semantics)
      feed = stage.source.sharing(grace: .seconds(30))
    }

    /// Runs a body that starts and ends subscribers.
    func run(_ body: @escaping @Sendable (Company) async throws -> Void) async throws {
      try await stage.clock.run { try await body(self) }
    }

    /// Subscribes in a separate task, until it is cancelled.
    func subscribe(
      _ places: [AirQuery.Place] = [], flow: FeedOptions.Flow = .backPressure, pace: Duration = .zero
    )
      async -> (
        FeedTranscript, @Sendable () async -> Void
      )
    {
      await follow(feed.updates(for: AirQuery(places: places), flow: flow), pace: pace)
    }

    /// Follows a stream in a separate task, until it is cancelled.
    func follow(_ updates: AirUpdates, pace: Duration = .zero) async -> (
      FeedTranscript, @Sendable () async -> Void
    ) {
      let transcript = FeedTranscript()
      let clock = stage.clock
      let task = Task(executorPreference: PreferredExecutor.current.get()) {
        do {
          for try await update in updates {
            transcript.add(update, at: clock.elapsed)
            if pace > .zero { try await clock.sleep(for: pace) }
          }
          transcript.end(nil)
        } catch {
          transcript.end(error)
        }
      }
      await clock.advance(by: .zero)
      return (
        transcript,
        {
          task.cancel()
          await clock.advance(by: .zero)
        }
      )
    }
  }

  private static let steps: [ScriptedConnection.Step] =
    [says("A", 1), says("B", 2)] + (3...60).flatMap { [.wait(.seconds(10)), says("A", $0)] } + [.hang]

  @Test("has one connection; a late subscriber gets the known values first, then the same as the others")
  func late() async throws {
    try await Company([.plays(Self.steps)]).run { company in
      let (first, leaveFirst) = await company.subscribe()
      await company.stage.clock.advance(by: .seconds(10))
      let (second, leaveSecond) = await company.subscribe()
      #expect(company.feed.subscriberCount == 2)
      #expect(second.updates.count == 1 && second.updates[0].isSnapshot && second.updates[0].state == .live)
      #expect(Set(second.readings) == ["A=3", "B=2"])
      await company.stage.clock.advance(by: .seconds(10))
      #expect(first.readings == ["A=1", "B=2", "A=3", "A=4"])
      #expect(second.readings.last == "A=4" && second.updates.count == 2)
      #expect(company.stage.connector.attemptCount == 1)
      await leaveFirst()
      await company.stage.clock.advance(by: .seconds(100))
      #expect(company.stage.connector.openCount == 1)
      await leaveSecond()
    }
  }

  @Test("sends nothing to a subscriber before there are values")
  func together() async throws {
    try await Company([.plays(Self.steps)]).run { company in
      async let one = company.subscribe()
      async let two = company.subscribe()
      let both = await [one, two]
      for (transcript, _) in both {
        #expect(transcript.updates.allSatisfy { $0 != AirUpdate() } && !transcript.updates.isEmpty)
      }
      for (_, leave) in both { await leave() }
    }
  }

  @Test("is closed a grace period after the last subscriber has left; one who returns before finds it open")
  func grace() async throws {
    try await Company([.plays(Self.steps), .plays(Self.steps)]).run { company in
      let (_, leave) = await company.subscribe()
      await leave()
      await company.stage.clock.advance(by: .seconds(29))
      #expect(company.stage.connector.openCount == 1)
      let (back, leaveAgain) = await company.subscribe()
      await company.stage.clock.advance(by: .seconds(60))
      #expect(company.stage.connector.attemptCount == 1 && back.updates.first?.isSnapshot == true)
      await leaveAgain()
      await company.stage.clock.advance(by: .seconds(31))
      #expect(company.stage.connector.openCount == 0)
      let (_, leaveAtLast) = await company.subscribe()
      #expect(company.stage.connector.attemptCount == 2)
      await leaveAtLast()
      await company.stage.clock.advance(by: .seconds(31))
      #expect(company.stage.clock.sleeperCount == 0 && company.stage.connector.openCount == 0)
    }
  }

  /// Records whether attempts to connect have a deadline.
  private struct WatchedConnector: FeedConnector {
    let base: ScriptedConnector
    let haveDeadline = Log<Bool>()

    func connect(to endpoint: FeedEndpoint) async throws -> any FeedConnection {
      haveDeadline.add(AirDeadline.current != nil)
      return try await base.connect(to: endpoint)
    }
  }

  @Test("doesn't have the deadline of its first subscriber")
  func deadline() async throws {
    let clock = ManualClock()
    let connector = WatchedConnector(base: ScriptedConnector(playing: [says("A", 1), .hang], clock: clock))
    let feed = FeedSource(
      CityDecoder(), at: FeedEndpoint(url: "wss://feed.test/"), through: connector, clock: clock
    ).sharing()
    try await clock.run {
      try await AirDeadline.limit(.seconds(5), clock: clock) {
        for try await update in feed.updates(for: AirQuery(places: [])) {
          if !update.reports.isEmpty { return }
        }
      }
    }
    #expect(connector.haveDeadline.all == [false])
  }

  @Test("gives each subscriber its query, with its flow policy")
  func queries() async throws {
    try await Company([.plays(Self.steps)]).run { company in
      let (delhi, leaveDelhi) = await company.subscribe([.city("b")])
      let (slow, leaveSlow) = await company.subscribe(flow: .latest, pace: .seconds(100))
      await company.stage.clock.advance(by: .seconds(300))
      #expect(delhi.readings == ["B=2"])
      #expect(delhi.updates.flatMap(\.reports).allSatisfy { $0.places == [0] })
      #expect(slow.dropped() > 0 && slow.readings.count < 20)
      #expect(company.stage.connector.attemptCount == 1)
      await leaveDelhi()
      await leaveSlow()
    }
  }

  @Test("asks once for each query if the server's messages depend on it")
  func dependent() async throws {
    let semantics = FeedOptions.Semantics(silence: .seconds(9999), dependsOnQuery: true)
    try await Company([.plays([says("A", 1), .hang]), .plays([says("B", 2), .hang])], semantics: semantics)
      .run {
        company in
        let (_, leave1) = await company.subscribe([.city("A")])
        let (_, leave2) = await company.subscribe([.city("B")])
        let (third, leave3) = await company.subscribe([.city("A")])
        #expect(company.stage.connector.attemptCount == 2)
        #expect(third.readings == ["A=1"])
        for leave in [leave1, leave2, leave3] { await leave() }
      }
  }

  @Test("ends for all of them when it fails, and restarts for later ones")
  func failure() async throws {
    let scripts: [ScriptedConnector.Script] = [
      .plays([says("A", 1), .wait(.seconds(5)), .failure(AQError(.unauthorized, "No more."))]),
      .plays([says("A", 2), .hang]),
    ]
    try await Company(scripts).run { company in
      let (one, _) = await company.subscribe()
      let (two, _) = await company.subscribe(flow: .latest)
      await company.stage.clock.advance(by: .seconds(6))
      for transcript in [one, two] {
        #expect(transcript.error?.code == .unauthorized && transcript.states.last == .failed(.unauthorized))
      }
      let (three, leave) = await company.subscribe()
      #expect(three.readings == ["A=2"])
      await leave()
    }
  }

  @Test("a subscriber that leaves while the feed waits for it frees the others")
  func leavingBusy() async throws {
    try await Company([.plays(Self.steps)]).run { company in
      let (_, leaveBusy) = await company.subscribe(pace: .seconds(10_000))
      let (other, leave) = await company.subscribe()
      await company.stage.clock.advance(by: .seconds(100))
      let before = other.readings.count
      await leaveBusy()
      await company.stage.clock.advance(by: .seconds(100))
      #expect(other.readings.count > before + 5)
      await leave()
    }
  }

  @Test(
    "a hub's busy consumer delays no other, and gets the number that it missed; a late one first gets the known values"
  )
  func hub() async throws {
    try await Company([.plays(Self.steps)]).run { company in
      let hub = try AirHub(sources: [company.feed], clock: company.stage.clock)
      let updates = hub.updates(for: AirQuery(places: []))
      let (busy, leaveBusy) = await company.follow(updates, pace: .seconds(100))
      let (idle, leaveIdle) = await company.follow(updates)
      await company.stage.clock.advance(by: .seconds(300))
      #expect(idle.readings == ["A=1", "B=2"] + (3...32).map { "A=\($0)" } && idle.dropped() == 0)
      #expect(busy.readings.count < 10 && busy.readings.count + busy.dropped() >= 30)
      let (late, leaveLate) = await company.follow(updates)
      #expect(late.updates.count == 1 && late.updates[0].isSnapshot && late.updates[0].state == .live)
      #expect(Set(late.readings) == ["A=32", "B=2"])
      await company.stage.clock.advance(by: .seconds(10))
      #expect(idle.readings.last == "A=33" && late.readings.last == "A=33" && late.readings.count == 3)
      #expect(company.stage.connector.attemptCount == 1 && company.feed.subscriberCount == 3)
      for leave in [leaveBusy, leaveIdle, leaveLate] { await leave() }
      #expect(company.feed.subscriberCount == 0)
    }
  }

  @Test("serves a query from an open connection, else from one of its own")
  func fetch() async throws {
    try await Company([.plays(Self.steps), .plays([says("C", 7), .hang])]).run { company in
      let (_, leave) = await company.subscribe()
      let response = try await company.feed.fetch(AirQuery(places: [.city("A"), .city("B")]))
      #expect(Set(response.reports.map(\.site.name)) == ["A", "B"] && !response.isPartial)
      #expect(company.stage.connector.attemptCount == 1)
      await leave()
      await company.stage.clock.advance(by: .seconds(31))
      let other = try await company.feed.fetch(AirQuery(places: []))
      #expect(other.reports.map(\.site.name) == ["C"])
      #expect(company.stage.connector.attemptCount == 2 && company.stage.connector.openCount == 0)
    }
  }

  /// A warning in each message, with the message as its title.
  private struct Warnings: FeedDecoder {
    static let descriptor = CityDecoder.descriptor

    func decode(_ message: FeedMessage, for query: AirQuery, into report: inout ReportBuilder) {
      report.issue(
        AirNotice(
          id: "one", source: Self.descriptor.id, kind: .episode,
          title: String(decoding: message.bytes, as: UTF8.self),
          attribution: [AirAttribution("A feed")], rights: .unknown))
    }
  }

  @Test("a late subscriber gets the current notices")
  func lateNotices() async throws {
    let clock = ManualClock()
    let connector = ScriptedConnector([.plays([.text("Smog"), .hang])], clock: clock)
    let feed = FeedSource(
      Warnings(), at: FeedEndpoint(url: "wss://feed.test/"), through: connector, clock: clock
    ).sharing()
    @Sendable func titles() async throws -> [String] {
      for try await update in feed.updates(for: AirQuery(places: [])) {
        if let notices = update.notices { return notices.map(\.title) }
      }
      return []
    }
    let seen = try await clock.run { [try await titles(), try await titles()] }
    #expect(seen == [["Smog"], ["Smog"]])
    #expect(connector.attemptCount == 1)
  }

  @Test(
    "a fetch returns the notices of a feed that sends nothing else",
    arguments: [.hang, .end, .failure(AQError(.unreachable, "Reset."))] as [ScriptedConnection.Step])
  func fetchedNotices(last: ScriptedConnection.Step) async throws {
    let clock = ManualClock()
    let feed = FeedSource(
      Warnings(), at: FeedEndpoint(url: "wss://feed.test/"),
      through: ScriptedConnector(playing: [.text("Smog"), last], clock: clock), clock: clock)
    let response = try await clock.run {
      async let response = feed.fetch(AirQuery(places: []))
      await clock.advance(by: .seconds(10))
      return try await response
    }
    #expect(response.notices.map(\.title) == ["Smog"])
  }

  @Test("a fetch uses the shared connection of a feed that has sent notices alone")
  func joinedNotices() async throws {
    let clock = ManualClock()
    let connector = ScriptedConnector(playing: [.text("Smog"), .hang], clock: clock)
    let shared = FeedSource(
      Warnings(), at: FeedEndpoint(url: "wss://feed.test/"), through: connector, clock: clock
    ).sharing()
    let query = AirQuery(places: [])
    let titles = try await clock.run {
      var updates = shared.updates(for: query).makeAsyncIterator()
      while let update = try await updates.next(), update.notices == nil {}
      async let response = shared.fetch(query)
      await clock.advance(by: .seconds(10))
      return try await response.notices.map(\.title)
    }
    #expect(titles == ["Smog"])
    #expect(connector.attemptCount == 1)
  }

  /// Warnings here, elsewhere and without a stated place, in each message.
  private struct AreaWarnings: FeedDecoder {
    static let descriptor = CityDecoder.descriptor
    var semantics = FeedOptions.Semantics()
    var ids: Set<String> = ["here", "elsewhere", "anywhere"]

    func decode(_ message: FeedMessage, for query: AirQuery, into report: inout ReportBuilder) throws {
      let areas = try [50.0, 10].map { latitude in
        AirNotice.Area(circles: [.init(center: try Coordinate(latitude, 16), radius: 10_000)])
      }
      for (id, area) in [("here", areas[0]), ("elsewhere", areas[1]), ("anywhere", AirNotice.Area())]
      where ids.contains(id) {
        report.issue(AirNotice(id: id, source: Self.descriptor.id, kind: .smoke, title: "Smoke", area: area))
      }
    }
  }

  @Test("a notice belongs to the places in its area; one without a shape stays")
  func placedNotices() async throws {
    let clock = ManualClock()
    let source = FeedSource(
      AreaWarnings(), at: FeedEndpoint(url: "wss://feed.test/"),
      through: ScriptedConnector(playing: [.text("Smoke"), .hang], clock: clock), clock: clock)
    let query = AirQuery(near: try Coordinate(50.01, 16))
    try await clock.run {
      for updates in [source.updates(for: query), source.sharing().updates(for: query)] {
        for try await update in updates {
          guard let notices = update.notices else { continue }
          #expect(notices.map(\.id) == ["here", "anywhere"] && notices.map(\.places) == [[0], []])
          break
        }
      }
    }
  }

  @Test("a fetch uses the shared connection of a feed whose only warning is elsewhere")
  func joinedNoNotices() async throws {
    let clock = ManualClock()
    let connector = ScriptedConnector([.plays([.text("Smoke"), .hang])], clock: clock)
    let shared = FeedSource(
      AreaWarnings(semantics: FeedOptions.Semantics(dependsOnQuery: true), ids: ["elsewhere"]),
      at: FeedEndpoint(url: "wss://feed.test/"), through: connector, clock: clock
    ).sharing()
    let query = AirQuery(near: try Coordinate(50.01, 16))
    let error = await #expect(throws: AQError.self) {
      try await clock.run {
        var updates = shared.updates(for: query).makeAsyncIterator()
        while let update = try await updates.next(), update.notices == nil {}
        async let response = shared.fetch(query)
        await clock.advance(by: .seconds(10))
        _ = try await response
      }
    }
    #expect(error?.code == .timedOut && connector.attemptCount == 1)
  }

  @Test("a query that the feed doesn't offer is refused without touching the connection")
  func unsupported() async throws {
    let company = Company([.plays(Self.steps)])
    let query = AirQuery(places: [], parameters: [.birchPollen])
    let error = await #expect(throws: AQError.self) {
      for try await _ in company.feed.updates(for: query) {}
    }
    #expect(error?.code == .unsupported && company.stage.connector.attemptCount == 0)
  }

  @Test("keeps the contract of a source")
  func contract() async throws {
    let messages = [CityDecoder.message("A", 1), CityDecoder.message("B", 2)]
    var contract = SourceContract(
      CityDecoder.descriptor, messages: messages, at: AirTime(secondsSince1970: 1_790_856_000),
      queries: [AirQuery(places: [.city("A"), .city("B")])]
    ) { connector, clock in
      FeedSource(CityDecoder(), at: FeedEndpoint(url: "wss://x.example"), through: connector, clock: clock)
        .sharing(
          grace: .zero)
    }
    for rule in SourceContract.allRules
    where rule.id.hasPrefix("descriptor.") || rule.id.contains("attribution") || rule.id.contains("rights") {
      contract.waivers[rule.id] = "The decoder is a test's own."
    }
    try await contract.quiet.check().verify()
  }
}
