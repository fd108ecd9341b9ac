import AQKit
import LoopbackServers
import Testing

@Suite("An HTTP transport: responses", .timeLimit(.minutes(10)))
struct TransportResponseTests {
  @Test("returns status, headers and body unchanged", arguments: TransportUnderTest.allCases)
  func honestResponse(over kind: TransportUnderTest) async throws {
    let transport = try kind.make()
    let reply = TransportResponse(
      status: 200,
      headers: [
        TransportRequest.Header("Content-Type", "application/json"), TransportRequest.Header("X-Two", "a"),
        TransportRequest.Header("X-Two", "b"),
      ], text: #"{"pm2_5":8.5}"#)
    try await LoopbackHTTPServer.withServer(reply: .response(reply)) { server in
      let response = try await transport.send(TransportRequest(url: server.url("/v1/air")))
      #expect(response.status == 200)
      #expect(response.body == reply.body)
      #expect(response.header("content-type") == "application/json")
      #expect(response.header("x-two") == "a, b")
      #expect(response.header("Content-Length") == "13")
    }
  }

  @Test(
    "returns a response with any status, and its body",
    arguments: TransportUnderTest.allCases,
    [200, 201, 203, 300, 400, 401, 403, 404, 408, 418, 429, 451, 500, 502, 503, 504, 599])
  func anyStatus(over kind: TransportUnderTest, status: Int) async throws {
    let transport = try kind.make()
    try await LoopbackHTTPServer.withServer(reply: .text(#"{"error":true}"#, status: status)) { server in
      let response = try await transport.send(TransportRequest(url: server.url()))
      #expect(response.status == status)
      #expect(response.body == Array(#"{"error":true}"#.utf8))
    }
  }

  @Test(
    "returns a 401 as a response, whatever credentials it demands",
    arguments: TransportUnderTest.allCases,
    [
      #"Basic realm="air""#, "Basic realm=", "Basic", #"Digest realm="air", nonce="n""#, "Bearer", "",
      #"Bearer realm="air", Basic realm="x""#,
    ])
  func challenge(over kind: TransportUnderTest, header: String) async throws {
    let transport = try kind.make()
    let reply = TransportResponse(
      status: 401, headers: [TransportRequest.Header("WWW-Authenticate", header)], text: "no")
    try await LoopbackHTTPServer.withServer(reply: .response(reply)) { server in
      let response = try await transport.send(TransportRequest(url: server.url()))
      #expect(response.status == 401)
      #expect(response.body == Array("no".utf8))
    }
  }

  @Test("returns an empty body", arguments: TransportUnderTest.allCases, [200, 204, 304])
  func emptyBody(over kind: TransportUnderTest, status: Int) async throws {
    let transport = try kind.make()
    let reply: LoopbackReply =
      status == 200
      ? .text("") : .raw(status: status, headers: [], body: [], keepsConnection: true)
    try await LoopbackHTTPServer.withServer(reply: reply) { server in
      let response = try await transport.send(TransportRequest(url: server.url()))
      #expect(response.status == status)
      #expect(response.body.isEmpty)
    }
  }

  @Test("returns a page of HTML like any other body", arguments: TransportUnderTest.allCases)
  func html(over kind: TransportUnderTest) async throws {
    let transport = try kind.make()
    try await LoopbackHTTPServer.withServer(reply: .html()) { server in
      let response = try await transport.send(TransportRequest(url: server.url()))
      #expect(response.status == 200)
      #expect(String(decoding: response.body, as: UTF8.self).hasPrefix("<!DOCTYPE html>"))
    }
  }

  @Test(
    "requests gzip and decompresses it, and drops the headers about the compressed bytes",
    arguments: TransportUnderTest.allCases)
  func gzip(over kind: TransportUnderTest) async throws {
    let transport = try kind.make()
    try await LoopbackHTTPServer.withServer(reply: .encoded(GzipSample.compressed)) { server in
      let response = try await transport.send(TransportRequest(url: server.url()))
      #expect(String(decoding: response.body, as: UTF8.self) == GzipSample.text)
      #expect(response.header("Content-Encoding") == nil)
      #expect(response.header("Content-Length") == nil)
      #expect(response.header("Content-Type") == "application/json")
      let accepted = try #require(server.requests.first?.header("Accept-Encoding"))
      #expect(accepted.contains("gzip"))
    }
  }

  @Test("joins chunks", arguments: TransportUnderTest.allCases)
  func chunks(over kind: TransportUnderTest) async throws {
    let transport = try kind.make()
    let reply = LoopbackReply.chunked([Array("ab".utf8), Array("c".utf8), Array("def".utf8)])
    try await LoopbackHTTPServer.withServer(reply: reply) { server in
      let response = try await transport.send(TransportRequest(url: server.url()))
      #expect(response.body == Array("abcdef".utf8))
    }
  }

  @Test("skips interim responses", arguments: TransportUnderTest.allCases)
  func interimResponses(over kind: TransportUnderTest) async throws {
    let transport = try kind.make()
    let reply = LoopbackReply(steps: [
      .text("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"),
      .text("HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno"),
    ])
    try await LoopbackHTTPServer.withServer(reply: reply) { server in
      let response = try await transport.send(TransportRequest(url: server.url()))
      #expect(response.status == 404)
      #expect(response.body == Array("no".utf8))
    }
  }

  @Test("keeps no cookies and no cache", arguments: TransportUnderTest.allCases)
  func noMemory(over kind: TransportUnderTest) async throws {
    let transport = try kind.make()
    let reply = TransportResponse(
      status: 200,
      headers: [
        TransportRequest.Header("Set-Cookie", "session=1; Path=/"),
        TransportRequest.Header("Cache-Control", "public, max-age=3600"),
      ], text: "ok")
    try await LoopbackHTTPServer.withServer(reply: .response(reply)) { server in
      for _ in 0..<2 { _ = try await transport.send(TransportRequest(url: server.url("/same"))) }
      #expect(server.requests.count == 2)
      #expect(server.requests.allSatisfy { $0.header("Cookie") == nil })
    }
  }
}
