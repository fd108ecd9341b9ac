import AQKit
import LoopbackServers
import Testing

@Suite("An HTTP transport: unrequested bytes", .timeLimit(.minutes(10)))
struct TransportStaleTests {
  @Test(
    "bytes that arrive between two requests are never taken for the reply to the second",
    arguments: TransportUnderTest.lasting,
    [
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nstale", "HTTP/1.1 200 OK\r\nContent-Le", "stale", "\r\n",
      "HTTP/1.1 100 Continue\r\n\r\n",
    ])
  func between(kind: TransportUnderTest, extra: String) async throws {
    let transport = try kind.make(maximumConnectionsPerHost: 1)
    let timeouts = TransportRequest.Timeouts(idle: .hangGuard, total: .hangGuard)
    for _ in 0..<20 {
      let (hasReplied, mayGoOn) = (Signal(), Signal())
      try await LoopbackTCPServer.withServer { connection in
        let end = Array("\r\n\r\n".utf8)
        var isFirst = mayGoOn.isFirst()
        while await connection.read(through: end) != nil {
          let body = isFirst ? "first" : "fresh"
          try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n\(body)")
          if isFirst {
            await hasReplied.wait()
            // When this returns, the bytes lie in the client's socket.
            try await connection.write(extra)
            mayGoOn.send()
            isFirst = false
          }
        }
      } body: { server in
        let url = "http://127.0.0.1:\(server.port)/"
        let first = try await transport.send(TransportRequest(url: url, timeouts: timeouts))
        #expect(String(decoding: first.body, as: UTF8.self) == "first")
        hasReplied.send()
        await mayGoOn.wait()
        let next = try await transport.send(TransportRequest(url: url, timeouts: timeouts))
        #expect(String(decoding: next.body, as: UTF8.self) == "fresh")
      }
    }
  }

  #if AsyncHTTPClient
    @Test(
      "on a kept connection that ends without a byte, a GET is sent again, but a POST, which may have arrived, isn't",
      arguments: [(.get, 3), (.post, 2)] as [(TransportRequest.Method, Int)])
    func ended(method: TransportRequest.Method, requests: Int) async throws {
      let transport = try TransportUnderTest.asyncHTTPClient.make(maximumConnectionsPerHost: 1)
      let received = Locked(0)
      try await LoopbackTCPServer.withServer { connection in
        while await connection.read(through: Array("\r\n\r\n".utf8)) != nil {
          let number = received.withLock { count in
            count += 1
            return count
          }
          if number == 2 { return }
          try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfresh")
        }
      } body: { server in
        let url = "http://127.0.0.1:\(server.port)/"
        _ = try await transport.send(TransportRequest(url: url))
        let second = try? await transport.send(TransportRequest(method, url: url))
        #expect((second?.status == 200) == (method == .get))
        #expect(received.withLock { $0 } == requests)
      }
    }
  #endif
}

/// An event that happens once.
private struct Signal: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private let calls = Locked(0)

  init() { (stream, continuation) = AsyncStream.makeStream() }

  func send() { continuation.finish() }
  func wait() async { for await _ in stream {} }

  /// Whether this is the first request.
  func isFirst() -> Bool {
    calls.withLock { calls in
      calls += 1
      return calls == 1
    }
  }
}
