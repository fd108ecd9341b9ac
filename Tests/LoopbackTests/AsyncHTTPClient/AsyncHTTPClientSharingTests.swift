#if AsyncHTTPClient
  import AQKit
  import AQKitAsyncHTTPClient
  import AsyncHTTPClient
  import InMemoryTracing
  import Instrumentation
  import LoopbackServers
  import NIOCore
  import Testing

  @Suite("AsyncHTTPClientTransport: clients of its own and of an application", .timeLimit(.minutes(10)))
  struct AsyncHTTPClientSharingTests {
    /// Runs a closure with an application's client, and shuts the client down afterwards.
    static func withClient(
      _ configuration: HTTPClient.Configuration, _ body: (HTTPClient) async throws -> Void
    ) async throws {
      let client = HTTPClient(configuration: configuration)
      do {
        try await body(client)
      } catch {
        try? await client.shutdown()
        throw error
      }
      try await client.shutdown()
    }

    @Test("reuses one connection, even through copies")
    func reuse() async throws {
      let transport = AsyncHTTPClientTransport()
      try await LoopbackHTTPServer.withServer(reply: .text("ok")) { server in
        for _ in 0..<10 {
          let copy = transport
          let response = try await copy.send(.patient(url: server.url()))
          #expect(response.status == 200)
        }
        #expect(server.acceptedConnections == 1)
      }
    }

    @Test("shares the connections of an application's client, and leaves it running")
    func sharing() async throws {
      try await Self.withClient(try AsyncHTTPClientTransport.Configuration().client()) { client in
        try await LoopbackHTTPServer.withServer(reply: .text("ok")) { server in
          for _ in 0..<3 {
            let transport = try AsyncHTTPClientTransport(sharing: client)
            let response = try await transport.send(.patient(url: server.url()))
            #expect(response.body == Array("ok".utf8))
          }
          let own = try await client.execute(HTTPClientRequest(url: server.url()), timeout: .minutes(5))
          #expect(try await own.body.collect(upTo: 100).readableBytes == 2)
          #expect(server.acceptedConnections == 1)
        }
      }
    }

    @Test("keeps its rules with a client in the plainest permitted configuration")
    func plainClient() async throws {
      var plain = HTTPClient.Configuration(redirectConfiguration: .disallow)
      // Without it ten seconds, which a busy machine may take.
      plain.timeout = HTTPClient.Configuration.Timeout(connect: .minutes(5))
      try await Self.withClient(plain) { client in
        let transport = try AsyncHTTPClientTransport(sharing: client, maximumRedirects: 1, userAgent: "Air/1")
        try await LoopbackHTTPServer.withServer { request in
          request.path == "/new" ? .encoded(GzipSample.compressed) : .redirect(to: "/new")
        } body: { server in
          let response = try await transport.send(.patient(url: server.url()))
          #expect(String(decoding: response.body, as: UTF8.self) == GzipSample.text)
          #expect(server.requests.map { $0.header("User-Agent") } == ["Air/1", "Air/1"])
        }
      }
    }

    @Test("refuses a client that follows redirects or decompresses")
    func refused() async throws {
      var decompressing = HTTPClient.Configuration.singletonConfiguration
      decompressing.redirectConfiguration = .disallow
      for configuration in [HTTPClient.Configuration(), decompressing] {
        try await Self.withClient(configuration) { client in
          let error = #expect(throws: AQError.self) { try AsyncHTTPClientTransport(sharing: client) }
          #expect(error?.code == .notConfigured)
        }
      }
      #expect(throws: AQError.self) { try AsyncHTTPClientTransport(sharing: .shared) }
    }

    @Test("leaves no span with an address, even if the application traces, and shares no client that would")
    func tracing() async throws {
      // In a separate process, because a tracer is chosen once and for all.
      await #expect(processExitsWith: .success) {
        let tracer = InMemoryTracer()
        InstrumentationSystem.bootstrap(tracer)
        try await LoopbackHTTPServer.withServer(reply: .text("ok")) { server in
          let url = server.url("/v1/air?apikey=secret")
          let own = try await AsyncHTTPClientTransport().send(.patient(url: url))
          #expect(own.status == 200)
          try await Self.withClient(try AsyncHTTPClientTransport.Configuration().client()) { client in
            let shared = try await AsyncHTTPClientTransport(sharing: client).send(.patient(url: url))
            #expect(shared.status == 200)
          }
          #expect(tracer.activeSpans.isEmpty && tracer.finishedSpans.isEmpty)
          let tracing = HTTPClient(configuration: .init(redirectConfiguration: .disallow))
          #expect(throws: AQError.self) { try AsyncHTTPClientTransport(sharing: tracing) }
          try await tracing.shutdown()
        }
      }
    }

    @Test("says that the application has shut its client down")
    func shutDown() async throws {
      let client = HTTPClient(configuration: try AsyncHTTPClientTransport.Configuration().client())
      let transport = try AsyncHTTPClientTransport(sharing: client)
      try await client.shutdown()
      try await LoopbackHTTPServer.withServer(reply: .text("ok")) { server in
        let error = try await transportError(of: .patient(url: server.url()), through: transport)
        #expect(error.code == .notConfigured)
        #expect(error.retry == .whenChanged)
      }
    }

    @Test("registers itself in a container that has URLSession's transport")
    func container() throws {
      #expect(try AQContainer.liveAsyncHTTPClient[.httpTransport] is AsyncHTTPClientTransport)
    }
  }
#endif
