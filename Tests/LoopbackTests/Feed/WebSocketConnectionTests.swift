#if NIO
  import AQKit
  import AQKitSocketFeed
  import AQKitTesting
  import LoopbackServers
  import TestRuns
  import Testing

  @Suite("A WebSocket feed over NIO", .timeLimit(.minutes(10)))
  struct WebSocketConnectionTests {
    private let connector = PatientConnector()

    @Test("delivers text and binary messages in order, until the server closes")
    func messages() async throws {
      try await LoopbackWebSocketServer.withServer { session in
        try await session.send(text: "Brno")
        try await session.send(binary: [0, 0xFF])
        try await session.send(text: "")
        try await session.close(1000, reason: "done")
      } body: { server in
        let result = try await transcript(of: FeedEndpoint(url: server.url("/feed?x=1")))
        #expect(
          result.messages == [
            FeedMessage(text: "Brno"), FeedMessage(.binary, [0, 0xFF]), FeedMessage(text: ""),
          ])
        #expect(result.error == nil)
        #expect(result.closure == FeedMessage.Closure(code: .normal, reason: "done"))
        let request = try #require(server.requests.first)
        #expect(request.method == "GET")
        #expect(request.target == "/feed?x=1")
        #expect(request.header("Host") == "127.0.0.1:\(server.port)")
        #expect(request.header("Sec-WebSocket-Version") == "13")
        #expect(await server.waitForFrames { $0.last?.closeCode == 1000 })
      }
    }

    @Test("sends headers and sub-protocols in the handshake, and reports the chosen one")
    func handshakeFields() async throws {
      try await LoopbackWebSocketServer.withServer(upgrade: .accept(subprotocol: "air.v2")) { session in
        try await session.close()
      } body: { server in
        var endpoint = FeedEndpoint(url: server.url(), subprotocols: ["air.v2", "air.v1"])
        endpoint.headers = [
          TransportRequest.Header("Authorization", secret: "Bearer abc"),
          TransportRequest.Header("X-Two", "a"),
          TransportRequest.Header("X-Two", "b"),
        ]
        let result = try await transcript(of: endpoint)
        #expect(result.subprotocol == "air.v2")
        let request = try #require(server.requests.first)
        #expect(request.header("authorization") == "Bearer abc")
        #expect(request.headers.filter { $0.isNamed("X-Two") }.map(\.value) == ["a", "b"])
        #expect(request.header("Sec-WebSocket-Protocol") == "air.v2, air.v1")
      }
    }

    @Test("uses another key for every handshake and another mask for every frame")
    func freshness() async throws {
      try await LoopbackWebSocketServer.withServer {
        await $0.hold()
      } body: { server in
        for _ in 0..<2 {
          let connection = try await connector.connect(to: FeedEndpoint(url: server.url()))
          for _ in 0..<5 { try await connection.send(FeedMessage(text: "the same")) }
          await connection.close(.normal)
        }
        #expect(await server.waitForFrames { $0.count { $0.opcode == .text } == 10 })
        #expect(Set(server.requests.compactMap { $0.header("Sec-WebSocket-Key") }).count == 2)
        let texts = server.received.filter { $0.opcode == .text }
        #expect(texts.map(\.text) == Array(repeating: "the same", count: 10))
        #expect(Set(texts.compactMap(\.mask)).count == 10)
      }
    }

    @Test(
      "sends messages of every length form, which are echoed whole",
      arguments: [0, 1, 125, 126, 127, 65_535, 65_536, 300_000])
    func lengths(count: Int) async throws {
      try await LoopbackWebSocketServer.withServer {
        try await $0.echo()
      } body: { server in
        let connection = try await connector.connect(to: FeedEndpoint(url: server.url()))
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try await connection.send(FeedMessage(.binary, bytes))
        #expect(try await connection.receive() == [FeedMessage(.binary, bytes)])
        await connection.close(.normal)
        #expect(server.received.first?.lengthForm == .shortest)
        #expect(server.received.allSatisfy { $0.mask != nil && $0.reserved == 0 && $0.isFinal })
      }
    }

    @Test("refuses to send text that is not UTF-8")
    func badText() async throws {
      try await LoopbackWebSocketServer.withServer {
        await $0.hold()
      } body: { server in
        let connection = try await connector.connect(to: FeedEndpoint(url: server.url()))
        let error = try await failure { try await connection.send(FeedMessage(.text, [0xC3])) }
        #expect(error.code == .invalidRequest)
      }
    }

    @Test("replies to a ping with its payload and continues, even between fragments")
    func pings() async throws {
      try await LoopbackWebSocketServer.withServer { session in
        let payload = Array("are you there?".utf8)
        try await session.send([
          LoopbackFrame(.text, Array("Sev".utf8), isFinal: false), LoopbackFrame(.ping, payload),
          LoopbackFrame(.pong, [9]), LoopbackFrame(.continuation, Array("illa".utf8)),
        ])
        let pong = await session.receive(.pong)
        try await session.send(text: pong?.payload == payload ? "same" : "other")
        try await session.close()
      } body: { server in
        let result = try await transcript(of: FeedEndpoint(url: server.url()))
        #expect(result.texts == ["Sevilla", "same"])
      }
    }

    @Test("pings the server, whose reply isn't a message")
    func ownPing() async throws {
      try await LoopbackWebSocketServer.withServer { session in
        let ping = await session.receive(.ping)
        try await session.send(text: "\(ping?.payload.count ?? -1)")
        try await session.close()
      } body: { server in
        let connection = try await connector.connect(to: FeedEndpoint(url: server.url()))
        try await connection.ping()
        #expect(try await connection.receive() == [FeedMessage(text: "0")])
        #expect(try await connection.receive() == nil)
      }
    }

    @Test("replies only to the last ping while the server isn't reading, in bounded memory")
    func pingFlood() async throws {
      let count = TestEffort.of(100_000, heavy: 200_000)
      let flood = LoopbackFrame(.ping, Array(repeating: 7, count: 125)).bytes
      try await LoopbackWebSocketServer.withServer { session in
        await session.connection.stopReading()
        try await session.connection.write(flood, times: count)
        try await session.send(LoopbackFrame(.ping, [1, 2, 3]))
        try await session.send(text: "after the flood")
        await session.connection.resumeReading()
        while let pong = await session.receive(.pong) {
          if pong.payload == [1, 2, 3] { break }
        }
        try await session.close()
      } body: { server in
        let result = try await transcript(of: FeedEndpoint(url: server.url()))
        #expect(result.texts == ["after the flood"])
        #expect(result.error == nil)
        let pongs = server.received.count { $0.opcode == .pong }
        #expect(pongs < count)
        #expect(server.received.last { $0.opcode == .pong }?.payload == [1, 2, 3])
      }
    }

    @Test("sends nothing after its close, not even the reply to a ping")
    func closeDuringFlood() async throws {
      let flood = LoopbackFrame(.ping, Array(repeating: 7, count: 125)).bytes
      let isClosed = Latch()
      try await LoopbackWebSocketServer.withServer(manners: []) { session in
        await session.connection.stopReading()
        try await session.connection.write(flood, times: TestEffort.of(100_000, heavy: 200_000))
        try await session.send(LoopbackFrame(.ping, [1, 2, 3]))
        try await session.send(text: "after the flood")
        try await isClosed.wait()
        await session.connection.resumeReading()
        await session.hold()
      } body: { server in
        let connection = try await connector.connect(to: FeedEndpoint(url: server.url()))
        #expect(try await receive(1, from: connection) == ["after the flood"])
        async let closing: Void = connection.close(.normal)
        // The end shows that the close waits behind the replies that the server hasn't read.
        #expect(try await connection.receive() == nil)
        isClosed.open()
        await closing
        #expect(await server.waitForOpenConnections(0))
        // A slow machine may cut the connection before the close is sent.
        let frames = server.received
        #expect(frames.drop { $0.opcode != .close }.count <= 1)
      }
    }

    @Test("closes with its code, gets the server's, and stops receiving")
    func ownClose() async throws {
      try await LoopbackWebSocketServer.withServer {
        await $0.hold()
      } body: { server in
        let connection = try await connector.connect(to: FeedEndpoint(url: server.url()))
        async let received = connection.receive()
        await connection.close(.goingAway)
        #expect(try await received == nil)
        #expect(await server.waitForFrames { $0.map(\.closeCode) == [1001] })
        #expect(await server.waitForOpenConnections(0))
        let error = try await failure { try await connection.send(FeedMessage(text: "late")) }
        #expect(error.code == .unreachable)
        await connection.close(.normal)
        #expect(server.received.count == 1)
      }
    }

    @Test("keeps messages that were decoded before it was closed")
    func closeKeepsMessages() async throws {
      try await LoopbackWebSocketServer.withServer { session in
        try await session.send(text: "one")
        try await session.send(text: "two")
        try await session.ping([1])
        await session.hold()
      } body: { server in
        let connection = try await connector.connect(to: FeedEndpoint(url: server.url()))
        // The pong proves that both messages were read before it.
        #expect(await server.waitForFrames { $0.contains { $0.opcode == .pong } })
        await connection.close(.goingAway)
        #expect(try await receive(2, from: connection) == ["one", "two"])
        #expect(try await connection.receive() == nil)
      }
    }

    @Test("waits only a bounded time for a server that doesn't reply to the close")
    func deafServer() async throws {
      try await LoopbackWebSocketServer.withServer(manners: []) {
        await $0.hold()
      } body: { server in
        let connection = try await connector.connect(to: FeedEndpoint(url: server.url()))
        await connection.close(.normal)
        #expect(await server.waitForOpenConnections(0))
      }
    }

    @Test("loses nothing when a reset follows the server's close frame")
    func resetAfterClose() async throws {
      try await LoopbackWebSocketServer.withServer(manners: []) { session in
        let frames = (0..<100).map { LoopbackFrame.text("\($0)") } + [.close(1000)]
        try await session.send(frames)
        // The client has read everything once its close frame is back.
        _ = await session.receive(.close)
        await session.reset()
      } body: { server in
        let result = try await transcript(of: FeedEndpoint(url: server.url()))
        #expect(result.texts == (0..<100).map { "\($0)" })
        #expect(result.error == nil)
      }
    }

    @Test("throws if the server leaves without a close frame, after delivering everything sent")
    func drop() async throws {
      for isReset in [false, true] {
        try await LoopbackWebSocketServer.withServer { session in
          try await session.send(text: "last words")
          try await session.ping()
          _ = await session.receive(.pong)
          if isReset { await session.reset() } else { await session.drop() }
        } body: { server in
          let result = try await transcript(of: FeedEndpoint(url: server.url()))
          #expect(result.texts == ["last words"])
          #expect(result.error?.code == .unreachable)
        }
      }
    }

    @Test("delivers frames that arrived with the end of the handshake")
    func earlyFrames() async throws {
      let early = LoopbackFrame.text("early").bytes + LoopbackFrame.text("bird").bytes.dropLast(2)
      try await LoopbackWebSocketServer.withServer(upgrade: .accept(followedBy: early)) { session in
        try await session.send(bytes: Array("rd".utf8))
        try await session.close()
      } body: { server in
        let result = try await transcript(of: FeedEndpoint(url: server.url()))
        #expect(result.texts == ["early", "bird"])
      }
    }

    @Test("reads a stream that arrives one byte per write, the handshake included")
    func byteByByte() async throws {
      let frames =
        [
          LoopbackFrame(.text, Array("Zür".utf8), isFinal: false), LoopbackFrame(.ping, [1]),
          LoopbackFrame(.continuation, Array("ich".utf8)),
          LoopbackFrame(.binary, Array(repeating: 5, count: 200)), .close(1000),
        ].flatMap(\.bytes)
      try await LoopbackWebSocketServer.withServer { session in
        try await session.connection.trickle(frames)
        await session.hold()
      } body: { server in
        let result = try await transcript(of: FeedEndpoint(url: server.url()))
        #expect(
          result.messages == [
            FeedMessage(text: "Zürich"), FeedMessage(.binary, Array(repeating: 5, count: 200)),
          ])
        #expect(result.error == nil)
      }
    }
  }
#endif
