import AQKit
import AQKitTesting
import Testing

@Suite("A hub's live stream", .timeLimit(.minutes(10)))
struct HubUpdatesTests {
  private let clock = ManualClock()
  private let query = AirQuery(places: [], parameters: [.pm25])

  private func report(_ source: SourceID, _ value: Double, after seconds: Int64 = 0) throws -> AirReport {
    try .sample(source, value: value, at: AirTime.noon.adding(seconds: seconds))
  }

  /// Returns the elements of a stream until a number of updates has come.
  private func updates(_ hub: AirHub, _ query: AirQuery, count: Int) async throws -> [AirUpdate] {
    var updates: [AirUpdate] = []
    for try await update in hub.updates(for: query) {
      updates.append(update)
      if updates.count >= count { break }
    }
    return updates
  }

  @Test("a source without a stream is polled when it may have new values, and only those are sent")
  func polls() async throws {
    let source = ScriptedSource(
      .sample("poll"),
      outcomes: [
        .response(AirResponse(reports: [try report("poll", 1)])),
        .response(AirResponse(reports: [try report("poll", 1)])),
        .response(AirResponse(reports: [try report("poll", 2, after: 3600)])),
      ], clock: clock)
    try await clock.run {
      let hub = try AirHub(sources: [source], clock: clock)
      async let stream = updates(hub, query, count: 2)
      for _ in 0..<40 { await clock.advance(by: .seconds(600)) }
      let updates = try await stream
      #expect(updates.map(\.source) == ["poll", "poll"])
      #expect(updates.map { $0.reports.first?[.pm25]?.values } == [[1], [2]])
      #expect(updates[0].state == .live && updates[1].state == nil)
    }
  }

  @Test("a polled source with a cache gives new values when they are due, not one poll later")
  func pollsThroughCache() async throws {
    let source = ScriptedSource(
      .sample("poll"),
      outcomes: [
        .response(AirResponse(reports: [try report("poll", 1)])),
        .response(AirResponse(reports: [try report("poll", 2, after: 3600)])),
      ], clock: clock
    ).caching(clock: clock)
    let seen = Log<AirUpdate>()
    try await clock.run {
      let hub = try AirHub(sources: [source], clock: clock)
      let task = Task(executorPreference: PreferredExecutor.current.get()) {
        for try await update in hub.updates(for: query) { seen.add(update) }
      }
      // An hour, and the random part of the wait.
      await clock.advance(by: .seconds(3661))
      #expect(seen.all.map { $0.reports.first?[.pm25]?.values } == [[1], [2]])
      task.cancel()
      await clock.advance(by: .zero)
    }
  }

  @Test("failures are reported and retried after a while, and end the polling only if they are permanent")
  func failures() async throws {
    let source = ScriptedSource(
      .sample("sick"),
      outcomes: [
        .failure(AQError(.unavailable, "Down.")), .response(AirResponse(reports: [try report("sick", 3)])),
        .failure(AQError(.unauthorized, "Wrong key.")),
      ], clock: clock)
    try await clock.run {
      let hub = try AirHub(sources: [source], clock: clock)
      async let stream = updates(hub, query, count: 10)
      for _ in 0..<40 { await clock.advance(by: .seconds(600)) }
      let updates = try await stream
      #expect(updates.map { $0.notes.first?.failure } == [.unavailable, nil, .unauthorized])
      #expect(updates[1].reports.count == 1)
      #expect(updates.last?.state == .failed(.unauthorized))
      #expect(clock.sleeperCount == 0)
    }
  }

  @Test("an error page in place of a response doesn't end the polling")
  func errorPage() async throws {
    let source = ScriptedSource(
      .sample("portal"),
      outcomes: [
        .failure(AQError(.malformed, "HTML in place of JSON.")),
        .response(AirResponse(reports: [try report("portal", 3)])),
      ], clock: clock)
    try await clock.run {
      let hub = try AirHub(sources: [source], clock: clock)
      async let stream = updates(hub, query, count: 2)
      for _ in 0..<40 { await clock.advance(by: .seconds(60)) }
      let updates = try await stream
      #expect(updates.first?.notes.first?.failure == .malformed && updates.first?.state == nil)
      #expect(updates.last?.reports.first?[.pm25]?.values == [3])
    }
  }

  @Test("a source that is silent for half a minute has failed once, and is asked again")
  func silentOnce() async throws {
    let source = ScriptedSource(
      .sample("slow"), outcomes: [.hang, .response(AirResponse(reports: [try report("slow", 4)]))],
      clock: clock)
    try await clock.run {
      let hub = try AirHub(sources: [source], clock: clock)
      async let stream = updates(hub, query, count: 2)
      for _ in 0..<40 { await clock.advance(by: .seconds(60)) }
      let updates = try await stream
      #expect(updates.first?.notes.first?.failure == .timedOut && updates.first?.state == nil)
      #expect(updates.last?.reports.first?[.pm25]?.values == [4])
      #expect(hub.health(of: "slow")?.successRate == 0.5)
    }
  }

  @Test("streams and polled sources form one sequence, which one that ignores cancellation doesn't delay")
  func merges() async throws {
    var live = SourceDescriptor.sample("live", offers: [.sample(capabilities: [.live, .current])])
    live.name = "Live"
    let feed = ClosureSource(
      live,
      updates: { [self] _ in
        AirUpdates { send in
          try await send(AirUpdate(state: .live))
          try await send(AirUpdate(reports: [try report("live", 5)]))
          try await Latch().wait()
        }
      }
    ) { _ in AirResponse() }
    let polled = ScriptedSource(
      .sample("poll"), outcomes: [.response(AirResponse(reports: [try report("poll", 1)]))], clock: clock)
    let deaf = HandSource(.sample("deaf"), isDeaf: true)
    try await clock.run {
      let hub = try AirHub(sources: [feed, polled, deaf], clock: clock)
      let task = Task {
        var seen: Set<String> = []
        for try await update in hub.updates(for: query) {
          for report in update.reports { seen.insert("\(update.source ?? "?") \(report.source)") }
          if seen.count == 2 { break }
        }
        return seen
      }
      #expect(try await task.value == ["live live", "poll poll"])
    }
    deaf.respond(to: 1, with: .success(AirResponse()))
  }

  @Test("a gap of a stream is filled by a query where the source has history")
  func fillsGaps() async throws {
    let descriptor = SourceDescriptor.sample(
      "live", offers: [.sample(capabilities: [.live, .current, .history])])
    let gap = try AirInterval(start: AirTime.noon, end: AirTime.noon.adding(seconds: 7200))
    let asked = Locked<[AirQuery.Window]>([])
    let feed = ClosureSource(
      descriptor,
      updates: { _ in
        AirUpdates { send in
          try await send(AirUpdate(state: .live, gap: gap))
          try await Latch().wait()
        }
      }
    ) { [self] query in
      asked.withLock { $0.append(query.window) }
      return AirResponse(reports: [try report("live", 7, after: 3600)])
    }
    try await clock.run {
      let hub = try AirHub(sources: [feed], clock: clock)
      let updates = try await updates(hub, query, count: 2)
      #expect(updates.first?.gap == gap)
      #expect(updates.last?.reports.first?[.pm25]?.values == [7])
      #expect(asked.withLock { $0 } == [.interval(gap)])
    }
  }

  @Test("a report that a licence withholds is counted where a gap is filled, and once by polls")
  func withheld() async throws {
    let asked = Tally()
    let gap = try AirInterval(start: AirTime.noon, end: AirTime.noon.adding(seconds: 7200))
    let rights = AirRights(commercialUse: .allowed)
    let withheld = changed(try report("feed", 7)) { $0.rights = AirRights(caching: .allowed) }
    let feed = ClosureSource(
      .sample("feed", offers: [.sample(capabilities: [.live, .current, .history])], rights: rights),
      updates: { _ in
        AirUpdates { send in
          try await send(AirUpdate(state: .live, gap: gap))
          try await Latch().wait()
        }
      }
    ) { _ in AirResponse(reports: [withheld]) }
    let polled = ClosureSource(.sample("poll", rights: rights)) { _ in
      asked.increment()
      return AirResponse(reports: [withheld])
    }
    let query = changed(query) { $0.purposes = [.commercialUse] }
    let seen = Log<AirUpdate>()
    try await clock.run {
      let hub = try AirHub(sources: [feed, polled], clock: clock)
      let task = Task(executorPreference: PreferredExecutor.current.get()) {
        for try await update in hub.updates(for: query) { seen.add(update) }
      }
      for _ in 0..<20 { await clock.advance(by: .seconds(600)) }
      task.cancel()
      await clock.advance(by: .zero)
    }
    let noted = seen.all.filter { $0.notes.contains { $0.code == .withheld } }
    #expect(noted.compactMap(\.source?.rawValue).sorted() == ["feed", "poll"])
    #expect(asked.count > 2 && seen.all.allSatisfy(\.reports.isEmpty))
  }

  @Test("the values that fill a gap aren't replaced by newer readings, and a failure to fill it is noted")
  func fillingStays() async throws {
    let descriptor = SourceDescriptor.sample(
      "live", offers: [.sample(capabilities: [.live, .current, .history])])
    let gap = try AirInterval(start: AirTime.noon, end: AirTime.noon.adding(seconds: 7200))
    let clock = ManualClock(AirTime.noon.adding(seconds: 14_400))
    let (filled, sent, asked) = (Latch(), Latch(), Tally())
    let feed = ClosureSource(
      descriptor,
      updates: { [self] _ in
        AirUpdates { send in
          try await send(AirUpdate(state: .live, gap: gap))
          try await filled.wait()
          try await send(AirUpdate(reports: [try report("live", 9, after: 10_800)], gap: gap))
          sent.open()
          try await Latch().wait()
        }
      }
    ) { [self] _ in
      asked.increment()
      if asked.count > 1 { throw AQError(.unavailable, "Down.") }
      filled.open()
      return AirResponse(reports: [try report("live", 7, after: 3600)])
    }
    let hub = try AirHub(sources: [feed], clock: clock)
    var iterator = hub.updates(for: query).makeAsyncIterator()
    var seen: [AirUpdate] = []
    while let update = try await iterator.next() {
      if seen.isEmpty { try await sent.wait() }
      seen.append(update)
      if update.notes.contains(where: { $0.failure == .unavailable }) { break }
    }
    #expect(seen.contains { $0.reports.first?[.pm25]?.values == [7] })
    #expect(seen.contains { $0.reports.first?[.pm25]?.values == [9] })
    #expect(seen.last?.notes.last?.message == "A gap wasn't filled: Down.")
    #expect(hub.health(of: "live")?.lastError?.code == .unavailable)
  }

  @Test("a stream counts for its source's health: connections, losses, and the newest values")
  func healthOfStream() async throws {
    let events = Events()
    let feed = ClosureSource(
      .sample("live", offers: [.sample(capabilities: [.live])]),
      updates: { [self] _ in
        AirUpdates { send in
          try await send(AirUpdate(state: .live))
          try await send(AirUpdate(reports: [try report("live", 5)]))
          try await send(AirUpdate(notes: [AirNote(.disconnected, "Lost.", failure: .unreachable)]))
        }
      }
    ) { _ in AirResponse() }
    var container = AQContainer().setting(.clock, to: clock).setting(.hubObserver, to: events)
    try container.register(feed.descriptor) { _, _ in feed }
    let hub = try AirHub(container)
    for try await _ in hub.updates(for: query) {}
    let health = try #require(hub.health(of: "live"))
    #expect(health.asked == 2 && health.successRate == 0.5)
    #expect(health.responseTime == nil && health.freshness == .fresh)
    #expect(health.lastError?.code == .unreachable)
    #expect(events.all.map(\.kind) == [.responded(values: 0), .responded(values: 1), .failed(.unreachable)])
  }

  @Test("a polled response that lacks an earlier site has a note; so has a spent budget")
  func vanished() async throws {
    let both = [
      try AirReport.sample("poll", site: AirSite(id: "1", kind: .referenceStation)),
      try AirReport.sample("poll", site: AirSite(id: "2", kind: .referenceStation)),
    ]
    let source = ScriptedSource(
      .sample("poll"),
      outcomes: [.response(AirResponse(reports: both)), .response(AirResponse(reports: [both[1]]))],
      clock: clock)
    try await clock.run {
      let hub = try AirHub(sources: [source], clock: clock)
      async let stream = updates(hub, query, count: 2)
      for _ in 0..<20 { await clock.advance(by: .seconds(600)) }
      let updates = try await stream
      #expect(updates.last?.reports.isEmpty == true)
      #expect(
        updates.last?.notes.map(\.message) == [
          "Some sites of the previous response are missing from this one."
        ]
      )
    }
  }

  @Test("a search for the place that fails once is repeated")
  func searchAgain() async throws {
    let brno = AirPlace(name: "Brno", coordinate: try Coordinate(49, 16))
    let source = ScriptedSource(
      .sample("poll"), outcomes: [.response(AirResponse(reports: [try report("poll", 1)]))], clock: clock)
    var container = AQContainer().setting(.clock, to: clock)
      .setting(.placeSearch, to: FlakyPlaceSearch(place: brno))
    try container.register(source.descriptor) { _, _ in source }
    let hub = try AirHub(container)
    try await clock.run {
      async let stream = updates(hub, AirQuery(named: "Brno"), count: 2)
      for _ in 0..<20 { await clock.advance(by: .seconds(60)) }
      let updates = try await stream
      #expect(updates.first?.notes.first?.failure == .unavailable && updates.first?.state == nil)
      #expect(updates.last?.reports.count == 1)
    }
  }

  @Test("a name that wasn't found is searched again while another place is followed")
  func findsLater() async throws {
    struct Flaky: PlaceSearching {
      let asked = Log<String>()
      func places(matching search: AirPlace.Search) async throws -> [AirPlace] {
        asked.add(search.name)
        let isDown = search.name == "Brno" && asked.all.count { $0 == "Brno" } < 3
        if isDown { throw AQError(.unavailable, "Down.") }
        return [AirPlace(name: search.name, coordinate: try Coordinate(search.name == "Brno" ? 49 : 50, 16))]
      }
    }
    let search = Flaky()
    let polled = ScriptedSource(.sample("poll"), always: AirResponse(reports: [try report("poll", 1)]))
    let ending = ScriptedSource(
      .sample("ending", offers: [.sample(capabilities: [.live, .current])]), outcomes: [], updates: [])
    var container = AQContainer().setting(.clock, to: clock).setting(.placeSearch, to: search)
    // One whose stream has ended doesn't end the search of the other.
    for source in [ending, polled] { try container.register(source.descriptor) { _, _ in source } }
    let hub = try AirHub(container)
    let query = AirQuery(places: [.city("Brno"), .city("Praha")])
    await clock.run {
      let stream = Task(executorPreference: PreferredExecutor.current.get()) {
        for try await _ in hub.updates(for: query) {}
      }
      for _ in 0..<5 { await clock.advance(by: .seconds(60)) }
      #expect(
        polled.queries.map { $0.places.map(\.kind) } == [[.city, .coordinate], [.coordinate, .coordinate]])
      #expect(search.asked.all == ["Brno", "Praha", "Brno", "Brno"])
      stream.cancel()
      await #expect(throws: CancellationError.self) { try await stream.value }
      #expect(clock.sleeperCount == 0)
    }
  }

  @Test("a source that isn't asked says why, once, and the stream ends when no source has more updates")
  func skipped() async throws {
    let hub = try AirHub(sources: [HandSource(.sample("none"))], clock: clock)
    var other = query
    other.sources = .only([])
    let updates = try await updates(hub, other, count: 5)
    #expect(updates.count == 1)
    #expect(updates.first?.source == "none")
    #expect(updates.first?.notes.first?.message == "Not asked: The query leaves it out.")
  }

  @Test("a disabled source gives no update at all")
  func switchedOff() async throws {
    var container = AQContainer().setting(.clock, to: clock)
    for id in ["on", "off"] as [SourceID] {
      let descriptor = SourceDescriptor.sample(id)
      try container.register(descriptor) { _, _ in
        ScriptedSource(descriptor, always: AirResponse(reports: [try .sample(id, value: 1)]))
      }
    }
    try container.setEnabled(false, of: "off")
    let updates = try await updates(AirHub(container), query, count: 1)
    #expect(updates.map(\.source) == ["on"])
  }

  @Test("a slow consumer gets the newest readings and a count of the dropped ones")
  func slowConsumer() async throws {
    let sent = Latch()
    let feed = ClosureSource(
      .sample("live", offers: [.sample(capabilities: [.live])]),
      updates: { [self] _ in
        AirUpdates { send in
          for value in 1...50 { try await send(AirUpdate(reports: [try report("live", Double(value))])) }
          sent.open()
          try await Latch().wait()
        }
      }
    ) { _ in AirResponse() }
    let events = Events()
    var container = AQContainer().setting(.clock, to: clock).setting(.hubObserver, to: events)
    try container.register(feed.descriptor) { _, _ in feed }
    let hub = try AirHub(container)
    var iterator = hub.updates(for: query).makeAsyncIterator()
    let first = try await iterator.next()
    #expect(first?.reports.isEmpty == false)
    try await sent.wait()
    var last = first
    while last?.reports.last?[.pm25]?.values != [50] { last = try await iterator.next() }
    let dropped = events.all.reduce(0) { sum, event in
      if case .dropped(let count) = event.kind { sum + count } else { sum }
    }
    #expect(dropped > 0)
  }
}

/// Remembers the events.
final class Events: HubObserver {
  private let events = Locked<[HubEvent]>([])

  var all: [HubEvent] { events.withLock { $0 } }

  func observe(_ event: HubEvent) { events.withLock { $0.append(event) } }
}

@Suite("A hub's reports about its sources", .timeLimit(.minutes(10)))
struct HubObserverTests {
  private let clock = ManualClock()
  private let query = AirQuery(places: [], parameters: [.pm25])

  private func hub(_ source: any AirDataSource, _ events: Events) throws -> AirHub {
    var container = AQContainer().setting(.clock, to: clock).setting(.hubObserver, to: events)
    try container.register(source.descriptor) { _, _ in source }
    return try AirHub(container)
  }

  @Test("a query, a response with its values, and a cached response the second time")
  func responded() async throws {
    let events = Events()
    let source = ScriptedSource(
      .sample("city"), outcomes: [.response(AirResponse(reports: [try .sample("city")]))], clock: clock)
    let hub = try hub(source, events)
    _ = try await hub.answer(for: query)
    #expect(events.all.map(\.kind) == [.asked, .responded(values: 1)])
    #expect(events.all.allSatisfy { $0.source == "city" })
    _ = try await hub.answer(for: query)
    #expect(events.all.last?.kind == .cachedResponseGiven)
    let health = try #require(hub.health(of: "city"))
    #expect(health.asked == 1 && health.successRate == 1)
    #expect(health.responseTime?.median == .zero && health.lastSucceededAt == .noon)
    #expect(health.freshness == .fresh)
  }

  @Test("repeated failures open the circuit, which health shows")
  func circuit() async throws {
    let events = Events()
    let source = ScriptedSource(
      .sample("sick"), outcomes: [.failure(AQError(.unavailable, "Down."))], clock: clock)
    let hub = try hub(source, events)
    for _ in 0..<5 {
      _ = try await hub.answer(for: query)
      await clock.advance(by: .seconds(11))
    }
    #expect(events.all.map(\.kind).contains(.circuitOpened))
    #expect(events.all.filter { $0.kind == .failed(.unavailable) }.count == 5)
    let health = try #require(hub.health(of: "sick"))
    #expect(health.isCircuitOpen == true)
    #expect(health.successRate == 0 && health.lastError?.code == .unavailable)
    #expect(hub.health.count == 1 && hub.health(of: "other") == nil)
  }

  @Test("observers get requests and attempts with their weight, and health shows the remaining budget")
  func requests() async throws {
    let events = Events()
    let transport = StubTransport { request in
      TransportResponse(status: request.url.isEmpty ? 200 : 503)
    }
    var container = AQContainer().setting(.clock, to: clock).setting(.hubObserver, to: events)
      .setting(.httpTransport, to: transport)
    var descriptor = SourceDescriptor.sample("web")
    descriptor.limits = RequestLimits(windows: [.init(10, perSeconds: 60)])
    try container.register(descriptor) { [descriptor] container, _ in
      let transport = try container.transport(for: descriptor)
      return ClosureSource(descriptor) { _ in
        // What isn't a number counts as 1, and counters of metrics may trap on it.
        let request = TransportRequest(url: "https://air.example.org/x", weight: .nan)
        let response = try await transport.send(request)
        throw AQError(response: response) ?? AQError(.unavailable, "Down.")
      }
    }
    let hub = try AirHub(container)
    try await clock.run {
      async let answer = hub.answer(for: query)
      await clock.advance(by: .seconds(60))
      _ = try await answer
      let kinds = events.all.map(\.kind)
      let requests = kinds.filter { $0 == .requested(weight: 1) }.count
      #expect(requests == transport.requests.count && requests > 1)
      #expect(kinds.contains(.retried(attempt: 1)))
      #expect(hub.health(of: "web")?.budgetLeft.first?.window.weight == 10)
    }
  }

  @Test("health has the remainder of the general budget and of named ones, each by its own limits")
  func budgetsLeft() async throws {
    var container = AQContainer().setting(.clock, to: clock)
    container.set(.httpTransport, to: StubTransport(always: .status(200, text: "{}")))
    var descriptor = SourceDescriptor.sample("web")
    descriptor.limits = RequestLimits(
      windows: [.init(10, perSeconds: 60)], budgets: ["list": [.init(4, perSeconds: 3600)]])
    try container.register(descriptor) { [descriptor] container, _ in
      let transport = try container.transport(for: descriptor)
      return ClosureSource(descriptor) { _ in
        var list = TransportRequest(url: "https://air.example.org/list")
        list.budget = "list"
        _ = try await transport.send(list)
        for _ in 0..<3 { _ = try await transport.send(TransportRequest(url: "https://air.example.org/x")) }
        return AirResponse()
      }
    }
    let hub = try AirHub(container)
    _ = try await hub.answer(for: query)
    let left = try #require(hub.health(of: "web")).budgetLeft
    #expect(left.map(\.name) == [nil, "list"])
    #expect(left.map(\.window.weight) == [10, 4])
    #expect(left.map(\.weight) == [7, 3])
  }

  @Test(
    "a source that is silent until the hub's limit has failed; a cached response in its place counts as a failure, too"
  )
  func silence() async throws {
    let silent = ScriptedSource(.sample("silent"), outcomes: [.hang], clock: clock)
    try await clock.run {
      let events = Events()
      let hub = try self.hub(silent, events)
      async let answer = hub.answer(for: query)
      await clock.advance(by: .seconds(31))
      _ = try await answer
      #expect(hub.health(of: "silent")?.lastError?.code == .timedOut)
      #expect(events.all.map(\.kind).contains(.failed(.timedOut)))
    }
    let events = Events()
    let flaky = ScriptedSource(
      .sample("flaky"),
      outcomes: [
        .response(AirResponse(reports: [try .sample("flaky")])), .failure(AQError(.unavailable, "Down.")),
      ], clock: clock)
    let hub = try self.hub(flaky, events)
    _ = try await hub.answer(for: query)
    await clock.advance(by: .seconds(3 * 3600))
    _ = try await hub.answer(for: query)
    #expect(hub.health(of: "flaky")?.successRate == 0.5)
    #expect(events.all.last?.kind == .failed(.unavailable))
    // In the pause after an error the source isn't asked.
    let again = try await hub.answer(for: query)
    #expect(again.outcomes.first?.response?.cached?.failure == .unavailable && flaky.queries.count == 2)
    #expect(hub.health(of: "flaky")?.successRate == 0.5)
    #expect(events.all.last?.kind == .cachedResponseGiven)
  }

  @Test("an address that is switched off within 60 days is mentioned in answers and in health")
  func retirement() async throws {
    var descriptor = SourceDescriptor.sample("old")
    descriptor.endpoints = [
      .init("https://old.example.org", retiresOn: AirTime.noon.adding(seconds: 59 * 86_400))
    ]
    let source = ScriptedSource(
      descriptor, outcomes: [.response(AirResponse(reports: [try .sample("old")]))], clock: clock)
    let hub = try AirHub(sources: [source], clock: clock)
    let answer = try await hub.answer(for: query)
    #expect(answer.outcomes[0].response?.notes.contains { $0.message.contains("switches off") } == true)
    #expect(hub.health(of: "old")?.retirement?.url == "https://old.example.org")
    let caching = try AirHub(sources: [source.caching(for: .seconds(3600), clock: clock)], clock: clock)
    for _ in 0..<2 {
      let cached = try await caching.answer(for: query).outcomes[0].response
      #expect(cached?.notes.filter { $0.message.contains("switches off") }.count == 1)
    }
    descriptor.endpoints[0].retiresOn = AirTime.noon.adding(seconds: 61 * 86_400)
    #expect(descriptor.retirement(at: .noon) == nil)
  }
}
