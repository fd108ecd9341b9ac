#if NIO
  import AQKit
  import AQKitSocketFeed
  import LoopbackServers
  import Testing

  @Suite("A WebSocket feed over TLS", .timeLimit(.minutes(10)))
  struct TLSFeedTests {
    private func transcript(
      from certificate: LoopbackCertificate, trusting authority: String?,
      at address: (LoopbackWebSocketServer) -> String = { $0.url("/") }
    ) async throws -> FeedTranscript {
      try await LoopbackWebSocketServer.withServer(certificate: certificate) { session in
        try await session.send(text: "sealed")
        try await session.close()
      } body: { server in
        try await LoopbackTests.transcript(
          of: FeedEndpoint(url: address(server), trustedCertificates: authority))
      }
    }

    /// A fatal alert (RFC 8446 §6) in reply to the greeting.
    private static func alert(_ description: UInt8) -> [LoopbackStep] {
      [.expect(20), .bytes([21, 3, 3, 0, 2, 2, description]), .hold]
    }

    @Test("trusts a private authority, for a name and an IP address")
    func trusted() async throws {
      for host in ["localhost", "127.0.0.1"] {
        let result = try await transcript(from: .valid, trusting: LoopbackCertificate.authorityPEM) {
          "wss://\(host):\($0.port)/"
        }
        #expect(result.texts == ["sealed"])
        #expect(result.error == nil)
      }
    }

    @Test(
      "trusts no certificate that is expired, for another host, or from an authority that it doesn't know",
      arguments: [
        (LoopbackCertificate.expired, LoopbackCertificate.authorityPEM as String?),
        (.wrongHost, LoopbackCertificate.authorityPEM), (.valid, LoopbackCertificate.otherAuthorityPEM),
        (.valid, nil),
      ])
    func untrusted(certificate: LoopbackCertificate, authority: String?) async throws {
      let result = try await transcript(from: certificate, trusting: authority)
      #expect(result.error?.code == .untrusted)
      #expect(result.error?.retry == .whenChanged)
      #expect(result.texts == [])
    }

    @Test("trusts no certificate for another host at an IP address")
    func untrustedNumber() async throws {
      let result = try await transcript(from: .wrongHost, trusting: LoopbackCertificate.authorityPEM) {
        "wss://127.0.0.1:\($0.port)/"
      }
      #expect(result.error?.code == .untrusted)
    }

    @Test(
      "says when the certificates to trust are invalid",
      arguments: ["", "-----BEGIN CERTIFICATE-----\nno\n", "no"])
    func brokenAuthority(pem: String) async throws {
      let result = try await transcript(from: .valid, trusting: pem)
      #expect(result.error?.code == .notConfigured)
    }

    @Test("says when the server unexpectedly speaks TLS or doesn't")
    func mismatch() async throws {
      try await LoopbackTCPServer.withServer(script: [.text("HTTP/1.1 400 Bad Request\r\n\r\n"), .hold]) {
        server in
        let result = try await LoopbackTests.transcript(
          of: FeedEndpoint(url: "wss://localhost:\(server.port)/"))
        #expect(result.error?.code == .malformed)
      }
      let result = try await transcript(from: .valid, trusting: nil) { "ws://localhost:\($0.port)/" }
      #expect(result.error?.code == .malformed || result.error?.code == .unreachable)
    }

    @Test(
      "ends a TLS handshake that stalls or breaks",
      arguments: [
        ([LoopbackStep.hold], AQError.Code.timedOut), ([.expect(20), .bytes([22, 3, 3]), .hold], .timedOut),
        ([.expect(20), .close], .unreachable), ([.expect(20), .reset], .unreachable),
        ([.trickle(Array(repeating: 0, count: 30), every: .zero), .hold], .malformed),
        (alert(40), .untrusted), (alert(70), .untrusted), (alert(112), .untrusted), (alert(116), .untrusted),
        (alert(80), .unavailable), (alert(90), .unavailable), ([.text("SSH-2.0-x\r\n"), .hold], .malformed),
      ])
    func brokenHandshake(script: [LoopbackStep], code: AQError.Code) async throws {
      try await LoopbackTCPServer.withServer(script: script) { server in
        let endpoint = FeedEndpoint(
          url: "wss://localhost:\(server.port)/",
          handshakeTimeout: code == .timedOut ? .milliseconds(300) : .hangGuard)
        let result = try await LoopbackTests.transcript(of: endpoint)
        #expect(result.error?.code == code)
        #expect(await server.waitForOpenConnections(0))
      }
    }

    @Test("throws if the server leaves without closing TLS, after delivering everything sent")
    func truncation() async throws {
      for isReset in [false, true] {
        try await LoopbackWebSocketServer.withServer(certificate: .valid) { session in
          try await session.send(text: "last words")
          try await session.ping()
          _ = await session.receive(.pong)
          if isReset { await session.reset() } else { await session.drop() }
        } body: { server in
          let result = try await LoopbackTests.transcript(
            of: FeedEndpoint(url: server.url(), trustedCertificates: LoopbackCertificate.authorityPEM))
          #expect(result.texts == ["last words"])
          #expect(result.error?.code == .unreachable)
        }
      }
    }

    @Test("carries long messages both ways, and closes cleanly")
    func volume() async throws {
      try await LoopbackWebSocketServer.withServer(certificate: .valid) {
        try await $0.echo()
      } body: { server in
        let connection = try await PatientConnector().connect(
          to: FeedEndpoint(url: server.url(), trustedCertificates: LoopbackCertificate.authorityPEM))
        let bytes = (0..<500_000).map { UInt8(truncatingIfNeeded: $0) }
        for _ in 0..<3 {
          try await connection.send(FeedMessage(.binary, bytes))
          #expect(try await connection.receive() == [FeedMessage(.binary, bytes)])
        }
        await connection.close(.normal)
        #expect(await server.waitForOpenConnections(0))
        #expect(await server.waitForFrames { $0.last?.closeCode == 1000 })
      }
    }
  }
#endif
