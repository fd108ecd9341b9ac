import AQKit
import AQKitTesting
import Testing

@Suite("Cached replies") struct CachedReplyTests {
  /// A file for the whole country: lines of `identifier latitude value`, an hour each.
  struct Country: HTTPAdapter {
    static var descriptor: SourceDescriptor {
      var offer = SourceDescriptor.Offer.sample(convention: .end, averaging: .oneHour)
      offer.latency = .seconds(1200)
      return .sample("country", offers: [offer])
    }
    var descriptor: SourceDescriptor = Self.descriptor
    var keeping: TransportRequest.Keeping? = .days(1)
    var siteRights: AirRights?

    func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Void>] {
      [HTTPCall(TransportRequest(url: "https://country.test/all"), keepsFor: keeping)]
    }

    func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
      for line in String(decoding: reply.body, as: UTF8.self).split(separator: "\n") {
        let words = line.split(separator: " ").map(String.init)
        guard words.count == 4, let latitude = Double(words[1]), let value = Double(words[2]) else {
          throw AQError(.malformed, "A line can't be read.")
        }
        let site = report.site(
          AirSite(id: words[0], coordinate: try Coordinate(latitude, 7), kind: .referenceStation),
          rights: siteRights)
        report.add(.pm25, value, unit: "µg/m³", at: .text(words[3]), to: site)
      }
      return []
    }
  }

  static let body = "north 54 5 2026-10-01T12:00:00Z\nsouth 48 7 2026-10-01T12:00:00Z"
  private let clock = ManualClock(.noon)

  private func reply(headers: [TransportRequest.Header] = [], _ body: String = Self.body)
    -> StubTransport.Reply
  {
    .status(200, headers: headers, text: body)
  }

  private func near(_ latitude: Double) throws -> AirQuery { AirQuery(near: try Coordinate(latitude, 7)) }

  @Test("one reply for a whole country serves all places, asked together, at once or later")
  func allPlaces() async throws {
    let transport = StubTransport(always: reply())
    let source = HTTPSource(Country(), transport: transport, clock: clock)
    let both = AirQuery(places: [.near(try Coordinate(54, 7)), .near(try Coordinate(48, 7))])
    let first = try await source.fetch(both)
    #expect(first.reports.map(\.site.id) == ["north", "south"] && transport.requests.count == 1)
    await clock.advance(by: .seconds(600))
    let later = try await source.fetch(near(48))
    #expect(later.reports.map(\.site.id) == ["south"] && transport.requests.count == 1)
    #expect(later.reports.first?.receivedAt == .noon, "the age of a cached reply stays visible")
  }

  @Test("a cached reply tells the time of its receipt from that of the fetch that reads it")
  func times() async throws {
    struct Ages: HTTPAdapter {
      static var descriptor: SourceDescriptor { Country.descriptor }
      func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Void>] {
        [HTTPCall(TransportRequest(url: "https://country.test/all"), keepsFor: .days(1))]
      }
      func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
        let site = report.site(
          AirSite(id: "north", coordinate: try Coordinate(54, 7), kind: .referenceStation))
        let age = reply.askedAt.secondsSince1970 - reply.receivedAt.secondsSince1970
        report.add(.pm25, Double(age), unit: "µg/m³", at: .text("2026-10-01T12:00:00Z"), to: site)
        return []
      }
    }
    let source = HTTPSource(Ages(), transport: StubTransport(always: reply()), clock: clock)
    for seconds: Int64 in [0, 60] {
      await clock.advance(by: .seconds(seconds))
      #expect(try await source.fetch(near(54)).reports.first?[.pm25]?.values == [Double(seconds)])
    }
    let recorded = HTTPReply(
      TransportResponse(status: 200, text: ""), step: (), query: try near(54), receivedAt: .noon)
    #expect(recorded.askedAt == .noon)
  }

  @Test("places beyond the limit on requests are served by a cached reply: it is one request")
  func manyPlaces() async throws {
    let transport = StubTransport(always: reply())
    let source = HTTPSource(Country(), transport: transport, clock: clock)
    let places = try (0..<150).map { AirQuery.Place.near(try Coordinate(54 + Double($0) / 10_000, 7)) }
    #expect(source.descriptor.limits.requestsPerFetch < places.count)
    let response = try await source.fetch(AirQuery(places: places))
    #expect(transport.requests.count == 1)
    #expect(response.reports.map(\.places.count) == [150])
    #expect(!response.notes.contains { $0.code == .limitReached })
  }

  private func transport(behind gate: Latch) -> StubTransport {
    StubTransport { _ in
      try await gate.wait()
      return TransportResponse(status: 200, text: Self.body)
    }
  }

  @Test("two fetches at once share a request, and a third that comes too late for it has the reply")
  func atOnce() async throws {
    let gate = Latch()
    let transport = transport(behind: gate)
    let source = HTTPSource(Country(), transport: transport, clock: clock)
    let (north, south) = (try near(54), try near(48))
    try await clock.run {
      async let one = source.fetch(north)
      async let two = source.fetch(south)
      await clock.advance(by: .zero)
      #expect(transport.requests.count == 1)
      gate.open()
      let responses = try await [one, two]
      #expect(responses.flatMap(\.reports).map(\.site.id) == ["north", "south"])
    }
    _ = try await source.fetch(north)
    #expect(transport.requests.count == 1)
  }

  @Test("replies are forgotten with the cached responses, through all layers, even those on their way")
  func removal() async throws {
    let gate = Latch()
    let transport = transport(behind: gate)
    let source = HTTPSource(Country(), transport: transport, clock: clock)
    let query = try near(48)
    try await clock.run {
      async let first = source.fetch(query)
      await clock.advance(by: .zero)
      source.removeCachedResponses()
      gate.open()
      _ = try await first
    }
    for _ in 0..<2 { _ = try await source.fetch(query) }
    #expect(transport.requests.count == 2)
    source.resilient(clock: clock).removeCachedResponses()
    _ = try await source.fetch(query)
    #expect(transport.requests.count == 3)
  }

  @Test("a reply that isn't cached is requested each time")
  func notCached() async throws {
    let transport = StubTransport(always: reply())
    let source = HTTPSource(Country(keeping: nil), transport: transport, clock: clock)
    for _ in 0..<2 { _ = try await source.fetch(near(48)) }
    #expect(transport.requests.count == 2)
  }

  @Test("a cached reply is requested again when it expires")
  func end() async throws {
    let transport = StubTransport(always: reply())
    let source = HTTPSource(Country(keeping: .hours(2)), transport: transport, clock: clock)
    _ = try await source.fetch(near(48))
    await clock.advance(by: .seconds(7199))
    _ = try await source.fetch(near(48))
    #expect(transport.requests.count == 1)
    await clock.advance(by: .seconds(1))
    _ = try await source.fetch(near(48))
    #expect(transport.requests.count == 2)
  }

  @Test("values are cached until the next ones are due: the end of the newest, the cadence and the latency")
  func nextValue() async throws {
    let transport = StubTransport(always: reply())
    let source = HTTPSource(Country(keeping: .untilNextValue), transport: transport, clock: clock)
    // The newest hour ended at 12:00; the next one ends at 13:00 and comes 20 minutes later, at most an hour from now.
    await clock.advance(by: .seconds(1260))
    _ = try await source.fetch(near(48))
    await clock.advance(by: .seconds(3539))
    _ = try await source.fetch(near(48))
    #expect(transport.requests.count == 1)
    await clock.advance(by: .seconds(1))
    _ = try await source.fetch(near(48))
    #expect(transport.requests.count == 2, "it is 13:20")
    await clock.advance(by: .seconds(299))
    _ = try await source.fetch(near(48))
    #expect(transport.requests.count == 2)
    await clock.advance(by: .seconds(1))
    _ = try await source.fetch(near(48))
    #expect(transport.requests.count == 3, "what is overdue is asked for every five minutes")
  }

  @Test(
    "a reload asks for values again, but not for what is kept for days",
    arguments: [(.untilNextValue, 2), (.seconds(600), 2), (.days(1), 1)] as [(TransportRequest.Keeping, Int)])
  func reload(keeping: TransportRequest.Keeping, requests: Int) async throws {
    let transport = StubTransport(always: reply())
    let source = HTTPSource(Country(keeping: keeping), transport: transport, clock: clock)
    var query = try near(48)
    _ = try await source.fetch(query)
    await clock.advance(by: .seconds(540))
    query.freshness = .reload
    _ = try await source.fetch(query)
    #expect(transport.requests.count == requests)
  }

  @Test("a reply without values is cached until the next time of publication")
  func nextPublication() async throws {
    let transport = StubTransport(always: reply(""))
    let source = HTTPSource(Country(keeping: .untilNextValue), transport: transport, clock: clock)
    _ = try await source.fetch(near(48))
    await clock.advance(by: .seconds(1199))
    _ = try await source.fetch(near(48))
    #expect(transport.requests.count == 1)
    await clock.advance(by: .seconds(1))
    _ = try await source.fetch(near(48))
    #expect(transport.requests.count == 2, "it is 12:20")
  }

  @Test("an older reply is revalidated by its validators, and a 304 makes it new again")
  func conditional() async throws {
    let transport = StubTransport { request, number in
      switch number {
      case 0:
        TransportResponse(
          status: 200,
          headers: [
            TransportRequest.Header("ETag", #""one""#),
            TransportRequest.Header("Last-Modified", "Thu, 01 Oct 2026 11:50:00 GMT"),
          ], text: Self.body)
      case 1: TransportResponse(status: 304, headers: [TransportRequest.Header("ETag", #""two""#)])
      default: TransportResponse(status: 200, text: "south 48 9 2026-10-01T13:00:00Z")
      }
    }
    let source = HTTPSource(Country(keeping: .hours(1)), transport: transport, clock: clock)
    _ = try await source.fetch(near(48))
    await clock.advance(by: .seconds(3600))
    let again = try await source.fetch(near(48))
    #expect(again.reports.first?[.pm25]?.newestReading()?.value == 7)
    #expect(again.reports.first?.receivedAt == .noon.hours(1))
    #expect(transport.requests.first?.headers == [])
    #expect(transport.requests.last?.header("If-None-Match") == #""one""#)
    #expect(transport.requests.last?.header("If-Modified-Since") == "Thu, 01 Oct 2026 11:50:00 GMT")
    await clock.advance(by: .seconds(3600))
    let changed = try await source.fetch(near(48))
    #expect(transport.requests.last?.header("If-None-Match") == #""two""#)
    #expect(changed.reports.first?[.pm25]?.newestReading()?.value == 9)
  }

  @Test("a reply that is cached while unchanged is revalidated each time")
  func whileUnchanged() async throws {
    let transport = StubTransport { request, _ in
      request.header("If-None-Match") == nil
        ? TransportResponse(
          status: 200, headers: [TransportRequest.Header("ETag", #"W/"1""#)], text: Self.body)
        : TransportResponse(status: 304)
    }
    let source = HTTPSource(Country(keeping: .whileUnchanged), transport: transport, clock: clock)
    for _ in 0..<3 { #expect(try await source.fetch(near(48)).reports.count == 1) }
    #expect(transport.requests.count == 3)
  }

  @Test("a validator that no request can carry is not sent back", arguments: ["a\r\nX: y", "\u{7F}", ""])
  func hostileValidator(tag: String) async throws {
    let transport = StubTransport(always: reply(headers: [TransportRequest.Header("ETag", tag)]))
    let source = HTTPSource(Country(keeping: .whileUnchanged), transport: transport, clock: clock)
    for _ in 0..<2 { _ = try await source.fetch(near(48)) }
    #expect(transport.requests.allSatisfy { $0.headers.isEmpty } && transport.requests.count == 2)
  }

  @Test("an unrequested 304 is an error")
  func unaskedNotModified() async throws {
    let source = HTTPSource(Country(), transport: StubTransport(always: .status(304)), clock: clock)
    await #expect(throws: AQError.self) { try await source.fetch(near(48)) }
  }

  @Test(
    "nothing is cached if the source, a site or the service forbids it",
    arguments: ["source", "site", "service"])
  func forbidden(by whom: String) async throws {
    var adapter = Country()
    let forbidding = AirRights(caching: .forbidden)
    if whom == "source" { adapter.descriptor.rights = forbidding }
    if whom == "site" { adapter.siteRights = forbidding }
    let headers = whom == "service" ? [TransportRequest.Header("cache-control", "private, No-Store")] : []
    let transport = StubTransport(always: reply(headers: headers))
    let source = HTTPSource(adapter, transport: transport, clock: clock)
    for _ in 0..<2 { _ = try await source.fetch(near(48)) }
    #expect(transport.requests.count == 2)
  }

  @Test("neither an error nor an unreadable reply is cached")
  func failures() async throws {
    let transport = StubTransport([.status(503), .json("<html>"), reply()], repeatsLast: true)
    let source = HTTPSource(Country(), transport: transport, clock: clock)
    for _ in 0..<2 { await #expect(throws: AQError.self) { try await source.fetch(near(48)) } }
    for _ in 0..<2 { #expect(try await source.fetch(near(48)).reports.count == 1) }
    #expect(transport.requests.count == 3)
  }

  @Test("the cache is bounded: a source with ever new requests forgets the oldest")
  func bounded() async throws {
    struct Endless: HTTPAdapter {
      static var descriptor: SourceDescriptor { .sample("endless") }
      func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Void>] {
        let latitude = query.places.first?.coordinate?.latitude ?? 0
        return [HTTPCall(TransportRequest(url: "https://endless.test/\(latitude)"), keepsFor: .days(1))]
      }
      func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) -> [HTTPCall<Void>] { [] }
    }
    let large = [UInt8](repeating: 32, count: 4 << 20)
    let transport = StubTransport { _ in TransportResponse(status: 200, body: large) }
    let source = HTTPSource(Endless(), transport: transport, clock: clock)
    for latitude in 0..<9 { _ = try await source.fetch(near(Double(latitude))) }
    _ = try await source.fetch(near(8))
    #expect(transport.requests.count == 9, "the newest is kept")
    _ = try await source.fetch(near(0))
    #expect(transport.requests.count == 10, "32 MiB don't hold nine bodies of 4 MiB")
  }

  /// A file whose every reply leads to itself, as often as the fetch allows.
  private struct Loop: HTTPAdapter {
    static var descriptor: SourceDescriptor {
      var descriptor = SourceDescriptor.sample("loop")
      descriptor.limits.requestsPerFetch = 3
      return descriptor
    }
    private var call: HTTPCall<Void> {
      HTTPCall(TransportRequest(url: "https://loop.test/"), keepsFor: .seconds(600))
    }
    func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Void>] { [call] }
    func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) -> [HTTPCall<Void>] { [call] }
  }

  @Test("a reply too large to be kept counts against the limit on requests each time")
  func tooLarge() async throws {
    let large = [UInt8](repeating: 32, count: 32 << 20)
    let transport = StubTransport { _ in TransportResponse(status: 200, body: large) }
    _ = try await HTTPSource(Loop(), transport: transport, clock: clock).fetch(near(48))
    #expect(transport.requests.count == 3)
  }

  @Test("within one fetch, a reload asks once for a request that several calls share")
  func sharedReload() async throws {
    let transport = StubTransport(always: reply())
    var query = try near(48)
    query.freshness = .reload
    let source = HTTPSource(Loop(), transport: transport, clock: clock)
    for count in 1...2 {
      _ = try await source.fetch(query)
      #expect(transport.requests.count == count)
    }
  }
}

@Suite("Budgets of their own") struct NamedBudgetTests {
  @Test("a request counts in the budget that it names, and in the general one if that isn't declared")
  func named() async throws {
    let clock = ManualClock(.noon)
    let limits = RequestLimits(
      windows: [.init(100, perSeconds: 60)], budgets: ["lists": [.init(1, perSeconds: 60)]])
    let budget = RequestBudgets.Budget(limits, clock: clock)
    let transport = StubTransport(always: .status(200)).rateLimited(by: budget, clock: clock)
    func request(_ budget: String) -> TransportRequest {
      HTTPCall(TransportRequest(url: "https://a.test/"), budget: budget).request
    }
    let (list, other) = (request("lists"), request("unheard of"))
    _ = try await transport.send(list)
    _ = try await transport.send(other)
    #expect(budget.remaining == [99])
    #expect(budget.budget(of: list).remaining == [0])
    try await clock.run {
      async let second = transport.send(list)
      try await clock.untilAsleep()
      _ = try await transport.send(other)
      await clock.advance(by: .seconds(60))
      _ = try await second
    }
    #expect(clock.elapsed == .seconds(60))
  }

  @Test("a call in a budget that the source doesn't declare is an error that names it, and isn't made")
  func misspelt() async throws {
    var descriptor = SourceDescriptor.sample("text")
    descriptor.limits.budgets = ["lists": [.init(1, perSeconds: 60)]]
    var adapter = TextAdapter(descriptor)
    adapter.onRequest = { $0.budget = "list" }
    let transport = StubTransport(always: .status(200))
    let error = await #expect(throws: AQError.self) {
      try await HTTPSource(adapter, transport: transport, clock: ManualClock(.noon))
        .fetch(AirQuery(near: Coordinate(0.5, 7)))
    }
    #expect(error?.code == .unsupported && transport.requests.isEmpty)
    #expect(error?.message.contains("“list”") == true && error?.message.contains("lists") == true)
  }
}
