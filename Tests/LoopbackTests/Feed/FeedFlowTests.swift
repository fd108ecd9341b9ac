#if NIO
  import AQKit
  import AQKitSocketFeed
  import Foundation
  import LoopbackServers
  import NIOCore
  import NIOPosix
  import TestRuns
  import Testing

  @Suite("The flow and the life of a WebSocket feed", .timeLimit(.minutes(10)))
  struct FeedFlowTests {
    private let connector = PatientConnector()

    @Test("stops reading when enough messages wait, down to the server's writes, and loses none")
    func backPressure() async throws {
      let sent = Counter()
      let count = TestEffort.of(60_000, debug: 30_000)
      let filler = String(repeating: "x", count: 1_000)
      try await LoopbackWebSocketServer.withServer { session in
        for start in stride(from: 0, to: count, by: 100) {
          try await session.send((start..<start + 100).map { .text("\($0) \(filler)") })
          sent.add(100)
        }
        try await session.close()
      } body: { server in
        let endpoint = FeedEndpoint(url: server.url(), maximumBufferedBytes: 1 << 18)
        let connection = try await connector.connect(to: endpoint)
        var texts = try await receive(1, from: connection)
        await sent.becomeSteady()
        // The server's sent bytes are in the two sockets' buffers and in ours, and are far from all.
        #expect(sent.count < count)
        texts += try await receive(count - texts.count, from: connection)
        #expect(texts.count == count)
        #expect(texts.enumerated().allSatisfy { $1.hasPrefix("\($0) ") })
        #expect(try await connection.receive() == nil)
      }
    }

    @Test("delivers everything that has arrived as one batch")
    func batches() async throws {
      try await LoopbackWebSocketServer.withServer { session in
        try await session.send((0..<1_000).map { .text("\($0)") })
        try await session.ping()
        await session.hold()
      } body: { server in
        let connection = try await connector.connect(to: FeedEndpoint(url: server.url()))
        #expect(await server.waitForFrames { $0.last?.opcode == .pong })
        #expect(try await connection.receive()?.count == 1_000)
      }
    }

    @Test("bounds empty messages, too")
    func emptyMessages() async throws {
      let sent = Counter()
      try await LoopbackWebSocketServer.withServer { session in
        let block = Array(repeating: LoopbackFrame.text("").bytes, count: 10_000).flatMap(\.self)
        for _ in 0..<1_000 {
          try await session.send(bytes: block)
          sent.add(10_000)
        }
      } body: { server in
        let endpoint = FeedEndpoint(url: server.url(), maximumBufferedBytes: 1 << 16)
        let connection = try await connector.connect(to: endpoint)
        await sent.becomeSteady()
        #expect(sent.count < 10_000_000)
        await connection.close(.normal)
      }
    }

    @Test("ends a cancelled attempt to connect to a silent server and frees its socket")
    func cancelConnect() async throws {
      for certificate in [nil, LoopbackCertificate.valid] {
        try await LoopbackTCPServer.withServer(script: [.hold]) { server in
          let scheme = certificate == nil ? "ws" : "wss"
          let task = Task { [connector] in
            try await connector.connect(to: FeedEndpoint(url: "\(scheme)://localhost:\(server.port)/"))
          }
          #expect(await server.waitForAcceptedConnections(1))
          task.cancel()
          await #expect(throws: CancellationError.self) { _ = try await task.value }
          #expect(await server.waitForOpenConnections(0))
        }
      }
    }

    @Test("never begins when it is cancelled before")
    func cancelledBefore() async throws {
      try await LoopbackWebSocketServer.withServer {
        await $0.hold()
      } body: { server in
        let task = Task { [connector] in
          withUnsafeCurrentTask { $0?.cancel() }
          return try await connector.connect(to: FeedEndpoint(url: server.url()))
        }
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        #expect(await server.waitForOpenConnections(0))
      }
    }

    @Test("ends a cancelled receive from a silent server and closes the connection, with and without TLS")
    func cancelReceive() async throws {
      for certificate in [nil, LoopbackCertificate.valid] {
        try await LoopbackWebSocketServer.withServer(certificate: certificate) { session in
          try await session.send(text: "in")
          await session.hold()
        } body: { server in
          let connection = try await connector.connect(
            to: FeedEndpoint(url: server.url(), trustedCertificates: LoopbackCertificate.authorityPEM))
          _ = try await connection.receive()
          let task = Task { try await connection.receive() }
          task.cancel()
          await #expect(throws: CancellationError.self) { _ = try await task.value }
          #expect(await server.waitForOpenConnections(0))
          let error = try await failure { _ = try await connection.receive() }
          #expect(error.code == .unreachable)
        }
      }
    }

    @Test("ends a cancelled send to a server that doesn't read")
    func cancelSend() async throws {
      try await LoopbackWebSocketServer.withServer { session in
        await session.connection.stopReading()
        try await session.send(text: "deaf now")
        await session.hold()
      } body: { server in
        let connection = try await connector.connect(to: FeedEndpoint(url: server.url()))
        _ = try await connection.receive()
        let sent = Counter()
        let task = Task {
          while true {
            try await connection.send(FeedMessage(.binary, Array(repeating: 1, count: 1 << 20)))
            sent.add(1)
          }
        }
        await sent.becomeSteady()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await #expect(throws: (any Error).self) { _ = try await connection.receive() }
      }
    }

    @Test("closes when it is released, telling the server that it is going away")
    func release() async throws {
      for certificate in [nil, LoopbackCertificate.valid] {
        try await LoopbackWebSocketServer.withServer(certificate: certificate, manners: []) {
          await $0.hold()
        } body: { server in
          do {
            let endpoint = FeedEndpoint(
              url: server.url(), trustedCertificates: LoopbackCertificate.authorityPEM)
            let connection = try await connector.connect(to: endpoint)
            try await connection.ping()
          }
          #expect(await server.waitForOpenConnections(0))
          #expect(await server.waitForFrames { $0.last?.closeCode == 1001 })
        }
      }
    }

    @Test("lets one task receive at a time")
    func twoReceivers() async throws {
      try await LoopbackWebSocketServer.withServer { session in
        _ = await session.receive(.text)
        try await session.close()
      } body: { server in
        let connection = try await connector.connect(to: FeedEndpoint(url: server.url()))
        let outcomes = try await withThrowingTaskGroup(of: AQError.Code?.self) { group in
          for _ in 0..<2 {
            group.addTask {
              do {
                _ = try await connection.receive()
                return nil
              } catch let error as AQError {
                return error.code
              }
            }
          }
          // The second of the two is refused at once; then the server lets the first one go.
          let second = try await group.next()
          try await connection.send(FeedMessage(text: "go"))
          return [second ?? nil, try await group.next() ?? nil]
        }
        #expect(outcomes == [.unsupported, nil])
      }
    }

    @Test("sends from many tasks without mixing their frames")
    func manySenders() async throws {
      try await LoopbackWebSocketServer.withServer {
        await $0.hold()
      } body: { server in
        let connection = try await connector.connect(to: FeedEndpoint(url: server.url()))
        try await withThrowingTaskGroup(of: Void.self) { group in
          for index in 0..<100 {
            group.addTask {
              try await connection.send(FeedMessage(text: String(repeating: "\(index % 10)", count: 2_000)))
            }
          }
          try await group.waitForAll()
        }
        await connection.close(.normal)
        #expect(await server.waitForFrames { $0.last?.opcode == .close })
        let texts = server.received.filter { $0.opcode == .text }
        #expect(texts.count == 100)
        #expect(texts.allSatisfy { Set($0.payload).count == 1 && $0.payload.count == 2_000 })
      }
    }

    @Test("uses the given threads")
    func ownGroup() async throws {
      let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      try await LoopbackWebSocketServer.withServer { session in
        try await session.close()
      } body: { server in
        let result = try await transcript(
          of: FeedEndpoint(url: server.url()), connector: PatientConnector(group: group))
        #expect(result.error == nil)
      }
      try await group.shutdownGracefully()
    }

    #if os(Linux)
      @Test("leaks no descriptor over cycles of connecting, cancelling and closing")
      func noLeak() async throws {
        let cycles = ProcessInfo.processInfo.environment["AQKIT_LONG"] == nil ? 300 : 10_000
        try await LoopbackWebSocketServer.withServer {
          try await $0.send(text: "in")
          await $0.hold()
        } body: { server in
          let endpoint = FeedEndpoint(url: server.url())
          for cycle in 0..<cycles {
            switch cycle % 3 {
            case 0:
              let connection = try await connector.connect(to: endpoint)
              await connection.close(.normal)
            case 1:
              let connection = try await connector.connect(to: endpoint)
              let task = Task { try await connection.receive() }
              task.cancel()
              _ = try? await task.value
            default:
              let task = Task { [connector] in try await connector.connect(to: endpoint) }
              task.cancel()
              _ = try? await task.value
            }
          }
          // Every connection had a descriptor at both ends, in this process.
          #expect(await server.waitForOpenConnections(0))
          #expect(try await noSocketIsLeft(connectedTo: server.port))
        }
      }
    #endif
  }

  /// A number that tasks add to, and that can be watched until it stops changing.
  private final class Counter: Sendable {
    private let value = Locked(0)

    var count: Int { value.withLock { $0 } }

    func add(_ amount: Int) { value.withLock { $0 += amount } }

    /// Waits until the number hasn't changed for half a second, because inactivity can't be observed directly.
    func becomeSteady() async {
      var before = -1
      while before != count || before == 0 {
        before = count
        try? await Task.sleep(for: .milliseconds(500))
      }
    }
  }
#endif
