import AQKit
import Foundation
import LoopbackServers
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Other tests rest on the servers, so they are tested with clients that aren't ours, or byte by byte.
@Suite("The loopback HTTP server", .timeLimit(.minutes(10)))
struct LoopbackHTTPServerTests {
  private struct Echo: HTTPTransport {
    func send(_ request: TransportRequest) async throws -> TransportResponse {
      switch request.url.suffix(5) {
      case "/slow": throw AQError(.timedOut, "Too slow.")
      case "/away": throw AQError(.unreachable, "Not there.")
      case "/fail": throw AQError(.malformed, "Not so.")
      default:
        TransportResponse(
          status: 203, headers: [TransportRequest.Header("X-Asked", request.url)],
          text: "\(request.method.rawValue) \(String(decoding: request.body, as: UTF8.self))")
      }
    }
  }

  private func get(_ url: String, body: String? = nil) async throws -> (HTTPURLResponse, String) {
    // A busy machine may take longer than the minute that a session, or a request, would wait.
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 3600
    let session = URLSession(configuration: configuration)
    defer { session.invalidateAndCancel() }
    var request = URLRequest(url: try #require(URL(string: url)), timeoutInterval: 3600)
    if let body {
      request.httpMethod = "POST"
      request.httpBody = Data(body.utf8)
    }
    let (data, response) = try await session.data(for: request)
    return (try #require(response as? HTTPURLResponse), String(decoding: data, as: UTF8.self))
  }

  /// Returns everything that a server sends to a plain GET until it closes, or up to a number of bytes.
  private func raw(_ server: LoopbackHTTPServer, _ target: String = "/", atMost limit: Int = 1 << 20)
    async throws
    -> String
  {
    let client = try await LoopbackConnection.connect(toPort: server.port)
    try await client.write("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n")
    var all: [UInt8] = []
    while all.count < limit, let bytes = await client.read() { all += bytes }
    await client.close()
    return String(decoding: all.prefix(limit), as: UTF8.self)
  }

  @Test("puts a transport on a port, with the address rebuilt")
  func transport() async throws {
    try await LoopbackHTTPServer.withServer(transport: Echo()) { server in
      let (response, text) = try await get(server.url("/v1/air?latitude=52.52&q=a%20b"), body: "hello")
      #expect(response.statusCode == 203)
      #expect(
        response.value(forHTTPHeaderField: "X-Asked")
          == "http://127.0.0.1:\(server.port)/v1/air?latitude=52.52&q=a%20b")
      #expect(text == "POST hello")
      let seen = try #require(server.requests.first)
      #expect(seen.path == "/v1/air")
      #expect(seen.queryValue("q") == "a b")
      #expect(seen.header("content-length") == "5")
    }
  }

  @Test("shows a transport's failures as a network would")
  func failingTransport() async throws {
    try await LoopbackHTTPServer.withServer(transport: Echo()) { server in
      let failed = try await get(server.url("/fail")).0.statusCode
      #expect(failed == 500)
      let away = try await raw(server, "/away")
      #expect(away == "")
      let client = try await LoopbackConnection.connect(toPort: server.port)
      try await client.write("GET /slow HTTP/1.1\r\n\r\n")
      #expect(await server.waitForRequests(3))
      #expect(!client.hasEnded)
      await client.close()
    }
  }

  @Test("keeps a connection alive")
  func keepAlive() async throws {
    try await LoopbackHTTPServer.withServer {
      .text($0.target)
    } body: { server in
      let client = try await LoopbackConnection.connect(toPort: server.port)
      // Two requests in one write, then one more.
      try await client.write("GET /one HTTP/1.1\r\n\r\nGET /two HTTP/1.1\r\n\r\n")
      for expected in ["/one", "/two", "/six"] {
        if expected == "/six" { try await client.write("GET /six HTTP/1.1\r\n\r\n") }
        let head = try #require(await client.read(through: Array("\r\n\r\n".utf8)))
        #expect(String(decoding: head, as: UTF8.self).hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(await client.read(exactly: 4) == Array(expected.utf8))
      }
      #expect(server.acceptedConnections == 1)
      await client.close()
      #expect(await server.waitForOpenConnections(0))
    }
  }

  @Test("serves many clients at the same time")
  func manyClients() async throws {
    try await LoopbackHTTPServer.withServer {
      .text($0.target)
    } body: { server in
      let replies = try await withThrowingTaskGroup(of: String.self) { group in
        for index in 0..<50 { group.addTask { try await get(server.url("/\(index)")).1 } }
        return try await group.reduce(into: Set<String>()) { $0.insert($1) }
      }
      #expect(replies == Set((0..<50).map { "/\($0)" }))
    }
  }

  @Test("replies in chunks, compressed, byte by byte, and by redirect")
  func honestForms() async throws {
    // `{"a":1}` by gzip.
    let gzip: [UInt8] = [
      31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 171, 86, 74, 84, 178, 50, 172, 5, 0, 175, 172, 27, 86, 7, 0, 0, 0,
    ]
    try await LoopbackHTTPServer.withServer { request in
      switch request.path {
      case "/chunked": .chunked([Array("one ".utf8), Array("two".utf8)])
      case "/gzip": .encoded(gzip)
      case "/trickle": .trickle(Array("slow".utf8), every: .milliseconds(1))
      case "/redirect": .redirect(to: "/chunked")
      default: .html()
      }
    } body: { server in
      let expected = [
        "/chunked": "one two", "/gzip": #"{"a":1}"#, "/trickle": "slow", "/redirect": "one two",
      ]
      for (path, text) in expected {
        let body = try await get(server.url(path)).1
        #expect(body == text, "\(path)")
      }
      let page = try await get(server.url()).1
      #expect(page.contains("<html>"))
    }
  }

  @Test(
    "fails its client in the scripted way, then closes",
    arguments: [
      (LoopbackReply.cut(Array("{".utf8), missing: 10), "Content-Length: 11\r\n\r\n{"),
      (.cutChunk(Array("{".utf8), missing: 10), "chunked\r\n\r\nb\r\n{"),
      (.closed, ""), (.reset, ""), (.garbage(Array("%!".utf8)), "%!"),
    ])
  func hostileForms(reply: LoopbackReply, end: String) async throws {
    try await LoopbackHTTPServer.withServer(reply: reply) { server in
      let text = try await raw(server)
      #expect(text.hasSuffix(end))
      #expect(text.isEmpty == end.isEmpty)
    }
  }

  @Test("sends endless bodies and headers as long as they are read")
  func endlessForms() async throws {
    for reply in [LoopbackReply.endless(), .endlessHeaders()] {
      try await LoopbackHTTPServer.withServer(reply: reply) { server in
        let text = try await raw(server, atMost: 3 << 20)
        #expect(text.utf8.count == 3 << 20)
        #expect(await server.waitForOpenConnections(0))
      }
    }
  }

  @Test("stops while clients hang on it, and closes what is open")
  func promptStop() async throws {
    for reply in [LoopbackReply.silent, .stalled([1, 2], length: 9), .endless()] {
      let server = try await LoopbackHTTPServer.start { _ in reply }
      let client = try await LoopbackConnection.connect(toPort: server.port)
      await client.stopReading()
      try await client.write("GET / HTTP/1.1\r\n\r\n")
      #expect(await server.waitForRequests(1))
      await server.stop()
      #expect(server.openConnections == 0)
      await client.close()
    }
  }

  @Test("refuses connections on a port without a server")
  func refusal() async throws {
    let port = LoopbackTCPServer.refusingPort
    await #expect(throws: (any Error).self) { try await LoopbackConnection.connect(toPort: port) }
  }

  @Test("plays raw scripts, and echoes")
  func rawScripts() async throws {
    let script: [LoopbackStep] = [.expect(2), .text("ok "), .trickle([65, 66], every: .zero), .echo]
    try await LoopbackTCPServer.withServer(script: script) { server in
      let client = try await LoopbackConnection.connect(toPort: server.port)
      try await client.write("hi")
      #expect(await client.read(exactly: 5) == Array("ok AB".utf8))
      try await client.write("again")
      #expect(await client.read(exactly: 5) == Array("again".utf8))
      await client.reset()
      #expect(await server.waitForOpenConnections(0))
    }
  }
}
