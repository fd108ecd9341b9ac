#if NIO
  import AQKit
  import AQKitSocketFeed
  import LoopbackServers
  import Testing

  @Suite("A raw stream over TCP and TLS", .timeLimit(.minutes(10)))
  struct StreamFeedTests {
    private func transcript(
      _ script: [LoopbackStep], framing: any FeedFraming = LineFraming(),
      certificate: LoopbackCertificate? = nil, _ change: (inout FeedEndpoint) -> Void = { _ in }
    ) async throws -> (FeedTranscript, skipped: Int) {
      try await LoopbackTCPServer.withServer(certificate: certificate, script: script) { server in
        let scheme = certificate == nil ? "tcp://127.0.0.1" : "tls://localhost"
        var endpoint = FeedEndpoint(
          url: "\(scheme):\(server.port)", trustedCertificates: LoopbackCertificate.authorityPEM)
        change(&endpoint)
        var result = FeedTranscript()
        var skipped = 0
        do {
          let connection = try await PatientConnector(framing: framing).connect(to: endpoint)
          defer { skipped = connection.skippedBytes }
          while let messages = try await connection.receive() { result.messages += messages }
        } catch let error as AQError {
          result.error = error
        }
        return (result, skipped)
      }
    }

    @Test("delivers lines, whatever their ends and however they arrive")
    func lines() async throws {
      let text = Array("{\"pm25\":1}\r\n\n\nzwei\n\r\nµ\n".utf8)
      for script in [[LoopbackStep.bytes(text), .close], [.trickle(text, every: .zero), .close]] {
        for certificate in [nil, LoopbackCertificate.valid] {
          let (result, _) = try await transcript(script, certificate: certificate)
          #expect(result.texts == ["{\"pm25\":1}", "zwei", "µ"])
          #expect(result.messages.allSatisfy { $0.kind == .text })
          #expect(result.error == nil)
        }
      }
    }

    @Test("receives the message of a server that leaves at once")
    func shortWord() async throws {
      try await LoopbackTCPServer.withServer(script: [.text("one\n"), .close]) { server in
        for host in ["127.0.0.1", "localhost"] {
          for _ in 0..<200 {
            let result = try await LoopbackTests.transcript(
              of: FeedEndpoint(url: "tcp://\(host):\(server.port)"))
            #expect(result.texts == ["one"])
            #expect(result.error == nil)
          }
        }
      }
    }

    #if os(Linux)
      @Test("lets TCP probe a silent server")
      func probes() async throws {
        try await LoopbackTCPServer.withServer(script: [.hold]) { server in
          let connection = try await PatientConnector().connect(
            to: FeedEndpoint(url: "tcp://127.0.0.1:\(server.port)"))
          // Timer 2 is keep-alive's (proc_net_tcp), its time in ticks of 10 ms.
          let socket = try #require(sockets(connectedTo: server.port).first)
          let timer = socket[4].split(separator: ":")
          #expect(timer.first == "02")
          #expect((0...3000).contains(Int(timer.last ?? "", radix: 16) ?? -1))
          await connection.close(.normal)
        }
      }
    #endif

    @Test("delivers a line that isn't UTF-8 as bytes and continues")
    func badLine() async throws {
      let (result, _) = try await transcript([.bytes([0xFF, 10, 65, 10]), .close])
      #expect(result.messages == [FeedMessage(.binary, [0xFF]), FeedMessage(text: "A")])
    }

    @Test("throws if the stream is cut inside a message, or exceeds the limit")
    func brokenStreams() async throws {
      #expect(try await transcript([.text("one\ntw"), .close]).0.error?.code == .unreachable)
      #expect(try await transcript([.text("one\n"), .reset]).0.error?.code == .unreachable)
      let endless = try await transcript([.text("one\n"), .repeating(Array("x".utf8), times: 1 << 24)]) {
        $0.maximumMessageSize = 10_000
      }
      #expect(endless.0.error?.code == .tooLarge)
      #expect(endless.0.texts == ["one"])
      let long = try await transcript([.text(String(repeating: "y", count: 10_001) + "\n"), .hold]) {
        $0.maximumMessageSize = 10_000
      }
      #expect(long.0.error?.code == .tooLarge)
    }

    @Test("counts a silent stream as dead after its time")
    func silence() async throws {
      // A machine that is too slow to deliver the line in time gets more time.
      for patience in [0.5, 1, 2, 4, 8, 16, 32, 64, 128] {
        let (result, _) = try await transcript([.text("one\n"), .hold]) {
          $0.idleTimeout = .seconds(patience)
        }
        #expect(result.error?.code == .timedOut)
        if result.texts == ["one"] { return }
        #expect(result.texts == [])
      }
      Issue.record("The line never came.")
    }

    @Test("sends framed messages, and closes")
    func sending() async throws {
      try await LoopbackTCPServer.withServer(script: [.echo]) { server in
        for framing in [LineFraming(), LengthPrefixFraming(.two)] as [any FeedFraming] {
          let connection = try await PatientConnector(framing: framing).connect(
            to: FeedEndpoint(url: "tcp://127.0.0.1:\(server.port)"))
          try await connection.ping()
          try await connection.send(FeedMessage(text: "hello"))
          try await connection.send(FeedMessage(text: "world"))
          #expect(try await receive(2, from: connection) == ["hello", "world"])
          await connection.close(.normal)
        }
        #expect(await server.waitForOpenConnections(0))
      }
    }

    @Test("trusts no certificate that it shouldn't")
    func untrusted() async throws {
      let (result, _) = try await transcript([.hold], certificate: .expired)
      #expect(result.error?.code == .untrusted)
    }

    @Test("requires a port")
    func port() async throws {
      let result = try await LoopbackTests.transcript(of: FeedEndpoint(url: "tcp://127.0.0.1"))
      #expect(result.error?.code == .invalidRequest)
    }

    @Test("finds whole packets between broken ones and counts the skipped bytes")
    func packets() async throws {
      let good = PlantowerPacket.bytes(pm25: 12)
      let cut = Array(good.prefix(20))
      var spoilt = good
      spoilt[13] ^= 1
      let stream = [1, 2] + good + cut + good + spoilt + [0x42] + good
      for script in [[LoopbackStep.bytes(stream), .close], [.trickle(stream, every: .zero), .close]] {
        let (result, skipped) = try await transcript(script, framing: PlantowerPacket.framing)
        #expect(result.messages == Array(repeating: FeedMessage(.binary, good), count: 3))
        #expect(skipped == 2 + 20 + 32 + 1)
        #expect(result.error == nil)
      }
    }
  }
#endif
