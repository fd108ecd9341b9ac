#if NIO
  import AQKit
  import AQKitSocketFeed
  import LoopbackServers
  import Testing

  @Suite("A WebSocket feed from a hostile server", .timeLimit(.minutes(10)))
  struct HostileServerTests {
    /// For servers that only the time-out stops waiting for.
    private static let patience = Duration.milliseconds(300)

    @Test("ends in data or a named error, and tells the server why", arguments: HostileFrame.all)
    func frames(hostile: HostileFrame) async throws {
      try await LoopbackWebSocketServer.withServer(manners: []) { session in
        try await session.connection.perform(hostile.steps)
        if hostile.told != .nothing { _ = await session.receive(.close) }
      } body: { server in
        var endpoint = FeedEndpoint(url: server.url())
        endpoint.maximumMessageSize = HostileFrame.maximumMessageSize
        endpoint.idleTimeout = hostile.error == .timedOut ? Self.patience : nil
        let result = try await transcript(of: endpoint)
        #expect(result.texts == hostile.texts)
        #expect(result.error?.code == hostile.error)
        if let retry = hostile.retry { #expect(result.error?.retry == retry) }
        guard hostile.told != .nothing else { return }
        #expect(await server.waitForFrames { $0.last?.opcode == .close })
        let closes = server.received.filter { $0.opcode == .close }
        #expect(closes.count == 1)
        if case .code(let code) = hostile.told { #expect(closes.first?.closeCode == code) }
        if hostile.told == .noCode { #expect(closes.first?.payload == []) }
      }
    }

    @Test("ends a bad handshake in a named error within its time-out", arguments: HostileUpgrade.all)
    func handshakes(hostile: HostileUpgrade) async throws {
      try await LoopbackWebSocketServer.withServer(upgrade: hostile.upgrade) { session in
        try await session.send(text: "in")
        try await session.close()
      } body: { server in
        let patience: Duration = hostile.error == .timedOut && !hostile.replies ? Self.patience : .hangGuard
        let endpoint = FeedEndpoint(
          url: server.url("/secret?key=abc"), subprotocols: ["air"], handshakeTimeout: patience)
        let result = try await transcript(of: endpoint)
        #expect(result.error?.code == hostile.error)
        #expect(result.texts == (hostile.error == nil ? ["in"] : []))
        if let retry = hostile.retry { #expect(result.error?.retry == retry) }
        if let word = hostile.mention { #expect(result.error?.message.contains(word) == true) }
        #expect(result.error?.message.contains("abc") != true)
        #expect(await server.waitForOpenConnections(0))
      }
    }

    @Test("says that no server listens")
    func refused() async throws {
      let port = LoopbackTCPServer.refusingPort
      for host in ["127.0.0.1", "localhost"] {
        let result = try await transcript(of: FeedEndpoint(url: "ws://\(host):\(port)/"))
        #expect(result.error?.code == .unreachable)
        #expect(result.error?.retry == .after(.seconds(5)))
      }
    }

    @Test("stays open while a silent server replies to pings")
    func silentButAlive() async throws {
      // If this machine was too slow for a pong in every time-out, the attempt is inconclusive and is repeated.
      for patience in [1, 2, 4, 8, 16, 32, 64, 128] {
        let (texts, longestSilence) = try await pinged(idleTimeout: .seconds(patience))
        if texts == ["still here"] { return }
        try #require(longestSilence >= .seconds(patience))
      }
      Issue.record("The machine was never fast enough.")
    }

    /// Pings a server that is otherwise silent for one and a half time-outs, then asks it for a word. Returns the received
    /// messages, an empty list if the connection was given up, and the longest time for which it can have been silent: from
    /// before one ping until the reply to the next was seen.
    private func pinged(idleTimeout: Duration) async throws -> ([String], longestSilence: Duration) {
      try await LoopbackWebSocketServer.withServer { session in
        _ = await session.receive(.text)
        try await session.send(text: "still here")
        try await session.close()
      } body: { server in
        var endpoint = FeedEndpoint(url: server.url())
        endpoint.idleTimeout = idleTimeout
        var lastPing = ContinuousClock.now
        let connection = try await PatientConnector().connect(to: endpoint)
        let started = ContinuousClock.now
        var longestSilence = Duration.zero
        var texts: [String] = []
        do {
          // Real time must pass.
          while ContinuousClock.now - started < idleTimeout * 1.5 {
            let ping = ContinuousClock.now
            let arrivals = try #require(connection.arrivalCount)
            try await connection.ping()
            while connection.arrivalCount == arrivals, ContinuousClock.now - lastPing < idleTimeout {
              try await Task.sleep(for: idleTimeout / 100)
            }
            longestSilence = max(longestSilence, ContinuousClock.now - lastPing)
            lastPing = ping
            try await Task.sleep(for: idleTimeout / 20)
          }
          try await connection.send(FeedMessage(text: "Are you there?"))
          texts = try await receive(1, from: connection)
        } catch is AQError {
          longestSilence = max(longestSilence, ContinuousClock.now - lastPing)
        }
        return (texts, longestSilence)
      }
    }

    @Test(
      "refuses impossible addresses",
      arguments: [
        ("ftp://example.org/", AQError.Code.unsupported), ("example.org", .unsupported), ("", .unsupported),
        ("ws://", .invalidRequest), ("ws:///path", .invalidRequest), ("ws://host:0/", .invalidRequest),
        ("ws://host:65536/", .invalidRequest), ("ws://host:x/", .invalidRequest),
        ("ws://host:/", .invalidRequest),
        ("ws://user:word@host/", .invalidRequest), ("ws://host/#part", .invalidRequest),
        ("ws://host/a b", .invalidRequest), ("ws://host/\r\nX: y", .invalidRequest),
        ("ws://host/é", .invalidRequest),
        ("ws://[::1/", .invalidRequest), ("ws://a:b:80/", .invalidRequest),
      ])
    func addresses(url: String, code: AQError.Code) async throws {
      let result = try await transcript(of: FeedEndpoint(url: url))
      #expect(result.error?.code == code)
    }

    @Test(
      "refuses headers that would break the handshake",
      arguments: [
        TransportRequest.Header("X-A", "b\r\nX-C: d"), TransportRequest.Header("X-A", "\0"),
        TransportRequest.Header("", "a"),
        TransportRequest.Header("X A", "b"), TransportRequest.Header("Host", "other"),
        TransportRequest.Header("Sec-WebSocket-Key", "k"),
        TransportRequest.Header("upgrade", "h2c"), TransportRequest.Header("Content-Length", "5"),
      ])
    func headers(header: TransportRequest.Header) async throws {
      let result = try await transcript(of: FeedEndpoint(url: "ws://127.0.0.1:1/", headers: [header]))
      #expect(result.error?.code == .invalidRequest)
    }
  }
#endif
