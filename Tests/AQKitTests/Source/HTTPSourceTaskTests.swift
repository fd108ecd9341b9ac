import AQKit
import AQKitTesting
import Dispatch
import Foundation
import Testing

/// Concurrency: limits, cancellation, and where the work runs.
@Suite struct HTTPSourceTaskTests {
  private func limits(_ concurrent: Int, places: Int = 1) -> SourceDescriptor {
    .sample(
      "text",
      limits: RequestLimits(placesPerRequest: places, concurrentRequests: concurrent, requestsPerFetch: 1000)
    )
  }

  /// Returns a source whose transport keeps it within its limits.
  private func source(atOnce concurrent: Int, _ transport: StubTransport) -> HTTPSource<TextAdapter> {
    let (descriptor, clock) = (limits(concurrent), ManualClock())
    let budget = RequestBudgets.Budget(descriptor.limits, clock: clock)
    return HTTPSource(
      TextAdapter(descriptor), transport: transport.rateLimited(by: budget, clock: clock), clock: clock)
  }

  @Test(
    "no more requests run at once than declared, over all fetches of the source",
    .timeLimit(.minutes(10)))
  func concurrencyLimit() async throws {
    let transport = StubTransport { request in
      for _ in 0..<5 { await Task.yield() }
      return request.reply
    }
    let source = source(atOnce: 3, transport)
    let query = try AirQuery.tenths(0..<30)
    try await withThrowingTaskGroup(of: AirResponse.self) { group in
      for _ in 0..<4 { group.addTask { try await source.fetch(query) } }
      for try await response in group { #expect(response.reports.count == 30) }
    }
    #expect(transport.requests.count == 120 && transport.mostInFlight <= 3)
  }

  @Test("requests do run at once up to the limit", .timeLimit(.minutes(10)))
  func parallel() async throws {
    let transport = StubTransport(always: .hang)
    let source = source(atOnce: 3, transport)
    let query = try AirQuery.tenths(0..<10)
    let task = Task { try await source.fetch(query) }
    try await transport.untilAsked(3)
    #expect(transport.inFlight == 3 && transport.requests.count == 3)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test(
    "cancelling ends running and waiting requests, and throws only CancellationError",
    .timeLimit(.minutes(10)))
  func cancellation() async throws {
    let transport = StubTransport(always: .hang)
    let source = source(atOnce: 4, transport)
    let query = try AirQuery.tenths(0..<100)
    let task = Task { try await source.fetch(query) }
    try await transport.untilAsked(4)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(transport.inFlight == 0 && transport.cancelledCount == 4 && transport.requests.count == 4)
    // The permits are free again.
    let second = Task { try await source.fetch(query) }
    try await transport.untilAsked(8)
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
  }

  @Test("a fetch within a deadline keeps what its limits allow until then, and doesn't wait for the rest")
  func deadline() async throws {
    var descriptor = limits(4)
    descriptor.limits.windows = [.init(3, perSeconds: 60)]
    let clock = ManualClock(.noon)
    let transport = StubTransport { $0.reply }
      .rateLimited(by: RequestBudgets.Budget(descriptor.limits, clock: clock), clock: clock)
    let source = HTTPSource(TextAdapter(descriptor), transport: transport, clock: clock)
    let query = try AirQuery.tenths(0..<5)
    let response = try await AirDeadline.limit(.seconds(30), clock: clock) { try await source.fetch(query) }
    #expect(response.reports.count == 3)
    #expect(response.notes.filter { $0.failure == .rateLimited }.flatMap(\.places).count == 2)
    #expect(clock.elapsed == .zero)
  }

  @Test(
    "a request that waits to be retried doesn't hold up the source's other requests", .timeLimit(.minutes(10))
  )
  func retryHoldsNothing() async throws {
    let clock = ManualClock(.noon)
    let descriptor = limits(1)
    let stub = StubTransport { request in
      request.askedPlaces == ["0"]
        ? TransportResponse(status: 503, headers: [TransportRequest.Header("Retry-After", "30")])
        : request.reply
    }
    let transport = stub.resilient(
      within: RequestBudgets.Budget(descriptor.limits, clock: clock), clock: clock)
    let source = HTTPSource(TextAdapter(descriptor), transport: transport, clock: clock)
    let failing = Task { try await source.fetch(.tenths([0])) }
    try await clock.untilAsleep()
    #expect(try await source.fetch(.tenths([1])).reports.count == 1)
    failing.cancel()
    await #expect(throws: CancellationError.self) { try await failing.value }
  }

  @Test("cancelling isn't disguised by a transport that fails otherwise", .timeLimit(.minutes(10)))
  func disguisedCancellation() async throws {
    let asked = StubTransport { _ in
      try? await Task.sleep(for: .seconds(600))
      throw AQError(.unreachable, "The connection was closed.")
    }
    let source = HTTPSource(TextAdapter(limits(4)), transport: asked, clock: ManualClock())
    let query = try AirQuery.tenths([1])
    let task = Task { try await source.fetch(query) }
    try await asked.untilAsked(1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test(
    "a query from the main actor runs nothing there: neither calls, decoding and merging, nor the hub",
    .timeLimit(.minutes(10)))
  @MainActor func offTheMainActor() async throws {
    let onMain = Box<[String]>([])
    let ran = Tally()
    @Sendable func look(_ what: String) {
      ran.increment()
      if isOnMain() { onMain.change { $0.append(what) } }
    }
    var adapter = TextAdapter(limits(4))
    adapter.onCalls = { _ in look("calls") }
    adapter.onDecode = { _, _ in
      look("decode")
      return []
    }
    let transport = StubTransport { request in
      look("send")
      return request.reply
    }
    let source = HTTPSource(adapter, transport: transport, clock: LookingClock { look("clock") })
    let closure = ClosureSource(.sample("closure")) { _ in
      look("closure")
      return AirResponse()
    }
    let query = try AirQuery.tenths(0..<3)
    #expect(isOnMain())
    _ = try await source.fetch(query)
    _ = try await closure.fetch(query)
    let hub = try AirHub(sources: [source, closure], clock: LookingClock { look("hub") })
    _ = try await hub.answer(for: query)
    for try await _ in source.updates(for: query) {}
    for try await _ in closure.updates(for: query) {}
    let feed = FeedSource(
      LookingDecoder { look("feed") }, at: FeedEndpoint(url: "ws://x"),
      through: ScriptedConnector(playing: [.text("1"), .end]), clock: LookingClock { look("feed clock") },
      options: FeedOptions(reconnection: .never))
    for try await _ in feed.updates(for: AirQuery(places: [])) {}
    _ = try await feed.fetch(AirQuery(places: []))
    #expect(isOnMain())
    #expect(onMain.value == [])
    #expect(ran.count > 30)
  }
}

/// Marks the main queue, which runs the main actor's work, whatever thread it uses at the moment.
private let mainQueueMark: DispatchSpecificKey<Bool> = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()

/// Whether the caller runs where the main actor runs.
private func isOnMain() -> Bool { DispatchQueue.getSpecific(key: mainQueueMark) == true }

/// A clock that signals each reading, and on which no wait ends by itself.
private struct LookingClock: AQClock {
  let look: @Sendable () -> Void
  var now: Date {
    look()
    return AirTime.noon.date
  }
  func sleep(for duration: Duration) async throws { try await Task.sleep(for: .seconds(86_400)) }
}

private struct LookingDecoder: FeedDecoder {
  static let descriptor = SourceDescriptor.sample("feed", offers: [.sample(capabilities: [.live])])
  let look: @Sendable () -> Void
  func decode(_ message: FeedMessage, for query: AirQuery, into report: inout ReportBuilder) throws {
    look()
    let site = report.site(AirSite(name: "a", kind: .city))
    report.add(.pm25, try message.json().double(), unit: "µg/m³", at: .received, to: site)
  }
}
