import AQKit
import LoopbackServers
import Testing

@Suite("An HTTP transport: limits", .timeLimit(.minutes(10)))
struct TransportLimitTests {
  private func request(_ url: String, limit: Int = 32 << 20) -> TransportRequest {
    TransportRequest(url: url, maximumBodySize: limit)
  }

  @Test(
    "accepts a body of exactly the limit and refuses one byte more", arguments: TransportUnderTest.allCases,
    [0, 1, 5000, 100_000])
  func boundary(over kind: TransportUnderTest, limit: Int) async throws {
    let transport = try kind.make()
    let body = Array(repeating: UInt8(ascii: "x"), count: limit)
    try await LoopbackHTTPServer.withServer { request in
      let sent = request.path.hasSuffix("over") ? body + [0] : body
      return request.path.hasPrefix("/chunked")
        ? .chunked([sent]) : .response(TransportResponse(status: 200, body: sent))
    } body: { server in
      for path in ["/chunked/", "/stated/"] {
        let response = try await transport.send(request(server.url(path), limit: limit))
        #expect(response.body == body)
        let over = request(server.url(path + "over"), limit: limit)
        let error = try await transportError(of: over, through: transport)
        #expect(error.code == .tooLarge)
        #expect(error.retry == .never)
      }
    }
  }

  @Test("reads 10 MB within the limit, and refuses them beyond it", arguments: TransportUnderTest.allCases)
  func tenMegabytes(over kind: TransportUnderTest) async throws {
    let transport = try kind.make()
    // Doubled, because a closure for each byte takes seconds in a debug build.
    var body = (0..<1_250).map { UInt8(truncatingIfNeeded: $0 / 7) }
    while body.count < 10_000_000 { body += body }
    try await LoopbackHTTPServer.withServer(
      reply: .response(TransportResponse(status: 200, body: body))
    ) { server in
      let response = try await transport.send(request(server.url()))
      #expect(response.body == body)
      let error = try await transportError(of: request(server.url(), limit: 1 << 20), through: transport)
      #expect(error.code == .tooLarge)
    }
  }

  @Test(
    "ends a body that never ends, closes its connection, and keeps working",
    arguments: TransportUnderTest.allCases)
  func endlessBody(over kind: TransportUnderTest) async throws {
    let transport = try kind.make()
    try await LoopbackHTTPServer.withServer { request in
      request.path == "/endless" ? .endless() : .text("ok")
    } body: { server in
      let endless = request(server.url("/endless"), limit: 1 << 20)
      let error = try await transportError(of: endless, through: transport)
      #expect(error.code == .tooLarge)
      #expect(await server.waitForOpenConnections(0))
      let response = try await transport.send(request(server.url("/")))
      #expect(response.status == 200)
    }
  }

  @Test("counts the bytes after decompression", arguments: TransportUnderTest.allCases)
  func decompressed(over kind: TransportUnderTest) async throws {
    let transport = try kind.make()
    try await LoopbackHTTPServer.withServer(reply: .encoded(GzipSample.compressed)) { server in
      let size = GzipSample.text.utf8.count
      let response = try await transport.send(request(server.url("/"), limit: size))
      #expect(response.body.count == size)
      let small = request(server.url("/"), limit: size - 1)
      let error = try await transportError(of: small, through: transport)
      #expect(error.code == .tooLarge)
    }
  }

  @Test("ends a bomb that never ends", arguments: TransportUnderTest.allCases.filter(\.endsBombs))
  func bomb(over kind: TransportUnderTest) async throws {
    let transport = try kind.make()
    try await LoopbackHTTPServer.withServer(reply: GzipSample.endlessBomb) { server in
      let bomb = request(server.url(), limit: 1 << 20)
      let error = try await transportError(of: bomb, through: transport)
      #expect(error.code == .tooLarge)
      #expect(await server.waitForPendingRequests(0))
    }
  }

  @Test("ends a redirect whose body never ends, and keeps working", arguments: TransportUnderTest.allCases)
  func endlessRedirect(over kind: TransportUnderTest) async throws {
    var transport = try kind.make()
    // A session that can't be stopped copies all that has arrived with each further piece.
    let endless = LoopbackReply(steps: [
      .text("HTTP/1.1 302 Found\r\nLocation: /\r\n\r\n"),
      .repeating(Array(repeating: 0x20, count: 1 << 20), times: kind.endsBombs ? 1 << 12 : 8), .hold,
    ])
    try await LoopbackHTTPServer.withServer { request in
      request.path == "/endless" ? endless : .text("ok")
    } body: { server in
      var asked = request(server.url("/endless"), limit: 1 << 20)
      // Long enough for the session to be so busy with the body that it would not hear of the end by itself.
      asked.timeouts.idle = .milliseconds(1200)
      let error = try await transportError(of: asked, through: transport)
      #expect(error.code == .timedOut || error.code == .tooLarge)
      // A connection that was only established after the time-out is kept for the next request, as long as there is a
      // client.
      if server.requests.isEmpty { transport = try kind.make() }
      #expect(await server.waitForOpenConnections(0))
      let response = try await transport.send(request(server.url("/")))
      #expect(response.status == 200)
    }
  }

  @Test(
    "gives up on a server that is silent, before or within its reply", arguments: TransportUnderTest.allCases
  )
  func idleTimeout(over kind: TransportUnderTest) async throws {
    for reply in [LoopbackReply.silent, .stalled(Array("{".utf8), length: 100)] {
      try await LoopbackHTTPServer.withServer(reply: reply) { server in
        var transport: (any HTTPTransport)? = try kind.make()
        var asked = request(server.url())
        asked.timeouts.idle = .milliseconds(100)
        let error = try await transportError(of: asked, through: try #require(transport))
        #expect(error.code == .timedOut)
        #expect(error.retry == .now)
        #expect(error.message == "127.0.0.1 was silent for longer than the idle time-out.")
        // As above.
        if server.requests.isEmpty { transport = nil }
        #expect(await server.waitForOpenConnections(0))
      }
    }
  }

  @Test("lets a slow reply finish while bytes keep arriving", arguments: TransportUnderTest.allCases)
  func slowButAlive(over kind: TransportUnderTest) async throws {
    let transport = try kind.make()
    let body = Array("0123456789".utf8)
    try await LoopbackHTTPServer.withServer(reply: .trickle(body, every: .milliseconds(20))) { server in
      var asked = request(server.url())
      asked.timeouts.idle = .hangGuard
      let response = try await transport.send(asked)
      #expect(response.body == body)
    }
  }

  @Test(
    "gives up on a reply that takes too long in total, though bytes keep arriving",
    arguments: TransportUnderTest.allCases)
  func totalTimeout(over kind: TransportUnderTest) async throws {
    var transport: (any HTTPTransport)? = try kind.make()
    let body = Array(repeating: UInt8(ascii: " "), count: 10_000)
    try await LoopbackHTTPServer.withServer(reply: .trickle(body, every: .milliseconds(10))) { server in
      var asked = request(server.url())
      asked.timeouts = TransportRequest.Timeouts(idle: .hangGuard, total: .milliseconds(150))
      let error = try await transportError(of: asked, through: try #require(transport))
      #expect(error.code == .timedOut)
      #expect(error.message == "127.0.0.1 did not finish its response within the total time-out.")
      // As above.
      if server.requests.isEmpty { transport = nil }
      #expect(await server.waitForOpenConnections(0))
    }
  }

  @Test("counts the total time-out over all redirects", arguments: TransportUnderTest.allCases)
  func totalOverRedirects(over kind: TransportUnderTest) async throws {
    try await LoopbackHTTPServer.withServer { _ in
      LoopbackReply(
        steps: [.pause(.milliseconds(60))] + LoopbackReply.redirect(to: "/again").steps, keepsConnection: true
      )
    } body: { server in
      let transport = try kind.make(maximumRedirects: 1000)
      var asked = request(server.url())
      asked.timeouts = TransportRequest.Timeouts(idle: .hangGuard, total: .milliseconds(200))
      let error = try await transportError(of: asked, through: transport)
      #expect(error.code == .timedOut)
    }
  }

  @Test(
    "survives time-outs of any length",
    arguments: TransportUnderTest.allCases,
    [Duration.zero, .seconds(-1), .seconds(Int64.max), .nanoseconds(1)])
  func extremes(over kind: TransportUnderTest, duration: Duration) async throws {
    let transport = try kind.make()
    try await LoopbackHTTPServer.withServer(reply: .text("ok")) { server in
      var asked = request(server.url())
      asked.timeouts = TransportRequest.Timeouts(idle: duration, total: duration)
      if duration > .seconds(1) {
        let response = try await transport.send(asked)
        #expect(response.status == 200)
      } else {
        let error = try await transportError(of: asked, through: transport)
        #expect(error.code == .timedOut)
      }
    }
  }

  @Test(
    "refuses every body under a negative limit, and none under the largest",
    arguments: TransportUnderTest.allCases, [Int.min, Int.max])
  func extremeLimits(over kind: TransportUnderTest, limit: Int) async throws {
    let transport = try kind.make()
    try await LoopbackHTTPServer.withServer(reply: .chunked([[1]])) { server in
      let asked = request(server.url(), limit: limit)
      if limit > 0 {
        let response = try await transport.send(asked)
        #expect(response.body == [1])
      } else {
        let error = try await transportError(of: asked, through: transport)
        #expect(error.code == .tooLarge)
      }
    }
  }
}
