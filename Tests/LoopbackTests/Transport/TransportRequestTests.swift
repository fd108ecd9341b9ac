import AQKit
import LoopbackServers
import Testing

@Suite("An HTTP transport: requests", .timeLimit(.minutes(10)))
struct TransportRequestTests {
  @Test("sends path and query exactly as they are encoded", arguments: TransportUnderTest.allCases)
  func target(over kind: TransportUnderTest) async throws {
    let transport = try kind.make()
    let target = "/v1/a%2Fb/%C3%A9?lat=52.52,13.41&q=a%2Bb%20c%26d%3De%23&plus=a+b&empty=&flag&%5B0%5D=%25"
    try await LoopbackHTTPServer.withServer(reply: .text("ok")) { server in
      _ = try await transport.send(TransportRequest(url: server.url(target)))
      #expect(server.requests.first?.target == target)
    }
  }

  @Test("doesn't send the fragment", arguments: TransportUnderTest.allCases)
  func fragment(over kind: TransportUnderTest) async throws {
    let transport = try kind.make()
    try await LoopbackHTTPServer.withServer(reply: .text("ok")) { server in
      _ = try await transport.send(TransportRequest(url: server.url("/a?b=c#d")))
      #expect(server.requests.first?.target == "/a?b=c")
    }
  }

  @Test("accepts a scheme in capitals", arguments: TransportUnderTest.allCases)
  func capitals(over kind: TransportUnderTest) async throws {
    let transport = try kind.make()
    try await LoopbackHTTPServer.withServer(reply: .text("ok")) { server in
      let response = try await transport.send(TransportRequest(url: "HTTP://127.0.0.1:\(server.port)/"))
      #expect(response.status == 200)
    }
  }

  @Test(
    "sends header fields, secret or not, with repeated ones joined", arguments: TransportUnderTest.allCases)
  func headers(over kind: TransportUnderTest) async throws {
    let transport = try kind.make()
    try await LoopbackHTTPServer.withServer(reply: .text("ok")) { server in
      let fields = [
        TransportRequest.Header("X-Api-Key", secret: "k-123"),
        TransportRequest.Header("Accept", "application/json"),
        TransportRequest.Header("X-Two", "a"), TransportRequest.Header("X-Two", "b"),
      ]
      _ = try await transport.send(TransportRequest(url: server.url(), headers: fields))
      let request = try #require(server.requests.first)
      #expect(request.header("X-Api-Key") == "k-123")
      #expect(request.header("Accept") == "application/json")
      let two = request.headers.filter { $0.isNamed("X-Two") }.map(\.value).joined(separator: ",")
      #expect(two.filter { $0 != " " } == "a,b")
    }
  }

  @Test("names itself as configured, unless the request does", arguments: TransportUnderTest.allCases)
  func userAgent(over kind: TransportUnderTest) async throws {
    let transport = try kind.make(userAgent: "AirApp/1.0 (mail@example.org)")
    try await LoopbackHTTPServer.withServer(reply: .text("ok")) { server in
      _ = try await transport.send(TransportRequest(url: server.url()))
      let own = [TransportRequest.Header("User-Agent", "Other/2")]
      _ = try await transport.send(TransportRequest(url: server.url(), headers: own))
      let names = server.requests.map { $0.header("User-Agent") }
      #expect(names == ["AirApp/1.0 (mail@example.org)", "Other/2"])
    }
  }

  @Test("posts a body of any size", arguments: TransportUnderTest.allCases, [0, 1, 1000, 3_000_000])
  func post(over kind: TransportUnderTest, size: Int) async throws {
    let transport = try kind.make()
    let body = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try await LoopbackHTTPServer.withServer(reply: .text("ok")) { server in
      let type = [TransportRequest.Header("Content-Type", "application/octet-stream")]
      let request = TransportRequest(.post, url: server.url("/in"), headers: type, body: body)
      let response = try await transport.send(request)
      #expect(response.status == 200)
      let seen = try #require(server.requests.first)
      #expect(seen.method == "POST")
      #expect(seen.body == body)
      #expect(seen.header("Content-Type") == "application/octet-stream")
      #expect(seen.header("Content-Length") == "\(size)")
    }
  }

  @Test(
    "refuses an invalid or unsupported address",
    arguments: TransportUnderTest.allCases,
    [
      "", "air.example.org", "/v1/air", "ftp://127.0.0.1/", "file:///etc/hosts", "data:,a", "http://",
      "http:///x", "http://127.0.0.1/a b", "http://127.0.0.1/é", "http://127.0.0.1/%zz",
      "http://127.0.0.1/\r\nX: y", "http://127.0.0.1:99999999/", "http://[::1/",
    ])
  func badAddress(over kind: TransportUnderTest, url: String) async throws {
    let transport = try kind.make()
    let error = try await transportError(of: TransportRequest(url: url), through: transport)
    #expect(error.code == .invalidRequest)
    #expect(error.retry == .never)
  }

  @Test(
    "refuses an invalid header",
    arguments: TransportUnderTest.allCases,
    [
      TransportRequest.Header("X-A", "a\r\nX-B: b"), TransportRequest.Header("X-A", "a\nb"),
      TransportRequest.Header("X-A", "a\u{0}"),
      TransportRequest.Header("X-A\r\nX-B", "b"), TransportRequest.Header("X A", "b"),
      TransportRequest.Header("", "b"),
      TransportRequest.Header("X-A:", "b"), TransportRequest.Header("X-Ä", "b"),
    ])
  func badHeader(over kind: TransportUnderTest, field: TransportRequest.Header) async throws {
    let transport = try kind.make()
    try await LoopbackHTTPServer.withServer(reply: .text("ok")) { server in
      let request = TransportRequest(url: server.url(), headers: [field])
      let error = try await transportError(of: request, through: transport)
      #expect(error.code == .invalidRequest)
      #expect(server.acceptedConnections == 0)
    }
  }

  @Test("refuses a GET with a body", arguments: TransportUnderTest.allCases)
  func getWithBody(over kind: TransportUnderTest) async throws {
    let transport = try kind.make()
    try await LoopbackHTTPServer.withServer(reply: .text("ok")) { server in
      let request = TransportRequest(url: server.url(), body: [1])
      let error = try await transportError(of: request, through: transport)
      #expect(error.code == .invalidRequest)
    }
  }
}
