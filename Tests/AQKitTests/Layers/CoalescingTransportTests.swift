import AQKit
import AQKitTesting
import Testing

@Suite("Coalescing of requests", .timeLimit(.minutes(10)))
struct CoalescingTransportTests {
  private let clock = ManualClock(Sample.start)

  /// Replies by address after a second, and records the requests.
  private var stub: StubTransport {
    StubTransport { [clock] request in
      try await clock.sleep(for: .seconds(1))
      return TransportResponse(status: 200, text: request.url)
    }
  }

  private func send(_ count: Int, _ request: TransportRequest, by shared: CoalescingTransport) async
    -> [Task<TransportResponse, any Error>]
  {
    let before = shared.waitingCount
    let tasks = (0..<count).map { _ in Task { try await shared.send(request) } }
    while shared.waitingCount < before + count { await Task.yield() }
    return tasks
  }

  @Test("equal requests in flight are sent once; another address, header, body or method is another request")
  func shares() async throws {
    let stub = stub
    let shared = CoalescingTransport(stub)
    let first = TransportRequest(url: "https://example.org/a")
    let others = [
      TransportRequest(url: "https://example.org/b"), TransportRequest(.post, url: "https://example.org/a"),
      TransportRequest(.post, url: "https://example.org/a", body: [1]),
      TransportRequest(url: "https://example.org/a", headers: [TransportRequest.Header("X-Key", "k")]),
    ]
    var tasks = await send(20, first, by: shared)
    for other in others { tasks += await send(2, other, by: shared) }
    #expect(shared.inFlightCount == 5)
    try await clock.untilAsleep(5)
    await clock.advance(by: .seconds(1))
    for task in tasks { #expect(try await task.value.status == 200) }
    #expect(stub.requests.count == 5)
    #expect(shared.inFlightCount == 0 && shared.waitingCount == 0)
  }

  @Test("a cancelled caller leaves alone, and the last one to leave ends the exchange")
  func leaves() async throws {
    let stub = stub
    let shared = CoalescingTransport(stub)
    let tasks = await send(3, Sample.request, by: shared)
    tasks[0].cancel()
    await #expect(throws: CancellationError.self) { try await tasks[0].value }
    #expect(shared.inFlightCount == 1)
    for task in tasks[1...] { task.cancel() }
    for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
    #expect(shared.inFlightCount == 0)
    let next = await send(1, Sample.request, by: shared)
    try await clock.untilAsleep()
    await clock.advance(by: .seconds(1))
    #expect(try await next[0].value.status == 200)
  }

  @Test("nothing is cached, and an error is shared as well")
  func notKept() async throws {
    let stub = StubTransport([.failure(AQError(.unreachable, "Down.")), .json("{}"), .json("{}")])
    let shared = CoalescingTransport(stub)
    await #expect(throws: AQError(.unreachable, "Down.")) { try await shared.send(Sample.request) }
    for _ in 0..<2 { _ = try await shared.send(Sample.request) }
    #expect(stub.requests.count == 3)
  }
}
