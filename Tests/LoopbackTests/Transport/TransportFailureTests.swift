import AQKit
import LoopbackServers
import Testing

@Suite("An HTTP transport: failures", .timeLimit(.minutes(10)))
struct TransportFailureTests {
  /// A way to fail, and the error that it must give.
  struct Failure: Sendable, CustomTestStringConvertible {
    let name: String
    let reply: LoopbackReply
    let code: AQError.Code
    let retry: AQError.Retry
    var testDescription: String { name }

    init(_ name: String, _ reply: LoopbackReply, _ code: AQError.Code, _ retry: AQError.Retry) {
      self.name = name
      self.reply = reply
      self.code = code
      self.retry = retry
    }
  }

  static let failures: [Failure] = [
    Failure("closed without a reply", .closed, .unreachable, .after(.seconds(5))),
    Failure("reset without a reply", .reset, .unreachable, .after(.seconds(5))),
    Failure("body shorter than its length", .cut(Array("{".utf8), missing: 40), .malformed, .now),
    Failure("cut before the first byte of the body", .cut([], missing: 40), .malformed, .now),
    Failure("cut in a chunk", .cutChunk(Array("abc".utf8), missing: 4), .malformed, .now),
    Failure(
      "cut between chunks",
      LoopbackReply(steps: [.text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")]),
      .malformed, .now),
    Failure(
      "a chunk without a size",
      LoopbackReply(steps: [.text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc")]),
      .malformed, .now),
    Failure(
      "reset in the body",
      // Large enough that the client must read some of it before the rest fits into the sockets.
      LoopbackReply(steps: [
        .text("HTTP/1.1 200 OK\r\nContent-Length: 30000000\r\n\r\n"),
        .repeating(Array(repeating: 0x20, count: 1 << 16), times: 384), .reset,
      ]), .malformed, .now),
    Failure(
      "invalid gzip", .encoded(Array("this is no gzip at all".utf8)), .malformed, .never),
    Failure("an unknown content coding", .encoded([1, 2, 3], encoding: "zork"), .malformed, .never),
    Failure("no HTTP", .garbage(Array("SSH-2.0-OpenSSH_9.2\r\n".utf8)), .malformed, .never),
    Failure("an unknown version of HTTP", .garbage(Array("HTTP/7 200 OK\r\n\r\n".utf8)), .malformed, .never),
    Failure(
      "a header without a colon", .garbage(Array("HTTP/1.1 200 OK\r\nnonsense\r\n\r\n".utf8)), .malformed,
      .never),
    Failure(
      "a negative length", .garbage(Array("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n".utf8)),
      .malformed, .never),
  ]

  @Test("gives each failure its code and its retry advice", arguments: TransportUnderTest.allCases, failures)
  func table(over kind: TransportUnderTest, failure: Failure) async throws {
    let transport = try kind.make()
    try await LoopbackHTTPServer.withServer(reply: failure.reply) { server in
      let error = try await transportError(of: TransportRequest(url: server.url()), through: transport)
      #expect(error.code == failure.code)
      #expect(error.retry == failure.retry)
      #expect(kind.isOwn(error.cause))
    }
  }

  @Test("calls a refused connection unreachable", arguments: TransportUnderTest.allCases)
  func refused(over kind: TransportUnderTest) async throws {
    let transport = try kind.make()
    let port = LoopbackTCPServer.refusingPort
    let error = try await transportError(
      of: TransportRequest(url: "http://127.0.0.1:\(port)/"), through: transport)
    #expect(error.code == .unreachable)
    #expect(error.retry == .after(.seconds(5)))
    #expect(error.message == "No connection to 127.0.0.1 could be made.")
  }

  @Test(
    "calls a certificate that the system doesn't trust untrusted", arguments: TransportUnderTest.allCases,
    LoopbackCertificate.allCases)
  func certificate(over kind: TransportUnderTest, certificate: LoopbackCertificate) async throws {
    let transport = try kind.make()
    try await LoopbackHTTPServer.withServer(certificate: certificate, reply: .text("ok")) { server in
      let error = try await transportError(of: TransportRequest(url: server.url()), through: transport)
      #expect(error.code == .untrusted)
      #expect(error.retry == .whenChanged)
      #expect(server.requests.isEmpty)
    }
  }

  @Test("calls a server without TLS untrusted when asked for TLS", arguments: TransportUnderTest.allCases)
  func noTLS(over kind: TransportUnderTest) async throws {
    let transport = try kind.make()
    try await LoopbackTCPServer.withServer(script: [.expect(1), .text("HTTP/1.1 400 Bad\r\n\r\n")]) {
      server in
      let url = "https://127.0.0.1:\(server.port)/"
      let error = try await transportError(of: TransportRequest(url: url), through: transport)
      #expect(error.code == .untrusted)
    }
  }

  @Test("ends header lines that never end", arguments: TransportUnderTest.allCases)
  func endlessHeaders(over kind: TransportUnderTest) async throws {
    var transport: (any HTTPTransport)? = try kind.make()
    try await LoopbackHTTPServer.withServer(reply: .endlessHeaders()) { server in
      var request = TransportRequest(url: server.url())
      request.timeouts.idle = .seconds(2)
      let error = try await transportError(of: request, through: try #require(transport))
      #expect(error.code == .malformed || error.code == .timedOut)
      // A connection that was only established after the time-out is kept for the next request, as long as there is a
      // client.
      if server.requests.isEmpty { transport = nil }
      #expect(await server.waitForOpenConnections(0))
    }
  }

  @Test(
    "names only the host of the request, in message and cause",
    arguments: TransportUnderTest.allCases)
  func discretion(over kind: TransportUnderTest) async throws {
    let transport = try kind.make()
    var replies = Self.failures.map(\.reply)
    replies += [
      .endless(), .silent, .redirect(to: "ftp://other.example/secret-path"), .redirect(to: "http://"),
      .redirect(to: "/secret-path?lat=49.1951"),
    ]
    for reply in replies {
      try await LoopbackHTTPServer.withServer(reply: reply) { server in
        var request = TransportRequest(
          url: server.url("/secret-path?lat=49.1951&key=secret-query"),
          headers: [TransportRequest.Header("X-Api-Key", secret: "secret-header")])
        request.maximumBodySize = 1000
        request.timeouts.idle = .milliseconds(100)
        let error = try await transportError(of: request, through: transport)
        var dumped = "\(error) \(error.localizedDescription)"
        dump(error, to: &dumped)
        if let cause = error.cause { dump(cause, to: &dumped) }
        #expect(!dumped.contains("secret"))
        #expect(!dumped.contains("49.19"))
        #expect(error.message.contains("127.0.0.1"))
        #expect(error.message.hasSuffix("."))
      }
    }
  }
}
