import AQKit
import AQKitURLSession
import LoopbackServers
import Testing

/// The examples of the servers' doc comments.
@Suite("The examples of the loopback servers", .timeLimit(.minutes(10)))
struct LoopbackExampleTests {
  @Test("an HTTP server replies to a transport")
  func http() async throws {
    let transport = PatientTransport(URLSessionTransport())
    try await LoopbackHTTPServer.withServer { _ in
      .text(#"{"ok":true}"#)
    } body: { server in
      let response = try await transport.send(TransportRequest(url: server.url("/v1/air?x=1")))
      #expect(response.status == 200)
      #expect(server.requests.first?.queryValue("x") == "1")
    }
  }

  @Test("a server of raw bytes plays a script")
  func bytes() async throws {
    try await LoopbackTCPServer.withServer(script: [.text("{\"pm25\":8}\n"), .hold]) { server in
      let client = try await LoopbackConnection.connect(toPort: server.port)
      #expect(await client.read(exactly: 11) == Array("{\"pm25\":8}\n".utf8))
      await client.close()
    }
  }

  #if NIO
    @Test("a WebSocket server speaks first")
    func webSocket() async throws {
      let connector = PatientConnector()
      try await LoopbackWebSocketServer.withServer { session in
        try await session.send(text: #"[{"city":"Pune","aqi":161.2}]"#)
        try await session.close()
      } body: { server in
        let endpoint = FeedEndpoint(url: server.url("/feed"))
        let connection = try await connector.connect(to: endpoint)
        while let messages = try await connection.receive() { print(messages.map(\.bytes.count)) }
        await connection.close(.normal)
      }
    }
  #endif
}
