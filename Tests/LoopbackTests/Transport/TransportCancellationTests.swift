import AQKit
import LoopbackServers
import Testing

@Suite("An HTTP transport: cancellation and many at once", .timeLimit(.minutes(10)))
struct TransportCancellationTests {
  @Test("sends nothing if the task was cancelled before", arguments: TransportUnderTest.allCases)
  func before(over kind: TransportUnderTest) async throws {
    let transport = try kind.make()
    try await LoopbackHTTPServer.withServer(reply: .text("ok")) { server in
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await transport.send(TransportRequest(url: server.url()))
      }
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(server.acceptedConnections == 0)
    }
  }

  @Test(
    "ends when it is cancelled, whatever the server does, and closes its connection",
    arguments: TransportUnderTest.allCases)
  func during(over kind: TransportUnderTest) async throws {
    let transport = try kind.make()
    let replies = [LoopbackReply.silent, .stalled(Array("{".utf8), length: 100), .endless()]
    for reply in replies {
      try await LoopbackHTTPServer.withServer(reply: reply) { server in
        for round in 1...5 {
          let request = TransportRequest(
            url: server.url(), timeouts: TransportRequest.Timeouts(idle: .hangGuard, total: .hangGuard),
            maximumBodySize: .max)
          let task = Task { try await transport.send(request) }
          #expect(await server.waitForRequests(round))
          task.cancel()
          await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(await server.waitForOpenConnections(0))
      }
    }
  }

  @Test(
    "gives each of 50 concurrent requests its own response, over few connections",
    arguments: TransportUnderTest.allCases, [1, 4, 64])
  func concurrent(over kind: TransportUnderTest, connections: Int) async throws {
    let transport = try kind.make(maximumConnectionsPerHost: connections)
    try await LoopbackHTTPServer.withServer { request in
      .text(request.query)
    } body: { server in
      let responses = try await withThrowingTaskGroup(of: (Int, String).self) { group in
        for number in 0..<50 {
          group.addTask {
            let request = TransportRequest(
              url: server.url("/?\(number)"),
              timeouts: TransportRequest.Timeouts(idle: .hangGuard, total: .hangGuard))
            let response = try await transport.send(request)
            return (number, String(decoding: response.body, as: UTF8.self))
          }
        }
        return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
      }
      #expect(responses.count == 50)
      #expect(responses.allSatisfy { "\($0.key)" == $0.value })
      #expect(server.acceptedConnections <= connections)
    }
  }

  @Test(
    "survives a storm of requests that are cancelled at every stage, and keeps working",
    arguments: TransportUnderTest.allCases)
  func storm(over kind: TransportUnderTest) async throws {
    try await LoopbackHTTPServer.withServer { request in
      switch request.path {
      case "/0": .silent
      case "/1": .endless()
      case "/2": .redirect(to: "/2")
      case "/3": .trickle(Array(repeating: 0x20, count: 1000), every: .milliseconds(1))
      default: .text("ok")
      }
    } body: { server in
      do {
        let transport = try kind.make()
        for _ in 0..<4 {
          let tasks = (0..<100).map { number in
            Task {
              try await transport.send(
                TransportRequest(url: server.url("/\(number % 5)"), maximumBodySize: .max))
            }
          }
          for (number, task) in tasks.enumerated() {
            if number.isMultiple(of: 7) { await Task.yield() }
            task.cancel()
          }
          for task in tasks {
            // A loop of redirects may have been given up before it could be cancelled.
            if case .failure(let error) = await task.result {
              #expect(error is CancellationError || (error as? AQError)?.code == .malformed)
            }
          }
        }
        let response = try await transport.send(TransportRequest(url: server.url("/ok")))
        #expect(response.body == Array("ok".utf8))
        // Connections whose replies were whole before they could be cancelled wait for the next request; all others
        // are closed.
        #expect(await server.waitForPendingRequests(0))
      }
      #expect(await server.waitForOpenConnections(0))
    }
  }

  @Test("URLSessionTransport forgets requests that ended while they waited for a connection")
  func endedWhileWaiting() async throws {
    let transport = try TransportUnderTest.urlSession.make(maximumConnectionsPerHost: 1)
    try await LoopbackHTTPServer.withServer(reply: .silent) { server in
      let patience = TransportRequest.Timeouts(idle: .hangGuard, total: .hangGuard)
      let first = Task { try await transport.send(TransportRequest(url: server.url(), timeouts: patience)) }
      #expect(await server.waitForRequests(1))
      let forgotten = Locked(0)
      for _ in 0..<200 {
        let request = Self.impatientRequest(server.url(), countedIn: forgotten)
        await #expect(throws: AQError.self) { try await transport.send(request) }
      }
      #expect(forgotten.withLock { $0 } >= 100)
      first.cancel()
      await #expect(throws: CancellationError.self) { try await first.value }
    }
  }

  /// Returns a request that ends before it is sent, and is counted when nothing holds it anymore.
  private static func impatientRequest(_ url: String, countedIn count: Locked<Int>) -> TransportRequest {
    let witness = Witness(count)
    var request = TransportRequest(url: url, timeouts: .init(total: .nanoseconds(1)))
    request.bodyReader = TransportRequest.BodyReader { _ in
      withExtendedLifetime(witness) {}
      return { _ in }
    }
    return request
  }

  private final class Witness: Sendable {
    private let count: Locked<Int>
    init(_ count: Locked<Int>) { self.count = count }
    deinit { count.withLock { $0 += 1 } }
  }

  @Test("survives being cancelled while it follows redirects", arguments: TransportUnderTest.allCases)
  func cancelledRedirects(over kind: TransportUnderTest) async throws {
    try await LoopbackHTTPServer.withServer { request in
      request.path == "/ok" ? .text("ok") : .redirect(to: "/again")
    } body: { server in
      do {
        let transport = try kind.make(maximumRedirects: 1_000_000)
        for round in 1...40 {
          let task = Task { try await transport.send(TransportRequest(url: server.url())) }
          #expect(await server.waitForRequests(round * 3))
          task.cancel()
          await #expect(throws: CancellationError.self) { try await task.value }
        }
        let response = try await transport.send(TransportRequest(url: server.url("/ok")))
        #expect(response.status == 200)
        #expect(await server.waitForPendingRequests(0))
      }
      #expect(await server.waitForOpenConnections(0))
    }
  }

  @Test("closes its connections when the last copy is gone", arguments: TransportUnderTest.allCases)
  func lifetime(over kind: TransportUnderTest) async throws {
    try await LoopbackHTTPServer.withServer(reply: .text("ok")) { server in
      for _ in 0..<20 {
        let transport = try kind.make()
        let copy = transport
        let response = try await copy.send(TransportRequest(url: server.url()))
        #expect(response.status == 200)
      }
      #expect(server.acceptedConnections == 20)
      #expect(await server.waitForOpenConnections(0))
    }
  }

  @Test(
    "finishes a request although the transport has been released", arguments: TransportUnderTest.allCases)
  func abandonedTransport(over kind: TransportUnderTest) async throws {
    try await LoopbackHTTPServer.withServer(reply: .chunked([[1], [2]], pause: .milliseconds(20))) { server in
      let response = try await kind.make().send(TransportRequest(url: server.url()))
      #expect(response.body == [1, 2])
    }
  }
}
